"""Draws cases and their elements. A seed and a number name a case, for good as long
as this file stays the same."""

import itertools
import math
import random
import struct

from arrays import TYPES, Array, make_array
from cases import Case, count_blocks, is_inside, is_small

DCR, CRD = "depth_column_row", "column_row_depth"

# What each peer has, and of which types: docs/Conformance.md.
PEERS = {
    "pytorch": {
        "depth_to_space1": "f64 f32 f16 i64 i32 i16 i8 ui8",
        "space_to_depth1": "f64 f32 f16 i64 i32 i16 i8 ui8",
        "unfold": "f64 f32 f16",
        "fold": "f64 f32 f16",
        "max_pooling2": "f32",
        "max_unpooling": "f32",
    },
    "onnxruntime": {
        "depth_to_space1": "f64 f32 i8 ui8",
        "space_to_depth1": "f64 f32 i8 ui8",
        "fold": "f32",
        "max_pooling2": "f32 i8 ui8",
        "max_unpooling": "f32",
    },
}
PEERS["formulas"] = {
    operator: " ".join(t for t in TYPES if t != "f64" or not operator.startswith("max"))
    for operator in PEERS["pytorch"]
}

# The configurations of ONNX's node cases with random elements: sizes, window, strides,
# dilations, and how they are padded.
ONNX_POOLING = {
    "maxpool_1d_default": ([1, 3, 32], 2, 1, 1, {}),
    "maxpool_2d_default": ([1, 3, 32, 32], 2, 1, 1, {}),
    "maxpool_3d_default": ([1, 3, 32, 32, 32], 2, 1, 1, {}),
    "maxpool_2d_same_upper": ([1, 3, 32, 32], 2, 1, 1, {"auto_pad": "SAME_UPPER"}),
    "maxpool_2d_same_lower": ([1, 3, 32, 32], 2, 1, 1, {"auto_pad": "SAME_LOWER"}),
    "maxpool_2d_pads": ([1, 3, 28, 28], 3, 1, 1, {"pads": [2, 2, 2, 2]}),
    "maxpool_2d_strides": ([1, 3, 32, 32], 5, 3, 1, {}),
    "maxpool_3d_dilations_use_ref_impl_large": (
        [1, 1, 32, 32, 32], 5, 3, 2, {"ceil": True}
    ),
}
ONNX_CASES = ["spacetodepth", *ONNX_POOLING]


