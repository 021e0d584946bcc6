//===- LinearCopy.cpp - Copies whose positions are linear -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearCopy.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/IR/DMLDialect.h"

using namespace mlir;

namespace dml {

static bool isStatic(const Access &access) {
  return !ShapedType::isDynamic(access.offset) &&
         !ShapedType::isDynamicShape(access.strides);
}

LinearCopy LinearCopy::describe(const AccessNest &nest, int64_t elementBytes) {
  AccessNest merged = nest.mergeLoops();
  const Access &read = merged.reads.front(), &write = merged.writes.front();
  LinearCopy copy = {read.buffer, write.buffer, elementBytes, read.offset, {}};
  for (auto [loop, sourceStride, destStride] :
       llvm::zip_equal(merged.loops, read.strides, write.strides))
    copy.loops.push_back({loop.size, sourceStride, destStride});
  return copy;
}

std::optional<LinearCopy> LinearCopy::match(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return std::nullopt;
  Value dest = op.getDpsInits().front();
  auto type = dyn_cast<MemRefType>(dest.getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      !hasWords(type.getElementType()) || !ownsVectors(dest))
    return std::nullopt;
  FailureOr<AccessNest> nest =
      AccessNest::create(cast<linalg::LinalgOp>(op.getOperation()));
  if (failed(nest) || !nest->isMove || !nest->writes.front().isPacked)
    return std::nullopt;
  const Access &read = nest->reads.front();
  auto sourceType = cast<MemRefType>(read.buffer.getType());
  if (!read.predicates.empty() || !isStatic(read) ||
      sourceType.getElementType() != type.getElementType() ||
      !sourceType.hasStaticShape() ||
      getRootBuffer(read.buffer) == getRootBuffer(dest))
    return std::nullopt;

  return describe(*nest, dml::getElementBytes(type.getElementType()));
}

} // namespace dml
