#!/usr/bin/env python3
"""Writes indices as max pooling makes them, as a .npy file.

  make_pooled_indices.py FILE NxCxHxW WINDOW STRIDE PADDING HOxWO TYPE [EDIT...]

Each index is that of some element of its window in a result of NxCxHOxWO; TYPE is
ui32 or ui64. Edits, in order: `planes` shuffles within each plane, `all` over
everything, POSITION=INDEX replaces one. The same arguments give the same file.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import struct
import sys


def make_pooled(rng, sizes, window, stride, padding, out_sizes):
    batch, channels, height, width = sizes
    out_height, out_width = out_sizes

    def windows(count, size):
        for i in range(count):
            begin = i * stride - padding
            places = [p for p in range(begin, begin + window) if 0 <= p < size]
            yield places or [size - 1]

    rows = list(windows(height, out_height))
    columns = list(windows(width, out_width))
    return [
        (plane * out_height + rng.choice(row)) * out_width + rng.choice(column)
        for plane in range(batch * channels)
        for row in rows
        for column in columns
    ]


def edit(rng, indices, plane_size, what):
    if what == "all":
        rng.shuffle(indices)
    elif what == "planes":
        for begin in range(0, len(indices), plane_size):
            plane = indices[begin : begin + plane_size]
            rng.shuffle(plane)
            indices[begin : begin + plane_size] = plane
    else:
        position, index = what.split("=")
        indices[int(position)] = int(index)


def write_npy(path, sizes, indices, code, descr):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (
        descr,
        sizes,
    )
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode())
        file.write(struct.pack("<%d%s" % (len(indices), code), *indices))


def main():
    path, sizes, window, stride, padding, out_sizes, type_name = sys.argv[1:8]
    sizes = tuple(map(int, sizes.split("x")))
    rng = random.Random(0)
    indices = make_pooled(
        rng,
        sizes,
        int(window),
        int(stride),
        int(padding),
        tuple(map(int, out_sizes.split("x"))),
    )
    for what in sys.argv[8:]:
        edit(rng, indices, sizes[2] * sizes[3], what)
    code, descr = {"ui32": ("I", "<u4"), "ui64": ("Q", "<u8")}[type_name]
    write_npy(path, sizes, indices, code, descr)


if __name__ == "__main__":
    main()
