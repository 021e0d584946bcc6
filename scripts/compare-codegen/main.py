"""Compares generated code; scripts/compare-codegen.sh starts it."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "common"))

from artifacts import Lowering, environment_of, run, run_job
from cases import make_jobs
from differences import compare, first_lines
from sides import CannotCompare, make_side

# --quick takes every so manyth case.
QUICK_STRIDE = 16


def parse_arguments():
    parser = argparse.ArgumentParser(prog="compare-codegen.sh", allow_abbrev=False)
    parser.add_argument("old", metavar="OLD", help="a revision or a build folder")
    parser.add_argument("new", metavar="NEW", nargs="?", help="the working tree")
    parser.add_argument("--quick", action="store_true", help="a part of the cases")
    parser.add_argument("--filter", type=re.compile, help="of names that --list prints")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--lines", type=int, default=8, help="of each difference")
    parser.add_argument("--keep", type=pathlib.Path, help="build-compare/differences")
    parser.add_argument("--device", choices=["vulkan", "none"])
    parser.add_argument("--list", action="store_true", help="print the names, run none")
    arguments = parser.parse_args()
    if arguments.jobs < 1 or arguments.lines < 0:
        parser.error("--jobs is positive, --lines not negative")
    return arguments


class Comparison:
    """Runs jobs on both sides, and reports what differs."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.old = make_side(ROOT, arguments.old)
        self.new = make_side(ROOT, arguments.new)
        self.lowering = Lowering()
        self.runtime = tempfile.TemporaryDirectory(prefix="compare-codegen-")
        self.environment = environment_of(self.runtime.name)
        self.keep = arguments.keep or ROOT / "build-compare" / "differences"
        if not arguments.keep:
            shutil.rmtree(self.keep, ignore_errors=True)
        self.kinds = collections.Counter()
        self.differing = 0
        self.refused = collections.Counter()

    def has_device(self):
        """Whether there is a Vulkan device to compile for."""
        if self.arguments.device:
            return self.arguments.device == "vulkan"
        command = [self.new.tool("dml-run"), "--list-devices"]
        _, out, _ = run(command, None, self.environment)
        return b"vulkan://" in out

    def choose_jobs(self):
        """The jobs that the flags leave, and how many commands of tests are none."""
        device = self.has_device()
        try:
            jobs = make_jobs(ROOT, self.new, device)
        except CannotCompare:
            jobs = make_jobs(ROOT, self.old, device)
        chosen = jobs.jobs
        if self.arguments.quick:
            cases = list(dict.fromkeys(job.case for job in chosen))
            some = set(cases[::QUICK_STRIDE])
            chosen = [job for job in chosen if job.case in some]
        if self.arguments.filter:
            chosen = [job for job in chosen if self.arguments.filter.search(job.name)]
        if not chosen:
            raise CannotCompare("no case is left to compare")
        return chosen, jobs.skipped

    def run_both(self, job):
        """The differences of a job, and whether both sides refuse it."""
        old, new = (
            run_job(job, side, self.environment) for side in (self.old, self.new)
        )
        refused = old.status == new.status != "0"
        return list(compare(old, new, self.lowering)), refused

    def report(self, job, differences):
        """Prints and keeps what differs."""
        self.differing += 1
        kinds = list(dict.fromkeys(difference.kind for difference in differences))
        self.kinds.update(kinds)
        folder = self.keep / re.sub(r"[^\w.,=-]+", "_", job.name)[:200]
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in job.files:
            (folder / pathlib.PurePath(file).name).write_text(text, encoding="utf-8")
        command = " ".join([job.tool, *(f"'{a}'" for a in job.arguments)])
        (folder / "command.txt").write_text(command + "\n", encoding="utf-8")
        print(f"{job.name}: {', '.join(kinds)}")
        for difference in differences:
            stem = re.sub(r"[^\w.]+", "-", difference.part)
            for side, data in (("old", difference.old), ("new", difference.new)):
                (folder / f"{stem}.{side}{difference.suffix}").write_bytes(data)
            for line in first_lines(difference, self.arguments.lines):
                print("  " + line)
        print(f"  in {folder}", flush=True)

    def run(self):
        """Whether nothing differs."""
        jobs, skipped = self.choose_jobs()
        if self.arguments.list:
            for job in jobs:
                print(job.name)
            return True
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            results = pool.map(self.run_both, jobs)
            for job, (differences, refused) in zip(jobs, results):
                self.refused[re.match(r"[\w-]*", job.variant).group()] += refused
                if differences:
                    self.report(job, differences)
        seconds = time.monotonic() - start
        for kind, count in self.kinds.most_common():
            print(f"{count:6} {kind}")
        refused = +self.refused
        if refused:
            ways = ", ".join(f"{way} {count}" for way, count in refused.most_common())
            print(f"refused by both: {ways}")
        cases = len({job.case for job in jobs})
        print(
            f"{cases} cases in {len(jobs)} ways, {self.differing} differ; "
            f"{refused.total()} refused by both, {skipped} commands of tests left out; "
            f"{seconds:.0f} s"
        )
        return not self.differing


def main():
    try:
        return 0 if Comparison(parse_arguments()).run() else 1
    except CannotCompare as error:
        print(f"compare-codegen: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
