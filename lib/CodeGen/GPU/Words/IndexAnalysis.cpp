//===- IndexAnalysis.cpp - IR values as index expressions -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexAnalysis.h"
#include "WordBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;

namespace dml {

constexpr int64_t kMaxUInt32Value = std::numeric_limits<uint32_t>::max();

std::optional<int64_t> getUpperBound(arith::CmpIOp compare) {
  std::optional<int64_t> bound = getConstantIntValue(compare.getRhs());
  bool isUpper = compare.getPredicate() == arith::CmpIPredicate::ult;
  return isUpper && bound && *bound > 0 ? bound : std::nullopt;
}

bool isGuard(arith::CmpIOp compare) {
  if (!compare->hasOneUse() || !getUpperBound(compare))
    return false;
  auto guard = dyn_cast<scf::IfOp>(*compare->user_begin());
  return guard && !guard.elseBlock() &&
         llvm::all_of(compare.getLhs().getUsers(), [&](Operation *other) {
           return other == compare ||
                  guard.getThenRegion().isAncestor(other->getParentRegion());
         });
}

/// The bound of the value's guard.
static std::optional<int64_t> getGuard(Value value) {
  for (Operation *user : value.getUsers())
    if (auto compare = dyn_cast<arith::CmpIOp>(user))
      if (compare.getLhs() == value && isGuard(compare))
        return getUpperBound(compare);
  return std::nullopt;
}

IndexRange IndexAnalysis::getVariableRange(Value value) {
  // Either reading of 32 bits.
  IndexRange anything = {std::numeric_limits<int32_t>::min(), kMaxUInt32Value};
  if (std::optional<int64_t> bound = getGuard(value))
    return {0, *bound - 1};
  if (auto minimum = value.getDefiningOp<arith::MinUIOp>())
    if (auto bound = getConstantIntValue(minimum.getRhs());
        bound && *bound >= 0)
      return {0, *bound};
  if (auto select = value.getDefiningOp<arith::SelectOp>()) {
    IndexRange lhs = exprs.getRange(getExpr(select.getTrueValue()));
    IndexRange rhs = exprs.getRange(getExpr(select.getFalseValue()));
    return {std::min(lhs.lo, rhs.lo), std::max(lhs.hi, rhs.hi)};
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return anything;
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (argument != loop.getInductionVar())
      return anything;
    IndexRange lower = exprs.getRange(getExpr(loop.getLowerBound()));
    IndexRange upper = exprs.getRange(getExpr(loop.getUpperBound()));
    if (loop.getUnsignedCmp() && std::min(lower.lo, upper.lo) < 0)
      return anything;
    return {lower.lo, std::max(lower.lo, upper.hi - 1)};
  }
  auto launch = dyn_cast<gpu::LaunchOp>(parent);
  if (!launch)
    return anything;
  // The first arguments are the numbers of workgroups and threads.
  constexpr unsigned numIds = 6;
  unsigned number = argument.getArgNumber();
  if (number >= numIds)
    return anything;
  auto size = getConstantIntValue(
      launch.getOperand(launch.getAsyncDependencies().size() + number));
  return size ? IndexRange{0, std::max<int64_t>(*size, 1) - 1} : anything;
}

IndexExpr IndexAnalysis::getVariable(Value value) {
  IndexExpr variable = exprs.variable(getVariableRange(value));
  if (!variable.isConstant())
    variables[variable.terms[0].first] = value;
  return variable;
}

IndexExpr IndexAnalysis::getExpr(Value value) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  std::optional<IndexExpr> expr;
  // A guarded value is better known than what it is computed from.
  if (!getGuard(value))
    expr = expand(value);
  if (!expr || !expr->isValid ||
      (value.getType().isInteger(32) && mayWrapAround(*expr)))
    expr = getVariable(value);
  known[value] = *expr;
  return *expr;
}

/// Whether 32 bits hold the expression as neither a signed nor an unsigned
/// number.
bool IndexAnalysis::mayWrapAround(const IndexExpr &expr) const {
  return !isSignedWord(expr) && !isWithin(expr, 0, kMaxUInt32Value + 1);
}

bool IndexAnalysis::isSignedWord(const IndexExpr &expr) const {
  return isWithin(expr, std::numeric_limits<int32_t>::min(),
                  int64_t(std::numeric_limits<int32_t>::max()) + 1);
}

