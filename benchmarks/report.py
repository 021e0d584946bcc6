#!/usr/bin/python3
"""Turns the JSON files of one run of the benchmarks into a table and a chart.

    report.py OURS.json [PEER.json...] --output=DIR [--title=TEXT] [--note=TEXT...]

writes DIR/README.md and DIR/chart.png. OURS is what dml-benchmark reports, a
PEER what a script in peers/ does. Everything in one table was done with the
same bytes: each input and output of the operator counted once.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import collections
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
from cases import plain_name

# Below this it is latency that matters.
SMALL_BYTES = 1 << 20

# Ours, peers in the order in which they are given, and ink.
COLORS = ["#2a78d6", "#e8a33d", "#7b6bb8", "#4c9f70"]
INK, GRID = "#333333", "#dddddd"


def read_ours(path):
    """The benchmarks by name; of repetitions, their medians."""
    report = json.loads(path.read_text())
    lines = {}
    for line in report["benchmarks"]:
        if line.get("error_occurred"):
            continue
        if line.get("aggregate_name", "median") == "median":
            lines[plain_name(line["run_name"])] = line
    return report["context"], lines


class Peer:
    def __init__(self, path):
        report = json.loads(path.read_text())
        self.name = report["context"]["peer"]
        self.lines = {line["name"]: line for line in report["benchmarks"]}
        self.missing = {line["name"]: line["reason"] for line in report["missing"]}


def table(header, rows):
    yield "| " + " | ".join(header) + " |"
    yield "|" + "---|" * len(header)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def number(value, digits):
    return "–" if value is None else f"{value:.{digits}f}"


def bandwidth_table(lines, peers):
    has_memcpy = any("ratio_to_memcpy" in line for line in lines.values())
    header = ["operator/shape/type", "MB", "ms", "GB/s", "share of copy"]
    header += ["ratio to memcpy"] if has_memcpy else []
    header += [f"{peer.name}, GB/s" for peer in peers]
    rows = []
    for name, line in lines.items():
        row = [
            f"`{name}`",
            number(line["bytes"] * 1e-6, 1),
            number(line["kernel_ms"], 3),
            number(line["gbps"], 1),
            number(line.get("share_of_copy"), 2),
        ]
        row += [number(line.get("ratio_to_memcpy"), 2)] if has_memcpy else []
        for peer in peers:
            row.append(number(peer.lines.get(name, {}).get("gbps"), 1))
        rows.append(row)
    return table(header, rows)


def latency_table(lines, peers):
    header = ["operator/shape/type", "bytes", "µs", "compile, ms"]
    header += [f"{peer.name}, µs" for peer in peers]
    rows = []
    for name, line in lines.items():
        row = [f"`{name}`", str(int(line["bytes"]))]
        row += [number(line["run_ms"] * 1e3, 2), number(line["compile_ms"], 0)]
        for peer in peers:
            time = peer.lines.get(name, {}).get("kernel_ms")
            row.append(number(time and time * 1e3, 2))
        rows.append(row)
    return table(header, rows)


def missing_list(names, peers):
    """Why there is a – in a table, with the operators and types it is about."""
    for peer in peers:
        reasons = collections.defaultdict(set)
        for name in names & peer.missing.keys():
            operator, _, element_type = name.split("/")
            reasons[peer.missing[name]].add(f"{operator} {element_type}")
        for reason, what in sorted(reasons.items()):
            yield f"- {peer.name}, {', '.join(sorted(what))}: {reason}"


def method_list(names, peers):
    for peer in peers:
        methods = collections.Counter(
            line["method"] for name, line in peer.lines.items() if name in names
        )
        if methods:
            counts = ", ".join(f"`{m}` ({n})" for m, n in methods.most_common())
            yield f"- {peer.name}: {counts}"


def write_table(path, title, notes, large, small, peers):
    names = large.keys() | small.keys()
    text = [f"# {title}", ""] + [line for note in notes for line in (note, "")]
    if large:
        text += ["![Share of the copy's bandwidth](chart.png)", ""]
        text += ["## Bandwidth", "", *bandwidth_table(large, peers), ""]
    if small:
        text += ["## Latency", "", *latency_table(small, peers), ""]
    methods = list(method_list(names, peers))
    if methods:
        text += ["## What the peers ran", "", *methods, ""]
    missing = list(missing_list(names, peers))
    if missing:
        text += ["Missing:", "", *missing, ""]
    path.write_text("\n".join(text))


def copy_shares(lines, peers):
    """For each name, the share of ours and of every peer, None where missing.

    A peer ran in another process; its share is of the copy that ran with ours.
    """
    shares = {}
    for name, line in lines.items():
        if "share_of_copy" not in line:
            continue
        copy = line["gbps"] / line["share_of_copy"]
        shares[name] = [line["share_of_copy"]]
        for peer in peers:
            theirs = peer.lines.get(name)
            shares[name].append(theirs and theirs["gbps"] / copy)
    return shares


def draw_chart(path, title, shares, peers):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    # A panel for each type; integers and floats of a width share one, because no
    # operator has both.
    panels = collections.defaultdict(dict)
    for name, values in shares.items():
        operator, shape, element_type = name.split("/")
        key = {"i64": "f64"}.get(element_type, element_type)
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ours", type=pathlib.Path)
    parser.add_argument("peers", type=pathlib.Path, nargs="*")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--title", default="Benchmarks")
    parser.add_argument("--note", action="append", default=[])
    args = parser.parse_args()
    _, lines = read_ours(args.ours)
    peers = [Peer(path) for path in args.peers]
    small = {n: line for n, line in lines.items() if line["bytes"] < SMALL_BYTES}
    large = {n: line for n, line in lines.items() if n not in small}
    args.output.mkdir(parents=True, exist_ok=True)
    write_table(args.output / "README.md", args.title, args.note, large, small, peers)
    shares = copy_shares(large, peers)
    if shares:
        draw_chart(args.output / "chart.png", args.title, shares, peers)


if __name__ == "__main__":
    main()
