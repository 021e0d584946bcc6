"""The charts of report.py.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections

# Ours and peers in the order in which they are given, or operators; and ink.
COLORS = ["#2a78d6", "#e8a33d", "#7b6bb8", "#4c9f70", "#c2504d", "#5b5b5b"]
INK, GRID = "#333333", "#dddddd"


def import_pyplot():
    """Only where there is a chart to draw: matplotlib may be missing."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def draw_chart(path, title, shares, peers):
    pyplot = import_pyplot()
    # A panel for each type; integers and floats of a width share one, because no
    # operator has both.
    panels = collections.defaultdict(dict)
    # Where narrower types have more batches, rows are named without them.
    types = {name.split("/")[2] for name in shares}
    rows = {name.rpartition("/")[0] for name in shares}
    batches_are_alike = len(types) < 3 or len(shares) > len(rows)
    for name, values in shares.items():
        operator, shape, element_type = name.split("/")
        key = {"i64": "f64"}.get(element_type, element_type)
        if not batches_are_alike:
            shape = "N" + shape[shape.index("x") :]
        panels[key][f"{operator} {shape}"] = values
    labels = list(dict.fromkeys(label for rows in panels.values() for label in rows))
    series = ["dml", *(peer.name for peer in peers)]
    figure, axes = pyplot.subplots(
        1,
        len(panels),
        sharey=True,
        squeeze=False,
        figsize=(3.2 * len(panels) + 3, 0.36 * len(labels) + 1.6),
    )
    limit = max(1.1, *(v or 0 for values in shares.values() for v in values)) * 1.02
    height = 0.8 / len(series)
    for axis, (element_type, rows) in zip(axes[0], panels.items()):
        for i, name in enumerate(series):
            bars = [(y, rows[label][i]) for y, label in enumerate(labels)
                    if label in rows and rows[label][i] is not None]
            axis.barh(
                [y - 0.4 + (i + 0.5) * height for y, _ in bars],
                [share for _, share in bars],
                height=height * 0.9,
                color=COLORS[i % len(COLORS)],
                label=name,
            )
        axis.axvline(1, color=INK, linewidth=0.8, linestyle="--")
        both = element_type == "f64" and any(n.endswith("/i64") for n in shares)
        axis.set_title("f64, max_unpooling i64" if both else element_type, fontsize=9)
        axis.set_xlim(0, limit)
        axis.grid(axis="x", color=GRID, linewidth=0.6)
        axis.set_axisbelow(True)
        axis.tick_params(labelsize=7, length=0)
        for side in ("top", "right", "left"):
            axis.spines[side].set_visible(False)
    axes[0][0].set_yticks(range(len(labels)), labels)
    axes[0][0].set_ylim(len(labels) - 0.4, -0.6)
    handles, names = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, names, loc="lower center", ncol=len(series), fontsize=8,
                  frameon=False)
    figure.suptitle(f"{title}: bandwidth as a share of a copy's (dashed)", fontsize=10)
    figure.tight_layout(rect=(0, 0.03, 1, 0.99))
    figure.savefig(path, dpi=130)


def draw_distribution(path, title, shares):
    """How many of an operator's cases have less than a share. `shares` has the list
    of each operator."""
    pyplot = import_pyplot()
    figure, axis = pyplot.subplots(figsize=(10, 5.5))
    for i, (operator, values) in enumerate(shares.items()):
        values = sorted(values)
        steps = [100 * count / len(values) for count in range(len(values) + 1)]
        style = {"color": INK, "linestyle": "--"} if operator == "all" else {
            "color": COLORS[i % len(COLORS)]}
        axis.step([0, *values], steps, where="post", linewidth=1.6,
                  label=f"{operator} ({len(values)})", **style)
    axis.axvline(1, color=INK, linewidth=0.8, linestyle="--")
    for percent in (5, 50):
        axis.axhline(percent, color=INK, linewidth=0.6, linestyle=":")
    axis.set_xlim(0, max(1.1, *(max(values) for values in shares.values())) * 1.02)
    axis.set_ylim(0, 100)
    axis.set_xlabel("share of the copy's bandwidth")
    axis.set_ylabel("cases below it, %")
    axis.grid(color=GRID, linewidth=0.6)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
    axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8, frameon=False)
    axis.set_title(title, fontsize=10)
    figure.tight_layout()
    figure.savefig(path, dpi=130)
