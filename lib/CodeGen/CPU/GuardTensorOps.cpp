//===- GuardTensorOps.cpp - Bounds that upstream does not verify ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/CPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dml {
#define GEN_PASS_DEF_GUARDTENSOROPS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Emits checks before one operation, in its name.
class Guard {
public:
  explicit Guard(Operation *op) : b(op), op(op), loc(op->getLoc()) {
    // Only stores are allowed beside a parallel insertion.
    if (isa<tensor::ParallelInsertSliceOp>(op))
      b.setInsertionPoint(op->getParentOp());
  }

  void guardInsertion(OffsetSizeAndStrideOpInterface slice, Value source,
                      Value dest) {
    auto sourceType = cast<RankedTensorType>(source.getType());
    auto destType = cast<RankedTensorType>(dest.getType());
    SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
    SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
    SmallVector<OpFoldResult> strides = slice.getMixedStrides();
    for (int64_t i = 0; i < destType.getRank(); ++i) {
      Value offset = toValue(offsets[i]), size = toValue(sizes[i]);
      Value stride = toValue(strides[i]), end = sizeOf(dest, i);
      // The last element lies inside; compared without a product that wraps.
      Value last =
          arith::MaxSIOp::create(b, loc, subtract(size, 1), constant(0));
      Value room = arith::MaxSIOp::create(
          b, loc, arith::SubIOp::create(b, loc, subtract(end, 1), offset),
          constant(0));
      Value step = arith::MaxSIOp::create(b, loc, stride, constant(1));
      Value fits =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, last,
                                arith::DivUIOp::create(b, loc, room, step));
      Value isEmpty = equal(size, constant(0));
      Value inside =
          conjunction({isAtLeast(offset, 0), less(offset, end), fits});
      Value ok = conjunction({isAtLeast(size, 0), isAtLeast(stride, 1),
                              arith::OrIOp::create(b, loc, isEmpty, inside)});
      require(ok,
              "slice in dimension " + Twine(i) +
                  ": expected offset {0}, size {1}, stride {2} inside {3}",
              {offset, size, stride, end});
    }
    if (sourceType.getRank() != destType.getRank())
      return requireEqualCounts("elements of the source", source, sizes);
    for (int64_t i = 0; i < destType.getRank(); ++i)
      requireEqual("dimension " + Twine(i) + " of the source",
                   toValue(sizes[i]), sizeOf(source, i));
  }

  void guardExpansion(tensor::ExpandShapeOp expand) {
    SmallVector<OpFoldResult> parts = getMixedValues(
        expand.getStaticOutputShape(), expand.getOutputShape(), b);
    for (auto [i, group] : llvm::enumerate(expand.getReassociationIndices())) {
      Value product = constant(1);
      for (int64_t part : group) {
        Value size = toValue(parts[part]);
        requireSize(part, size);
        product = arith::MulIOp::create(b, loc, product, size);
      }
      requireEqual("parts of dimension " + Twine(i), sizeOf(expand.getSrc(), i),
                   product);
    }
  }

  void guardReshape(tensor::ReshapeOp reshape) {
    auto source = dyn_cast<RankedTensorType>(reshape.getSource().getType());
    auto result = dyn_cast<RankedTensorType>(reshape.getType());
    if (!source || !result)
      return;
    SmallVector<OpFoldResult> sizes;
    for (int64_t i = 0; i < result.getRank(); ++i) {
      Value position = constant(i);
      Value size =
          tensor::ExtractOp::create(b, loc, reshape.getShape(), position);
      if (!size.getType().isIndex())
        size = arith::IndexCastOp::create(b, loc, b.getIndexType(), size);
      requireSize(i, size);
      if (!result.isDynamicDim(i))
        requireEqual("dimension " + Twine(i) + " of the result", size,
                     constant(result.getDimSize(i)));
      sizes.push_back(size);
    }
    requireEqualCounts("elements of the source", reshape.getSource(), sizes);
  }

  void guardPadding(tensor::PadOp pad) {
    for (auto paddings : {pad.getMixedLowPad(), pad.getMixedHighPad()})
      for (auto [i, padding] : llvm::enumerate(paddings)) {
        Value amount = toValue(padding);
        require(
            conjunction({isAtLeast(amount, 0), isAtMost(amount, kMaxUInt32)}),
            "padding of dimension " + Twine(i) + ": expected 0 to " +
                Twine(kMaxUInt32) + ", given {0}",
            amount);
      }
  }

  void guardUnpooling(UnpoolOp unpool) {
    for (int64_t i = 0; i < 4; ++i)
      requireEqual("dimension " + Twine(i) + " of the indices",
                   sizeOf(unpool.getValues(), i),
                   sizeOf(unpool.getIndices(), i));
  }

  void guardSteps(ArrayRef<OpFoldResult> steps) {
    for (OpFoldResult step : steps) {
      if (std::optional<int64_t> known = getConstantIntValue(step);
          known && *known > 0)
        continue;
      Value value = toValue(step);
      Value zero = arith::ConstantOp::create(
          b, loc, b.getIntegerAttr(value.getType(), 0));
      Value positive =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, value, zero);
      require(positive, "step: expected at least 1", {});
    }
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value toValue(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, loc, size);
  }
  Value sizeOf(Value tensor, int64_t dimension) {
    if (!isa<RankedTensorType>(tensor.getType()))
      return memrefSizeOf(tensor, dimension);
    return toValue(tensor::getMixedSize(b, loc, tensor, dimension));
  }
  Value memrefSizeOf(Value buffer, int64_t dimension) {
    return toValue(memref::getMixedSize(b, loc, buffer, dimension));
  }
  Value subtract(Value value, int64_t amount) {
    return arith::SubIOp::create(b, loc, value, constant(amount));
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
  }
  Value equal(Value lhs, Value rhs) {
    return compare(arith::CmpIPredicate::eq, lhs, rhs);
  }
  Value less(Value lhs, Value rhs) {
    return compare(arith::CmpIPredicate::slt, lhs, rhs);
  }
  Value isAtLeast(Value value, int64_t least) {
    return compare(arith::CmpIPredicate::sge, value, constant(least));
  }
  Value isAtMost(Value value, int64_t most) {
    return compare(arith::CmpIPredicate::sle, value, constant(most));
  }
  Value conjunction(ArrayRef<Value> conditions) {
    Value all = conditions.front();
    for (Value condition : conditions.drop_front())
      all = arith::AndIOp::create(b, loc, all, condition);
    return all;
  }

  void require(Value condition, const Twine &message, ValueRange values) {
    std::string text =
        (describeLocation(loc) + getMessagePrefix(op) + message).str();
    RequireOp::create(b, loc, condition, b.getStringAttr(text), values);
  }
  void requireEqual(const Twine &what, Value expected, Value given) {
    require(equal(expected, given), what + ": expected {0}, given {1}",
            {expected, given});
  }
  void requireSize(int64_t dimension, Value size) {
    require(conjunction({isAtLeast(size, 0), isAtMost(size, kMaxUInt32)}),
            "dimension " + Twine(dimension) + " of the result: expected 0 to " +
                Twine(kMaxUInt32) + ", given {0}",
            size);
  }
  void requireEqualCounts(const Twine &what, Value tensor,
                          ArrayRef<OpFoldResult> sizes) {
    SmallVector<Value> values;
    for (OpFoldResult size : sizes)
      values.push_back(toValue(size));
    requireElementCount(b, loc, describeLocation(loc) + getMessagePrefix(op),
                        "slice", values);
    Value given = constant(1), expected = constant(1);
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    for (int64_t i = 0; i < rank; ++i)
      given = arith::MulIOp::create(b, loc, given, sizeOf(tensor, i));
    for (Value size : values)
      expected = arith::MulIOp::create(b, loc, expected, size);
    requireEqual(what, expected, given);
  }

  OpBuilder b;
  Operation *op;
  Location loc;
};

void guard(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
          [&](auto insert) {
            Guard(op).guardInsertion(insert, insert.getSource(),
                                     insert.getDest());
          })
      .Case([&](tensor::ExpandShapeOp expand) {
        Guard(op).guardExpansion(expand);
      })
      .Case([&](tensor::ReshapeOp reshape) { Guard(op).guardReshape(reshape); })
      .Case([&](tensor::PadOp pad) { Guard(op).guardPadding(pad); })
      .Case([&](UnpoolOp unpool) { Guard(op).guardUnpooling(unpool); })
      .Case([&](scf::ForOp loop) {
        Guard(op).guardSteps(OpFoldResult(loop.getStep()));
      })
      .Case<scf::ParallelOp, scf::ForallOp>([&](auto loop) {
        if (std::optional<SmallVector<OpFoldResult>> steps =
                cast<LoopLikeOpInterface>(op).getLoopSteps())
          Guard(op).guardSteps(*steps);
      });
}

struct GuardTensorOpsPass : impl::GuardTensorOpsBase<GuardTensorOpsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      guard(op);
  }
};

} // namespace
} // namespace dml
