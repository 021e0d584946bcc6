//===- MissedWords.cpp - Where code for pooled indices failed -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissedWords.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

std::optional<MissedWord> MissedWord::find(Value view) {
  Value root = getRootBuffer(view);
  auto type = cast<MemRefType>(root.getType());
  auto [strides, offset] =
      cast<MemRefType>(view.getType()).getStridesAndOffset();
  if (!root.getDefiningOp<memref::AllocOp>() ||
      !type.getElementType().isInteger(kWordBits) ||
      ShapedType::isDynamic(offset))
    return std::nullopt;
  return MissedWord{root, offset};
}

void MissedWords::report(OpBuilder &b, Location loc, const MissedWord &word,
                         IndexAssumption assumption) {
  words.push_back(word);
  StringRef name = stringify(assumption);
  StringAttr message = b.getStringAttr(
      describeLocation(loc) + "'dml.max_unpooling' op indices are not " + name +
      ", as this code assumes");
  ReportCheckOp::create(b, loc, word.buffer, b.getI64IntegerAttr(word.offset),
                        b.getStringAttr(name), message);
}

void MissedWords::eraseBranches(func::FuncOp function) const {
  for (auto branch : llvm::to_vector(function.getOps<scf::IfOp>()))
    if (branch.getNumResults() == 0 && branch.getElseRegion().empty() &&
        isAnySet(branch.getCondition()))
      branch.erase();
}

bool MissedWords::isAnySet(Value condition) const {
  if (auto compare = condition.getDefiningOp<arith::CmpIOp>())
    return compare.getPredicate() == arith::CmpIPredicate::ne &&
           matchPattern(compare.getRhs(), m_Zero()) &&
           isAnySet(compare.getLhs());
  if (auto either = condition.getDefiningOp<arith::OrIOp>())
    return isAnySet(either.getLhs()) && isAnySet(either.getRhs());
  auto load = condition.getDefiningOp<memref::LoadOp>();
  if (!load || !load.getIndices().empty())
    return false;
  std::optional<MissedWord> word = MissedWord::find(load.getMemRef());
  return word && llvm::is_contained(words, *word);
}

} // namespace dml
