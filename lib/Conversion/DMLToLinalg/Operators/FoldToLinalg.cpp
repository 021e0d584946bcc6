//===- FoldToLinalg.cpp - fold to linalg ----------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addends.h"
#include "SparsePositions.h"
#include "WindowReduction.h"
#include "dml/IR/Operators/FoldSizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <numeric>

using namespace mlir;

namespace dml {
namespace {

/// The largest stride and dilation, without their common divisor, that an
/// inverse is looked for.
constexpr int64_t kMaxInverted = 1024;

/// The fewest elements of windows whose sums skip positions without elements.
/// Skipping takes another pass over the result. With smaller windows, that pass
/// takes longer than what it saves. Measured:
/// benchmarks/results/2026-11-28-cpu-sparse-folds.md.
constexpr int64_t kMinSparseElements = 64;

/// The candidates for a position of one spatial dimension: elements of a window
/// that may lie there. Element k of a block lies at t, a position in the padded
/// dimension, if block·stride + k·dilation = t. Without their common divisor
/// the elements that solve this are t·inverse modulo the stride, the inverse
/// being that of the dilation. Where the product is too large for a device, all
/// of the window are candidates, and each is tested. Where there are no more
/// blocks than such elements, each block has one candidate, and nothing is
/// divided. With a stride of 1, or with a dilation, blocks must be half as
/// many: with the former nothing is divided anyway, and neighbours read
/// neighbours; with the latter something is divided for blocks, too. Measured:
/// benchmarks/results/2026-11-29-gpu-range-tiles.md.
struct Candidates {
  /// `last` is the largest t, and `blocks` the number of blocks, if known.
  Candidates(int64_t windowSize, int64_t stride, int64_t dilation,
             std::optional<int64_t> last, std::optional<int64_t> blocks);

  /// k and the block of candidate number `j`, over t as dimension 0 and j as
  /// symbol 0.
  AffineExpr getElement(Builder &b) const;
  AffineExpr getBlock(Builder &b) const;
  /// An expression that is zero if the block is a whole number; null if it
  /// always is.
  AffineExpr getRemainder(Builder &b) const;

  /// The smallest k, be it in the window or behind.
  AffineExpr getFirstElement(AffineExpr t) const;

  /// Finds the inverse of the dilation. Fails where what is multiplied with it
  /// may not fit in the 31 bits of a device's index, and for the only element
  /// of a window.
  bool findInverse(std::optional<int64_t> last);

