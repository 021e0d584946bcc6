//===- MaxPooling2ToLinalg.cpp - max_pooling2 to linalg -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowReduction.h"
#include "dml/IR/Operators/MaxPooling2Sizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {
namespace {

/// Elements come out as the bits that they are (M3). The body compares floats
/// of 32 and 64 bits as floats where the target keeps denormals then. It
/// compares all other elements as integers: as words, whose highest bits hold
/// the element and whose other bits are zero.
class Elements {
public:
  Elements(Type type, const LoweringOptions &options)
      : type(type), width(type.getIntOrFloatBitWidth()),
        isFloat(isa<FloatType>(type)),
        comparesFloats(options.comparesDenormals && isFloat && width >= 32),
        wordWidth(comparesFloats
                      ? width
                      : std::max<int64_t>(width, options.minIntegerBits)),
        isNarrowFloat(isFloat && width < wordWidth),
        isUnsigned(isFloat || type.isUnsignedInteger()),
        infinity(wordWidth, 0) {
    if (auto floatType = dyn_cast<FloatType>(type))
      infinity = APFloat::getInf(floatType.getFloatSemantics())
                     .bitcastToAPInt()
                     .zext(wordWidth)
                     .shl(wordWidth - width);
  }

  /// -infinity, or the smallest integer (M6).
  APInt getLowest() const {
    APInt sign = APInt::getSignMask(wordWidth);
    if (isFloat)
      return sign | infinity;
    return isUnsigned ? APInt::getZero(wordWidth) : sign;
  }

  /// A value of the type that is kept in the body.
  TypedAttr getAttr(Builder &b, const APInt &value) const {
    if (comparesFloats)
      return b.getFloatAttr(
          type, APFloat(cast<FloatType>(type).getFloatSemantics(), value));
    return b.getIntegerAttr(b.getIntegerType(wordWidth), value);
  }

  Value constant(OpBuilder &b, Location loc, const APInt &value) const {
    return arith::ConstantOp::create(b, loc, getAttr(b, value));
  }

  Value toWord(OpBuilder &b, Location loc, Value element) const {
    if (comparesFloats)
      return element;
    if (isFloat)
      element =
          arith::BitcastOp::create(b, loc, b.getIntegerType(width), element);
    if (width == wordWidth)
      return element;
    element =
        arith::ExtUIOp::create(b, loc, b.getIntegerType(wordWidth), element);
    return emit<arith::ShLIOp>(b, loc, element, wordWidth - width);
  }

  /// An element that may be the largest, and what is kept of it if it is.
  struct Candidate {
    Value key;
    SmallVector<Value> kept;
  };

  /// Keys of floats are unsigned and ascend from -infinity over one for both
  /// zeros (M4) to infinity and one for all NaNs (M5). A wide float is kept
  /// beside its key. A narrow one is kept as its place in a finer order, which
  /// gives the element back: -0.0 is before +0.0, and NaNs differ by their
  /// bits. No key of an equal element is above that place.
  Candidate getCandidate(OpBuilder &b, Location loc, Value word) const {
    if (!isFloat || comparesFloats)
      return {word, {word}};
    auto [ordered, sign] = flipNegative(b, loc, word);
    if (!isNarrowFloat)
      ordered = arith::SubIOp::create(b, loc, ordered, sign);
    Value key = emit<arith::AddIOp>(b, loc, ordered, getMiddle());
    key = mergeNaNs(b, loc, key);
    if (!isNarrowFloat)
      return {key, {key, word}};
    return {key, {emit<arith::AddIOp>(b, loc, ordered, getMiddle() + 1)}};
  }

  /// The same of what was kept of another part of the window.
  Candidate getCandidateOfKept(OpBuilder &b, Location loc,
                               ValueRange kept) const {
    Value key = kept.front();
    if (isNarrowFloat)
      key = mergeNaNs(b, loc, emit<arith::SubIOp>(b, loc, key, 1));
    return {key, SmallVector<Value>(kept)};
  }

  /// What is kept of the lowest value before there is any element.
  SmallVector<APInt> getInitial() const {
    if (isNarrowFloat)
      return {APInt(wordWidth, 1)};
    if (isFloat && !comparesFloats)
      return {APInt::getZero(wordWidth), getLowest()};
    return {getLowest()};
  }

