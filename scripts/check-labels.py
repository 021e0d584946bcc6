#!/usr/bin/env python3
"""Fails when a rule of docs/Operators.md lacks its check or its test.

The page's section "What proves each label" says which labels need what:

  * "Check in code and a negative test named after it": a message in lib/ or
    include/ that carries the label, and a function `@LABEL_...` in test/ that
    expects this message;
  * "Executed test named after it": a function `@LABEL_...`, or a file of that
    name, in test/Integration that dml-run or dml-difftest executes;
  * "Without a test": nothing.

A label that the page defines must stand in one of the lists.
"""

import argparse
import pathlib
import re
import sys

PAGE = "docs/Operators.md"
SECTION = "What proves each label"
CHECKED = "Check in code and a negative test named after it"
EXECUTED = "Executed test named after it"
UNTESTED = "Without a test"

LABEL = r"[A-Z][0-9]+"
CODE = (".cpp", ".h", ".td")
TESTS = (".mlir", ".test")
FUNCTION = re.compile(r"\bfunc\b[^@\n]*@(" + LABEL + r")_\w+")


def read_tree(root):
    """The text of all files that matter, by their path below the root."""
    files = {PAGE: (root / PAGE).read_text(encoding="utf-8")}
    for folder, suffixes in (("lib", CODE), ("include", CODE), ("test", TESTS)):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix in suffixes:
                name = path.relative_to(root).as_posix()
                files[name] = path.read_text(encoding="utf-8")
    return files


def labels_in(text):
    return re.findall(r"\b" + LABEL + r"\b", text)


def read_page(page):
    """The defined labels, and the three lists."""
    defined = re.findall(r"^- (" + LABEL + r")\b", page, re.MULTILINE)
    section = re.search(
        rf"^## {SECTION}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL
    )
    if not section:
        raise ValueError(f"{PAGE}: no section '{SECTION}'")
    lists = {}
    for name in (CHECKED, EXECUTED, UNTESTED):
        # A remark in parentheses may name other labels.
        text = re.sub(r"\([^)]*\)", "", section.group(1))
        found = re.search(re.escape(name) + r": ([^.]*)\.", text)
        lists[name] = labels_in(found.group(1)) if found else []
        if not lists[name] and name != UNTESTED:
            raise ValueError(f"{PAGE}: '{SECTION}' has no list '{name}: ...'")
    return defined, lists


def strings_of(text):
    """The string literals of C++ or tablegen; comments and code are none."""
    token = re.compile(
        r'"((?:[^"\\\n]|\\.)*)"|//[^\n]*|/\*.*?\*/|\[\{.*?\}\]', re.DOTALL
    )
    return [m.group(1) for m in token.finditer(text) if m.group(1) is not None]


def labels_of_string(string):
    """What a message names: `... [D3, T6]`, or the rule `D3` handed to it."""
    labels = f"{LABEL}(?:, {LABEL})*"
    if re.fullmatch(f"(?:, )?{labels}", string):
        return labels_in(string)
    found = re.findall(rf"\[({labels})\]", string)
    return [label for text in found for label in labels_in(text)]


def labels_with_check(files):
    return {
        label
        for name, text in files.items()
        if name.endswith(CODE)
        for string in strings_of(text)
        for label in labels_of_string(string)
    }


def labels_with_negative_test(files):
    """A function named after the label that expects a message with it.

    The verifier's message stands inside the function, as `expected-error`; a
    run-time message anywhere in the file, as a line for FileCheck.
    """
    found = set()
    for name, text in files.items():
        if not name.startswith("test/"):
            continue
        checks = [
            label
            for line in text.splitlines()
            if re.match(r"\s*(//|#) (?!RUN:)[A-Z][A-Z0-9-]*:", line)
            for label in labels_of_string(line.replace("\\", ""))
        ]
        for piece in re.split(r"^// -----.*$", text, flags=re.MULTILINE):
            starts = list(FUNCTION.finditer(piece))
            ends = [m.start() for m in starts[1:]] + [len(piece)]
            for function, end in zip(starts, ends):
                label = function.group(1)
                errors = [
                    l
                    for line in piece[function.start() : end].splitlines()
                    if "expected-error" in line
                    for l in labels_of_string(line)
                ]
                if label in errors or label in checks:
                    found.add(label)
    return found


