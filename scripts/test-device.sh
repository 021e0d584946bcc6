#!/usr/bin/env bash
#
# Tests a device of this machine with the tools of a bundle, which scripts/bundle.sh
# makes. Needs no build tools: bash, coreutils, tar and xz.
#
#   scripts/test-device.sh [--bundle=TARBALL] [--device=URI] [--cases=N]
#
# By default this is the bundle that the script lies in, or that in build-bundle/;
# the device is `vulkan`; and the random programs are 20000. Prints what fails and
# a summary. Ends with 0 when all passed, 1 when not, and 2 when nothing was run.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail

bundle=
device=vulkan
cases=20000
for argument in "$@"; do
  case "$argument" in
  --bundle=?*) bundle=${argument#*=} ;;
  --device=?*) device=${argument#*=} ;;
  --cases=[1-9]*) cases=${argument#*=} ;;
  *)
    echo "usage: scripts/test-device.sh [--bundle=TARBALL] [--device=URI]" \
      "[--cases=N]" >&2
    exit 2
    ;;
  esac
done

# Each seed is a process; so many run at the same time.
seeds=8
jobs=$(nproc)
# A GPU that hangs must not hold the test for ever.
seconds_for_run=120
seconds_for_seed=7200
# Of the same program on the same inputs: processes, and runs in each.
repetitions=5
runs=1000

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
# shellcheck disable=SC2046  # several processes
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM

if [[ -z $bundle && -x $here/bin/dml-run ]]; then
  root=$here
else
  if [[ -z $bundle ]]; then
    for bundle in "$here"/../build-bundle/dml-*.tar.xz; do :; done
  fi
  if [[ ! -f $bundle ]]; then
    echo "test-device: no file '$bundle'; scripts/bundle.sh makes one" >&2
    exit 2
  fi
  mkdir -- "$folder/bundle"
  tar -xf "$bundle" -C "$folder/bundle" || exit 2
  root=$(echo "$folder"/bundle/dml-*)
fi
cd -- "$root"

passed=0
failed=0

# report NAME STATUS [show]: counts a test, and shows what it printed: one that
# failed, or any.
report() {
  if [[ $2 -eq 0 ]]; then
    passed=$((passed + 1))
    echo "ok      $1"
  else
    failed=$((failed + 1))
    echo "FAILED  $1 (status $2)"
  fi
  [[ $2 -eq 0 && ${3-} != show ]] || cat -- "$folder/$1.log"
}

# run [show] NAME COMMAND...: a test that must end with 0.
run() {
  local show='' name status=0
  if [[ $1 == show ]]; then
    show=$1
    shift
  fi
  name=$1
  shift
  timeout --kill-after=10 "$seconds_for_run" "$@" >"$folder/$name.log" 2>&1 \
    </dev/null || status=$?
  report "$name" "$status" "$show"
}

run_examples() {
  local name
  for name in dcr crd; do
    run "example-depth_to_space1_$name" bin/dml-run \
      "examples/depth_to_space1_$name.mlir" --device="$device" \
      --input=@examples/depth_to_space1_input.npy \
      --expected-output="@examples/depth_to_space1_${name}_expected.npy"
    run "example-space_to_depth1_$name" bin/dml-run \
      "examples/space_to_depth1_$name.mlir" --device="$device" \
      --input="@examples/depth_to_space1_${name}_expected.npy" \
      --expected-output=@examples/depth_to_space1_input.npy
  done
  run example-max_unpooling bin/dml-run examples/max_unpooling.mlir \
    --device="$device" \
    --input="1x1x2x2xf32=4 4 6 7" --input="1x1x2x2xui32=4 4 7 8" \
    --expected-output="1x1x3x3xf32=0 0 0 0 4 0 0 6 7"
  for name in unfold unfold_padded; do
    run "example-$name" bin/dml-run "examples/$name.mlir" --device="$device" \
      --input=1x1x5x5xf32=iota --expected-output="@examples/${name}_expected.npy"
  done
  run example-fold bin/dml-run examples/fold.mlir --device="$device" \
    --input=1x2x5x6xi32=iota --expected-output=1x2x5x6xi32=iota
}

# Every seed's programs against the reference evaluator.
run_random_programs() {
  local seed count name status
  for ((seed = 0; seed < seeds; ++seed)); do
    [[ $seed -lt $jobs ]] || wait -n
    count=$((cases / seeds + (seed < cases % seeds)))
    name=difftest-seed-$seed
    {
      status=0
      timeout --kill-after=10 "$seconds_for_seed" \
        bin/dml-difftest --device="$device" --seed="$seed" --cases="$count" \
        >"$folder/$name.log" 2>&1 </dev/null || status=$?
      echo "$status" >"$folder/$name.status"
    } &
  done
  wait
  for ((seed = 0; seed < seeds; ++seed)); do
    name=difftest-seed-$seed
    report "$name" "$(cat -- "$folder/$name.status")" show
  done
}

# determinism TYPE COUNT: 65536 values go to COUNT places each of which many
# values want; the last one must win (rule U4), every time.
determinism() {
  local type=$1 count=$2 name=determinism-$1-$2 expected status=0 i
  expected=$folder/$name.npy
  cat >"$folder/$name.mlir" <<MLIR
func.func @main(%v: tensor<1x1x64x1024x$type>, %i: tensor<1x1x64x1024xui32>)
    -> tensor<1x1x8x8x$type> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x64x1024x$type>, tensor<1x1x64x1024xui32>)
      -> tensor<1x1x8x8x$type>
  return %y : tensor<1x1x8x8x$type>
}
MLIR
  local command=(timeout --kill-after=10 "$seconds_for_run"
    bin/dml-run "$folder/$name.mlir"
    --input="1x1x64x1024x$type=random:1"
    --input="1x1x64x1024xui32=random:2:$count")
  "${command[@]}" --device=reference --output="@$expected" \
    >"$folder/$name.log" 2>&1 </dev/null || status=$?
  for ((i = 0; i < repetitions && status == 0; ++i)); do
    "${command[@]}" --device="$device" --expected-output="@$expected" \
      --output= --time="$runs" >"$folder/$name.log" 2>&1 </dev/null ||
      status=$?
  done
  report "$name" "$status"
}

run_determinism_tests() {
  # All to one place, to one 32-bit word where the type is narrow, to many.
  local type
  for type in f32 i64 f16 ui8; do
    determinism "$type" 1
    determinism "$type" 4
    determinism "$type" 64
  done
}

echo "Device $device, bundle ${root##*/} of commit $(cat COMMIT)"
run show list-devices bin/dml-run --list-devices
run_examples
run_determinism_tests
run_random_programs

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
