#!/usr/bin/python3
"""Says how the operators' shares of the copy are distributed, of random cases.

    distribution.py FILE.json... [--svg=FILE]

prints a table with a row for each operator, and what failed. With --svg a chart is
written too: a dot for each case, with marks at the 5th percentile and the median.
The files are what `dml-benchmark --suite=random` reports. All their cases count; one
that is in two files counts twice. A percentile is the share of one case,
sorted[int(n * p)]; report.py interpolates between two. matplotlib is not needed.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import collections
import html
import pathlib

from report import get_operator, number, read_ours, table

# The rows in their order; others come after them.
OPERATORS = ["depth_to_space1", "space_to_depth1", "unfold", "fold", "max_unpooling",
             "max_pooling2"]

# The axis ends here; what is beyond is drawn at its end.
LIMIT = 1.2

# In pixels: what is beside, above and below the rows, and these.
LEFT, RIGHT, TOP, BOTTOM = 150, 50, 12, 78
PLOT_WIDTH, ROW_HEIGHT, BAND_HEIGHT, RADIUS = 660, 66, 32, 2.2

# None of them is too near to black or white: a background may be either.
INK, GRID, DOT, LOW, MEDIAN = "#7a7a7a", "#808080", "#3a86e0", "#d9730d", "#b04fc0"

# Of dots that are beside each other, the next is this much of the band lower.
GOLDEN = 0.618034


def get_percentile(values, p):
    """Of sorted values, of which there may be none."""
    return values[int(len(values) * p)] if values else None


def read_cases(paths):
    """For each operator the cases that have a share, and all that failed."""
    cases, failures = collections.defaultdict(list), []
    for path in paths:
        lines, failed, _ = read_ours([path])
        for name, line in lines.items():
            if "share_of_copy" in line:
                cases[get_operator(name)].append(line)
        for name, reason in failed.items():
            # An operator has a row even if no case worked.
            cases[get_operator(name)] += []
            failures.append((name, reason))
    order = [*OPERATORS, *sorted(cases.keys() - set(OPERATORS))]
    return {operator: cases[operator] for operator in order if operator in cases}, failures


def get_sorted(cases, counter):
    return sorted(line[counter] for line in cases)


def share_table(cases):
    header = ["operator", "cases", "5th percentile", "25th", "median", "75th"]
    header += ["compile, ms: median", "largest"]
    rows = []
    for operator, lines in cases.items():
        shares = get_sorted(lines, "share_of_copy")
        times = get_sorted(lines, "compile_ms")
        row = [operator, str(len(lines))]
        row += [number(get_percentile(shares, p), 2) for p in (0.05, 0.25, 0.5, 0.75)]
        row += [number(get_percentile(times, 0.5), 0), number(max(times, default=None), 0)]
        rows.append(row)
    return table(header, rows)


def get_x(share):
    return LEFT + min(share, LIMIT) / LIMIT * PLOT_WIDTH


def draw_text(x, y, text, anchor="start", size=12):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">'
            f"{html.escape(text)}</text>")


def draw_dot(x, y):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}"/>'


def draw_arrow(x, y):
    """For a case that is beyond the end of the axis."""
    return f'<path d="M{x:.1f} {y:.1f}l-7 -4v8z"/>'


def draw_mark(x, y, color, height=BAND_HEIGHT + 10):
    return (f'<path d="M{x:.1f} {y - height / 2:.1f}v{height}" stroke="{color}"'
            ' stroke-width="2.5"/>')


def draw_grid(bottom):
    for tenth in range(round(LIMIT * 10) + 1):
        x = get_x(tenth / 10)
        style = 'stroke-opacity="0.3"'
        if tenth == 10:  # As fast as the copy.
            style = 'stroke-opacity="0.9" stroke-dasharray="4 3"'
        yield f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="{GRID}" {style}/>'
        yield draw_text(x, bottom + 17, f"{tenth / 10:.1f}", "middle")
    yield draw_text(LEFT + PLOT_WIDTH / 2, bottom + 38, "share of the copy's bandwidth", "middle")


def draw_row(y, operator, shares):
    """`y` is that of its middle; shares are sorted."""
    count = "1 case" if len(shares) == 1 else f"{len(shares)} cases"
    yield draw_text(LEFT - 14, y - 1, operator, "end", 13)
    yield draw_text(LEFT - 14, y + 14, count, "end", 11)
    yield f'<g fill="{DOT}" fill-opacity="0.75">'
    for i, share in enumerate(shares):
        draw = draw_arrow if share > LIMIT else draw_dot
        yield draw(get_x(share), y + (i * GOLDEN % 1 - 0.5) * BAND_HEIGHT)
    yield "</g>"
    if not shares:
        return
    # Their numbers are on either side, as they may be near to each other.
    for p, color, anchor, distance in (0.05, LOW, "end", -4), (0.5, MEDIAN, "start", 4):
        share = get_percentile(shares, p)
        x = get_x(share)
        yield draw_mark(x, y, color)
        yield draw_text(x + distance, y - BAND_HEIGHT / 2 - 6, number(share, 2), anchor, 11)


def draw_legend(y, has_arrows):
    signs = [
        (f'<g fill="{DOT}">{draw_dot(LEFT, y)}</g>', "a case", 0),
        (draw_mark(LEFT, y, LOW, 14), "5th percentile", 90),
        (draw_mark(LEFT, y, MEDIAN, 14), "median", 220),
    ]
    if has_arrows:
        signs.append((f'<g fill="{DOT}">{draw_arrow(LEFT + 3, y)}</g>', f"above {LIMIT}", 310))
    for sign, text, x in signs:
        yield f'<g transform="translate({x})">{sign}{draw_text(LEFT + 9, y + 4, text)}</g>'


def draw_chart(cases):
    """As SVG, on whatever the background is."""
    bottom = TOP + ROW_HEIGHT * len(cases)
    width, height = LEFT + PLOT_WIDTH + RIGHT, bottom + BOTTOM
    shares = {op: get_sorted(lines, "share_of_copy") for op, lines in cases.items()}
    has_arrows = any(share > LIMIT for values in shares.values() for share in values)
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="sans-serif" fill="{INK}">',
        "<title>How the operators' shares of the copy's bandwidth are distributed</title>",
        *draw_grid(bottom),
    ]
    for i, (operator, values) in enumerate(shares.items()):
        text += draw_row(TOP + ROW_HEIGHT * (i + 0.5) + 6, operator, values)
    text += [*draw_legend(bottom + 60, has_arrows), "</svg>", ""]
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", type=pathlib.Path, nargs="+", metavar="FILE.json")
    parser.add_argument("--svg", type=pathlib.Path)
    args = parser.parse_args()
    cases, failures = read_cases(args.files)
    print("\n".join(share_table(cases)))
    if failures:
        print("\n" + "\n".join(f"failed: {name}: {reason}" for name, reason in failures))
    if args.svg:
        args.svg.write_text(draw_chart(cases))


if __name__ == "__main__":
    main()
