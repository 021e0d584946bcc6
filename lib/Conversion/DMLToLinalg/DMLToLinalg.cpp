//===- DMLToLinalg.cpp - dml to linalg ------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "RuntimeChecks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_CONVERTDMLTOLINALG
#include "dml/Conversion/DMLToLinalg/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

using Groups = SmallVector<ReassociationIndices>;

//===----------------------------------------------------------------------===//
// Values of known sizes
//===----------------------------------------------------------------------===//

/// The same bits without sign.
Value asSignless(OpBuilder &b, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element || element.isSignless())
    return tensor;
  return tensor::BitcastOp::create(
      b, loc, type.clone(b.getIntegerType(element.getWidth())), tensor);
}

/// A cast to these sizes, which run-time checks have established.
Value withSizes(OpBuilder &b, Location loc, Value tensor, SizesRef sizes) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getShape() == sizes)
    return tensor;
  return tensor::CastOp::create(b, loc, type.clone(sizes), tensor);
}

/// Sizes that the types know as attributes, all others as values: one that is
/// constant but not known to the types may be wrong where a check fails first.
SmallVector<OpFoldResult> matchKnownSizes(OpBuilder &b, Location loc,
                                          ArrayRef<OpFoldResult> sizes,
                                          SizesRef known) {
  SmallVector<OpFoldResult> matched;
  for (auto [size, knownSize] : llvm::zip_equal(sizes, known)) {
    if (ShapedType::isDynamic(knownSize))
      matched.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
    else
      matched.push_back(b.getIndexAttr(knownSize));
  }
  return matched;
}

SmallVector<Value> getDynamicSizes(OpBuilder &b, Location loc,
                                   ArrayRef<OpFoldResult> sizes,
                                   SizesRef staticSizes) {
  SmallVector<Value> values;
  for (auto [size, known] : llvm::zip_equal(sizes, staticSizes))
    if (ShapedType::isDynamic(known))
      values.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
  return values;
}

/// The destination of a result: a new tensor of its type and these sizes.
Value createDestination(OpBuilder &b, Location loc, SizesRef sizes,
                        Type elementType, ArrayRef<OpFoldResult> dynamic) {
  return tensor::EmptyOp::create(b, loc, sizes, elementType,
                                 getDynamicSizes(b, loc, dynamic, sizes));
}

/// Splits dimensions; the sizes of the parts are static or values. A dimension
/// with a dynamic part is dynamic itself.
Value expandShape(OpBuilder &b, Location loc, Value tensor,
                  ArrayRef<OpFoldResult> parts, const Groups &groups) {
  auto [staticParts, dynamicParts] =
      decomposeMixedValues(SmallVector<OpFoldResult>(parts));
  (void)dynamicParts;
  Sizes source(cast<RankedTensorType>(tensor.getType()).getShape());
  for (auto [size, group] : llvm::zip_equal(source, groups))
    if (llvm::any_of(group, [&, &statics = staticParts](int64_t i) {
          return ShapedType::isDynamic(statics[i]);
        }))
      size = ShapedType::kDynamic;
  Value cast = withSizes(b, loc, tensor, source);
  auto type = llvm::cast<RankedTensorType>(tensor.getType()).clone(staticParts);
  return tensor::ExpandShapeOp::create(b, loc, type, cast, groups, parts);
}

/// Gives the operator's users what they know: the declared sizes and sign.
void replaceWithDeclaredType(PatternRewriter &rewriter, Operation *op,
                             Value result) {
  auto declared = cast<RankedTensorType>(op->getResult(0).getType());
  result = withSizes(rewriter, op->getLoc(), result, declared.getShape());
  if (result.getType() != declared)
    result =
        tensor::BitcastOp::create(rewriter, op->getLoc(), declared, result);
  rewriter.replaceOp(op, result);
}

//===----------------------------------------------------------------------===//
// depth_to_space1
//===----------------------------------------------------------------------===//

