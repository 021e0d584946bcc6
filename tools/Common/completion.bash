# Completion of the flags of dml's tools and of their values, for bash. The tool
# itself is asked: what `--help-hidden` lists. The file is installed once for each
# tool, under the tool's name.
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# _dml_flags TOOL: its flags, `=` after those that take a value.
_dml_flags() {
  "$1" --help-hidden 2>/dev/null |
    sed -nE 's/^ {1,6}(--[A-Za-z0-9][A-Za-z0-9_-]*)(=?).*/\1\2/p' |
    sort -u
}

# _dml_values TOOL FLAG: the devices of this machine, or the values that the help
# lists below the flag.
_dml_values() {
  if [[ $2 == --device ]]; then
    "$1" --list-devices 2>/dev/null | sed 's/: .*//'
    return
  fi
  "$1" --help-hidden 2>/dev/null | awk -v flag="$2=" '
    /^ +--/ { inside = index($1, flag) == 1; next }
    inside && /^ +=/ { print substr($1, 2) }
    !/^ +=/ { inside = 0 }'
}

_dml_complete() {
  local tool=$1 word=${COMP_WORDS[COMP_CWORD]} flag= values
  # Readline makes words of their own of `=` and of what follows.
  if [[ $word == = ]]; then
    flag=${COMP_WORDS[COMP_CWORD - 1]} word=
  elif [[ $COMP_CWORD -ge 2 && ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
    flag=${COMP_WORDS[COMP_CWORD - 2]}
  fi

  COMPREPLY=()
  if [[ $flag ]]; then
    values=$(_dml_values "$tool" "$flag")
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_dml_flags "$tool")" -- "$word")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
      compopt -o nospace 2>/dev/null
    fi
  fi
  # Nothing so far: a file, by `-o default`.
}

complete -o default -F _dml_complete "${BASH_SOURCE[0]##*/}"
