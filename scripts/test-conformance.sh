#!/usr/bin/env bash
#
# Compares dml-run with PyTorch and ONNX Runtime, bit for bit, on random cases of the
# operators that they have. Prints cases that differ, with commands that run them, a
# table by peer, operator and device, and `N cases: N equal, M different`. Ends with 0
# when all are equal, with 1 when one differs, and with 2 when one could not be
# compared.
#
#   scripts/test-conformance.sh [--cases=N|--case=NUMBER] [--seed=N] [--peer=NAME...]
#     [--device=URI...] [--jobs=N] [--build-dir=DIR] [--keep=DIR]
#
# There are 200 cases by default, and the peers pytorch and onnxruntime; formulas is a
# third one, the formulas of docs/Operators.md in Python, which needs nothing
# installed. The device is cpu by default; each one gets all cases. A seed and the
# peers name the cases for good. Without a build folder, such as build, dml-run is
# built, and what is missing of the peers is installed. Cases that differ are kept in
# the folder conformance of the build folder.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
build_dir=
for argument in "$@"; do
  case "$argument" in
  --cases=[1-9]* | --case=[0-9]* | --seed=[0-9]* | --jobs=[1-9]*) ;;
  --peer=?* | --device=?* | --keep=?*) ;;
  --build-dir=?*) build_dir=${argument#*=} ;;
  *)
    echo "usage: scripts/test-conformance.sh [--cases=N|--case=NUMBER]" \
      "[--seed=N] [--peer=NAME...] [--device=URI...] [--jobs=N]" \
      "[--build-dir=DIR] [--keep=DIR]" >&2
    exit 2
    ;;
  esac
done

if [[ -z $build_dir ]]; then
  build_dir=${here%/*}/build
  "$here/build.sh" dml-run
  "$here/install-peers.sh" "$build_dir"
  set -- "$@" --build-dir="$build_dir"
fi
exec python3 -B "$here/conformance/main.py" "$@"
