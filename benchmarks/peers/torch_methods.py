"""How PyTorch does what the cases of dml-benchmark do, in every way it can.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import math

import torch
import torch.nn.functional as F

TYPES = {
    "f64": torch.float64,
    "f32": torch.float32,
    "f16": torch.float16,
    "i64": torch.int64,
    "i8": torch.int8,
}


def make_input(sizes, dtype, device):
    """Random values, never zeros alone."""
    if dtype.is_floating_point:
        return torch.rand(sizes, dtype=torch.float32, device=device).to(dtype)
    return torch.randint(-128, 128, sizes, dtype=dtype, device=device)


def make_indices(case, device):
    """Into the whole result, as dml's."""
    n, c, h, w = case.sizes
    if case.operator.endswith("_shuffled"):
        count = math.prod(case.output_sizes)
        return torch.randint(0, count, case.sizes, dtype=torch.int64, device=device)
    return make_plane_indices(case, device) + (
        torch.arange(n * c, device=device).view(n, c, 1, 1) * (4 * h * w)
    )


def make_plane_indices(case, device):
    """Into each plane: as max_pool2d makes them, or anywhere."""
    n, c, h, w = case.sizes
    shape = (n, c, h, w)
    if case.operator.endswith("shuffled_planes"):
        return torch.randint(0, 4 * h * w, shape, device=device)
    # Windows of 2, or of 3 that begin one before them.
    begin, end = (-1, 2) if case.operator.endswith("overlapping") else (0, 2)
    row = torch.arange(h, device=device).view(h, 1) * 2
    column = torch.arange(w, device=device) * 2
    row = row + torch.randint(begin, end, shape, device=device)
    column = column + torch.randint(begin, end, shape, device=device)
    return row.clamp(min=0) * (2 * w) + column.clamp(min=0)


def depth_to_space_methods(case, x, out):
    n, c, h, w = case.sizes
    b = case.block
    inner = c // b**2
    if case.operator.endswith("dcr"):
        view = x.view(n, b, b, inner, h, w).permute(0, 3, 4, 1, 5, 2)
        sizes = case.output_sizes
        yield "permute, reshape", lambda: view.reshape(sizes)
    else:
        view = x.view(n, inner, b, b, h, w).permute(0, 1, 4, 2, 5, 3)
        yield "pixel_shuffle", lambda: F.pixel_shuffle(x, b)
    out_view = out.view(n, inner, h, b, w, b)
    yield "permute, copy_", lambda: out_view.copy_(view)


def space_to_depth_methods(case, x, out):
    n, c, h, w = case.sizes
    b = case.block
    blocks = x.view(n, c, h // b, b, w // b, b)
    if case.operator.endswith("dcr"):
        view = blocks.permute(0, 3, 5, 1, 2, 4)
        sizes = case.output_sizes
        yield "permute, reshape", lambda: view.reshape(sizes)
    else:
        view = blocks.permute(0, 1, 3, 5, 2, 4)
        yield "pixel_unshuffle", lambda: F.pixel_unshuffle(x, b)
    out_view = out.view(view.shape)
    yield "permute, copy_", lambda: out_view.copy_(view)


def max_pooling_methods(case, x, out):
    if len(case.sizes) != 4 or not x.dtype.is_floating_point:
        return
    yield "max_pool2d", lambda: F.max_pool2d(
        x, case.k, case.s, case.p, case.d, return_indices=case.indices
    )


def max_unpooling_methods(case, x, out):
    if not case.operator.endswith("_shuffled") and x.dtype.is_floating_point:
        planes = make_plane_indices(case, x.device)
        size = case.output_sizes[2:]
        yield "max_unpool2d, int64 indices", lambda: F.max_unpool2d(
            x, planes, 2, output_size=size
        )
    indices = make_indices(case, x.device).view(-1)
    flat, values = out.view(-1), x.view(-1)
    yield "zero_, scatter_, int64 indices", lambda: flat.zero_().scatter_(0, indices, values)


def unfold_methods(case, x, out):
    spatial = case.sizes[2:]
    if len(spatial) <= 2 and x.dtype.is_floating_point:
        # One dimension is the second of two.
        is_flat = len(spatial) == 1
        planes = x.unsqueeze(2) if is_flat else x
        first = (1, 1, 0, 1) if is_flat else (case.k, case.d, case.p, case.s)
        arguments = list(zip(first, (case.k, case.d, case.p, case.s)))
        yield "unfold", lambda: F.unfold(planes, *arguments)

    rank, p = len(spatial), case.p
    padded_sizes = case.sizes[:2] + [size + 2 * p for size in spatial]
    padded = x
    if p:
        padded = x.new_zeros(padded_sizes)
    inside = padded
    for dimension, size in enumerate(spatial):
        inside = inside.narrow(2 + dimension, p, size)
    strides = padded.stride()
    view = padded.as_strided(
        case.sizes[:2] + [case.k] * rank + case.blocks,
        list(strides[:2])
        + [stride * case.d for stride in strides[2:]]
        + [stride * case.s for stride in strides[2:]],
    )
    out_view = out.view(view.shape)

    def copy_windows():
        if p:
            inside.copy_(x)
        return out_view.copy_(view)

    yield "as_strided, copy_", copy_windows


def fold_methods(case, dtype, device):
    """The case's sizes are those of the result, as dml-benchmark has them."""
    spatial = case.sizes[2:]
    if len(spatial) > 2 or not dtype.is_floating_point:
        return
    columns = make_input(case.output_sizes, dtype, device)
    # One dimension is the second of two.
    is_flat = len(spatial) == 1
    sizes = [1, *spatial] if is_flat else spatial
    first = (1, 1, 0, 1) if is_flat else (case.k, case.d, case.p, case.s)
    arguments = list(zip(first, (case.k, case.d, case.p, case.s)))
    yield "fold", lambda: F.fold(columns, sizes, *arguments)


def get_methods(case, device):
    """Pairs of a name and a function without arguments."""
    dtype = TYPES[case.type]
    if case.operator == "fold":
        return fold_methods(case, dtype, device)
    x = make_input(case.sizes, dtype, device)
    out = torch.empty(case.output_sizes, dtype=dtype, device=device)
    if case.operator.startswith("space_to_depth1"):
        return space_to_depth_methods(case, x, out)
    if case.operator == "max_pooling2":
        return max_pooling_methods(case, x, out)
    if case.block:
        return depth_to_space_methods(case, x, out)
    if case.index_type:
        return max_unpooling_methods(case, x, out)
    return unfold_methods(case, x, out)
