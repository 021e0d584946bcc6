"""Runs max_unpooling through dml-run on pooled indices of which one points just
beyond its window, to each side, and compares with the definition.

usage: run_moved_indices.py FOLDER DML_RUN [dml-run argument...]
"""

from run_unpooling import run

INPUTS, OUTPUTS, STRIDE = (1, 2, 4, 5), (1, 2, 7, 9), 2
# Of the second plane: corners, edges, and one inside.
MOVED = ((0, 0), (0, 4), (1, 0), (1, 2), (1, 4), (3, 2), (3, 4))


def home(plane, row, column):
    """The index of the middle of a window."""
    return (plane * OUTPUTS[2] + row * STRIDE) * OUTPUTS[3] + column * STRIDE


def pooled(plane, row, column):
    """The index that an input has: not where another one's may be moved to."""
    _, _, height, width = OUTPUTS
    down = 1 if row * STRIDE + 1 < height else 0
    right = 1 if not down and column * STRIDE + 1 < width else 0
    return home(plane, row, column) + down * width + right


def main():
    _, planes, rows, columns = INPUTS
    places = [
        (plane, row, column)
        for plane in range(planes)
        for row in range(rows)
        for column in range(columns)
    ]
    bound = planes * OUTPUTS[2] * OUTPUTS[3]
    for row, column in MOVED:
        for down, right in ((-2, 0), (-2, 2), (0, -2), (0, 2), (2, 0), (2, -1), (0, -1)):
            index = home(1, row, column) + down * OUTPUTS[3] + right
            if not 0 <= index < bound:
                continue
            indices = [pooled(*place) for place in places]
            indices[places.index((1, row, column))] = index
            name = f"row {row}, column {column}, moved by {down}, {right}:"
            run(name, "i8", "ui32", INPUTS, OUTPUTS, indices, modes=((1, 0),))


if __name__ == "__main__":
    main()
