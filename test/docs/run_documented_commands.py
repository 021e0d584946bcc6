#!/usr/bin/env python3
"""Runs the commands that README.md and docs/*.md show and compares what they
print with what the pages say.

Every ```sh block needs a comment on the line before it:

  <!-- run -->             run it; it must succeed
  <!-- run: exit 1 -->     run it; it must end with this status
  <!-- not run: reason --> leave it alone

A ```text block right after the commands holds all that they print, standard
error included; without one they must print nothing. A line `...` in it stands
for any number of lines, `...` in a line for any text, and spaces at the ends of
lines do not count.

The commands run in an empty folder with links to what the project's root holds,
`build` being BUILD_DIR. So files they write are gone afterwards, and all blocks
of a page share them.

Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "common"))

from commands import TookTooLong, run_command

MARKER = re.compile(r"<!-- (?:(run)(?:: exit (\d+))?|not run: \S.*) -->$")
FENCE = re.compile(r"(`{3,})(\w*)\s*$")


class PageError(Exception):
    """A page that breaks the rules above."""


class Block:
    """A fenced block: its language, lines and place in the page."""

    def __init__(self, language, lines, first, last):
        self.language = language
        self.lines = lines
        self.first = first
        self.last = last


def parse_blocks(lines):
    """The fenced blocks of a page; `first` and `last` index the fences."""
    blocks = []
    position = 0
    while position < len(lines):
        fence = FENCE.match(lines[position])
        if fence:
            first = position
            position += 1
            while position < len(lines) and lines[position].rstrip() != fence[1]:
                position += 1
            if position == len(lines):
                raise PageError(f"line {first + 1}: the block is not closed")
            blocks.append(
                Block(fence[2], lines[first + 1 : position], first, position)
            )
        position += 1
    return blocks


class Example:
    """Commands, and the output and exit status that the page promises."""

    def __init__(self, block, status, expected):
        self.line = block.first + 2
        self.script = "\n".join(block.lines)
        self.status = status
        self.expected = expected


def parse_examples(lines):
    """The blocks to run."""
    examples = []
    blocks = parse_blocks(lines)
    for number, block in enumerate(blocks):
        if block.language not in ("sh", "bash", "shell", "console"):
            continue
        marker = MARKER.match(lines[block.first - 1].strip()) if block.first else None
        if not marker:
            raise PageError(
                f"line {block.first + 1}: the line before a block of commands must"
                " be `<!-- run -->`, `<!-- run: exit N -->` or"
                " `<!-- not run: reason -->`"
            )
        if not marker[1]:
            continue
        expected = []
        if number + 1 < len(blocks):
            following = blocks[number + 1]
            between = lines[block.last + 1 : following.first]
            if following.language == "text" and not "".join(between).strip():
                expected = following.lines
        examples.append(Example(block, int(marker[2] or 0), expected))
    return examples


def matches(expected, actual):
    """Whether the output is what the page shows, `...` being anything."""
    pattern = "".join(
        r"(?:.*\n)*"
        if line == "..."
        else re.escape(line).replace(re.escape("..."), ".*") + r"\n"
        for line in expected
    )
    return bool(re.fullmatch(pattern, "".join(line + "\n" for line in actual)))


def run_example(example, folder):
    """What is wrong with the example, or nothing."""
    try:
        status, printed = run_command(
            ["bash", "-euo", "pipefail", "-c", example.script], folder
        )
    except TookTooLong as error:
        return str(error)
    expected = [line.rstrip() for line in example.expected]
    actual = [line.rstrip() for line in printed.splitlines()]
    problems = []
    if status != example.status:
        problems.append(f"ended with status {status}, not {example.status}")
    if not matches(expected, actual):
        problems += difflib.unified_diff(
            expected, actual, "the page", "the command", lineterm=""
        )
    return "\n".join(problems)


def list_entries():
    """The entries of the repository's folder that .gitignore does not name: readers
    of the pages may have left others there. Without git, all entries."""
    git = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return list(ROOT.iterdir())
    if listed.returncode != 0:
        return list(ROOT.iterdir())
    names = {line.split("/")[0] for line in listed.stdout.splitlines()}
    return [ROOT / name for name in sorted(names) if (ROOT / name).exists()]


def run_page(page, build):
    """Runs the examples of a page; returns their number and that of failures."""
    examples = parse_examples(page.read_text(encoding="utf-8").splitlines())
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for entry in list_entries():
            if not entry.name.startswith((".", "build")):
                (folder / entry.name).symlink_to(entry)
        (folder / "build").symlink_to(build)
        for example in examples:
            problem = run_example(example, folder)
            if problem:
                failures += 1
                where = page.relative_to(ROOT)
                print(f"{where}:{example.line}: {example.script}\n{problem}\n")
    return len(examples), failures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("build", type=pathlib.Path, metavar="BUILD_DIR")
    parser.add_argument("--without", action="append", default=[], metavar="PAGE")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    total = failures = 0
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if page.name in arguments.without:
            continue
        try:
            examples, failed = run_page(page, build)
        except PageError as error:
            print(f"{page.relative_to(ROOT)}: {error}\n")
            examples = failed = 1
        total += examples
        failures += failed
    print(f"{total - failures} of {total} examples do what the pages say")
    sys.exit(1 if failures or not total else 0)


if __name__ == "__main__":
    main()
