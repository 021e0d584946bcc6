# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libdml.so and its functions (include/dml-c/Runtime.h)."""

import ctypes
import os
import pathlib

MAX_RANK = 8
DYNAMIC = -1
IGNORE_OUT_OF_RANGE_INDICES = 1

#: In the order of the enumeration DML_F64 to DML_INDEX, in NumPy's spelling.
ELEMENT_TYPES = (
    "float64 float32 float16 int64 int32 int16 int8 uint64 uint32 uint16 uint8 int64"
).split()
INDEX = len(ELEMENT_TYPES) - 1


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("element_type", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("sizes", ctypes.c_int64 * MAX_RANK),
        ("strides", ctypes.c_int64 * MAX_RANK),
    ]


class DeviceOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("num_threads", ctypes.c_uint32)]


class Timings(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("run", ctypes.c_double),
        ("upload", ctypes.c_double),
        ("kernels", ctypes.c_double),
        ("download", ctypes.c_double),
    ]


VISITOR = ctypes.CFUNCTYPE(
    None, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p
)


def _open():
    """The library that DML_LIBRARY names, that is packed with this module, that
    was installed with it, or that the system finds."""
    name = "libdml.so.0.1"
    here = pathlib.Path(__file__).resolve().parent
    given = os.environ.get("DML_LIBRARY")
    if given:
        return ctypes.CDLL(given)
    # PREFIX/lib/python3/dist-packages/dml, and build/lib of the sources.
    places = [here, here.parents[2], here.parents[1] / "build" / "lib"]
    for place in places:
        if (place / name).exists():
            return ctypes.CDLL(str(place / name))
    try:
        return ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(
            f"{name} was not found in {', '.join(map(str, places))}, nor by the "
            "system; DML_LIBRARY=/path/to/libdml.so says where it is"
        ) from error


def _declare(library):
    pointer, size, text = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
    tensors, unsigned = ctypes.c_void_p, ctypes.c_uint32
    out = ctypes.POINTER(ctypes.c_void_p)
    call = [pointer, tensors, size, tensors, size, unsigned, pointer]
    for name, result, arguments in [
        ("GetVersion", text, []),
        ("ErrorGetMessage", text, [pointer]),
        ("ErrorDestroy", None, [pointer]),
        ("TensorFree", None, [tensors]),
        ("DeviceOpen", pointer, [text, pointer, out]),
        ("DeviceDestroy", None, [pointer]),
        ("VisitDevices", None, [VISITOR, pointer]),
        ("ProgramParse", pointer, [text, size, text, out]),
        ("ProgramLoad", pointer, [text, out]),
        ("ProgramDestroy", None, [pointer]),
        ("ProgramGetNumFunctions", size, [pointer]),
        ("ProgramGetFunctionName", text, [pointer, size]),
        ("FunctionCreate", pointer, [pointer, text, pointer, out]),
        ("FunctionDestroy", None, [pointer]),
        ("FunctionGetNumArguments", size, [pointer]),
        ("FunctionGetArgumentType", pointer, [pointer, size, tensors]),
        ("FunctionCompile", pointer, [pointer, tensors, size, out]),
        ("ExecutableLoad", pointer, [text, pointer, out]),
        ("ExecutableDestroy", None, [pointer]),
        ("ExecutableGetNumArguments", size, [pointer]),
        ("ExecutableGetArgumentType", pointer, [pointer, size, tensors]),
        ("ExecutableGetNumResults", size, [pointer]),
        ("ExecutableGetResultType", pointer, [pointer, size, tensors]),
        ("ExecutableRun", pointer, call),
    ]:
        function = getattr(library, "dml" + name)
        function.restype = result
        function.argtypes = arguments
    return library


library = _declare(_open())


def version():
    return library.dmlGetVersion().decode()