  /// Of equal elements the first in the window has to stay (M4).
  WindowOrder getOrder() const {
    return isNarrowFloat ? WindowOrder::Ascending : WindowOrder::Descending;
  }
  /// Selects what is kept of the candidate if it is larger, and otherwise what
  /// was kept `before`. `inside` says whether the candidate is an element; it
  /// is null if it always is.
  SmallVector<Value> keepLarger(OpBuilder &b, Location loc,
                                const Candidate &candidate, ValueRange before,
                                Value inside) const {
    Value key = candidate.key, largest = before.front();
    auto select = [&](Value condition, ValueRange then, ValueRange otherwise) {
      SmallVector<Value> selected;
      for (auto [first, second] : llvm::zip_equal(then, otherwise))
        selected.push_back(
            arith::SelectOp::create(b, loc, condition, first, second));
      return selected;
    };
    if (comparesFloats) {
      // A number stays away from NaNs and from larger numbers. One comparison
      // masks the other.
      Value isNumber =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, key, key);
      Value isNotLarger = arith::CmpFOp::create(
          b, loc, arith::CmpFPredicate::ULT, key, largest);
      Value stays = arith::AndIOp::create(b, loc, isNumber, isNotLarger);
      if (inside) {
        Value yes = arith::ConstantIntOp::create(b, loc, 1, 1);
        stays = arith::OrIOp::create(
            b, loc, stays, arith::XOrIOp::create(b, loc, inside, yes));
      }
      return select(stays, before, candidate.kept);
    }
    Value isLarger = compareKeys(b, loc, key, largest);
    if (inside)
      isLarger = arith::AndIOp::create(b, loc, isLarger, inside);
    return select(isLarger, candidate.kept, before);
  }

  /// The larger one, where nothing else depends on which that is; null for
  /// floats.
  Value getLarger(OpBuilder &b, Location loc, Value word, Value kept) const {
    if (isFloat)
      return {};
    if (isUnsigned)
      return arith::MaxUIOp::create(b, loc, word, kept);
    return arith::MaxSIOp::create(b, loc, word, kept);
  }

  /// The element that is kept, signless.
  Value toElement(OpBuilder &b, Location loc, ValueRange kept) const {
    Value word = kept[isFloat && !isNarrowFloat && !comparesFloats ? 1 : 0];
    if (isNarrowFloat)
      word = flipNegative(b, loc,
                          emit<arith::SubIOp>(b, loc, word, getMiddle() + 1))
                 .first;
    if (width != wordWidth) {
      word = emit<arith::ShRUIOp>(b, loc, word, wordWidth - width);
      word = arith::TruncIOp::create(b, loc, b.getIntegerType(width), word);
    }
    if (word.getType() == type || !isFloat)
      return word;
    return arith::BitcastOp::create(b, loc, type, word);
  }

private:
  Value compareKeys(OpBuilder &b, Location loc, Value key, Value kept) const {
    arith::CmpIPredicate predicate = isNarrowFloat ? arith::CmpIPredicate::ugt
                                     : isUnsigned  ? arith::CmpIPredicate::uge
                                                   : arith::CmpIPredicate::sge;
    return arith::CmpIOp::create(b, loc, predicate, key, kept);
  }

  template <typename OpT>
  Value emit(OpBuilder &b, Location loc, Value lhs, const APInt &rhs) const {
    return OpT::create(b, loc, lhs, constant(b, loc, rhs));
  }
  template <typename OpT>
  Value emit(OpBuilder &b, Location loc, Value lhs, unsigned rhs) const {
    return emit<OpT>(b, loc, lhs, APInt(wordWidth, rhs));
  }

  /// The key of +0.0. Numbers have keys that do not wrap around; negative NaNs
  /// wrap to above infinity. The key of a narrow -infinity is above what is
  /// kept initially.
  APInt getMiddle() const { return isNarrowFloat ? infinity + 3 : infinity; }

  /// The key of a float whose NaNs have different keys so far.
  Value mergeNaNs(OpBuilder &b, Location loc, Value key) const {
    APInt firstNaN = getMiddle() + infinity;
    firstNaN.setBit(wordWidth - width);
    return emit<arith::MinUIOp>(b, loc, key, firstNaN);
  }

  /// The word, all bits but the sign inverted if that is set: signed, that is
  /// the order of numbers. Then the sign in all bits. Its own inverse.
  std::pair<Value, Value> flipNegative(OpBuilder &b, Location loc,
                                       Value word) const {
    Value magnitude = emit<arith::AndIOp>(
        b, loc, word,
        APInt::getBitsSet(wordWidth, wordWidth - width, wordWidth - 1));
    Value sign = emit<arith::ShRSIOp>(b, loc, word, wordWidth - 1);
    return {arith::XOrIOp::create(b, loc, magnitude, sign), sign};
  }

  Type type;
  unsigned width;
  bool isFloat, comparesFloats;
  unsigned wordWidth;
  bool isNarrowFloat, isUnsigned;
  APInt infinity;
};

