"""Reads the stack that a tool prints, and says where it broke."""

import dataclasses
import pathlib
import re

# `#3 0x... f(int) (lib.so+0x1)` as LLVM prints it, `#3 0x... in f(int) a.cpp:1:2`
# and `#3 0x...  (lib.so+0x1) (BuildId: ...)` as the sanitizers do.
FRAME = re.compile(r"^\s*#(\d+) 0x[0-9a-f]+(?: in)?(?: (.*))?$")
LOCATION = re.compile(r"(?:^|\s)(\([^()]*\+0x[0-9a-f]+\)|[^\s()]+:\d+(?::\d+)?)$")

# The libraries of C and C++, and what handles a crash or a lack of memory.
LIBRARY = re.compile(
    r"/(lib(c|m|pthread|stdc\+\+|gcc_s)|ld-linux[-\w]*)[.-][^/]*$"
    r"|(^|/)(nptl|csu|stdlib|string|sysdeps|misc|signal|malloc|libio)/"
    r"|compiler-rt|/sanitizer_common/"
)
HANDLING = re.compile(
    r"llvm::(sys::|report_|install_)|_*interceptor|__(asan|ubsan|sanitizer|gnu)"
    r"|std::|operator (new|delete)"
)
# Where a stack ends: the tool's entry, and what the project calls for upstream to
# call others, so that it has no part in what breaks there.
ENTRY = re.compile(r"(main|_start|dml::runFunction)$|dml::Runner::")
DRIVER = re.compile(
    r"mlir::(PassManager::run|detail::OpToOpPassAdaptor::|parseSource|"
    r"parseAsmSourceFile|readBytecodeFile|verify$|translateModuleToLLVMIR|"
    r"MlirOptMain)|llvm::(orc::|legacy::PassManager|PassManager)"
)
# Upstream's frames that call one of many: by themselves they say little.
DISPATCHER = re.compile(
    r"mlir::(PatternApplicator::|applyPatterns|apply(Partial|Full)Conversion|"
    r"detail::walk)"
)
# What tablegen makes of the dialect only calls upstream.
GENERATED = re.compile(r"::((read|write|set|get)Properties|verifyIn(variants|herent))")
# A place in a tool without debug information, or that and the name of a source.
IN_TOOL = re.compile(r"/bin/dml-[a-z]+\+0x|^[\w-]+\.cpp:0")
# The project's code in a tool, and SPIRV-Tools; all else is upstream's headers.
NAME_IN_TOOL = re.compile(r"dml::|spv")
# A program may take what it likes, and so may its inputs.
RUNNING = re.compile(r"Executable::run$|dml::Tensor::\w+$")


@dataclasses.dataclass
class Frame:
    name: str  # without parameters; empty: no symbol
    location: str  # a source line, a library and offset, or empty


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


class Stack:
    """A stack from the top down to the tool's entry or to upstream's driver."""

    def __init__(self, text, source_dir):
        self.own_source = re.compile(rf"{re.escape(source_dir)}/(lib|include|tools)/")
        frames = read_frames(text)
        self.runs = any(RUNNING.search(frame.name) for frame in frames)
        self.driver = ""
        self.frames = []
        for frame in frames:
            if DRIVER.match(frame.name) or ENTRY.match(frame.name):
                self.driver = frame.name if DRIVER.match(frame.name) else ""
                break
            if not HANDLING.match(frame.name):
                self.frames.append(frame)

    def is_own(self, frame):
        """Whether a frame is code that this project wrote."""
        if self.own_source.match(frame.location):
            return True
        is_ours = IN_TOOL.search(frame.location) and frame.name.startswith("dml::")
        return bool(is_ours) and not GENERATED.search(frame.name)

    def is_in_no_file(self):
        """Whether the top frame is in no file, as code that was just compiled, or
        where a wild jump leads."""
        top = self.frames[0] if self.frames else Frame("none", "")
        return not top.name and not top.location

    def names(self):
        """Those of the frames, without what upstream's headers add to the tool. A
        frame without a name is a place in its library, where the names say too
        little; where there is nothing it is the driver."""
        frames = [
            frame
            for frame in self.frames
            if self.is_own(frame)
            or "/include/" not in frame.location
            and (NAME_IN_TOOL.match(frame.name) or not IN_TOOL.search(frame.location))
        ]
        names = list(dict.fromkeys(frame.name for frame in frames if frame.name))
        if frames and not frames[0].name:
            if not names or DISPATCHER.match(names[0]):
                names.insert(0, pathlib.Path(frames[0].location).name)
        return names or [name for name in [self.driver] if name]

    def place(self):
        """The first frame of ours, or two of upstream's."""
        if self.is_in_no_file():
            return "code of no file"
        for frame in self.frames:
            if self.is_own(frame):
                return frame.name
        return " < ".join(self.names()[:2])