  int64_t windowSize, stride, dilation;
  /// The candidates for a position are `step` elements apart, and their blocks
  /// `blockStep`. If `step` is 0, all elements are candidates.
  int64_t step, blockStep, divisor;
  int64_t count;
  /// Whether neither `step` nor `blockStep` is 1, and the number that gives 1
  /// modulo `step` when multiplied by `blockStep`.
  bool isInverted = false;
  int64_t inverse = 0;
  /// Whether candidate j is of the j-th block from the last: elements ascend.
  /// Such candidates need no division by the stride. A device could not divide
  /// by all strides that a single block may have.
  bool isByBlock = false;
  /// Whether all positions are before the second element of the only block.
  /// The candidate needs no division by the dilation then.
  bool hasOneElement = false;
};

Candidates::Candidates(int64_t windowSize, int64_t stride, int64_t dilation,
                       std::optional<int64_t> last,
                       std::optional<int64_t> blocks)
    : windowSize(windowSize), stride(stride), dilation(dilation) {
  divisor = std::gcd(stride, dilation);
  step = stride / divisor;
  blockStep = dilation / divisor;
  if (step != 1 && blockStep != 1)
    step = findInverse(last) ? step : 0;
  count = step == 0 ? windowSize : (windowSize + step - 1) / step;
  if (last && *last < stride) {
    isByBlock = true;
    hasOneElement = *last < dilation;
    count = 1;
  } else if (blocks &&
             *blocks <= (dilation == 1 && step > 1 ? count : count / 2)) {
    isByBlock = true;
    count = *blocks;
  }
}

bool Candidates::findInverse(std::optional<int64_t> last) {
  if (windowSize == 1 || !last || *last > std::numeric_limits<int32_t>::max() ||
      std::max(step, blockStep) > kMaxInverted)
    return false;
  inverse = 1;
  while (inverse * blockStep % step != 1)
    ++inverse;
  isInverted =
      *last * inverse * blockStep <= std::numeric_limits<int32_t>::max();
  return isInverted;
}

AffineExpr Candidates::getFirstElement(AffineExpr t) const {
  AffineExpr quotient = t.floorDiv(divisor);
  return (isInverted ? quotient * inverse : quotient) % step;
}

AffineExpr Candidates::getElement(Builder &b) const {
  AffineExpr t = b.getAffineDimExpr(0), j = b.getAffineSymbolExpr(0);
  if (hasOneElement)
    return b.getAffineConstantExpr(0);
  if (isByBlock)
    return (t - getBlock(b) * stride).floorDiv(dilation);
  return step == 0 ? j : getFirstElement(t) + j * step;
}

AffineExpr Candidates::getBlock(Builder &b) const {
  AffineExpr t = b.getAffineDimExpr(0), j = b.getAffineSymbolExpr(0);
  if (isByBlock)
    return count == 1 ? b.getAffineConstantExpr(0) : count - 1 - j;
  if (step == 0)
    return (t - j * dilation).floorDiv(stride);
  AffineExpr first = t.floorDiv(divisor);
  if (isInverted)
    first = first - getFirstElement(t) * blockStep;
  return first.floorDiv(step) - j * blockStep;
}

AffineExpr Candidates::getRemainder(Builder &b) const {
  AffineExpr t = b.getAffineDimExpr(0), j = b.getAffineSymbolExpr(0);
  if (isByBlock && dilation == 1)
    return {};
  if (hasOneElement)
    return t;
  if (isByBlock)
    return (t - getBlock(b) * stride) % dilation;
  if (step == 0)
    return (t - j * dilation) % stride;
  return divisor == 1 ? AffineExpr() : t % divisor;
}

/// The sum of the elements that windows have at a position of the result. If
/// windows do not overlap, there is at most one, which is not computed with.
class SumOfWindows : public WindowReduction {
public:
  /// `input` is `{1…, N, C, K_0…, blocks_0…}`, its first dimensions `ones` in
  /// number.
  SumOfWindows(FoldOp op, const UnfoldWindow &window, Value input, int64_t ones,
               SizesRef spatialSizes, const LoweringOptions &options)
      : window(window), input(input), ones(ones), spatialSizes(spatialSizes),
        addends(op.getInput().getType().getElementType(), options),
        isSum(doWindowsOverlap(window)) {
    for (unsigned i = 0; i < window.sizes.size(); ++i) {
      std::optional<int64_t> last;
      if (!ShapedType::isDynamic(spatialSizes[i]))
        last = spatialSizes[i] - 1 + window.startPadding[i];
      std::optional<int64_t> blocks;
      if (int64_t size = getNumBlocks(i); !ShapedType::isDynamic(size))
        blocks = size;
      candidates.emplace_back(window.sizes[i], window.strides[i],
                              window.dilations[i], last, blocks);
      counts.push_back(candidates.back().count);
    }
  }

  /// How many elements one position can have, in each dimension.
  SizesRef getCounts() const { return counts; }

  /// The state is the sum and, for floats, whether there is an addend. Without
  /// one the sum is zero (O3), but it does not begin with zero (O4).
  SmallVector<TypedAttr> getInitial() override {
    Builder b(input.getContext());
    if (!isSum)
      return {b.getZeroAttr(getElementTypeOrSelf(input.getType()))};
    SmallVector<TypedAttr> initial = {addends.getNeutral()};
    if (addends.isFloat())
      initial.push_back(b.getI32IntegerAttr(0));
    return initial;
  }

  SmallVector<Value> visit(OpBuilder &b, Location loc,
                           ArrayRef<OpFoldResult> element,
                           ValueRange state) override {
    Position at = locate(b, loc, element);
    if (!isSum)
      return {read(b, loc, at, state.front())};
    Value neutral = arith::ConstantOp::create(b, loc, addends.getNeutral());
    SmallVector<Value> next = {
        addends.add(b, loc, state.front(), read(b, loc, at, neutral))};
    if (addends.isFloat()) {
      Value one = arith::ConstantIntOp::create(b, loc, 1, 32);
      Value here = at.isInside ? arith::ExtUIOp::create(b, loc, b.getI32Type(),
                                                        at.isInside)
                                     .getResult()
                               : one;
      next.push_back(arith::OrIOp::create(b, loc, state.back(), here));
    }
    return next;
  }

