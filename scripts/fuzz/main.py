"""Searches for crashes of dml-opt and dml-run; scripts/fuzz.sh starts it."""

import argparse
import collections
import concurrent.futures
import dataclasses
import itertools
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "common"))

from corpus import read_corpus
from judge import ADDRESS_BYTES, Judge, is_known, read_known
from reduce import Reducer, is_text
from targets import BATCH, OPT_FLAGS, SEPARATOR, Targets

TARGETS = "opt run-cpu run-vulkan run-reference bytecode npy plan flags".split()
# Of a binary file, when it is printed.
PRINTED_BYTES = 512


def parse_arguments():
    parser = argparse.ArgumentParser(prog="fuzz.sh", allow_abbrev=False)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=float, help="how long, over all targets")
    length.add_argument("--seconds", type=float, help="how long (60)")
    length.add_argument("--cases", type=int, help="of each target, instead of a time")
    parser.add_argument("--target", choices=TARGETS + ["all"], default="all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build-dir", type=pathlib.Path, required=True)
    parser.add_argument("--keep", type=pathlib.Path, help="BUILD_DIR/fuzz by default")
    parser.add_argument("--limit", type=float, default=20, help="of a case, seconds")
    parser.add_argument(
        "--known",
        type=pathlib.Path,
        default=ROOT / "docs" / "Testing.md",
        help="the page with the table of crashes in upstream",
    )
    arguments = parser.parse_args()
    if arguments.jobs < 1 or arguments.limit <= 0:
        parser.error("--jobs and --limit are positive")
    return arguments


@dataclasses.dataclass
class Tally:
    cases: int = 0
    seconds: float = 0
    signatures: set = dataclasses.field(default_factory=set)

    def describe(self, name, known):
        """A line of the summary."""
        rate = self.cases * 60 / self.seconds if self.seconds else 0
        upstream = sum(is_known(signature, known) for signature in self.signatures)
        return (
            f"{name}: {self.cases} cases, {rate:.0f} per minute, "
            f"{len(self.signatures)} signatures ({upstream} known upstream)"
        )


