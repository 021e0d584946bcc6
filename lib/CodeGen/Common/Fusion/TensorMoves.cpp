//===- TensorMoves.cpp - Slices and padding as structured operations ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMoves.h"
#include "CodeGen/Common/ScalarBuilder.h"
#include "dml/Transforms/NormalizeSlices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {
namespace {

/// Where a tensor of static sizes, or a scalar, lies in a larger tensor: at
/// `offsets`, which may be negative, in steps of `strides`. Dimensions of size
/// 1 may be dropped in the source; a scalar drops all.
struct Insertion {
  Value source;
  ArrayRef<int64_t> offsets, sizes, strides;
  llvm::SmallBitVector dropped;
};

/// The element of an insertion at the position of the loops, or `otherwise`
/// where it has none.
Value readInsertion(ScalarBuilder &s, const Insertion &insertion,
                    ArrayRef<int64_t> destShape, Value otherwise) {
  auto apply = [&](AffineExpr expr, Value index) -> Value {
    return affine::AffineApplyOp::create(s.b, s.loc, AffineMap::get(1, 0, expr),
                                         index);
  };
  AffineExpr d0 = s.b.getAffineDimExpr(0);
  SmallVector<Value> position;
  Value inside;
  auto require = [&](Value condition) {
    inside = inside ? s.bitAnd(inside, condition) : condition;
  };
  for (auto [i, offset, size, stride] :
       llvm::enumerate(insertion.offsets, insertion.sizes, insertion.strides)) {
    Value moved = apply(d0 - offset, linalg::IndexOp::create(s.b, s.loc, i));
    int64_t end = (size - 1) * stride + 1;
    // A negative position is larger than any bound as an unsigned number.
    if (offset != 0 || end != destShape[i])
      require(s.isLessUnsigned(moved, end));
    if (stride != 1) {
      // Floored: what is moved below zero is divided as well.
      require(s.isLessUnsigned(apply(d0 % stride, moved), 1));
      moved = apply(d0.floorDiv(stride), moved);
    }
    if (!insertion.dropped.test(i))
      position.push_back(moved);
  }
  Value source = insertion.source;
  if (!isa<RankedTensorType>(source.getType()))
    return inside ? s.select(inside, source, otherwise) : source;
  auto extract = [&]() -> Value {
    return tensor::ExtractOp::create(s.b, s.loc, source, position);
  };
  return inside ? s.ifElse(inside, extract, [&] { return otherwise; })
                : extract();
}

/// Makes an operation that computes each element of `dest` once: that of the
/// last insertion that has it, or `otherwise`, or the old element if that is
/// null.
Value insertAll(OpBuilder &b, Location loc, Value dest,
                ArrayRef<Insertion> insertions, Value otherwise = {}) {
  auto type = cast<RankedTensorType>(dest.getType());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto op = linalg::GenericOp::create(
      b, loc, type, ValueRange{}, dest,
      b.getMultiDimIdentityMap(type.getRank()), iterators,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        ScalarBuilder s(b, loc);
        Value element = otherwise ? otherwise : arguments.front();
        for (const Insertion &insertion : insertions)
          element = readInsertion(s, insertion, type.getShape(), element);
        linalg::YieldOp::create(b, loc, element);
      });
  return op.getResult(0);
}

Value castTo(OpBuilder &b, Type type, Value value) {
  return value.getType() == type
             ? value
             : tensor::CastOp::create(b, value.getLoc(), type, value);
}

//===----------------------------------------------------------------------===//
// What takes the place of an operation; null if not everything is known
//===----------------------------------------------------------------------===//

Value lower(OpBuilder &b, tensor::PadOp op) {
  Value padding = op.getConstantPaddingValue();
  RankedTensorType type = op.getResultType(), source = op.getSourceType();
  // Upstream does not make constants attributes where all sizes are known.
  std::optional<SmallVector<int64_t>> low =
      getConstantIntValues(op.getMixedLowPad());
  if (!padding || !type.hasStaticShape() || !source.hasStaticShape() || !low ||
      !ShapedType::isStaticShape(*low))
    return {};
  Value empty = tensor::EmptyOp::create(b, op.getLoc(), type.getShape(),
                                        type.getElementType());
  SmallVector<int64_t> ones(type.getRank(), 1);
  Insertion insertion = {op.getSource(), *low, source.getShape(), ones,
                         llvm::SmallBitVector(type.getRank())};
  return insertAll(b, op.getLoc(), empty, insertion, padding);
}

Value lower(OpBuilder &b, tensor::ExtractSliceOp op) {
  if (!op.getType().hasStaticShape() ||
      !ShapedType::isStaticShape(op.getStaticOffsets()) ||
      !ShapedType::isStaticShape(op.getStaticStrides()))
    return {};
  return gatherSlice(b, op);
}

