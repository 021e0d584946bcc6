"""Tiles random operators with random scripts of the transform dialect, and
compares what the tiled functions compute with the reference evaluator.

    run_tiled.py DML_OPT DML_RUN FOLDER CASES SEED [dml-run flag...]

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import os
import random
import subprocess
import sys

dml_opt, dml_run, folder = sys.argv[1:4]
cases, seed = int(sys.argv[4]), int(sys.argv[5])
run_flags = sys.argv[6:]


def join(values):
    return "x".join(map(str, values))


def clause(name, values):
    return f"{name} = [{', '.join(map(str, values))}]"


class Window:
    """Clauses of an operator with windows, and what they slide over."""

    def __init__(self, draw, dimensions):
        self.sizes = [draw.randint(1, 3) for _ in range(dimensions)]
        self.strides = [draw.randint(1, 3) for _ in range(dimensions)]
        self.dilations = [draw.randint(1, 2) for _ in range(dimensions)]
        # Some windows lie in the padding alone.
        most = draw.choice([0, 1, 2, 5])
        self.start = [draw.randint(0, most) for _ in range(dimensions)]
        self.end = [draw.randint(0, most) for _ in range(dimensions)]
        self.spatial, self.blocks = [], []
        for i in range(dimensions):
            reach = self.dilations[i] * (self.sizes[i] - 1) + 1
            padding = self.start[i] + self.end[i]
            least = max(1, reach - padding)
            size = draw.randint(least, least + 6)
            self.spatial.append(size)
            self.blocks.append((size + padding - reach) // self.strides[i] + 1)

    def text(self):
        return ", ".join(
            [
                clause("window_sizes", self.sizes),
                clause("strides", self.strides),
                clause("dilations", self.dilations),
                clause("start_padding", self.start),
                clause("end_padding", self.end),
            ]
        )


def product(values):
    result = 1
    for value in values:
        result *= value
    return result


class Case:
    """One operator: the sizes of its input and result, how many iterations its
    loops have, and its text."""

    def __init__(self, draw):
        self.name = draw.choice(
            ["depth_to_space1", "space_to_depth1", "unfold", "fold", "max_pooling2"]
        )
        self.element = draw.choice(["i32", "f32", "ui8", "i64", "f16"])
        n, c = draw.randint(1, 3), draw.randint(1, 4)
        self.indices = None
        self.operands = self.ones = 0
        if self.name in ("depth_to_space1", "space_to_depth1"):
            b = draw.randint(1, 3)
            h, w = draw.randint(1, 7), draw.randint(1, 7)
            order = draw.choice(["depth_column_row", "column_row_depth"])
            deep, wide = [n, c * b * b, h, w], [n, c, h * b, w * b]
            if self.name == "depth_to_space1":
                self.input, self.result = deep, wide
            else:
                self.input, self.result = wide, deep
            whole = self.name == "space_to_depth1" and order == "depth_column_row"
            self.counts = [n, 1 if whole else c, h, w]
            self.clauses = f"block_size = {b}, order = {order}"
            return
        dimensions = draw.randint(2, 3) if self.name == "max_pooling2" else draw.randint(1, 3)
        window = Window(draw, dimensions)
        spatial = [n, c] + window.spatial
        columns = [n, c * product(window.sizes), product(window.blocks)]
        ones = [1] * draw.randint(0, dimensions - 1)
        self.ones = len(ones)
        self.clauses = window.text()
        if self.name == "unfold":
            self.input, self.result = spatial, ones + columns
            self.counts = ones + [n, c, window.blocks[0]]
        elif self.name == "fold":
            self.input, self.result = ones + columns, spatial
            self.counts = spatial[:3] + [1] * (dimensions - 1)
            self.operands = dimensions
        else:
            self.input, self.result = spatial, [n, c] + window.blocks
            self.counts = self.result
            if self.element == "f16":
                self.element = "ui16"
            self.indices = draw.choice([None, "ui32", "ui64"])

    def types(self, dynamic):
        """Text of the type of the input and of the results."""

        def show(sizes, ones, element):
            kept = [1] * ones + ["?" if dynamic else s for s in sizes[ones:]]
            return f"tensor<{join(kept)}x{element}>"

        ones = self.ones
        source = show(self.input, ones if self.name == "fold" else 0, self.element)
        result_ones = ones if self.name == "unfold" else 0
        results = [show(self.result, result_ones, self.element)]
        if self.indices:
            results.append(show(self.result, 0, self.indices))
        return source, results

    def function(self, dynamic, around):
        """`around` is what stands before or behind the operator, as `Case.around`
        draws it."""
        source, results = self.types(dynamic)
        arguments, clauses = [f"%x: {source}"], self.clauses
        if dynamic and self.operands:
            names = [f"%s{i}" for i in range(self.operands)]
            arguments += [f"{name}: index" for name in names]
            clauses += f", output_sizes({', '.join(names)})"
        values = ["%y", "%i"][: len(results)]
        text = f"func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{\n"
        outputs = ", ".join(results)
        if len(results) > 1 or self.name != "fold":
            outputs = f"({outputs})"
        operand = "%x"
        if around == "producer":
            operand = "%p"
            text += f"  %p = dml.max_pooling2 %x, window_sizes = [2, 2], start_padding = [1, 1] : ({source}) -> {source}\n"
        text += f"  {', '.join(values)} = dml.{self.name} {operand}, {clauses} : ({source}) -> {outputs}\n"
        if around == "consumer":
            text += self.copy(results[0])
            values[0] = "%z"
        return text + f"  return {', '.join(values)} : {', '.join(results)}\n}}\n"

    def copy(self, result):
        """An operation of linalg that reads the result."""
        text, sizes = "", []
        if "?" in result:
            shape = result[len("tensor<") :].split("x")[:-1]
            for i, size in enumerate(shape):
                if size == "?":
                    text += f"  %c{i} = arith.constant {i} : index\n"
                    text += f"  %d{i} = tensor.dim %y, %c{i} : {result}\n"
                    sizes.append(f"%d{i}")
        rank = len(self.result)
        dims = ", ".join(f"d{i}" for i in range(rank))
        identity = f"affine_map<({dims}) -> ({dims})>"
        iterators = ", ".join(['"parallel"'] * rank)
        text += f"  %e = tensor.empty({', '.join(sizes)}) : {result}\n"
        text += (
            f"  %z = linalg.generic {{indexing_maps = [{identity}, {identity}], "
            f"iterator_types = [{iterators}]}} ins(%y : {result}) outs(%e : {result}) {{\n"
            f"  ^bb0(%a: {self.element}, %b: {self.element}):\n"
            f"    linalg.yield %a : {self.element}\n  }} -> {result}\n"
        )
        return text

    def around(self, draw):
        """Nothing, an operator that the operator reads, or an operation of linalg
        that reads it."""
        choices = ["nothing"]
        if self.indices is None:
            choices.append("consumer")
        if len(self.input) == 4 and self.name in ("depth_to_space1", "space_to_depth1", "unfold"):
            choices.append("producer")
        return draw.choice(choices)

    def inputs(self, number):
        return [f"--input={join(self.input)}x{self.element}=random:{number}"]

    def sizes(self):
        return [f"--input=index={size}" for size in self.result[2:]] if self.operands else []


def script(draw, case, around):
    """A script that tiles the operator, or what reads it. What is before the tiled
    operation is computed in the same loops."""
    rank = len(case.result)
    kind = draw.choice(["for", "forall", "threads"])
    tiles = [draw.choice([0, 1, 2, 3, 5]) for _ in range(rank)]
    if kind == "threads":
        # dml-run takes no empty slice behind the end, and MLIR makes some.
        counts = case.result if around == "consumer" else case.counts
        for i, (threads, count) in enumerate(zip(tiles, counts)):
            if threads and (threads - 1) * -(-count // threads) > count:
                tiles[i] = 0
        if not any(tiles):
            tiles[0] = 1
    if not any(tiles):
        tiles[draw.randrange(rank)] = 2
    fuses = around != "nothing"
    reads = around == "consumer"
    producer = f"dml.{case.name}" if reads else "dml.max_pooling2"
    consumer = "linalg.generic" if reads else f"dml.{case.name}"
    lines = [f'%op = transform.structured.match ops{{["{consumer}"]}} in %root : (!transform.any_op) -> !transform.any_op']
    any_op = "!transform.any_op"
    if fuses and kind == "for":
        loops = sum(t > 0 for t in tiles)
        handles = ", ".join([any_op] * (loops + 1))
        lines.append(
            f"%f, %l:{loops} = transform.structured.fuse %op tile_sizes {tiles} : ({any_op}) -> ({handles})"
        )
    elif kind == "for":
        loops = sum(t > 0 for t in tiles)
        handles = ", ".join([any_op] * (loops + 1))
        lines.append(
            f"%t, %l:{loops} = transform.structured.tile_using_for %op tile_sizes {tiles} : ({any_op}) -> ({handles})"
        )
    else:
        word = "num_threads" if kind == "threads" else "tile_sizes"
        lines.append(
            f"%t, %l = transform.structured.tile_using_forall %op {word} {tiles} : ({any_op}) -> ({any_op}, {any_op})"
        )
        if fuses:
            lines.append(
                f'%p = transform.structured.match ops{{["{producer}"]}} in %root : ({any_op}) -> {any_op}'
            )
            lines.append(
                f"%fused, %new = transform.structured.fuse_into_containing_op %p into %l : ({any_op}, {any_op}) -> ({any_op}, {any_op})"
            )
    body = "\n    ".join(lines + ["transform.yield"])
    return (
        "module attributes {transform.with_named_sequence} {\n"
        f"  transform.named_sequence @__transform_main(%root: {any_op}) {{\n    {body}\n  }}\n}}\n"
    )


def call(command, number):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        print(f"case {number} failed: {' '.join(command)}\n{done.stdout}")
        sys.exit(1)


def main():
    os.makedirs(folder, exist_ok=True)
    tiled = 0
    for number in range(seed, seed + cases):
        draw = random.Random(number)
        case = Case(draw)
        dynamic, around = draw.random() < 0.5, case.around(draw)
        path = lambda name: os.path.join(folder, f"{number}.{name}")
        with open(path("mlir"), "w") as file:
            file.write(case.function(dynamic, around))
        with open(path("static.mlir"), "w") as file:
            file.write(case.function(False, "producer" if around == "producer" else "nothing"))
        with open(path("script.mlir"), "w") as file:
            file.write(script(draw, case, around))
        call(
            [
                dml_opt,
                path("mlir"),
                f"--transform-preload-library=transform-library-paths={path('script.mlir')}",
                "--transform-interpreter",
                "--canonicalize",
                "--cse",
                "-o",
                path("tiled.mlir"),
            ],
            number,
        )
        with open(path("tiled.mlir")) as file:
            tiled += "scf.for" in file.read()
        expected = [path(f"{i}.npy") for i in range(2 if case.indices else 1)]
        call(
            [dml_run, path("static.mlir"), "--device=reference"]
            + case.inputs(number)
            + [f"--output=@{name}" for name in expected],
            number,
        )
        call(
            [dml_run, path("tiled.mlir")]
            + run_flags
            + case.inputs(number)
            + (case.sizes() if dynamic else [])
            + [f"--expected-output=@{name}" for name in expected],
            number,
        )
    # The others have loops of one iteration, which are none.
    if tiled < cases // 2:
        print(f"of {cases} cases only {tiled} have loops")
        sys.exit(1)
    print(f"{cases} cases are equal, {tiled} with loops")


main()
