"""The cases of each target: what number i of a seed calls which tool with."""

import json
import math
import random
import re

import mutate
from generic import TENSOR, read_signature
from judge import Case

# Cases of one process, where a tool takes several modules.
BATCH = 16
SEPARATOR = b"// -----\n"
OPT_FLAGS = ["--mlir-disable-threading", "--allow-unregistered-dialect"]

CAPABILITIES = "Int8,Int16,Int64,Float16,Float64"
PIPELINES = (
    ["--dml-cpu-pipeline"],
    ["--dml-cpu-pipeline=cache-bytes=0 target-features=+avx2,+f16c"],
    [f"--dml-gpu-pipeline=capabilities={CAPABILITIES}"],
    ["--dml-gpu-pipeline"],
    ["--convert-dml-to-linalg", "--canonicalize", "--cse"],
    ["--verify-roundtrip"],
    [],
)
UPSTREAM_PASSES = ("canonicalize", "cse", "one-shot-bufferize", "lower-affine")

# Examples of static sizes, with inputs.
PLANS = {
    "depth_to_space1_dcr": ["1x8x2x3xui32=iota"],
    "max_unpooling": ["1x1x2x2xf32=iota", "1x1x2x2xui32=iota"],
    "unfold": ["1x1x5x5xf32=iota"],
}

# What the reference evaluator knows.
EVALUATED = re.compile(
    r'"(builtin\.module|func\.\w+|dml\.(depth_to_space1|fold|max_pooling2|max_unpooling|space_to_depth1|unfold)'
    r'|arith\.constant|tensor\.(cast|bitcast|reshape|\w+_shape))"'
)
ELEMENT = re.compile(r"(u?i(64|32|16|8)|f(64|32|16))$")

FLOATS = "0 1 -0 0.1 1e-45 -1e308 inf -inf nan 0x7FC00001 0x7E01".split()
INTEGERS = "0 1 -1 7 127 255 -128 65536 2147483647 4294967295 0xFF 1e3 x".split()
INTEGERS += "4611686018427387904 9223372036854775807 -9223372036854775808".split()
INTEGERS += ["18446744073709551615"]

NPY_ELEMENTS = {b"f4": "f32", b"f8": "f64", b"f2": "f16", b"i4": "i32", b"u1": "ui8"}
NPY_ELEMENTS.update({b"i1": "i8", b"i8": "i64"})

# Flags of dml-run with values that it may or may not take. An output is never
# anywhere but in the case's own folder.
RUN_FLAGS = {
    "threads": "0 1 2 3 64 1024 1025 -1 4294967295 4294967296 x".split() + [""],
    "cache-bytes": "0 1 2 64 4096 4294967295 4294967296 -1 x".split() + [""],
    "print-limit": "-2 -1 0 1 9223372036854775807 -9223372036854775808 x".split(),
    "tolerance": "0,0 1e308,1e308 nan,nan inf,inf -1,0 1 , 0x1p5,1 1e999,0".split(),
    "device": "cpu reference vulkan vulkan:// vulkan://0 vulkan://1 vulkan://-1 "
    "vulkan://4294967296 vulkan://99999999999999999999 vulkan://0-0-0-0-0 gpu".split()
    + ["", "vulkan://" + "0" * 5000],
    "feature-level": "1_0 2_0 2_1 3_0 5_0 6_3 6_4 6_5 3.0 x".split() + [""],
    "refine": ["on", "off", ""],
    "out-of-range-indices": ["error", "ignore", ""],
    "output": ["", "-", "@y.npy", "@y.bin", "@", "@none/y.npy", "@.", "y.npy"],
    "function": ["", "@main", "@", "main", "no-such", '"main"'],
    "time": ["", "0", "1", "2", "-1", "x", "18446744073709551616"],
}


def shape_of(type_):
    """A tensor type as values are spelled; a scalar's stays."""
    match = TENSOR.match(type_)
    return match.group(1) + match.group(2) if match else type_


def is_runnable(type_):
    """Whether dml-run takes an argument of a type."""
    match = TENSOR.match(type_)
    if match:
        return bool(ELEMENT.match(match.group(2)))
    return type_ == "index" or bool(ELEMENT.match(type_))


