//===- SpaceToDepth1Op.cpp - dml.space_to_depth1 --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOperators.h"
#include "CastPatterns.h"
#include "dml/IR/Operators/SpaceToDepth1Sizes.h"
#include "dml/Reference/Operators/SpaceToDepth1.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SizeFunction getSpaceToDepth1Sizes(int64_t blockSize) {
  SizeFunction function;
  function.requireOperand("input", 0);
  if (!function.require(checkBlockSize(blockSize, "S2")))
    return function;
  int64_t blockArea = blockSize * blockSize;
  auto size = [](unsigned i) { return SizeExpr::operandSize(0, i); };
  auto requireBlocks = [&](unsigned dimension, StringRef name) {
    function.requireMultipleOf(
        size(dimension), blockSize,
        messages::brokenRule(
            name + " (dimension " + Twine(dimension) + " of the input)",
            "a multiple of block_size = " + Twine(blockSize), "{0}", "S2"));
  };
  requireBlocks(2, "height");
  requireBlocks(3, "width");
  // Where height and width are not known, only this keeps the channels of the
  // result from overflowing.
  function.requireElementCount("result", {size(1), blockArea});
  function.addResult("result", {{size(0), "S3"},
                                {size(1) * blockArea, "S3"},
                                {size(2).floorDiv(blockSize), "S3"},
                                {size(3).floorDiv(blockSize), "S3"}});
  return function;
}

llvm::Expected<Sizes> inferSpaceToDepth1Sizes(SizesRef input,
                                              int64_t blockSize) {
  return inferOnlyResult(getSpaceToDepth1Sizes(blockSize), input);
}

SizeFunction SpaceToDepth1Op::getSizeFunction() {
  return getSpaceToDepth1Sizes(getBlockSize());
}

//===----------------------------------------------------------------------===//
// Definition
//===----------------------------------------------------------------------===//

void SpaceToDepth1Op::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "space_to_depth");
}

LogicalResult SpaceToDepth1Op::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  return inferBlockTypes<SpaceToDepth1Op>(
      location, Adaptor(operands, attributes, properties, regions),
      inferSpaceToDepth1Sizes, types);
}

bool SpaceToDepth1Op::isCompatibleReturnTypes(TypeRange inferred,
                                              TypeRange declared) {
  return areBlockTypesCompatible(inferred, declared);
}

LogicalResult SpaceToDepth1Op::verify() { return verifyOperator(*this, "S1"); }

/// Not speculatable if S2 or T6 can be checked at run time only.
Speculation::Speculatability SpaceToDepth1Op::getSpeculatability() {
  if (getInput().getType().isDynamicDim(2) ||
      getInput().getType().isDynamicDim(3))
    return Speculation::NotSpeculatable;
  return getSpeculatabilityOfDeclaration(*this);
}

std::optional<OutOfRangeIndices>
SpaceToDepth1Op::evaluate(ArrayRef<reference::ConstTensorView> operands,
                          ArrayRef<reference::TensorView> results) {
  reference::spaceToDepth1(operands[0], results[0], getBlockSize(), getOrder());
  return std::nullopt;
}

OpFoldResult SpaceToDepth1Op::fold(FoldAdaptor adaptor) {
  return foldBlocks(*this, adaptor.getOperands());
}

void SpaceToDepth1Op::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *context) {
  populateCastPatterns<SpaceToDepth1Op>(patterns);
  // D6.
  patterns.add<CancelInverse<SpaceToDepth1Op, DepthToSpace1Op>>(context);
}

} // namespace dml
