#!/usr/bin/python3
"""Turns the JSON files of one run of the benchmarks into a table and a chart.

    report.py OURS.json [PEER.json...] --output=DIR [--title=TEXT] [--note=TEXT...]
    report.py --run=DIR/run.json
    report.py OURS.json [PEER.json...] --summary

writes DIR/README.md and DIR/chart.png, or prints a summary: the worst cases, and
how the operators' shares of the copy and the ratios to the peers are distributed.
Of random cases, whose shapes mean nothing by themselves, the table and the chart
are about these too. OURS is what dml-benchmark reports, a
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
import re
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
from cases import plain_name
from charts import draw_chart, draw_distribution

# Below this it is latency that matters.
SMALL_BYTES = 1 << 20

# What a summary has of the worst cases.
NUM_WORST = 20


def read_ours(paths):
    """The benchmarks by name; of repetitions, their medians. What failed. And
    whether the cases are random."""
    lines, failed, is_random = {}, {}, False
    for path in paths:
        report = json.loads(path.read_text())
        is_random |= report["context"].get("suite") == "random"
        for line in report["benchmarks"]:
            name = plain_name(line["run_name"])
            if line.get("error_occurred"):
                failed[name] = line["error_message"]
            elif line.get("aggregate_name", "median") == "median":
                lines[name] = line
    return lines, failed, is_random


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
    has_flops = any("gflops" in line for line in lines.values())
    header = ["operator/shape/type", "MB", "ms", "GB/s", "share of copy"]
    header += ["ratio to memcpy"] if has_memcpy else []
    header += ["Gflop/s"] if has_flops else []
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
        row += [number(line.get("gflops"), 1)] if has_flops else []
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


def get_operator(name):
    """Without the order of pixels or the pattern of indices."""
    pattern = r"_(dcr|crd|pooled|overlapping|shuffled(_planes)?)$"
    return re.sub(pattern, "", name.split("/")[0])


def group_by_operator(values):
    """The lists of the values, which are by name; of all operators at last."""
    groups = {}
    for name in sorted(values, key=get_operator):
        groups.setdefault(get_operator(name), []).append(values[name])
    if len(groups) > 1:
        groups["all"] = list(values.values())
    return groups


def get_percentiles(values):
    """The 5th, the 50th and the 95th."""
    if len(values) == 1:
        return values * 3
    twentieths = statistics.quantiles(values, n=20, method="inclusive")
    return [twentieths[0], twentieths[9], twentieths[18]]


def get_shares(lines):
    return {n: line["share_of_copy"] for n, line in lines.items() if "share_of_copy" in line}


def share_table(lines):
    header = ["operator", "cases", "least", "5th percentile", "median", "95th percentile"]
    rows = []
    for operator, values in group_by_operator(get_shares(lines)).items():
        numbers = [min(values), *get_percentiles(values)]
        rows.append([operator, str(len(values)), *(number(v, 2) for v in numbers)])
    return table(header, rows)


def slower_table(lines, peers):
    """How often and by how much a library is faster than dml."""
    header = ["peer", "operator", "cases", "dml is slower", "by more than 5 %"]
    header += ["least ratio", "5th percentile", "median"]
    rows = []
    for peer in peers:
        ratios = {n: peer.get_ratio(n, line["gbps"]) for n, line in lines.items()}
        ratios = {n: ratio for n, ratio in ratios.items() if ratio is not None}
        for operator, values in group_by_operator(ratios).items():
            counts = [len(values), sum(v < 1 for v in values), sum(v < 0.95 for v in values)]
            numbers = [min(values), *get_percentiles(values)[:2]]
            row = [peer.name, operator, *map(str, counts)]
            rows.append(row + [number(v, 2) for v in numbers])
    return table(header, rows)


def distribution(lines, peers):
    """The two tables, as lines."""
    text = ["Share of the copy:", "", *share_table(lines), ""]
    if any(peer.lines.keys() & lines.keys() for peer in peers):
        text += ["How many times as fast as a peer dml is, where the peer can do the case:"]
        text += ["", *slower_table(lines, peers), ""]
    return text


def worst_first(lines):
    return dict(sorted(lines.items(), key=lambda item: item[1].get("share_of_copy", 0)))


def print_summary(lines, failed, peers):
    worst = dict(list(worst_first(lines).items())[:NUM_WORST])
    text = [*bandwidth_table(worst, peers), "", *distribution(lines, peers)]
    text += [f"failed: {name}: {reason}" for name, reason in failed.items()]
    print("\n".join(text))


def microseconds(milliseconds):
    return number(milliseconds and milliseconds * 1e3, 2)


def latency_table(lines, peers):
    has_launch = any("launch_ms" in line for line in lines.values())
    header = ["operator/shape/type", "bytes", "µs", "compile, ms"]
    header += ["launch, µs", "empty kernels", "kernels, µs"] if has_launch else []
    header += [f"{peer.name}, µs" for peer in peers]
    rows = []
    for name, line in lines.items():
        row = [f"`{name}`", str(int(line["bytes"]))]
        row += [microseconds(line["run_ms"]), number(line["compile_ms"], 0)]
        if has_launch:
            row += [
                microseconds(line.get("launch_ms")),
                number(line.get("ratio_to_empty_kernel"), 2),
                microseconds(line["kernel_ms"]),
            ]
        for peer in peers:
            row.append(microseconds(peer.lines.get(name, {}).get("kernel_ms")))
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


def write_table(path, title, notes, large, small, failed, peers, is_random):
    names = large.keys() | small.keys()
    text = [f"# {title}", ""] + [line for note in notes for line in (note, "")]
    if large:
        text += ["![Share of the copy's bandwidth](chart.png)", ""]
        if is_random:
            text += ["## Distribution", "", *distribution(large, peers)]
        text += ["## Bandwidth", ""]
        if peers:
            text += ["In brackets: how many times as fast as the peer dml is."]
        if any(line["method"] == "other bits" for p in peers for line in p.lines.values()):
            text += ["≠: the kernels written by hand give other bits than dml."]
        text += [""] if peers else []
        text += [*bandwidth_table(large, peers), ""]
        if not is_random:
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ours", type=pathlib.Path, nargs="?")
    parser.add_argument("peers", type=pathlib.Path, nargs="*")
    parser.add_argument("--run", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--title", default="Benchmarks")
    parser.add_argument("--note", action="append", default=[])
    parser.add_argument("--summary", action="store_true")
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
    lines, failed, is_random = read_ours(ours)
    peers = get_handwritten(lines) + [read_peer(path) for path in args.peers]
    if args.summary:
        print_summary(lines, failed, peers)
        return
    small = {n: line for n, line in lines.items() if line["bytes"] < SMALL_BYTES}
    large = {n: line for n, line in lines.items() if n not in small}
    if is_random:
        large = worst_first(large)
    args.output.mkdir(parents=True, exist_ok=True)
    path, chart = args.output / "README.md", args.output / "chart.png"
    write_table(path, args.title, args.note, large, small, failed, peers, is_random)
    shares = copy_shares(large, peers)
    if shares and is_random:
        draw_distribution(chart, args.title, group_by_operator(get_shares(large)))
    elif shares:
        draw_chart(chart, args.title, shares, peers)


if __name__ == "__main__":
    main()
