//===- DataMovement.cpp - Structured operations that only move ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {
namespace {

/// Beyond every size, and small enough to add positions to.
constexpr int64_t kHugeSize = int64_t(1) << 61;
/// Factors and offsets of positions; sums of a few products with sizes fit.
constexpr int64_t kHugeFactor = int64_t(1) << 31;
/// What a dynamic size is taken for.
constexpr int64_t kGuessedSize = 64;

//===----------------------------------------------------------------------===//
// Linear forms
//===----------------------------------------------------------------------===//

LinearForm getConstantForm(unsigned numLoops, int64_t value) {
  return {SmallVector<int64_t>(numLoops, 0), value};
}

LinearForm add(LinearForm lhs, const LinearForm &rhs) {
  for (auto [sum, term] : llvm::zip_equal(lhs.coefficients, rhs.coefficients))
    sum += term;
  lhs.constant += rhs.constant;
  return lhs;
}

/// Whether sums and products with another such form fit in 64 bits.
bool isModest(const LinearForm &form) {
  auto fits = [](int64_t value) {
    return -kHugeFactor < value && value < kHugeFactor;
  };
  return fits(form.constant) && llvm::all_of(form.coefficients, fits);
}

std::optional<int64_t> asConstant(const LinearForm &form) {
  if (llvm::any_of(form.coefficients, [](int64_t c) { return c != 0; }))
    return std::nullopt;
  return form.constant;
}

FailureOr<LinearForm> multiply(const LinearForm &lhs, const LinearForm &rhs) {
  std::optional<int64_t> factor = asConstant(rhs);
  if (!factor)
    return failure();
  LinearForm product = lhs;
  for (int64_t &coefficient : product.coefficients)
    coefficient *= *factor;
  product.constant *= *factor;
  return product;
}

/// Reads index arithmetic in the body of one operation.
class LinearFormReader {
public:
  explicit LinearFormReader(unsigned numLoops) : numLoops(numLoops) {}

  FailureOr<LinearForm> read(Value value) const {
    FailureOr<LinearForm> form = readUnchecked(value);
    if (failed(form) || !isModest(*form))
      return failure();
    return form;
  }

  FailureOr<LinearForm> read(AffineExpr expr, ArrayRef<LinearForm> dims,
                             ArrayRef<LinearForm> symbols) const {
    FailureOr<LinearForm> form = readUnchecked(expr, dims, symbols);
    if (failed(form) || !isModest(*form))
      return failure();
    return form;
  }

  /// The loop of this number.
  LinearForm getLoopForm(unsigned loop) const {
    LinearForm form = getConstantForm(numLoops, 0);
    form.coefficients[loop] = 1;
    return form;
  }

private:
  FailureOr<LinearForm> readUnchecked(Value value) const {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return getConstantForm(numLoops, constant.getSExtValue());
    if (auto index = value.getDefiningOp<linalg::IndexOp>())
      return getLoopForm(index.getDim());
    auto apply = value.getDefiningOp<affine::AffineApplyOp>();
    if (!apply)
      return failure();
    SmallVector<LinearForm> operands;
    for (Value operand : apply.getOperands()) {
      FailureOr<LinearForm> form = read(operand);
      if (failed(form))
        return failure();
      operands.push_back(std::move(*form));
    }
    AffineMap map = apply.getAffineMap();
    return read(map.getResult(0),
                ArrayRef(operands).take_front(map.getNumDims()),
                ArrayRef(operands).drop_front(map.getNumDims()));
  }

  FailureOr<LinearForm> readUnchecked(AffineExpr expr,
                                      ArrayRef<LinearForm> dims,
                                      ArrayRef<LinearForm> symbols) const {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return getConstantForm(numLoops, constant.getValue());
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return dims[dim.getPosition()];
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return symbols[symbol.getPosition()];
    auto binary = cast<AffineBinaryOpExpr>(expr);
    FailureOr<LinearForm> lhs = read(binary.getLHS(), dims, symbols);
    FailureOr<LinearForm> rhs = read(binary.getRHS(), dims, symbols);
    if (failed(lhs) || failed(rhs))
      return failure();
    if (expr.getKind() == AffineExprKind::Add)
      return add(std::move(*lhs), *rhs);
    if (expr.getKind() == AffineExprKind::Mul)
      return multiply(*lhs, *rhs);
    return failure();
  }

