//===- FoldOp.cpp - dml.fold ----------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorUtils.h"
#include "OutputSizes.h"
#include "WindowClauses.h"
#include "dml/IR/Operators/FoldSizes.h"
#include "dml/Reference/Operators/Fold.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

std::vector<SizeExpr> getFoldSpatialSizes(SizesRef declared) {
  std::vector<SizeExpr> sizes;
  unsigned numOperands = 0;
  for (int64_t size : declared.drop_front(2))
    sizes.push_back(ShapedType::isDynamic(size)
                        ? SizeExpr::indexOperand(numOperands++)
                        : SizeExpr(size));
  return sizes;
}

/// ∏K, where an input can have as many rows (O2).
static llvm::Expected<int64_t> getWindowElements(const UnfoldWindow &window) {
  int64_t product = 1;
  for (int64_t size : window.sizes) {
    if (product > kMaxUInt32 / size)
      return llvm::createStringError(messages::brokenRule(
          "elements of the window", "at most " + Twine(kMaxUInt32),
          formatSizes(window.sizes), "O2"));
    product *= size;
  }
  return product;
}

SizeFunction getFoldSizes(SizesRef input, const UnfoldWindow &window,
                          SizesRef declared) {
  SizeFunction function;
  function.requireOperand("input", 0);
  if (!function.require(
          checkLeadingOnes("input", input, "result", declared.size(), "O1")) ||
      !function.require(
          checkUnfoldWindow(window, declared.size(), kFoldRules)) ||
      !function.require(checkTensorSizes("result", declared)))
    return function;
  llvm::Expected<int64_t> elements = getWindowElements(window);
  if (!elements) {
    function.require(elements.takeError());
    return function;
  }

  unsigned first = input.size() - 3;
  auto getInputDimension = [&](unsigned i) {
    return "dimension " + std::to_string(first + i) + " of the input";
  };
  SizeExpr rows = SizeExpr::operandSize(0, first + 1);
  SizeExpr columns = SizeExpr::operandSize(0, first + 2);
  function.requireMultipleOf(
      rows, *elements,
      messages::brokenRule(getInputDimension(1),
                           "a multiple of " + Twine(*elements) +
                               " (the elements of the window)",
                           "{0}", "O2"));
  std::vector<SizeExpr> sizes = {SizeExpr::operandSize(0, first),
                                 rows.floorDiv(*elements)};
  std::vector<SizeExpr> spatial = getFoldSpatialSizes(declared);
  for (auto [i, size] : llvm::enumerate(spatial))
    if (size.getKind() == SizeExpr::Kind::IndexOperand)
      function.requireAtLeast(size, 1,
                              messages::sizeBelowOne("result", i + 2, "{0}"));
  llvm::append_range(sizes, spatial);
  function.requireElementCount("result", sizes);

  requireFit(function, spatial, window, kFoldRules);
  std::vector<SizeExpr> blocks = getWindowBlocks(spatial, window);
  function.requireElementCount("input", blocks);
  function.requireEqual(SizeExpr::product(blocks), columns,
                        messages::brokenRule(getInputDimension(2),
                                             "{0} (the number of windows)",
                                             "{1}", "O2"));
  std::vector<ResultSize> dimensions;
  for (const SizeExpr &size : sizes)
    dimensions.push_back({size, "O2"});
  function.addResult("result", std::move(dimensions));
  return function;
}

llvm::Expected<Sizes> inferFoldSizes(SizesRef input, const UnfoldWindow &window,
                                     SizesRef spatialSizes) {
  Sizes declared = {kDynamic, kDynamic};
  llvm::append_range(declared, spatialSizes);
  return inferOnlyResult(getFoldSizes(input, window, declared), input);
}

UnfoldWindow FoldOp::getWindow() {
  return {getWindowSizes(), getStrides(), getDilations(), getStartPadding(),
          getEndPadding()};
}

SizeFunction FoldOp::getSizeFunction() {
  return getFoldSizes(getInput().getType().getShape(), getWindow(),
                      getType().getShape());
}

//===----------------------------------------------------------------------===//
// Definition
//===----------------------------------------------------------------------===//

/// N and C.
constexpr unsigned kNumInferred = 2;

void FoldOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "folded");
}

void FoldOp::build(OpBuilder &builder, OperationState &state, Value input,
                   ArrayRef<OpFoldResult> spatialSizes,
                   ArrayRef<int64_t> windowSizes, ArrayRef<int64_t> strides,
                   ArrayRef<int64_t> dilations, ArrayRef<int64_t> startPadding,
                   ArrayRef<int64_t> endPadding) {
  SmallVector<int64_t> staticSizes;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(spatialSizes, dynamicSizes, staticSizes);
  WindowAttributes window(builder, windowSizes, strides, dilations,
                          startPadding, endPadding);
  auto inputType = cast<RankedTensorType>(input.getType());
  llvm::Expected<Sizes> sizes =
      inferFoldSizes(inputType.getShape(),
                     {window.windowSizes, window.strides, window.dilations,
                      window.startPadding, window.endPadding},
                     staticSizes);
  // The verifier says what is wrong.
  if (!sizes) {
    llvm::consumeError(sizes.takeError());
    sizes = Sizes{ShapedType::kDynamic, ShapedType::kDynamic};
    llvm::append_range(*sizes, staticSizes);
  }
  build(builder, state,
        RankedTensorType::get(*sizes, inputType.getElementType()), input,
        window.windowSizes, window.strides, window.dilations,
        window.startPadding, window.endPadding, dynamicSizes);
}

LogicalResult FoldOp::verify() {
  if (failed(verifyOutputSizes(*this, kNumInferred, "spatial dimension", "O1")))
    return failure();
  return verifyOperator(*this, "O1");
}

/// Not speculatable if F3, O2, T2 or T6 can be checked at run time only.
Speculation::Speculatability FoldOp::getSpeculatability() {
  return getInput().getType().hasStaticShape() && getType().hasStaticShape()
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

std::optional<OutOfRangeIndices>
FoldOp::evaluate(ArrayRef<reference::ConstTensorView> operands,
                 ArrayRef<reference::TensorView> results) {
  reference::fold(operands[0], results[0], getWindow());
  return std::nullopt;
}

OpFoldResult FoldOp::fold(FoldAdaptor adaptor) {
  return foldThroughReference(*this, adaptor.getInput());
}

//===----------------------------------------------------------------------===//
// Canonical form
//===----------------------------------------------------------------------===//

void FoldOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<AbsorbProducerCast<FoldOp>, RefineResultTypes<FoldOp>>(context);
  patterns.add<FoldConstantOutputSizes<FoldOp>>(context, kNumInferred);
}

} // namespace dml
