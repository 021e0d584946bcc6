#!/usr/bin/env bash
#
# Compares docs/generated with the pages that the build target dml-doc makes from
# the .td files. Prints the differences and fails if there are any; `--update`
# rewrites docs/generated instead.
#
#   scripts/check-docs.sh [--update] BUILD_DIR
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail

update=
if [[ ${1-} == --update ]]; then
  update=yes
  shift
fi
if [[ $# -ne 1 || $1 == -* ]]; then
  echo "usage: scripts/check-docs.sh [--update] BUILD_DIR" >&2
  exit 2
fi
made=$1/docs/generated
checked_in=$(dirname -- "${BASH_SOURCE[0]}")/../docs/generated

if ! compgen -G "$made/*.md" >/dev/null; then
  echo "check-docs: no pages in $made; the build target dml-doc makes them" >&2
  exit 2
fi

if [[ $update ]]; then
  rm -rf -- "$checked_in"
  mkdir -- "$checked_in"
  cp -- "$made"/*.md "$checked_in"
elif ! diff -ruN -- "$checked_in" "$made"; then
  echo "check-docs: scripts/check-docs.sh --update $1 takes over these pages" >&2
  exit 1
fi
