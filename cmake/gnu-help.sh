#!/bin/sh
# gnu-help.sh TOOL VERSION --help|--version: what help2man asks a program.
set -eu
case $3 in
--help)
  help=$("$1" --help)
  printf '%s\n' "$help" | awk -f "${0%/*}/GNUHelp.awk"
  ;;
*) echo "${1##*/} (dml) $2" ;;
esac
