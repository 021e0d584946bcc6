//===- LinearCopy.cpp - Copies whose positions are linear -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearCopy.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {
namespace {

/// A constant and a factor for each loop.
struct LinearForm {
  SmallVector<int64_t> factors;
  int64_t constant = 0;

  explicit LinearForm(size_t numLoops) : factors(numLoops) {}

  /// Modulo 2^64, as positions are in the end.
  void add(const LinearForm &other, int64_t factor) {
    auto accumulate = [factor](int64_t &sum, int64_t term) {
      int64_t product;
      llvm::MulOverflow(term, factor, product);
      llvm::AddOverflow(sum, product, sum);
    };
    for (auto [sum, term] : llvm::zip_equal(factors, other.factors))
      accumulate(sum, term);
    accumulate(constant, other.constant);
  }
  bool isConstant() const {
    return llvm::all_of(factors, [](int64_t factor) { return factor == 0; });
  }
};

/// An affine expression of forms; nothing where it is not linear.
std::optional<LinearForm> getForm(AffineExpr expr, ArrayRef<LinearForm> dims,
                                  ArrayRef<LinearForm> symbols,
                                  size_t numLoops) {
  LinearForm form(numLoops);
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    form.constant = constant.getValue();
    return form;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto lhs = getForm(binary.getLHS(), dims, symbols, numLoops);
  auto rhs = getForm(binary.getRHS(), dims, symbols, numLoops);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    lhs->add(*rhs, 1);
    return lhs;
  }
  if (expr.getKind() != AffineExprKind::Mul || !rhs->isConstant())
    return std::nullopt;
  form.add(*lhs, rhs->constant);
  return form;
}

/// An index in the operation's body.
std::optional<LinearForm> getForm(Value value, size_t numLoops) {
  LinearForm form(numLoops);
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    form.constant = *constant;
    return form;
  }
  if (auto index = value.getDefiningOp<linalg::IndexOp>()) {
    form.factors[index.getDim()] = 1;
    return form;
  }
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return std::nullopt;
  SmallVector<LinearForm> operands;
  for (Value operand : apply.getMapOperands()) {
    std::optional<LinearForm> known = getForm(operand, numLoops);
    if (!known)
      return std::nullopt;
    operands.push_back(*known);
  }
  ArrayRef<LinearForm> all(operands);
  AffineMap map = apply.getAffineMap();
  return getForm(map.getResult(0), all.take_front(map.getNumDims()),
                 all.drop_front(map.getNumDims()), numLoops);
}

/// A place of a buffer that an operation reads.
struct Source {
  Value buffer;
  SmallVector<LinearForm> indices;

  /// In elements from the beginning of the buffer's root, where that is known.
  std::optional<LinearForm> getPosition(size_t numLoops) const {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)) ||
        ShapedType::isDynamic(offset) || ShapedType::isDynamicShape(strides))
      return std::nullopt;
    LinearForm position(numLoops);
    position.constant = offset;
    for (auto [index, stride] : llvm::zip_equal(indices, strides))
      position.add(index, stride);
    return position;
  }
};

std::optional<Source> getSource(memref::LoadOp load, size_t numLoops) {
  Source source = {load.getMemRef(), {}};
  for (Value index : load.getIndices()) {
    std::optional<LinearForm> form = getForm(index, numLoops);
    if (!form)
      return std::nullopt;
    source.indices.push_back(*form);
  }
  return source;
}

std::optional<Source> getSource(OpOperand &operand) {
  auto op = cast<linalg::GenericOp>(operand.getOwner());
  size_t numLoops = op.getNumLoops();
  Source source = {operand.get(), {}};
  SmallVector<LinearForm> dims(numLoops, LinearForm(numLoops));
  for (auto [i, dim] : llvm::enumerate(dims))
    dim.factors[i] = 1;
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
    std::optional<LinearForm> form = getForm(expr, dims, {}, numLoops);
    if (!form)
      return std::nullopt;
    source.indices.push_back(*form);
  }
  return source;
}

/// What the operation yields, where it only reads it.
std::optional<Source> getYieldedSource(linalg::GenericOp op) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  if (auto load = yielded.getDefiningOp<memref::LoadOp>())
    return load->getBlock() == op.getBlock() ? getSource(load, op.getNumLoops())
                                             : std::nullopt;
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (!argument || argument.getOwner() != op.getBlock() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return std::nullopt;
  OpOperand *operand = op.getDpsInputOperand(argument.getArgNumber());
  if (!isa<MemRefType>(operand->get().getType()))
    return std::nullopt;
  return getSource(*operand);
}

/// Leaves out loops of one step and joins those that both sides run through as
/// one.
SmallVector<LinearCopy::Loop> simplify(ArrayRef<LinearCopy::Loop> loops) {
  SmallVector<LinearCopy::Loop> result;
  for (const LinearCopy::Loop &loop : loops) {
    if (loop.size == 1)
      continue;
    int64_t inner;
    if (!result.empty() &&
        !llvm::MulOverflow(loop.size, loop.sourceStride, inner) &&
        result.back().sourceStride == inner) {
      result.back() = {result.back().size * loop.size, loop.sourceStride,
                       loop.destStride};
      continue;
    }
    result.push_back(loop);
  }
  return result;
}

} // namespace

std::optional<SmallVector<SmallVector<int64_t>>>
getReadStrides(linalg::GenericOp op) {
  SmallVector<SmallVector<int64_t>> reads;
  auto add = [&](std::optional<Source> source) {
    std::optional<LinearForm> position;
    if (source)
      position = source->getPosition(op.getNumLoops());
    if (position)
      reads.push_back(position->factors);
    return position.has_value();
  };
  for (OpOperand *operand : op.getDpsInputOperands())
    if (isa<MemRefType>(operand->get().getType()) &&
        op.payloadUsesValueFromOperand(operand) && !add(getSource(*operand)))
      return std::nullopt;
  auto visit = [&](memref::LoadOp load) {
    return add(getSource(load, op.getNumLoops())) ? WalkResult::advance()
                                                  : WalkResult::interrupt();
  };
  if (op.getRegion().walk(visit).wasInterrupted())
    return std::nullopt;
  return reads;
}

std::optional<LinearCopy> LinearCopy::match(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return std::nullopt;
  OpOperand *init = op.getDpsInitOperand(0);
  auto type = dyn_cast<MemRefType>(init->get().getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      !type.getLayout().isIdentity() ||
      !op.getMatchingIndexingMap(init).isIdentity() ||
      !hasWords(type.getElementType()) || !ownsVectors(init->get()))
    return std::nullopt;
  std::optional<Source> source = getYieldedSource(op);
  if (!source || getRootBuffer(source->buffer) == getRootBuffer(init->get()))
    return std::nullopt;
  auto sourceType = cast<MemRefType>(source->buffer.getType());
  std::optional<LinearForm> position = source->getPosition(op.getNumLoops());
  if (sourceType.getElementType() != type.getElementType() ||
      !sourceType.hasStaticShape() || !position)
    return std::nullopt;

  SmallVector<Loop> loops;
  int64_t destStride = type.getNumElements();
  for (auto [size, factor] :
       llvm::zip_equal(type.getShape(), position->factors)) {
    destStride /= size;
    loops.push_back({size, factor, destStride});
  }
  return LinearCopy{source->buffer, init->get(),
                    dml::getElementBytes(type.getElementType()),
                    position->constant, simplify(loops)};
}

} // namespace dml
