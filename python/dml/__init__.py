# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of DirectML, and programs of MLIR around them, on NumPy arrays.

    import dml

    y = dml.depth_to_space(x, 2, "crd")
    program = dml.load("model.mlir", device="vulkan")
    y = program(x)

Arrays of NumPy, and what shares memory with them such as PyTorch's tensors on
the CPU, are read in place. Results are arrays of NumPy.
"""

from ._operators import (
    depth_to_space,
    fold,
    max_pool,
    max_unpool,
    space_to_depth,
    unfold,
)
from ._runtime import (
    CompiledFunction,
    Device,
    Error,
    Function,
    Program,
    Timings,
    devices,
    load,
    load_compiled,
    parse,
)
from ._library import version as _version

__version__ = _version()
__all__ = [
    "CompiledFunction",
    "Device",
    "Error",
    "Function",
    "Program",
    "Timings",
    "depth_to_space",
    "devices",
    "fold",
    "load",
    "load_compiled",
    "max_pool",
    "max_unpool",
    "parse",
    "space_to_depth",
    "unfold",
]
