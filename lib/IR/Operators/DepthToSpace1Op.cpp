//===- DepthToSpace1Op.cpp - dml.depth_to_space1 --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOperators.h"
#include "CastPatterns.h"
#include "dml/IR/Operators/DepthToSpace1Sizes.h"
#include "dml/Reference/Operators/DepthToSpace1.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SizeFunction getDepthToSpace1Sizes(int64_t blockSize) {
  SizeFunction function;
  function.requireOperand("input", 0);
  if (!function.require(checkBlockSize(blockSize, "D2")))
    return function;
  int64_t blockArea = blockSize * blockSize;
  auto size = [](unsigned i) { return SizeExpr::operandSize(0, i); };
  function.requireMultipleOf(
      size(1), blockArea,
      messages::brokenRule("channels (dimension 1 of the input)",
                           "a multiple of block_size * block_size = " +
                               Twine(blockArea),
                           "{0}", "D2"));
  // The products stay below 2^48: a size is below 2^32, a block size below
  // 2^16.
  function.addResult("result", {{size(0), "D3"},
                                {size(1).floorDiv(blockArea), "D3"},
                                {size(2) * blockSize, "D3"},
                                {size(3) * blockSize, "D3"}});
  return function;
}

llvm::Expected<Sizes> inferDepthToSpace1Sizes(SizesRef input,
                                              int64_t blockSize) {
  return inferOnlyResult(getDepthToSpace1Sizes(blockSize), input);
}

SizeFunction DepthToSpace1Op::getSizeFunction() {
  return getDepthToSpace1Sizes(getBlockSize());
}

//===----------------------------------------------------------------------===//
// Definition
//===----------------------------------------------------------------------===//

void DepthToSpace1Op::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "depth_to_space");
}

LogicalResult DepthToSpace1Op::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  return inferBlockTypes<DepthToSpace1Op>(
      location, Adaptor(operands, attributes, properties, regions),
      inferDepthToSpace1Sizes, types);
}

bool DepthToSpace1Op::isCompatibleReturnTypes(TypeRange inferred,
                                              TypeRange declared) {
  return areBlockTypesCompatible(inferred, declared);
}

LogicalResult DepthToSpace1Op::verify() { return verifyOperator(*this, "D1"); }

/// Not speculatable if D2 or T6 can be checked at run time only.
Speculation::Speculatability DepthToSpace1Op::getSpeculatability() {
  if (getInput().getType().isDynamicDim(1))
    return Speculation::NotSpeculatable;
  return getSpeculatabilityOfDeclaration(*this);
}

std::optional<OutOfRangeIndices>
DepthToSpace1Op::evaluate(ArrayRef<reference::ConstTensorView> operands,
                          ArrayRef<reference::TensorView> results) {
  reference::depthToSpace1(operands[0], results[0], getBlockSize(), getOrder());
  return std::nullopt;
}

OpFoldResult DepthToSpace1Op::fold(FoldAdaptor adaptor) {
  return foldBlocks(*this, adaptor.getOperands());
}

void DepthToSpace1Op::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *context) {
  populateCastPatterns<DepthToSpace1Op>(patterns);
  // D6.
  patterns.add<CancelInverse<DepthToSpace1Op, SpaceToDepth1Op>>(context);
}

} // namespace dml
