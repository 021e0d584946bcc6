"""Runs max_unpooling of NHWC bytes through dml-run, with windows that overlap. One index
points just beyond its window, or out of range; the result is that of the definition.

usage: run_moved_codes.py FOLDER DML_RUN [dml-run argument...]
"""

import itertools
import random

from run_unpooling import nhwc, run

# More channels than a vector of codes has at least, and more rows and columns than a
# sample has.
INPUTS, WINDOW, STRIDE = (1, 35, 10, 11), 3, 2
# Corners, edges, and one inside, of a plane that no sample has.
PLANE = 8
MOVED = ((0, 0), (0, 10), (9, 0), (9, 10), (5, 10), (4, 0), (3, 6))
# Rows down, and columns to the right, from the first element of a window: beyond its
# sides, and to elements that padding may have outside of the plane.
MOVES = ((0, -1), (0, WINDOW), (-1, 0), (1, 0), (0, 1), (WINDOW - 1, 1))


def main():
    random.seed(1)
    for padding in (0, 1):
        run_padded(padding)


def run_padded(padding):
    _, channels, rows, columns = INPUTS
    height, width = (
        size * STRIDE + WINDOW - STRIDE - 2 * padding for size in (rows, columns)
    )
    elements = channels * height * width

    def home(plane, row, column):
        """The index of the first element of a window, which may lie outside."""
        row, column = (position * STRIDE - padding for position in (row, column))
        return (plane * height + row) * width + column

    def pooled(plane, row, column):
        row, column = (
            min(max(position * STRIDE - padding + random.randrange(WINDOW), 0), size - 1)
            for position, size in ((row, height), (column, width))
        )
        return (plane * height + row) * width + column

    places = list(itertools.product(range(channels), range(rows), range(columns)))
    for row, column in MOVED:
        first = home(PLANE, row, column)
        moved = [first + down * width + right for down, right in MOVES]
        for index_type, index in itertools.chain(
            itertools.product(("ui32", "ui64"), moved),
            (("ui32", elements), ("ui64", 2**32 + first)),
        ):
            indices = [pooled(*place) for place in places]
            indices[places.index((PLANE, row, column))] = index
            name = f"{row}, {column} to {index}, {index_type}, padding {padding}:"
            output = (1, channels, height, width)
            run(name, "i8", index_type, INPUTS, output, indices, ((1, 0),), order=nhwc)


if __name__ == "__main__":
    main()