class Search:
    """Runs cases, and reports each signature once."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.build_dir = arguments.build_dir.resolve()
        self.keep = arguments.keep or self.build_dir / "fuzz"
        self.known = read_known(arguments.known)
        self.judge = Judge(self.build_dir, ROOT, arguments.limit)
        corpus = read_corpus(ROOT, self.build_dir / "bin")
        self.targets = Targets(corpus, arguments.seed)
        self.signatures = set()

    def make_bytecode(self, text):
        """Bytecode of a module."""
        command = [str(self.judge.bin / "dml-opt"), "-", "--emit-bytecode"]
        return subprocess.run(
            command + OPT_FLAGS,
            input=text.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
        ).stdout

    def make_plan(self, name):
        """What dml-compile makes of an example: bytes by name."""
        program = ROOT / "examples" / f"{name}.mlir"
        with tempfile.TemporaryDirectory(prefix="dml-fuzz-") as folder:
            command = [str(self.judge.bin / "dml-compile"), str(program)]
            subprocess.run(
                command + ["--target=vulkan1.1", "-o", folder], check=True
            )
            return {f.name: f.read_bytes() for f in pathlib.Path(folder).iterdir()}

    def make_case(self, target, i):
        if target == "opt":
            return self.targets.opt(i)
        if target == "bytecode":
            return self.targets.bytecode_case(i, self.make_bytecode)
        if target == "plan":
            return self.targets.plan_case(i, self.make_plan)
        if target.startswith("run-"):
            return self.targets.run(target[4:], i)
        return getattr(self.targets, target)(i)

    def run_case(self, case):
        """The signature of what broke. Most of what takes long does so in a
        program that may, which a part of the time limit tells. A tool that is
        stopped while it allocates prints no stack. What is known need not be
        made sure of."""
        signature, _ = self.judge.run(case, self.judge.seconds / 4)
        if (
            signature
            and re.search(r"\b(timeout|hang)\b|memory$", signature)
            and not is_known(signature, self.known)
        ):
            signature, _ = self.judge.run(case)
        return signature

    def run_unit(self, target, start, count):
        """What cases break: pairs of a signature and a case."""
        cases = [self.make_case(target, start + i) for i in range(count)]
        if count > 1:
            together = dataclasses.replace(
                cases[0],
                arguments=cases[0].arguments + ["--split-input-file"],
                files={
                    "input.mlir": SEPARATOR.join(c.files["input.mlir"] for c in cases)
                },
            )
            signature, _ = self.judge.run(together)
            if not signature:
                return []
        found = [(self.run_case(case), case) for case in cases]
        found = [(signature, case) for signature, case in found if signature]
        if count > 1 and not found:
            # What only several modules in turn do.
            return [(signature, together)]
        return found

    def search(self, target, seconds, cases):
        """One target, for a time or a number of cases."""
        tally = Tally()
        size = BATCH if target == "opt" else 1
        starts = itertools.count(0, size) if cases is None else range(0, cases, size)
        starts = iter(starts)
        begin = time.monotonic()
        paused = 0
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            pending = collections.deque()
            while True:
                # In the order of the cases, so that a seed reports the same.
                while len(pending) < 2 * self.arguments.jobs:
                    if seconds and time.monotonic() - begin - paused > seconds:
                        break
                    start = next(starts, None)
                    if start is None:
                        break
                    count = size if cases is None else min(size, cases - start)
                    unit = pool.submit(self.run_unit, target, start, count)
                    pending.append((count, unit))
                if not pending:
                    break
                count, unit = pending.popleft()
                found = unit.result()
                tally.cases += count
                reporting = time.monotonic()
                for signature, case in found:
                    tally.signatures.add(signature)
                    self.report(signature, case)
                paused += time.monotonic() - reporting
        tally.seconds = time.monotonic() - begin - paused
        return tally

    def report(self, signature, case):
        """Prints and keeps what is new."""
        if signature in self.signatures:
            return
        self.signatures.add(signature)
        if is_known(signature, self.known):
            return
        reducer = Reducer(self.judge, case, signature)
        case = reducer.reduce()
        folder = self.keep / re.sub(r"[^\w.-]+", "-", signature)[:100]
        folder.mkdir(parents=True, exist_ok=True)
        command = " ".join(map(shlex.quote, case.command()))
        (folder / "command.txt").write_text(command + "\n", encoding="utf-8")
        (folder / "output.txt").write_text(self.judge.run(case)[1], encoding="utf-8")
        print(f"\nfuzz: {signature}\n  {command}")
        for name, content in case.files.items():
            (folder / name).write_bytes(content)
            print(f"--- {name}, {len(content)} bytes")
            if is_text(content):
                print(content.decode().rstrip("\n"))
            else:
                print(content[:PRINTED_BYTES].hex(" ", 2))
        print(f"--- kept in {folder}, {reducer.runs} runs to reduce", flush=True)

    def run(self):
        """All targets that are asked for; whether any signature is new."""
        arguments = self.arguments
        names = TARGETS if arguments.target == "all" else [arguments.target]
        seconds = None
        if arguments.cases is None:
            total = arguments.minutes * 60 if arguments.minutes else arguments.seconds
            seconds = (total or 60) / len(names)
        summary, everything = [], Tally()
        for name in names:
            tally = self.search(name, seconds, arguments.cases)
            summary.append(tally.describe(name, self.known))
            print(summary[-1], flush=True)
            everything.cases += tally.cases
            everything.seconds += tally.seconds
            everything.signatures |= tally.signatures
        print(everything.describe("all", self.known))
        return any(not is_known(s, self.known) for s in everything.signatures)


def main():
    arguments = parse_arguments()
    try:
        search = Search(arguments)
    except (OSError, ValueError) as error:
        print(f"fuzz: {error}", file=sys.stderr)
        return 2
    # Inherited by the tools. Addresses are no measure under ASan, which reserves
    # most of them.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not search.judge.has_asan:
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_BYTES, ADDRESS_BYTES))
    return 1 if search.run() else 0


if __name__ == "__main__":
    sys.exit(main())