  SmallVector<Value> finish(OpBuilder &b, Location loc,
                            ValueRange state) override {
    Value sum = state.front();
    if (!isSum)
      return {sum};
    if (addends.isFloat()) {
      Value none = arith::ConstantIntOp::create(b, loc, 0, 32);
      Value hasAddend = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                              state.back(), none);
      Value zero =
          arith::ConstantOp::create(b, loc, b.getZeroAttr(sum.getType()));
      sum = arith::SelectOp::create(b, loc, hasAddend, sum, zero);
    }
    return {addends.toElement(b, loc, sum)};
  }

private:
  struct Position {
    SmallVector<Value> indices;
    /// The condition that there is an element; null if there always is one.
    Value isInside;
  };

  /// Where the input has the candidate `element` for a position of the result.
  Position locate(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> element) {
    Position at;
    if (ones > 0)
      at.indices.assign(ones, arith::ConstantIndexOp::create(b, loc, 0));
    for (int64_t i : {0, 1})
      at.indices.push_back(linalg::IndexOp::create(b, loc, i));
    SmallVector<Value> blocks;
    for (unsigned i = 0; i < window.sizes.size(); ++i)
      locateIn(b, loc, i, element[i], at, blocks);
    llvm::append_range(at.indices, blocks);
    return at;
  }

  /// Does this for one spatial dimension: adds the index of the element and
  /// that of its block, and extends the condition.
  void locateIn(OpBuilder &b, Location loc, unsigned i, OpFoldResult number,
                Position &at, SmallVector<Value> &blocks) {
    AffineExpr t = b.getAffineDimExpr(0) + window.startPadding[i];
    Value index = linalg::IndexOp::create(b, loc, i + 2);
    std::optional<int64_t> j = getConstantIntValue(number);
    auto compute = [&](AffineExpr formula) {
      AffineExpr ofDims =
          formula.replaceDimsAndSymbols(t, b.getAffineDimExpr(1));
      return getValueOrCreateConstantIndexOp(
          b, loc,
          affine::makeComposedFoldedAffineApply(
              b, loc, AffineMap::get(2, 0, ofDims), {index, number}));
    };
    auto requireBelow = [&](Value value, OpFoldResult bound) {
      at.isInside = requireInBounds(b, loc, at.isInside, value, bound);
    };
    const Candidates &c = candidates[i];
    at.indices.push_back(compute(c.getElement(b)));
    blocks.push_back(compute(c.getBlock(b)));
    if (AffineExpr formula = c.getRemainder(b))
      at.isInside = requireZero(b, loc, at.isInside, compute(formula));
    if (mayLeaveWindow(i, j))
      requireBelow(at.indices.back(), b.getIndexAttr(c.windowSize));
    if (mayLeaveBlocks(i, j))
      requireBelow(blocks.back(),
                   tensor::getMixedSize(b, loc, input, getBlockDimension(i)));
  }

  unsigned getBlockDimension(unsigned i) const {
    return ones + 2 + window.sizes.size() + i;
  }
  int64_t getNumBlocks(unsigned i) const {
    return cast<RankedTensorType>(input.getType())
        .getDimSize(getBlockDimension(i));
  }

  /// Whether candidate `j` may lie outside of the window. Without a `j`,
  /// whether any candidate may.
  bool mayLeaveWindow(unsigned i, std::optional<int64_t> j) const {
    const Candidates &c = candidates[i];
    int64_t last = j.value_or(c.count - 1);
    if (!c.isByBlock)
      return c.step > 1 && last * c.step + c.step - 1 >= c.windowSize;
    if (ShapedType::isDynamic(spatialSizes[i]))
      return true;
    int64_t first = window.startPadding[i];
    int64_t end = first + spatialSizes[i];
    int64_t firstBlock = c.count - 1 - last;
    int64_t lastBlock = c.count - 1 - j.value_or(0);
    return first < lastBlock * c.stride ||
           end - firstBlock * c.stride > c.windowSize * c.dilation;
  }

