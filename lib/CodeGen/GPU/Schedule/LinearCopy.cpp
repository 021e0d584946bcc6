//===- LinearCopy.cpp - Copies whose positions are linear -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearCopy.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "KernelObstacles.h"
#include "dml/IR/DMLDialect.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {

/// Whether a copy reads only positions that its source's root has.
static bool isInside(const LinearCopy &copy) {
  std::optional<int64_t> first = copy.sourceOffset, last = first;
  for (const LinearCopy::Loop &loop : copy.loops) {
    std::optional<int64_t> &end = loop.sourceStride < 0 ? first : last;
    end = llvm::checkedMulAdd(loop.size - 1, loop.sourceStride, *end);
    if (!end)
      return false;
  }
  auto type = cast<MemRefType>(getRootBuffer(copy.source).getType());
  return *first >= 0 && *last < type.getNumElements();
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
  if (!read.predicates.empty() || !findObstacle(read.buffer).empty() ||
      read.elementType != type.getElementType() ||
      getRootBuffer(read.buffer) == getRootBuffer(dest))
    return std::nullopt;

  LinearCopy copy =
      describe(*nest, dml::getElementBytes(type.getElementType()));
  if (!isInside(copy))
    return std::nullopt;
  return copy;
}

} // namespace dml
