# awk -f GNUHelp.awk: the help of a tool of this project, as LLVM's command line
# prints it, in the form that help2man reads. Only the project's own flags stay.

BEGIN { own = 1 }

/^USAGE: / { sub(/^USAGE/, "Usage"); print "\n" $0; own = 0; next }

# A heading: `dml-run options:`, or `dml flags:` among those of LLVM and MLIR.
/^[^ ].*:$/ {
  own = sub(/^dml(-[a-z]+)? /, "")
  if (own)
    print "\n" toupper(substr($0, 1, 1)) substr($0, 2)
  next
}

!own || /^Available Dialects: / { next }

# A flag or a pass.
match($0, /^ +--[^ ]+ +- +/) {
  flag = $1
  text = substr($0, RLENGTH + 1)
  print "  " flag "  " text
  next
}

# A value of the flag above.
match($0, /^ +=[^ ]+ +- +/) {
  value = substr($1, 2)
  print "                " value ": " substr($0, RLENGTH + 1) "."
  next
}

{ sub(/^OVERVIEW: /, ""); print }