/// What is kept of the largest element so far, and its index, if that is asked
/// for.
class LargestOfWindow : public WindowReduction {
public:
  /// `inputIndices` are those of elements of the input, if these are the
  /// largest of windows before; else null. `elementType` has signs.
  LargestOfWindow(UnfoldWindow window, Type elementType, Value input,
                  Value inputIndices, SizesRef blocks, Type indexType,
                  const LoweringOptions &options)
      : window(window), input(input), inputIndices(inputIndices),
        blocks(blocks), elements(elementType, options), indexType(indexType),
        combinesRows(options.combinesRows) {}

  WindowOrder getOrder() const { return elements.getOrder(); }

  SmallVector<TypedAttr> getInitial() override {
    Builder b(input.getContext());
    SmallVector<TypedAttr> initial;
    for (const APInt &word : elements.getInitial())
      initial.push_back(elements.getAttr(b, word));
    if (indexType)
      initial.push_back(inputIndices ? getNoIndex(b) : getNoDistance(b));
    return initial;
  }

  SmallVector<Value> visit(OpBuilder &b, Location loc,
                           ArrayRef<OpFoldResult> element,
                           ValueRange largest) override;

  /// With indices, more values than registers hold would be kept at a time.
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
    if (indexType)
      results.push_back(inputIndices ? largest.back()
                                     : getIndex(b, loc, largest.back()));
    return results;
  }

  /// Whether all elements of a window may lie outside.
  bool mayMissInput() const {
    for (unsigned i = 0; i < blocks.size(); ++i) {
      int64_t first =
          llvm::divideCeil(window.startPadding[i], window.dilations[i]);
      if (first >= window.sizes[i] || reachesPadding(i, first))
        return true;
    }
    return false;
  }

private:
  /// Whether `element` of the window, or any element if it is null, lies
  /// outside of the input's dimension `i` for some block.
  bool reachesPadding(unsigned i, std::optional<int64_t> element) const {
    int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(i + 2);
    int64_t dilated = window.dilations[i];
    int64_t first = element.value_or(0) * dilated - window.startPadding[i];
    if (first < 0 || ShapedType::isDynamic(size) ||
        ShapedType::isDynamic(blocks[i]))
      return true;
    int64_t last = element.value_or(window.sizes[i] - 1) * dilated -
                   window.startPadding[i] + (blocks[i] - 1) * window.strides[i];
    return last >= size;
  }

  using LoadFunction = llvm::function_ref<Value(OpBuilder &, Location)>;

  /// What `load` builds, or a constant if `inside` does not hold. `inside` is
  /// null if it always holds.
  static Value loadInside(OpBuilder &b, Location loc, Value inside,
                          LoadFunction load, TypedAttr outside) {
    if (!inside)
      return load(b, loc);
    return scf::IfOp::create(
               b, loc, inside,
               [&](OpBuilder &b, Location loc) {
                 scf::YieldOp::create(b, loc, load(b, loc));
               },
               [&](OpBuilder &b, Location loc) {
                 Value constant = arith::ConstantOp::create(b, loc, outside);
                 scf::YieldOp::create(b, loc, constant);
               })
        .getResult(0);
  }

  /// The element at a place of the input, or the lowest value outside.
  Value read(OpBuilder &b, Location loc, ArrayRef<Value> place,
             Value inside) const {
    auto load = [&](OpBuilder &b, Location loc) {
      Value element = tensor::ExtractOp::create(b, loc, input, place);
      return elements.toWord(b, loc, element);
    };
    return loadInside(b, loc, inside, load,
                      elements.getAttr(b, elements.getLowest()));
  }

  /// What is kept as the index of the element at a place: how far it is from
  /// the window's first, or the index that comes with the input.
  Value readIndex(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> element,
                  ArrayRef<Value> place, Value inside) const {
    if (inputIndices) {
      auto load = [&](OpBuilder &b, Location loc) -> Value {
        return tensor::ExtractOp::create(b, loc, inputIndices, place);
      };
      return loadInside(b, loc, inside, load, getNoIndex(b));
    }
    SmallVector<OpFoldResult> distances(2, b.getIndexAttr(0));
    for (auto [i, dilation] : llvm::zip_equal(element, window.dilations))
      distances.push_back(affine::makeComposedFoldedAffineApply(
          b, loc, b.getAffineDimExpr(0) * dilation, {i}));
    return getDistance(b, loc, distances);
  }

  /// Where the window's element is along a dimension of the input.
  Value getPlace(OpBuilder &b, Location loc, unsigned i,
                 OpFoldResult element) const {
    AffineExpr formula = b.getAffineDimExpr(0) * window.strides[i] +
                         b.getAffineDimExpr(1) * window.dilations[i] -
                         window.startPadding[i];
    return getValueOrCreateConstantIndexOp(
        b, loc,
        affine::makeComposedFoldedAffineApply(
            b, loc, AffineMap::get(2, 0, formula),
            {linalg::IndexOp::create(b, loc, 2 + i).getResult(), element}));
  }

  /// How far apart places are in the whole input (M4), modulo 2^32: an index is
  /// below that (T2).
  Value getDistance(OpBuilder &b, Location loc,
                    ArrayRef<OpFoldResult> distances) const {
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
  static TypedAttr getNoDistance(Builder &b) { return b.getI32IntegerAttr(-1); }
  TypedAttr getNoIndex(Builder &b) const {
    return b.getIntegerAttr(indexType, -1);
  }

  /// The index of the element that is so far from the window's first.
  Value getIndex(OpBuilder &b, Location loc, Value distance) const {
    SmallVector<OpFoldResult> first = {
        linalg::IndexOp::create(b, loc, 0).getResult(),
        linalg::IndexOp::create(b, loc, 1).getResult()};
    for (unsigned i = 0; i < blocks.size(); ++i)
      first.push_back(getPlace(b, loc, i, b.getIndexAttr(0)));
    Value index =
        arith::AddIOp::create(b, loc, getDistance(b, loc, first), distance);
    if (indexType != index.getType())
      index = arith::ExtUIOp::create(b, loc, indexType, index);
    if (!mayMissInput())
      return index;
    Value isNone = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::eq, distance,
        arith::ConstantOp::create(b, loc, getNoDistance(b)));
    Value none = arith::ConstantOp::create(b, loc, getNoIndex(b));
    return arith::SelectOp::create(b, loc, isNone, none, index);
  }

  UnfoldWindow window;
  Value input, inputIndices;
  SizesRef blocks;
  Elements elements;
  Type indexType;
  bool combinesRows;
};

