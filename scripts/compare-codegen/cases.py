"""What is sent through the tools: programs, each in several ways."""

import dataclasses
import math
import re
import shlex
import subprocess

from sides import CannotCompare
from test_files import read_run_lines, split_file

SUITES = "operators odd-widths gpu-operators gpu-odd-widths programs".split()
# Seeds, operators and numbers of random programs.
RANDOM = ((1, [], 150), (2, ["--operator=limits"], 100))
# Of a program's inputs, to be run on a device in software.
SMALL_ELEMENTS = 1 << 16

ALL_CAPABILITIES = "Int8,Int16,Int64,Float16,Float64"
GPU = {
    # The defaults are what every device has.
    "gpu-minimum": "",
    # What a large GPU has, with what the runtime asks of it.
    "gpu-large": (
        "workgroup-size=256 spirv-version=v1.5 "
        "max-invocations=1024 max-workgroups=2147483647 "
        "max-storage-buffers=1048576 max-buffer-bytes=4294967295 "
        f"max-workgroup-memory=49152 capabilities={ALL_CAPABILITIES}"
    ),
    # Neither vectors nor workgroups as they usually are.
    "gpu-small-groups": (
        "vector-bytes=32 workgroup-size=32 max-workgroup-memory=32768 "
        "max-storage-buffers=8 capabilities=Int8,Int64"
    ),
}
CPU = {
    "cpu-generic": "",
    "cpu-avx2": "target-cpu=x86-64-v3 vector-width=256 cache-bytes=1048576",
    "cpu-avx512": "target-cpu=x86-64-v4 vector-width=512 cache-bytes=0",
    "cpu-narrow": "target-cpu=x86-64 vector-width=128 cache-bytes=4294967295",
}


@dataclasses.dataclass(frozen=True)
class Job:
    """A run of a tool in a folder of these files."""

    case: str
    variant: str
    tool: str
    arguments: tuple
    files: tuple  # pairs of name and text

    @property
    def name(self):
        return f"{self.case} [{self.variant}]"


