# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Devices, programs and their functions."""

import collections
import ctypes
import struct
import threading
import weakref

import numpy

from . import _library as lib
from ._library import library

#: Executables that a function keeps for the types that it was called with.
MAX_EXECUTABLES = 128

_DTYPES = [numpy.dtype(name) for name in lib.ELEMENT_TYPES]
_CODES = {dtype: code for code, dtype in enumerate(_DTYPES[: lib.INDEX])}
_TENSOR = struct.Struct("@Qii16q")
assert _TENSOR.size == ctypes.sizeof(lib.Tensor)

Timings = collections.namedtuple("Timings", "run upload kernels download")
Timings.__doc__ = """Milliseconds of a call. The last three are those of a device
with memory of its own; elsewhere they are negative."""


class Error(RuntimeError):
    """What dml refused or failed to do, in words."""


def _check(error):
    if not error:
        return
    message = library.dmlErrorGetMessage(error).decode()
    library.dmlErrorDestroy(error)
    raise Error(message)


class _Handle:
    """Owns what a function of the library makes."""

    def _make(self, create, destroy, *arguments):
        handle = ctypes.c_void_p()
        _check(create(*arguments, ctypes.byref(handle)))
        self._handle = handle.value
        weakref.finalize(self, destroy, self._handle)


def devices():
    """The URIs of this machine's devices, and what they are."""
    found = {}

    @lib.VISITOR
    def visit(uri, description, _):
        found[uri.decode()] = description.decode()

    library.dmlVisitDevices(visit, None)
    return found


class Device(_Handle):
    """An open device: `cpu`, `reference`, `vulkan`, `vulkan://INDEX` or
    `vulkan://UUID`."""

    def __init__(self, uri="cpu", *, threads=0):
        options = lib.DeviceOptions(ctypes.sizeof(lib.DeviceOptions), threads)
        self._make(
            library.dmlDeviceOpen,
            library.dmlDeviceDestroy,
            uri.encode(),
            ctypes.byref(options),
        )
        self.uri = uri

    def __repr__(self):
        return f"dml.Device({self.uri!r})"


_devices = {}
_devices_lock = threading.Lock()


def open_device(device):
    """The device that a URI names, which is opened once; or the device given."""
    if isinstance(device, Device):
        return device
    with _devices_lock:
        if device not in _devices:
            _devices[device] = Device(device)
        return _devices[device]


class Program(_Handle):
    """A module of MLIR on a device. Its functions are attributes, and items by
    name; a program with one function is called like it."""

    def __init__(self, create, *arguments, device):
        self._make(create, library.dmlProgramDestroy, *arguments)
        self.device = open_device(device)
        count = library.dmlProgramGetNumFunctions(self._handle)
        names = [
            library.dmlProgramGetFunctionName(self._handle, i).decode()
            for i in range(count)
        ]
        self._functions = {name: Function(self, name) for name in names}

    @property
    def functions(self):
        """The names of the functions, in the order of the program."""
        return list(self._functions)

    def __getitem__(self, name):
        return self._functions[name]

    def __getattr__(self, name):
        try:
            return self.__dict__["_functions"][name]
        except KeyError:
            raise AttributeError(f"the program has no function @{name}") from None

    def __call__(self, *arguments, **options):
        return self._get_only_function()(*arguments, **options)

    @property
    def timings(self):
        """Those of the program's one function."""
        return self._get_only_function().timings

    def _get_only_function(self):
        if len(self._functions) != 1:
            names = ", ".join("@" + name for name in self._functions)
            raise Error(
                f"several public functions; choose one of {names}"
                if names
                else "the module has no public function with a body"
            )
        return next(iter(self._functions.values()))


def load(path, device="cpu"):
    """The program in a file of MLIR text or bytecode."""
    return Program(library.dmlProgramLoad, str(path).encode(), device=device)


def parse(source, device="cpu", name="<string>"):
    """The program in a text, or in bytes of bytecode."""
    if isinstance(source, str):
        source = source.encode()
    return Program(
        library.dmlProgramParse, source, len(source), name.encode(), device=device
    )


def as_array(value):
    """The value as an array that shares its memory where that can be."""
    if isinstance(value, numpy.ndarray):
        return value
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array_interface__"):
        return numpy.from_dlpack(value)
    return numpy.asarray(value)


