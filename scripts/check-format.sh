#!/usr/bin/env bash
#
# Compares the project's C++ sources with what clang-format makes of them. Prints
# the differences and fails if there are any; `--fix` applies them instead.
#
#   scripts/check-format.sh [--fix]
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

# Another version formats differently.
export CLANG_FORMAT=${CLANG_FORMAT:-clang-format-22}
command -v "$CLANG_FORMAT" >/dev/null || {
  echo "check-format: $CLANG_FORMAT not found; scripts/setup.sh installs it" >&2
  exit 2
}

# shellcheck disable=SC2016  # expanded by the inner shells
case "${1-}" in
"")
  action='"$CLANG_FORMAT" "$1" | diff -u --label "$1" --label "$1 (formatted)" "$1" -'
  ;;
--fix)
  action='"$CLANG_FORMAT" -i "$1"'
  ;;
*)
  echo "usage: scripts/check-format.sh [--fix]" >&2
  exit 2
  ;;
esac

# New files count before git knows them, build folders never do.
if ! find . \( -path './build*' -o -path './.*' \) -prune -o \
  -type f \( -name '*.h' -o -name '*.cpp' \) -print0 | sort -z |
  xargs -0 -n 1 -P "$(nproc)" bash -euo pipefail -c "$action" check-format; then
  echo "check-format: scripts/check-format.sh --fix formats these files" >&2
  exit 1
fi
