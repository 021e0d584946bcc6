#!/usr/bin/env bash
#
# Sets up, builds, and runs the examples of the operators' reference pages on
# every device. Fails if a result differs from the page's.
#
#   scripts/demo.sh [BUILD_DIR]
#
# With a build folder, such as build, nothing is set up or built.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
if [[ $# -gt 1 || ${1-} == -* ]]; then
  echo "usage: scripts/demo.sh [BUILD_DIR]" >&2
  exit 2
fi
[[ $# -eq 0 ]] || build_dir=$(cd -- "$1" && pwd)
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
if [[ $# -eq 0 ]]; then
  scripts/build.sh dml-run
  build_dir=build
fi

devices=(cpu reference vulkan)
failures=0

# show LABEL VALUE: the type, then each row of the tensor on a line of its own.
show() {
  local all=${2#*=} brackets row deeper
  brackets=${all%%[!\[]*}
  echo "$1 ${2%%=*}"
  while read -r row; do
    deeper=${row%%[!\[]*}
    printf '  %*s%s\n' $((${#brackets} - ${#deeper})) '' "$row"
  done <<<"${all//\]\[/$']\n['}"
}

# example TITLE NAME EXPECTED VALUE...
# Runs examples/NAME.mlir on the values and compares with the expected one.
example() {
  local title=$1 name=$2 expected=$3 inputs=() value device output status
  shift 3
  echo "== $title (examples/$name.mlir)"
  for value in "$@"; do
    show input "$value"
    inputs+=(--input="$value")
  done
  for device in "${devices[@]}"; do
    status=0
    output=$("$build_dir/bin/dml-run" "examples/$name.mlir" "${inputs[@]}" \
      --device="$device" --output=- --expected-output="$expected" 2>&1) ||
      status=$?
    if [[ $status -eq 0 ]]; then
      # After the headers `@main` and `result[0]:`.
      [[ $device != "${devices[0]}" ]] ||
        show output "$(sed -n 3p <<<"$output")"
      echo "device $device: matches the reference"
    else
      echo "device $device: DOES NOT MATCH the reference (status $status)"
      echo "$output"
      failures=$((failures + 1))
    fi
  done
  echo
}

channels=1x8x2x3xui32="[[[[0 1 2][3 4 5]][[9 10 11][12 13 14]]\
[[18 19 20][21 22 23]][[27 28 29][30 31 32]][[36 37 38][39 40 41]]\
[[45 46 47][48 49 50]][[54 55 56][57 58 59]][[63 64 65][66 67 68]]]]"
image=1x1x5x5xf32="[[[[0 1 2 3 4][5 6 7 8 9][10 11 12 13 14]\
[15 16 17 18 19][20 21 22 23 24]]]]"

example "depth_to_space1, depth_column_row" depth_to_space1_dcr \
  @examples/depth_to_space1_dcr_expected.npy "$channels"
example "depth_to_space1, column_row_depth" depth_to_space1_crd \
  @examples/depth_to_space1_crd_expected.npy "$channels"
example "space_to_depth1, depth_column_row" space_to_depth1_dcr \
  @examples/depth_to_space1_input.npy @examples/depth_to_space1_dcr_expected.npy
example "space_to_depth1, column_row_depth" space_to_depth1_crd \
  @examples/depth_to_space1_input.npy @examples/depth_to_space1_crd_expected.npy
example "max_unpooling, the page of max pooling's gradient read backwards" \
  max_unpooling \
  "1x1x3x3xf32=[[[[0 0 0][0 4 0][0 6 7]]]]" \
  "1x1x2x2xf32=[[[[4 4][6 7]]]]" "1x1x2x2xui32=[[[[4 4][7 8]]]]"
example "unfold" unfold @examples/unfold_expected.npy "$image"
example "unfold with padding" unfold_padded \
  @examples/unfold_padded_expected.npy "$image"

if [[ $failures -gt 0 ]]; then
  echo "$failures comparisons with the reference pages failed" >&2
  exit 1
fi
echo "All examples match the reference pages, on these devices: ${devices[*]}."
