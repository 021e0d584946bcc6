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

from programs import PROGRAMS

ELEMENT_BYTES = {
    "f64": 8, "i64": 8, "ui64": 8,
    "f32": 4, "i32": 4, "ui32": 4,
    "f16": 2, "i16": 2,
    "i8": 1, "ui8": 1,
}


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
    # Window, stride, padding at either side and dilation in each spatial
    # dimension: of unfold, fold and max_pooling2, and of max_unpooling those of the
    # pooling that its indices are from.
    k: list = None
    s: list = None
    p: list = None
    d: list = None
    # Of max_unpooling: the result's height and width.
    o: list = None
    # Of programs: the channels that weights say.
    c: list = None

    def __post_init__(self):
        # Where a name says nothing of a window, indices are from windows of 2, or
        # from overlapping ones of 3.
        default = {"k": [0], "s": [1], "p": [0], "d": [1]}
        if self.index_type and not self.k:
            overlapping = self.operator.endswith("overlapping")
            default |= {"s": [2]} | ({"k": [3], "p": [1]} if overlapping else {"k": [2]})
        for name, value in default.items():
            value = getattr(self, name) or value
            # One number for all dimensions.
            count = len(self.sizes) - 2 if len(value) == 1 else 1
            setattr(self, name, value * count)
        if self.index_type and not self.o:
            self.o = [size * 2 for size in self.sizes[2:]]

    @property
    def output_sizes(self):
        if self.is_program:
            return PROGRAMS[self.operator].output_sizes(self)
        n, c, *spatial = self.sizes
        if self.operator.startswith("space_to_depth1"):
            return [n, c * self.block**2] + [size // self.block for size in spatial]
        if self.operator == "max_pooling2":
            return [n, c] + self.blocks
        if self.block:
            return [n, c // self.block**2] + [size * self.block for size in spatial]
        if self.index_type:
            return [n, c] + self.o
        return [n, c * math.prod(self.k), math.prod(self.blocks)]

    @property
    def is_program(self):
        return self.operator in PROGRAMS

    @property
    def weights(self):
        """Of programs: the sizes of the inputs after the first."""
        return PROGRAMS[self.operator].weights(self)

    @property
    def blocks(self):
        """The windows in each spatial dimension."""
        return [
            (x + 2 * p - d * (k - 1) - 1) // s + 1
            for x, k, s, p, d in zip(self.sizes[2:], self.k, self.s, self.p, self.d)
        ]

    @property
    def bytes(self):
        """Inputs and output, each counted once."""
        width = ELEMENT_BYTES[self.type]
        count = math.prod(self.sizes)
        if self.is_program:
            count += sum(map(math.prod, self.weights))
        total = (count + math.prod(self.output_sizes)) * width
        if self.index_type:
            total += count * ELEMENT_BYTES[self.index_type]
        if self.indices:
            total += math.prod(self.output_sizes) * ELEMENT_BYTES["ui32"]
        return total


def plain_name(name):
    """Without what Google Benchmark appends."""
    return re.sub(r"/(iterations:\d+|repeats:\d+|manual_time)\b", "", name)


def parse_sizes(text):
    return [int(size) for size in text.split("x")]


def parse_case(name):
    """The case, or None for a name that is not of a suite."""
    parts = name.split("/")
    if len(parts) != 3:
        return None
    operator, shape, element_type = parts
    sizes, *options = shape.split("_")
    fields = {}
    for option in options:
        if option.startswith("ui"):
            fields["index_type"] = option
        elif option in ("indices", "nhwc"):
            fields[option] = True
        elif option[0] == "b":
            fields["block"] = int(option[1:])
        else:
            fields[option[0]] = parse_sizes(option[1:])
    return Case(name, operator, parse_sizes(sizes), element_type, **fields)


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