  /// Whether candidate `j`, or any if it is not known, may be of a block that
  /// does not exist.
  bool mayLeaveBlocks(unsigned i, std::optional<int64_t> j) const {
    const Candidates &c = candidates[i];
    if (c.isByBlock)
      return false;
    int64_t blocks = getNumBlocks(i);
    if (c.step == 0 || c.isInverted || ShapedType::isDynamic(blocks) ||
        ShapedType::isDynamic(spatialSizes[i]))
      return true;
    int64_t first = window.startPadding[i] / c.divisor / c.step;
    int64_t last =
        (spatialSizes[i] - 1 + window.startPadding[i]) / c.divisor / c.step;
    return first - j.value_or(c.count - 1) * c.blockStep < 0 ||
           last - j.value_or(0) * c.blockStep >= blocks;
  }

  /// The addend at a position, or the element if windows do not overlap, or
  /// `otherwise` if there is none.
  Value read(OpBuilder &b, Location loc, const Position &at, Value otherwise) {
    auto load = [&](OpBuilder &b, Location loc) -> Value {
      Value element = tensor::ExtractOp::create(b, loc, input, at.indices);
      return isSum ? addends.toAddend(b, loc, element) : element;
    };
    return loadGuarded(b, loc, at.isInside, load,
                       [&](OpBuilder &, Location) { return otherwise; });
  }

  UnfoldWindow window;
  Value input;
  int64_t ones;
  SizesRef spatialSizes;
  Addends addends;
  bool isSum;
  SmallVector<Candidates> candidates;
  Sizes counts;
};

/// The input seen as `{1…, N, C, K_0…, blocks_0…}`. Its sizes include those
/// that follow from the known sizes of the result, `sizes`, and from the
/// blocks.
llvm::Expected<Value> splitWindows(OpBuilder &b, FoldOp op, SizesRef sizes) {
  Location loc = op.getLoc();
  UnfoldWindow window = op.getWindow();
  Sizes inputSizes(op.getInput().getType().getShape());
  int64_t ones = inputSizes.size() - 3;
  Sizes blocks =
      evaluate(getWindowBlocks(getFoldSpatialSizes(sizes), window), {{}, {}});
  // The input of all known sizes together may be too large (T2).
  Sizes factors = {sizes[0], sizes[1]};
  llvm::append_range(factors, window.sizes);
  llvm::append_range(factors, blocks);
  if (llvm::Error error = checkElementCount("input", factors))
    return std::move(error);
  auto learn = [&](int64_t &size, int64_t known) {
    if (ShapedType::isDynamic(size))
      size = known;
  };
  learn(inputSizes[ones], sizes[0]);
  if (!ShapedType::isDynamic(sizes[1]))
    learn(inputSizes[ones + 1], sizes[1] * productOf(window.sizes));
  learn(inputSizes[ones + 2], productOf(blocks));
  Value input =
      withSizes(b, loc, asSignless(b, loc, op.getInput()), inputSizes);

  SmallVector<OpFoldResult> computed = reifyInferredSizes(b, op, 0);
  Sizes knownParts(ones, 1);
  SmallVector<OpFoldResult> parts(ones, b.getIndexAttr(1));
  knownParts.append({inputSizes[ones], sizes[1]});
  parts.append({computed[0], computed[1]});
  for (int64_t size : window.sizes) {
    knownParts.push_back(size);
    parts.push_back(b.getIndexAttr(size));
  }
  llvm::append_range(knownParts, blocks);
  llvm::append_range(
      parts,
      reifySizes(b, op,
                 getWindowBlocks(getFoldSpatialSizes(op.getType().getShape()),
                                 window)));
  Groups groups(ones + 3);
  for (int64_t i = 0; i <= ones; ++i)
    groups[i] = {i};
  int64_t firstBlock = ones + 2 + window.sizes.size();
  for (int64_t i = ones + 1; i < firstBlock; ++i)
    groups[ones + 1].push_back(i);
  for (int64_t i = firstBlock, e = parts.size(); i < e; ++i)
    groups[ones + 2].push_back(i);
  return expandShape(b, loc, input, matchKnownSizes(b, loc, parts, knownParts),
                     groups);
}

} // namespace

