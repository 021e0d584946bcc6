#!/usr/bin/env bash
#
# Sets up, builds, and times the operators on the CPU, beside a copy and beside
# PyTorch and ONNX Runtime. Writes what comes of it to
# benchmarks/results/DATE-cpu/: README.md with the table, chart.png, and the
# measurements as JSON.
#
#   scripts/bench.sh [--quick] [--filter=REGEX] [--threads=N] [--output=DIR]
#     [--build-dir=DIR] [--suite=NAME [--seed=S] [--cases=N] [--operator=NAME]
#     [--min-bytes=N] [--max-bytes=N]]
#
# --quick takes a few cases and runs only; --filter takes the cases whose names it
# finds. The suite is one of dml-benchmark's, operators by default; the flags after
# it are those of `--suite=random`, of which the report says how shares and ratios
# are distributed. With a build folder, such as build, nothing is set up or built, and only
# the peers that are there are timed. Nothing else should run on the machine
# meanwhile.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

filter=.
runs=15
build_dir=
threads=2
suite_name=operators
random=()
output=
command="scripts/bench.sh $*"
for argument in "$@"; do
  case "$argument" in
  --quick) filter='_b2/(f32|i8)/|_ui32/f32/|unfold/.*p1/(f32|i8)/' runs=3 ;;
  --filter=?*) filter=${argument#*=} ;;
  --threads=[1-9]*) threads=${argument#*=} ;;
  --output=?*) output=${argument#*=} ;;
  --build-dir=?*) build_dir=${argument#*=} ;;
  --suite=?*) suite_name=${argument#*=} ;;
  --seed=?* | --cases=?* | --operator=?* | --min-bytes=?* | --max-bytes=?*)
    random+=("$argument")
    ;;
  *)
    echo "usage: scripts/bench.sh [--quick] [--filter=REGEX] [--threads=N]" \
      "[--output=DIR] [--build-dir=DIR] [--suite=NAME [--seed=S] [--cases=N]" \
      "[--operator=NAME] [--min-bytes=N] [--max-bytes=N]]" >&2
    exit 2
    ;;
  esac
done

title="Operators on a CPU"
if [[ $suite_name == operators ]]; then
  output=${output:-benchmarks/results/$(date +%F)-cpu}
else
  title="dml-benchmark --suite=$suite_name${random[*]:+ ${random[*]}} on a CPU"
  output=${output:-benchmarks/results/$(date +%F)-cpu-$suite_name}
fi

if [[ -z $build_dir ]]; then
  scripts/setup.sh --bench
  build_dir=build
  scripts/build.sh dml-benchmark
  scripts/install-peers.sh "$build_dir"
fi

# Debian's Python is the one that has its packages.
python=/usr/bin/python3
modules=$build_dir/peers

# Threads that wait for each other are slow when they wait for other processes
# too: a peer's times double and more.
load=$(cut -d ' ' -f 1 /proc/loadavg)
if [[ ${load%.*} -ge 1 ]]; then
  echo "bench: the machine is busy (load $load); the times will not be right" >&2
fi
mkdir -p -- "$output"
suite=("$build_dir/bin/dml-benchmark" "--suite=$suite_name" "${random[@]}"
  "--benchmark_filter=$filter")
echo "bench: dml-benchmark"
# A random case that fails is in the report.
if ! "${suite[@]}" --threads="$threads" --runs="$runs" --benchmark_out_format=json \
  --benchmark_out="$output/dml.json" >/dev/null; then
  [[ $suite_name == random && -s $output/dml.json ]] || exit 1
fi
"${suite[@]}" --benchmark_list_tests >"$output/names.txt"

# peer NAME COMMAND...: the measurements go to NAME.json, unless it fails.
peers=()
peer() {
  local name=$1
  shift
  echo "bench: $name"
  if "$@" --threads="$threads" --runs="$runs" <"$output/names.txt" \
    >"$output/$name.json" 2>"$output/$name.log"; then
    peers+=("$output/$name.json")
    rm -- "$output/$name.log"
  else
    echo "bench: $name failed: $(tail -n 1 "$output/$name.log")" >&2
    rm -- "$output/$name.json" "$output/$name.log"
  fi
}
if "$python" -c 'import torch' 2>/dev/null; then
  peer pytorch "$python" benchmarks/peers/torch_cpu.py
else
  echo "bench: no PyTorch; Debian's package is python3-torch" >&2
fi
if [[ -d $modules/node_modules ]]; then
  peer onnxruntime node benchmarks/peers/onnxruntime.mjs "$modules"
else
  echo "bench: no ONNX Runtime; npm's package is onnxruntime-node" >&2
fi
rm -- "$output/names.txt"

machine=$(lscpu | sed -n 's/^Model name: *//p')
"$python" benchmarks/report.py "$output/dml.json" "${peers[@]}" \
  --output="$output" --title="$title, $threads threads" \
  --note="$machine, $(nproc) cores, load $load before; $(date -u +%FT%TZ);
commit $(git describe --always --dirty --abbrev=12); \`$command\`." \
  --note="GB/s: each input and output of the operator counted once. The copy is
one with non-temporal stores on the same threads, and ran in turn with the
operator; medians of $runs runs. The peers ran in processes of their own, one
after the other; of the ways that PyTorch has to do a case, the fastest counts."
echo "bench: $output/README.md"
