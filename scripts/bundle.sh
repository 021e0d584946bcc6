#!/usr/bin/env bash
#
# Builds build-bundle/dml-VERSION-linux-x86_64.tar.xz: dml-run, dml-difftest and
# dml-benchmark with examples, for machines where nothing is installed. Then unpacks
# it and runs the tools in an empty environment.
#
#   scripts/bundle.sh
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
if [[ $# -gt 0 ]]; then
  echo "usage: scripts/bundle.sh" >&2
  exit 2
fi
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

# What of the archive's size other machines are expected to take.
max_bytes=$((40 * 1024 * 1024))

rm -f build-bundle/dml-*.tar.xz
scripts/build.sh --preset=bundle bundle
archive=$(echo "$PWD"/build-bundle/dml-*.tar.xz)

fail() {
  echo "bundle: $1" >&2
  exit 1
}

bytes=$(stat -c %s -- "$archive")
[[ $bytes -le $max_bytes ]] ||
  fail "$archive has $bytes bytes, more than $max_bytes"

folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
tar -xf "$archive" -C "$folder"
cd -- "$folder"/dml-*

# The libraries of other folders that a tool needs, but for glibc's.
list_libraries() {
  ldd "bin/$1" | grep -vF "$PWD/bin/../lib/" | awk '{ print $1 }' |
    grep -vE '^(linux-vdso\.so\.1|lib[cm]\.so\.6|/.*/ld-linux-.*)$' | xargs
}
for tool in dml-run dml-difftest; do
  libraries=$(list_libraries "$tool") || true
  [[ -z $libraries ]] || fail "$tool needs $libraries"
done
# Google Benchmark, which is shared, needs these.
libraries=$(list_libraries dml-benchmark) || true
[[ $libraries == 'libstdc++.so.6 libgcc_s.so.1' ]] ||
  fail "dml-benchmark needs $libraries"

env -i DML_CACHE=off bin/dml-run --list-devices
for device in cpu vulkan; do
  env -i DML_CACHE=off bin/dml-run examples/max_unpooling.mlir --device="$device" \
    --input="1x1x2x2xf32=4 4 6 7" --input="1x1x2x2xui32=4 4 7 8" \
    --expected-output="1x1x3x3xf32=0 0 0 0 4 0 0 6 7"
done
# Compiled code finds libgcc's functions.
env -i DML_CACHE=off bin/dml-run - --input=f64=0.3333 --expected-output=f16=0.3333 <<'MLIR'
func.func @main(%x: f64) -> f16 {
  %y = arith.truncf %x : f64 to f16
  return %y : f16
}
MLIR
env -i bin/dml-difftest --cases=50
env -i bin/dml-difftest --cases=50 --device=vulkan
env -i PATH="$PATH" ./bench-device.sh --quick --output="$folder/results"

echo "bundle: $archive, $((bytes / 1024 / 1024)) MiB, runs"
