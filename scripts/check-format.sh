#!/usr/bin/env bash
#
# Compares the project's C++ sources with what clang-format makes of them. Prints
# where they differ and fails if they do; `--fix` formats them instead.
#
#   scripts/check-format.sh [--fix]
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

# Another version formats differently.
clang_format=${CLANG_FORMAT:-clang-format-22}
command -v "$clang_format" >/dev/null || {
  echo "check-format: $clang_format not found; scripts/setup.sh installs it" >&2
  exit 2
}

case "${1-}" in
"")
  mode=(--dry-run --Werror)
  ;;
--fix)
  mode=(-i)
  ;;
*)
  echo "usage: scripts/check-format.sh [--fix]" >&2
  exit 2
  ;;
esac

# New files count before git knows them, build folders never do.
if ! find . \( -path './build*' -o -path './.*' \) -prune -o \
  -type f \( -name '*.h' -o -name '*.cpp' \) -print0 | sort -z |
  xargs -0 -n 32 -P "$(nproc)" "$clang_format" "${mode[@]}"; then
  echo "check-format: scripts/check-format.sh --fix formats these files" >&2
  exit 1
fi
