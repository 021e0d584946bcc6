//===- LinearFormReader.cpp - Index arithmetic of one operation -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearFormReader.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

/// What factors and constants stay below.
static constexpr int64_t kMaxFactor = int64_t(1) << 31;

static std::optional<LinearForm> checkSize(LinearForm form) {
  auto fits = [](int64_t value) {
    return -kMaxFactor < value && value < kMaxFactor;
  };
  if (!fits(form.constant) || !llvm::all_of(form.factors, fits))
    return std::nullopt;
  return form;
}

bool mergeDivisions(ArrayRef<int64_t> factors,
                    MutableArrayRef<LoopDivision> divisions,
                    ArrayRef<int64_t> otherFactors,
                    ArrayRef<LoopDivision> others) {
  for (size_t i = 0; i < factors.size(); ++i) {
    if (otherFactors[i] == 0)
      continue;
    if (factors[i] != 0 && !(divisions[i] == others[i]))
      return false;
    divisions[i] = others[i];
  }
  return true;
}

static std::optional<LinearForm> add(LinearForm lhs, const LinearForm &rhs) {
  if (!mergeDivisions(lhs.factors, lhs.divisions, rhs.factors, rhs.divisions))
    return std::nullopt;
  for (auto [sum, term] : llvm::zip_equal(lhs.factors, rhs.factors))
    sum += term;
  lhs.constant += rhs.constant;
  return checkSize(std::move(lhs));
}

/// Of one loop plus a constant.
static std::optional<LinearForm> floorDivide(const LinearForm &form,
                                             int64_t divisor) {
  unsigned loop = llvm::find(form.factors, 1) - form.factors.begin();
  unsigned numUsed =
      llvm::count_if(form.factors, [](int64_t factor) { return factor != 0; });
  if (divisor < 1 || numUsed != 1 || loop == form.factors.size() ||
      form.divisions[loop].divisor != 1)
    return std::nullopt;
  LinearForm quotient = form;
  quotient.constant = 0;
  quotient.divisions[loop] = {form.constant, divisor};
  return quotient;
}

static LinearForm multiply(LinearForm form, int64_t number) {
  for (int64_t &factor : form.factors)
    factor *= number;
  form.constant *= number;
  return form;
}

LinearForm LinearFormReader::getLoop(unsigned loop) const {
  LinearForm form(numLoops);
  form.factors[loop] = 1;
  return form;
}

std::optional<LinearForm> LinearFormReader::read(Value index) const {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return checkSize(LinearForm(numLoops, *constant));
  if (auto loop = index.getDefiningOp<linalg::IndexOp>()) {
    if (loop->getParentOfType<linalg::LinalgOp>() != op)
      return std::nullopt;
    return getLoop(loop.getDim());
  }
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return std::nullopt;
  SmallVector<LinearForm> operands;
  for (Value operand : apply.getOperands()) {
    std::optional<LinearForm> form = read(operand);
    if (!form)
      return std::nullopt;
    operands.push_back(std::move(*form));
  }
  AffineMap map = apply.getAffineMap();
  return read(map.getResult(0), ArrayRef(operands).take_front(map.getNumDims()),
              ArrayRef(operands).drop_front(map.getNumDims()));
}

std::optional<LinearForm> LinearFormReader::read(AffineExpr expr) const {
  SmallVector<LinearForm> loops;
  for (unsigned i = 0; i < numLoops; ++i)
    loops.push_back(getLoop(i));
  return read(expr, loops, {});
}

std::optional<LinearForm>
LinearFormReader::read(AffineExpr expr, ArrayRef<LinearForm> dims,
                       ArrayRef<LinearForm> symbols) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return checkSize(LinearForm(numLoops, constant.getValue()));
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<LinearForm> lhs = read(binary.getLHS(), dims, symbols);
  std::optional<LinearForm> rhs = read(binary.getRHS(), dims, symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return add(std::move(*lhs), *rhs);
  if (expr.getKind() == AffineExprKind::FloorDiv && rhs->isConstant())
    return floorDivide(*lhs, rhs->constant);
  if (expr.getKind() == AffineExprKind::Mul && rhs->isConstant())
    return checkSize(multiply(std::move(*lhs), rhs->constant));
  return std::nullopt;
}

} // namespace dml