  unsigned numLoops;
};

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Reads what the body of an operation yields.
class BodyReader {
public:
  explicit BodyReader(linalg::LinalgOp op) : op(op), forms(op.getNumLoops()) {
    movement.dest = op.getDpsInitOperand(0)->get();
  }

  FailureOr<DataMovement> read() {
    Operation *yield = op.getBlock()->getTerminator();
    if (failed(readValue(yield->getOperand(0))) || !isEverythingRead())
      return failure();
    return std::move(movement);
  }

private:
  LogicalResult readValue(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return readOperand(argument);
    if (auto load = value.getDefiningOp<memref::LoadOp>())
      return readLoad(load);
    if (auto branch = value.getDefiningOp<scf::IfOp>())
      return readGuarded(branch);
    return failure();
  }

  /// An element of an input.
  LogicalResult readOperand(BlockArgument argument) {
    if (argument.getOwner() != op.getBlock())
      return failure();
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (!op.isDpsInput(operand) || !isa<MemRefType>(operand->get().getType()))
      return failure();
    movement.source = operand->get();
    SmallVector<LinearForm> loops;
    for (unsigned i = 0, e = op.getNumLoops(); i < e; ++i)
      loops.push_back(forms.getLoopForm(i));
    for (AffineExpr expr : op.getMatchingIndexingMap(operand).getResults()) {
      FailureOr<LinearForm> form = forms.read(expr, loops, {});
      if (failed(form))
        return failure();
      movement.positions.push_back(std::move(*form));
    }
    return success();
  }

  LogicalResult readLoad(memref::LoadOp load) {
    movement.source = load.getMemRef();
    ++numRead;
    for (Value index : load.getIndices()) {
      FailureOr<LinearForm> form = forms.read(index);
      if (failed(form))
        return failure();
      movement.positions.push_back(std::move(*form));
    }
    return success();
  }

  /// A load where conditions hold and a constant elsewhere.
  LogicalResult readGuarded(scf::IfOp branch) {
    if (branch.getNumResults() != 1 || branch.getElseRegion().empty() ||
        failed(readCondition(branch.getCondition())))
      return failure();
    ++numRead;
    Value inside = branch.thenYield().getOperand(0);
    Value outside = branch.elseYield().getOperand(0);
    if (!matchPattern(outside, m_Constant(&movement.outside)))
      return failure();
    auto load = inside.getDefiningOp<memref::LoadOp>();
    return load ? readLoad(load) : failure();
  }

  LogicalResult readCondition(Value condition) {
    if (auto conjunction = condition.getDefiningOp<arith::AndIOp>())
      return success(succeeded(readCondition(conjunction.getLhs())) &&
                     succeeded(readCondition(conjunction.getRhs())));
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::ult ||
        !compare.getLhs().getType().isIndex() ||
        !isOrdinarySize(compare.getRhs()))
      return failure();
    FailureOr<LinearForm> position = forms.read(compare.getLhs());
    if (failed(position))
      return failure();
    // Ranges of a strip are intervals with ascending positions.
    if (llvm::any_of(position->coefficients, [](int64_t c) { return c < 0; }))
      return failure();
    movement.guards.push_back({std::move(*position), compare.getRhs()});
    return success();
  }

  bool isOrdinarySize(Value size) {
    APInt known;
    if (matchPattern(size, m_ConstantInt(&known)))
      return known.ule(kHugeSize);
    return size.getDefiningOp<memref::DimOp>() &&
           !op->isAncestor(size.getDefiningOp());
  }

  /// Nothing else in the body may fail, write or read.
  bool isEverythingRead() {
    unsigned numEffects = 0;
    op.getBlock()->walk([&](Operation *inner) {
      bool isMovement = isa<scf::IfOp, memref::LoadOp>(inner);
      if (isMovement ||
          (!isPure(inner) && !inner->hasTrait<OpTrait::IsTerminator>()))
        ++numEffects;
    });
    return numEffects == numRead &&
           !op->isAncestor(movement.source.getParentBlock()->getParentOp());
  }

