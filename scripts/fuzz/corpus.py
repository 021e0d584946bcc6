"""What mutants are made of: the inputs and flags of tests and examples."""

import collections
import dataclasses
import re
import subprocess

from test_files import COMMENT, PART, read_run_lines

# What the tests use besides passes, and what would change what a crash means.
IRRELEVANT_FLAGS = re.compile(
    r"--?(allow-unregistered|split-input-file|verify-|mlir-print|emit-bytecode|o$|o=)"
)


@dataclasses.dataclass
class Item:
    """A module, as it is written and in the generic form (or empty)."""

    text: str
    generic: str
    passes: list  # of its test: lists of flags
    inputs: dict  # lists of --input flags, by the function's name


@dataclasses.dataclass
class Corpus:
    items: list
    arrays: list  # .npy files as bytes
    options: dict  # of passes and pipelines: lists of (name, type)
    operations: dict  # lines of the generic form, by the operation's name

    @property
    def generic_items(self):
        return [item for item in self.items if item.generic]


def read_flags(text):
    """The passes that a test runs, and the inputs that it gives functions."""
    passes, inputs = [], collections.defaultdict(list)
    for words in read_run_lines(text):
        words = words[: words.index("|")] if "|" in words else words
        flags = [w for w in words if w.startswith("-") and "%" not in w]
        if "dml-opt" in words:
            flags = [f for f in flags if not IRRELEVANT_FLAGS.match(f)]
            if flags and flags not in passes:
                passes.append(flags)
        elif "dml-run" in words or "%run" in words:
            values = [f for f in flags if f.startswith("--input=")]
            names = [f.split("=")[1] for f in flags if f.startswith("--function=")]
            if values:
                inputs[names[0] if names else "main"].append(values)
    return passes, dict(inputs)


def split_functions(text, indent):
    """One module for each function; all in one where they name each other."""
    functions = re.findall(
        rf'^{indent}(?:func\.func|"func\.func").*?^{indent}\}}[^\n]*\n',
        text,
        re.MULTILINE | re.DOTALL,
    )
    rest = text
    for function in functions:
        rest = rest.replace(function, "", 1)
    names = len(re.findall(r"@[\w$.]+", text))
    if indent:  # The generic form names a function by a string.
        return functions if not names and len(functions) > 1 else []
    aliases = re.findall(r"^[#!][^\n]*\n", rest, re.MULTILINE)
    if len("".join(aliases).strip()) < len(rest.strip()) or names > len(functions):
        return []
    return ["".join(aliases) + function for function in functions]


def read_tests(root):
    """Items of tests and examples, without generic forms."""
    paths = sorted((root / "test").rglob("*.mlir"))
    paths += sorted((root / "test").rglob("*.test"))
    paths += sorted((root / "examples").glob("*.mlir"))
    for path in paths:
        text = path.read_text(encoding="utf-8")
        passes, inputs = read_flags(text)
        parts = PART.split(text)
        if path.suffix == ".test":
            parts = parts[1:]
        for part in parts:
            part = COMMENT.sub("", part).strip() + "\n"
            if len(part) > 1:
                yield Item(part, "", passes, inputs)


def print_generic(tool, texts):
    """The generic form of each module, empty where it is not valid."""
    result = subprocess.run(
        [
            str(tool),
            "-",
            "--split-input-file",
            "--mlir-print-op-generic",
            "--mlir-print-local-scope",
            "--allow-unregistered-dialect",
            "--mlir-disable-threading",
        ],
        input="// -----\n".join(texts),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        check=False,
    )
    parts = result.stdout.split("// -----\n")
    if len(parts) != len(texts):
        raise ValueError(f"{tool} cannot read the tests' inputs")
    return [part.strip() + "\n" if part.strip() else "" for part in parts]


def read_options(tool):
    """The options of dml passes and pipelines, out of --help-hidden."""
    text = subprocess.run(
        [str(tool), "--help-hidden"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        check=True,
    ).stdout
    own, _, text = text.partition("\nUSAGE: ")
    own = own.partition("\ndml passes and pipelines:\n")[2]
    options = {name: [] for name in re.findall(r"^  --([\w-]+)", own, re.MULTILINE)}
    name = None
    for line in text.splitlines():
        entry = re.match(r"( +)--([\w-]+)(?:=<(\w+)>)?", line)
        if not entry:
            continue
        if len(entry.group(1)) == 6:
            name = entry.group(2)
        elif len(entry.group(1)) == 8 and name in options:
            options[name].append((entry.group(2), entry.group(3) or "flag"))
    return options


def read_corpus(root, bin_dir):
    """The corpus of a repository, with the tools of a build."""
    tests = list(read_tests(root))
    generics = print_generic(bin_dir / "dml-opt", [item.text for item in tests])
    items = []
    for test, generic in zip(tests, generics):
        test.generic = generic
        items.append(test)
        for text in split_functions(test.text, ""):
            items.append(Item(text, "", test.passes, test.inputs))
        for function in split_functions(generic, "  "):
            text = '"builtin.module"() ({\n' + function + "}) : () -> ()\n"
            items.append(Item(text, text, test.passes, test.inputs))
    operations = collections.defaultdict(list)
    for generic in generics:
        for line in generic.splitlines():
            name = re.match(r'\s*(?:%[\w:]+ = )?"([\w.]+)"\(', line)
            if name and not name.group(1).startswith(("func.", "builtin.")):
                operations[name.group(1)].append(line.strip())
    arrays = [path.read_bytes() for path in sorted((root / "examples").glob("*.npy"))]
    return Corpus(items, arrays, read_options(bin_dir / "dml-opt"), dict(operations))
