//===- TransposeShape.h - Loops that blocks transpose -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For movements whose neighbours in the output are far apart in the source, so
// that they have no StripShape: vectors are loaded along another loop, in which
// neighbours are neighbours in the source, and transposed in registers. So
// NHWC data becomes NCHW data, and the reverse.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_TRANSPOSESHAPE_H
#define DML_LIB_CODEGEN_CPU_MOVE_TRANSPOSESHAPE_H

#include "BlockWriter.h"
#include "Movement.h"

namespace dml {

/// How the innermost loop and another one become blocks: columns and rows.
struct TransposeShape : BlockShape {
  /// The other loop: its iterations read neighbours, under the same
  /// predicates.
  unsigned loop;
  /// Rows that a range has: those of one line of the source, or of four lines
  /// if the columns lie in pages of their own.
  int64_t rangeRows;

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

/// Fails where no loop reads neighbours, or where sizes are dynamic or less
/// than 4.
mlir::FailureOr<TransposeShape>
chooseTransposeShape(llvm::ArrayRef<MovementLoop> loops, int64_t elementBytes);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_TRANSPOSESHAPE_H
