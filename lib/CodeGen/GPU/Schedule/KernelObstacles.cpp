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

/// Joins what it gets to one text.
template <typename... Parts> static std::string say(const Parts &...parts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  (os << ... << parts);
  return text;
}

std::string findObstacle(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto root = dyn_cast<MemRefType>(getRootBuffer(buffer).getType());
  if (!type.hasStaticShape() || !root || !root.hasStaticShape())
    return say("has a dynamic shape, '",
               type.hasStaticShape() ? getRootBuffer(buffer).getType() : type,
               "'; only static shapes run on the GPU (dml-run specialises them "
               "to its inputs, dml-refine-arguments to given types)");
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return say("has a buffer without strides, '", type,
               "'; kernels need a static offset and static strides");
  if (ShapedType::isDynamic(offset) || ShapedType::isDynamicShape(strides))
    return say("has a part of a buffer whose place only a run knows, '", type,
               "'; kernels need a static offset and static strides");
  return "";
}

/// Why kernels cannot write the results of an operation that reads what they
/// can read; empty where they can.
static std::string findWriteObstacle(linalg::GenericOp op) {
  for (Value init : op.getDpsInits())
    if (!isa<MemRefType>(init.getType()))
      return say("writes '", init.getType(), "'; kernels write buffers");
  FailureOr<AccessNest> nest = AccessNest::create(op);
  if (failed(nest))
    return "writes a buffer whose layout has no strides; kernels need a static "
           "offset and static strides";
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
        return say("writes a part of a buffer, '", type, "', with stride ",
                   strides[i], " in dimension ", i, "; expected ", packed,
                   ", because kernels write vectors of ", kVectorBytes,
                   " bytes");
      packed *= type.getDimSize(i);
    }
    if (!ownsVectors(init.get()))
      return say("writes a part of a buffer, '", type, "' of '",
                 getRootBuffer(init.get()).getType(),
                 "'; expected one that begins and ends at multiples of ",
                 kVectorBytes, " bytes or at an end of the buffer, because ",
                 "kernels write whole vectors");
    AffineMap here = op.getMatchingIndexingMap(&init);
    if (map && here != map)
      return say("orders its results differently, by ", map, " and ", here,
                 "; a kernel writes all of them in one order");
    map = here;
  }
  auto describeWrites = [&](const Twine &reason) {
    return say("does not write each element of its result once: ", map, " ",
               reason.str());
  };
  if (map && !map.isProjectedPermutation())
    return describeWrites("is no permutation of loops");
  for (auto [i, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (iterator != utils::IteratorType::parallel &&
        iterator != utils::IteratorType::reduction)
      return say("has a loop, number ", i, ", of type '",
                 utils::stringifyIteratorType(iterator),
                 "'; expected 'parallel' or 'reduction'");
    if (map && nest->loops[i].isReduction == map.isFunctionOfDim(i))
      return describeWrites((nest->loops[i].isReduction
                                 ? "depends on the reduction d"
                                 : "does not depend on the parallel loop d") +
                            Twine(i));
  }
  return "";
}

std::string findObstacle(linalg::GenericOp op) {
  if (op.getNumDpsInits() == 0)
    return "has no results; expected at least one that it writes";
  auto isStructured = [](linalg::LinalgOp) { return WalkResult::interrupt(); };
  if (op.getRegion().walk(isStructured).wasInterrupted())
    return "has another structured operation in its body; kernels compute "
           "scalars there";
  for (Value operand : op->getOperands())
    if (!isa<MemRefType>(operand.getType()) &&
        !operand.getType().isIntOrFloat())
      return say("has an operand that is no buffer, '", operand.getType(),
                 "'; kernels take buffers, integers and floats");
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op.getRegion(), used);
  for (Value value : used) {
    Type type = value.getType();
    if (isa<MemRefType>(type))
      if (std::string obstacle = findObstacle(value); !obstacle.empty())
        return obstacle;
    Type element = getElementTypeOrSelf(type);
    if (!hasWords(element) && !type.isIndex())
      return say(
          "has values of type '", element,
          "'; the GPU moves integers and floats of 8, 16, 32 or 64 bits, "
          "and booleans");
  }
  return findWriteObstacle(op);
}

} // namespace dml
