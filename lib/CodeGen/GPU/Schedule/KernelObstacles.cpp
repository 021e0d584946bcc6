//===- KernelObstacles.cpp - What no kernel can do ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelObstacles.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace dml {

std::string findObstacle(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto root = dyn_cast<MemRefType>(getRootBuffer(buffer).getType());
  if (!type.hasStaticShape() || !root || !root.hasStaticShape())
    return "has a dynamic shape; only static shapes run on the GPU "
           "(dml-run specialises them to its inputs, dml-refine-arguments to "
           "given types)";
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return "has a buffer without strides";
  if (ShapedType::isDynamic(offset) || ShapedType::isDynamicShape(strides))
    return "has a part of a buffer whose place only a run knows";
  return "";
}

/// Why kernels cannot write the results of an operation that reads what they
/// can read; empty where they can.
static std::string findWriteObstacle(linalg::GenericOp op) {
  for (Value init : op.getDpsInits())
    if (!isa<MemRefType>(init.getType()))
      return "writes no buffer";
  FailureOr<AccessNest> nest =
      AccessNest::create(cast<linalg::LinalgOp>(op.getOperation()));
  if (failed(nest))
    return "writes a buffer without strides";
  AffineMap map;
  for (auto [init, write] :
       llvm::zip_equal(op.getDpsInitsMutable(), nest->writes)) {
    if (write.combiner)
      continue;
    auto type = cast<MemRefType>(init.get().getType());
    auto [strides, offset] = type.getStridesAndOffset();
    int64_t packed = 1;
    for (int64_t i = type.getRank() - 1; i >= 0; --i) {
      if (type.getDimSize(i) != 1 && strides[i] != packed)
        return "writes a part of a buffer";
      packed *= type.getDimSize(i);
    }
    if (!ownsVectors(init.get()))
      return "writes a part of a buffer";
    if (map && op.getMatchingIndexingMap(&init) != map)
      return "orders its results differently";
    map = op.getMatchingIndexingMap(&init);
  }
  if (map && !map.isProjectedPermutation())
    return "does not write each element of its result once";
  for (auto [i, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (iterator != utils::IteratorType::parallel &&
        iterator != utils::IteratorType::reduction)
      return "has a loop that is neither parallel nor a reduction";
    if (map && nest->loops[i].isReduction == map.isFunctionOfDim(i))
      return "does not write each element of its result once";
  }
  return "";
}

std::string findObstacle(linalg::GenericOp op) {
  if (op.getNumDpsInits() == 0)
    return "writes nothing";
  auto isStructured = [](linalg::LinalgOp) { return WalkResult::interrupt(); };
  if (op.getRegion().walk(isStructured).wasInterrupted())
    return "has another structured operation in its body";
  for (Value operand : op->getOperands())
    if (!isa<MemRefType>(operand.getType()) &&
        !operand.getType().isIntOrFloat())
      return "has an operand that is no buffer";
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op.getRegion(), used);
  for (Value value : used) {
    Type type = value.getType();
    if (isa<MemRefType>(type))
      if (std::string obstacle = findObstacle(value); !obstacle.empty())
        return obstacle;
    Type element = getElementTypeOrSelf(type);
    if (!hasWords(element) && !type.isIndex()) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "has values of type '" << element
          << "'; the GPU moves integers and floats of 8, 16, 32 or 64 bits, "
             "and booleans";
      return text;
    }
  }
  return findWriteObstacle(op);
}

} // namespace dml
