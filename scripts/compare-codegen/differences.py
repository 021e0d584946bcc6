"""What tells two outputs of a job apart."""

import dataclasses
import difflib
import re
import shutil
import subprocess

# Diffs of more lines than this take minutes.
DIFF_LINES = 20000


@dataclasses.dataclass
class Difference:
    """Two forms of a part; `kind` is what a summary counts it as."""

    kind: str
    part: str
    old: bytes
    new: bytes
    suffix: str = ".mlir"
    # What is printed instead of binaries.
    shown: tuple = ()


def compare_kernels(part, old, new, lowering):
    """Kernels as spirv.modules, or as binaries."""
    is_text = part.startswith("SPIR-V dialect")
    if not old or not new:
        kind = f"kernels only in {'OLD' if old else 'NEW'}"
        yield Difference(kind, part, old, new, ".mlir" if is_text else ".spv")
    elif not is_text:
        yield Difference("SPIR-V at run time", part, old, new, ".spv")
    else:
        binaries = lowering.serialize(old), lowering.serialize(new)
        if binaries[0] != binaries[1]:
            name = part.replace(" dialect", "")
            yield Difference("SPIR-V", name, *binaries, ".spv", (old, new))
        else:
            yield Difference("SPIR-V dialect only", part, old, new)


def forget_messages(module):
    """LLVM IR without the texts of messages and the numbers that tell them apart."""
    module = re.sub(rb"^@dml_message_\d+ = .*\n", b"", module, flags=re.MULTILINE)
    return re.sub(rb"@dml_message_\d+", b"@dml_message", module)


def compare_modules(part, old, new, lowering):
    """Modules of the LLVM dialect."""
    optimized = lowering.optimize(old), lowering.optimize(new)
    if optimized[0] == optimized[1]:
        yield Difference("LLVM dialect only", part, old, new)
    elif forget_messages(optimized[0]) == forget_messages(optimized[1]):
        yield Difference("run-time messages only", "LLVM IR", *optimized, ".ll")
    else:
        yield Difference("optimised LLVM IR", "LLVM IR", *optimized, ".ll")


def compare_part(part, old, new, lowering):
    """The differences of one part."""
    if part.startswith("SPIR-V"):
        yield from compare_kernels(part, old, new, lowering)
    elif part == "LLVM dialect":
        yield from compare_modules(part, old, new, lowering)
    else:
        suffix = ".txt" if part in ("messages", "results") else ".mlir"
        yield Difference(part, part, old, new, suffix)


def compare(old, new, lowering):
    """The differences of two outputs. Of a job that one side refuses, no code is
    there to compare."""
    if old.status != new.status:
        status = [f"{side.status}\n".encode() for side in (old, new)]
        yield Difference("exit status", "exit status", *status, ".txt")
    comparable = old.status == new.status
    for part in sorted({*old.parts, *new.parts}):
        a, b = old.parts.get(part, b""), new.parts.get(part, b"")
        if a != b and (comparable or part == "messages"):
            yield from compare_part(part, a, b, lowering)


def disassemble(data):
    """SPIR-V as text, in hexadecimal words where there is no tool."""
    tool = shutil.which("spirv-dis")
    if tool and data:
        result = subprocess.run(
            [tool, "--no-color", "--raw-id", "-"],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if result.returncode == 0:
            return result.stdout
    return re.sub("(.{8})", r"\1\n", data.hex()).encode()


def first_lines(difference, count):
    """The first lines of a unified diff."""
    sides = difference.shown or (difference.old, difference.new)
    if difference.suffix == ".spv" and not difference.shown:
        sides = map(disassemble, sides)
    old, new = (side.decode(errors="replace").splitlines() for side in sides)
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    # The diff of what follows the first difference begins with it.
    start = max(0, start - 1)
    window = slice(start, start + DIFF_LINES)
    diff = difflib.unified_diff(old[window], new[window], n=1, lineterm="")
    lines = list(diff)[2:] if count else []
    return [line[:160] for line in lines[:count] if not line.startswith("@@")]
