//===- TensorOpGuard.cpp - Checks of one operation ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOpGuard.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

TensorOpGuard::TensorOpGuard(OpBuilder &b, Operation *op)
    : CheckBuilder(b, op), b(b) {
  // Only stores are allowed beside a parallel insertion.
  b.setInsertionPoint(isa<tensor::ParallelInsertSliceOp>(op) ? op->getParentOp()
                                                             : op);
  // A kernel of a GPU reports that a check failed, and no values.
  for (Operation *outer = op->getParentOp(); outer;
       outer = outer->getParentOp())
    isInStructuredOp |=
        isa<linalg::LinalgOp, tensor::GenerateOp, tensor::PadOp>(outer);
}

void TensorOpGuard::guardExpansion(tensor::ExpandShapeOp expand) {
  SmallVector<OpFoldResult> parts = expand.getMixedOutputShape();
  Value ok = yes();
  for (auto [i, group] : llvm::enumerate(expand.getReassociationIndices())) {
    Value product = constant(1);
    SmallVector<Value> sizes;
    for (int64_t part : group) {
      sizes.push_back(toValue(parts[part]));
      ok = both({ok, requireSize(part, sizes.back())});
      product = create<arith::MulIOp>(product, sizes.back());
    }
    // Otherwise the product may wrap to the expected one.
    ok = both({ok, requireElementCount("result", sizes)});
    requireEqual("parts of dimension " + Twine(i), sizeOf(expand.getSrc(), i),
                 product);
  }
  replaceUnless(ok, expand.getOutputShapeMutable(), 0);
}

void TensorOpGuard::guardReshape(tensor::ReshapeOp reshape) {
  auto source = dyn_cast<RankedTensorType>(reshape.getSource().getType());
  auto result = dyn_cast<RankedTensorType>(reshape.getType());
  if (!source || !result)
    return;
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < result.getRank(); ++i) {
    Value size = tensor::ExtractOp::create(b, reshape.getLoc(),
                                           reshape.getShape(), constant(i));
    if (!size.getType().isIndex())
      size = arith::IndexCastOp::create(b, reshape.getLoc(), b.getIndexType(),
                                        size);
    requireSize(i, size);
    requireDeclaredSize(result, i, size);
    sizes.push_back(size);
  }
  requireEqualCounts("elements of the source", "result", reshape.getSource(),
                     sizes);
}

void TensorOpGuard::guardSizes(RankedTensorType type,
                               MutableOperandRange dynamicSizes) {
  Value ok = yes();
  SmallVector<Value> sizes;
  unsigned operand = 0;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!type.isDynamicDim(i)) {
      sizes.push_back(constant(type.getDimSize(i)));
      continue;
    }
    sizes.push_back(dynamicSizes[operand++].get());
    ok = both({ok, requireSize(i, sizes.back())});
  }
  ok = both({ok, requireElementCount("result", sizes)});
  replaceUnless(ok, dynamicSizes, 0);
}

void TensorOpGuard::guardPosition(Value tensor, ValueRange indices) {
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [i, index] : llvm::enumerate(indices)) {
    if (isBranchTakenBelow(index, tensor, i))
      continue;
    Value size = sizeOf(tensor, i);
    std::string bound = !type.isDynamicDim(i)
                            ? std::to_string(type.getDimSize(i))
                        : isInStructuredOp ? "the size"
                                           : "{1}";
    report(isPosition(index, size), messages::indexOutside(i, bound),
           {index, size});
  }
}

void TensorOpGuard::guardUnpooling(UnpoolOp unpool) {
  for (auto [name, operand] :
       {std::pair<StringRef, Value>{"values", unpool.getValues()},
        {"destination", unpool.getDest()}})
    for (int64_t i = 0; i < 4; ++i) {
      Value size = sizeOf(operand, i);
      require(isAtLeast(size, 1), messages::sizeBelowOne(name, i, "{0}"), size);
    }
  for (int64_t i = 0; i < 4; ++i)
    requireEqual("dimension " + Twine(i) + " of the indices",
                 sizeOf(unpool.getValues(), i), sizeOf(unpool.getIndices(), i));
}

