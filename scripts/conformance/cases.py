"""A case: an operator with its sizes and attributes, as dml and as a peer know it."""

import dataclasses
import math


def spell(sizes, type_, dynamic=False):
    return "x".join(["?" if dynamic else str(s) for s in sizes] + [type_])


def tensor(sizes, type_, dynamic=False):
    return f"tensor<{spell(sizes, type_, dynamic)}>"


@dataclasses.dataclass
class Case:
    number: int
    peer: str
    operator: str
    # Why the case is there, if it was not drawn.
    name: str
    type: str
    sizes: list
    output_sizes: list
    # "static", "dynamic", or "as-written": dynamic, and not refined on the CPU.
    form: str
    # Of depth_to_space1 and space_to_depth1.
    block: int = 0
    order: str = ""
    # Of the other operators but max_unpooling: window sizes, strides, dilations, and
    # paddings, as dml has them.
    window: list = dataclasses.field(default_factory=list)
    strides: list = dataclasses.field(default_factory=list)
    dilations: list = dataclasses.field(default_factory=list)
    start: list = dataclasses.field(default_factory=list)
    end: list = dataclasses.field(default_factory=list)
    # Of max_unpooling, and of max_pooling2 if the case has them.
    index_type: str = ""
    # What the peer is called with, where that differs: the window of max_unpooling,
    # the sizes of one or three dimensions, paddings before rounding up.
    call: dict = dataclasses.field(default_factory=dict)

    @property
    def arguments(self):
        """Sizes and types of the operands."""
        if self.operator == "max_unpooling":
            return [(self.sizes, self.type), (self.sizes, self.index_type)]
        return [(self.sizes, self.type)]

    @property
    def results(self):
        results = [(self.output_sizes, self.type)]
        if self.operator == "max_pooling2" and self.index_type:
            results.append((self.output_sizes, self.index_type))
        return results

    @property
    def given_sizes(self):
        """Those of the result that no rule infers, where sizes are dynamic."""
        if self.form == "static":
            return []
        if self.operator == "max_unpooling":
            return self.output_sizes
        return self.output_sizes[2:] if self.operator == "fold" else []

    def attributes(self):
        if self.block:
            return f", block_size = {self.block}, order = {self.order}"
        names = {
            "window_sizes": self.window,
            "strides": self.strides,
            "dilations": self.dilations,
            "start_padding": self.start,
            "end_padding": self.end,
        }
        return "".join(f", {n} = {values}" for n, values in names.items() if values)

    def function(self):
        """The case in MLIR."""
        dynamic = self.form != "static"
        types = [tensor(s, t, dynamic) for s, t in self.arguments]
        results = ", ".join(tensor(s, t, dynamic) for s, t in self.results)
        result = f"({results})" if len(self.results) > 1 else results
        sizes = [f"%s{i}" for i in range(len(self.given_sizes))]
        parameters = [f"%x{i}: {t}" for i, t in enumerate(types)]
        parameters += [f"{size}: index" for size in sizes]
        operands = ", ".join(f"%x{i}" for i in range(len(types)))
        if sizes:
            operands += f", output_sizes({', '.join(sizes)})"
        values = ", ".join(f"%y{i}" for i in range(len(self.results)))
        return (
            f"func.func @main({', '.join(parameters)}) -> {result} {{\n"
            f"  {values} = dml.{self.operator} {operands}{self.attributes()}\n"
            f"      : ({', '.join(types)}) -> {result}\n"
            f"  return {values} : {results}\n}}\n"
        )

    def __str__(self):
        words = [self.name or "drawn", self.form, spell(self.sizes, self.type), "to"]
        words.append(spell(self.output_sizes, self.index_type or self.type))
        text = " ".join(words) + self.attributes()
        if self.call:
            text += "; " + ", ".join(f"{k} = {v}" for k, v in self.call.items())
        return f"case {self.number}, {self.peer}, {self.operator}: {text}"


def count_blocks(size, start, end, window, stride, dilation):
    """F2; less than 1 if the window does not fit."""
    return (size + start + end - dilation * (window - 1) - 1) // stride + 1


def is_inside(size, start, window, stride, dilation, blocks):
    """Whether each window has a position in the input (otherwise M6)."""
    return all(
        any(0 <= b * stride + k * dilation - start < size for k in range(window))
        for b in range(blocks)
    )


def is_small(sizes):
    return math.prod(sizes) <= 100000
