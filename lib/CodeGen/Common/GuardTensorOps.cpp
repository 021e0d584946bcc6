//===- GuardTensorOps.cpp - Run-time checks of tensor operations ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Common/Passes.h"
#include "dml/IR/CheckBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/TensorOpMessages.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dml {
#define GEN_PASS_DEF_GUARDTENSOROPS
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Emits the checks of one operation before it. Where a check fails, the
/// operation's operands are replaced by harmless ones: folding turns operands
/// into constants later, and upstream's patterns and verifiers do not expect
/// constants that break a rule (kDynamic is one of them).
class Guard : CheckBuilder {
public:
  Guard(OpBuilder &b, Operation *op) : CheckBuilder(b, op), b(b) {
    // Only stores are allowed beside a parallel insertion.
    b.setInsertionPoint(
        isa<tensor::ParallelInsertSliceOp>(op) ? op->getParentOp() : op);
    // A kernel of a GPU reports that a check failed, and no values.
    for (Operation *outer = op->getParentOp(); outer;
         outer = outer->getParentOp())
      isInStructuredOp |=
          isa<linalg::LinalgOp, tensor::GenerateOp, tensor::PadOp>(outer);
  }

  void guardExtraction(tensor::ExtractSliceOp slice) {
    guardSlice(slice, slice.getSource());
  }

  template <typename InsertOpT> void guardInsertion(InsertOpT slice) {
    guardSlice(slice, slice.getDest());
    auto sourceType = cast<RankedTensorType>(slice.getSource().getType());
    SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
    if (sourceType.getRank() != static_cast<int64_t>(sizes.size()))
      return requireEqualCounts("elements of the source", "slice",
                                slice.getSource(), sizes);
    for (int64_t i = 0; i < sourceType.getRank(); ++i)
      requireEqual("dimension " + Twine(i) + " of the source",
                   toValue(sizes[i]), sizeOf(slice.getSource(), i));
  }

  void guardExpansion(tensor::ExpandShapeOp expand) {
    SmallVector<OpFoldResult> parts = expand.getMixedOutputShape();
    Value ok = yes();
    for (auto [i, group] : llvm::enumerate(expand.getReassociationIndices())) {
      Value product = constant(1);
      SmallVector<Value> sizes;
      for (int64_t part : group) {
        sizes.push_back(toValue(parts[part]));
        ok = both({ok, requireSize(part, sizes.back())});
        product = create<arith::MulIOp>(product, sizes.back());
      }
      // Otherwise the product may wrap to the expected one.
      ok = both({ok, requireElementCount("result", sizes)});
      requireEqual("parts of dimension " + Twine(i), sizeOf(expand.getSrc(), i),
                   product);
    }
    replaceUnless(ok, expand.getOutputShapeMutable(), 0);
  }

  void guardReshape(tensor::ReshapeOp reshape) {
    auto source = dyn_cast<RankedTensorType>(reshape.getSource().getType());
    auto result = dyn_cast<RankedTensorType>(reshape.getType());
    if (!source || !result)
      return;
    SmallVector<OpFoldResult> sizes;
    for (int64_t i = 0; i < result.getRank(); ++i) {
      Value size = tensor::ExtractOp::create(b, reshape.getLoc(),
                                             reshape.getShape(), constant(i));
      if (!size.getType().isIndex())
        size = arith::IndexCastOp::create(b, reshape.getLoc(), b.getIndexType(),
                                          size);
      requireSize(i, size);
      requireDeclaredSize(result, i, size);
      sizes.push_back(size);
    }
    requireEqualCounts("elements of the source", "result", reshape.getSource(),
                       sizes);
  }

  void guardPadding(tensor::PadOp pad) {
    Value ok = yes();
    SmallVector<Value> sizes;
    SmallVector<OpFoldResult> low = pad.getMixedLowPad();
    SmallVector<OpFoldResult> high = pad.getMixedHighPad();
    for (auto [i, before, after] : llvm::enumerate(low, high)) {
      Value size = sizeOf(pad.getSource(), i);
      for (OpFoldResult padding : {before, after}) {
        Value amount = toValue(padding);
        Value fits = isSize(amount);
        require(fits, messages::badPadding(i, "{0}"), amount);
        ok = both({ok, fits});
        size = create<arith::AddIOp>(size, amount);
      }
      sizes.push_back(requireDeclaredSize(pad.getResultType(), i, size));
    }
    ok = both({ok, requireElementCount("result", sizes)});
    replaceUnless(ok, pad.getLowMutable(), 0);
    replaceUnless(ok, pad.getHighMutable(), 0);
  }

