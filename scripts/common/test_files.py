"""How tests are written: RUN lines, and several inputs in one file."""

import re
import shlex

COMMENT = re.compile(r"^\s*//.*\n?", re.MULTILINE)
PART = re.compile(r"^(?:// -----.*|(?://|#)--- .*)\n", re.MULTILINE)
NAMED_PART = re.compile(r"^(?://|#)--- (\S+).*\n", re.MULTILINE)


def read_run_lines(text):
    """The commands of a test: lists of words."""
    lines = re.findall(r"RUN:(.*)", text)
    script = re.sub(r"\\\n", " ", "\n".join(lines))
    commands = []
    for line in script.splitlines():
        try:
            commands.append(shlex.split(line))
        except ValueError:
            continue
    return commands


def split_file(text):
    """The files that split-file makes of a text, by name."""
    parts = NAMED_PART.split(text)
    return dict(zip(parts[1::2], parts[2::2]))
