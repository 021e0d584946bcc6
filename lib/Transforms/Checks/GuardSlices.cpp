//===- GuardSlices.cpp - Checks of slices, paddings and parts -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOpGuard.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "dml/Transforms/NormalizeSlices.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

void TensorOpGuard::guardExtraction(tensor::ExtractSliceOp slice) {
  guardSlice(slice, slice.getSource());
}

template <typename InsertOpT>
void TensorOpGuard::guardInsertion(InsertOpT slice) {
  guardSlice(slice, slice.getDest());
  // Dropped dimensions have the static size 1.
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  int64_t dimension = 0;
  for (auto [i, size] : llvm::enumerate(slice.getMixedSizes())) {
    if (dropped.test(i))
      continue;
    requireEqual("dimension " + Twine(dimension) + " of the source",
                 toValue(size), sizeOf(slice.getSource(), dimension));
    ++dimension;
  }
}

void TensorOpGuard::guardPadding(tensor::PadOp pad) {
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

void TensorOpGuard::guardConcatenation(tensor::ConcatOp concat) {
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

Value TensorOpGuard::isInside(Value offset, Value size, Value stride, Value end,
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

template <typename SliceOpT>
void TensorOpGuard::guardSlice(SliceOpT slice, Value whole) {
  constexpr bool isWritten = !std::is_same_v<SliceOpT, tensor::ExtractSliceOp>;
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
    if (mayRepeat(slice)) {
      SmallVector<Value> sizes =
          llvm::map_to_vector(getKeptSizes(slice),
                              [&](OpFoldResult size) { return toValue(size); });
      ok = both({ok, requireElementCount("result", sizes)});
    }
  replaceUnless(ok, slice.getSizesMutable(), 0);
  normalizeBounds(slice, type, ok);
}

bool TensorOpGuard::mayRepeat(tensor::ExtractSliceOp slice) {
  return llvm::any_of(slice.getMixedStrides(), [](OpFoldResult stride) {
    std::optional<int64_t> known = getConstantIntValue(stride);
    return !known || *known == 0;
  });
}

template <typename SliceOpT>
void TensorOpGuard::normalizeBounds(SliceOpT slice, RankedTensorType whole,
                                    Value ok) {
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> strides = slice.getMixedStrides();
  for (auto [i, size] : llvm::enumerate(slice.getMixedSizes())) {
    // An empty slice may begin at the end, where no constant offset may.
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

template void TensorOpGuard::guardInsertion(tensor::InsertSliceOp);
template void TensorOpGuard::guardInsertion(tensor::ParallelInsertSliceOp);

} // namespace dml
