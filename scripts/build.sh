#!/usr/bin/env bash
#
# Sets up, configures and builds. The tools are build/bin/dml-opt, dml-run and
# dml-difftest.
#
#   scripts/build.sh [--preset=release|debug|asan] [ninja argument...]
#
# The presets debug and asan build into build-debug/ and build-asan/.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
source scripts/preset.sh

if [[ $preset == asan ]]; then
  scripts/setup.sh --asan
else
  scripts/setup.sh
fi

# Ninja runs CMake again by itself, except for a change of the presets.
if [[ ! -e $build_dir/build.ninja ||
  CMakePresets.json -nt $build_dir/build.ninja ]]; then
  cmake --preset "$preset"
fi
ninja -C "$build_dir" "$@"
