"""What a job gives on one side, in parts that are compared on their own."""

import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from sides import LLVM_TOOLS, CannotCompare

SECONDS = 300
KERNEL = re.compile(
    r"^    spirv\.module (?:\w+ )?@(\S+) .*?^    \}\n", re.MULTILINE | re.DOTALL
)
CONSTANT = re.compile(
    rb"^(  llvm\.mlir\.global private constant (@__constant_\w+)\(.*\n)", re.MULTILINE
)
STACK = "PLEASE submit a bug report"


@dataclasses.dataclass
class Output:
    """Exit status, and bytes by the part's name."""

    status: str
    parts: dict


def environment_of(root):
    """Where there is lavapipe, it is the device of the tests, and so of these."""
    environment = dict(os.environ)
    folder = pathlib.Path("/usr/share/vulkan/icd.d")
    machine = os.uname().machine
    for name in (f"lvp_icd.{machine}.json", "lvp_icd.json"):
        if (folder / name).exists():
            files = str(folder / name)
            environment.update(VK_DRIVER_FILES=files, VK_ICD_FILENAMES=files)
            break
    environment["DML_CACHE"] = "off"
    environment["XDG_CACHE_HOME"] = environment["XDG_RUNTIME_DIR"] = str(root)
    return environment


def run(command, folder, environment, data=b""):
    """Status, stdout and stderr."""
    try:
        result = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"stopped after {SECONDS} s", b"", b""
    return str(result.returncode), result.stdout, result.stderr


def sort_constants(module):
    """A module whose constants are in the order of their contents, and numbered in
    this order: of several functions, bufferization numbers them as they lie in
    memory, otherwise every time."""
    lines = CONSTANT.findall(module)
    lines.sort(key=lambda line: line[0].replace(line[1], b"", 1))
    names = {name: b"@__constant.%d" % i for i, (_, name) in enumerate(lines)}
    sorted_lines = b"".join(line for line, _ in lines)
    head, rest = module.split(b"{\n", 1) if lines else (b"", module)
    text = CONSTANT.sub(b"", rest)
    if lines:
        text = head + b"{\n" + sorted_lines + text
    return re.sub(rb"@__constant_\w+", lambda m: names.get(m[0], m[0]), text)


def split_kernels(text):
    """The kernels of a launch plan, and the plan without them."""
    kernels = {}
    for match in KERNEL.finditer(text):
        kernels[match.group(1)] = match.group(0)
    return kernels, KERNEL.sub("", text)


def run_job(job, side, environment):
    """What the side's tool gives."""
    with tempfile.TemporaryDirectory(prefix="compare-codegen-") as name:
        folder = pathlib.Path(name)
        for file, text in job.files:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
        command = [side.tool(job.tool), *job.arguments]
        status, out, err = run(command, folder, environment)
        kernels = {p.name: p.read_bytes() for p in folder.glob("spirv/*.spv")}
    if STACK.encode() in err:
        err = err[: err.index(STACK.encode())]
    for path in (str(side.build_dir), str(side.build_dir.parent)):
        err = err.replace(path.encode(), b"<tree>")
    parts = {"messages": err}
    if job.tool == "dml-run":
        parts.update({f"SPIR-V {k}": data for k, data in kernels.items()})
        parts["results"] = out
    elif job.variant.startswith("cpu-"):
        parts["LLVM dialect"] = sort_constants(out)
    elif job.variant.startswith("gpu-"):
        kernels, plan = split_kernels(out.decode())
        parts["launch plan"] = plan.encode()
        parts.update({f"SPIR-V dialect @{k}": t.encode() for k, t in kernels.items()})
    else:
        parts["output"] = out
    return Output(status, parts)


class Lowering:
    """LLVM's tools, which take what differs to the form that counts."""

    def __init__(self):
        self.translate = self.find("mlir-translate")
        self.opt = self.find("opt")

    @staticmethod
    def find(name):
        path = LLVM_TOOLS / name
        found = str(path) if path.exists() else shutil.which(name)
        if not found:
            raise CannotCompare(f"{name} is neither in {LLVM_TOOLS} nor on the path")
        return found

    def serialize(self, kernel):
        """A spirv.module as SPIR-V; what failed where that does."""
        text = re.sub(rb"^    ", b"", kernel, flags=re.MULTILINE)
        command = [self.translate, "--no-implicit-module", "--serialize-spirv"]
        status, out, err = run(command, None, None, text)
        return out if status == "0" else err

    def optimize(self, module):
        """A module of the LLVM dialect as LLVM optimises it."""
        status, out, err = run(
            [self.translate, "--mlir-to-llvmir"], None, None, module
        )
        if status != "0":
            return err
        flags = ["-O3", "-S", "-mtriple=x86_64-unknown-linux-gnu"]
        status, out, err = run([self.opt, *flags], None, None, out)
        return out if status == "0" else err
