# awk -f GNUHelp.awk: the help of a tool of this project, as LLVM's command line
# prints it, in the form that help2man reads. Only the project's own flags stay.

BEGIN { own = 1 }

# An entry may take several lines.
function flush() {
  if (entry != "") show(entry ending)
  entry = ending = ""
}

# help2man reads the usage first; dml-opt lists its passes before it.
function show(line) {
  if (heading && !used) later = later line "\n"
  else print line
}

/^USAGE: / {
  flush()
  sub(/^USAGE/, "Usage")
  used = 1
  # Its flags are MLIR's.
  mlirFlags = /dml-lsp-server/
  print "\n" $0
  printf "%s", later
  own = 0
  next
}

# A heading: `dml-run options:`, or `dml flags:` among those of LLVM and MLIR.
/^[^ ].*:$/ {
  flush()
  own = sub(/^dml(-[a-z]+)? /, "") || (mlirFlags && /^General/)
  if (own) {
    heading = 1
    show("\n" toupper(substr($0, 1, 1)) substr($0, 2))
  }
  next
}

!own { next }

# A flag or a pass.
match($0, /^ +(--[^ ]+|-[A-Za-z] [^ ]+) +- +/) {
  flush()
  flag = $1 ($1 ~ /^--/ ? "" : " " $2)
  entry = "  " flag "  " substr($0, RLENGTH + 1)
  next
}

# A value of the flag above.
match($0, /^ +=[^ ]+ +- +/) {
  flush()
  value = substr($1, 2)
  entry = "                " value ": " substr($0, RLENGTH + 1)
  ending = "."
  next
}

# More of the entry, which is indented by 16 spaces at least: mawk has no {16,}.
entry != "" && /^                +[^ ]/ {
  sub(/^ +/, " ")
  entry = entry $0
  next
}

{
  flush()
  sub(/^OVERVIEW: /, "")
  # An example is a paragraph.
  show(used || heading ? $0 "\n" : $0)
}

END { flush() }
