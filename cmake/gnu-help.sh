#!/bin/sh
# gnu-help.sh TOOL VERSION --help|--version
# help2man runs this script in place of a tool. It prints the tool's help in
# GNU's format, or its name and version.
set -eu
case $3 in
--help)
  help=$("$1" --help)
  printf '%s\n' "$help" | awk -f "${0%/*}/GNUHelp.awk"
  ;;
*) echo "${1##*/} (dml) $2" ;;
esac
