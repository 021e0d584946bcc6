//===- LowerTensorMoves.cpp - Slices and padding to linalg ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Common/LowerPad.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Transforms/NormalizeSlices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace dml {
#define GEN_PASS_DEF_GPULOWERTENSORMOVES
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool isStatic(ArrayRef<int64_t> values) {
  return !llvm::is_contained(values, ShapedType::kDynamic);
}

LogicalResult lowerExtractSlice(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) {
  RankedTensorType type = op.getType();
  if (!type.hasStaticShape() || !isStatic(op.getStaticOffsets()) ||
      !isStatic(op.getStaticStrides()))
    return failure();
  rewriter.replaceOp(op, gatherSlice(rewriter, op));
  return success();
}

LogicalResult lowerInsertSlice(tensor::InsertSliceOp op,
                               PatternRewriter &rewriter) {
  if (!op.getSourceType().hasStaticShape() ||
      !op.getDestType().hasStaticShape() || !isStatic(op.getStaticOffsets()) ||
      !isStatic(op.getStaticStrides()) || !isStatic(op.getStaticSizes()))
    return failure();
  // From the first to behind the last element; upstream's check wraps.
  for (auto [size, stride] :
       llvm::zip_equal(op.getStaticSizes(), op.getStaticStrides()))
    if (!llvm::checkedMulAdd<int64_t>(size - 1, stride, 1))
      return failure();
  Insertion insertion = {op.getSource(), op.getStaticOffsets(),
                         op.getStaticSizes(), op.getStaticStrides(),
                         op.getDroppedDims()};
  rewriter.replaceOp(op,
                     insertAll(rewriter, op.getLoc(), op.getDest(), insertion));
  return success();
}

/// The scalar at one position that is known, the old elements elsewhere.
LogicalResult lowerInsert(tensor::InsertOp op, PatternRewriter &rewriter) {
  SmallVector<int64_t> position;
  for (Value index : op.getIndices()) {
    std::optional<int64_t> known = getConstantIntValue(index);
    if (!known || *known < 0)
      return failure();
    position.push_back(*known);
  }
  SmallVector<int64_t> ones(position.size(), 1);
  Insertion insertion = {op.getScalar(), position, ones, ones,
                         llvm::SmallBitVector(position.size(), true)};
  rewriter.replaceOp(op,
                     insertAll(rewriter, op.getLoc(), op.getDest(), insertion));
  return success();
}

LogicalResult lowerConcat(tensor::ConcatOp op, PatternRewriter &rewriter) {
  RankedTensorType type = op.getResultType();
  auto isStaticInput = [](Value input) {
    return cast<RankedTensorType>(input.getType()).hasStaticShape();
  };
  // No kernel computes with elements of other types.
  if (!type.hasStaticShape() || !llvm::all_of(op.getInputs(), isStaticInput) ||
      !type.getElementType().isSignlessIntOrIndexOrFloat())
    return failure();
  Location loc = op.getLoc();
  SmallVector<int64_t> ones(type.getRank(), 1);
  SmallVector<SmallVector<int64_t>> offsets;
  SmallVector<Insertion> insertions;
  int64_t begin = 0;
  for (Value input : op.getInputs()) {
    offsets.emplace_back(type.getRank(), 0)[op.getDim()] = begin;
    begin += cast<RankedTensorType>(input.getType()).getDimSize(op.getDim());
  }
  for (auto [input, offset] : llvm::zip_equal(op.getInputs(), offsets))
    insertions.push_back({input, offset,
                          cast<RankedTensorType>(input.getType()).getShape(),
                          ones, llvm::SmallBitVector(type.getRank())});
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  // One of the inputs has the element.
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  rewriter.replaceOp(op, insertAll(rewriter, loc, empty, insertions, zero));
  return success();
}

/// A reshape to a known shape, through one dimension.
LogicalResult lowerReshape(tensor::ReshapeOp op, PatternRewriter &rewriter) {
  Value flat = op.getSource();
  // Canonicalisation leaves it between a slice and its reshape.
  if (auto cast = flat.getDefiningOp<tensor::CastOp>())
    flat = cast.getSource();
  auto source = dyn_cast<RankedTensorType>(flat.getType());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!source || !type || !source.hasStaticShape() || !type.hasStaticShape() ||
      source.getNumElements() != type.getNumElements())
    return failure();
  // To or from a tensor of rank 1.
  auto regroup = [&](Value from, RankedTensorType to) -> Value {
    int64_t rank = cast<RankedTensorType>(from.getType()).getRank();
    SmallVector<ReassociationIndices> groups;
    if (rank > 0 && to.getRank() > 0)
      groups.push_back(
          llvm::to_vector(llvm::seq(std::max(rank, to.getRank()))));
    if (rank < to.getRank())
      return tensor::ExpandShapeOp::create(rewriter, op.getLoc(), to, from,
                                           groups);
    if (rank > to.getRank())
      return tensor::CollapseShapeOp::create(rewriter, op.getLoc(), to, from,
                                             groups);
    return from;
  };
  auto flatType =
      RankedTensorType::get({source.getNumElements()}, source.getElementType());
  flat = regroup(regroup(flat, flatType), type);
  rewriter.replaceOp(op, flat);
  return success();
}

struct GPULowerTensorMovesPass
    : impl::GPULowerTensorMovesBase<GPULowerTensorMovesPass> {
  void runOnOperation() override {
    if (failed(checkStaticLists(getOperation())) ||
        failed(checkByteCounts(getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateLowerPadPatterns(patterns);
    patterns.add(lowerConcat);
    patterns.add(lowerInsert);
    patterns.add(lowerExtractSlice);
    patterns.add(lowerInsertSlice);
    patterns.add(lowerReshape);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace dml