def is_slow(types):
    """Whether an argument of these types takes long to fill, but fits in memory."""
    for type_ in types:
        sizes = re.findall(r"\d+(?=x)", type_)
        if 1 << 24 < math.prod(map(int, sizes)) < 1 << 36:
            return True
    return False


class Targets:
    """Makes the cases of a seed from a corpus."""

    def __init__(self, corpus, seed):
        self.corpus = corpus
        self.seed = seed
        self.bytecode = {}
        self.plans = {}
        runnable = [
            item for item in corpus.generic_items if self.find_functions(item.generic)
        ]
        self.runnable = runnable
        self.evaluated = [
            item
            for item in runnable
            if all(
                EVALUATED.match(name)
                for name in re.findall(r'"[\w.]+"(?=\()', item.generic)
            )
        ]

    def rng(self, target, *numbers):
        return random.Random(":".join(map(str, (self.seed, target) + numbers)))

    @staticmethod
    def find_functions(text):
        """Public functions that dml-run can run: (name, argument types)."""
        functions = []
        for line in text.splitlines():
            name = re.search(r'"func\.func"\(\) .*sym_name = "([^"]*)"', line)
            signature = read_signature(line + "\n") if name else None
            if signature and all(map(is_runnable, signature[0])):
                functions.append((name.group(1), signature[0]))
        return functions

    # Values.

    def scalar(self, rng, type_):
        """A number in words, most often one that fits."""
        return rng.choice(FLOATS if type_.startswith("f") else INTEGERS)

    def fitting_value(self, rng, type_):
        """A value of an argument's type."""
        match = TENSOR.match(type_)
        if not match:
            if rng.random() < 0.6:
                return f"{type_}={rng.choice((0, 1, 2, 3, 4, 5))}"
            return f"{type_}={self.scalar(rng, type_)}"
        sizes = match.group(1).split("x")[:-1]
        small = rng.choice(((1, 2, 3, 4), (1, 4, 8), (0, 1, 2), (3, 5, 7, 9, 16, 33)))
        sizes = [str(rng.choice(small)) if size == "?" else size for size in sizes]
        element = match.group(2)
        shape = "x".join(sizes + [element])
        way = rng.randrange(5)
        if way == 0:
            return f"{shape}={self.scalar(rng, element)}"
        if way == 1 or (way == 2 and "f" in element):
            return f"{shape}=random:{rng.randrange(4)}"
        if way == 2:
            return f"{shape}=random:{rng.randrange(4)}:{rng.choice((1, 4, 16, 100))}"
        return f"{shape}=iota" if way == 3 else shape

    def any_value(self, rng, type_):
        """A value in any of the spellings, with extreme numbers."""
        shape = shape_of(type_)
        if rng.random() < 0.5:
            shape = mutate.mutate_shaped(rng, f"tensor<{shape}>")[7:-1]
        shape = shape.replace("?", str(rng.choice((0, 1, 4))))

        def number():
            return mutate.pick_number(rng)

        def sizes():
            return "x".join(str(number()) for _ in range(rng.choice((1, 2, 4, 4, 5))))

        text = rng.choice(
            (
                lambda: shape,
                lambda: f"{shape}={self.scalar(rng, type_)}",
                lambda: f"{shape}=[[1 2][{number()} 4]]",
                lambda: f"{shape}=" + "[" * rng.choice((1, 1000)) + "1",
                lambda: f"{shape}=iota",
                lambda: f"{shape}=random:{number()}",
                lambda: f"{shape}=random:{number()}:{number()}",
                lambda: f"{shape}=pooled:{number()}:{sizes()}",
                lambda: f"{shape}=pooled:{number()}:1x1x8x8:3:2:1",
                lambda: f"{shape}=pooled:1:{sizes()}:{number()}:{number()}:{number()}",
                lambda: f"{shape}=shuffled:{number()}:{sizes()}",
                lambda: f"1x1x4x4xui32=pooled:{number()}:1x1x8x8:{number()}:2:1",
                lambda: f"{sizes()}xf32={self.scalar(rng, 'f32')}",
                lambda: f"{shape}=@x.npy",
                lambda: "@x.npy",
                lambda: "@/dev/zero",
                lambda: "@.",
                lambda: "",
            )
        )()
        return mutate.mutate_string(rng, text) if rng.random() < 0.2 else text

    def inputs(self, rng, item, name, types):
        """--input flags that fit: those of a test or new ones."""
        given = [v for v in item.inputs.get(name, []) if len(v) == len(types)]
        if given and rng.random() < 0.4:
            return list(rng.choice(given))
        return ["--input=" + self.fitting_value(rng, type_) for type_ in types]

    # Cases.

    def run_case(self, rng, device, item, text):
        """dml-run on one of a module's functions, or of those that it comes from."""
        functions = self.find_functions(text)
        if not functions or any(is_slow(types) for _, types in functions):
            text, functions = item.generic, self.find_functions(item.generic)
        name, types = rng.choice(functions)
        flags = [f"--function={name}", f"--device={device}"]
        flags += [f"--refine={rng.choice(('on', 'off'))}"] if device != "vulkan" else []
        if rng.random() < 0.2:
            flags.append("--out-of-range-indices=ignore")
        if device == "cpu" and rng.random() < 0.3:
            flags.append("--threads=" + rng.choice("123"))
            flags.append("--cache-bytes=" + rng.choice("01"))
        flags += self.inputs(rng, item, name, types)
        return Case("dml-run", ["input.mlir"] + flags, {"input.mlir": text.encode()})

    def run(self, device, i):
        rng = self.rng("run-" + device, i)
        items = self.evaluated if device == "reference" else self.runnable
        item = rng.choice(items)
        text = item.generic
        if rng.random() < 0.9:
            text = mutate.mutate_generic(rng, text, self.corpus.operations)
        return self.run_case(rng, device, item, text)

    def pass_flag(self, rng, name):
        """A pass, often with options at extremes."""
        options = []
        for option, type_ in self.corpus.options[name]:
            if rng.random() < 0.5:
                continue
            value = {
                "flag": rng.choice(("", "true", "false", "x")),
                "string": rng.choice(("", CAPABILITIES, "Int64", "v1.3", "x86-64")),
            }.get(type_, str(mutate.pick_number(rng)))
            if option == "arguments":
                types = ("_", "index=3", "i64=-1", "tensor<4xf32>", "f32=1", "tensor<")
                value = ",".join(rng.choice(types) for _ in range(rng.randrange(4)))
            options.append(f"{option}={value}" if value else option)
        flag = f"--{name}" + (f"={' '.join(options)}" if options else "")
        return mutate.mutate_string(rng, flag) if rng.random() < 0.05 else flag

    def passes(self, rng):
        """Some passes, in any order."""
        names = sorted(self.corpus.options)
        flags = []
        for _ in range(rng.choice((1, 1, 2, 3))):
            flags.append(self.pass_flag(rng, rng.choice(names)))
            if rng.random() < 0.3:
                flags.append("--" + rng.choice(UPSTREAM_PASSES))
        if rng.random() < 0.3:
            chain = ",".join(
                re.sub(r"^--([^=]*)=(.*)", r"--\1{\2}", flag)[2:] for flag in flags
            )
            anchor = rng.choice(("func.func", "gpu.module", "spirv.module", "any"))
            return [f"--pass-pipeline=builtin.module({anchor}({chain}))"]
        return flags

    def opt_flags(self, rng, item):
        """The passes of a test, a pipeline, or any."""
        way = rng.random()
        if way < 0.4 and item.passes:
            return list(rng.choice(item.passes))
        if way < 0.8:
            return list(rng.choice(PIPELINES))
        return self.passes(rng)

    def opt(self, i):
        """Of a batch, the passes are the same, and a module's origin often is."""
        batch = self.rng("opt-batch", i // BATCH)
        first = batch.choice(self.corpus.items)
        alike = [item for item in self.corpus.items if item.passes == first.passes]
        flags = self.opt_flags(batch, first)
        rng = self.rng("opt", i)
        item = rng.choice(alike if rng.random() < 0.6 else self.corpus.items)
        if item.generic and rng.random() < 0.7:
            text = mutate.mutate_generic(rng, item.generic, self.corpus.operations)
        else:
            text = mutate.mutate_text(rng, item.text)
        data = text.encode().replace(SEPARATOR, b"")
        return Case("dml-opt", ["input.mlir"] + OPT_FLAGS + flags, {"input.mlir": data})

    def bytecode_of(self, item, make):
        """A module's bytecode, which `make` prints."""
        if item.generic not in self.bytecode:
            self.bytecode[item.generic] = make(item.generic)
        return self.bytecode[item.generic]

    def bytecode_case(self, i, make):
        rng = self.rng("bytecode", i)
        item, donor = rng.choice(self.runnable), rng.choice(self.runnable)
        data = self.bytecode_of(item, make)
        data = mutate.mutate_bytes(rng, data, self.bytecode_of(donor, make))
        files = {"input.mlirbc": data}
        if rng.random() < 0.3:
            case = self.run_case(rng, "cpu", item, item.generic)
            arguments = ["input.mlirbc"] + case.arguments[1:]
            return Case("dml-run", arguments, files, "bytecode: ")
        flags = rng.choice(([], [], ["--verify-roundtrip"], ["--dml-cpu-pipeline"]))
        arguments = ["input.mlirbc"] + OPT_FLAGS + flags
        return Case("dml-opt", arguments, files, "bytecode: ")

    def plan_case(self, i, make):
        """A launch plan with another manifest. Kernels stay as they are: another one
        may be valid, and do anything."""
        rng = self.rng("plan", i)
        name = rng.choice(sorted(PLANS))
        if name not in self.plans:
            self.plans[name] = make(name)
        files = dict(self.plans[name])
        text = files["manifest.json"].decode()
        if rng.random() < 0.8:
            text = json.dumps(mutate.mutate_json(rng, json.loads(text)))
        else:
            text = mutate.mutate_text(rng, text)
        files["manifest.json"] = text.encode()
        flags = ["--input=" + value for value in PLANS[name]]
        return Case("dml-run", ["manifest.json", "--output="] + flags, files)

    def npy(self, i):
        rng = self.rng("npy", i)
        arrays = self.corpus.arrays
        data = mutate.mutate_npy(rng, rng.choice(arrays), rng.choice(arrays))
        given = re.search(rb"'[<|]([fiu])(\d)'", data)
        element = NPY_ELEMENTS.get(given.group(0)[2:4], "f32") if given else "f32"
        sizes = rng.choice(("?x?x?x?x", "?x?x?x?x", "?x?x?x", "1x8x2x3x", ""))
        type_ = f"tensor<{sizes}{element}>"
        text = f"func.func @main(%x: {type_}) -> {type_} {{ return %x : {type_} }}\n"
        shape = shape_of(type_).replace("?", "2")
        value = rng.choice(("@x.npy", "@x.npy", "@x.npy", f"{shape}=@x.npy"))
        flags = ["--input=" + value, "--output="]
        if rng.random() < 0.2:
            flags = ["--input=" + shape, "--expected-output=" + value]
        files = {"input.mlir": text.encode(), "x.npy": data}
        return Case("dml-run", ["input.mlir"] + flags, files)

    def flags(self, i):
        """Modules as they are, with flags at extremes."""
        rng = self.rng("flags", i)
        item = rng.choice(self.runnable)
        if rng.random() < 0.4:
            files = {"input.mlir": item.generic.encode()}
            return Case("dml-opt", ["input.mlir"] + OPT_FLAGS + self.passes(rng), files)
        case = self.run_case(rng, "cpu", item, item.generic)
        arguments = [a for a in case.arguments if not a.startswith("--input=")]
        inputs = [a for a in case.arguments if a.startswith("--input=")]
        for j, flag in enumerate(inputs):
            if rng.random() < 0.5:
                type_ = re.match(r"--input=([\w]*)", flag).group(1)
                inputs[j] = "--input=" + self.any_value(rng, type_)
        for _ in range(rng.choice((0, 1, 1, 2))):
            name = rng.choice(sorted(RUN_FLAGS) + ["expected-output"])
            flag = f"--{name}="
            arguments = [a for a in arguments if not a.startswith(flag)]
            if name == "expected-output":
                flag += self.any_value(rng, "4xf32")
            else:
                flag += rng.choice(RUN_FLAGS[name])
            arguments.append(flag)
        case.arguments = arguments + inputs
        case.files["x.npy"] = rng.choice(self.corpus.arrays)
        return case
