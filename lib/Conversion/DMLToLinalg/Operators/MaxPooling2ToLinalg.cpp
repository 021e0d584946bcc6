//===- MaxPooling2ToLinalg.cpp - max_pooling2 to linalg -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementNumbers.h"
#include "PooledElements.h"
#include "WindowReduction.h"
#include "dml/IR/Operators/MaxPooling2Sizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {
namespace {

/// The width of indices while they are computed.
constexpr unsigned kWordBits = 32;
/// The fewest elements of windows whose distances are narrower. Measured:
/// benchmarks/results/2026-12-01-cpu-narrow-distances.md.
constexpr uint64_t kMinNarrowElements = 6;

/// Windows of which parts are looked at first: the planes of volumes. Indices
/// of what is found in a part are numbers, which are narrower.
struct WindowInParts {
  UnfoldWindow window;
  Value input;
  ElementNumbers numbers;
};

/// Finds the largest element of a window, and its index if that is asked for.
class LargestOfWindow : public WindowReduction {
public:
  /// `elementType` says whether integers are signed. If the window is a part of
  /// another one, `whole` is that. If it consists of parts, the input has the
  /// largest element of each, and `numbers` its number in the whole window.
  LargestOfWindow(UnfoldWindow window, Type elementType, Value input,
                  SizesRef blocks, Type indexType,
                  const LoweringOptions &options,
                  const WindowInParts *whole = nullptr, Value numbers = {})
      : window(window), input(input), whole(whole), numbers(numbers),
        blocks(blocks), elements(elementType, options), indexType(indexType),
        combinesRows(options.combinesRows) {
    if (indexType && !numbers)
      ranks = countRanks();
    if (indexType && !ranks)
      distanceBits = chooseDistanceBits();
  }

  WindowOrder getOrder() const { return elements.getOrder(); }

  SmallVector<TypedAttr> getInitial() override {
    Builder b(input.getContext());
    SmallVector<TypedAttr> initial;
    for (const APInt &word : elements.getInitial())
      initial.push_back(elements.getAttr(b, word));
    if (indexType && !ranks)
      initial.push_back(getNoDistance(b));
    return initial;
  }

  SmallVector<Value> visit(OpBuilder &b, Location loc,
                           ArrayRef<OpFoldResult> element,
                           ValueRange largest) override;

  /// Indices beside values would be more than registers hold. If words have
  /// ranks, an element has another rank in each window, so windows could not
  /// share what they find in their common rows.
  bool canCombine() const override { return combinesRows && !indexType; }
  SmallVector<Value> combine(OpBuilder &b, Location loc, ValueRange first,
                             ValueRange second) override {
    if (Value larger =
            elements.getLarger(b, loc, second.front(), first.front()))
      return {larger};
    return elements.keepLarger(
        b, loc, elements.getCandidateOfKept(b, loc, second), first, Value());
  }

  SmallVector<Value> finish(OpBuilder &b, Location loc,
                            ValueRange largest) override {
    SmallVector<Value> results = {elements.toElement(b, loc, largest)};
    if (!indexType)
      return results;
    Value kept = largest.back();
    if (ranks)
      kept = getDistanceOfRank(b, loc, kept);
    Value distance = toWidth(b, loc, kept, kWordBits);
    if (!whole)
      results.push_back(getIndex(b, loc, distance, kept));
    else if (numbers)
      results.push_back(
          getIndex(b, loc, getDistanceOfNumber(b, loc, distance), kept));
    else
      results.push_back(
          toWidth(b, loc, kept, indexType.getIntOrFloatBitWidth()));
    return results;
  }

