//===- FoldToLinalg.cpp - fold to linalg ----------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addends.h"
#include "FoldCandidates.h"
#include "SparsePositions.h"
#include "WindowReduction.h"
#include "dml/IR/Operators/FoldSizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {
namespace {

/// Skipping positions without elements takes another pass over the result. That
/// pass takes less time than it saves if windows have at least
/// kMinSparseElements, or if at most one in kMinSparseDistance positions has
/// elements and positions would look for kMinSkipped elements in vain, on the
/// average of all. Measured:
/// benchmarks/results/2026-11-28-cpu-sparse-folds.md and
/// 2026-12-01-sparse-folds.md.
constexpr int64_t kMinSparseElements = 64;
constexpr uint64_t kMinSparseDistance = 3, kMinSkipped = 12;

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
      bool isInnermost = i + 1 == window.sizes.size();
      auto neighbours = options.keepsNeighbours && isSum && isInnermost
                            ? chooseNeighbours()
                            : FoldNeighbours::Any;
      candidates.emplace_back(window.sizes[i], window.strides[i],
                              window.dilations[i], last, blocks, neighbours);
      counts.push_back(candidates.back().count);
    }
    Builder b(op.getContext());
    tracksAddends =
        addends.isFloat() && llvm::any_of(candidates, [&](auto &ofDimension) {
          return !ofDimension.getCoverage(b);
        });
  }

  /// How many elements one position can have, in each dimension.
  SizesRef getCounts() const { return counts; }

  /// The state is the sum. Where floats have no addend the sum is zero (O3),
  /// but it does not begin with zero (O4). If a position does not tell whether
  /// it has an addend, the state says so, too.
  SmallVector<TypedAttr> getInitial() override {
    Builder b(input.getContext());
    if (!isSum)
      return {b.getZeroAttr(getElementTypeOrSelf(input.getType()))};
    SmallVector<TypedAttr> initial = {addends.getNeutral()};
    if (tracksAddends)
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
    if (tracksAddends) {
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
    if (!addends.isFloat())
      return {addends.toElement(b, loc, sum)};
    Value hasAddend;
    if (tracksAddends) {
      Value none = arith::ConstantIntOp::create(b, loc, 0, 32);
      hasAddend = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                        state.back(), none);
    } else {
      hasAddend = isCovered(b, loc);
    }
    if (hasAddend) {
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

  /// The condition that windows have an element at the position; null if they
  /// always do.
  Value isCovered(OpBuilder &b, Location loc) {
    Value covered;
    for (unsigned i = 0; i < window.sizes.size(); ++i) {
      AffineExpr t = b.getAffineDimExpr(0) + window.startPadding[i];
      OpFoldResult index = linalg::IndexOp::create(b, loc, i + 2).getResult();
      OpFoldResult blocks =
          tensor::getMixedSize(b, loc, input, getBlockDimension(i));
      auto coverage = candidates[i].getCoverage(b);
      for (auto [number, bound] : *coverage) {
        Value value = getValueOrCreateConstantIndexOp(
            b, loc,
            affine::makeComposedFoldedAffineApply(
                b, loc, AffineMap::get(1, 0, number.replaceDims(t)), {index}));
        covered =
            requireInBounds(b, loc, covered, value,
                            affine::makeComposedFoldedAffineApply(
                                b, loc, AffineMap::get(0, 1, bound), {blocks}));
      }
    }
    return covered;
  }

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
    const FoldCandidates &c = candidates[i];
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

  /// Chooses what neighbours in a row read. Neighbouring elements of a window
  /// lie as far apart as the input has blocks, so vectors load them well if
  /// there are few blocks. If a row has one or two blocks, a vector loads
  /// narrow elements of several rows. Measured:
  /// benchmarks/results/2026-11-30-cpu-short-folds.md.
  FoldNeighbours chooseNeighbours() const {
    constexpr int64_t maxDistance = 4, maxFewBlocks = 2, narrowBytes = 2;
    SizesRef blocks = cast<RankedTensorType>(input.getType())
                          .getShape()
                          .take_back(window.sizes.size());
    if (ShapedType::isDynamicShape(blocks))
      return FoldNeighbours::Blocks;
    std::optional<int64_t> distance = 1;
    for (int64_t size : blocks)
      distance = distance ? llvm::checkedMul(*distance, size) : std::nullopt;
    if (distance && *distance <= maxDistance)
      return FoldNeighbours::Elements;
    bool isNarrow =
        getElementBytes(getElementTypeOrSelf(input.getType())) <= narrowBytes;
    return isNarrow && blocks.back() <= maxFewBlocks ? FoldNeighbours::Any
                                                     : FoldNeighbours::Blocks;
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
    const FoldCandidates &c = candidates[i];
    int64_t last = j.value_or(c.count - 1);
    // The padded result ends before another element of the first block would
    // lie there.
    if (c.isInGaps)
      return false;
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
    const FoldCandidates &c = candidates[i];
    if (c.isByBlock)
      return false;
    int64_t blocks = getNumBlocks(i);
    if (c.isInGaps)
      return blocks < c.blockStep;
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
  /// Whether the state has, beside the sum, a flag that is set once there is an
  /// addend.
  bool tracksAddends;
  SmallVector<FoldCandidates> candidates;
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

/// Whether sums should skip positions without elements. If they do not, each
/// position looks for `numCandidates` elements.
bool shouldSkip(const SparsePositions &positions, SizesRef windowSizes,
                uint64_t numCandidates) {
  if (!positions.canLeaveOut())
    return false;
  uint64_t distance = positions.getDistance();
  return productOf(windowSizes) >= kMinSparseElements ||
         (distance >= kMinSparseDistance &&
          numCandidates - numCandidates / distance >= kMinSkipped);
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
  SumOfWindows sum(op, op.getWindow(), *windows, ones, spatialSizes, options);
  if (doWindowsOverlap(op.getWindow()) &&
      llvm::none_of(spatialSizes, ShapedType::isDynamic)) {
    SparsePositions positions(op.getWindow(), spatialSizes);
    if (shouldSkip(positions, op.getWindowSizes(),
                   productOf(sum.getCounts()))) {
      SumOfWindows denseSum(op, positions.getWindow(), *windows, ones,
                            positions.getSizes(), options);
      Sizes denseSizes(SizesRef(sizes).take_front(2));
      llvm::append_range(denseSizes, positions.getSizes());
      SmallVector<OpFoldResult> dense(ArrayRef(computed).take_front(2));
      llvm::append_range(
          dense, getAsIndexOpFoldResult(b.getContext(), positions.getSizes()));
      Value sums = emitSum(denseSum, denseSizes, dense).front();
      return SmallVector<Value>{
          positions.spread(b, loc, sums, sizes, computed)};
    }
  }
  return emitSum(sum, sizes, computed);
}

} // namespace dml
