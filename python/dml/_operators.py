# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators of the dialect, one function each (docs/Operators.md).

device: what dml-run's --device names, such as "cpu" or "vulkan".
out: an array for the result, or a tuple of arrays for several results.
Arrays are of float16, float32, float64, and of signed and unsigned integers of 8
to 64 bits; max_unpool takes no float64.
"""

import functools
from numbers import Integral

from . import _runtime
from ._runtime import Error

_ORDERS = {
    "dcr": "depth_column_row",
    "crd": "column_row_depth",
    "depth_column_row": "depth_column_row",
    "column_row_depth": "column_row_depth",
}
_INDEX_TYPES = ("uint32", "uint64")


def _get_element_type(array):
    kind = {"f": "f", "i": "i", "u": "ui"}.get(array.dtype.kind)
    if kind is None:
        raise Error(f"{array.dtype} is not an element type of dml")
    return f"{kind}{8 * array.dtype.itemsize}"


def _tensor(element_type, sizes):
    """The spelling of a type. Sizes are numbers, or "?" for those to be met."""
    return f"tensor<{''.join(f'{size}x' for size in sizes)}{element_type}>"


def _tuple(value, count, name):
    """A number for each of `count` dimensions; one number stands for all."""
    try:
        numbers = (value,) * count if isinstance(value, Integral) else tuple(value)
    except TypeError:
        numbers = ()
    if len(numbers) != count or not all(isinstance(n, Integral) for n in numbers):
        raise Error(f"{name}: expected an integer or {count} of them, given {value!r}")
    return tuple(map(int, numbers))


@functools.lru_cache(maxsize=256)
def _get_function(device, source):
    return _runtime.parse(source, device, "<dml>")["main"]


def _call(operator, arrays, clauses, results, device, **options):
    """Calls a function of one operator. `results` are types in MLIR's spelling."""
    names = ", ".join(f"%x{i}" for i in range(len(arrays)))
    operands = [_tensor(_get_element_type(x), "?" * x.ndim) for x in arrays]
    arguments = ", ".join(f"%x{i}: {type}" for i, type in enumerate(operands))
    values = ", ".join(f"%y{i}" for i in range(len(results)))
    types = ", ".join(results)
    function = _get_function(
        _runtime.open_device(device),
        f"func.func @main({arguments}) -> ({types}) {{\n"
        f"  {values} = dml.{operator} {names}{clauses}\n"
        f"      : ({', '.join(operands)}) -> "
        + (types if len(results) == 1 else f"({types})")
        + f"\n  return {values} : {types}\n}}\n",
    )
    return function(*arrays, **options)


def _rearrange_depth(operator, x, block_size, order, device, out):
    if order not in _ORDERS:
        raise Error(f"order: expected 'dcr' or 'crd', given {order!r}")
    x = _runtime.as_array(x)
    clauses = f", block_size = {int(block_size)}, order = {_ORDERS[order]}"
    result = _tensor(_get_element_type(x), "????")
    return _call(operator, [x], clauses, [result], device, out=out)


def depth_to_space(x, block_size, order="dcr", *, device="cpu", out=None):
    """Blocks of channels of x, NCHW, become spatial blocks (DEPTH_TO_SPACE1).

    order: 'dcr' (depth_column_row) or 'crd' (column_row_depth, pixel shuffle).
    The default is 'dcr'.
    """
    return _rearrange_depth("depth_to_space1", x, block_size, order, device, out)


def space_to_depth(x, block_size, order="dcr", *, device="cpu", out=None):
    """The inverse of depth_to_space (SPACE_TO_DEPTH1)."""
    return _rearrange_depth("space_to_depth1", x, block_size, order, device, out)


