"""How PyTorch does what the cases of dml-benchmark do, in every way it can.

In cases of NHWC all tensors of four dimensions are in memory format channels_last,
results too.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import itertools
import math

import torch
import torch.nn.functional as F

from torch_programs import program_methods

TYPES = {
    "f64": torch.float64,
    "f32": torch.float32,
    "f16": torch.float16,
    "i64": torch.int64,
    "i32": torch.int32,
    "i16": torch.int16,
    "i8": torch.int8,
    "ui8": torch.uint8,
}


def lay_out(case, tensor):
    """The row-major tensor, or in NHWC any, in the case's memory format."""
    if case.nhwc and tensor.dim() == 4:
        return tensor.contiguous(memory_format=torch.channels_last)
    return tensor


def flatten(case, tensor):
    """A view of all elements in the order of the memory."""
    return (tensor.permute(0, 2, 3, 1) if case.nhwc else tensor).view(-1)


def make_input(sizes, dtype, device):
    """Random values, never zeros alone."""
    if dtype.is_floating_point:
        return torch.rand(sizes, dtype=torch.float32, device=device).to(dtype)
    least = max(-128, torch.iinfo(dtype).min)
    return torch.randint(least, 128, sizes, dtype=dtype, device=device)


def make_indices(case, device):
    """Into the memory of the whole result: row-major as dml's, or in NHWC."""
    n, c, h, w = case.sizes
    if case.operator.endswith("_shuffled"):
        count = math.prod(case.output_sizes)
        return torch.randint(0, count, case.sizes, dtype=torch.int64, device=device)
    planes = torch.arange(n * c, device=device).view(n, c, 1, 1)
    size = math.prod(case.o)
    if not case.nhwc:
        return make_plane_indices(case, device) + planes * size
    image, channel = planes // c, planes % c
    return (make_plane_indices(case, device) + image * size) * c + channel


def make_plane_indices(case, device):
    """Into each plane: as max_pool2d makes them, or anywhere."""
    shape = tuple(case.sizes)
    if case.operator.endswith("shuffled_planes"):
        return torch.randint(0, math.prod(case.o), shape, device=device)
    positions = []
    for dimension in (0, 1):
        count, size = shape[2 + dimension], case.o[dimension]
        begin = torch.arange(count, device=device) * case.s[dimension]
        begin = begin - case.p[dimension]
        end = (begin + case.k[dimension]).clamp(max=size)
        begin = begin.clamp(min=0)
        if dimension == 0:
            begin, end = begin.view(count, 1), end.view(count, 1)
        # 24 bits are enough for windows, and exact in f32.
        part = torch.rand(shape, device=device) * (end - begin)
        positions.append(begin + part.long().minimum(end - begin - 1))
    return positions[0] * case.o[1] + positions[1]


def reshaping(case, view, channels_last):
    """A function that gives the view's elements in the result's sizes. The
    permutation of the view's dimensions moves those of the channels to the end."""
    n, c, h, w = case.output_sizes
    if not case.nhwc:
        return lambda: view.reshape(n, c, h, w)
    last = view.permute(channels_last)
    return lambda: last.reshape(n, h, w, c).permute(0, 3, 1, 2)


def make_padded(case, fill, dtype, device):
    """The tensor that the windows slide over, with its padding, and a view of what
    is inside of the padding."""
    spatial = [size + 2 * p for size, p in zip(case.sizes[2:], case.p)]
    padded = torch.full(case.sizes[:2] + spatial, fill, dtype=dtype, device=device)
    padded = inside = lay_out(case, padded)
    for dimension, (size, p) in enumerate(zip(case.sizes[2:], case.p)):
        inside = inside.narrow(2 + dimension, p, size)
    return padded, inside


def get_windows(case, padded):
    """A view with the windows' dimensions after the channels', then the blocks'."""
    outer, spatial = padded.stride()[:2], padded.stride()[2:]
    return padded.as_strided(
        case.sizes[:2] + case.k + case.blocks,
        [
            *outer,
            *(stride * d for stride, d in zip(spatial, case.d)),
            *(stride * s for stride, s in zip(spatial, case.s)),
        ],
    )


def depth_to_space_methods(case, x, out):
    n, c, h, w = case.sizes
    b = case.block
    inner = c // b**2
    if case.operator.endswith("dcr"):
        view = x.view(n, b, b, inner, h, w).permute(0, 3, 4, 1, 5, 2)
        yield "permute, reshape", reshaping(case, view, (0, 2, 3, 4, 5, 1))
    else:
        view = x.view(n, inner, b, b, h, w).permute(0, 1, 4, 2, 5, 3)
        yield "pixel_shuffle", lambda: lay_out(case, F.pixel_shuffle(x, b))
    out_view = out.view(n, inner, h, b, w, b)
    yield "permute, copy_", lambda: out_view.copy_(view)