  /// Whether all elements of a window may lie outside.
  bool mayMissInput() const {
    for (unsigned i = 0; i < blocks.size(); ++i)
      if (mayMissDimension(i))
        return true;
    return false;
  }

private:
  /// Whether all elements of some block may lie outside of the input's
  /// dimension `i`. The first block has the most elements before the input, and
  /// the last one begins farthest behind the input's start.
  bool mayMissDimension(unsigned i) const {
    int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(i + 2);
    int64_t dilation = window.dilations[i], padding = window.startPadding[i];
    if (padding > (window.sizes[i] - 1) * dilation ||
        ShapedType::isDynamic(size) || ShapedType::isDynamic(blocks[i]))
      return true;
    // The first element at or behind the input's start may lie behind the
    // input's end.
    if (padding > 0 && dilation > size)
      return true;
    return (blocks[i] - 1) * window.strides[i] - padding >= size;
  }

  /// Whether `element` of the window, or any element if it is null, lies
  /// outside of the input's dimension `i` for some block; where sizes are not
  /// known, whether it may.
  bool reachesPadding(unsigned i, std::optional<int64_t> element) const {
    int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(i + 2);
    int64_t dilated = window.dilations[i];
    int64_t first = element.value_or(0) * dilated - window.startPadding[i];
    if (first < 0)
      return true;
    int64_t place = element.value_or(window.sizes[i] - 1);
    // The last block ends at or before the end of the padded input (M2).
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(blocks[i]))
      return window.endPadding[i] > (window.sizes[i] - 1 - place) * dilated;
    return place * dilated - window.startPadding[i] +
               (blocks[i] - 1) * window.strides[i] >=
           size;
  }

  /// What `load` builds, or a constant if `inside` does not hold. `inside` is
  /// null if it always holds.
  static Value loadInside(OpBuilder &b, Location loc, Value inside,
                          ValueBuilder load, TypedAttr outside) {
    return loadGuarded(b, loc, inside, load,
                       [&](OpBuilder &b, Location loc) -> Value {
                         return arith::ConstantOp::create(b, loc, outside);
                       });
  }

  /// How many ranks there are in a window. A word of a narrow integer holds a
  /// rank below the element. Ranks fall from the window's first element to its
  /// last, so the largest word holds the first of the largest elements (M4).
  /// Rank 0 stands for no element. Returns nothing where distances are not
  /// known, or words have no room for ranks.
  std::optional<int64_t> countRanks() const {
    std::optional<int64_t> farthest = getFarthest();
    if (!farthest || !elements.canHoldRanks(*farthest + 2))
      return std::nullopt;
    return *farthest + 2;
  }

  /// The largest distance, or number, of an element in the window. Returns
  /// nothing if that is not known, or takes more than a word.
  std::optional<int64_t> getFarthest() const {
    if (whole)
      return whole->numbers.fitWord()
                 ? std::optional(whole->numbers.getCount() - 1)
                 : std::nullopt;
    auto type = cast<RankedTensorType>(input.getType());
    int64_t farthest = 0;
    for (unsigned i = 0; i < blocks.size(); ++i) {
      int64_t size = type.getDimSize(i + 2);
      if (ShapedType::isDynamic(size))
        return std::nullopt;
      int64_t reach = (window.sizes[i] - 1) * window.dilations[i];
      std::optional<int64_t> sum = llvm::checkedMulAdd(farthest, size, reach);
      if (!sum || !llvm::isUInt<kWordBits - 1>(*sum))
        return std::nullopt;
      farthest = *sum;
    }
    return farthest;
  }

  /// The width of distances. Selecting one takes fewer operations if it is as
  /// wide as what is compared, but it is widened once for each window. One more
  /// distance stands for no element.
  unsigned chooseDistanceBits() const {
    std::optional<int64_t> farthest = getFarthest();
    uint64_t numElements = 1;
    for (int64_t size : window.sizes)
      numElements = llvm::SaturatingMultiply<uint64_t>(numElements, size);
    if (!farthest || numElements < kMinNarrowElements)
      return kWordBits;
    unsigned bits = std::min(elements.getWordWidth(), kWordBits);
    while (bits < kWordBits && !llvm::isUIntN(bits, *farthest + 1))
      bits *= 2;
    return bits;
  }

