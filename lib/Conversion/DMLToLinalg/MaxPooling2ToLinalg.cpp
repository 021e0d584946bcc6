//===- MaxPooling2ToLinalg.cpp - max_pooling2 to linalg -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowReduction.h"
#include "dml/IR/MaxPooling2Sizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {
namespace {

/// Elements are compared as integers, and come out as the bits that they are
/// (M3). In the body they are words of 32 or 64 bits, whose highest bits hold
/// the element and whose other bits are zero.
class Elements {
public:
  explicit Elements(Type type)
      : type(type), width(type.getIntOrFloatBitWidth()),
        wordWidth(width == 64 ? 64 : 32), isFloat(isa<FloatType>(type)),
        isUnsigned(isFloat || type.isUnsignedInteger()),
        isNarrowFloat(isFloat && width < wordWidth), infinity(wordWidth, 0),
        one(wordWidth, 1) {
    if (auto floatType = dyn_cast<FloatType>(type))
      infinity = APFloat::getInf(floatType.getFloatSemantics())
                     .bitcastToAPInt()
                     .zext(wordWidth)
                     .shl(wordWidth - width);
  }

  Value constant(OpBuilder &b, Location loc, const APInt &value) const {
    return arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(b.getIntegerType(wordWidth), value));
  }

  /// -infinity, or the smallest integer (M6).
  APInt getLowest() const {
    APInt sign = APInt::getSignMask(wordWidth);
    if (isFloat)
      return sign | infinity;
    return isUnsigned ? APInt::getZero(wordWidth) : sign;
  }

  Value toWord(OpBuilder &b, Location loc, Value element) const {
    if (isFloat)
      element =
          arith::BitcastOp::create(b, loc, b.getIntegerType(width), element);
    if (width == wordWidth)
      return element;
    Value word =
        arith::ExtUIOp::create(b, loc, b.getIntegerType(wordWidth), element);
    return arith::ShLIOp::create(b, loc, word, getDistance(b, loc));
  }

  /// An element before it is known to be the largest. `state` is what is kept
  /// of it if it is.
  struct Candidate {
    Value key;
    SmallVector<Value, 2> state;
  };

  Candidate getCandidate(OpBuilder &b, Location loc, Value word) const;

  /// What is kept of the lowest value.
  SmallVector<APInt> getInitial() const {
    if (isNarrowFloat)
      return {one};
    if (isFloat)
      return {APInt::getZero(wordWidth), getLowest()};
    return {getLowest()};
  }

  /// Of equal elements the first in the window has to stay (M4).
  WindowOrder getOrder() const {
    return isNarrowFloat ? WindowOrder::Ascending : WindowOrder::Descending;
  }
  Value isLarger(OpBuilder &b, Location loc, const Candidate &candidate,
                 ValueRange state) const {
    arith::CmpIPredicate predicate = isNarrowFloat ? arith::CmpIPredicate::ugt
                                     : isUnsigned  ? arith::CmpIPredicate::uge
                                                   : arith::CmpIPredicate::sge;
    return arith::CmpIOp::create(b, loc, predicate, candidate.key,
                                 state.front());
  }

  /// The larger of two integers, which needs no comparison of its own.
  Value getLarger(OpBuilder &b, Location loc, Value lhs, Value rhs) const {
    if (isUnsigned)
      return arith::MaxUIOp::create(b, loc, lhs, rhs);
    return arith::MaxSIOp::create(b, loc, lhs, rhs);
  }

  /// The element that is kept, signless.
  Value toElement(OpBuilder &b, Location loc, ValueRange state) const {
    Value word = state[isFloat && !isNarrowFloat ? 1 : 0];
    if (isNarrowFloat) {
      Value ordered = arith::SubIOp::create(
          b, loc, word, constant(b, loc, getMiddle() + one));
      word = flipNegative(b, loc, ordered).first;
    }
    if (width != wordWidth) {
      word = arith::ShRUIOp::create(b, loc, word, getDistance(b, loc));
      word = arith::TruncIOp::create(b, loc, b.getIntegerType(width), word);
    }
    return isFloat ? arith::BitcastOp::create(b, loc, type, word).getResult()
                   : word;
  }

