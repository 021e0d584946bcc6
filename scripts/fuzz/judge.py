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


@dataclasses.dataclass
class Frame:
    name: str  # without parameters; empty: no symbol
    location: str  # a source line, a library and offset, or empty


# `#3 0x... f(int) (lib.so+0x1)` as LLVM prints it, `#3 0x... in f(int) a.cpp:1:2`
# and `#3 0x...  (lib.so+0x1) (BuildId: ...)` as the sanitizers do.
FRAME = re.compile(r"^\s*#(\d+) 0x[0-9a-f]+(?: in)?(?: (.*))?$")
LOCATION = re.compile(r"(?:^|\s)(\([^()]*\+0x[0-9a-f]+\)|[^\s()]+:\d+(?::\d+)?)$")

# Of the handling of a crash, and of C's and C++'s libraries.
LIBRARY = re.compile(
    r"/(lib(c|m|pthread|stdc\+\+|gcc_s)|ld-linux[-\w]*)[.-][^/]*$"
    r"|(^|/)(nptl|csu|stdlib|string|sysdeps|misc|signal|malloc|libio)/"
    r"|compiler-rt|/sanitizer_common/"
)
HANDLING = re.compile(
    r"llvm::(sys::|report_|install_)|_*interceptor|__(asan|ubsan|sanitizer|gnu)"
    r"|std::|operator (new|delete)"
)
# What our frames call in order that upstream calls others: the caller has no
# part in what breaks above.
DRIVER = re.compile(
    r"mlir::(PassManager::run|detail::OpToOpPassAdaptor::|parseSource|"
    r"parseAsmSourceFile|readBytecodeFile|verify$|translateModuleToLLVMIR|"
    r"MlirOptMain)|llvm::(orc::|legacy::PassManager|PassManager)"
)
# What tablegen makes of the dialect only calls upstream.
GENERATED = re.compile(r"::((read|write|set|get)Properties|verifyIn(variants|herent))")
ENTRY = re.compile(r"main$|dml::runFunction$|dml::Runner::|_start$")
# Upstream's frames that call one of many: by themselves they say little.
DISPATCHER = re.compile(
    r"mlir::(PatternApplicator::|applyPatterns|apply(Partial|Full)Conversion|"
    r"detail::(walk|OpToOp)|verify$|PassManager::)"
)
# A program may take as long as it likes.
RUNNING = re.compile(r"Executable::run$")
UPSTREAM_NAMES = re.compile(r"(mlir|llvm|std|__gnu_cxx|__cxxabiv1)::|_|operator ")

# Without debug information there is the tool, or the name of a file in it.
OWN_BINARY = re.compile(r"/bin/dml-[a-z]+\+0x|^[\w-]+\.cpp:0")

SIGNALS_OF_ASAN = {
    "SEGV": "SIGSEGV",
    "ABRT": "SIGABRT",
    "FPE": "SIGFPE",
    "ILL": "SIGILL",
    "BUS": "SIGBUS",
}


def simplify_name(name):
    """A demangled name without parameters, template arguments, return type."""
    name = name.replace("(anonymous namespace)::", "")
    # The brackets of an operator's name are none.
    brackets = str.maketrans("<>()", "\1\2\3\4")
    symbols = r"operator(\(\)|->|<=>|[<>]{1,2}=?)"
    name = re.sub(symbols, lambda match: match.group(0).translate(brackets), name)
    name = re.sub(r"\[(abi|clone)[^\]]*\]", "", name)
    name = re.sub(r"\.(llvm|cold|part|isra|constprop)\b[.\w]*", "", name)
    result, depth = "", 0
    for character in name.replace("->", ""):
        if character in "<(":
            depth += 1
        elif character in ">)":
            depth -= 1
        elif depth <= 0:
            result += character
    result = re.sub(r"( const| &+| requires .*)+$", "", result.strip())
    if "operator " not in result:
        result = result.split(" ")[-1]
    return result.translate({1: "<", 2: ">", 3: "(", 4: ")"})


