"""Runs max_unpooling of NHWC data through dml-run, with sizes that suggest a padding
of 1 for rows, columns or both. One index points into another plane; the result is
that of the definition.

usage: run_moved_padded.py FOLDER DML_RUN [dml-run argument...]
"""

import array
import os
import random
import subprocess
import sys

from run_unpooling import write_npy

# Channels whose pixels take several vectors, and rows and columns.
CHANNELS, INPUTS = 12, (5, 6)
# Strides and sizes. A padding of 1 is suggested where a size is as many strides as
# there are inputs but one.
PLANES = (((2, 2), (8, 10)), ((3, 2), (12, 10)), ((2, 3), (10, 15)))
# Corners, edges, and one inside.
MOVED = ((0, 0), (0, 5), (4, 0), (4, 5), (0, 3), (2, 0), (2, 5), (4, 2), (2, 3))


def strides(height, width):
    pixels = height * width
    return f"{{dml.strides = array<i64: {CHANNELS * pixels}, 1, {CHANNELS * width}, {CHANNELS}>}}"


def make_program(size):
    inputs = f"1x{CHANNELS}x{INPUTS[0]}x{INPUTS[1]}x"
    result = f"1x{CHANNELS}x{size[0]}x{size[1]}x"
    return f"""
func.func @main(%v: tensor<{inputs}f32> {strides(*INPUTS)},
                %i: tensor<{inputs}ui32> {strides(*INPUTS)})
    -> (tensor<{result}f32> {strides(*size)}) {{
  %y = dml.max_unpooling %v, %i
      : (tensor<{inputs}f32>, tensor<{inputs}ui32>) -> tensor<{result}f32>
  return %y : tensor<{result}f32>
}}
"""


def pooled(position, stride, size, inputs):
    """A row or a column that a window of an input has."""
    padding = 1 if (inputs - 1) * stride == size else 0
    return min(max(position * stride - padding + random.randrange(2), 0), size - 1)


def main():
    random.seed(1)
    folder, command = sys.argv[1], sys.argv[2:]
    paths = {name: os.path.join(folder, name) for name in ("p.mlir", "v.npy", "i.npy", "y.npy")}
    (rows, columns), count = INPUTS, CHANNELS * INPUTS[0] * INPUTS[1]
    values = list(range(1, count + 1))
    write_npy(paths["v.npy"], "f32", (1, CHANNELS, *INPUTS), values)
    for (down, right), (height, width) in PLANES:
        with open(paths["p.mlir"], "w") as file:
            file.write(make_program((height, width)))
        for moved in MOVED:
            plane = random.randrange(CHANNELS)
            indices = []
            for position in range(count):
                channel, place = divmod(position, rows * columns)
                row, column = divmod(place, columns)
                channel += (channel, row, column) == (plane, *moved)
                row = pooled(row, down, height, rows)
                column = pooled(column, right, width, columns)
                indices.append(((channel % CHANNELS) * height + row) * width + column)
            expected = array.array("I", bytes(4 * CHANNELS * height * width))
            for value, index in zip(values, indices):
                expected[index] = value
            write_npy(paths["i.npy"], "ui32", (1, CHANNELS, *INPUTS), indices)
            write_npy(paths["y.npy"], "f32", (1, CHANNELS, height, width), expected)
            subprocess.run(
                [
                    command[0], paths["p.mlir"], *command[1:], "--cache-bytes=0",
                    f"--input=@{paths['v.npy']}", f"--input=@{paths['i.npy']}",
                    f"--expected-output=@{paths['y.npy']}", "--output=",
                ],
                check=True,
            )
            print(f"{height}x{width}, {moved}: as defined", flush=True)


if __name__ == "__main__":
    main()