def space_to_depth_methods(case, x, out):
    n, c, h, w = case.sizes
    b = case.block
    blocks = x.view(n, c, h // b, b, w // b, b)
    if case.operator.endswith("dcr"):
        view = blocks.permute(0, 3, 5, 1, 2, 4)
        yield "permute, reshape", reshaping(case, view, (0, 4, 5, 1, 2, 3))
    else:
        view = blocks.permute(0, 1, 3, 5, 2, 4)
        yield "pixel_unshuffle", lambda: lay_out(case, F.pixel_unshuffle(x, b))
    out_view = out.view(view.shape)
    yield "permute, copy_", lambda: out_view.copy_(view)


def max_pooling_methods(case, x, out):
    rank = len(case.sizes) - 2
    pool = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}[rank]

    def run_pool():
        result = pool(x, case.k, case.s, case.p, case.d, return_indices=case.indices)
        if case.indices:
            return [lay_out(case, tensor) for tensor in result]
        return lay_out(case, result)

    yield f"max_pool{rank}d", run_pool
    if case.indices:
        return
    # For types that it does not take.
    is_float = x.dtype.is_floating_point
    least = -math.inf if is_float else torch.iinfo(x.dtype).min
    is_padded = any(case.p)
    padded, inside = make_padded(case, least, x.dtype, x.device) if is_padded else (x, x)
    windows = get_windows(case, padded)

    def run_amax():
        if is_padded:
            inside.copy_(x)
        return lay_out(case, windows.amax(dim=list(range(2, 2 + rank))))

    yield "as_strided, amax", run_amax


def max_unpooling_methods(case, x, out):
    if not case.operator.endswith("_shuffled"):
        planes = lay_out(case, make_plane_indices(case, x.device))
        size = case.output_sizes[2:]
        yield "max_unpool2d, int64 indices", lambda: lay_out(
            case, F.max_unpool2d(x, planes, case.k, case.s, case.p, output_size=size)
        )
    indices = flatten(case, lay_out(case, make_indices(case, x.device)))
    flat, values = flatten(case, out), flatten(case, x)
    name = "zero_, scatter_, int64 indices"
    if case.nhwc:
        name += " in the order of the memory"
    yield name, lambda: flat.zero_().scatter_(0, indices, values)


def get_arguments(case):
    """What unfold and fold take. PyTorch has two spatial dimensions: a first one of
    size 1 comes before a single one."""
    arguments = case.k, case.d, case.p, case.s
    if len(case.sizes) == 4:
        return arguments
    return [[first, *given] for first, given in zip((1, 1, 0, 1), arguments)]


def unfold_methods(case, x, out):
    if len(case.sizes) <= 4:
        planes = x.unsqueeze(2) if len(case.sizes) == 3 else x
        yield "unfold", lambda: F.unfold(planes, *get_arguments(case))

    is_padded = any(case.p)
    padded, inside = make_padded(case, 0, x.dtype, x.device) if is_padded else (x, x)
    windows = get_windows(case, padded)
    out_view = out.view(windows.shape)

    def copy_windows():
        if is_padded:
            inside.copy_(x)
        return out_view.copy_(windows)

    yield "as_strided, copy_", copy_windows


def fold_methods(case, dtype, device):
    """The case's sizes are those of the result, as dml-benchmark has them."""
    spatial = case.sizes[2:]
    columns = make_input(case.output_sizes, dtype, device)
    if len(spatial) <= 2:
        sizes = [1, *spatial] if len(spatial) == 1 else spatial
        yield "fold", lambda: lay_out(
            case, F.fold(columns, sizes, *get_arguments(case))
        )

    # For types and ranks that it does not take.
    padded, inside = make_padded(case, 0, dtype, device)
    addends = columns.view(case.sizes[:2] + case.k + case.blocks)
    is_padded = any(case.p)
    tiles = [k * count for k, count in zip(case.k, case.blocks)] == spatial
    if case.k == case.s and set(case.d) == {1} and tiles and not is_padded:
        windows = get_windows(case, padded)
        yield "as_strided, copy_", lambda: windows.copy_(addends)
        return
    # Where the addends at one offset in all windows go.
    places = {
        offset: (..., *(
            slice(x * d, x * d + (count - 1) * s + 1, s)
            for x, count, s, d in zip(offset, case.blocks, case.s, case.d)
        ))
        for offset in itertools.product(*map(range, case.k))
    }
    out = lay_out(case, torch.empty(case.sizes, dtype=dtype, device=device))

    def add_windows():
        padded.zero_()
        for offset, place in places.items():
            padded[place].add_(addends[(slice(None), slice(None), *offset)])
        return out.copy_(inside) if is_padded else padded

    yield "slices, add_", add_windows


def get_methods(case, device):
    """Pairs of a name and a function without arguments."""
    dtype = TYPES[case.type]
    if case.is_program:
        return program_methods(case, dtype, device)
    if case.operator == "fold":
        return fold_methods(case, dtype, device)
    x = lay_out(case, make_input(case.sizes, dtype, device))
    out = lay_out(case, torch.empty(case.output_sizes, dtype=dtype, device=device))
    if case.operator.startswith("space_to_depth1"):
        return space_to_depth_methods(case, x, out)
    if case.operator == "max_pooling2":
        return max_pooling_methods(case, x, out)
    if case.block:
        return depth_to_space_methods(case, x, out)
    if case.index_type:
        return max_unpooling_methods(case, x, out)
    return unfold_methods(case, x, out)
