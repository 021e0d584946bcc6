#!/usr/bin/env bash
#
# Sets up, builds and runs all tests. Ends with ctest's summary.
#
#   scripts/test.sh [--preset=release|debug|asan] [ctest argument...]
#
# For example `scripts/test.sh -R lit-IR` runs the tests whose name contains
# lit-IR, and `scripts/test.sh -N` lists all names.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
source scripts/preset.sh

scripts/build.sh --preset="$preset" all dml-doc
# lit uses all cores, and waits for its last tests; others run beside it.
exec ctest --test-dir "$build_dir" --output-on-failure \
  --parallel "$(($(nproc) + 1))" "$@"
