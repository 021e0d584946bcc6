#!/usr/bin/env python3
"""Runs each pass and pipeline that `DML_OPT --help` lists in another tool.

  run_all_passes.py DML_OPT TOOL [FLAG...]

Each runs alone, on the kind of operation that it is for. Ends with 1 at the
first that TOOL does not know or that fails.
"""

import re
import subprocess
import sys

MODULE = """
func.func @main() { return }
gpu.module @kernels {
  spirv.module Logical GLSL450 {}
}
"""
ANCHORS = [
    "builtin.module({})",
    "builtin.module(func.func({}))",
    "builtin.module(gpu.module({}))",
    "builtin.module(gpu.module(spirv.module({})))",
]
NESTING = "did you intend to nest?"


def main():
    dml_opt, *tool = sys.argv[1:]
    text = subprocess.run(
        [dml_opt, "--help"], check=True, capture_output=True, text=True
    ).stdout
    names = set(re.findall(r"^ +--([a-z0-9-]*dml-[a-z0-9-]+) ", text, re.MULTILINE))
    names.remove("dml-list-operators")
    for name in sorted(names):
        for anchor in ANCHORS:
            run = subprocess.run(
                [*tool, "--pass-pipeline=" + anchor.format(name), "-"],
                input=MODULE,
                capture_output=True,
                text=True,
            )
            if NESTING not in run.stderr:
                break
        if run.returncode != 0:
            sys.exit(f"{name}: {run.stderr}")
        print(f"{name}: runs")


main()