/// Whether windows lie side by side and cover the result. Folding them only
/// transposes then.
static bool areTiles(const UnfoldWindow &window, SizesRef spatialSizes) {
  for (auto [i, size] : llvm::enumerate(spatialSizes))
    if (ShapedType::isDynamic(size) || window.dilations[i] != 1 ||
        window.strides[i] != window.sizes[i] || size % window.sizes[i] != 0 ||
        window.startPadding[i] != 0 || window.endPadding[i] != 0)
      return false;
  return true;
}

/// Transposes `{1…, N, C, K_0…, blocks_0…}` to `{N, C, blocks_0, K_0, …}`.
static Value layTiles(OpBuilder &b, FoldOp op, Value windows, SizesRef sizes,
                      ArrayRef<OpFoldResult> computed) {
  Location loc = op.getLoc();
  SizesRef window = op.getWindowSizes();
  int64_t rank = window.size();
  int64_t ones = op.getInput().getType().getRank() - 3;
  SmallVector<OpFoldResult> input = tensor::getMixedSizes(b, loc, windows);
  Transposition tiles;
  tiles.inputParts = input;
  for (int64_t i = 0, e = input.size(); i < e; ++i)
    tiles.inputGroups.push_back({i});
  auto append = [&](int64_t inputDimension) {
    tiles.resultParts.push_back(input[inputDimension]);
    tiles.permutation.push_back(inputDimension);
    tiles.resultGroups.back().push_back(tiles.permutation.size() - 1);
  };
  // The ones go with N.
  tiles.resultGroups.emplace_back();
  for (int64_t i = 0; i <= ones; ++i)
    append(i);
  tiles.resultGroups.emplace_back();
  append(ones + 1);
  for (int64_t i = 0; i < rank; ++i) {
    tiles.resultGroups.emplace_back();
    append(ones + 2 + rank + i);
    append(ones + 2 + i);
  }
  return transpose(b, loc, windows, sizes, computed, tiles);
}

llvm::Expected<SmallVector<Value>>
lowerToLinalg(OpBuilder &b, FoldOp op, const LoweringOptions &options) {
  Location loc = op.getLoc();
  Sizes sizes = getKnownResultSizes(op, 0);
  llvm::Expected<Value> windows = splitWindows(b, op, sizes);
  if (!windows)
    return windows.takeError();
  int64_t ones = op.getInput().getType().getRank() - 3;
  SmallVector<OpFoldResult> computed = reifyInferredSizes(b, op, 0);
  if (areTiles(op.getWindow(), SizesRef(sizes).drop_front(2)))
    return SmallVector<Value>{layTiles(b, op, *windows, sizes, computed)};
  auto emitSum = [&](SumOfWindows &sum, SizesRef resultSizes,
                     ArrayRef<OpFoldResult> resultComputed) {
    return emitWindowReduction(b, loc, sum.getCounts(), WindowOrder::Ascending,
                               sum, resultSizes, resultComputed,
                               getElementTypeOrSelf(windows->getType()),
                               options.maxUnrolledWindow);
  };
  SizesRef spatialSizes = SizesRef(sizes).drop_front(2);
  if (productOf(op.getWindowSizes()) >= kMinSparseElements &&
      doWindowsOverlap(op.getWindow()) &&
      llvm::none_of(spatialSizes, ShapedType::isDynamic)) {
    SparsePositions positions(op.getWindow(), spatialSizes);
    if (positions.canLeaveOut()) {
      SumOfWindows sum(op, positions.getWindow(), *windows, ones,
                       positions.getSizes(), options);
      Sizes denseSizes(SizesRef(sizes).take_front(2));
      llvm::append_range(denseSizes, positions.getSizes());
      SmallVector<OpFoldResult> dense(ArrayRef(computed).take_front(2));
      llvm::append_range(
          dense, getAsIndexOpFoldResult(b.getContext(), positions.getSizes()));
      Value sums = emitSum(sum, denseSizes, dense).front();
      return SmallVector<Value>{
          positions.spread(b, loc, sums, sizes, computed)};
    }
  }
  SumOfWindows sum(op, op.getWindow(), *windows, ones, spatialSizes, options);
  return emitSum(sum, sizes, computed);
}

} // namespace dml
