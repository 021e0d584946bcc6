//===- ElementNumbers.cpp - Numbers of the elements of a window -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementNumbers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

ElementNumbers::ElementNumbers(SizesRef sizes) {
  for (int64_t size : sizes)
    fieldBits.push_back(llvm::Log2_64_Ceil(size));
  numBits = llvm::sum_of(fieldBits);
}

Type ElementNumbers::getType(Builder &b) const {
  return b.getIntegerType(numBits <= 8 ? 8 : numBits <= 16 ? 16 : 32);
}

Value ElementNumbers::get(OpBuilder &b, Location loc,
                          ArrayRef<OpFoldResult> element) const {
  AffineExpr sum = b.getAffineConstantExpr(0);
  for (auto [i, bits] : llvm::enumerate(fieldBits))
    sum = sum * (int64_t(1) << bits) + b.getAffineDimExpr(i);
  OpFoldResult number = affine::makeComposedFoldedAffineApply(
      b, loc, AffineMap::get(fieldBits.size(), 0, sum), element);
  return arith::IndexCastOp::create(
      b, loc, b.getI32Type(), getValueOrCreateConstantIndexOp(b, loc, number));
}

Value ElementNumbers::getPlace(OpBuilder &b, Location loc, Value number,
                               unsigned i) const {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, loc, value, 32);
  };
  unsigned shift = llvm::sum_of(ArrayRef(fieldBits).drop_front(i + 1));
  Value shifted = arith::ShRUIOp::create(b, loc, number, constant(shift));
  return arith::AndIOp::create(b, loc, shifted,
                               constant((int64_t(1) << fieldBits[i]) - 1));
}

} // namespace dml