  bool isInteger() const { return !isFloat; }

private:
  Value getDistance(OpBuilder &b, Location loc) const {
    return constant(b, loc, APInt(wordWidth, wordWidth - width));
  }

  /// The key of +0.0. It is so large that no key of a number wraps around, and
  /// that those of all NaNs follow that of infinity (M5).
  APInt getMiddle() const { return isNarrowFloat ? infinity + 3 : infinity; }

  /// The word with all bits but the sign inverted if that is set, which orders
  /// numbers, and the sign in all bits. Twice is the word itself.
  std::pair<Value, Value> flipNegative(OpBuilder &b, Location loc,
                                       Value word) const {
    APInt mask = APInt::getBitsSet(wordWidth, wordWidth - width, wordWidth - 1);
    Value last = constant(b, loc, APInt(wordWidth, wordWidth - 1));
    Value magnitude =
        arith::AndIOp::create(b, loc, word, constant(b, loc, mask));
    Value sign = arith::ShRSIOp::create(b, loc, word, last);
    return {arith::XOrIOp::create(b, loc, magnitude, sign), sign};
  }

  Type type;
  unsigned width, wordWidth;
  bool isFloat, isUnsigned, isNarrowFloat;
  APInt infinity, one;
};

/// Keys of floats are unsigned: -infinity, ..., the zeros, ..., infinity, NaNs.
/// What is kept of a narrow one is its position in that order, one higher than
/// a key, which still tells -0.0 from +0.0 and NaNs from each other: the key of
/// none exceeds that of its equals. A wide one is kept beside its key, which is
/// the same for both zeros (M4).
Elements::Candidate Elements::getCandidate(OpBuilder &b, Location loc,
                                           Value word) const {
  if (!isFloat)
    return {word, {word}};
  auto [ordered, sign] = flipNegative(b, loc, word);
  if (!isNarrowFloat)
    ordered = arith::SubIOp::create(b, loc, ordered, sign);
  APInt middle = getMiddle();
  Value key = arith::AddIOp::create(b, loc, ordered, constant(b, loc, middle));
  // All NaNs are equal (M5).
  APInt nan = middle + infinity + one.shl(wordWidth - width);
  key = arith::MinUIOp::create(b, loc, key, constant(b, loc, nan));
  if (!isNarrowFloat)
    return {key, {key, word}};
  return {
      key,
      {arith::AddIOp::create(b, loc, ordered, constant(b, loc, middle + one))}};
}

/// What is kept of the largest element so far, and its index, if that is asked
/// for.
class LargestOfWindow : public WindowReduction {
public:
  LargestOfWindow(MaxPooling2Op op, Value input, SizesRef blocks,
                  Type indexType)
      : window(op.getWindow()), input(input), blocks(blocks),
        elements(getElementTypeOrSelf(op.getInput().getType())),
        indexType(indexType) {}

  WindowOrder getOrder() const { return elements.getOrder(); }

  SmallVector<TypedAttr> getInitial() override {
    Builder b(input.getContext());
    SmallVector<TypedAttr> initial;
    for (const APInt &word : elements.getInitial())
      initial.push_back(
          b.getIntegerAttr(b.getIntegerType(word.getBitWidth()), word));
    if (indexType)
      initial.push_back(b.getIntegerAttr(
          indexType, APInt::getAllOnes(indexType.getIntOrFloatBitWidth())));
    return initial;
  }

  SmallVector<Value> visit(OpBuilder &b, Location loc,
                           ArrayRef<OpFoldResult> element,
                           ValueRange largest) override;

