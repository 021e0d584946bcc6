# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs, their functions, and how arrays get in and out."""

import threading
import unittest

import dml
import numpy as np

IDENTITY = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}"""
TRANSPOSE = """
func.func @main(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xi32>
  %n = tensor.dim %x, %c1 : tensor<?x?xi32>
  %e = tensor.empty(%n, %m) : tensor<?x?xi32>
  %y = linalg.transpose ins(%x : tensor<?x?xi32>) outs(%e : tensor<?x?xi32>)
      permutation = [1, 0]
  return %y : tensor<?x?xi32>
}"""
SLICE = """
func.func @main(%x: tensor<8xi32>, %n: index) -> tensor<?xi32> {
  %y = tensor.extract_slice %x[0] [%n] [1] : tensor<8xi32> to tensor<?xi32>
  return %y : tensor<?xi32>
}"""
# The size of the result is known when the function runs.
UNKNOWN = """
func.func @main(%x: tensor<8xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0] : tensor<8xi32>
  %n = arith.index_cast %e : i32 to index
  %y = tensor.extract_slice %x[0] [%n] [1] : tensor<8xi32> to tensor<?xi32>
  return %y : tensor<?xi32>
}"""
TWO = """
func.func @swap(%x: tensor<2xi8>, %y: tensor<3xf16>)
    -> (tensor<3xf16>, tensor<2xi8>) {
  return %y, %x : tensor<3xf16>, tensor<2xi8>
}
func.func @scale(%x: f32, %y: f32) -> f32 {
  %z = arith.mulf %x, %y : f32
  return %z : f32
}"""
NHWC = """
func.func @main(%x: tensor<1x3x2x4xi16> {dml.strides = array<i64: 24, 1, 12, 3>})
    -> (tensor<1x3x2x4xi16> {dml.strides = array<i64: 24, 1, 12, 3>}) {
  return %x : tensor<1x3x2x4xi16>
}"""


class ProgramTest(unittest.TestCase):
    def test_functions_by_name(self):
        program = dml.parse(TWO)
        self.assertEqual(program.functions, ["swap", "scale"])
        x, y = np.array([1, 2], np.int8), np.array([3, 4, 5], np.float16)
        first, second = program.swap(x, y)
        self.assertEqual(first.tolist(), y.tolist())
        self.assertEqual(second.tolist(), x.tolist())
        self.assertEqual(program["scale"](1.5, 4), 6.0)
        with self.assertRaisesRegex(AttributeError, "no function @main"):
            program.main
        with self.assertRaisesRegex(dml.Error, "choose one of @swap, @scale"):
            program(x)

    def test_every_device(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        devices = [*dml.devices(), dml.Device("cpu", threads=1)]
        self.assertEqual(devices[:2], ["cpu", "reference"])
        for device in devices:
            y = dml.parse(IDENTITY, device)(x)
            self.assertEqual(y.tolist(), x.tolist())

    def test_arrays_of_any_layout(self):
        program = dml.parse(IDENTITY)
        x = np.arange(24, dtype=np.float32).reshape(4, 6)
        unaligned = np.frombuffer(b" " + x.tobytes(), np.uint8)[1:].view("f4")
        for array in (
            x.T,
            x[::2, 1:],
            x[::-1],
            x.astype(">f4"),
            unaligned.reshape(4, 6),
        ):
            self.assertEqual(program(array).tolist(), array.tolist())

    def test_out_is_written_in_place(self):
        program = dml.parse(TRANSPOSE)
        x = np.arange(6, dtype=np.int32).reshape(2, 3)
        y = np.zeros((3, 2), np.int32)
        self.assertIs(program(x, out=y), y)
        self.assertEqual(y.tolist(), x.T.tolist())
        for out, message in [
            (np.zeros((2, 3), np.int32), "dimension 0: expected 3, given 2"),
            (np.zeros((3, 2), np.int64), "expected int32, given int64"),
            (np.zeros((2, 3), np.int32).T, "in the layout of the result"),
            ((y, y), r"expected 1 array\(s\), given 2"),
        ]:
            with self.assertRaisesRegex(dml.Error, message):
                program(x, out=out)

    def test_out_that_overlaps_an_argument(self):
        memory = np.arange(8, dtype=np.float32)
        x, y = memory[:4].reshape(2, 2), memory[2:6].reshape(2, 2)
        program = dml.parse(IDENTITY)
        for out in (x, y):
            with self.assertRaisesRegex(dml.Error, "result #0: bytes .* argument #0"):
                program(x, out=out)
        z = memory[4:].reshape(2, 2)
        self.assertEqual(program(x, out=z).tolist(), [[0, 1], [2, 3]])

    def test_values_of_type_index(self):
        program = dml.parse(SLICE)
        x = np.arange(8, dtype=np.int32)
        for n in (3, 5, 3):
            self.assertEqual(program(x, n).tolist(), list(range(n)))

    def test_results_of_unknown_sizes(self):
        program = dml.parse(UNKNOWN)
        x = np.arange(3, 11, dtype=np.int32)
        y = program(x)
        del program
        self.assertEqual(y.tolist(), [3, 4, 5])
        y[0] = 7

    def test_strides(self):
        program = dml.parse(NHWC)
        x = np.arange(24, dtype=np.int16).reshape(1, 2, 4, 3).transpose(0, 3, 1, 2)
        for array in (x, np.ascontiguousarray(x)):
            y = program(array)
            self.assertEqual(y.tolist(), x.tolist())
            self.assertEqual(y.strides, x.strides)

    def test_memory_of_other_libraries(self):
        class Shared:
            """As a tensor of PyTorch."""

            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **options):
                return self.array.__dlpack__(**options)

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        x = np.arange(6, dtype=np.int32).reshape(2, 3)
        self.assertEqual(dml.parse(TRANSPOSE)(Shared(x)).tolist(), x.T.tolist())
        self.assertEqual(dml.parse(TRANSPOSE)(memoryview(x)).tolist(), x.T.tolist())

    def test_times(self):
        x = np.zeros((2, 3), np.int32)
        program = dml.parse(TRANSPOSE, "vulkan")
        program(x, timed=True)
        times = program.timings
        self.assertEqual(times, program.main.timings)
        self.assertGreater(times.run, times.kernels)
        self.assertGreater(times.kernels, 0)

    def test_threads(self):
        program = dml.parse(TRANSPOSE)
        failures = []

        def work(n):
            x = np.arange(2 * n, dtype=np.int32).reshape(2, n)
            for _ in range(50):
                if program(x).tolist() != x.T.tolist():
                    failures.append(n)

        threads = [threading.Thread(target=work, args=(n % 3 + 1,)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_errors(self):
        with self.assertRaisesRegex(dml.Error, "<string>:1:1: error"):
            dml.parse("no program")
        with self.assertRaisesRegex(dml.Error, "No such file"):
            dml.load("no-such.mlir")
        with self.assertRaisesRegex(dml.Error, "unknown device 'gpu'"):
            dml.Device("gpu")
        program = dml.parse(TRANSPOSE)
        with self.assertRaisesRegex(dml.Error, r"expected 1 argument\(s\), given 0"):
            program()
        with self.assertRaisesRegex(dml.Error, "expected i32, given f32"):
            program(np.zeros((2, 3), np.float32))
        with self.assertRaisesRegex(dml.Error, "datetime64"):
            program(np.zeros((2, 3), "M8[s]"))


unittest.main()