  static Value toWidth(OpBuilder &b, Location loc, Value value, unsigned bits) {
    Type type = b.getIntegerType(bits);
    unsigned given = value.getType().getIntOrFloatBitWidth();
    if (given == bits)
      return value;
    return given < bits ? b.createOrFold<arith::ExtUIOp>(loc, type, value)
                        : b.createOrFold<arith::TruncIOp>(loc, type, value);
  }

  /// The rank of an element of the window.
  Value getRank(OpBuilder &b, Location loc,
                ArrayRef<OpFoldResult> element) const {
    Value last = arith::ConstantIntOp::create(b, loc, *ranks - 1, 32);
    return b.createOrFold<arith::SubIOp>(loc, last,
                                         getDistanceInWindow(b, loc, element));
  }
  /// The distance of the element that a word holds. Rank 0, of no element,
  /// gives the largest one.
  Value getDistanceOfRank(OpBuilder &b, Location loc, Value word) const {
    Value last = arith::ConstantIntOp::create(b, loc, *ranks - 1, 32);
    return arith::SubIOp::create(b, loc, last, elements.getRank(b, loc, word));
  }

  /// The element at a place of the input, with its rank if it has one, or the
  /// lowest value outside.
  Value read(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> element,
             ArrayRef<Value> place, Value inside) const {
    auto load = [&](OpBuilder &b, Location loc) -> Value {
      Value loaded = tensor::ExtractOp::create(b, loc, input, place);
      Value word = elements.toWord(b, loc, loaded);
      return ranks
                 ? arith::OrIOp::create(b, loc, word, getRank(b, loc, element))
                 : word;
    };
    return loadInside(b, loc, inside, load,
                      elements.getAttr(b, elements.getLowest()));
  }

  /// What is kept as the index of the element at a place: how far it is from
  /// the window's first, or its number.
  Value readIndex(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> element,
                  ArrayRef<Value> place, Value inside) const {
    Value distance =
        toWidth(b, loc, getDistanceInWindow(b, loc, element), distanceBits);
    if (!numbers)
      return distance;
    auto load = [&](OpBuilder &b, Location loc) -> Value {
      Value number = tensor::ExtractOp::create(b, loc, numbers, place);
      return arith::OrIOp::create(b, loc, toWidth(b, loc, number, distanceBits),
                                  distance);
    };
    return loadInside(b, loc, inside, load, getNoDistance(b));
  }
  /// What is kept of an element's place in the window: its number if the window
  /// is looked at in parts, otherwise its distance from the first element.
  Value getDistanceInWindow(OpBuilder &b, Location loc,
                            ArrayRef<OpFoldResult> element) const {
    if (whole)
      return whole->numbers.get(b, loc, element);
    SmallVector<OpFoldResult> distances(2, b.getIndexAttr(0));
    for (auto [i, dilation] : llvm::zip_equal(element, window.dilations))
      distances.push_back(affine::makeComposedFoldedAffineApply(
          b, loc, b.getAffineDimExpr(0) * dilation, {i}));
    return getDistance(b, loc, input, distances);
  }

  /// The distance from the whole window's first element to one with a number.
  Value getDistanceOfNumber(OpBuilder &b, Location loc, Value number) const {
    auto multiply = [&](Value value, int64_t factor) {
      return b.createOrFold<arith::MulIOp>(
          loc, value, arith::ConstantIntOp::create(b, loc, factor, 32));
    };
    Value distance;
    for (unsigned i = 0; i < blocks.size(); ++i) {
      Value place = multiply(whole->numbers.getPlace(b, loc, number, i),
                             whole->window.dilations[i]);
      int64_t size =
          cast<RankedTensorType>(whole->input.getType()).getDimSize(i + 2);
      distance = distance ? b.createOrFold<arith::AddIOp>(
                                loc, multiply(distance, size), place)
                          : place;
    }
    return distance;
  }

