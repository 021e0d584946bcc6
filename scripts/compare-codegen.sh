#!/usr/bin/env bash
#
# Compares what two revisions of the compiler generate: sends the benchmarks' cases,
# the tests' inputs and random programs through the tools of both and compares launch
# plans, SPIR-V, LLVM IR and messages byte for byte. Prints each case that differs,
# with the first lines that do, and counts them. Ends with 0 when nothing differs,
# with 1 when something does, and with 2 when it could not compare.
#
#   scripts/compare-codegen.sh OLD [NEW] [--quick] [--filter=REGEX] [--jobs=N]
#     [--lines=N] [--keep=DIR] [--device=vulkan|none] [--list]
#
# OLD and NEW are revisions or build folders; NEW is the working tree by default. A
# revision is built in build-compare/COMMIT, once. NEW's tools name the cases, or
# OLD's where those cannot. --quick takes a part of the cases, --filter those whose
# names, which --list prints, match. --lines is how much is printed of a difference;
# both sides of it are kept in the folder of --keep, build-compare/differences by
# default. --device=vulkan, the default where there is one, runs small cases for the
# SPIR-V that the runtime gets.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
exec python3 -B "$here/compare-codegen/main.py" "$@"
