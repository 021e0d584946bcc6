"""Makes a case smaller while it breaks in the same place."""

import dataclasses
import time

# Of one case; the time is in time limits of a run.
MAX_RUNS = 300
MAX_LIMITS = 3
# Bytes that are removed together at least, where there are no lines.
BYTES_OF_CHUNK = 4


def is_text(data):
    return b"\0" not in data and data.isascii()


def split(data):
    """The lines of a text, or pieces of a binary file."""
    if is_text(data):
        return data.splitlines(keepends=True)
    return [data[i : i + BYTES_OF_CHUNK] for i in range(0, len(data), BYTES_OF_CHUNK)]


def find_blocks(lines):
    """Operations with regions, by indentation: pairs of their first line and the one
    after their last, long ones first."""
    indents = [len(line) - len(line.lstrip()) for line in lines]
    blocks = []
    for i, indent in enumerate(indents):
        end = i + 1
        while end < len(lines) and (
            indents[end] > indent or lines[end].lstrip().startswith(b"^")
        ):
            end += 1
        if end < len(lines) and lines[end].lstrip().startswith(b"}"):
            blocks.append((i, end + 1))
    return sorted(blocks, key=lambda block: block[0] - block[1])


class Reducer:
    """Removes what a signature does not need, within a number of runs."""

    def __init__(self, judge, case, signature):
        self.judge = judge
        self.case = case
        self.signature = signature
        self.runs = 0
        self.end = time.monotonic() + MAX_LIMITS * judge.seconds

    def is_spent(self):
        return self.runs >= MAX_RUNS or time.monotonic() > self.end

    def try_case(self, case):
        """Takes a case over if it breaks in the same place."""
        self.runs += 1
        if self.judge.run(case)[0] != self.signature:
            return False
        self.case = case
        return True

    def minimize(self, parts, make):
        """Removes runs of parts, long ones first; `make` is the case of the rest.
        Says whether any was removed."""
        before = len(parts)
        length = max(1, len(parts) // 2)
        while not self.is_spent():
            i = 0
            while i < len(parts) and not self.is_spent():
                rest = parts[:i] + parts[i + length :]
                if self.try_case(make(rest)):
                    parts = rest
                else:
                    i += length
            if length == 1:
                break
            length //= 2
        return len(parts) < before

    def with_file(self, name, parts):
        """The case with other content of a file."""
        files = {**self.case.files, name: b"".join(parts)}
        return dataclasses.replace(self.case, files=files)

    def remove_blocks(self, name):
        """Removes whole functions and operations with regions."""
        blocks = find_blocks(split(self.case.files[name]))
        while blocks and not self.is_spent():
            begin, end = blocks.pop(0)
            lines = split(self.case.files[name])
            if self.try_case(self.with_file(name, lines[:begin] + lines[end:])):
                longer, blocks = end - begin, find_blocks(split(self.case.files[name]))
                blocks = [block for block in blocks if block[1] - block[0] <= longer]

    def reduce(self):
        """The smallest case that was found."""
        is_smaller = True
        while is_smaller and not self.is_spent():
            is_smaller = False
            for name, content in self.case.files.items():
                if content:
                    self.try_case(self.with_file(name, []))
                if is_text(content):
                    self.remove_blocks(name)
                is_smaller |= self.minimize(
                    split(self.case.files[name]),
                    lambda parts, name=name: self.with_file(name, parts),
                )
            is_smaller |= self.minimize(
                self.case.arguments,
                lambda arguments: dataclasses.replace(self.case, arguments=arguments),
            )
        return self.case