struct LowerDepthToSpace1 : OpRewritePattern<DepthToSpace1Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DepthToSpace1Op op,
                                PatternRewriter &rewriter) const override {
    if (succeeded(replaceCertainFailure(rewriter, op)))
      return success();
    Location loc = op.getLoc();
    emitRuntimeChecks(rewriter, op);

    int64_t block = op.getBlockSize();
    Attribute blockAttr = rewriter.getIndexAttr(block);
    RankedTensorType inputType = op.getInput().getType();
    Sizes resultSizes =
        mergeSizes(cantFail(op.inferResultSizes(inputType.getShape())),
                   op.getType().getShape());
    Sizes inputSizes = resultSizes;
    for (auto [i, size] : llvm::enumerate(inputSizes))
      if (!ShapedType::isDynamic(size) && i > 0)
        size = i == 1 ? size * block * block : size / block;

    Value input = withSizes(
        rewriter, loc, asSignless(rewriter, loc, op.getInput()), inputSizes);
    auto elementType = getElementTypeOrSelf(input.getType());
    SmallVector<OpFoldResult> sizes = matchKnownSizes(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, input), inputSizes);
    SmallVector<OpFoldResult> computed = matchKnownSizes(
        rewriter, loc, reifyInferredSizes(rewriter, op), resultSizes);
    OpFoldResult channels = computed[1];

    // D4: channels are (i, j, c); D5: (c, i, j).
    bool depthFirst = op.getOrder() == DepthSpaceOrder::DepthColumnRow;
    SmallVector<OpFoldResult> inputParts = {sizes[0],  channels, blockAttr,
                                            blockAttr, sizes[2], sizes[3]};
    if (depthFirst)
      inputParts = {sizes[0], blockAttr, blockAttr,
                    channels, sizes[2],  sizes[3]};
    Value blocks = expandShape(rewriter, loc, input, inputParts,
                               {{0}, {1, 2, 3}, {4}, {5}});

    Groups resultGroups = {{0}, {1}, {2, 3}, {4, 5}};
    Value empty =
        createDestination(rewriter, loc, resultSizes, elementType, computed);
    Value dest = expandShape(
        rewriter, loc, empty,
        {sizes[0], channels, sizes[2], blockAttr, sizes[3], blockAttr},
        resultGroups);
    SmallVector<int64_t> permutation = {0, 1, 4, 2, 5, 3};
    if (depthFirst)
      permutation = {0, 3, 4, 1, 5, 2};
    Value moved =
        linalg::TransposeOp::create(rewriter, loc, blocks, dest, permutation)
            ->getResult(0);
    Value result = tensor::CollapseShapeOp::create(
        rewriter, loc, cast<RankedTensorType>(empty.getType()), moved,
        resultGroups);
    replaceWithDeclaredType(rewriter, op, result);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// max_unpooling
//===----------------------------------------------------------------------===//

