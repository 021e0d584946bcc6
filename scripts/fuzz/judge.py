"""Runs a tool on a case, and says whether and where it broke."""

import dataclasses
import fnmatch
import os
import pathlib
import re
import select
import signal
import subprocess
import tempfile
import time

from stack import Stack

# What a tool may end with: done, different or refused by MLIR, refused.
SANE_STATUSES = (0, 1, 2)
# Of memory that a tool uses, and that it reserves at once; and of what it prints,
# which is read from its end.
MEMORY_BYTES = 3 << 30
ADDRESS_BYTES = 8 << 30
OUTPUT_BYTES = 1 << 20
# Between looks at a tool, and for a stopped one to print its stack.
POLL_SECONDS = 0.1
DUMP_SECONDS = 10
# With a smaller share of a processor than this, a tool does not compute but wait.
IDLE_SHARE = 0.05


@dataclasses.dataclass
class Case:
    """A call of a tool: its arguments, and the files that they name."""

    tool: str
    arguments: list
    files: dict  # bytes by name
    prefix: str = ""  # of signatures

    def command(self):
        return [self.tool] + self.arguments


# What glibc says of a heap.
CORRUPTED = re.compile(
    r"^(double free or corruption|corrupted (size|double)|munmap_chunk\(\)|"
    r"(malloc|free|realloc|malloc_consolidate)\(\): )",
    re.MULTILINE,
)
SIGNALS_OF_ASAN = {
    "SEGV": "SIGSEGV",
    "ABRT": "SIGABRT",
    "FPE": "SIGFPE",
    "ILL": "SIGILL",
    "BUS": "SIGBUS",
}


def find_kind(status, text):
    """What broke in a few words, or None."""
    if re.search(
        r"LLVM ERROR: out of memory|std::bad_alloc"
        r"|AddressSanitizer: (out-of-memory|allocation-size-too-big)",
        text,
    ):
        return "out of memory"
    if CORRUPTED.search(text):
        return "corrupted heap"
    thrown = re.search(r"terminate called after throwing .* '(.*)'", text)
    if thrown:
        return "exception " + thrown.group(1)
    number = r"(?:[-+.\de]+ |-?(?:nan|inf) )?"
    runtime = re.search(rf": runtime error: {number}([a-z -]+)", text)
    if runtime:
        return "UBSan: " + re.sub(r"( of| is)? *$", "", runtime.group(1))
    report = re.search(r"ERROR: AddressSanitizer: ((?:attempting )?[\w-]+)", text)
    if report:
        name = report.group(1)
        return SIGNALS_OF_ASAN.get(name, "ASan: " + name)
    validation = re.search(r"Vulkan's validation layer.*", text)
    if validation:
        rule = re.search(r"VUID-[\w-]+|SYNC-[\w-]+", text)
        return "Vulkan validation: " + (rule.group(0) if rule else "other")
    if status < 0:
        return signal.Signals(-status).name
    if "PLEASE submit a bug report" in text:
        return "crash"
    return None if status in SANE_STATUSES else f"exit status {status}"


def find_excess(pid, seconds, limit):
    """What a process uses too much of after some seconds, or None."""
    proc = pathlib.Path(f"/proc/{pid}")
    pages = int((proc / "statm").read_text().split()[1])
    if pages * os.sysconf("SC_PAGE_SIZE") > MEMORY_BYTES:
        return "out of memory"
    if seconds < limit:
        return None
    user, system = (proc / "stat").read_text().rpartition(")")[2].split()[11:13]
    busy_seconds = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return "timeout" if busy_seconds > IDLE_SHARE * seconds else "hang"