def labels_with_executed_test(files):
    found = set()
    for name, text in files.items():
        if not name.startswith("test/Integration/"):
            continue
        if not re.search(r"\bRUN:.*(%run|\bdml-(run|difftest))\b", text):
            continue
        found.update(FUNCTION.findall(text))
        file_name = re.match(rf"({LABEL})[-_.]", name.rsplit("/", 1)[-1])
        if file_name:
            found.add(file_name.group(1))
    return found


def find_problems(files):
    try:
        defined, lists = read_page(files[PAGE])
    except ValueError as error:
        return [str(error)]

    problems = []
    listed = [label for labels in lists.values() for label in labels]
    for label in defined:
        if label not in listed:
            problems.append(f"{label}: stands in no list of '{SECTION}'")
    for label in sorted(set(listed)):
        if label not in defined:
            problems.append(f"{label}: listed, but {PAGE} defines no such rule")
        if listed.count(label) > 1:
            problems.append(f"{label}: listed more than once")

    checks = labels_with_check(files)
    negative = labels_with_negative_test(files)
    executed = labels_with_executed_test(files)
    for label in lists[CHECKED]:
        if label not in checks:
            problems.append(
                f"{label}: no check: no message in lib/ or include/ carries it"
            )
        if label not in negative:
            problems.append(
                f"{label}: no negative test: no function @{label}_... in test/ "
                f"expects a message with [{label}]"
            )
    for label in lists[EXECUTED]:
        if label not in executed:
            problems.append(
                f"{label}: no executed test: no function @{label}_... in "
                "test/Integration is run by dml-run or dml-difftest"
            )
    return problems


def self_test(files):
    """Every doctored copy of the tree must be told from the tree itself."""
    before = find_problems(files)
    failures = []

    def expect(what, doctored, problem):
        new = [p for p in find_problems(doctored) if p not in before]
        if not any(p.startswith(problem) for p in new):
            failures.append(f"{what}: expected '{problem}...', got {new}")

    def replace_in(suffixes, pattern, by):
        return {
            name: re.sub(pattern, by, text) if name.endswith(suffixes) else text
            for name, text in files.items()
        }

    _, lists = read_page(files[PAGE])
    checks = labels_with_check(files)
    negative = labels_with_negative_test(files)
    executed = labels_with_executed_test(files)
    for label in lists[CHECKED]:
        if label in checks:
            doctored = replace_in(CODE, rf"\b{label}\b", "gone")
            # A comment is no check.
            doctored["lib/comment.cpp"] = f'// "{label}" [{label}]\n'
            expect("check removed", doctored, f"{label}: no check")
        if label in negative:
            renamed = replace_in(TESTS, rf"@{label}_", "@renamed_")
            expect("test renamed", renamed, f"{label}: no negative test")
            other = replace_in(TESTS, rf"(?<!@)\b{label}\b(?!_)", "A0")
            expect("message not expected", other, f"{label}: no negative test")
    for label in lists[EXECUTED]:
        if label in executed:
            doctored = {
                name: text
                for name, text in replace_in(
                    TESTS, rf"@{label}_", "@renamed_"
                ).items()
                if not name.rsplit("/", 1)[-1].startswith(label)
            }
            expect("test renamed", doctored, f"{label}: no executed test")

    page = files[PAGE]
    new_rule = page.replace("\n- D2 ", "\n- D99 (Ours) A new rule.\n- D2 ")
    expect("new rule", {**files, PAGE: new_rule}, "D99: stands in no list")
    no_rule = page.replace("\n- D2 ", "\n- ")
    expect("rule removed", {**files, PAGE: no_rule}, "D2: listed, but")
    twice = page.replace(f"{EXECUTED}: ", f"{EXECUTED}: D2 ")
    expect("listed twice", {**files, PAGE: twice}, "D2: listed more than once")
    no_section = page.replace(f"## {SECTION}", "## Something else")
    expect("no section", {**files, PAGE: no_section}, f"{PAGE}: no section")
    no_list = page.replace(CHECKED, "Checks")
    missing = f"{PAGE}: '{SECTION}' has no list"
    expect("no list", {**files, PAGE: no_list}, missing)

    # Nothing above must have been skipped.
    if len(negative & set(lists[CHECKED])) < 10:
        failures.append(f"too few negative tests to doctor: {sorted(negative)}")
    return failures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--root",
        type=pathlib.Path,
        default=pathlib.Path(__file__).resolve().parent.parent,
        help="the source tree (default: the one of this script)",
    )
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="check that doctored copies of the tree fail",
    )
    arguments = parser.parse_args()

    files = read_tree(arguments.root)
    problems = self_test(files) if arguments.self_test else find_problems(files)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