struct LowerMaxUnpooling : OpRewritePattern<MaxUnpoolingOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MaxUnpoolingOp op,
                                PatternRewriter &rewriter) const override {
    if (succeeded(replaceCertainFailure(rewriter, op)))
      return success();
    Location loc = op.getLoc();
    emitRuntimeChecks(rewriter, op);

    Sizes sizes = mergeSizes(op.getValues().getType().getShape(),
                             op.getIndices().getType().getShape());
    Value values = withSizes(rewriter, loc,
                             asSignless(rewriter, loc, op.getValues()), sizes);
    Value indices = withSizes(
        rewriter, loc, asSignless(rewriter, loc, op.getIndices()), sizes);
    Value dest = tensor::EmptyOp::create(rewriter, loc, op.getType().getShape(),
                                         getElementTypeOrSelf(values.getType()),
                                         op.getOutputSizes());
    auto unpool =
        UnpoolOp::create(rewriter, loc, dest.getType(), values, indices, dest);
    replaceWithDeclaredType(rewriter, op, unpool.getResult());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// unfold
//===----------------------------------------------------------------------===//

/// Whether some window reaches into the padding of this spatial dimension.
bool reachesPadding(const UnfoldWindow &window, unsigned dimension,
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

struct LowerUnfold : OpRewritePattern<UnfoldOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UnfoldOp op,
                                PatternRewriter &rewriter) const override {
    if (succeeded(replaceCertainFailure(rewriter, op)))
      return success();
    Location loc = op.getLoc();
    emitRuntimeChecks(rewriter, op);

    RankedTensorType inputType = op.getInput().getType();
    int64_t ones = op.getType().getRank() - 3;
    Sizes resultSizes =
        mergeSizes(cantFail(op.inferResultSizes(inputType.getShape())),
                   op.getType().getShape());
    // What the declared result knows of N and C, the input knows too.
    Sizes inputSizes(inputType.getShape());
    inputSizes[0] = resultSizes[ones];
    if (!ShapedType::isDynamic(resultSizes[ones + 1]))
      inputSizes[1] = resultSizes[ones + 1] / productOf(op.getWindowSizes());
    // Both together may be too large (T2).
    llvm::Expected<Sizes> blocks =
        inferUnfoldBlocks(inputSizes, op.getWindow());
    if (!blocks) {
      replaceByFailure(rewriter, op, blocks.takeError());
      return success();
    }
    Value input = withSizes(
        rewriter, loc, asSignless(rewriter, loc, op.getInput()), inputSizes);

    // The result seen as {1…, N, C, K_0…, blocks_0…}.
    unsigned spatialRank = op.getWindowSizes().size();
    SmallVector<OpFoldResult> sizes = matchKnownSizes(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, input), inputSizes);
    SmallVector<OpFoldResult> parts(ones, rewriter.getIndexAttr(1));
    parts.append({sizes[0], sizes[1]});
    for (int64_t size : op.getWindowSizes())
      parts.push_back(rewriter.getIndexAttr(size));
    llvm::append_range(parts, matchKnownSizes(rewriter, loc,
                                              reifyUnfoldBlocks(rewriter, op),
                                              *blocks));
    Groups groups(ones + 3);
    for (int64_t i = 0; i <= ones; ++i)
      groups[i] = {i};
    for (int64_t i = ones + 1, e = ones + 2 + spatialRank; i < e; ++i)
      groups[ones + 1].push_back(i);
    for (int64_t i = ones + 2 + spatialRank, e = parts.size(); i < e; ++i)
      groups[ones + 2].push_back(i);

    SmallVector<OpFoldResult> computed = reifyInferredSizes(rewriter, op);
    Value empty =
        createDestination(rewriter, loc, resultSizes,
                          getElementTypeOrSelf(input.getType()), computed);
    Value dest = expandShape(rewriter, loc, empty, parts, groups);
    auto destType = cast<RankedTensorType>(dest.getType());
    AffineMap identity = rewriter.getMultiDimIdentityMap(destType.getRank());
    auto generic = linalg::GenericOp::create(
        rewriter, loc, destType, ValueRange{}, dest, identity,
        SmallVector<utils::IteratorType>(destType.getRank(),
                                         utils::IteratorType::parallel),
        [&](OpBuilder &b, Location loc, ValueRange) {
          linalg::YieldOp::create(
              b, loc, readGuarded(b, loc, op, input, ones, destType));
        });

    Sizes collapsed;
    for (const ReassociationIndices &group : groups) {
      Sizes sizes;
      for (int64_t i : group)
        sizes.push_back(destType.getDimSize(i));
      collapsed.push_back(productOf(sizes));
    }
    Value result = tensor::CollapseShapeOp::create(
        rewriter, loc, destType.clone(collapsed), generic.getResult(0), groups);
    replaceWithDeclaredType(rewriter, op, result);
    return success();
  }

private:
  /// F4 for one element of the result: the input where the window lies, zero in
  /// the padding.
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
                           element * window.dilations[i] -
                           window.startPadding[i];
      position.push_back(affine::AffineApplyOp::create(
          b, loc, AffineMap::get(2, 0, formula),
          {index(2 + i), index(2 + spatialRank + i)}));
      int64_t blocks = destType.getDimSize(ones + 2 + spatialRank + i);
      if (!reachesPadding(window, i, inputType.getDimSize(i + 2), blocks))
        continue;
      // Unsigned: a negative position is large.
      Value size = getValueOrCreateConstantIndexOp(
          b, loc, tensor::getMixedSize(b, loc, input, i + 2));
      Value here = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                         position.back(), size);
      inside = inside ? arith::AndIOp::create(b, loc, inside, here) : here;
    }

    if (!inside)
      return tensor::ExtractOp::create(b, loc, input, position);
    auto read = [&](OpBuilder &b, Location loc) {
      Value element = tensor::ExtractOp::create(b, loc, input, position);
      scf::YieldOp::create(b, loc, element);
    };
    auto zero = [&](OpBuilder &b, Location loc) {
      Value zero = arith::ConstantOp::create(
          b, loc, b.getZeroAttr(inputType.getElementType()));
      scf::YieldOp::create(b, loc, zero);
    };
    return scf::IfOp::create(b, loc, inside, read, zero).getResult(0);
  }
};

struct ConvertDMLToLinalgPass
    : impl::ConvertDMLToLinalgBase<ConvertDMLToLinalgPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateDMLToLinalgPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    makeIntegersSignless(getOperation());
  }
};

} // namespace

void populateDMLToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerDepthToSpace1, LowerMaxUnpooling, LowerUnfold>(
      patterns.getContext());
}

} // namespace dml