  /// Where the element of a window is along a dimension of the input.
  static Value getPlace(OpBuilder &b, Location loc, const UnfoldWindow &window,
                        unsigned i, OpFoldResult element) {
    AffineExpr formula = b.getAffineDimExpr(0) * window.strides[i] +
                         b.getAffineDimExpr(1) * window.dilations[i] -
                         window.startPadding[i];
    return getValueOrCreateConstantIndexOp(
        b, loc,
        affine::makeComposedFoldedAffineApply(
            b, loc, AffineMap::get(2, 0, formula),
            {linalg::IndexOp::create(b, loc, 2 + i).getResult(), element}));
  }

  /// How far apart places are in an input (M4), modulo 2^32: an index is below
  /// that (T2).
  static Value getDistance(OpBuilder &b, Location loc, Value input,
                           ArrayRef<OpFoldResult> distances) {
    AffineExpr sum = b.getAffineDimExpr(0);
    SmallVector<OpFoldResult> operands(distances);
    for (unsigned i = 1; i < distances.size(); ++i) {
      sum = sum * b.getAffineSymbolExpr(i - 1) + b.getAffineDimExpr(i);
      operands.push_back(tensor::getMixedSize(b, loc, input, i));
    }
    OpFoldResult distance = affine::makeComposedFoldedAffineApply(
        b, loc, AffineMap::get(distances.size(), distances.size() - 1, sum),
        operands);
    return arith::IndexCastOp::create(
        b, loc, b.getI32Type(),
        getValueOrCreateConstantIndexOp(b, loc, distance));
  }
  TypedAttr getNoDistance(Builder &b) const {
    return b.getIntegerAttr(b.getIntegerType(distanceBits),
                            ranks ? *ranks - 1 : -1);
  }
  TypedAttr getNoIndex(Builder &b) const {
    return b.getIntegerAttr(indexType, -1);
  }

  /// The index of the element that is so far from the whole window's first.
  /// `kept` says whether there is one.
  Value getIndex(OpBuilder &b, Location loc, Value distance, Value kept) const {
    SmallVector<OpFoldResult> first = {
        linalg::IndexOp::create(b, loc, 0).getResult(),
        linalg::IndexOp::create(b, loc, 1).getResult()};
    for (unsigned i = 0; i < blocks.size(); ++i)
      first.push_back(getPlace(b, loc, whole ? whole->window : window, i,
                               b.getIndexAttr(0)));
    Value ofFirst = getDistance(b, loc, whole ? whole->input : input, first);
    Value index = arith::AddIOp::create(b, loc, ofFirst, distance);
    if (indexType != index.getType())
      index = arith::ExtUIOp::create(b, loc, indexType, index);
    if (!mayMissInput())
      return index;
    Value isNone = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::eq, kept,
        arith::ConstantOp::create(b, loc, getNoDistance(b)));
    Value none = arith::ConstantOp::create(b, loc, getNoIndex(b));
    return arith::SelectOp::create(b, loc, isNone, none, index);
  }

  UnfoldWindow window;
  Value input;
  const WindowInParts *whole;
  Value numbers;
  SizesRef blocks;
  PooledElements elements;
  Type indexType;
  bool combinesRows;
  /// The number of ranks, where words hold them (countRanks).
  std::optional<int64_t> ranks;
  /// The width of the distances that are kept beside elements.
  unsigned distanceBits = kWordBits;
};