def _write_window(count, window_sizes, strides, dilations, start_padding, end_padding):
    if end_padding is None:
        end_padding = start_padding
    clauses = ""
    for name, value in [
        ("window_sizes", window_sizes),
        ("strides", strides),
        ("dilations", dilations),
        ("start_padding", start_padding),
        ("end_padding", end_padding),
    ]:
        numbers = ", ".join(map(str, _tuple(value, count, name)))
        clauses += f", {name} = [{numbers}]"
    return clauses


def unfold(
    x,
    window_sizes,
    *,
    strides=1,
    dilations=1,
    start_padding=0,
    end_padding=None,
    device="cpu",
    out=None,
):
    """Sliding windows of x, {N, C, spatial...}, become columns (UNFOLD, im2col).

    A number stands for all spatial dimensions. Note: end_padding is
    start_padding where it is not given; in MLIR it is zero then.
    """
    x = _runtime.as_array(x)
    clauses = _write_window(
        x.ndim - 2, window_sizes, strides, dilations, start_padding, end_padding
    )
    result = _tensor(_get_element_type(x), "???")
    return _call("unfold", [x], clauses, [result], device, out=out)


def fold(
    x,
    output_sizes,
    window_sizes,
    *,
    strides=1,
    dilations=1,
    start_padding=0,
    end_padding=None,
    device="cpu",
    out=None,
):
    """Sums the columns of x, {N, C * window, L}, at the places that unfold took
    them from (FOLD, col2im).

    output_sizes are the spatial sizes. Note: end_padding is start_padding where
    it is not given; in MLIR it is zero then.
    """
    x = _runtime.as_array(x)
    sizes = (output_sizes,) if isinstance(output_sizes, int) else tuple(output_sizes)
    clauses = _write_window(
        len(sizes), window_sizes, strides, dilations, start_padding, end_padding
    )
    result = _tensor(_get_element_type(x), ("?", "?", *map(int, sizes)))
    return _call("fold", [x], clauses, [result], device, out=out)


def max_unpool(
    values,
    indices,
    output_sizes,
    *,
    ignore_out_of_range_indices=False,
    device="cpu",
    out=None,
):
    """Writes values to the positions of a zero result, {N, C, H, W}, that indices
    (uint32 or uint64) count in row-major order (MAX_UNPOOLING).

    output_sizes are all four sizes, or H and W. An index outside of the result
    is an error, unless such are ignored.
    """
    values, indices = _runtime.as_array(values), _runtime.as_array(indices)
    if indices.dtype in ("int32", "int64"):
        raise Error(
            f"indices: expected uint32 or uint64, given {indices.dtype}; "
            f"indices.view('u{indices.dtype}') has the same bits"
        )
    sizes = tuple(map(int, output_sizes))
    if len(sizes) == 2:
        sizes = values.shape[:2] + sizes
    result = _tensor(_get_element_type(values), sizes)
    return _call(
        "max_unpooling",
        [values, indices],
        "",
        [result],
        device,
        out=out,
        ignore_out_of_range_indices=ignore_out_of_range_indices,
    )


def max_pool(
    x,
    window_sizes,
    *,
    strides=1,
    dilations=1,
    start_padding=0,
    end_padding=None,
    indices=None,
    device="cpu",
    out=None,
):
    """The largest element of each window of x, {N, C, spatial...}
    (MAX_POOLING2). With indices="uint32" or "uint64" it returns the values and
    the positions that max_unpool takes.

    Note: end_padding is start_padding where it is not given; in MLIR it is zero
    then.
    """
    x = _runtime.as_array(x)
    clauses = _write_window(
        x.ndim - 2, window_sizes, strides, dilations, start_padding, end_padding
    )
    unknown = "?" * x.ndim
    results = [_tensor(_get_element_type(x), unknown)]
    if indices is not None:
        if indices not in _INDEX_TYPES:
            raise Error(f"indices: expected 'uint32' or 'uint64', given {indices!r}")
        results.append(_tensor("ui" + indices[4:], unknown))
    return _call("max_pooling2", [x], clauses, results, device, out=out)
