# shellcheck shell=bash disable=SC2034
#
# Sourced by the scripts that build: takes --preset=NAME (or --preset NAME) from
# the front of the arguments and sets $preset and $build_dir.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

preset=release
case "${1-}" in
--preset=*)
  preset=${1#--preset=}
  shift
  ;;
--preset)
  preset=${2-}
  shift $(($# > 1 ? 2 : 1))
  ;;
esac

case "$preset" in
release) build_dir=build ;;
debug | asan | bundle) build_dir=build-$preset ;;
*)
  echo "${0##*/}: unknown preset '$preset'; there are release, debug, asan" \
    "and bundle" >&2
  exit 2
  ;;
esac
