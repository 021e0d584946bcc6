//===- LowerTensorMoves.cpp - Slices and padding to linalg ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Common/LowerPad.h"
#include "CodeGen/Common/ScalarBuilder.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Transforms/NormalizeSlices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
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

using BodyBuilder = function_ref<Value(ScalarBuilder &, Value)>;

/// A structured operation that computes every element of its destination from
/// its position; `body` is given the destination's old element.
Value buildElementwise(OpBuilder &b, Location loc, Value dest,
                       BodyBuilder body) {
  auto type = cast<RankedTensorType>(dest.getType());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto op = linalg::GenericOp::create(
      b, loc, type, ValueRange{}, dest,
      b.getMultiDimIdentityMap(type.getRank()), iterators,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        ScalarBuilder s(b, loc);
        linalg::YieldOp::create(b, loc, body(s, arguments.front()));
      });
  return op.getResult(0);
}

/// The index of a loop, moved.
Value shiftIndex(ScalarBuilder &s, unsigned loop, int64_t offset) {
  Value index = linalg::IndexOp::create(s.b, s.loc, loop);
  return affine::AffineApplyOp::create(
      s.b, s.loc, AffineMap::get(1, 0, s.b.getAffineDimExpr(0) + offset),
      index);
}

/// The conjunction with one more condition, or that one.
Value both(ScalarBuilder &s, Value lhs, Value rhs) {
  return lhs ? s.both(lhs, rhs) : rhs;
}

/// The element where the condition holds, `otherwise` elsewhere. No condition
/// holds always.
Value extractIf(ScalarBuilder &s, Value condition, Value tensor,
                ValueRange position, Value otherwise) {
  auto extract = [&]() -> Value {
    return tensor::ExtractOp::create(s.b, s.loc, tensor, position);
  };
  if (!condition)
    return extract();
  return s.ifElse(condition, extract, [&] { return otherwise; });
}

bool isStatic(ArrayRef<int64_t> values) {
  return !llvm::is_contained(values, ShapedType::kDynamic);
}

/// A tensor at a place in a destination. Dimensions of size 1 of the place may
/// be dropped in the tensor.
struct Insertion {
  Value source, dest;
  ArrayRef<int64_t> offsets, sizes, strides;
  llvm::SmallBitVector dropped;
};

/// Builds the destination with the tensor inserted.
Value insert(OpBuilder &b, Location loc, const Insertion &op) {
  auto destType = cast<RankedTensorType>(op.dest.getType());
  return buildElementwise(
      b, loc, op.dest, [&](ScalarBuilder &s, Value old) -> Value {
        SmallVector<Value> position;
        Value inside;
        for (auto [i, offset, size, stride] :
             llvm::enumerate(op.offsets, op.sizes, op.strides)) {
          Value moved = shiftIndex(s, i, -offset);
          int64_t end = (size - 1) * stride + 1;
          if (offset != 0 || end != destType.getDimSize(i))
            inside = both(s, inside, s.isBelow(moved, end));
          if (stride != 1) {
            auto apply = [&](AffineExpr expr) -> Value {
              return affine::AffineApplyOp::create(
                  s.b, s.loc, AffineMap::get(1, 0, expr), moved);
            };
            // Floored: what is moved below zero is divided as well.
            Value rest = apply(s.b.getAffineDimExpr(0) % stride);
            inside = both(s, inside, s.isBelow(rest, 1));
            moved = apply(s.b.getAffineDimExpr(0).floorDiv(stride));
          }
          if (!op.dropped.test(i))
            position.push_back(moved);
        }
        return extractIf(s, inside, op.source, position, old);
      });
}

struct LowerExtractSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    if (!type.hasStaticShape() || !isStatic(op.getStaticOffsets()) ||
        !isStatic(op.getStaticStrides()))
      return failure();
    rewriter.replaceOp(op, gatherSlice(rewriter, op));
    return success();
  }
};