def read_frames(text):
    """The first stack that a text shows, from the top."""
    frames = []
    for line in text.splitlines():
        match = FRAME.match(line)
        if not match:
            continue
        if match.group(1) == "0" and frames:
            break
        rest = re.sub(r" \(BuildId: \w+\)$", "", (match.group(2) or "").strip())
        rest = rest.replace("(<unknown module>)", "").strip()
        name, location = rest, LOCATION.search(rest)
        if location:
            name, location = rest[: location.start()], location.group(1).strip("()")
        frames.append(Frame(simplify_name(name), location or ""))
    # What LLVM's own dump begins with ends in its handler of the signal.
    for i, frame in enumerate(frames):
        if frame.name == "llvm::sys::RunSignalHandlers":
            frames = frames[i + 2 :]
            break
    return [f for f in frames if not LIBRARY.search(f.location)]


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
    """Runs tools of a build folder; knows the repository's own frames."""

    def __init__(self, build_dir, root, seconds):
        self.bin = build_dir / "bin"
        self.seconds = seconds
        cache = build_dir / "CMakeCache.txt"
        settings = cache.read_text(encoding="utf-8") if cache.exists() else ""
        self.has_asan = "DML_ENABLE_ASAN:BOOL=ON" in settings
        home = re.search(r"^CMAKE_HOME_DIRECTORY:\w+=(.*)$", settings, re.MULTILINE)
        source = re.escape(home.group(1) if home else str(root))
        self.own_source = re.compile(rf"{source}/(lib|include|tools)/")
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
            return self.judge_excess(excess, read_frames(text))
        kind = self.find_kind(status, text)
        if not kind:
            return None
        if kind == "out of memory":
            # AddressSanitizer's own stack ends in libraries without frame pointers.
            text = text[max(0, text.find("Stack dump:")) :]
        place = self.find_place(read_frames(text))
        return f"{kind} in {place}" if place else kind

    def judge_excess(self, excess, frames):
        """The outermost frame: where in it a tool was stopped is chance. What a
        program uses is its own business, but for waiting without end."""
        runs = any(RUNNING.search(f.name) for f in frames)
        if (runs or self.is_compiled_code(frames)) and excess != "hang":
            return None
        names = self.names_above_driver(frames)
        return f"{excess} in {names[-1]}" if names else excess

    def find_kind(self, status, text):
        """What broke in a few words, or None."""
        if re.search(
            r"LLVM ERROR: out of memory|std::bad_alloc"
            r"|AddressSanitizer: (out-of-memory|allocation-size-too-big)",
            text,
        ):
            return "out of memory"
        thrown = re.search(r"terminate called after throwing .* '(.*)'", text)
        if thrown:
            return "exception " + thrown.group(1)
        runtime = re.search(r": runtime error: (?:[-+.\de]+ |-?(?:nan|inf) )?([a-z -]+)", text)
        if runtime:
            return "UBSan: " + re.sub(r"( of| is)? *$", "", runtime.group(1))
        report = re.search(r"ERROR: AddressSanitizer: ([\w-]+)", text)
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

    def is_own(self, frame):
        """Whether a frame is code that this project wrote."""
        if not frame.name or ENTRY.match(frame.name):
            return False
        if self.own_source.match(frame.location):
            return True
        return bool(OWN_BINARY.search(frame.location)) and not (
            UPSTREAM_NAMES.match(frame.name) or GENERATED.search(frame.name)
        )

    def above_driver(self, frames):
        """The frames above upstream's drivers and the tool's entry."""
        result = []
        for frame in frames:
            if DRIVER.match(frame.name) or ENTRY.match(frame.name):
                break
            result.append(frame)
        return result

    def names_above_driver(self, frames):
        """Those of libraries' frames, without what headers add; the driver's where
        there are none. A frame without a name is a place in its library, where
        the names do not say more."""
        above = [
            frame
            for frame in self.above_driver(frames)
            if self.is_own(frame)
            or not HANDLING.match(frame.name)
            and "/include/" not in frame.location
            and not OWN_BINARY.search(frame.location)
        ]
        names = list(dict.fromkeys(frame.name for frame in above if frame.name))
        if above and (not names or DISPATCHER.match(names[0])):
            if not above[0].name:
                names.insert(0, pathlib.Path(above[0].location).name)
        return names or [f.name for f in frames if DRIVER.match(f.name)][:1]

    @staticmethod
    def is_compiled_code(frames):
        """Whether the top frame is in no file: code that was just compiled."""
        frames = [f for f in frames if not HANDLING.match(f.name)]
        return bool(frames) and not frames[0].name and not frames[0].location

    def find_place(self, frames):
        """The first frame of ours above the drivers, or two of upstream's."""
        if self.is_compiled_code(frames):
            return "compiled code"
        for frame in self.above_driver(frames):
            if self.is_own(frame):
                return frame.name
        return " < ".join(self.names_above_driver(frames)[:2])


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
