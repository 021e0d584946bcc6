#!/usr/bin/env bash
#
# Sets up, configures and builds. The tools are build/bin/dml-opt, dml-run,
# dml-compile, dml-difftest, dml-benchmark and dml-lsp-server.
#
#   scripts/build.sh [--preset=release|debug|asan|bundle] [ninja argument...]
#
# The presets but release build into build-debug/, build-asan/ and build-bundle/.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
source scripts/preset.sh

case "$preset" in
asan | bundle) scripts/setup.sh --"$preset" ;;
*) scripts/setup.sh ;;
esac

# Ninja runs CMake again by itself, except for a change of the presets.
if [[ ! -e $build_dir/build.ninja ||
  CMakePresets.json -nt $build_dir/build.ninja ]]; then
  cmake --preset "$preset"
fi
ninja -C "$build_dir" "$@"