  SmallVector<Value> finish(OpBuilder &b, Location loc,
                            ValueRange largest) override {
    SmallVector<Value> results = {elements.toElement(b, loc, largest)};
    if (indexType)
      results.push_back(largest.back());
    return results;
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

  /// The element at a place of the input, or the lowest value if `inside` does
  /// not hold. `inside` is null if it always holds.
  Value read(OpBuilder &b, Location loc, ArrayRef<Value> place,
             Value inside) const {
    auto load = [&](OpBuilder &b, Location loc) {
      Value element = tensor::ExtractOp::create(b, loc, input, place);
      return elements.toWord(b, loc, element);
    };
    if (!inside)
      return load(b, loc);
    return scf::IfOp::create(
               b, loc, inside,
               [&](OpBuilder &b, Location loc) {
                 scf::YieldOp::create(b, loc, load(b, loc));
               },
               [&](OpBuilder &b, Location loc) {
                 scf::YieldOp::create(
                     b, loc, elements.constant(b, loc, elements.getLowest()));
               })
        .getResult(0);
  }

  /// The index of a place: its row-major position in the whole input (M4).
  Value getIndex(OpBuilder &b, Location loc, ArrayRef<Value> place) const {
    AffineExpr position = b.getAffineDimExpr(0);
    SmallVector<OpFoldResult> operands = {place[0]};
    for (unsigned i = 1; i < place.size(); ++i) {
      position =
          position * b.getAffineSymbolExpr(i - 1) + b.getAffineDimExpr(i);
      operands.push_back(place[i]);
    }
    for (unsigned i = 1; i < place.size(); ++i)
      operands.push_back(tensor::getMixedSize(b, loc, input, i));
    OpFoldResult index = affine::makeComposedFoldedAffineApply(
        b, loc, AffineMap::get(place.size(), place.size() - 1, position),
        operands);
    return arith::IndexCastUIOp::create(
        b, loc, indexType, getValueOrCreateConstantIndexOp(b, loc, index));
  }

  UnfoldWindow window;
  Value input;
  SizesRef blocks;
  Elements elements;
  Type indexType;
};

SmallVector<Value> LargestOfWindow::visit(OpBuilder &b, Location loc,
                                          ArrayRef<OpFoldResult> element,
                                          ValueRange largest) {
  SmallVector<Value> place = {linalg::IndexOp::create(b, loc, 0),
                              linalg::IndexOp::create(b, loc, 1)};
  Value inside;
  for (unsigned i = 0; i < blocks.size(); ++i) {
    AffineExpr formula = b.getAffineDimExpr(0) * window.strides[i] +
                         b.getAffineDimExpr(1) * window.dilations[i] -
                         window.startPadding[i];
    place.push_back(getValueOrCreateConstantIndexOp(
        b, loc,
        affine::makeComposedFoldedAffineApply(
            b, loc, AffineMap::get(2, 0, formula),
            {linalg::IndexOp::create(b, loc, 2 + i).getResult(), element[i]})));
    if (!reachesPadding(i, getConstantIntValue(element[i])))
      continue;
    inside = requireInBounds(b, loc, inside, place.back(),
                             tensor::getMixedSize(b, loc, input, i + 2));
  }

  Value word = read(b, loc, place, inside);
  if (elements.isInteger() && !indexType)
    return {elements.getLarger(b, loc, word, largest.front())};
  Elements::Candidate candidate = elements.getCandidate(b, loc, word);
  Value isLarger = elements.isLarger(b, loc, candidate, largest);
  // Outside, the lowest value may replace its like, but no index.
  if (indexType && inside)
    isLarger = arith::AndIOp::create(b, loc, isLarger, inside);
  if (indexType)
    candidate.state.push_back(getIndex(b, loc, place));
  SmallVector<Value> state;
  for (auto [here, before] : llvm::zip_equal(candidate.state, largest))
    state.push_back(arith::SelectOp::create(b, loc, isLarger, here, before));
  return state;
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

} // namespace

llvm::Expected<SmallVector<Value>> lowerToLinalg(OpBuilder &b,
                                                 MaxPooling2Op op) {
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
  SizesRef blocks = SizesRef(sizes).drop_front(2);
  LargestOfWindow largest(op, input, blocks,
                          types.size() > 1 ? types[1] : Type());
  return emitWindowReduction(b, loc, window.sizes, largest.getOrder(), largest,
                             sizes, computed, types);
}

} // namespace dml
