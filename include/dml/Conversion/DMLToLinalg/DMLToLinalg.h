//===- DMLToLinalg.h - dml to linalg ----------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CONVERSION_DMLTOLINALG_DMLTOLINALG_H
#define DML_CONVERSION_DMLTOLINALG_DMLTOLINALG_H

#include "dml/IR/Operators.h"
#include "mlir/Pass/Pass.h"
#include <limits>

namespace mlir {
class RewritePatternSet;
class RewriterBase;
} // namespace mlir

namespace dml {

/// What the lowerings have to know of the target.
struct LoweringOptions {
  /// Bits of the narrowest integers that it computes with.
  int64_t minIntegerBits = 32;
  /// Whether it converts between f16 and f32, rounding to nearest even and
  /// keeping denormals.
  bool hasHalfConversions = false;
  /// Whether it keeps denormals and NaNs when it compares f32.
  bool comparesDenormals = false;
  /// Whether it compares f16 without widening it, and keeps denormals and NaNs.
  bool comparesHalves = false;
  /// Elements of the largest window that a body visits without loops.
  int64_t maxUnrolledWindow = 32;
  /// Whether each row of a window is reduced by itself before the rows are
  /// combined, where the result has the same bits. The reductions can overlap
  /// in time, and windows that overlap can share those of their common rows.
  bool combinesRows = false;
  /// Whether neighbours in the innermost dimension of a sum read elements that
  /// lie near each other, for vectors, even if elements that lie apart would be
  /// fewer.
  bool keepsNeighbours = false;
  /// Bytes of the largest buffer that it can bind.
  int64_t maxBufferBytes = std::numeric_limits<int64_t>::max();
};

/// Adds the lowerings of the operators. They compute on signless integers. For
/// an operator on unsigned ones, a `tensor.bitcast` converts each operand and
/// each result.
void populateDMLToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                 const LoweringOptions &options);

/// Lowers one operator, as the patterns do. `replace` gets its results as
/// signless tensors of the declared sizes, and replaces it. An operator that
/// can only fail is replaced without that.
void lowerOperator(
    mlir::RewriterBase &rewriter, OperatorInterface op,
    const LoweringOptions &options,
    llvm::function_ref<void(mlir::RewriterBase &, OperatorInterface,
                            llvm::ArrayRef<mlir::Value>)>
        replace);

/// Turns every unsigned integer type under the operation into the signless one,
/// in types, attributes and constants, and removes the bitcasts that this
/// leaves without effect.
void makeIntegersSignless(mlir::Operation *op);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dml/Conversion/DMLToLinalg/Passes.h.inc"

} // namespace dml

#endif // DML_CONVERSION_DMLTOLINALG_DMLTOLINALG_H
