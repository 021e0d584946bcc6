//===- LaunchPlanOps.cpp - What a GPU runtime carries out -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

LogicalResult ViewWordsOp::verify() {
  auto type = cast<MemRefType>(getWords().getType());
  Type element = type.getElementType();
  int64_t length = 1;
  if (auto vector = dyn_cast<VectorType>(element)) {
    if (vector.getRank() != 1 ||
        (vector.getDimSize(0) != 2 && vector.getDimSize(0) != 4))
      return emitOpError("expected vectors of 2 or 4 words, given ") << vector;
    element = vector.getElementType();
    length = vector.getDimSize(0);
  }
  bool isPart = length == 1 && (element.isInteger(8) || element.isInteger(16));
  if (type.getRank() != 1 || (!element.isInteger(32) && !isPart))
    return emitOpError("expected a 1-D view of 32-bit words, of vectors of "
                       "these, or of integers of 8 or 16 bits, given ")
           << type;
  int64_t unitBytes = length * element.getIntOrFloatBitWidth() / 8;

  auto buffer = cast<MemRefType>(getBuffer().getType());
  if (!buffer.getElementType().isIntOrIndexOrFloat())
    return emitOpError("expected a buffer of integers, floats or indices, "
                       "given ")
           << buffer;
  if (failed(checkByteCount(*this, "buffer", buffer)))
    return failure();
  int64_t numBytes = getNumBytes(buffer);
  int64_t numUnits = llvm::alignTo(numBytes, kVectorBytes) / unitBytes;
  if (type.getNumElements() > numUnits)
    return emitOpError("expected at most ")
           << numUnits << " of " << type.getElementType() << " in the "
           << numBytes << " bytes of " << buffer << ", rounded up to "
           << kVectorBytes << ", given " << type.getNumElements();
  return success();
}

Value ViewWordsOp::getViewSource() { return getBuffer(); }

LogicalResult InitializeOp::verify() {
  if (!getBuffer().getDefiningOp<memref::AllocOp>())
    return emitOpError("expected a buffer that a memref.alloc gives");
  auto type = cast<MemRefType>(getBuffer().getType());
  if (static_cast<int64_t>(getOffset()) >= type.getNumElements())
    return emitOpError("expected a word of ")
           << type << ", given the offset " << getOffset();
  return success();
}

LogicalResult DispatchOp::verify() {
  if (getWorkgroups().size() != 3 ||
      llvm::any_of(getWorkgroups(), [](int64_t count) { return count < 1; }))
    return emitOpError("expected three counts of at least 1 as workgroups, "
                       "given [")
           << getWorkgroups() << "]";
  if (!getGrid() != !getGridOffset())
    return emitOpError("expected the offset of a grid with its buffer");
  if (getGrid()) {
    int64_t numWords = cast<MemRefType>(getGrid().getType()).getNumElements();
    if (numWords < 3 || static_cast<int64_t>(*getGridOffset()) > numWords - 3)
      return emitOpError("expected three words of ")
             << getGrid().getType() << " as a grid, given the offset "
             << *getGridOffset();
  }
  for (int64_t binding : getWrites())
    if (binding < 0 || binding >= static_cast<int64_t>(getBuffers().size()))
      return emitOpError("expected bindings below ")
             << getBuffers().size() << " in writes, given " << binding;
  return success();
}

void DispatchOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (getGrid())
    effects.emplace_back(MemoryEffects::Read::get(), &getGridMutable()[0]);
  for (auto [i, operand] : llvm::enumerate(getBuffersMutable())) {
    effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (llvm::is_contained(getWrites(), static_cast<int64_t>(i)))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

} // namespace dml