  void guardConcatenation(tensor::ConcatOp concat) {
    auto joined = static_cast<int64_t>(concat.getDim());
    RankedTensorType result = concat.getResultType();
    Value first = concat.getInputs().front();
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < result.getRank(); ++i) {
      Value expected = sizeOf(first, i);
      for (auto [number, input] :
           llvm::drop_begin(llvm::enumerate(concat.getInputs()))) {
        if (i == joined)
          expected = create<arith::AddIOp>(expected, sizeOf(input, i));
        else
          requireEqual("dimension " + Twine(i) + " of operand " + Twine(number),
                       expected, sizeOf(input, i));
      }
      sizes.push_back(requireDeclaredSize(result, i, expected));
    }
    requireElementCount("result", sizes);
  }

  /// For operations that make a tensor of any sizes.
  void guardSizes(RankedTensorType type, MutableOperandRange dynamicSizes) {
    Value ok = yes();
    SmallVector<Value> sizes;
    unsigned operand = 0;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      if (!type.isDynamicDim(i)) {
        sizes.push_back(constant(type.getDimSize(i)));
        continue;
      }
      sizes.push_back(dynamicSizes[operand++].get());
      ok = both({ok, requireSize(i, sizes.back())});
    }
    ok = both({ok, requireElementCount("result", sizes)});
    replaceUnless(ok, dynamicSizes, 0);
  }

  void guardPosition(Value tensor, ValueRange indices) {
    auto type = cast<RankedTensorType>(tensor.getType());
    for (auto [i, index] : llvm::enumerate(indices)) {
      if (isBranchTakenBelow(index, tensor, i))
        continue;
      Value size = sizeOf(tensor, i);
      std::string bound = !type.isDynamicDim(i)
                              ? std::to_string(type.getDimSize(i))
                          : isInStructuredOp ? "the size"
                                             : "{1}";
      report(isPosition(index, size), messages::indexOutside(i, bound),
             {index, size});
    }
  }

  void guardUnpooling(UnpoolOp unpool) {
    for (auto [name, operand] :
         {std::pair<StringRef, Value>{"values", unpool.getValues()},
          {"destination", unpool.getDest()}})
      for (int64_t i = 0; i < 4; ++i) {
        Value size = sizeOf(operand, i);
        require(isAtLeast(size, 1), messages::sizeBelowOne(name, i, "{0}"),
                size);
      }
    for (int64_t i = 0; i < 4; ++i)
      requireEqual("dimension " + Twine(i) + " of the indices",
                   sizeOf(unpool.getValues(), i),
                   sizeOf(unpool.getIndices(), i));
  }

  void guardLoop(scf::ForOp loop) {
    OpOperand &step = loop.getStepMutable();
    guardSteps(loop.getLowerBound(), loop.getUpperBound(), step,
               loop.getUnsignedCmp());
    if (!loop.getUnsignedCmp())
      requireDistance(loop.getLowerBound(), loop.getUpperBound());
  }

  void guardLoop(scf::ParallelOp loop) {
    MutableOperandRange steps = loop.getStepMutable();
    for (auto [i, lower, upper] :
         llvm::enumerate(loop.getLowerBound(), loop.getUpperBound())) {
      guardSteps(lower, upper, steps[i], /*isUnsigned=*/false);
      requireDistance(lower, upper);
    }
  }

  void guardLoop(scf::ForallOp loop) {
    Value ok = yes();
    for (auto [lower, upper, step] :
         llvm::zip_equal(loop.getMixedLowerBound(), loop.getMixedUpperBound(),
                         loop.getMixedStep())) {
      Value from = toValue(lower), to = toValue(upper);
      ok = both({ok, requireStep(from, to, toValue(step), /*isUnsigned=*/false),
                 requireDistance(from, to)});
    }
    replaceUnless(ok, loop.getDynamicLowerBoundMutable(), 0);
    replaceUnless(ok, loop.getDynamicUpperBoundMutable(), 0);
    replaceUnless(ok, loop.getDynamicStepMutable(), 1);
  }

