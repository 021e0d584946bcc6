#!/usr/bin/python3
"""Times PyTorch on the CPU on the cases of dml-benchmark, whose names come from

    dml-benchmark --suite=operators --benchmark_list_tests

on standard input; prints JSON for report.py. Of the ways that PyTorch has to do
a case the fastest counts. Big blocks stay in the process's heap, so that results
are written to memory that is there already.

    torch_cpu.py [--threads=N] [--runs=N] <NAMES >RESULT.json

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import ctypes
import statistics
import sys
import time

import torch

from cases import Results, read_cases
from torch_methods import get_methods

WARM_UP = 3
SMALL_BYTES = 1 << 20
REPEAT_SMALL = 20


def keep_heap():
    """No mmap for big blocks, and nothing given back."""
    m_trim_threshold, m_mmap_max = -1, -4
    libc = ctypes.CDLL(None)
    libc.mallopt(m_mmap_max, 0)
    libc.mallopt(m_trim_threshold, -1)


def time_method(function, runs, copy):
    """The median in milliseconds; in turn with a copy, as dml-benchmark runs its
    own, so that the caches hold as much of other data."""
    for _ in range(WARM_UP):
        function()
    times = []
    for _ in range(runs):
        copy()
        start = time.perf_counter_ns()
        function()
        times.append((time.perf_counter_ns() - start) * 1e-6)
    return statistics.median(times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--runs", type=int, default=15)
    args = parser.parse_args()
    keep_heap()
    if args.threads:
        torch.set_num_threads(args.threads)
    results = Results(f"PyTorch {torch.__version__}", threads=torch.get_num_threads())
    for case in read_cases(sys.stdin):
        best, reason = None, ""
        runs = args.runs * (REPEAT_SMALL if case.bytes < SMALL_BYTES else 1)
        source = torch.ones(case.bytes // 2, dtype=torch.int8)
        target = torch.empty_like(source)
        for method, function in get_methods(case, "cpu"):
            try:
                milliseconds = time_method(
                    function, runs, lambda: target.copy_(source)
                )
            except RuntimeError as error:
                reason = f"{method}: {str(error).splitlines()[0]}"
                continue
            if best is None or milliseconds < best[1]:
                best = method, milliseconds
        if best:
            results.add(case, *best)
        else:
            results.miss(case, reason)
        print(case.name, best or reason, file=sys.stderr)
    results.write(sys.stdout)


if __name__ == "__main__":
    with torch.inference_mode():
        main()