class Judge:
    """Runs tools of a build folder, and judges what they do."""

    def __init__(self, build_dir, root, seconds):
        self.bin = build_dir / "bin"
        self.seconds = seconds
        cache = build_dir / "CMakeCache.txt"
        settings = cache.read_text(encoding="utf-8") if cache.exists() else ""
        self.has_asan = "DML_ENABLE_ASAN:BOOL=ON" in settings
        home = re.search(r"^CMAKE_HOME_DIRECTORY:\w+=(.*)$", settings, re.MULTILINE)
        self.source_dir = home.group(1) if home else str(root)
        self.environment = self.make_environment(build_dir)

    def make_environment(self, build_dir):
        """That of the tests, with symbols in stacks."""
        environment = dict(os.environ)
        site = build_dir / "test" / "lit.site.cfg.py"
        if site.exists():
            found = re.search(
                r'dml_test_environment = "(.*)"', site.read_text(encoding="utf-8")
            )
            environment.update(e.split("=", 1) for e in found.group(1).split(";"))
        symbolizer = "/usr/lib/llvm-22/bin/llvm-symbolizer"
        environment.update(
            LLVM_SYMBOLIZER_PATH=symbolizer,
            ASAN_SYMBOLIZER_PATH=symbolizer,
            UBSAN_OPTIONS="print_stacktrace=1",
            # LLVM prints the stack after an abort.
            ASAN_OPTIONS="abort_on_error=1:detect_leaks=0:allocator_may_return_null=1:"
            f"max_allocation_size_mb={MEMORY_BYTES >> 20}",
        )
        return environment

    def run(self, case, seconds=None):
        """The signature of what broke, or None; and what the tool printed."""
        with tempfile.TemporaryDirectory(prefix="dml-fuzz-") as folder:
            for name, content in case.files.items():
                (pathlib.Path(folder) / name).write_bytes(content)
            log = pathlib.Path(folder) / ".log"
            with open(log, "wb") as stderr:
                process = subprocess.Popen(
                    [str(self.bin / case.tool)] + case.arguments,
                    cwd=folder,
                    env=self.environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=stderr,
                )
                excess = self.wait(process, seconds or self.seconds)
            with open(log, "rb") as file:
                file.seek(max(0, log.stat().st_size - OUTPUT_BYTES))
                text = file.read().decode("utf-8", "replace")
        signature = self.judge(process.returncode, excess, text)
        return signature and case.prefix + signature, text

    @staticmethod
    def wait(process, limit):
        """Waits, and stops a tool that uses too much, which makes it print its
        stack; says of what."""
        excess = None
        begin = time.monotonic()
        with open(os.pidfd_open(process.pid), "rb", buffering=0) as done:
            while not excess and not select.select([done], [], [], POLL_SECONDS)[0]:
                excess = find_excess(process.pid, time.monotonic() - begin, limit)
            if excess:
                process.send_signal(signal.SIGABRT)
                if not select.select([done], [], [], DUMP_SECONDS)[0]:
                    process.kill()
        process.wait()
        return excess

    def judge(self, status, excess, text):
        """The signature of what broke, or None."""
        if excess:
            return self.judge_excess(excess, Stack(text, self.source_dir))
        kind = find_kind(status, text)
        # A broken heap shows anywhere.
        if kind in (None, "corrupted heap"):
            return kind
        if kind == "out of memory":
            # AddressSanitizer's own stack ends in libraries without frame pointers.
            text = text[max(0, text.find("Stack dump:")) :]
        place = Stack(text, self.source_dir).place()
        return f"{kind} in {place}" if place else kind

    @staticmethod
    def judge_excess(excess, stack):
        """The outermost frame: where in it a tool was stopped is chance. What a
        program uses is its own business, but for waiting without end."""
        if (stack.runs or stack.is_in_no_file()) and excess != "hang":
            return None
        names = stack.names()
        return f"{excess} in {names[-1]}" if names else excess


def read_known(page):
    """The patterns of a page's table `Crashes in upstream`."""
    section = re.search(
        r"^## Crashes in upstream\n(.*?)(?=^## |\Z)",
        page.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    if not section:
        raise ValueError(f"{page}: no section 'Crashes in upstream'")
    return re.findall(r"^\| `([^`]+)` \|", section.group(1), re.MULTILINE)


def is_known(signature, known):
    """Whether a pattern, in which * is anything, is the whole signature."""
    return any(fnmatch.fnmatchcase(signature, pattern) for pattern in known)