class _Layout:
    """How elements of a type with sizes lie in memory."""

    def __init__(self, tensor):
        self.code = tensor.element_type
        self.dtype = _DTYPES[self.code]
        self.sizes = tuple(tensor.sizes[: tensor.rank])
        self.strides = tuple(tensor.strides[: tensor.rank])
        self.is_packed = not any(self.strides)

    def allocate(self, sizes):
        """An array of these sizes in this layout."""
        if self.is_packed:
            return numpy.empty(sizes, self.dtype)
        length = 1 + sum((n - 1) * s for n, s in zip(sizes, self.strides))
        return numpy.lib.stride_tricks.as_strided(
            numpy.zeros(length, self.dtype), sizes, self._get_byte_strides()
        )

    def has(self, array):
        """Whether the array lies in memory like this."""
        flags = array.flags
        if not (flags.aligned and array.dtype.isnative):
            return False
        if self.is_packed:
            return flags.c_contiguous
        return all(
            size == 1 or given == wanted
            for size, given, wanted in zip(
                array.shape, array.strides, self._get_byte_strides()
            )
        )

    def _get_byte_strides(self):
        return tuple(s * self.dtype.itemsize for s in self.strides)

    def pack(self, array, code):
        """The bytes of a DmlTensor."""
        padding = (0,) * (lib.MAX_RANK - array.ndim)
        return _TENSOR.pack(
            array.__array_interface__["data"][0],
            code,
            array.ndim,
            *array.shape,
            *padding,
            *(self.strides + padding if not self.is_packed else _NO_STRIDES),
        )


_NO_STRIDES = (0,) * lib.MAX_RANK


class _Executable(_Handle):
    """A function compiled for arguments of some types."""

    def __init__(self, function, arguments, count):
        self._make(
            library.dmlFunctionCompile,
            library.dmlExecutableDestroy,
            function._handle,
            arguments,
            count,
        )
        self.results = _get_results(self._handle)


def _get_results(executable):
    return [
        _get_layout(library.dmlExecutableGetResultType, executable, i)
        for i in range(library.dmlExecutableGetNumResults(executable))
    ]


def _get_layout(query, handle, index):
    tensor = lib.Tensor()
    _check(query(handle, index, ctypes.addressof(tensor)))
    return _Layout(tensor)


def _adopt(layout, tensor):
    """An array in memory that the library allocated."""
    sizes = tuple(tensor.sizes[: tensor.rank])
    count = 1
    for size in sizes:
        count *= size
    memory = (ctypes.c_char * (count * layout.dtype.itemsize)).from_address(
        tensor.data
    )
    owned = lib.Tensor(data=tensor.data)
    weakref.finalize(memory, _free, owned)
    return numpy.frombuffer(memory, layout.dtype).reshape(sizes)


def _free(tensor):
    library.dmlTensorFree(ctypes.addressof(tensor))