Value TensorOpGuard::yes() {
  return arith::ConstantIntOp::create(b, b.getUnknownLoc(), 1, 1);
}

Value TensorOpGuard::isSize(Value value) {
  return both({isAtLeast(value, 0), isAtMost(value, kMaxUInt32)});
}

Value TensorOpGuard::isPosition(Value index, Value size) {
  if (Operation *cast = index.getDefiningOp();
      isa_and_present<arith::IndexCastOp, arith::IndexCastUIOp>(cast)) {
    Value wide = cast->getOperand(0);
    if (wide.getType().isInteger(64))
      return isBelow(wide, b.createOrFold<arith::IndexCastOp>(
                               wide.getLoc(), wide.getType(), size));
  }
  return isBelow(index, size);
}

bool TensorOpGuard::isBranchTakenBelow(Value index, Value tensor,
                                       int64_t dimension) {
  Region *region = b.getInsertionBlock()->getParent();
  for (; region; region = region->getParentRegion()) {
    auto branch = dyn_cast<scf::IfOp>(region->getParentOp());
    if (!branch || region != &branch.getThenRegion())
      continue;
    SmallVector<Value> conditions = {branch.getCondition()};
    while (!conditions.empty()) {
      Operation *condition = conditions.pop_back_val().getDefiningOp();
      if (auto both = dyn_cast_if_present<arith::AndIOp>(condition))
        llvm::append_values(conditions, both.getLhs(), both.getRhs());
      if (auto compare = dyn_cast_if_present<arith::CmpIOp>(condition);
          compare && compare.getPredicate() == arith::CmpIPredicate::ult &&
          compare.getLhs() == index &&
          isSizeOf(compare.getRhs(), tensor, dimension))
        return true;
    }
  }
  return false;
}

bool TensorOpGuard::isSizeOf(Value size, Value tensor, int64_t dimension) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dimension))
    return isConstantIntValue(size, type.getDimSize(dimension));
  auto dim = size.getDefiningOp<tensor::DimOp>();
  return dim && dim.getSource() == tensor &&
         dim.getConstantIndex() == dimension;
}

void TensorOpGuard::report(Value condition, const Twine &expected,
                           ArrayRef<Value> values) {
  if (isInStructuredOp)
    require(condition, expected, {});
  else
    require(condition, messages::withGiven(expected, "{0}"), values);
}

Value TensorOpGuard::requireSize(int64_t dimension, Value size) {
  Value ok = isSize(size);
  require(ok, messages::badResultSize(dimension, "{0}"), size);
  return ok;
}

Value TensorOpGuard::requireDeclaredSize(RankedTensorType type,
                                         int64_t dimension, Value size) {
  if (type.isDynamicDim(dimension))
    return size;
  Value declared = constant(type.getDimSize(dimension));
  requireEqual("dimension " + Twine(dimension) + " of the result", size,
               declared);
  return declared;
}

void TensorOpGuard::requireEqualCounts(const Twine &what, StringRef tensor,
                                       Value source,
                                       ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> values;
  for (OpFoldResult size : sizes)
    values.push_back(toValue(size));
  requireElementCount(tensor, values);
  Value given = constant(1), expected = constant(1);
  int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i)
    given = create<arith::MulIOp>(given, sizeOf(source, i));
  for (Value size : values)
    expected = create<arith::MulIOp>(expected, size);
  requireEqual(what, expected, given);
}

void TensorOpGuard::replaceUnless(Value ok, MutableOperandRange operands,
                                  int64_t harmless) {
  for (OpOperand &operand : operands)
    operand.set(select(ok, operand.get(), constant(harmless)));
}

} // namespace dml
