#!/usr/bin/env python3
"""Times PyTorch on a CUDA device on the cases of dml-benchmark, whose names come
from

    dml-benchmark --suite=gpu-operators --benchmark_list_tests

on standard input; prints JSON for report.py. Of the ways that PyTorch has to do
a case the fastest counts, all of them eager or all of them compiled; its caching
allocator is warm. Times are CUDA events'.

    torch_gpu.py [--mode=eager|compiled] [--runs=N] [--seconds=N]
      [--case-seconds=N] <NAMES >RESULT.json

Compilers take their time: a way that is not done after --case-seconds is left
out, and so are the cases that are left after --seconds, and compiling those of
less than 1 MiB. The result says which ones.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import contextlib
import math
import signal
import statistics
import sys
import time

import torch

from cases import Results, read_cases
from torch_methods import get_methods

# A device that was idle has a low clock. It has warmed up when it has not become
# faster by a thirtieth in so many seconds of work. Of small cases there is a time
# for orientation only.
WARM_UP_SECONDS, SMALL_WARM_UP_SECONDS = 0.5, 0.1
FASTER = 29 / 30
SMALL_BYTES = 1 << 20


def time_once(function):
    """In milliseconds."""
    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    start.record()
    function()
    end.record()
    end.synchronize()
    return start.elapsed_time(end)


def warm_up(function, seconds):
    function()
    fastest, end = math.inf, math.inf
    while time.monotonic() < end:
        milliseconds = time_once(function)
        if milliseconds < fastest * FASTER:
            fastest, end = milliseconds, time.monotonic() + seconds


def time_method(function, case, runs):
    """The median in milliseconds."""
    is_small = case.bytes < SMALL_BYTES
    warm_up(function, SMALL_WARM_UP_SECONDS if is_small else WARM_UP_SECONDS)
    return statistics.median(time_once(function) for _ in range(runs))


@contextlib.contextmanager
def time_limit(seconds):
    def stop(*_):
        raise TimeoutError(f"took more than {seconds} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def time_case(case, args):
    """The fastest method and its milliseconds, and why others are not there."""
    best, reasons = None, []
    for method, function in get_methods(case, "cuda"):
        try:
            with time_limit(args.case_seconds):
                if args.mode == "compiled":
                    # What is left of other cases makes shapes dynamic.
                    torch._dynamo.reset()
                    function = torch.compile(function, dynamic=False)
                milliseconds = time_method(function, case, args.runs)
        except Exception as error:  # the compiler has many of its own
            lines = str(error).splitlines() or [type(error).__name__]
            reasons.append(f"{method}: {lines[0]}")
            continue
        if best is None or milliseconds < best[1]:
            best = method, milliseconds
    return best, reasons


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=["eager", "compiled"], default="eager")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--case-seconds", type=int, default=60)
    args = parser.parse_args()
    results = Results(
        f"PyTorch {torch.__version__} {args.mode}",
        device=torch.cuda.get_device_name(),
    )
    # Products of f32 are products of f32.
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    end = time.monotonic() + args.seconds
    for case in read_cases(sys.stdin):
        if time.monotonic() > end:
            results.miss(case, f"not run: {args.seconds} s were over")
            continue
        if args.mode == "compiled" and case.bytes < SMALL_BYTES:
            results.miss(case, "not run: less than 1 MiB")
            continue
        begin = time.monotonic()
        try:
            best, reasons = time_case(case, args)
        except RuntimeError as error:  # no memory for its tensors
            best, reasons = None, [str(error).splitlines()[0]]
        if best:
            results.add(case, *best)
        else:
            results.miss(case, "; ".join(reasons))
        seconds = time.monotonic() - begin
        print(f"{case.name} {seconds:.1f} s", best, *reasons, file=sys.stderr)
        torch.cuda.empty_cache()
    results.write(sys.stdout)


if __name__ == "__main__":
    with torch.no_grad():
        main()