Value lower(OpBuilder &b, tensor::InsertSliceOp op) {
  // A lowered concatenation leaves a cast to a dynamic type in front of it.
  Value source = stripRankedCasts(op.getSource());
  Value dest = stripRankedCasts(op.getDest());
  auto sourceType = cast<RankedTensorType>(source.getType());
  if (!sourceType.hasStaticShape() ||
      !cast<RankedTensorType>(dest.getType()).hasStaticShape() ||
      !ShapedType::isStaticShape(op.getStaticOffsets()) ||
      !ShapedType::isStaticShape(op.getStaticStrides()) ||
      !ShapedType::isStaticShape(op.getStaticSizes()))
    return {};
  // From the first to behind the last element; upstream's check wraps.
  for (auto [size, stride] :
       llvm::zip_equal(op.getStaticSizes(), op.getStaticStrides()))
    if (!llvm::checkedMulAdd<int64_t>(size - 1, stride, 1))
      return {};
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<int64_t> kept;
  for (auto [i, size] : llvm::enumerate(op.getStaticSizes()))
    if (!dropped.test(i))
      kept.push_back(size);
  // A run reports the contradiction.
  if (sourceType.getShape() != ArrayRef(kept))
    return {};
  Insertion insertion = {source, op.getStaticOffsets(), op.getStaticSizes(),
                         op.getStaticStrides(), dropped};
  return castTo(b, op.getType(), insertAll(b, op.getLoc(), dest, insertion));
}

/// The scalar at one position that is known, the old elements elsewhere.
Value lower(OpBuilder &b, tensor::InsertOp op) {
  SmallVector<int64_t> position;
  for (Value index : op.getIndices()) {
    std::optional<int64_t> known = getConstantIntValue(index);
    if (!known || *known < 0)
      return {};
    position.push_back(*known);
  }
  SmallVector<int64_t> ones(position.size(), 1);
  Insertion insertion = {op.getScalar(), position, ones, ones,
                         llvm::SmallBitVector(position.size(), true)};
  return castTo(
      b, op.getType(),
      insertAll(b, op.getLoc(), stripRankedCasts(op.getDest()), insertion));
}

/// The type of the joined inputs; null if not all sizes are known, or differ
/// where they may not.
RankedTensorType getJoinedType(tensor::ConcatOp op, ValueRange inputs) {
  auto getShape = [](Value input) {
    return cast<RankedTensorType>(input.getType()).getShape();
  };
  SmallVector<int64_t> joined(getShape(inputs.front()));
  joined[op.getDim()] = 0;
  for (Value input : inputs) {
    if (!ShapedType::isStaticShape(getShape(input)))
      return {};
    for (auto [i, size] : llvm::enumerate(getShape(input)))
      if (i == op.getDim())
        joined[i] += size;
      else if (joined[i] != size)
        return {};
  }
  auto type = cast<RankedTensorType>(op.getType().clone(joined));
  return succeeded(verifyCompatibleShape(type, op.getType()))
             ? type
             : RankedTensorType();
}

Value lower(OpBuilder &b, tensor::ConcatOp op) {
  // Canonicalisation and lowered inputs leave casts in front of it.
  SmallVector<Value> inputs =
      llvm::map_to_vector(op.getInputs(), stripRankedCasts);
  RankedTensorType type = getJoinedType(op, inputs);
  // No kernel computes with elements of other types.
  if (!type || !type.getElementType().isSignlessIntOrIndexOrFloat())
    return {};
  Location loc = op.getLoc();
  SmallVector<int64_t> ones(type.getRank(), 1);
  SmallVector<SmallVector<int64_t>> offsets;
  SmallVector<Insertion> insertions;
  int64_t begin = 0;
  for (Value input : inputs) {
    offsets.emplace_back(type.getRank(), 0)[op.getDim()] = begin;
    begin += cast<RankedTensorType>(input.getType()).getDimSize(op.getDim());
  }
  for (auto [input, offset] : llvm::zip_equal(inputs, offsets))
    insertions.push_back({input, offset,
                          cast<RankedTensorType>(input.getType()).getShape(),
                          ones, llvm::SmallBitVector(type.getRank())});
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  // One of the inputs has the element.
  Value zero = arith::getZeroConstant(b, loc, type.getElementType());
  return castTo(b, op.getType(), insertAll(b, loc, empty, insertions, zero));
}

template <typename OpT> struct LowerTensorMove : OpRewritePattern<OpT> {
  LowerTensorMove(MLIRContext *context, std::function<bool(Operation *)> filter)
      : OpRewritePattern<OpT>(context), filter(std::move(filter)) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (filter && !filter(op))
      return failure();
    Value result = lower(rewriter, op);
    if (!result)
      return failure();
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  std::function<bool(Operation *)> filter;
};

} // namespace

Value stripRankedCasts(Value value) {
  auto cast = value.getDefiningOp<tensor::CastOp>();
  while (cast && isa<RankedTensorType>(cast.getSource().getType())) {
    value = cast.getSource();
    cast = value.getDefiningOp<tensor::CastOp>();
  }
  return value;
}

void populateTensorMovePatterns(RewritePatternSet &patterns,
                                std::function<bool(Operation *)> filter) {
  patterns.add<LowerTensorMove<tensor::ConcatOp>,
               LowerTensorMove<tensor::ExtractSliceOp>,
               LowerTensorMove<tensor::InsertOp>,
               LowerTensorMove<tensor::InsertSliceOp>,
               LowerTensorMove<tensor::PadOp>>(patterns.getContext(), filter);
}

} // namespace dml
