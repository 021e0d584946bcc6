# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators against the formulas of docs/Operators.md in NumPy."""

import os
import unittest

import dml
import numpy as np

DEVICE = os.environ["DML_TEST_DEVICE"]
DTYPES = "f8 f4 f2 i8 i4 i2 i1 u8 u4 u2 u1".split()


def make_bits(shape, dtype):
    """Elements of all bits, NaNs with payloads among them."""
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    bits = np.random.default_rng(count).integers(0, 256, count, dtype=np.uint8)
    return bits.view(dtype).reshape(shape)


class OperatorTest(unittest.TestCase):
    def check(self, actual, expected):
        self.assertEqual(actual.dtype, expected.dtype)
        self.assertEqual(actual.shape, expected.shape)
        self.assertEqual(actual.tobytes(), expected.tobytes())

    def test_depth_to_space_and_back(self):
        for dtype in DTYPES:
            x = make_bits((2, 12, 3, 5), dtype)
            for order, split, axes in [
                ("dcr", (2, 2, 2, 3, 3, 5), (0, 3, 4, 1, 5, 2)),
                ("crd", (2, 3, 2, 2, 3, 5), (0, 1, 4, 2, 5, 3)),
            ]:
                y = dml.depth_to_space(x, 2, order, device=DEVICE)
                self.check(y, x.reshape(split).transpose(axes).reshape(2, 3, 6, 10))
                self.check(dml.space_to_depth(y, 2, order, device=DEVICE), x)

    def test_unfold(self):
        for dtype in DTYPES:
            x = make_bits((2, 3, 7, 9), dtype)
            y = dml.unfold(
                x,
                (3, 2),
                strides=(2, 1),
                dilations=(1, 3),
                start_padding=(1, 0),
                end_padding=(0, 2),
                device=DEVICE,
            )
            padded = np.pad(x, ((0, 0), (0, 0), (1, 0), (0, 2)))
            columns = [
                padded[:, :, i : i + 5 + 1 : 2, 3 * j : 3 * j + 8]
                for i in range(3)
                for j in range(2)
            ]
            self.check(y, np.stack(columns, 2).reshape(2, 18, 24))

    def test_unfold_of_one_dimension(self):
        x = make_bits((1, 1, 10), "i2")
        y = dml.unfold(x, 4, strides=3, device=DEVICE)
        self.check(y, np.stack([x[0, 0, i : i + 7 : 3] for i in range(4)])[None])

    def test_fold_sums(self):
        x = np.arange(9 * 16, dtype=np.int32).reshape(1, 9, 16)
        y = np.zeros((1, 1, 6, 6), np.int32)
        for r in range(9):
            i, j = divmod(r, 3)
            y[0, 0, i : i + 4, j : j + 4] += x[0, r].reshape(4, 4)
        self.check(dml.fold(x, (6, 6), 3, device=DEVICE), y)

    def test_max_pool_and_unpool(self):
        x = np.random.default_rng(1).permutation(2 * 3 * 8 * 6)
        x = x.astype(np.float32).reshape(2, 3, 8, 6)
        windows = x.reshape(2, 3, 4, 2, 3, 2).transpose(0, 1, 2, 4, 3, 5)
        largest = windows.max((4, 5))
        for name in ("uint32", "uint64"):
            values, indices = dml.max_pool(
                x, 2, strides=2, indices=name, device=DEVICE
            )
            self.check(values, largest)
            self.assertEqual(indices.dtype, name)
            self.check(x.ravel()[indices], largest)
            y = dml.max_unpool(values, indices, (8, 6), device=DEVICE)
            expected = np.zeros_like(x)
            expected.ravel()[indices] = values
            self.check(y, expected)
        self.check(dml.max_pool(x, 2, strides=2, device=DEVICE), largest)

    def test_indices_out_of_range(self):
        values = np.ones((1, 1, 1, 2), np.float32)
        indices = np.array([3, 4], np.uint32).reshape(values.shape)
        with self.assertRaisesRegex(dml.Error, r"\[U3\]"):
            dml.max_unpool(values, indices, (1, 1, 2, 2), device=DEVICE)
        y = dml.max_unpool(
            values,
            indices,
            (1, 1, 2, 2),
            ignore_out_of_range_indices=True,
            device=DEVICE,
        )
        self.check(y, np.array([0, 0, 0, 1], np.float32).reshape(1, 1, 2, 2))

    def test_what_does_not_fit_is_refused(self):
        x = np.zeros((1, 3, 4, 4), np.float32)
        signed = np.zeros(x.shape, np.int64)
        for call, message in [
            (lambda: dml.depth_to_space(x, 2), r"\[D2\]"),
            (lambda: dml.depth_to_space(x, 0), "expected at least 1, given 0"),
            (lambda: dml.depth_to_space(x, 2, "rcd"), "expected 'dcr' or 'crd'"),
            (lambda: dml.depth_to_space(x[0], 2), r"\[D1\]"),
            (lambda: dml.depth_to_space(x.astype(complex), 2), "complex128"),
            (lambda: dml.unfold(x, 5), r"\[F"),
            (lambda: dml.unfold(x, (3, 3, 3)), r"or 2 of them, given \(3, 3, 3\)"),
            (lambda: dml.unfold(x, 1.5), "window_sizes: expected .* given 1.5"),
            (lambda: dml.max_unpool(x, signed, (8, 8)), r"view\('uint64'\)"),
            (lambda: dml.max_pool(x, 2, indices="int32"), "'uint32' or 'uint64'"),
            (lambda: dml.max_unpool(x, x, (8, 8)), r"ui64 or ui32"),
        ]:
            with self.assertRaisesRegex(dml.Error, message):
                call()


unittest.main()
