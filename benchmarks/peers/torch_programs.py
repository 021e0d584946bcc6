"""How PyTorch does the programs of `dml-benchmark --suite=programs`.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import torch
import torch.nn.functional as F


def convolve(x, weights, bias):
    return F.conv2d(x, weights, bias, padding=weights.shape[2] // 2)


def espcn_methods(case, x, weights):
    w1, b1, w2, b2, w3, b3 = weights

    def run():
        features = F.relu(convolve(x, w1, b1))
        features = F.relu(convolve(features, w2, b2))
        return F.pixel_shuffle(convolve(features, w3, b3), case.block)

    yield "conv2d, relu, pixel_shuffle", run


def segnet_methods(case, x, weights):
    w1, b1, w2, b2, w3, b3, w4, b4 = weights

    def run():
        features1 = F.relu(convolve(x, w1, b1))
        pooled1, indices1 = F.max_pool2d(features1, 2, return_indices=True)
        features2 = F.relu(convolve(pooled1, w2, b2))
        pooled2, indices2 = F.max_pool2d(features2, 2, return_indices=True)
        # Indices of pooling count within a plane, and so do those of unpooling.
        unpooled2 = F.max_unpool2d(
            pooled2, indices2, 2, output_size=features2.shape[2:]
        )
        features3 = F.relu(convolve(unpooled2, w3, b3))
        unpooled1 = F.max_unpool2d(
            features3, indices1, 2, output_size=features1.shape[2:]
        )
        return convolve(unpooled1, w4, b4)

    yield "conv2d, relu, max_pool2d, max_unpool2d", run


def patch_embedding_methods(case, x, weights):
    projection, bias, places = weights
    filters = projection.view(*case.c, case.sizes[1], *case.k)

    def run_convolution():
        features = F.conv2d(x, filters, bias, stride=case.s)
        return features.flatten(2).transpose(1, 2) + places

    def run_unfold():
        patches = F.unfold(x, case.k, stride=case.s).transpose(1, 2)
        return F.linear(patches, projection, bias) + places

    yield "conv2d, add", run_convolution
    yield "unfold, linear, add", run_unfold


def unfold_matmul_methods(case, x, weights):
    (factors,) = weights
    filters = factors.view(*case.c, case.sizes[1], *case.k)
    yield "conv2d", lambda: F.conv2d(x, filters, padding=case.p).flatten(2)
    yield "unfold, matmul", lambda: torch.matmul(
        factors, F.unfold(x, case.k, padding=case.p)
    )


def bias_shuffle_clamp_methods(case, x, weights):
    bias = weights[0].view(1, -1, 1, 1)
    yield "add, pixel_shuffle, clamp", lambda: F.pixel_shuffle(
        x + bias, case.block
    ).clamp(0, 1)
    yield "add, pixel_shuffle, clamp_", lambda: F.pixel_shuffle(
        x + bias, case.block
    ).clamp_(0, 1)


METHODS = {
    "espcn": espcn_methods,
    "segnet": segnet_methods,
    "patch_embedding": patch_embedding_methods,
    "unfold_matmul": unfold_matmul_methods,
    "bias_shuffle_clamp": bias_shuffle_clamp_methods,
}


def program_methods(case, dtype, device):
    """Pairs of a name and a function without arguments. Times do not depend on the
    numbers, of which there are none that are not finite."""
    x = torch.rand(case.sizes, dtype=torch.float32, device=device).to(dtype)
    weights = [
        torch.randn(sizes, dtype=torch.float32, device=device).to(dtype)
        for sizes in case.weights
    ]
    return METHODS[case.operator](case, x, weights)
