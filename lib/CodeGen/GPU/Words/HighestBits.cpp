//===- HighestBits.cpp - Words of which the highest bits count ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HighestBits.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

bool HighestBits::areAllThatCount(Value word, unsigned width) {
  auto [found, isNew] = known.try_emplace({word, width}, false);
  if (!isNew)
    return found->second;
  bool result = llvm::all_of(word.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto shift = dyn_cast<arith::ShRUIOp>(user))
      return use.getOperandNumber() == 0 &&
             getConstantIntValue(shift.getRhs()) == kWordBits - width;
    bool isSelected = isa<arith::SelectOp>(user) && use.getOperandNumber() > 0;
    return (isSelected || isa<arith::MaxUIOp, arith::MaxSIOp>(user)) &&
           areAllThatCount(user->getResult(0), width);
  });
  return known[{word, width}] = result;
}

} // namespace dml
