"""Runs max_unpooling through dml-run on pooled indices of which one points just
beyond its window, or out of range, and compares with the definition.

usage: run_moved_indices.py FOLDER DML_RUN [dml-run argument...]
"""

from run_unpooling import run

# So many that a sample of at most eight in each dimension leaves most of them out:
# it has the last one, and every third one before it.
INPUTS, STRIDE = (1, 2, 20, 21), 2
HEIGHTS_AND_WIDTHS = ((39, 41), (40, 41), (41, 41), (41, 42))
# Of the second plane: corners, edges, and one inside, in rows that are not sampled.
MOVED = ((0, 0), (0, 20), (2, 20), (9, 10))
# Rows down, and columns to the right, from the middle of a window.
MOVES = ((-2, 2), (0, -1), (0, 2))


def home(plane, row, column, height, width):
    """The index of the middle of a window."""
    return (plane * height + row * STRIDE) * width + column * STRIDE


def pooled(plane, row, column, height, width):
    """The index that an input has: not where another one's may be moved to."""
    down = 1 if row * STRIDE + 1 < height else 0
    return home(plane, row, column, height, width) + down * width


def main():
    _, planes, rows, columns = INPUTS
    places = [
        (plane, row, column)
        for plane in range(planes)
        for row in range(rows)
        for column in range(columns)
    ]

    def run_moved(size, place, index, name):
        indices = [pooled(*other, *size) for other in places]
        indices[places.index(place)] = index
        text = f"{size[0]}x{size[1]}, {place}, {name}:"
        run(text, "i8", "ui32", INPUTS, (1, planes, *size), indices, modes=((1, 0),))

    for size in HEIGHTS_AND_WIDTHS:
        for row, column in MOVED:
            place = (1, row, column)
            for down, right in MOVES:
                index = home(*place, *size) + down * size[1] + right
                run_moved(size, place, index, f"moved by {down}, {right}")
        run_moved(size, (1, 2, 20), 5, "in the other plane")
        run_moved(size, (1, 2, 20), 4000000, "out of range")


if __name__ == "__main__":
    main()