def resolve_padding(sizes, window, strides, dilations, call):
    """Paddings at start and end from what an operator of ONNX or PyTorch is called
    with: pads, auto_pad, and rounding up."""
    rank = len(sizes)
    pads = call.get("pads", [0] * 2 * rank)
    start, end = list(pads[:rank]), list(pads[rank:])
    for i, size in enumerate(sizes):
        reach = dilations[i] * (window[i] - 1) + 1
        if "auto_pad" in call:
            blocks = -(-size // strides[i])
            total = (blocks - 1) * strides[i] + reach - size
            start[i], end[i] = total // 2, total - total // 2
            if call["auto_pad"] == "SAME_LOWER":
                start[i], end[i] = end[i], start[i]
        elif call.get("ceil"):
            blocks = -(-(size + start[i] + end[i] - reach) // strides[i]) + 1
            # A last window that begins in the padding at the end does not count.
            if (blocks - 1) * strides[i] >= size + start[i]:
                blocks -= 1
            end[i] = max(end[i], (blocks - 1) * strides[i] + reach - size - start[i])
    return start, end


def draw_spatial(rng, case, rank, most):
    """Spatial sizes: one in six large, if the peer is fast."""
    if case.peer != "formulas" and rank < 3 and rng.random() < 1 / 6:
        most = 80
    return [rng.randint(1, most) for _ in range(rank)]


def draw_windows(rng, rank):
    """Window, strides and dilations, an entry for each dimension."""
    largest = 4 if rank < 3 else 3
    window = [rng.randint(1, largest) for _ in range(rank)]
    strides = [rng.randint(1, 3) for _ in range(rank)]
    dilations = [rng.choice((1, 1, 2, 3)) for _ in range(rank)]
    return window, strides, dilations


def make_pooling(case, spatial, window, strides, dilations, call):
    """Completes the case; False if a padding is negative, which SAME_UPPER can come
    to where strides are larger than windows, or a window lies outside (M6)."""
    rank = len(spatial)
    start, end = resolve_padding(spatial, window, strides, dilations, call)
    each = list(zip(spatial, start, end, window, strides, dilations))
    blocks = [count_blocks(*values) for values in each]
    if min(start + end) < 0 or min(blocks) < 1 or not all(
        is_inside(size, s, w, stride, dilation, b)
        for (size, s, _, w, stride, dilation), b in zip(each, blocks)
    ):
        return False
    case.call = {**call, "sizes": case.sizes + spatial, "window": window}
    case.call.update(strides=strides, dilations=dilations)
    # DirectML has two or three dimensions: one is the last of two.
    more = [1] * (rank == 1)
    zero = [0] * (rank == 1)
    case.window, case.strides = more + window, more + strides
    case.dilations = more + dilations
    case.start, case.end = zero + start, zero + end
    case.output_sizes = case.sizes + more + blocks
    case.sizes = case.sizes + more + spatial
    return True


def draw_pooling(rng, case):
    rank = rng.choice((2, 2, 3) if case.peer == "pytorch" else (1, 2, 2, 3))
    window, strides, dilations = draw_windows(rng, rank)
    case.sizes = [rng.randint(1, 3), rng.randint(1, 3)]
    spatial = draw_spatial(rng, case, rank, 12 if rank < 3 else 7)
    call = {}
    if case.peer == "onnxruntime":
        if rng.random() < 0.2 and max(dilations) == 1:
            call["auto_pad"] = rng.choice(("SAME_UPPER", "SAME_LOWER"))
        else:
            call["pads"] = [rng.randint(0, w - 1) for w in window + window]
    else:
        call["pads"] = [rng.randint(0, w // 2) for w in window] * 2
    if "auto_pad" not in call and rng.random() < 0.3:
        call["ceil"] = True
    case.index_type = rng.choice(("ui32", "ui64", "ui32", ""))
    if case.peer == "onnxruntime" and rank == 2 and case.index_type:
        call["storage_order"] = rng.randint(0, 1)
    return make_pooling(case, spatial, window, strides, dilations, call)


def draw_blocks(rng, case):
    block = rng.choice((1, 2, 2, 3, 4))
    n, c = rng.randint(1, 3), rng.randint(1, 5)
    h, w = draw_spatial(rng, case, 2, 9)
    case.block = block
    # PyTorch has one order, and so has ONNX's SpaceToDepth.
    case.order = rng.choice((DCR, CRD))
    if case.peer == "pytorch":
        case.order = CRD
    elif case.peer == "onnxruntime" and case.operator == "space_to_depth1":
        case.order = DCR
    case.sizes = [n, c * block * block, h, w]
    case.output_sizes = [n, c, h * block, w * block]
    if case.operator == "space_to_depth1":
        case.sizes, case.output_sizes = case.output_sizes, case.sizes
    return True


def draw_columns(rng, case):
    rank = {"pytorch": rng.choice((1, 2, 2))}.get(case.peer, rng.choice((1, 2, 3)))
    case.window, case.strides, case.dilations = draw_windows(rng, rank)
    # Elsewhere ONNX Runtime leaves dilations out when it counts the blocks.
    if case.peer == "onnxruntime" and rank != 2:
        case.dilations = [1] * rank
    spatial = draw_spatial(rng, case, rank, 10 if rank < 3 else 5)
    case.start = [rng.randint(0, 3) for _ in range(rank)]
    case.end = list(case.start)
    if case.peer != "pytorch":
        case.end = [rng.randint(0, 3) for _ in range(rank)]
    attributes = zip(
        spatial, case.start, case.end, case.window, case.strides, case.dilations
    )
    blocks = [count_blocks(*values) for values in attributes]
    if min(blocks) < 1:
        return False
    case.sizes = [rng.randint(1, 3), rng.randint(1, 4)]
    rows = case.sizes[1] * math.prod(case.window)
    case.output_sizes = [case.sizes[0], rows, math.prod(blocks)]
    case.sizes += spatial
    if case.operator == "fold":
        case.sizes, case.output_sizes = case.output_sizes, case.sizes
    return True


def draw_unpooling(rng, case):
    rank = {"pytorch": 2}.get(case.peer, rng.choice((1, 2, 2, 3)))
    window = [rng.randint(1, 4) for _ in range(rank)]
    strides = [rng.randint(1, 3) for _ in range(rank)]
    n, c = rng.randint(1, 3), rng.randint(1, 3)
    spatial = draw_spatial(rng, case, rank, 8 if rank < 3 else 4)
    if case.peer == "onnxruntime":
        pads = [rng.randint(0, w - 1) for w in window + window]
    else:
        pads = [rng.randint(0, w // 2) for w in window] * 2
    output = [
        (size - 1) * stride + w - a - b
        for size, stride, w, a, b in zip(spatial, strides, window, pads, pads[rank:])
    ]
    case.call = {"window": window, "strides": strides, "pads": pads}
    case.call["sizes"] = [n, c] + spatial
    if min(output) < 1:
        return False
    if rng.random() < 0.4:
        # PyTorch takes sizes that are less than a stride from these.
        output = [o + rng.randint(0, s - 1) for o, s in zip(output, strides)]
        case.call["output"] = [n, c] + output
    # An index counts in the whole output: DirectML's four dimensions can be others.
    case.sizes, case.output_sizes = [n, c] + spatial, [n, c] + output
    if rank == 1:
        case.sizes[2:2] = case.output_sizes[2:2] = [1]
    elif rank == 3:
        case.sizes[:2] = case.output_sizes[:2] = [n * c]
    case.index_type = rng.choice(("ui32", "ui64"))
    # PyTorch says of equal indices that any may win.
    return case.peer != "pytorch" or math.prod(spatial) <= math.prod(output)


DRAW = {
    "depth_to_space1": draw_blocks,
    "space_to_depth1": draw_blocks,
    "unfold": draw_columns,
    "fold": draw_columns,
    "max_pooling2": draw_pooling,
    "max_unpooling": draw_unpooling,
}


def start_case(number, peer, operator, name, type_, form):
    return Case(number, peer, operator, name, type_, [], [], form)


def make_onnx_case(number, name):
    case = start_case(number, "onnxruntime", "max_pooling2", name, "f32", "static")
    if name == "spacetodepth":
        case.operator, case.block, case.order = "space_to_depth1", 2, DCR
        case.sizes, case.output_sizes = [2, 2, 6, 6], [2, 8, 3, 3]
        return case
    sizes, *windows, call = ONNX_POOLING[name]
    case.sizes = sizes[:2]
    window, strides, dilations = ([value] * (len(sizes) - 2) for value in windows)
    if not make_pooling(case, sizes[2:], window, strides, dilations, call):
        raise ValueError(f"{name}: the windows do not fit")
    return case


def draw_case(seed, number, peers):
    """Case `number` for these peers: first ONNX's configurations, then operators of
    peers in turn."""
    if "onnxruntime" in peers and number < len(ONNX_CASES):
        return make_onnx_case(number, ONNX_CASES[number])
    pairs = [(peer, operator) for peer in peers for operator in PEERS[peer]]
    peer, operator = pairs[number % len(pairs)]
    rng = random.Random(f"{seed} {number} case")
    while True:
        type_ = rng.choice(PEERS[peer][operator].split())
        form = rng.choice(("static", "dynamic", "as-written"))
        case = start_case(number, peer, operator, "", type_, form)
        if not DRAW[operator](rng, case):
            continue
        if is_small(case.sizes) and is_small(case.output_sizes):
            return case


def draw_numbers(rng, case, count):
    """What max pooling compares: often equal ones."""
    if case.type[0] != "f":
        span = 2 ** int(case.type.lstrip("ui"))
        low = 0 if case.type[0] == "u" else -span // 2
        high = low + span - 1
        if rng.random() < 0.5:
            low, high = max(low, -3), 3
        return [rng.randint(low, high) for _ in range(count)]
    if rng.random() < 0.5:
        return [rng.randint(-20, 20) / 4 for _ in range(count)]
    return [rng.uniform(-1000, 1000) for _ in range(count)]


def draw_specials(rng, case, numbers):
    """Infinities, zeros with signs, and no more than one NaN in a plane: of several
    PyTorch takes the last. ONNX Runtime leaves all of them undefined."""
    if case.type[0] != "f" or case.peer == "onnxruntime" or rng.random() < 0.5:
        return
    for position in range(len(numbers)):
        if rng.random() < 0.2:
            numbers[position] = rng.choice((math.inf, -math.inf, 0.0, -0.0))
    plane = math.prod(case.sizes[2:])
    for first in range(0, len(numbers), plane):
        if rng.random() < 0.3:
            numbers[first + rng.randrange(plane)] = math.nan


def draw_pooled_indices(rng, case):
    """As max pooling makes them: each in the window of its position."""
    n, c, *spatial = case.call["sizes"]
    output = case.output_sizes[-len(spatial) :]
    call = case.call
    windows = list(zip(call["strides"], call["pads"], call["window"], output))
    indices = []
    for plane in range(n * c):
        for position in itertools.product(*map(range, spatial)):
            index = plane
            for i, (stride, pad, window, size) in zip(position, windows):
                i = i * stride - pad + rng.randrange(window)
                index = index * size + min(max(i, 0), size - 1)
            indices.append(index)
    return indices


def draw_indices(rng, case):
    """Of max_unpooling: in windows, which must not overlap for PyTorch; or in each
    plane, without equal ones, for PyTorch; or anywhere in the whole output."""
    count, bound = math.prod(case.sizes), math.prod(case.output_sizes)
    each = zip(case.call["strides"], case.call["window"])
    overlap = any(stride < window for stride, window in each)
    if not (overlap and case.peer == "pytorch") and rng.random() < 0.5:
        return draw_pooled_indices(rng, case)
    if case.peer != "pytorch":
        return [rng.randrange(bound) for _ in range(count)]
    inputs, outputs = math.prod(case.sizes[2:]), math.prod(case.output_sizes[2:])
    return [
        plane * outputs + index
        for plane in range(count // inputs)
        for index in rng.sample(range(outputs), inputs)
    ]


def draw_addends(rng, case, count):
    """Of fold: no zeros, whose sign others lose; of f16 such that all sums are exact,
    because PyTorch rounds each."""
    if case.type == "f16":
        return [rng.choice((-1, 1)) * rng.randint(1, 30) / 2 for _ in range(count)]
    if case.type[0] == "f":
        return [rng.choice((-1, 1)) * rng.uniform(0.1, 1000) for _ in range(count)]
    span = 2 ** int(case.type.lstrip("ui"))
    low = 0 if case.type[0] == "u" else -span // 2
    return [rng.randrange(low, low + span) for _ in range(count)]


def draw_inputs(seed, case):
    """The operands' arrays."""
    rng = random.Random(f"{seed} {case.number} elements")
    count = math.prod(case.sizes)
    if case.operator == "max_pooling2":
        numbers = draw_numbers(rng, case, count)
        draw_specials(rng, case, numbers)
        return [make_array(case.type, case.sizes, numbers)]
    if case.operator == "fold":
        addends = draw_addends(rng, case, count)
        return [make_array(case.type, case.sizes, addends)]
    width = struct.calcsize(TYPES[case.type][1])
    inputs = [Array(case.type, case.sizes, rng.randbytes(count * width))]
    if case.operator == "max_unpooling":
        inputs.append(make_array(case.index_type, case.sizes, draw_indices(rng, case)))
    return inputs
