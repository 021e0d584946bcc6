//===- UnfoldToLinalg.cpp - unfold to linalg ------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorLowering.h"
#include "dml/IR/Operators/UnfoldSizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

/// Whether some window reaches into the padding of this spatial dimension.
static bool reachesPadding(const UnfoldWindow &window, unsigned dimension,
                           int64_t size, int64_t blocks) {
  if (window.startPadding[dimension] > 0)
    return true;
  if (window.endPadding[dimension] == 0)
    return false;
  if (ShapedType::isDynamic(size) || ShapedType::isDynamic(blocks))
    return true;
  int64_t last = (blocks - 1) * window.strides[dimension] +
                 getDilatedWindowSize(window, dimension) - 1;
  return last >= size;
}

/// One element of the result (F4): the input's element at its position, or zero
/// in the padding.
static Value readGuarded(OpBuilder &b, Location loc, UnfoldOp op, Value input,
                         int64_t ones, RankedTensorType destType) {
  UnfoldWindow window = op.getWindow();
  unsigned spatialRank = window.sizes.size();
  auto index = [&](int64_t dimension) -> Value {
    return linalg::IndexOp::create(b, loc, ones + dimension);
  };
  auto inputType = cast<RankedTensorType>(input.getType());
  SmallVector<Value> position = {index(0), index(1)};
  Value inside;
  for (unsigned i = 0; i < spatialRank; ++i) {
    AffineExpr element = b.getAffineDimExpr(0), block = b.getAffineDimExpr(1);
    AffineExpr formula = block * window.strides[i] +
                         element * window.dilations[i] - window.startPadding[i];
    position.push_back(affine::AffineApplyOp::create(
        b, loc, AffineMap::get(2, 0, formula),
        {index(2 + i), index(2 + spatialRank + i)}));
    int64_t blocks = destType.getDimSize(ones + 2 + spatialRank + i);
    if (!reachesPadding(window, i, inputType.getDimSize(i + 2), blocks))
      continue;
    inside = requireInBounds(b, loc, inside, position.back(),
                             tensor::getMixedSize(b, loc, input, i + 2));
  }

  auto load = [&](OpBuilder &b, Location loc) -> Value {
    return tensor::ExtractOp::create(b, loc, input, position);
  };
  auto zero = [&](OpBuilder &b, Location loc) -> Value {
    return arith::ConstantOp::create(b, loc,
                                     b.getZeroAttr(inputType.getElementType()));
  };
  return loadGuarded(b, loc, inside, load, zero);
}

llvm::Expected<SmallVector<Value>> lowerToLinalg(OpBuilder &b, UnfoldOp op,
                                                 const LoweringOptions &) {
  Location loc = op.getLoc();
  RankedTensorType inputType = op.getInput().getType();
  int64_t ones = op.getType().getRank() - 3;
  Sizes resultSizes = getKnownResultSizes(op, 0);
  // The sizes N and C that the declared result knows are those of the input.
  Sizes inputSizes(inputType.getShape());
  inputSizes[0] = resultSizes[ones];
  if (!ShapedType::isDynamic(resultSizes[ones + 1]))
    inputSizes[1] = resultSizes[ones + 1] / productOf(op.getWindowSizes());
  // The result of all known sizes together may be too large (T2).
  llvm::Expected<Sizes> blocks = inferUnfoldBlocks(inputSizes, op.getWindow());
  if (!blocks)
    return blocks.takeError();
  Value input =
      withSizes(b, loc, asSignless(b, loc, op.getInput()), inputSizes);

  // The result seen as {1…, N, C, K_0…, blocks_0…}.
  unsigned spatialRank = op.getWindowSizes().size();
  SmallVector<OpFoldResult> sizes =
      matchKnownSizes(b, loc, tensor::getMixedSizes(b, loc, input), inputSizes);
  SmallVector<OpFoldResult> parts(ones, b.getIndexAttr(1));
  parts.append({sizes[0], sizes[1]});
  for (int64_t size : op.getWindowSizes())
    parts.push_back(b.getIndexAttr(size));
  llvm::append_range(
      parts,
      matchKnownSizes(b, loc,
                      reifySizes(b, op,
                                 getWindowBlocks(getSpatialOperandSizes(
                                                     inputType.getRank()),
                                                 op.getWindow())),
                      *blocks));
  Groups groups(ones + 3);
  for (int64_t i = 0; i <= ones; ++i)
    groups[i] = {i};
  for (int64_t i = ones + 1, e = ones + 2 + spatialRank; i < e; ++i)
    groups[ones + 1].push_back(i);
  for (int64_t i = ones + 2 + spatialRank, e = parts.size(); i < e; ++i)
    groups[ones + 2].push_back(i);

  SmallVector<OpFoldResult> computed = reifyInferredSizes(b, op, 0);
  Value empty = createDestination(
      b, loc, resultSizes, getElementTypeOrSelf(input.getType()), computed);
  Value dest = expandShape(b, loc, empty, parts, groups);
  auto destType = cast<RankedTensorType>(dest.getType());
  AffineMap identity = b.getMultiDimIdentityMap(destType.getRank());
  auto generic = linalg::GenericOp::create(
      b, loc, destType, ValueRange{}, dest, identity,
      SmallVector<utils::IteratorType>(destType.getRank(),
                                       utils::IteratorType::parallel),
      [&](OpBuilder &b, Location loc, ValueRange) {
        linalg::YieldOp::create(b, loc,
                                readGuarded(b, loc, op, input, ones, destType));
      });

  Sizes collapsed;
  for (const ReassociationIndices &group : groups) {
    Sizes sizes;
    for (int64_t i : group)
      sizes.push_back(destType.getDimSize(i));
    collapsed.push_back(productOf(sizes));
  }
  Value result = tensor::CollapseShapeOp::create(
      b, loc, destType.clone(collapsed), generic.getResult(0), groups);
  return SmallVector<Value>{result};
}

} // namespace dml