struct LowerInsertSlice : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getSourceType().hasStaticShape() ||
        !op.getDestType().hasStaticShape() ||
        !isStatic(op.getStaticOffsets()) || !isStatic(op.getStaticStrides()) ||
        !isStatic(op.getStaticSizes()))
      return failure();
    // From the first to behind the last element; upstream's check wraps.
    for (auto [size, stride] :
         llvm::zip_equal(op.getStaticSizes(), op.getStaticStrides()))
      if (!llvm::checkedMulAdd<int64_t>(size - 1, stride, 1))
        return failure();
    rewriter.replaceOp(op,
                       insert(rewriter, op.getLoc(),
                              {op.getSource(), op.getDest(),
                               op.getStaticOffsets(), op.getStaticSizes(),
                               op.getStaticStrides(), op.getDroppedDims()}));
    return success();
  }
};

/// The scalar at one position that is known, the old elements elsewhere.
struct LowerInsert : OpRewritePattern<tensor::InsertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> position;
    for (Value index : op.getIndices()) {
      std::optional<int64_t> known = getConstantIntValue(index);
      if (!known || *known < 0)
        return failure();
      position.push_back(*known);
    }
    auto insert = [&](ScalarBuilder &s, Value old) -> Value {
      Value matches;
      for (auto [i, index] : llvm::enumerate(position)) {
        Value distance = shiftIndex(s, i, -index);
        matches = both(s, matches, s.isBelow(distance, 1));
      }
      if (!matches)
        return op.getScalar();
      return s.select(matches, op.getScalar(), old);
    };
    rewriter.replaceOp(
        op, buildElementwise(rewriter, op.getLoc(), op.getDest(), insert));
    return success();
  }
};

struct LowerConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType();
    auto isStaticInput = [](Value input) {
      return cast<RankedTensorType>(input.getType()).hasStaticShape();
    };
    // No kernel computes with elements of other types.
    if (!type.hasStaticShape() ||
        !llvm::all_of(op.getInputs(), isStaticInput) ||
        !type.getElementType().isSignlessIntOrIndexOrFloat())
      return failure();
    Location loc = op.getLoc();
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    auto joined = static_cast<unsigned>(op.getDim());
    rewriter.replaceOp(
        op,
        buildElementwise(
            rewriter, loc, empty, [&](ScalarBuilder &s, Value) -> Value {
              SmallVector<Value> position;
              for (int64_t i = 0; i < type.getRank(); ++i)
                position.push_back(linalg::IndexOp::create(s.b, s.loc, i));
              // One of the inputs has the element.
              Value element = arith::ConstantOp::create(
                  s.b, s.loc, s.b.getZeroAttr(type.getElementType()));
              int64_t begin = 0;
              for (Value input : op.getInputs()) {
                int64_t size =
                    cast<RankedTensorType>(input.getType()).getDimSize(joined);
                position[joined] = shiftIndex(s, joined, -begin);
                element = extractIf(s, s.isBelow(position[joined], size), input,
                                    position, element);
                begin += size;
              }
              return element;
            }));
    return success();
  }
};

/// A reshape to a known shape, through one dimension.
struct LowerReshape : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    Value flat = op.getSource();
    // Canonicalisation leaves it between a slice and its reshape.
    if (auto cast = flat.getDefiningOp<tensor::CastOp>())
      flat = cast.getSource();
    auto source = dyn_cast<RankedTensorType>(flat.getType());
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!source || !type || !source.hasStaticShape() ||
        !type.hasStaticShape() ||
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
    auto flatType = RankedTensorType::get({source.getNumElements()},
                                          source.getElementType());
    flat = regroup(regroup(flat, flatType), type);
    rewriter.replaceOp(op, flat);
    return success();
  }
};

struct GPULowerTensorMovesPass
    : impl::GPULowerTensorMovesBase<GPULowerTensorMovesPass> {
  void runOnOperation() override {
    if (failed(checkStaticLists(getOperation())) ||
        failed(checkByteCounts(getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateLowerPadPatterns(patterns);
    patterns.add<LowerConcat, LowerInsert, LowerExtractSlice, LowerInsertSlice,
                 LowerReshape>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace dml
