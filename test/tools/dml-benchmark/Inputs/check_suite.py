"""Compares dml-benchmark's report on standard input with what the names say.

  check_suite.py COUNT

expects so many benchmarks, of less than 64 KiB, whose results were checked.
"""

import json
import sys

from cases import parse_case, plain_name

lines = json.load(sys.stdin)["benchmarks"]
assert len(lines) == int(sys.argv[1]), len(lines)
for line in lines:
    case = parse_case(plain_name(line["name"]))
    assert line["checked"] == 1, line
    assert line["bytes"] == case.bytes < 65536, (line, case)
