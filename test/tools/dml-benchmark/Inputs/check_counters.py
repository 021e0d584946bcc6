"""Checks what dml-benchmark reports as JSON on standard input.

  check_counters.py NAME BYTES [cpu|device|interpreted]

expects one benchmark whose name starts with NAME and whose inputs and outputs
have so many bytes. Times are only looked at for whether they can be true.
"""

import json
import sys

name, size, kind = sys.argv[1:]
report = json.load(sys.stdin)
assert report["context"]["device"], report["context"]
assert int(report["context"]["threads"]) >= 1, report["context"]
(line,) = report["benchmarks"]
assert line["name"].startswith(name + "/"), line
assert "error_occurred" not in line, line
assert line["bytes"] == int(size), line
assert line["checked"] == 1, line
assert line["compile_ms"] > 0 and line["kernel_ms"] > 0, line
assert line["run_ms"] >= line["kernel_ms"] or kind == "device", line
bandwidth = line["bytes"] / line["kernel_ms"] * 1e-6
assert abs(line["gbps"] - bandwidth) <= 1e-6 * bandwidth, line
# What has its own memory moves tensors there and back.
for counter in ("upload_ms", "download_ms"):
    assert (line[counter] > 0) == (kind == "device"), line
assert ("share_of_copy" in line) == (kind != "interpreted"), line
assert ("ratio_to_memcpy" in line) == (kind == "cpu"), line
# Its kernels run by themselves, and are compared with one that does nothing.
for counter in ("launch_ms", "ratio_to_empty_kernel"):
    assert (line.get(counter, 0) > 0) == (kind == "device"), line
assert all(line.get(counter, 1) > 0 for counter in ("share_of_copy", "ratio_to_memcpy"))