class Function(_Handle):
    """A function of a program. It is compiled when it is called on arguments of
    types that it has not met. Threads may call it at the same time."""

    def __init__(self, program, name):
        self._make(
            library.dmlFunctionCreate,
            library.dmlFunctionDestroy,
            program._handle,
            name.encode(),
            program.device._handle,
        )
        self.name = name
        self._arguments = [
            _get_layout(library.dmlFunctionGetArgumentType, self._handle, i)
            for i in range(library.dmlFunctionGetNumArguments(self._handle))
        ]
        self._executables = collections.OrderedDict()
        #: The Timings of the last call that asked for them.
        self.timings = None

    def __repr__(self):
        return f"<dml function @{self.name}>"

    def __call__(
        self, *arguments, out=None, ignore_out_of_range_indices=False, timed=False
    ):
        """Returns the result, or a tuple of several.

        out: arrays that the results are written to, one or a tuple of them.
        ignore_out_of_range_indices: drop unpooling indices outside of the
            result, instead of raising an error.
        timed: leave the call's times in `timings`.
        """
        arrays, tensors = self._take(arguments)
        executable = self._find(arrays, tensors)
        outputs = self._prepare(executable.results, out)
        results = b"".join(
            layout.pack(array, layout.code) if array is not None else bytes(_TENSOR.size)
            for layout, array in zip(executable.results, outputs)
        )
        # The library writes what it allocates.
        results = ctypes.create_string_buffer(results, max(len(results), 1))
        timings = None
        if timed:
            timings = lib.Timings(ctypes.sizeof(lib.Timings))
        _check(
            library.dmlExecutableRun(
                executable._handle,
                tensors,
                len(arrays),
                ctypes.addressof(results),
                len(outputs),
                lib.IGNORE_OUT_OF_RANGE_INDICES if ignore_out_of_range_indices else 0,
                ctypes.addressof(timings) if timed else None,
            )
        )
        if timed:
            self.timings = Timings(
                timings.run, timings.upload, timings.kernels, timings.download
            )
        for i, array in enumerate(outputs):
            if array is None:
                tensor = lib.Tensor.from_buffer(results, i * _TENSOR.size)
                outputs[i] = _adopt(executable.results[i], tensor)
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _take(self, arguments):
        """The arguments as arrays in the layouts that the function declares, and
        the DmlTensors of them."""
        if len(arguments) != len(self._arguments):
            raise Error(
                f"@{self.name}: expected {len(self._arguments)} argument(s), "
                f"given {len(arguments)}"
            )
        arrays, tensors = [], []
        for i, (layout, value) in enumerate(zip(self._arguments, arguments)):
            # Scalars of Python have no type of their own.
            if isinstance(value, (int, float)):
                array = numpy.array(value, layout.dtype)
            else:
                array = as_array(value)
            if array.ndim > lib.MAX_RANK:
                raise Error(f"argument #{i}: rank {array.ndim} is above 8 [T2]")
            dtype = array.dtype.newbyteorder("=")
            code = _CODES.get(dtype)
            if code is None:
                raise Error(f"argument #{i}: {dtype} is not an element type of dml")
            if layout.code == lib.INDEX and dtype == layout.dtype:
                code = lib.INDEX
            if not layout.is_packed and array.ndim != len(layout.strides):
                raise Error(
                    f"argument #{i}: expected rank {len(layout.strides)}, given "
                    f"{array.ndim}"
                )
            if not layout.has(array):
                copy = layout.allocate(array.shape)
                if copy.dtype != dtype:
                    copy = numpy.empty(array.shape, dtype)
                copy[...] = array
                array = copy
            arrays.append(array)
            tensors.append(layout.pack(array, code))
        return arrays, b"".join(tensors)

    def _find(self, arrays, tensors):
        """The executable for arguments of these types."""
        key = tuple(
            (array.shape, array.dtype.num, array.item() if layout.code == lib.INDEX else 0)
            for layout, array in zip(self._arguments, arrays)
        )
        executable = self._executables.get(key)
        if executable is None:
            executable = _Executable(self, tensors, len(arrays))
            self._executables[key] = executable
            while len(self._executables) > MAX_EXECUTABLES:
                self._executables.popitem(last=False)
        return executable

    def _prepare(self, layouts, out):
        """Arrays for the results; None for those whose sizes a run will show."""
        if out is None:
            return [
                None if lib.DYNAMIC in layout.sizes else layout.allocate(layout.sizes)
                for layout in layouts
            ]
        outputs = list(out) if isinstance(out, (tuple, list)) else [out]
        if len(outputs) != len(layouts):
            raise Error(
                f"out: expected {len(layouts)} array(s), given {len(outputs)}"
            )
        for i, (layout, array) in enumerate(zip(layouts, outputs)):
            if array.dtype != layout.dtype:
                raise Error(
                    f"out #{i}: expected {layout.dtype}, given {array.dtype}"
                )
            if array.ndim != len(layout.sizes) or not (
                array.flags.writeable and layout.has(array)
            ):
                raise Error(
                    f"out #{i}: expected a writable array of rank "
                    f"{len(layout.sizes)} in the layout of the result"
                )
        return outputs


class CompiledFunction(Function):
    """What `dml-compile --target=vulkan1.1` made: a function of arguments of one
    type each, which is called as others are."""

    def __init__(self, path, device):
        self._make(
            library.dmlExecutableLoad,
            library.dmlExecutableDestroy,
            str(path).encode(),
            device._handle,
        )
        self.name = str(path)
        self.results = _get_results(self._handle)
        self._arguments = [
            _get_layout(library.dmlExecutableGetArgumentType, self._handle, i)
            for i in range(library.dmlExecutableGetNumArguments(self._handle))
        ]
        self.timings = None

    def _find(self, arrays, tensors):
        return self


def load_compiled(path, device="vulkan"):
    """The function whose manifest.json `dml-compile` wrote."""
    return CompiledFunction(path, open_device(device))
