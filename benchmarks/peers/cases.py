"""The cases of dml-benchmark's suites, from their names.

A name such as `unfold/8x3x224x224_k7_s2_p3/f32` says all that there is to know
of a case, so the suites' shapes are in one place only.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import datetime
import json
import math
import re

ELEMENT_BYTES = {"f64": 8, "i64": 8, "ui64": 8, "f32": 4, "ui32": 4, "f16": 2, "i8": 1}


@dataclasses.dataclass
class Case:
    name: str
    operator: str
    # Of fold, the result's.
    sizes: list
    type: str
    # Of depth_to_space1 and space_to_depth1.
    block: int = 0
    # Of max_unpooling.
    index_type: str = ""
    # Of max_pooling2: whether it gives indices, of ui32.
    indices: bool = False
    # NHWC: every tensor of four dimensions has its channels last.
    nhwc: bool = False
    # Of unfold, fold and max_pooling2: window, stride, padding at either side, dilation.
    k: int = 0
    s: int = 1
    p: int = 0
    d: int = 1

    @property
    def output_sizes(self):
        n, c, *spatial = self.sizes
        if self.operator.startswith("space_to_depth1"):
            return [n, c * self.block**2] + [size // self.block for size in spatial]
        if self.operator == "max_pooling2":
            return [n, c] + self.blocks
        if self.block:
            return [n, c // self.block**2] + [size * self.block for size in spatial]
        if self.index_type:
            return [n, c] + [size * 2 for size in spatial]
        return [n, c * self.k ** len(spatial), math.prod(self.blocks)]

    @property
    def blocks(self):
        """The windows in each spatial dimension."""
        reach = self.d * (self.k - 1) + 1
        return [(x + 2 * self.p - reach) // self.s + 1 for x in self.sizes[2:]]

    @property
    def bytes(self):
        """Inputs and output, each counted once."""
        width = ELEMENT_BYTES[self.type]
        count = math.prod(self.sizes)
        total = (count + math.prod(self.output_sizes)) * width
        if self.index_type:
            total += count * ELEMENT_BYTES[self.index_type]
        if self.indices:
            total += math.prod(self.output_sizes) * ELEMENT_BYTES["ui32"]
        return total


def plain_name(name):
    """Without what Google Benchmark appends."""
    return re.sub(r"/(iterations:\d+|repeats:\d+|manual_time)\b", "", name)


def parse_case(name):
    """The case, or None for a name that is not of a suite."""
    parts = name.split("/")
    if len(parts) != 3:
        return None
    operator, shape, element_type = parts
    sizes, *options = shape.split("_")
    case = Case(name, operator, [int(x) for x in sizes.split("x")], element_type)
    for option in options:
        if option.startswith("ui"):
            case.index_type = option
        elif option == "indices":
            case.indices = True
        elif option == "nhwc":
            case.nhwc = True
        elif option[0] == "b":
            case.block = int(option[1:])
        else:
            setattr(case, option[0], int(option[1:]))
    return case


def read_cases(file):
    """From the lines that `dml-benchmark --benchmark_list_tests` prints."""
    cases = (parse_case(plain_name(line.strip())) for line in file)
    return [case for case in cases if case]


class Results:
    """What a peer took, in the form that report.py reads."""

    def __init__(self, peer, **context):
        now = datetime.datetime.now(datetime.timezone.utc)
        self.data = {
            "context": {"peer": peer, "date": now.isoformat(), **context},
            "benchmarks": [],
            "missing": [],
        }

    def add(self, case, method, milliseconds):
        self.data["benchmarks"].append(
            {
                "name": case.name,
                "method": method,
                "bytes": case.bytes,
                "kernel_ms": milliseconds,
                "gbps": case.bytes / milliseconds * 1e-6,
            }
        )

    def miss(self, case, reason):
        self.data["missing"].append({"name": case.name, "reason": reason})

    def write(self, file):
        json.dump(self.data, file, indent=1)
        file.write("\n")