private:
  Value yes() {
    return arith::ConstantIntOp::create(b, b.getUnknownLoc(), 1, 1);
  }

  Value isSize(Value value) {
    return both({isAtLeast(value, 0), isAtMost(value, kMaxUInt32)});
  }

  /// An index has 32 bits in a kernel: one of 64 is compared before it is cast.
  Value isPosition(Value index, Value size) {
    if (Operation *cast = index.getDefiningOp();
        isa_and_present<arith::IndexCastOp, arith::IndexCastUIOp>(cast)) {
      Value wide = cast->getOperand(0);
      if (wide.getType().isInteger(64))
        return isBelow(wide, b.createOrFold<arith::IndexCastOp>(
                                 wide.getLoc(), wide.getType(), size));
    }
    return isBelow(index, size);
  }

  /// Whether a branch is only taken, to where the builder stands, where the
  /// index is less than the size: a program that tests its positions pays once.
  bool isBranchTakenBelow(Value index, Value tensor, int64_t dimension) {
    Region *region = b.getInsertionBlock()->getParent();
    for (; region; region = region->getParentRegion()) {
      auto branch = dyn_cast<scf::IfOp>(region->getParentOp());
      if (!branch || region != &branch.getThenRegion())
        continue;
      SmallVector<Value> conditions = {branch.getCondition()};
      while (!conditions.empty()) {
        Operation *condition = conditions.pop_back_val().getDefiningOp();
        if (auto both = dyn_cast_if_present<arith::AndIOp>(condition))
          llvm::append_values(conditions, both.getLhs(), both.getRhs());
        if (auto compare = dyn_cast_if_present<arith::CmpIOp>(condition);
            compare && compare.getPredicate() == arith::CmpIPredicate::ult &&
            compare.getLhs() == index &&
            isSizeOf(compare.getRhs(), tensor, dimension))
          return true;
      }
    }
    return false;
  }

  static bool isSizeOf(Value size, Value tensor, int64_t dimension) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dimension))
      return isConstantIntValue(size, type.getDimSize(dimension));
    auto dim = size.getDefiningOp<tensor::DimOp>();
    return dim && dim.getSource() == tensor &&
           dim.getConstantIndex() == dimension;
  }

  /// As `require`, with what is given where it can be reported.
  void report(Value condition, const Twine &expected, ArrayRef<Value> values) {
    if (isInStructuredOp)
      require(condition, expected, {});
    else
      require(condition, messages::withGiven(expected, "{0}"), values);
  }

  Value requireSize(int64_t dimension, Value size) {
    Value ok = isSize(size);
    require(ok, messages::badResultSize(dimension, "{0}"), size);
    return ok;
  }

  /// Returns the declared size, or else the given one.
  Value requireDeclaredSize(RankedTensorType type, int64_t dimension,
                            Value size) {
    if (type.isDynamicDim(dimension))
      return size;
    Value declared = constant(type.getDimSize(dimension));
    requireEqual("dimension " + Twine(dimension) + " of the result", size,
                 declared);
    return declared;
  }

  void requireEqualCounts(const Twine &what, StringRef tensor, Value source,
                          ArrayRef<OpFoldResult> sizes) {
    SmallVector<Value> values;
    for (OpFoldResult size : sizes)
      values.push_back(toValue(size));
    requireElementCount(tensor, values);
    Value given = constant(1), expected = constant(1);
    int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
    for (int64_t i = 0; i < rank; ++i)
      given = create<arith::MulIOp>(given, sizeOf(source, i));
    for (Value size : values)
      expected = create<arith::MulIOp>(expected, size);
    requireEqual(what, expected, given);
  }

  /// Whether the elements `offset`, `offset + stride`, …, as many as `size`,
  /// lie below `end`. No product is computed, for it might wrap. An empty slice
  /// may begin at the end. A stride of 0 or below reads, but cannot write.
  Value isInside(Value offset, Value size, Value stride, Value end,
                 bool isWritten) {
    Value zero = constant(0), one = constant(1);
    Value last = create<arith::SubIOp>(size, one);
    Value up = isAtLeast(stride, 1);
    Value room = create<arith::SubIOp>(create<arith::SubIOp>(end, one), offset);
    Value distance = stride;
    if (!isWritten) {
      room = select(up, room, offset);
      distance = select(up, stride, create<arith::SubIOp>(zero, stride));
    }
    // Unsigned, -INT64_MIN is the distance that it should be.
    Value steps =
        create<arith::DivUIOp>(room, create<arith::MaxUIOp>(distance, one));
    Value fits = compare(arith::CmpIPredicate::ule, last, steps);
    if (!isWritten)
      fits = either(fits, equal(stride, zero));
    Value isEmpty = both(
        {equal(size, zero), compare(arith::CmpIPredicate::ule, offset, end)});
    Value inside = both({isAtLeast(size, 1), isBelow(offset, end), fits});
    if (isWritten)
      inside = both({inside, either(up, isAtMost(size, 1))});
    return either(isEmpty, inside);
  }

  template <typename SliceOpT> void guardSlice(SliceOpT slice, Value whole) {
    constexpr bool isWritten =
        !std::is_same_v<SliceOpT, tensor::ExtractSliceOp>;
    auto type = cast<RankedTensorType>(whole.getType());
    Value ok = yes();
    for (auto [i, mixedOffset, mixedSize, mixedStride] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes(),
                         slice.getMixedStrides())) {
      if (i == static_cast<size_t>(type.getRank()))
        break;
      Value offset = toValue(mixedOffset), size = toValue(mixedSize);
      Value stride = toValue(mixedStride), end = sizeOf(whole, i);
      Value inside = isInside(offset, size, stride, end, isWritten);
      require(inside, messages::sliceOutside(i, "{0}", "{1}", "{2}", "{3}"),
              {offset, size, stride, end});
      ok = both({ok, inside});
    }
    if constexpr (!isWritten)
      if (mayRepeat(slice))
        ok = both({ok, requireElementCount("result", getKeptSizes(slice))});
    replaceUnless(ok, slice.getSizesMutable(), 0);
    normalizeBounds(slice, type, ok);
  }

  /// A stride of 0 selects one element any number of times.
  static bool mayRepeat(tensor::ExtractSliceOp slice) {
    return llvm::any_of(slice.getMixedStrides(), [](OpFoldResult stride) {
      std::optional<int64_t> known = getConstantIntValue(stride);
      return !known || *known == 0;
    });
  }

  SmallVector<Value> getKeptSizes(tensor::ExtractSliceOp slice) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    SmallVector<Value> sizes;
    for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(i))
        sizes.push_back(toValue(size));
    return sizes;
  }

  /// An empty range begins anywhere, and one of a single element has any
  /// stride: 0 and 1 do not become constants that upstream's verifiers refuse.
  template <typename SliceOpT>
  void normalizeBounds(SliceOpT slice, RankedTensorType whole, Value ok) {
    SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
    SmallVector<OpFoldResult> strides = slice.getMixedStrides();
    for (auto [i, size] : llvm::enumerate(slice.getMixedSizes())) {
      // One at the end may turn out to begin an empty range there.
      if (slice.isDynamicOffset(i) ||
          (slice.isDynamicSize(i) && whole.isDynamicDim(i))) {
        Value counts = both({ok, isAtLeast(toValue(size), 1)});
        offsets[i] = select(counts, toValue(offsets[i]), constant(0));
      }
      if (slice.isDynamicStride(i)) {
        Value counts = both({ok, isAtLeast(toValue(size), 2)});
        strides[i] = select(counts, toValue(strides[i]), constant(1));
      }
    }
    auto set = [](ArrayRef<OpFoldResult> bounds, MutableOperandRange operands,
                  auto setStatic) {
      SmallVector<int64_t> staticBounds;
      SmallVector<Value> dynamicBounds;
      dispatchIndexOpFoldResults(bounds, dynamicBounds, staticBounds);
      operands.assign(dynamicBounds);
      setStatic(staticBounds);
    };
    set(offsets, slice.getOffsetsMutable(),
        [&](ArrayRef<int64_t> bounds) { slice.setStaticOffsets(bounds); });
    set(strides, slice.getStridesMutable(),
        [&](ArrayRef<int64_t> bounds) { slice.setStaticStrides(bounds); });
  }

  /// The index of the last iteration plus the step must not wrap.
  Value requireStep(Value lower, Value upper, Value step, bool isUnsigned) {
    Type type = step.getType();
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    auto integer = [&](const APInt &value) -> Value {
      return arith::ConstantOp::create(b, step.getLoc(),
                                       b.getIntegerAttr(type, value));
    };
    using Predicate = arith::CmpIPredicate;
    Value one = integer(APInt(width, 1));
    Value isPositive =
        compare(isUnsigned ? Predicate::uge : Predicate::sge, step, one);
    // The message has values of type index.
    auto describe = [&](const Twine &text, ArrayRef<Value> values) {
      return type.isIndex() ? report(isPositive, text, values)
                            : require(isPositive, text, {});
    };
    describe(messages::stepBelowOne(), step);
    if (isConstantIntValue(step, 1))
      return isPositive;
    Value most = integer(isUnsigned ? APInt::getMaxValue(width)
                                    : APInt::getSignedMaxValue(width));
    most = create<arith::SubIOp>(most, create<arith::SubIOp>(step, one));
    Value ends = either(
        compare(isUnsigned ? Predicate::uge : Predicate::sge, lower, upper),
        compare(isUnsigned ? Predicate::ule : Predicate::sle, upper, most));
    require(either(ends, create<arith::XOrIOp>(isPositive, yes())),
            messages::upperBoundTooLarge(), {});
    return both({isPositive, ends});
  }

  void guardSteps(Value lower, Value upper, OpOperand &step, bool isUnsigned) {
    Value given = step.get();
    Value ok = requireStep(lower, upper, given, isUnsigned);
    // A loop without end stops a GPU, whatever is reported after it.
    Value one = arith::ConstantOp::create(b, given.getLoc(),
                                          b.getIntegerAttr(given.getType(), 1));
    step.set(select(ok, given, one));
  }

  /// Counts of iterations are differences of the bounds, for upstream as well.
  Value requireDistance(Value lower, Value upper) {
    APInt least;
    if (matchPattern(lower, m_ConstantInt(&least)) && !least.isNegative())
      return yes();
    Value zero = arith::ConstantOp::create(
        b, lower.getLoc(), b.getIntegerAttr(lower.getType(), 0));
    Value ok = either(compare(arith::CmpIPredicate::sge, lower, upper),
                      compare(arith::CmpIPredicate::sge,
                              create<arith::SubIOp>(upper, lower), zero));
    require(ok, messages::distanceOverflows(), {});
    return ok;
  }

  void replaceUnless(Value ok, MutableOperandRange operands, int64_t harmless) {
    for (OpOperand &operand : operands)
      operand.set(select(ok, operand.get(), constant(harmless)));
  }

  OpBuilder &b;
  bool isInStructuredOp = false;
};

