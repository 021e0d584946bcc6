#!/usr/bin/env python3
"""Times PyTorch on a CUDA device on the cases of dml-benchmark, whose names come
from

    dml-benchmark --suite=gpu-operators --benchmark_list_tests

on standard input; prints JSON for report.py. Of the ways that PyTorch has to do
a case, eager and compiled, the fastest counts; its caching allocator is warm.
Times are CUDA events'.

    torch_gpu.py [--runs=N] [--no-compile] <NAMES >RESULT.json

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import statistics
import sys

import torch

from cases import Results, read_cases
from torch_methods import get_methods

WARM_UP = 3


def time_method(function, runs):
    """The median in milliseconds."""
    for _ in range(WARM_UP):
        function()
    torch.cuda.synchronize()
    times = []
    for _ in range(runs):
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        start.record()
        function()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end))
    return statistics.median(times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--no-compile", action="store_true")
    args = parser.parse_args()
    results = Results(
        f"PyTorch {torch.__version__}", device=torch.cuda.get_device_name()
    )
    for case in read_cases(sys.stdin):
        best, reason = None, ""
        modes = {"eager": lambda f: f}
        if not args.no_compile:
            torch._dynamo.reset()
            modes["compiled"] = torch.compile
        for method, function in get_methods(case, "cuda"):
            for mode, wrap in modes.items():
                try:
                    milliseconds = time_method(wrap(function), args.runs)
                except Exception as error:  # the compiler has many of its own
                    reason = f"{method}, {mode}: {str(error).splitlines()[0]}"
                    continue
                if best is None or milliseconds < best[1]:
                    best = f"{method}, {mode}", milliseconds
        if best:
            results.add(case, *best)
        else:
            results.miss(case, reason)
        print(case.name, best or reason, file=sys.stderr)
        torch.cuda.empty_cache()
    results.write(sys.stdout)


if __name__ == "__main__":
    with torch.no_grad():
        main()