def print_cases(tool, flags):
    """The programs that a tool prints as shell commands: triples of the line above
    the command, its words and the module."""
    try:
        result = subprocess.run(
            [tool, "--print", *flags],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    except OSError as error:
        raise CannotCompare(str(error)) from error
    if result.returncode != 0 or "dml-run - " not in result.stdout:
        raise CannotCompare(f"{tool} --print: {result.stderr.strip()}")
    found = re.findall(
        r"^# ([^\n]*)\n(?:(?!dml-run -)[^\n]+\n)*(dml-run -.*?) <<'EOF'\n(.*?)^EOF\n",
        result.stdout,
        re.MULTILINE | re.DOTALL,
    )
    return [
        (title, shlex.split(command.replace("\\\n", " ")), module)
        for title, command, module in found
    ]


def type_of(value):
    """What dml-refine-arguments takes for a value of --input."""
    type_, _, rest = value.partition("=")
    if type_ == "index":
        return value
    if type_.startswith("@") or "x" not in type_:
        return "_"
    return f"tensor<{type_}>"


def values_of(words):
    return [w.partition("=")[2] for w in words if w.startswith("--input=")]


def function_of(words, module):
    """The name of the function that a command runs, or None."""
    for word in words:
        if word.startswith("--function="):
            return word.partition("=")[2].lstrip("@")
    public = re.findall(r"^\s*func\.func @([\w$.]+)", module, re.MULTILINE)
    return public[0] if len(public) == 1 else None


def forget_sizes(module):
    """The module with all sizes of its tensors dynamic."""
    return re.sub(
        r"tensor<((?:\d+x)+)",
        lambda match: "tensor<" + "?x" * match.group(1).count("x"),
        module,
    )


def count_elements(values):
    sizes = (re.findall(r"(\d+)x", value.partition("=")[0]) for value in values)
    return sum(math.prod(map(int, numbers)) for numbers in sizes)


class JobList:
    """Collects jobs, each run of a tool once."""

    def __init__(self):
        self.jobs = []
        self.skipped = 0  # Commands of tests.
        self._seen = set()

    def add(self, case, variant, tool, arguments, files):
        key = (tool, tuple(arguments), tuple(sorted(files.items())))
        if key not in self._seen:
            self._seen.add(key)
            self.jobs.append(Job(case, variant, tool, key[1], key[2]))

    def add_pipelines(self, case, module, names, prepare=(), suffix=""):
        for name in names:
            pipeline = "gpu" if name in GPU else "cpu"
            options = GPU.get(name, CPU.get(name))
            flag = f"--dml-{pipeline}-pipeline" + (f"={options}" if options else "")
            arguments = ["input.mlir", *prepare, flag]
            self.add(case, name + suffix, "dml-opt", arguments, {"input.mlir": module})

    def add_refined(self, case, module, function, values, names, suffix="-refined"):
        """What dml-run makes of a function and its inputs."""
        types = ",".join(map(type_of, values))
        prepare = [
            f"--dml-refine-arguments=function={function} arguments={types}",
            f"--symbol-privatize=exclude={function}",
            "--symbol-dce",
        ]
        self.add_pipelines(case, module, names, prepare, suffix)

    def add_run(self, case, module, flags):
        """The SPIR-V of the runtime."""
        flags = [f for f in flags if not f.startswith(("--device=", "--refine="))]
        arguments = ["input.mlir", "--device=vulkan", "--dump-spirv=spirv", *flags]
        self.add(case, "vulkan", "dml-run", arguments, {"input.mlir": module})


def add_suites(jobs, tool, device):
    for suite in SUITES:
        for title, words, module in print_cases(tool, ["--suite=" + suite]):
            case, values = f"{suite}/{title}", values_of(words)
            jobs.add_pipelines(case, module, [*GPU, *CPU])
            # Strides go with static sizes (T3).
            if "dml.strides" not in module:
                dynamic = forget_sizes(module)
                jobs.add_pipelines(case, dynamic, CPU, suffix="-dynamic")
                names = ["gpu-large", "cpu-generic"]
                jobs.add_refined(case, dynamic, "main", values, names)
            if device and count_elements(values) <= SMALL_ELEMENTS:
                jobs.add_run(case, module, words[2:])


def add_random(jobs, tool, device):
    for seed, flags, count in RANDOM:
        flags = [f"--seed={seed}", f"--cases={count}", *flags]
        for i, (_, words, module) in enumerate(print_cases(tool, flags)):
            case, values = f"random/{seed}/{i}", values_of(words)
            jobs.add_pipelines(case, module, ["cpu-generic", "cpu-avx512"])
            names = ["gpu-minimum", "gpu-large", "cpu-generic"]
            jobs.add_refined(case, module, "main", values, names)
            if device and all("=@" not in value for value in values):
                outputs = [w for w in words[2:] if not w.startswith("--expected-")]
                jobs.add_run(case, module, outputs)


def substitute(words, path, files):
    """A command of dml-opt in a test without lit's substitutions, pipes and files;
    None where it needs something else."""
    for end in ("|", ">", "2>&1", "&&", ";", "2>"):
        words = words[: words.index(end)] if end in words else words
    words = [w for w in words if w not in ("not", "--crash")]
    if not words or words[0] != "dml-opt":
        return None
    if "-o" in words:
        output = words.index("-o")
        words = words[:output] + words[output + 2 :]
    result = []
    for word in words[1:]:
        if word.startswith(("--verify-diagnostics", "-verify-diagnostics")):
            continue  # Messages are compared as well.
        word = word.replace("%s", path.name).replace("%S", str(path.parent))
        word = word.replace("%t/", "")
        if "%" in word:
            return None
        result.append(word)
    inputs = [word for word in result if not word.startswith("-")]
    if len(inputs) != 1 or (inputs[0] not in files and "/" not in inputs[0]):
        return None
    return result


def add_test(jobs, case, path, device):
    """The commands of a test, and its functions in the pipelines."""
    text = path.read_text(encoding="utf-8")
    files = {path.name: text, **split_file(text)}
    for number, words in enumerate(read_run_lines(text), 1):
        if "dml-opt" in words[:2]:
            arguments = substitute(words, path, files)
            if arguments is None:
                jobs.skipped += 1
                continue
            jobs.add(case, f"command {number}", "dml-opt", arguments, files)
            continue
        runner = next((w for w in ("%run", "dml-run") if w in words[:2]), None)
        if runner:
            words = words[words.index(runner) + 1 :]
            words = words[: words.index("|")] if "|" in words else words
            case_files = {"%s": text, **files}
            if not add_test_run(jobs, (case, number), words, case_files, device):
                jobs.skipped += 1


def add_test_run(jobs, where, words, files, device):
    """A command of dml-run in a test: the function in the pipelines. Whether there is
    one."""
    case, number = where
    module = files.get(words[0].removeprefix("%t/")) if words else None
    values = values_of(words)
    function = module and function_of(words, module)
    if not function or not values:
        return False
    jobs.add_pipelines(case, module, ["cpu-generic", "cpu-avx512"])
    names = ["gpu-minimum", "gpu-large", "cpu-generic"]
    suffix = f" @{function}({', '.join(map(type_of, values))})"
    jobs.add_refined(case, module, function, values, names, suffix)
    kept = ("--function=", "--input=", "--out-of-range-indices=")
    flags = [word for word in words if word.startswith(kept)]
    is_small = count_elements(values) <= SMALL_ELEMENTS
    if device and is_small and not any("@" in value for value in values):
        jobs.add_run(f"{case} command {number}", module, flags)
    return True


def make_jobs(root, side, device):
    """All jobs; the tools of a side name programs."""
    jobs = JobList()
    add_suites(jobs, side.tool("dml-benchmark"), device)
    for path in sorted((root / "test").rglob("*.mlir")):
        if "Inputs" not in path.parts:
            add_test(jobs, str(path.relative_to(root)), path, device)
    add_random(jobs, side.tool("dml-difftest"), device)
    return jobs
