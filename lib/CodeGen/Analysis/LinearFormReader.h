//===- LinearFormReader.h - Index arithmetic of one operation ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_ANALYSIS_LINEARFORMREADER_H
#define DML_LIB_CODEGEN_ANALYSIS_LINEARFORMREADER_H

#include "dml/CodeGen/Analysis/AccessNest.h"

namespace dml {

/// Reads the index arithmetic in the body of one structured operation as linear
/// forms of its loops. Gives nothing where it is none, or where a factor or the
/// constant has more than 31 bits: sums of a few products of forms and
/// sizes then fit in 64 bits.
class LinearFormReader {
public:
  explicit LinearFormReader(mlir::linalg::LinalgOp op)
      : op(op), numLoops(op.getNumLoops()) {}

  std::optional<LinearForm> read(mlir::Value index) const;
  /// Of an indexing map, whose dimensions are the loops.
  std::optional<LinearForm> read(mlir::AffineExpr expr) const;

private:
  std::optional<LinearForm> read(mlir::AffineExpr expr,
                                 llvm::ArrayRef<LinearForm> dims,
                                 llvm::ArrayRef<LinearForm> symbols) const;
  LinearForm getLoop(unsigned loop) const;

  mlir::linalg::LinalgOp op;
  unsigned numLoops;
};

/// Takes over how `others` divides loops, where their factors are not 0.
/// Returns false where both divide a loop in different ways.
bool mergeDivisions(llvm::ArrayRef<int64_t> factors,
                    llvm::MutableArrayRef<LoopDivision> divisions,
                    llvm::ArrayRef<int64_t> otherFactors,
                    llvm::ArrayRef<LoopDivision> others);

} // namespace dml

#endif // DML_LIB_CODEGEN_ANALYSIS_LINEARFORMREADER_H
