#!/usr/bin/python3
"""Turns the JSON files of one run of the benchmarks into a table and a chart.

    report.py OURS.json [PEER.json...] --output=DIR [--title=TEXT] [--note=TEXT...]
    report.py --run=DIR/run.json

writes DIR/README.md and DIR/chart.png. OURS is what dml-benchmark reports, a
PEER what a script in peers/ does; run.json, which scripts/bench-device.sh writes
beside them, names them, and has the title and the notes. Everything in one table
was done with the same bytes: each input and output of the operator counted once.

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


def read_ours(paths):
    """The benchmarks by name; of repetitions, their medians. And what failed."""
    lines, failed = {}, {}
    for path in paths:
        for line in json.loads(path.read_text())["benchmarks"]:
            name = plain_name(line["run_name"])
            if line.get("error_occurred"):
                failed[name] = line["error_message"]
            elif line.get("aggregate_name", "median") == "median":
                lines[name] = line
    return lines, failed


class Peer:
    """What another took: lines by name, and for other names why there is none."""

    def __init__(self, name, lines, missing, is_library=True):
        self.name = name
        self.lines = lines
        self.missing = missing
        self.is_library = is_library

    def get_ratio(self, name, gbps):
        """How many times as fast as the peer that is."""
        line = self.lines.get(name)
        return line and gbps / line["gbps"]


def read_peer(path):
    report = json.loads(path.read_text())
    return Peer(
        report["context"]["peer"],
        {line["name"]: line for line in report["benchmarks"]},
        {line["name"]: line["reason"] for line in report["missing"]},
    )


def get_handwritten(lines):
    """The kernels that were written by hand, which ran in turn with ours."""
    theirs = {
        name: {
            "gbps": line["handwritten_gbps"],
            "kernel_ms": line["handwritten_ms"],
            "method": "our bits" if line["handwritten_equal"] else "other bits",
        }
        for name, line in lines.items()
        if "handwritten_ms" in line
    }
    if not theirs:
        return []
    return [Peer("written by hand", theirs, {}, is_library=False)]


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
            f"`{name}`" if line["checked"] else f"`{name}`, not checked",
            number(line["bytes"] * 1e-6, 1),
            number(line["kernel_ms"], 3),
            number(line["gbps"], 1),
            number(line.get("share_of_copy"), 2),
        ]
        row += [number(line.get("ratio_to_memcpy"), 2)] if has_memcpy else []
        for peer in peers:
            row.append(number(peer.lines.get(name, {}).get("gbps"), 1))
            if name in peer.lines:
                row[-1] += f" ({peer.get_ratio(name, line['gbps']):.2f})"
                if peer.lines[name]["method"] == "other bits":
                    row[-1] += " ≠"
        rows.append(row)
    return table(header, rows)


def least_ratios_table(lines, peers):
    """The worst case of each operator and type."""
    groups = collections.defaultdict(list)
    for name in lines:
        operator, _, element_type = name.split("/")
        groups[operator, element_type].append(name)

    def least(values):
        return number(min((v for v in values if v is not None), default=None), 2)

    libraries = [peer for peer in peers if peer.is_library]

    def get_ratio_to_fastest(name):
        ratios = [peer.get_ratio(name, lines[name]["gbps"]) for peer in libraries]
        return min((ratio for ratio in ratios if ratio is not None), default=None)

    header = ["operator", "type", "copy"] + [peer.name for peer in peers]
    header += ["fastest library"] if len(libraries) > 1 else []
    rows = []
    for (operator, element_type), names in groups.items():
        row = [f"`{operator}`", element_type]
        row.append(least(lines[name].get("share_of_copy") for name in names))
        for peer in peers:
            row.append(least(peer.get_ratio(n, lines[n]["gbps"]) for n in names))
        if len(libraries) > 1:
            row.append(least(map(get_ratio_to_fastest, names)))
        rows.append(row)
    return table(header, rows)


def latency_table(lines, peers):
    has_launch = any("launch_ms" in line for line in lines.values())
    header = ["operator/shape/type", "bytes", "µs", "compile, ms"]
    header += ["launch, µs", "empty kernels", "kernels, µs"] if has_launch else []
    header += [f"{peer.name}, µs" for peer in peers]
    rows = []
    for name, line in lines.items():
        row = [f"`{name}`", str(int(line["bytes"]))]
        row += [number(line["run_ms"] * 1e3, 2), number(line["compile_ms"], 0)]
        if has_launch:
            row += [
                number(line["launch_ms"] * 1e3, 2),
                number(line.get("ratio_to_empty_kernel"), 2),
                number(line["kernel_ms"] * 1e3, 2),
            ]
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


def write_table(path, title, notes, large, small, failed, peers):
    names = large.keys() | small.keys()
    text = [f"# {title}", ""] + [line for note in notes for line in (note, "")]
    if large:
        text += ["![Share of the copy's bandwidth](chart.png)", ""]
        text += ["## Bandwidth", ""]
        if peers:
            text += ["In brackets: how many times as fast as the peer dml is."]
        if any(line["method"] == "other bits" for p in peers for line in p.lines.values()):
            text += ["≠: the kernels written by hand give other bits than dml."]
        text += [""] if peers else []
        text += [*bandwidth_table(large, peers), ""]
        text += ["How many times as fast dml is at least, of all shapes:", ""]
        text += [*least_ratios_table(large, peers), ""]
    if small:
        text += ["## Latency", "", *latency_table(small, peers), ""]
    if failed:
        failures = [f"- `{name}`: {reason}" for name, reason in failed.items()]
        text += ["## Failed", "", *failures, ""]
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ours", type=pathlib.Path, nargs="?")
    parser.add_argument("peers", type=pathlib.Path, nargs="*")
    parser.add_argument("--run", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--title", default="Benchmarks")
    parser.add_argument("--note", action="append", default=[])
    args = parser.parse_args()
    if (args.run is None) == (args.ours is None):
        parser.error("expected OURS.json or --run")
    ours = [args.ours]
    if args.run:
        run = json.loads(args.run.read_text())
        ours = [args.run.parent / name for name in run["ours"]]
        args.peers = [args.run.parent / name for name in run["peers"]]
        args.title, args.note = run["title"], run["notes"]
    args.output = args.output or (args.run or args.ours).parent
    lines, failed = read_ours(ours)
    peers = get_handwritten(lines) + [read_peer(path) for path in args.peers]
    small = {n: line for n, line in lines.items() if line["bytes"] < SMALL_BYTES}
    large = {n: line for n, line in lines.items() if n not in small}
    args.output.mkdir(parents=True, exist_ok=True)
    write_table(
        args.output / "README.md", args.title, args.note, large, small, failed, peers
    )
    shares = copy_shares(large, peers)
    if shares:
        draw_chart(args.output / "chart.png", args.title, shares, peers)


if __name__ == "__main__":
    main()