SmallVector<Value> LargestOfWindow::visit(OpBuilder &b, Location loc,
                                          ArrayRef<OpFoldResult> element,
                                          ValueRange largest) {
  SmallVector<Value> place = {linalg::IndexOp::create(b, loc, 0),
                              linalg::IndexOp::create(b, loc, 1)};
  Value inside;
  for (unsigned i = 0; i < blocks.size(); ++i) {
    place.push_back(getPlace(b, loc, i, element[i]));
    if (!reachesPadding(i, getConstantIntValue(element[i])))
      continue;
    inside = requireInBounds(b, loc, inside, place.back(),
                             tensor::getMixedSize(b, loc, input, i + 2));
  }

  Value word = read(b, loc, place, inside);
  if (!indexType)
    if (Value larger = elements.getLarger(b, loc, word, largest.front()))
      return {larger};
  Elements::Candidate candidate = elements.getCandidate(b, loc, word);
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

/// Whether so many windows along the depth of an input share enough planes that
/// the largest element of each plane is found first, once for all windows.
/// What is found is written and read again, so it has to save much. Measured:
/// benchmarks/results/2026-11-28-cpu-fewer-ways.md.
bool sharePlanes(const UnfoldWindow &window, int64_t numDepths,
                 int64_t numWindows) {
  constexpr double minGain = 1.4;
  double ofPlane = static_cast<double>(window.sizes[1]) * window.sizes[2];
  double ofWindow = window.sizes[0];
  return numWindows * ofWindow * ofPlane >=
         minGain * (numDepths * ofPlane + numWindows * ofWindow);
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
  auto emit = [&](UnfoldWindow part, ValueRange inputs, SizesRef sizes,
                  bool skipsMissed) -> SmallVector<Value> {
    LargestOfWindow largest(
        part, elementType, inputs[0], inputs.size() > 1 ? inputs[1] : Value(),
        sizes.drop_front(2), types.size() > 1 ? types[1] : Type(), options);
    if (skipsMissed && types.size() > 1 && largest.mayMissInput())
      return {};
    return emitWindowReduction(b, loc, part.sizes, largest.getOrder(), largest,
                               sizes, computed, types,
                               options.maxUnrolledWindow);
  };
  Sizes planeSizes = sizes;
  planeSizes[2] = inputSizes[2];
  if (options.sharesPlanes && window.sizes.size() == 3 &&
      !ShapedType::isDynamicShape(sizes) &&
      !ShapedType::isDynamicShape(planeSizes) &&
      sharePlanes(window, planeSizes[2], sizes[2])) {
    SmallVector<Value> planes = emit(PartialWindow(window, 1, 3).get(), input,
                                     planeSizes, /*skipsMissed=*/true);
    if (!planes.empty())
      return emit(PartialWindow(window, 0, 1).get(), planes, sizes,
                  /*skipsMissed=*/false);
  }
  return emit(window, input, sizes, /*skipsMissed=*/false);
}

} // namespace dml
