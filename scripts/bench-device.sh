#!/usr/bin/env bash
#
# Times the operators on a GPU of this machine, beside a copy, kernels written by
# hand, and PyTorch, eager and compiled: one run within ten minutes. With the tools
# of a bundle, which scripts/bundle.sh makes; needs no build tools. Writes what
# comes of it to a folder as JSON, with a table, README.md, and chart.png where
# matplotlib is; elsewhere `benchmarks/report.py --run=DIR/run.json` makes both of
# a copy of the folder.
#
#   scripts/bench-device.sh [--quick] [--bundle=TARBALL|--build-dir=DIR]
#     [--device=URI] [--filter=REGEX] [--runs=N] [--check=on|off] [--output=DIR]
#     [--suite=NAME [--seed=S] [--cases=N] [--operator=NAME] [--min-bytes=N]
#     [--max-bytes=N]]
#
# By default the bundle is the one that the script lies in, or that in
# build-bundle/; with a build folder, such as build, it is what was built there.
# The device is `vulkan`, the suite dml-benchmark's gpu-operators; the folder is
# benchmarks/results/DATE-gpu. The flags after the suite are those of
# `--suite=random`, of which the report says how shares and ratios are distributed.
# --quick takes small cases only, cold, to see that all works. $PYTHON is the Python that has PyTorch; python3 by default.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail

# What a run may take, and of it a group of cases; the driver may hang.
total_seconds=570
group_seconds=240
# Of a compiler, for one way to do a case.
case_seconds=20

bundle=
build_dir=
device=vulkan
suite_name=gpu-operators
random=()
filter=
runs=50
warm_up=500
check=on
output=
command="bench-device.sh $*"
for argument in "$@"; do
  case "$argument" in
  --quick) filter='^[a-z0-9_]+/(1x64x32x32_b2|1x16x32x32_ui32|1x4x32x32_k3_p1)/' runs=1 warm_up=0 ;;
  --bundle=?*) bundle=${argument#*=} ;;
  --build-dir=?*) build_dir=$(realpath -- "${argument#*=}") ;;
  --device=?*) device=${argument#*=} ;;
  --suite=?*) suite_name=${argument#*=} ;;
  --seed=?* | --cases=?* | --operator=?* | --min-bytes=?* | --max-bytes=?*)
    random+=("$argument")
    ;;
  --filter=?*) filter=${argument#*=} ;;
  --runs=[1-9]*) runs=${argument#*=} ;;
  --check=on | --check=off) check=${argument#*=} ;;
  --output=?*) output=$(realpath -m -- "${argument#*=}") ;;
  *)
    echo "usage: scripts/bench-device.sh [--quick] [--bundle=TARBALL|--build-dir=DIR]" \
      "[--device=URI] [--filter=REGEX] [--runs=N] [--check=on|off] [--output=DIR]" \
      "[--suite=NAME [--seed=S] [--cases=N] [--operator=NAME] [--min-bytes=N]" \
      "[--max-bytes=N]]" >&2
    exit 2
    ;;
  esac
done
SECONDS=0
python=${PYTHON:-python3}

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

handwritten=$folder/handwritten
if [[ -n $build_dir ]]; then
  root=$here/..
  tools=$build_dir/bin
  commit=$(git -C "$root" describe --always --dirty --abbrev=12) || commit=unknown
else
  if [[ -z $bundle && -x $here/bin/dml-benchmark ]]; then
    root=$here
  else
    if [[ -z $bundle ]]; then
      for bundle in "$here"/../build-bundle/dml-*.tar.xz; do :; done
    fi
    if [[ ! -f $bundle ]]; then
      echo "bench-device: no file '$bundle'; scripts/bundle.sh makes one" >&2
      exit 2
    fi
    mkdir -- "$folder/bundle"
    tar -xf "$bundle" -C "$folder/bundle" || exit 2
    root=$(echo "$folder"/bundle/dml-*)
  fi
  tools=$root/bin
  commit=$(cat -- "$root/COMMIT")
  handwritten=$root/benchmarks/handwritten/spirv
fi
output=${output:-$PWD/benchmarks/results/$(date +%F)-gpu}
mkdir -p -- "$output"

suite=("$tools/dml-benchmark" --suite="$suite_name" "${random[@]}" --device="$device")
"${suite[@]}" --benchmark_list_tests --benchmark_filter="${filter:-.}" \
  >"$folder/names.txt"
if [[ -n $build_dir ]]; then
  # The shaders are for shapes of the other suites.
  names=$folder/names.txt
  [[ $suite_name != random && $suite_name != programs ]] || names=/dev/null
  "$python" "$root/benchmarks/handwritten/compile.py" --output="$handwritten" \
    <"$names"
