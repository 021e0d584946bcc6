// Bytecode that a released dml wrote stays readable, and means what it did. The
// file was made by
//
//   dml-opt bytecode-version-1.mlir --strip-debuginfo --emit-bytecode -o bytecode-version-1.mlirbc
//
// and is not made again: a change of what operations look like in bytecode raises
// kDialectVersion (include/dml/IR/DialectVersion.h), reads the older form too, and
// adds a file of the new version. Only the text may be brought up to date.

// RUN: dml-opt %S/Inputs/bytecode-version-1.mlirbc -o - | diff %S/Inputs/bytecode-version-1.mlir -
// RUN: dml-opt %S/Inputs/bytecode-version-1.mlir --strip-debuginfo --emit-bytecode | dml-opt | diff %S/Inputs/bytecode-version-1.mlir -

// A reader refuses what a newer dml wrote: the same file, but for the three bytes
// of the section of the dialect's version, which now is 3.

// RUN: env LC_ALL=C sed 's/\x07\x03\x03/\x07\x03\x07/' %S/Inputs/bytecode-version-1.mlirbc > %t.mlirbc
// RUN: not dml-opt %t.mlirbc 2>&1 | FileCheck %s
// CHECK: made by a newer dml: version 3 of the dialect, where this dml reads version 1 and older ones
