//===- TensorOpGuard.h - Checks of one operation ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TRANSFORMS_CHECKS_TENSOROPGUARD_H
#define DML_LIB_TRANSFORMS_CHECKS_TENSOROPGUARD_H

#include "dml/IR/CheckBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dml {

/// Emits the checks of one operation before it. Where a check fails, the
/// operation's operands are replaced by harmless ones: folding turns operands
/// into constants later, and upstream's patterns and verifiers do not expect
/// constants that break a rule (kDynamic is one of them).
class TensorOpGuard : CheckBuilder {
public:
  TensorOpGuard(mlir::OpBuilder &b, mlir::Operation *op);
  void guardExtraction(mlir::tensor::ExtractSliceOp slice);
  template <typename InsertOpT> void guardInsertion(InsertOpT slice);
  void guardExpansion(mlir::tensor::ExpandShapeOp expand);
  void guardReshape(mlir::tensor::ReshapeOp reshape);
  void guardPadding(mlir::tensor::PadOp pad);
  void guardConcatenation(mlir::tensor::ConcatOp concat);
  /// For operations that make a tensor of any sizes.
  void guardSizes(mlir::RankedTensorType type,
                  mlir::MutableOperandRange dynamicSizes);
  void guardPosition(mlir::Value tensor, mlir::ValueRange indices);
  void guardUnpooling(UnpoolOp unpool);
  void guardLoop(mlir::scf::ForOp loop);
  void guardLoop(mlir::scf::ParallelOp loop);
  void guardLoop(mlir::scf::ForallOp loop);

private:
  using Value = mlir::Value;

  Value yes();
  Value isSize(Value value);
  /// An index has 32 bits in a kernel: one of 64 is compared before it is cast.
  Value isPosition(Value index, Value size);
  /// Whether a branch is only taken, to where the builder stands, where the
  /// index is less than the size: a program that tests its positions pays once.
  bool isBranchTakenBelow(Value index, Value tensor, int64_t dimension);
  static bool isSizeOf(Value size, Value tensor, int64_t dimension);
  /// As `require`, with what is given where it can be reported.
  void report(Value condition, const llvm::Twine &expected,
              llvm::ArrayRef<Value> values);
  Value requireSize(int64_t dimension, Value size);
  /// Returns the declared size, or else the given one.
  Value requireDeclaredSize(mlir::RankedTensorType type, int64_t dimension,
                            Value size);
  void requireEqualCounts(const llvm::Twine &what, llvm::StringRef tensor,
                          Value source,
                          llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// Whether the elements `offset`, `offset + stride`, …, as many as `size`,
  /// lie below `end`. No product is computed, for it might wrap. An empty slice
  /// may begin at the end. A stride of 0 or below reads, but cannot write.
  Value isInside(Value offset, Value size, Value stride, Value end,
                 bool isWritten);
  template <typename SliceOpT> void guardSlice(SliceOpT slice, Value whole);
  /// A stride of 0 selects one element any number of times.
  static bool mayRepeat(mlir::tensor::ExtractSliceOp slice);
  /// An empty range begins anywhere, and one of a single element has any
  /// stride: 0 and 1 do not become constants that upstream's verifiers refuse.
  template <typename SliceOpT>
  void normalizeBounds(SliceOpT slice, mlir::RankedTensorType whole, Value ok);
  /// The index of the last iteration plus the step must not wrap.
  Value requireStep(Value lower, Value upper, Value step, bool isUnsigned);
  void guardSteps(Value lower, Value upper, mlir::OpOperand &step,
                  bool isUnsigned);
  /// Counts of iterations are differences of the bounds, for upstream as well.
  Value requireDistance(Value lower, Value upper);
  void replaceUnless(Value ok, mlir::MutableOperandRange operands,
                     int64_t harmless);

  mlir::OpBuilder &b;
  bool isInStructuredOp = false;
};

} // namespace dml

#endif // DML_LIB_TRANSFORMS_CHECKS_TENSOROPGUARD_H