fi

# An operator's cases run in a process of their own: what one breaks is missing
# alone.
groups=$("${suite[@]}" --print | sed -n 's/^.* = dml\.\([a-z0-9_]*\) .*/\1/p' |
  sort -u)
# A program is none of the operators in it.
[[ $suite_name != programs ]] ||
  groups=$(cut -d / -f 1 "$folder/names.txt" | sort -u)
ours=()
failures=0
for group in $groups; do
  begin=$SECONDS
  file=dml-$group.json
  sed -n "/^$group/s,/iterations:.*,,p" "$folder/names.txt" >"$folder/group.txt"
  [[ -s $folder/group.txt ]] || continue
  status=0
  timeout --kill-after=10 "$group_seconds" "${suite[@]}" \
    --handwritten="$handwritten" --runs="$runs" --warm-up="$warm_up" \
    --check="$check" \
    --benchmark_filter="^($(paste -sd '|' "$folder/group.txt"))/" \
    --benchmark_out_format=json --benchmark_out="$output/$file" \
    >/dev/null 2>"$folder/log.txt" || status=$?
  echo "bench-device: $group: $((SECONDS - begin)) s"
  if [[ $status -ne 0 ]]; then
    failures=$((failures + 1))
    echo "bench-device: $group failed (status $status)" >&2
    tail -n 5 "$folder/log.txt" >&2
  fi
  if "$python" -m json.tool "$output/$file" >/dev/null 2>&1; then
    ours+=("$file")
  else
    rm -f -- "$output/$file"
  fi
done
if [[ ${#ours[@]} -eq 0 ]]; then
  echo "bench-device: nothing was measured" >&2
  exit 1
fi

peers=()
if "$python" -c 'import sys, torch; sys.exit(not torch.cuda.is_available())' \
  2>/dev/null; then
  for mode in eager compiled; do
    begin=$SECONDS
    seconds=$((total_seconds - SECONDS - case_seconds))
    file=pytorch-$mode.json
    if [[ $seconds -gt 0 ]] && timeout --kill-after=10 \
      $((seconds + case_seconds)) \
      "$python" "$root/benchmarks/peers/torch_gpu.py" --mode="$mode" \
      --runs="$runs" --seconds="$seconds" --case-seconds="$case_seconds" \
      <"$folder/names.txt" >"$output/$file" 2>"$folder/log.txt"; then
      peers+=("$file")
    else
      echo "bench-device: PyTorch, $mode, failed" >&2
      tail -n 5 "$folder/log.txt" >&2
      rm -f -- "$output/$file"
    fi
    echo "bench-device: PyTorch, $mode: $((SECONDS - begin)) s"
  done
else
  echo "bench-device: no PyTorch with CUDA" >&2
fi

OURS="${ours[*]}" PEERS="${peers[*]-}" COMMIT=$commit RUNS=$runs COMMAND=$command \
  SUITE="$suite_name ${random[*]-}" TIME=$(date -u +%FT%TZ) TOOK=$SECONDS "$python" - "$output" <<'PYTHON'
import json
import os
import pathlib
import sys

output = pathlib.Path(sys.argv[1])
get = os.environ.get
ours = get("OURS").split()
context = json.loads((output / ours[0]).read_text())["context"]
run = {
    "title": "Operators on a GPU" + (
        f": dml-benchmark --suite={get('SUITE')}" if get("SUITE").split()[0] == "random" else ""
    ),
    "notes": [
        f"{context['device']}; {get('TIME')}; commit {get('COMMIT')}; "
        f"`{get('COMMAND')}`, which took {get('TOOK')} s.",
        "GB/s: each input and output of the operator counted once, over the "
        f"time of the kernels by the device's clock; medians of {get('RUNS')} runs "
        "on tensors that are on the device. Copies of as many bytes, and kernels "
        "that were written by hand, ran in turn with ours. PyTorch ran in "
        "processes of its own; of the ways that it has to do a case, the fastest "
        "counts.",
        "Launch: from submitting the kernels to their end, by the host's clock; "
        "beside it, how many times as long as that of an empty kernel, which ran "
        "in turn.",
    ],
    "ours": ours,
    "peers": get("PEERS").split(),
}
(output / "run.json").write_text(json.dumps(run, indent=1) + "\n")
PYTHON
if "$python" "$root/benchmarks/report.py" --run="$output/run.json" \
  2>"$folder/log.txt"; then
  echo "bench-device: $output/README.md, $SECONDS s"
else
  tail -n 1 "$folder/log.txt" >&2
  echo "bench-device: $output, $SECONDS s; no chart here, but where matplotlib is:" \
    "benchmarks/report.py --run=DIR/run.json"
fi
[[ $failures -eq 0 ]]
