"""Runs max_unpooling of NHWC data through dml-run, with sizes that suggest a padding
of 1 for rows, columns or both. One index points into another plane; the result is
that of the definition.

usage: run_moved_padded.py FOLDER DML_RUN [dml-run argument...]
"""

import itertools
import random

from run_unpooling import nhwc, run

# Channels whose pixels take several vectors, and rows and columns.
INPUTS = (1, 12, 5, 6)
# Strides and sizes. A padding of 1 is suggested where a size is as many strides as
# there are inputs but one.
PLANES = (((2, 2), (8, 10)), ((3, 2), (12, 10)), ((2, 3), (10, 15)))
# Corners, edges, and one inside.
MOVED = ((0, 0), (0, 5), (4, 0), (4, 5), (0, 3), (2, 0), (2, 5), (4, 2), (2, 3))


def pooled(position, stride, size, inputs):
    """A row or a column that a window of an input has."""
    padding = 1 if (inputs - 1) * stride == size else 0
    return min(max(position * stride - padding + random.randrange(2), 0), size - 1)


def main():
    random.seed(1)
    _, channels, rows, columns = INPUTS
    for (down, right), (height, width) in PLANES:
        for moved in MOVED:
            plane = random.randrange(channels)
            indices = []
            for place in itertools.product(range(channels), range(rows), range(columns)):
                channel = (place[0] + (place == (plane, *moved))) % channels
                row = pooled(place[1], down, height, rows)
                column = pooled(place[2], right, width, columns)
                indices.append((channel * height + row) * width + column)
            name, output = f"{height}x{width}, {moved}:", (1, channels, height, width)
            run(name, "f32", "ui32", INPUTS, output, indices, ((1, 0),), order=nhwc)


if __name__ == "__main__":
    main()
