//===- IndexAnalysis.h - IR values as index expressions ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_INDEXANALYSIS_H
#define DML_LIB_CODEGEN_GPU_WORDS_INDEXANALYSIS_H

#include "dml/CodeGen/Analysis/IndexExpr.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace dml {

/// What the index values inside a gpu.launch are: sums, quotients and
/// remainders of thread and loop indices. The reverse, `materialize`, computes
/// with unsigned 32-bit integers, modulo 2^32.
class IndexAnalysis {
public:
  /// The expression of a value of type index or i32, a valid one. What cannot
  /// be expressed is a variable.
  IndexExpr getExpr(mlir::Value value);

  /// The position of an element in its buffer, counted in elements from the
  /// buffer's start. Not valid if it overflows.
  IndexExpr getPosition(mlir::MemRefType type, mlir::ValueRange indices);

  /// An i32, read as an unsigned number, whatever it is computed from.
  IndexExpr getUnknown(mlir::Value word);

  /// An i32 with the expression's value modulo 2^32.
  mlir::Value materialize(mlir::OpBuilder &b, mlir::Location loc,
                          const IndexExpr &expr);

  /// Whether every value of the expression lies in [begin, end).
  bool isWithin(const IndexExpr &expr, int64_t begin, int64_t end) const;
  /// Whether 32 bits hold the expression as a signed number.
  bool isSignedWord(const IndexExpr &expr) const;

  IndexExprs exprs;

private:
  IndexExpr getVariable(mlir::Value value);
  std::optional<IndexExpr> expand(mlir::Value value);
  std::optional<IndexExpr> expandMinimum(mlir::arith::MinUIOp op,
                                         int64_t bound);
  bool mayWrapAround(const IndexExpr &expr) const;
  std::optional<IndexExpr> expandDivision(mlir::Value lhs, llvm::APInt divisor,
                                          bool isRemainder);
  std::optional<IndexExpr> expandAffineBinary(mlir::AffineExprKind kind,
                                              const IndexExpr &lhs,
                                              const IndexExpr &rhs);
  std::optional<IndexExpr> expandAffine(mlir::AffineExpr expr, unsigned numDims,
                                        mlir::ValueRange operands);
  IndexRange getVariableRange(mlir::Value value);

  llvm::DenseMap<mlir::Value, IndexExpr> known;
  /// The value of each variable atom.
  llvm::DenseMap<unsigned, mlir::Value> variables;
};

/// The n of a comparison `value < n` (unsigned) with a positive constant.
std::optional<int64_t> getUpperBound(mlir::arith::CmpIOp compare);

/// Whether a comparison `value < n` (unsigned) with a constant guards all other
/// uses of the value: where these are reached, it is less than n.
bool isGuard(mlir::arith::CmpIOp compare);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_INDEXANALYSIS_H