std::optional<IndexExpr> IndexAnalysis::expandDivision(Value lhs, APInt divisor,
                                                       bool isRemainder) {
  if (!divisor.isStrictlyPositive())
    return std::nullopt;
  IndexExpr dividend = getExpr(lhs);
  // Signed, unsigned and floor division agree only here.
  if (exprs.getRange(dividend).lo < 0)
    return std::nullopt;
  return isRemainder ? exprs.remainder(dividend, divisor.getSExtValue())
                     : exprs.floorDivide(dividend, divisor.getSExtValue());
}

std::optional<IndexExpr>
IndexAnalysis::expandAffineBinary(AffineExprKind kind, const IndexExpr &lhs,
                                  const IndexExpr &rhs) {
  if (kind == AffineExprKind::Add)
    return exprs.add(lhs, rhs);
  if (!rhs.isConstant())
    return std::nullopt;
  int64_t factor = rhs.constant;
  if (kind == AffineExprKind::Mul)
    return exprs.scale(lhs, factor);
  if (factor < 1)
    return std::nullopt;
  switch (kind) {
  case AffineExprKind::Mod:
    return exprs.remainder(lhs, factor);
  case AffineExprKind::FloorDiv:
    return exprs.floorDivide(lhs, factor);
  default: // CeilDiv
    return exprs.floorDivide(exprs.add(lhs, IndexExprs::constant(factor - 1)),
                             factor);
  }
}