SmallVector<Value> LargestOfWindow::visit(OpBuilder &b, Location loc,
                                          ArrayRef<OpFoldResult> element,
                                          ValueRange largest) {
  SmallVector<Value> place = {linalg::IndexOp::create(b, loc, 0),
                              linalg::IndexOp::create(b, loc, 1)};
  Value inside;
  for (unsigned i = 0; i < blocks.size(); ++i) {
    place.push_back(getPlace(b, loc, window, i, element[i]));
    if (!reachesPadding(i, getConstantIntValue(element[i])))
      continue;
    inside = requireInBounds(b, loc, inside, place.back(),
                             tensor::getMixedSize(b, loc, input, i + 2));
  }

  Value word = read(b, loc, element, place, inside);
  if (!indexType || ranks)
    if (Value larger = elements.getLarger(b, loc, word, largest.front()))
      return {larger};
  PooledElements::Candidate candidate = elements.getCandidate(b, loc, word);
  if (indexType)
    candidate.kept.push_back(readIndex(b, loc, element, place, inside));
  // Outside, the lowest value may replace its like, but no index.
  bool needsInside = indexType && inside;
  // Before the first element of those that are written out, there is nothing to
  // compare with.
  if (largest.front().getDefiningOp<arith::ConstantOp>() && !needsInside)
    return candidate.kept;
  return elements.keepLarger(b, loc, candidate, largest,
                             needsInside ? inside : Value());
}

/// The known sizes of the values and the indices, which have the same sizes.
/// Fails if their declared sizes contradict each other (T6).
llvm::Expected<Sizes> mergeResultSizes(MaxPooling2Op op) {
  Sizes sizes = getKnownResultSizes(op, 0);
  if (!op.getIndices())
    return sizes;
  SizeFunction function = op.getSizeFunction();
  if (llvm::Error error = checkDeclaredSizes(function.getResults()[1], sizes,
                                             getKnownResultSizes(op, 1)))
    return std::move(error);
  return mergeSizes(sizes, getKnownResultSizes(op, 1));
}

/// The window along the dimensions [begin, end) alone. Along the others it is
/// one element.
class PartialWindow {
public:
  PartialWindow(const UnfoldWindow &whole, unsigned begin, unsigned end)
      : sizes(whole.sizes), strides(whole.strides), dilations(whole.dilations),
        startPadding(whole.startPadding), endPadding(whole.endPadding) {
    for (unsigned i = 0; i < sizes.size(); ++i)
      if (i < begin || i >= end) {
        sizes[i] = strides[i] = dilations[i] = 1;
        startPadding[i] = endPadding[i] = 0;
      }
  }

  UnfoldWindow get() const {
    return {sizes, strides, dilations, startPadding, endPadding};
  }

private:
  Sizes sizes, strides, dilations, startPadding, endPadding;
};

/// Whether windows of volumes share so many planes that the largest element of
/// each plane is found first, once for all windows that have it. What is found
/// is written and read again. So it has to save many comparisons, and more time
/// than that takes. Planes must have no more elements than inputs and results,
/// and fit into the target's buffers. `types` are those of the elements and, if
/// there are indices, of their numbers. Measured:
/// benchmarks/results/2026-11-28-cpu-fewer-ways.md, 2026-11-28-gpu-words.md,
/// 2026-11-29-dynamic-pooling.md and 2026-11-30-numbers-of-planes.md.
bool windowsSharePlanes(const UnfoldWindow &window, SizesRef inputs,
                        SizesRef planes, SizesRef results, ArrayRef<Type> types,
                        int64_t maxBufferBytes) {
  constexpr double minGain = 1.4;
  // Bytes of planes that are written and read in the time of one comparison.
  constexpr double bytesOfComparison = 0.7;
  if (window.sizes.size() != 3 || ShapedType::isDynamicShape(inputs) ||
      ShapedType::isDynamicShape(planes) || ShapedType::isDynamicShape(results))
    return false;
  auto count = [](SizesRef sizes) {
    double elements = 1;
    for (int64_t size : sizes)
      elements *= size;
    return elements;
  };
  double ofDepths = count(results) * window.sizes[0];
  double ofPlane = count(window.sizes.drop_front());
  double apart = count(planes) * ofPlane + ofDepths;
  int64_t bytesOfPlace = 0;
  for (Type type : types)
    bytesOfPlace += getElementBytes(type);
  // Numbers beside halves count as words: a GPU puts both together for words
  // that it stores, and that takes as long as moving words does.
  constexpr int64_t halfBytes = 2, wordBytes = 4;
  if (types.size() > 1 && getElementBytes(types.front()) == halfBytes)
    bytesOfPlace = halfBytes + wordBytes;
  double bytes = count(planes) * bytesOfPlace;
  return ofDepths * ofPlane >= minGain * apart &&
         bytesOfComparison * (ofDepths * ofPlane - apart) > bytes &&
         count(planes) <= count(inputs) + count(results) &&
         llvm::all_of(types, [&](Type type) {
           return count(planes) * getElementBytes(type) <= maxBufferBytes;
         });
}

} // namespace

