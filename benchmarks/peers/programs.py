"""The programs of `dml-benchmark --suite=programs`: what inputs come after the first,
and how large the result is.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import math

Program = collections.namedtuple("Program", "weights output_sizes")


def convolutions(channels, windows):
    """The weights and the bias of convolutions, each of which takes the result of
    the one before."""
    sizes = []
    for before, after, window in zip(channels, channels[1:], windows):
        sizes += [[after, before, window, window], [after]]
    return sizes


def espcn_weights(case):
    channels = case.sizes[1]
    last = channels * case.block**2
    return convolutions([channels, *case.c, last], [5, 3, 3])


def shuffled_sizes(case):
    n, c, h, w = case.sizes
    b = case.block
    return [n, c if case.operator == "espcn" else c // b**2, h * b, w * b]


def segnet_weights(case):
    first, second, classes = case.c
    return convolutions([case.sizes[1], first, second, first, classes], [3] * 4)


def segnet_sizes(case):
    n, _, h, w = case.sizes
    return [n, case.c[-1], h, w]


def window_weights(case):
    """What the columns of unfold are multiplied with."""
    return [*case.c, case.sizes[1] * math.prod(case.k)]


PROGRAMS = {
    "espcn": Program(espcn_weights, shuffled_sizes),
    "segnet": Program(segnet_weights, segnet_sizes),
    "patch_embedding": Program(
        lambda case: [window_weights(case), case.c, [math.prod(case.blocks), *case.c]],
        lambda case: [case.sizes[0], math.prod(case.blocks), *case.c],
    ),
    "unfold_matmul": Program(
        lambda case: [window_weights(case)],
        lambda case: [case.sizes[0], *case.c, math.prod(case.blocks)],
    ),
    "bias_shuffle_clamp": Program(lambda case: [[case.sizes[1]]], shuffled_sizes),
}