bool isStatic(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  });
}

/// Upstream's checks, for what has none here. Types tell all of a structured
/// operation on static shapes, and its verifier has looked at them.
void guardAsUpstream(OpBuilder &b, Operation *op) {
  auto verifiable = dyn_cast<RuntimeVerifiableOpInterface>(op);
  if (!verifiable || (isa<linalg::LinalgOp>(op) && isStatic(op)))
    return;
  b.setInsertionPoint(op);
  verifiable.generateRuntimeVerification(
      b, op->getLoc(), [](Operation *op, StringRef reason) {
        return getMessagePrefix(op) + reason.str();
      });
}

void guard(OpBuilder &b, Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::ExtractSliceOp slice) {
        Guard(b, op).guardExtraction(slice);
      })
      .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
          [&](auto slice) { Guard(b, op).guardInsertion(slice); })
      .Case([&](tensor::ExpandShapeOp expand) {
        Guard(b, op).guardExpansion(expand);
      })
      .Case([&](tensor::ReshapeOp reshape) {
        Guard(b, op).guardReshape(reshape);
      })
      .Case([&](tensor::PadOp pad) { Guard(b, op).guardPadding(pad); })
      .Case([&](tensor::ConcatOp concat) {
        Guard(b, op).guardConcatenation(concat);
      })
      .Case([&](tensor::EmptyOp empty) {
        Guard(b, op).guardSizes(empty.getType(),
                                empty.getDynamicSizesMutable());
      })
      .Case([&](tensor::SplatOp splat) {
        Guard(b, op).guardSizes(splat.getType(),
                                splat.getDynamicSizesMutable());
      })
      .Case([&](tensor::GenerateOp generate) {
        Guard(b, op).guardSizes(cast<RankedTensorType>(generate.getType()),
                                generate.getDynamicExtentsMutable());
      })
      .Case([&](tensor::ExtractOp extract) {
        Guard(b, op).guardPosition(extract.getTensor(), extract.getIndices());
      })
      .Case([&](tensor::InsertOp insert) {
        Guard(b, op).guardPosition(insert.getDest(), insert.getIndices());
      })
      .Case([&](UnpoolOp unpool) { Guard(b, op).guardUnpooling(unpool); })
      .Case<scf::ForOp, scf::ParallelOp, scf::ForallOp>(
          [&](auto loop) { Guard(b, op).guardLoop(loop); })
      .Default([&](Operation *op) { guardAsUpstream(b, op); });
}

struct GuardTensorOpsPass : impl::GuardTensorOpsBase<GuardTensorOpsPass> {
  void runOnOperation() override {
    if (failed(checkStaticLists(getOperation())))
      return signalPassFailure();
    // What is not needed is not run and reports nothing (T6).
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isOpTriviallyDead(op))
            op->erase();
        });
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) { ops.push_back(op); });
    OpBuilder b(&getContext());
    for (Operation *op : ops)
      guard(b, op);
  }
};

} // namespace
} // namespace dml
