//===- LinearCopy.cpp - Copies whose positions are linear -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearCopy.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include "dml/IR/DMLDialect.h"

using namespace mlir;

namespace dml {

static bool isStatic(const Access &access) {
  return !ShapedType::isDynamic(access.offset) &&
         !ShapedType::isDynamicShape(access.strides);
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

  AccessNest merged = nest->mergeLoops();
  SmallVector<Loop> loops;
  for (auto [loop, sourceStride, destStride] :
       llvm::zip_equal(merged.loops, merged.reads.front().strides,
                       merged.writes.front().strides))
    loops.push_back({loop.size, sourceStride, destStride});
  return LinearCopy{read.buffer, dest,
                    dml::getElementBytes(type.getElementType()), read.offset,
                    loops};
}

} // namespace dml
