//===- UnpoolBuilder.cpp - Builder of CPU unpooling code ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace dml {

/// How far ahead indices are prefetched, and values as many inputs. Measured:
/// benchmarks/results/2026-11-27-cpu-short-rows.md.
constexpr static int64_t kPrefetchedIndexBytes = 4096;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Value UnpoolBuilder::toIndex(Value number) {
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), number);
}

Value UnpoolBuilder::loadIndex(Value position) {
  return toIndex(load(indices, position));
}

void UnpoolBuilder::prefetchInputs(Value position) {
  int64_t indexBytes = *getLineElementBytes(getElementTypeOrSelf(indices));
  Value ahead = add(position, kPrefetchedIndexBytes / indexBytes);
  for (Value buffer : {indices, values}) {
    int64_t lineElements =
        kLineBytes / *getLineElementBytes(getElementTypeOrSelf(buffer));
    for (int64_t i = 0; i < kUnpoolVectorLength; i += lineElements)
      prefetch(buffer, add(ahead, i));
  }
}

void UnpoolBuilder::reportOutOfRange(Value begin, Value end) {
  Value zero = constant(0), one = constant(1);
  Value count =
      forEach(begin, end, 1, {zero}, [&](Value position, ValueRange seen) {
        Value inside = isLessUnsigned(loadIndex(position), numOutputs);
        return Values{select(inside, seen[0], add(seen[0], one))};
      })[0];
  ifThen(isLessUnsigned(zero, count), [&] {
    // The loop goes backwards, so that it ends with the smallest position.
    Value last = subtract(end, one);
    Value first =
        forEach(begin, end, 1, {last}, [&](Value i, ValueRange found) {
          Value position = subtract(last, subtract(i, begin));
          Value inside = isLessUnsigned(loadIndex(position), numOutputs);
          return Values{select(inside, found[0], position)};
        })[0];
    std::string prefix = describeLocation(loc) + "'dml.max_unpooling' op ";
    host.reportOutOfRangeIndices(b, loc, prefix, first, loadIndex(first),
                                 numOutputs, count);
  });
}

//===----------------------------------------------------------------------===//
// The destination
//===----------------------------------------------------------------------===//

IntegerType UnpoolBuilder::getBitsType() {
  return cast<IntegerType>(getElementTypeOrSelf(dest));
}

int64_t UnpoolBuilder::getLineElements() {
  return kLineBytes / *getLineElementBytes(getBitsType());
}

//===----------------------------------------------------------------------===//
// Memory of a task
//===----------------------------------------------------------------------===//

Value UnpoolBuilder::allocateArray(Type elementType, Value size) {
  return allocateOnStack(MemRefType::get({ShapedType::kDynamic}, elementType),
                         size);
}

Value UnpoolBuilder::allocateStage(Value size) {
  Value stage = allocateArray(getBitsType(), size);
  Value zeros = arith::getZeroConstant(b, loc, getLineType(getBitsType()));
  forEach(constant(0), size, getLineElements(), [&](Value position) {
    storeLine(zeros, stage, position, LineStore::Aligned);
  });
  return stage;
}

} // namespace dml
