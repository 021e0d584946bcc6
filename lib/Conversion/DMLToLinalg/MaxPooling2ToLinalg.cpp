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

/// Compares elements as integers, so that their bits stay as they are (M3). In
/// the body, elements are words of 32 bits, zero-extended, or of 64 bits.
class Elements {
public:
  explicit Elements(Type type)
      : type(type), width(type.getIntOrFloatBitWidth()),
        isFloat(isa<FloatType>(type)), isUnsigned(type.isUnsignedInteger()),
        wordWidth(width == 64 ? 64 : 32) {
    if (auto floatType = dyn_cast<FloatType>(type))
      infinity = APFloat::getInf(floatType.getFloatSemantics())
                     .bitcastToAPInt()
                     .zext(wordWidth);
  }

  Value constant(OpBuilder &b, Location loc, const APInt &value) const {
    return arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(b.getIntegerType(wordWidth), value));
  }

  /// -infinity, or the smallest integer (M6).
  APInt getLowest() const {
    if (isUnsigned)
      return APInt::getZero(wordWidth);
    APInt sign = APInt::getOneBitSet(wordWidth, width - 1);
    return isFloat ? sign | infinity : sign;
  }

  Value toWord(OpBuilder &b, Location loc, Value element) const {
    if (isFloat)
      element =
          arith::BitcastOp::create(b, loc, b.getIntegerType(width), element);
    if (width == wordWidth)
      return element;
    return arith::ExtUIOp::create(b, loc, b.getIntegerType(wordWidth), element);
  }
  /// The element, signless.
  Value toElement(OpBuilder &b, Location loc, Value word) const {
    Value bits = word;
    if (width != wordWidth)
      bits = arith::TruncIOp::create(b, loc, b.getIntegerType(width), word);
    return isFloat ? arith::BitcastOp::create(b, loc, type, bits).getResult()
                   : bits;
  }

  /// A signed integer that orders elements: larger ones have larger keys, equal
  /// ones the same.
  Value getKey(OpBuilder &b, Location loc, Value word) const {
    if (isFloat)
      return getFloatKey(b, loc, word);
    APInt sign = APInt::getSignMask(wordWidth);
    if (isUnsigned)
      return width == wordWidth
                 ? arith::XOrIOp::create(b, loc, word, constant(b, loc, sign))
                 : word;
    if (width == wordWidth)
      return word;
    return arith::ShLIOp::create(
        b, loc, word, constant(b, loc, APInt(wordWidth, wordWidth - width)));
  }

private:
  /// The magnitude, negated if the number is negative. Both zeros have the same
  /// key (M4). Every NaN has the largest key (M5).
  Value getFloatKey(OpBuilder &b, Location loc, Value word) const {
    Value mask = constant(b, loc, APInt::getLowBitsSet(wordWidth, width - 1));
    Value magnitude = arith::AndIOp::create(b, loc, word, mask);
    Value isNegative =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt, word, mask);
    Value negated = arith::SubIOp::create(
        b, loc, constant(b, loc, APInt::getZero(wordWidth)), magnitude);
    Value number =
        arith::SelectOp::create(b, loc, isNegative, negated, magnitude);
    Value isNaN = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt,
                                        magnitude, constant(b, loc, infinity));
    Value most = constant(b, loc, APInt::getSignedMaxValue(wordWidth));
    return arith::SelectOp::create(b, loc, isNaN, most, number);
  }

  Type type;
  unsigned width;
  bool isFloat, isUnsigned;
  unsigned wordWidth;
  APInt infinity;
};

/// The state is the largest element so far, as a word, and its index if the
/// operator has indices. The window is visited from its last element to its
/// first. An equal element replaces the largest one, so the first of equal
/// elements is the result (M4).
class LargestOfWindow : public WindowReduction {
public:
  LargestOfWindow(MaxPooling2Op op, Value input, SizesRef blocks,
                  Type indexType)
      : window(op.getWindow()), input(input), blocks(blocks),
        elements(getElementTypeOrSelf(op.getInput().getType())),
        indexType(indexType) {}

  SmallVector<TypedAttr> getInitial() override {
    Builder b(input.getContext());
    APInt lowest = elements.getLowest();
    SmallVector<TypedAttr> initial = {
        b.getIntegerAttr(b.getIntegerType(lowest.getBitWidth()), lowest)};
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
    SmallVector<Value> results(largest);
    results.front() = elements.toElement(b, loc, largest.front());
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
  // Outside, the lowest value may replace an equal one, but its index may not.
  Value isLarger = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::sge, elements.getKey(b, loc, word),
      elements.getKey(b, loc, largest.front()));
  SmallVector<Value> state = {
      arith::SelectOp::create(b, loc, isLarger, word, largest.front())};
  if (indexType) {
    if (inside)
      isLarger = arith::AndIOp::create(b, loc, isLarger, inside);
    state.push_back(arith::SelectOp::create(
        b, loc, isLarger, getIndex(b, loc, place), largest.back()));
  }
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
  return emitWindowReduction(b, loc, window.sizes, WindowOrder::Descending,
                             largest, sizes, computed, types);
}

} // namespace dml
