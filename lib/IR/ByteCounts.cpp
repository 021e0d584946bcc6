//===- ByteCounts.cpp - Bytes of elements and buffers ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using llvm::SaturatingAdd;
using llvm::SaturatingMultiply;

namespace dml {

/// Of 2^32-1 elements of 64 bits (T2), rounded up as a buffer is. A view of
/// words has more elements than what it views, but not more bytes.
constexpr uint64_t kMaxBytes =
    llvm::alignTo(uint64_t(kMaxUInt32) * 8, uint64_t(kVectorBytes));

unsigned getElementBytes(Type type) {
  // The runtime passes an index in 64 bits.
  return type.isIndex() ? 8 : llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

int64_t getNumBytes(MemRefType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

/// Of static sizes; those of 0 count as 1. Saturates.
static uint64_t getNumElements(ShapedType type) {
  uint64_t elements = 1;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size) && size > 0)
      elements = SaturatingMultiply<uint64_t>(elements, size);
  return elements;
}

/// Elements from the beginning of the root up to the last one, and steps of
/// dimensions of one element, as far as both are static. Saturates.
static uint64_t getReach(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return 0;
  uint64_t reach = 1;
  auto add = [&](int64_t stride, uint64_t times) {
    if (!ShapedType::isDynamic(stride))
      reach = SaturatingAdd(
          reach, SaturatingMultiply(llvm::AbsoluteValue(stride), times));
  };
  add(offset, 1);
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides))
    add(stride, ShapedType::isDynamic(size) || size < 2 ? 1 : size - 1);
  return reach;
}

/// At least; other types than numbers and vectors of them count as a byte.
static uint64_t countBytes(ShapedType type) {
  uint64_t elements = getNumElements(type);
  if (auto buffer = dyn_cast<MemRefType>(type);
      buffer && !buffer.getLayout().isIdentity())
    elements = std::max(elements, getReach(buffer));
  Type element = type.getElementType();
  if (auto vector = dyn_cast<VectorType>(element)) {
    elements = SaturatingMultiply(elements, getNumElements(vector));
    element = vector.getElementType();
  }
  uint64_t bytes = element.isIntOrIndexOrFloat() ? getElementBytes(element) : 1;
  return SaturatingMultiply(elements, std::max<uint64_t>(bytes, 1));
}

LogicalResult checkByteCount(Operation *op, StringRef name, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank() || countBytes(shaped) <= kMaxBytes)
    return success();
  std::string given;
  llvm::raw_string_ostream(given) << type;
  return op->emitOpError(messages::brokenRule(
      "bytes of the " + name, "at most " + Twine(kMaxBytes), given, "T2"));
}

LogicalResult checkByteCounts(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    for (Value value : op->getResults())
      if (failed(checkByteCount(op, "result", value.getType())))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (failed(checkByteCount(op, "argument", argument.getType())))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace dml