std::optional<IndexExpr> IndexAnalysis::expandAffine(AffineExpr expr,
                                                     unsigned numDims,
                                                     ValueRange operands) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return IndexExprs::constant(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getExpr(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getExpr(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto lhs = expandAffine(binary.getLHS(), numDims, operands);
  auto rhs = expandAffine(binary.getRHS(), numDims, operands);
  if (!lhs || !rhs)
    return std::nullopt;
  return expandAffineBinary(expr.getKind(), *lhs, *rhs);
}

/// Keeps the common factor of the operands. So a read at the minimum is known
/// to be as aligned as reads at the operands.
std::optional<IndexExpr> IndexAnalysis::expandMinimum(arith::MinUIOp op,
                                                      int64_t bound) {
  IndexExpr value = getExpr(op.getLhs());
  IndexRange range = exprs.getRange(value);
  if (range.lo < 0 || bound < 0)
    return std::nullopt;
  if (range.hi <= bound)
    return value;
  int64_t factor = std::gcd(
      value.constant, IndexExprs::getTermAlignment(value, /*limit=*/bound));
  if (factor <= 1)
    return std::nullopt;
  return exprs.scale(exprs.floorDivide(getVariable(op), factor), factor);
}

std::optional<IndexExpr> IndexAnalysis::expand(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return IndexExprs::constant(constant.getSExtValue());
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return expandAffine(apply.getAffineMap().getResult(0),
                        apply.getAffineMap().getNumDims(),
                        apply.getMapOperands());
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    Value source = op->getOperand(0);
    if (source.getType().isIndex())
      return getExpr(source);
    if (!source.getType().isInteger(32))
      return std::nullopt;
    IndexExpr expr = getExpr(source);
    bool isKept = isa<arith::IndexCastOp>(op) ? isSignedWord(expr)
                                              : exprs.getRange(expr).lo >= 0;
    return isKept ? std::optional(expr) : std::nullopt;
  }
  if (isa<arith::AddIOp, arith::MulIOp>(op)) {
    IndexExpr lhs = getExpr(op->getOperand(0));
    IndexExpr rhs = getExpr(op->getOperand(1));
    if (lhs.isConstant())
      std::swap(lhs, rhs);
    return expandAffineBinary(isa<arith::AddIOp>(op) ? AffineExprKind::Add
                                                     : AffineExprKind::Mul,
                              lhs, rhs);
  }
  if (auto subtract = dyn_cast<arith::SubIOp>(op))
    return exprs.subtract(getExpr(subtract.getLhs()),
                          getExpr(subtract.getRhs()));
  if (op->getNumOperands() == 2 &&
      matchPattern(op->getOperand(1), m_ConstantInt(&constant))) {
    if (auto minimum = dyn_cast<arith::MinUIOp>(op))
      return expandMinimum(minimum, constant.getSExtValue());
    bool isSigned =
        isa<arith::DivSIOp, arith::FloorDivSIOp, arith::RemSIOp>(op);
    if (isSigned && value.getType().isInteger(32) &&
        !isSignedWord(getExpr(op->getOperand(0))))
      return std::nullopt;
    if (isa<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(op))
      return expandDivision(op->getOperand(0), constant, false);
    if (isa<arith::RemUIOp, arith::RemSIOp>(op))
      return expandDivision(op->getOperand(0), constant, true);
    unsigned width = constant.getBitWidth();
    if (isa<arith::ShRUIOp>(op) && constant.ult(width))
      return expandDivision(op->getOperand(0),
                            APInt::getOneBitSet(width, constant.getZExtValue()),
                            false);
    if (isa<arith::AndIOp>(op) && constant.isMask())
      return expandDivision(op->getOperand(0), constant + 1, true);
  }
  if (auto split = dyn_cast<affine::AffineDelinearizeIndexOp>(op)) {
    if (!split.getDynamicBasis().empty())
      return std::nullopt;
    // Result i is what is left after the parts inside of it; the outermost
    // takes all.
    IndexExpr rest = getExpr(split.getLinearIndex());
    auto basis = split.getStaticBasis();
    size_t result = cast<OpResult>(value).getResultNumber();
    size_t extra = split.getNumResults() - basis.size();
    for (size_t i = split.getNumResults() - 1; i > result; --i)
      rest = exprs.floorDivide(rest, basis[i - extra]);
    return result == 0 ? rest : exprs.remainder(rest, basis[result - extra]);
  }
  return std::nullopt;
}

IndexExpr IndexAnalysis::getPosition(MemRefType type, ValueRange indices) {
  auto [strides, offset] = type.getStridesAndOffset();
  // First, so that what the indices share has one order in all positions.
  SmallVector<IndexExpr> steps;
  for (Value index : indices)
    steps.push_back(getExpr(index));
  IndexExpr position = IndexExprs::constant(offset);
  for (auto [step, stride] : llvm::zip_equal(steps, strides))
    position = exprs.add(position, exprs.scale(step, stride));
  return position;
}

IndexExpr IndexAnalysis::getUnknown(Value word) {
  IndexExpr variable = exprs.variable({0, kMaxUInt32Value});
  variables[variable.terms[0].first] = word;
  return variable;
}

bool IndexAnalysis::isWithin(const IndexExpr &expr, int64_t begin,
                             int64_t end) const {
  IndexRange range = exprs.getRange(expr);
  return range.lo >= begin && range.hi < end;
}

Value IndexAnalysis::materialize(OpBuilder &b, Location loc,
                                 const IndexExpr &expr) {
  WordBuilder w(b, loc);
  auto materializeAtom = [&](unsigned index) -> Value {
    const IndexExprs::Atom atom = exprs.getAtom(index);
    if (atom.kind == IndexExprs::Atom::Variable) {
      Value value = variables.lookup(index);
      if (value.getType().isIndex())
        value = arith::IndexCastOp::create(b, loc, b.getI32Type(), value);
      return value;
    }
    Value operand = materialize(b, loc, atom.operand);
    if (atom.kind == IndexExprs::Atom::Quotient)
      return w.divide(operand, atom.divisor);
    if (llvm::isPowerOf2_64(atom.divisor))
      return w.remainder(operand, atom.divisor);
    // (x / a) % b is x / a - b * (x / (a * b)): indices of several dimensions
    // have quotients in common, where a remainder would divide once more.
    Value quotient =
        materialize(b, loc, exprs.floorDivide(atom.operand, atom.divisor));
    return w.subtract(operand, w.multiply(quotient, atom.divisor));
  };

  // The common factor goes last: other positions often need the rest, without
  // the factor or with another one.
  int64_t common = IndexExprs::getTermAlignment(expr, /*limit=*/4);
  if (common > 1 && expr.terms.size() > 1) {
    IndexExpr part = expr.getTerms();
    for (auto &term : part.terms)
      term.second /= common;
    return w.add(w.multiply(materialize(b, loc, part), common), expr.constant);
  }

  Value sum;
  for (auto [atom, factor] : expr.terms) {
    Value term = w.multiply(materializeAtom(atom), factor);
    sum = sum ? w.add(sum, term) : term;
  }
  return sum ? w.add(sum, expr.constant) : w.constant(expr.constant);
}

} // namespace dml
