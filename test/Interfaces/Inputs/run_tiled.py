"""Tiles random operators with random scripts of the transform dialect, and
compares what the tiled functions compute with the reference evaluator.

    run_tiled.py DML_OPT DML_RUN FOLDER CASES SEED [dml-run flag...]
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

    def __init__(self, draw, dimensions, large=6):
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
            size = draw.randint(least, least + large)
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
    """One operator: the sizes of its input and results, and its text for types
    whose sizes may be dynamic."""

    def __init__(self, draw):
        self.name = draw.choice(
            ["depth_to_space1", "space_to_depth1", "unfold", "fold", "max_pooling2"]
        )
        self.element = draw.choice(["i32", "f32", "ui8", "i64", "f16"])
        n, c = draw.randint(1, 3), draw.randint(1, 4)
        self.indices = None
        self.operands = 0
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
        self.clauses = window.text()
        if self.name == "unfold":
            self.input, self.result = spatial, ones + columns
            self.counts = ones + [n, c, window.blocks[0]]
            self.ones = len(ones)
        elif self.name == "fold":
            self.input, self.result = ones + columns, spatial
            self.counts = spatial[:3] + [1] * (dimensions - 1)
            self.ones = len(ones)
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

        ones = getattr(self, "ones", 0)
        source = show(self.input, ones if self.name == "fold" else 0, self.element)
        result_ones = ones if self.name == "unfold" else 0
        results = [show(self.result, result_ones, self.element)]
        if self.indices:
            results.append(show(self.result, 0, self.indices))
        return source, results

    def function(self, dynamic, copies):
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
        text += f"  {', '.join(values)} = dml.{self.name} %x, {clauses} : ({source}) -> {outputs}\n"
        if copies:
            text += self.copy(results[0], dynamic)
            values[0] = "%z"
        return text + f"  return {', '.join(values)} : {', '.join(results)}\n}}\n"

    def copy(self, type, dynamic):
        """An operation of linalg that reads the result."""
        text, sizes = "", []
        if "?" in type:
            first = type.count("x1x") and 0
            shape = type[len("tensor<") :].split("x")[:-1]
            for i, size in enumerate(shape):
                if size == "?":
                    text += f"  %c{i} = arith.constant {i} : index\n"
                    text += f"  %d{i} = tensor.dim %y, %c{i} : {type}\n"
                    sizes.append(f"%d{i}")
        rank = len(self.result)
        dims = ", ".join(f"d{i}" for i in range(rank))
        identity = f"affine_map<({dims}) -> ({dims})>"
        iterators = ", ".join(['"parallel"'] * rank)
        text += f"  %e = tensor.empty({', '.join(sizes)}) : {type}\n"
        text += (
            f"  %z = linalg.generic {{indexing_maps = [{identity}, {identity}], "
            f"iterator_types = [{iterators}]}} ins(%y : {type}) outs(%e : {type}) {{\n"
            f"  ^bb0(%a: {self.element}, %b: {self.element}):\n"
            f"    linalg.yield %a : {self.element}\n  }} -> {type}\n"
        )
        return text

    def inputs(self, number):
        flags = [f"--input={join(self.input)}x{self.element}=random:{number}"]
        return flags

    def sizes(self):
        return [f"--input=index={size}" for size in self.result[2:]] if self.operands else []


def script(draw, case, fuses):
    """A script that tiles the operator, or what reads it, with the operator in
    the same loops."""
    rank = len(case.result)
    kind = draw.choice(["for", "forall", "threads"])
    tiles = [draw.choice([0, 1, 2, 3, 5]) for _ in range(rank)]
    if kind == "threads":
        # dml-run takes no empty slice behind the end, and MLIR makes some.
        counts = case.result if fuses else case.counts
        for i, (threads, count) in enumerate(zip(tiles, counts)):
            if threads and (threads - 1) * -(-count // threads) > count:
                tiles[i] = 0
        if not any(tiles):
            tiles[0] = 1
    if not any(tiles):
        tiles[draw.randrange(rank)] = 2
    consumer = "linalg.generic" if fuses else f"dml.{case.name}"
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
                f'%p = transform.structured.match ops{{["dml.{case.name}"]}} in %root : ({any_op}) -> {any_op}'
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
    for number in range(seed, seed + cases):
        draw = random.Random(number)
        case = Case(draw)
        dynamic, fuses = draw.random() < 0.5, draw.random() < 0.4
        fuses = fuses and case.indices is None
        path = lambda name: os.path.join(folder, f"{number}.{name}")
        with open(path("mlir"), "w") as file:
            file.write(case.function(dynamic, fuses))
        with open(path("static.mlir"), "w") as file:
            file.write(case.function(False, False))
        with open(path("script.mlir"), "w") as file:
            file.write(script(draw, case, fuses))
        # As a path that no tool takes for a flag of its own.
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
            if "scf.for" not in file.read() and case.input != case.result:
                # A loop of one iteration is none.
                pass
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
    print(f"{cases} cases are equal")


main()