llvm::Expected<SmallVector<Value>>
lowerToLinalg(OpBuilder &b, MaxPooling2Op op, const LoweringOptions &options) {
  Location loc = op.getLoc();
  UnfoldWindow window = op.getWindow();
  llvm::Expected<Sizes> declared = mergeResultSizes(op);
  if (!declared)
    return declared.takeError();
  // The sizes N and C that the declared results know are those of the input.
  Sizes inputSizes(op.getInput().getType().getShape());
  inputSizes[0] = (*declared)[0];
  inputSizes[1] = (*declared)[1];
  // The result of all known sizes together may be too large (T2).
  llvm::Expected<Sizes> inferred = inferMaxPooling2Sizes(inputSizes, window);
  if (!inferred)
    return inferred.takeError();
  Sizes sizes = mergeSizes(*inferred, *declared);
  SmallVector<OpFoldResult> computed = reifyInferredSizes(b, op, 0);

  Value input =
      withSizes(b, loc, asSignless(b, loc, op.getInput()), inputSizes);
  SmallVector<Type> types = {getElementTypeOrSelf(input.getType())};
  if (op.getIndices())
    types.push_back(
        b.getIntegerType(op.getIndices().getType().getElementTypeBitWidth()));
  Type elementType = getElementTypeOrSelf(op.getInput().getType());
  Type indexType = types.size() > 1 ? types[1] : Type();
  auto emit = [&](LargestOfWindow &largest, SizesRef windowSizes,
                  SizesRef sizes, TypeRange types) {
    return emitWindowReduction(b, loc, windowSizes, largest.getOrder(), largest,
                               sizes, computed, types,
                               options.maxUnrolledWindow);
  };
  SizesRef blocks = SizesRef(sizes).drop_front(2);
  Sizes planeSizes = sizes;
  planeSizes[2] = inputSizes[2];
  PartialWindow plane(window, 1, 3), depths(window, 0, 1);
  WindowInParts volume = {window, input, ElementNumbers(window.sizes)};
  WindowInParts planeOfVolume = {window, input,
                                 ElementNumbers(plane.get().sizes)};
  SmallVector<Type> planeTypes = {types.front()};
  Type numberType;
  if (indexType) {
    numberType = planeOfVolume.numbers.getType(b);
    planeTypes.push_back(numberType);
  }
  if ((!indexType || volume.numbers.fitWord()) &&
      windowsSharePlanes(window, inputSizes, planeSizes, sizes, planeTypes,
                         options.maxBufferBytes)) {
    LargestOfWindow ofPlane(plane.get(), elementType, input,
                            SizesRef(planeSizes).drop_front(2), numberType,
                            options, &planeOfVolume);
    // An index of a plane that lies outside must not win over one of an equal
    // element.
    if (!indexType || !ofPlane.mayMissInput()) {
      SmallVector<Value> planes =
          emit(ofPlane, plane.get().sizes, planeSizes, planeTypes);
      LargestOfWindow ofDepths(depths.get(), elementType, planes.front(),
                               blocks, indexType, options, &volume,
                               indexType ? planes.back() : Value());
      return emit(ofDepths, depths.get().sizes, sizes, types);
    }
  }
  LargestOfWindow largest(window, elementType, input, blocks, indexType,
                          options);
  return emit(largest, window.sizes, sizes, types);
}

} // namespace dml
