#!/usr/bin/env bash
# complete.sh PREFIX: prints what the installed completion offers for a few lines,
# word by word as readline splits them.
set -u
PATH=$1/bin:$PATH

complete_line() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  local function
  source "$prefix/share/bash-completion/completions/$1"
  function=$(complete -p "$1" | sed -E 's/.* -F ([^ ]+) .*/\1/')
  "$function" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  echo "$*: ${COMPREPLY[*]}"
}

prefix=$1
complete_line dml-run --dev
complete_line dml-run --device = cp
complete_line dml-run --device = v
complete_line dml-run --out-of-range-indices =
complete_line dml-run --refine = o
complete_line dml-run --refine = of
complete_line dml-run --no-such
complete_line dml-opt --dml-cpu-p
complete_line dml-opt --convert-dml
complete_line dml-benchmark --suite = gpu
complete_line dml-difftest --case
