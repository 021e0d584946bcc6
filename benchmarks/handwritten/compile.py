#!/usr/bin/env python3
"""Compiles the kernels of this folder, which were written by hand, for the cases
of dml-benchmark that they can do.

    dml-benchmark --suite=gpu-operators --benchmark_list_tests |
      compile.py --output=DIR

writes SPIR-V modules and index.json for `dml-benchmark --handwritten=DIR`. Needs
glslangValidator, of Debian's package glslang-tools. The kernels are written for a
case's sizes, which they get as macros.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "peers"))
from cases import ELEMENT_BYTES, read_cases

WORKGROUP_SIZE = 256


def get_macros(case):
    rank = len(case.sizes) - 2
    ones = [1] * (3 - rank)
    macros = dict(zip(("N", "C"), case.sizes))
    macros.update(zip(("D", "H", "W"), ones + case.sizes[2:]))
    macros.update(zip(("KD", "KH", "KW"), ones + case.k))
    macros.update(zip(("PD", "PH", "PW"), [0] * (3 - rank) + case.p))
    macros["DILATION"] = case.d[0]
    macros["BYTES"] = ELEMENT_BYTES[case.type]
    # Elements of the result.
    macros["TOTAL"] = f"{math.prod(case.output_sizes)}u"
    return macros


def choose(case, macros):
    """The kernels of a case, each with its number of workgroups; empty where
    there is none for it."""
    if case.nhwc:
        return []
    planes = math.prod(case.sizes[:2])
    total = math.prod(case.output_sizes)
    if case.index_type == "ui32" and case.type == "f32":
        inputs = math.prod(case.sizes)
        if inputs % 4 or total % 4:
            return []
        return [
            ("max_unpooling_fill", math.ceil(total / (8 * WORKGROUP_SIZE))),
            ("max_unpooling_scatter", math.ceil(inputs / (4 * WORKGROUP_SIZE))),
        ]
    row, rest = divmod(macros["W"] * macros["BYTES"], 16)
    # Windows that are the same in all dimensions.
    geometry = {*zip(case.k, case.s, case.p, case.d)}
    if case.operator != "unfold" or rest or len(geometry) > 1:
        return []
    ((k, s, p, d),) = geometry
    if s == 1 and case.blocks == case.sizes[2:]:
        vectors = total * macros["BYTES"] // 16
        return [("unfold_same", math.ceil(vectors / (2 * WORKGROUP_SIZE)))]
    half = [size / 2 for size in case.sizes[2:]]
    if len(half) == 2 and s == 2 and d == 1 and case.blocks == half:
        # Staged zeros are one vector on either side.
        reach = max(p, k - p) // 2 * macros["BYTES"]
        if row % 2 or WORKGROUP_SIZE % row or reach > 16:
            return []
        tiles, rest = divmod(case.blocks[0], WORKGROUP_SIZE // row)
        return [] if rest else [("unfold_stride2", planes * k * tiles)]
    if len(half) == 2 and (k, s, p, d) == (16, 16, 0, 1):
        windows = {4: 128, 2: 256, 1: 1024}[macros["BYTES"]]
        blocks = math.prod(case.blocks)
        # All invocations have work with so many, and with fewer some of them.
        macros["WINDOWS"] = windows if blocks % windows == 0 else 256
        if blocks % macros["WINDOWS"] or any(size % 16 for size in case.sizes[2:]):
            return []
        tiles = blocks // macros["WINDOWS"]
        return [("unfold_patches", planes * 16 * tiles)]
    return []


def compile_kernel(name, macros, output):
    command = ["glslangValidator", "--target-env", "vulkan1.1", "--quiet", f"-I{HERE}"]
    command += [f"-D{macro}={value}" for macro, value in macros.items()]
    subprocess.run(command + ["-o", output, HERE / f"{name}.comp"], check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=pathlib.Path, required=True)
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    index = {}
    for number, case in enumerate(read_cases(sys.stdin)):
        macros = get_macros(case)
        for name, workgroups in choose(case, macros):
            file = f"{number}-{name}.spv"
            compile_kernel(name, macros, args.output / file)
            index.setdefault(case.name, []).append(
                {
                    "spirv": file,
                    "workgroup_size": WORKGROUP_SIZE,
                    "workgroups": workgroups,
                }
            )
    (args.output / "index.json").write_text(json.dumps(index, indent=1) + "\n")


if __name__ == "__main__":
    main()
