#!/usr/bin/env bash
#
# Searches for crashes: runs dml-opt and dml-run on mutants of the tests' inputs and
# flags, for a time or a number of cases. Prints each crash, hang or sanitizer report
# once, with what is left of its input after reduction, and a summary. Ends with 0
# when all of them are in the table of docs/Testing.md, with 1 when one is new, and
# with 2 when nothing was run.
#
#   scripts/fuzz.sh [--minutes=N|--seconds=N|--cases=N] [--target=NAME] [--seed=N]
#     [--jobs=N] [--limit=SECONDS] [--build-dir=DIR] [--keep=DIR] [--known=PAGE]
#
# The time is that of all targets together, 60 seconds by default; the cases are of
# each. NAME is opt, run-cpu, run-vulkan, run-reference, bytecode, npy, plan, flags,
# or all, the default. A seed names its cases for good. Without a build folder the
# tools are built with AddressSanitizer and UBSan, in build-asan. What is found is
# kept in the folder fuzz of the build folder.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
build_dir=
for argument in "$@"; do
  case "$argument" in
  --minutes=[0-9]* | --seconds=[0-9]* | --cases=[0-9]* | --seed=[0-9]*) ;;
  --jobs=[1-9]* | --limit=[0-9]* | --target=?* | --keep=?* | --known=?*) ;;
  --build-dir=?*) build_dir=${argument#*=} ;;
  *)
    echo "usage: scripts/fuzz.sh [--minutes=N|--seconds=N|--cases=N]" \
      "[--target=NAME] [--seed=N] [--jobs=N] [--limit=SECONDS]" \
      "[--build-dir=DIR] [--keep=DIR] [--known=PAGE]" >&2
    exit 2
    ;;
  esac
done

if [[ -z $build_dir ]]; then
  "$here/build.sh" --preset=asan dml-compile dml-opt dml-run >&2
  set -- "$@" --build-dir="$here/../build-asan"
fi
exec python3 -B "$here/fuzz/main.py" "$@"