  linalg::LinalgOp op;
  LinearFormReader forms;
  DataMovement movement;
  /// Branches and loads that make up what is yielded.
  unsigned numRead = 0;
};

} // namespace

FailureOr<DataMovement> matchDataMovement(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() || op.getNumLoops() == 0)
    return failure();
  OpOperand *init = op.getDpsInitOperand(0);
  auto destType = cast<MemRefType>(init->get().getType());
  if (!destType.getLayout().isIdentity() ||
      !op.getMatchingIndexingMap(init).isIdentity())
    return failure();
  FailureOr<DataMovement> movement = BodyReader(op).read();
  if (failed(movement))
    return failure();
  auto sourceType = cast<MemRefType>(movement->source.getType());
  if (!sourceType.isStrided() ||
      sourceType.getElementType() != destType.getElementType() ||
      sourceType.getMemorySpace() != destType.getMemorySpace())
    return failure();
  return movement;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Sums and products that fold.
static OpFoldResult apply(OpBuilder &b, Location loc, AffineExpr formula,
                          ArrayRef<OpFoldResult> operands) {
  return affine::makeComposedFoldedAffineApply(b, loc, formula, operands);
}

/// The elements of the source that a step of one loop goes over.
static OpFoldResult getStride(OpBuilder &b, Location loc,
                              const DataMovement &movement,
                              ArrayRef<OpFoldResult> strides, unsigned loop) {
  AffineExpr sum, term;
  bindSymbols(b.getContext(), sum, term);
  OpFoldResult total = b.getIndexAttr(0);
  for (auto [position, stride] : llvm::zip_equal(movement.positions, strides))
    total = apply(b, loc, sum + term * position.coefficients[loop],
                  {total, stride});
  return total;
}

/// Whether two neighbouring loops are one over the product of their sizes.
static bool isOneLoop(const MovementLoop &outer, const MovementLoop &inner) {
  auto isZero = [](int64_t step) { return step == 0; };
  std::optional<int64_t> outerStride = getConstantIntValue(outer.stride);
  std::optional<int64_t> innerStride = getConstantIntValue(inner.stride);
  std::optional<int64_t> innerSize = getConstantIntValue(inner.size);
  return outerStride && innerStride && innerSize &&
         getConstantIntValue(outer.size) &&
         *outerStride == *innerStride * *innerSize &&
         llvm::all_of(outer.guardSteps, isZero) &&
         llvm::all_of(inner.guardSteps, isZero);
}

int64_t MovementLoop::guessSize() const {
  return getConstantIntValue(size).value_or(kGuessedSize);
}

MovementNest createMovementNest(OpBuilder &b, Location loc,
                                const DataMovement &movement) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(b, loc, movement.source);
  SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
  SmallVector<OpFoldResult> sizes =
      memref::getMixedSizes(b, loc, movement.dest);

  MovementNest nest;
  AffineExpr sum, term;
  bindSymbols(b.getContext(), sum, term);
  OpFoldResult offset = b.getIndexAttr(0);
  for (auto [position, stride] : llvm::zip_equal(movement.positions, strides))
    offset = apply(b, loc, sum + term * position.constant, {offset, stride});
  nest.offset = getValueOrCreateConstantIndexOp(b, loc, offset);

  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (isOneInteger(size))
      continue;
    MovementLoop loop = {size, getStride(b, loc, movement, strides, i), {}};
    for (const MovementGuard &guard : movement.guards)
      loop.guardSteps.push_back(guard.position.coefficients[i]);
    if (!nest.loops.empty() && isOneLoop(nest.loops.back(), loop)) {
      MovementLoop &outer = nest.loops.back();
      outer.size = b.getIndexAttr(*getConstantIntValue(outer.size) *
                                  *getConstantIntValue(size));
      outer.stride = loop.stride;
      continue;
    }
    nest.loops.push_back(std::move(loop));
  }
  return nest;
}

} // namespace dml
