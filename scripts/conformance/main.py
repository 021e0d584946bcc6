"""Compares dml-run with other implementations on random cases: see
../test-conformance.sh for the flags."""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))

import formulas
from commands import TookTooLong, run_command
from draw import PEERS, draw_case, draw_inputs

# Debian's Python is the one that has its packages.
PYTHON = "/usr/bin/python3"
# So many cases that differ are printed and kept.
PRINTED = 20
EQUAL, DIFFERENT, NOT_COMPARED = "equal", "different", "not compared"


class CannotRun(Exception):
    """A tool or a peer is not there, or breaks."""


def parse_flags():
    parser = argparse.ArgumentParser(prog="test-conformance.sh", allow_abbrev=False)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--case", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peer", action="append", choices=list(PEERS))
    parser.add_argument("--device", action="append")
    parser.add_argument("--build-dir", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=pathlib.Path)
    flags = parser.parse_args()
    flags.peer = flags.peer or ["pytorch", "onnxruntime"]
    flags.device = flags.device or ["cpu"]
    flags.keep = flags.keep or flags.build_dir / "conformance"
    return flags


def write_case(seed, case, place):
    """The function and the operands."""
    place.mkdir()
    (place / "case.mlir").write_text(case.function(), encoding="utf-8")
    for i, array in enumerate(draw_inputs(seed, case)):
        array.write(place / f"x{i}.npy")


def run_formulas(seed, cases, folder):
    for case in cases:
        results = formulas.compute(case, draw_inputs(seed, case))
        for i, result in enumerate(results):
            result.write(folder / str(case.number) / f"y{i}.npy")
    return "the formulas"


def run_peer(peer, flags, cases, folder):
    """The results of all cases of a peer, as files; its version."""
    if peer == "formulas":
        return run_formulas(flags.seed, cases, folder)
    text = json.dumps([dataclasses.asdict(case) for case in cases])
    (folder / "cases.json").write_text(text, encoding="utf-8")
    if peer == "pytorch":
        command = [PYTHON, "-B", HERE / "pytorch.py", folder]
    else:
        modules = flags.build_dir / "peers"
        command = ["node", HERE / "onnxruntime.mjs", folder, modules]
    try:
        result = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    except OSError as error:
        raise CannotRun(f"{peer}: {error}") from error
    if result.returncode != 0:
        errors = re.findall(r"^\w*Error:.*", result.stderr, re.MULTILINE)
        raise CannotRun(f"{peer}: {(errors or [result.stderr.strip()])[0]}")
    return result.stdout.strip()


def make_command(case, place, device, build_dir):
    """dml-run on the case, comparing with what the peer made."""
    tool = str(build_dir / "bin" / "dml-run")
    command = [tool, str(place / "case.mlir"), f"--device={device}"]
    if case.form == "as-written" and device == "cpu":
        command.append("--refine=off")
    command += [f"--input=@{path}" for path in sorted(place.glob("x*.npy"))]
    command += [f"--input=index={size}" for size in case.given_sizes]
    command += [f"--expected-output=@{path}" for path in sorted(place.glob("y*.npy"))]
    return command


def compare_case(case, place, device, build_dir):
    """Whether the results are equal, and what was printed if not."""
    error = place / "error"
    if error.exists():
        return NOT_COMPARED, error.read_text(encoding="utf-8")
    if len(list(place.glob("y*.npy"))) != len(case.results):
        return NOT_COMPARED, "the peer has another number of results\n"
    command = make_command(case, place, device, build_dir)
    try:
        status, printed = run_command(command)
    except TookTooLong as error:
        return DIFFERENT, f"{error}\n"
    return (EQUAL, "") if status == 0 else (DIFFERENT, printed)


def report(case, place, device, flags, outcome, text):
    """Prints what differs, and keeps the case's files."""
    kept = flags.keep / f"seed-{flags.seed}-case-{case.number}"
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(place, kept)
    words = make_command(case, kept, device, flags.build_dir)
    print(f"{case}: {outcome} on {device}")
    print("".join(f"  {line}\n" for line in text.splitlines()[:10]), end="")
    print("  " + shlex.join(words))
    # The peers say which case a number is.
    peers = " ".join(f"--peer={peer}" for peer in flags.peer)
    again = f"{peers} --seed={flags.seed} --case={case.number} --device={device}"
    print(f"  scripts/test-conformance.sh {again}", flush=True)


def print_table(counts):
    """A line for each peer and operator."""
    keys = sorted({key[:3] for key in counts})
    titles = [("peer", "operator", "device", EQUAL, DIFFERENT, NOT_COMPARED)]
    rows = titles + [
        (*key, *(str(counts[*key, o]) for o in (EQUAL, DIFFERENT, NOT_COMPARED)))
        for key in keys
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(len(titles[0]))]
    for row in rows:
        texts = [w.ljust(n) for w, n in zip(row[:3], widths)]
        texts += [w.rjust(n) for w, n in zip(row[3:], widths[3:])]
        print("  ".join(texts).rstrip())


def compare_all(flags, cases, folder):
    """Runs all cases on all devices; counts outcomes by peer, operator and device."""
    counts, printed = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(flags.jobs) as pool:
        runs = {
            pool.submit(
                compare_case, case, folder / str(case.number), device, flags.build_dir
            ): (case, device)
            for device in flags.device
            for case in cases
        }
        for run in concurrent.futures.as_completed(runs):
            case, device = runs[run]
            outcome, text = run.result()
            counts[case.peer, case.operator, device, outcome] += 1
            if outcome != EQUAL and printed < PRINTED:
                place = folder / str(case.number)
                report(case, place, device, flags, outcome, text)
                printed += 1
    return counts


def run(flags):
    if not (flags.build_dir / "bin" / "dml-run").exists():
        raise CannotRun(f"no bin/dml-run in {flags.build_dir}")
    numbers = range(flags.cases) if flags.case is None else [flags.case]
    cases = [draw_case(flags.seed, number, flags.peer) for number in numbers]
    with tempfile.TemporaryDirectory(prefix="dml-conformance-") as name:
        folder = pathlib.Path(name)
        for case in cases:
            write_case(flags.seed, case, folder / str(case.number))
        for peer in flags.peer:
            own = [case for case in cases if case.peer == peer]
            print(f"{run_peer(peer, flags, own, folder)}: {len(own)} cases", flush=True)
        counts = compare_all(flags, cases, folder)
    print_table(counts)
    totals = collections.Counter()
    for key, count in counts.items():
        totals[key[3]] += count
    line = f"{totals.total()} cases: {totals[EQUAL]} equal"
    line += f", {totals[DIFFERENT]} different"
    if totals[NOT_COMPARED]:
        line += f", {totals[NOT_COMPARED]} not compared"
    print(line)
    if totals[DIFFERENT]:
        return 1
    return 2 if totals[NOT_COMPARED] or not totals[EQUAL] else 0


def main():
    flags = parse_flags()
    try:
        sys.exit(run(flags))
    except CannotRun as error:
        print(f"test-conformance: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
