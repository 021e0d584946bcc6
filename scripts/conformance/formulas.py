"""The formulas of docs/Operators.md, as a peer that needs nothing installed: for
tests of the other files here, which it also shows to be right."""

import itertools
import math
import struct

from arrays import TYPES, Array, make_array
from cases import count_blocks


def positions(sizes):
    return itertools.product(*map(range, sizes))


def flatten(position, sizes):
    flat = 0
    for i, size in zip(position, sizes):
        flat = flat * size + i
    return flat


def block_source(case, position):
    """D4, D5, S4: the input's position of the result's."""
    n, c, h, w = position
    size = case.block
    if case.operator == "depth_to_space1":
        i, j, inner = h % size, w % size, case.output_sizes[1]
        if case.order == "depth_column_row":
            return n, (i * size + j) * inner + c, h // size, w // size
        return n, (c * size + i) * size + j, h // size, w // size
    inner = case.sizes[1]
    if case.order == "depth_column_row":
        (i, j), c = divmod(c // inner, size), c % inner
    else:
        c, (i, j) = c // size**2, divmod(c % size**2, size)
    return n, c, h * size + i, w * size + j


def window_source(case, sizes, n, c, block, k):
    """The flat position, in a tensor of these sizes, under a window's position; or
    None."""
    spatial = [
        b * stride + i * dilation - start
        for b, stride, i, dilation, start in zip(
            block, case.strides, k, case.dilations, case.start
        )
    ]
    if all(0 <= i < size for i, size in zip(spatial, sizes[2:])):
        return flatten([n, c] + spatial, sizes)
    return None


def unfold_sources(case, sizes):
    """F4: of each element of the columns of a tensor of these sizes."""
    each = zip(
        sizes[2:], case.start, case.end, case.window, case.strides, case.dilations
    )
    blocks = [count_blocks(*values) for values in each]
    for n, c in positions(sizes[:2]):
        for k in positions(case.window):
            for block in positions(blocks):
                yield window_source(case, sizes, n, c, block, k)


def round_to(type_, number):
    """O4: to the type in which sums are rounded."""
    if type_[0] != "f":
        span = 2 ** int(type_.lstrip("ui"))
        low = 0 if type_[0] == "u" else -span // 2
        return (number - low) % span + low
    code = TYPES["f32" if type_ == "f16" else type_][1]
    return struct.unpack(code, struct.pack(code, number))[0]


def sum_columns(case, x):
    """O3, O4: the sums, the columns' elements being in order of r(k)."""
    sums = [None] * math.prod(case.output_sizes)
    for number, target in zip(x.numbers, unfold_sources(case, case.output_sizes)):
        if target is not None:
            before = sums[target]
            total = number if before is None else before + number
            sums[target] = round_to(case.type, total)
    return [sum_ or 0 for sum_ in sums]


def is_larger(a, b):
    """M4, M5."""
    return a > b or (math.isnan(a) and not math.isnan(b))


def pooling_sources(case, x):
    """M3: the flat position of the largest element of each window."""
    numbers = x.numbers
    for n, c, *block in positions(case.output_sizes):
        largest = None
        for k in positions(case.window):
            source = window_source(case, case.sizes, n, c, block, k)
            if source is None:
                continue
            if largest is None or is_larger(numbers[source], numbers[largest]):
                largest = source
        yield largest


def unpooling_sources(case, indices):
    """U2, U4."""
    sources = [None] * math.prod(case.output_sizes)
    for source, index in enumerate(indices.numbers):
        sources[index] = source
    return sources


def compute(case, inputs):
    """The results of a case."""
    x = inputs[0]
    if case.operator == "fold":
        return [make_array(case.type, case.output_sizes, sum_columns(case, x))]
    if case.block:
        sources = [
            flatten(block_source(case, position), case.sizes)
            for position in positions(case.output_sizes)
        ]
    elif case.operator == "unfold":
        sources = list(unfold_sources(case, case.sizes))
    elif case.operator == "max_unpooling":
        sources = unpooling_sources(case, inputs[1])
    else:
        sources = list(pooling_sources(case, x))
    zero = bytes(x.width)
    data = b"".join(zero if s is None else x.bits(s) for s in sources)
    results = [Array(x.type, case.output_sizes, data)]
    if case.operator == "max_pooling2" and case.index_type:
        results.append(make_array(case.index_type, case.output_sizes, sources))
    return results
