//===- RuntimeChecks.cpp - What only run time can check -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Conversion/DMLToLinalg/RuntimeChecks.h"
#include "dml/IR/CheckBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace dml {
namespace {

/// What run time has to check of the rules of one operator.
class SizeCheckEmitter {
public:
  SizeCheckEmitter(OpBuilder &b, OperatorInterface op)
      : b(b), op(op), emit(b, op), tensors(getTensorOperands(op)),
        operandSizes(getOperandSizes(op)) {}

  void emitRule(const SizeRule &rule);
  /// T6: sizes that are declared but not inferred.
  void emitDeclared(OpResult result, const ResultSizes &sizes,
                    SizesRef inferred);

private:
  bool isKnown(const SizeExpr &size) const {
    return size.evaluate({operandSizes, {}}).has_value();
  }
  SmallVector<Value> toValues(ArrayRef<SizeExpr> sizes) {
    SmallVector<Value> values;
    for (const SizeExpr &size : sizes)
      values.push_back(emit.toValue(reifySizes(b, op, size).front()));
    return values;
  }
  /// T2 for the dynamic sizes of an operand.
  void requireSizesOfAtLeastOne(StringRef name, unsigned tensor);

  OpBuilder &b;
  OperatorInterface op;
  CheckBuilder emit;
  SmallVector<Value> tensors;
  SmallVector<Sizes> operandSizes;
};

void SizeCheckEmitter::requireSizesOfAtLeastOne(StringRef name,
                                                unsigned tensor) {
  for (auto [i, known] : llvm::enumerate(operandSizes[tensor])) {
    if (!ShapedType::isDynamic(known))
      continue;
    Value size = emit.sizeOf(tensors[tensor], i);
    emit.require(emit.isAtLeast(size, 1),
                 messages::sizeBelowOne(name, i, "{0}"), size);
  }
}

void SizeCheckEmitter::emitRule(const SizeRule &rule) {
  if (rule.kind == SizeRule::Kind::OperandSizes) {
    if (!rule.isImplied)
      requireSizesOfAtLeastOne(rule.message, rule.tensor);
    return;
  }
  if (llvm::all_of(rule.values, [&](const SizeExpr &s) { return isKnown(s); }))
    return;
  SmallVector<Value> values = toValues(rule.values);
  switch (rule.kind) {
  case SizeRule::Kind::AtLeast:
    emit.require(emit.isAtLeast(values.front(), rule.bound), rule.message,
                 values);
    break;
  case SizeRule::Kind::MultipleOf: {
    Value rest =
        emit.create<arith::RemUIOp>(values.front(), emit.constant(rule.bound));
    emit.require(emit.equal(rest, emit.constant(0)), rule.message, values);
    break;
  }
  case SizeRule::Kind::Equal:
    emit.require(emit.equal(values[0], values[1]), rule.message, values);
    break;
  case SizeRule::Kind::ElementCount:
    emit.requireElementCount(rule.message, values);
    break;
  case SizeRule::Kind::Broken:
  case SizeRule::Kind::OperandSizes:
    llvm_unreachable("the verifier refuses it, or done above");
  }
}

void SizeCheckEmitter::emitDeclared(OpResult result, const ResultSizes &sizes,
                                    SizesRef inferred) {
  SizesRef declared = cast<RankedTensorType>(result.getType()).getShape();
  if (!declaresMoreThanInferred(inferred, declared))
    return;
  SmallVector<OpFoldResult> computed =
      reifyInferredSizes(b, op, result.getResultNumber());
  for (auto [i, expected] : llvm::enumerate(declared)) {
    if (ShapedType::isDynamic(expected) || !ShapedType::isDynamic(inferred[i]))
      continue;
    Value size = emit.toValue(computed[i]);
    emit.require(emit.equal(size, emit.constant(expected)),
                 messages::resultSizeMismatch(sizes.name, i,
                                              sizes.dimensions[i].rule, "{0}",
                                              Twine(expected)),
                 size);
  }
}

} // namespace

void emitSizeChecks(OpBuilder &b, OperatorInterface op) {
  SizeCheckEmitter emit(b, op);
  SizeFunction function = op.getSizeFunction();
  for (const SizeRule &rule : function.getRules())
    emit.emitRule(rule);
  SizesOfResults inferred = cantFail(inferResultSizes(op, getOperandSizes(op)));
  for (auto [result, sizes, known] :
       llvm::zip_equal(op->getResults(), function.getResults(), inferred))
    emit.emitDeclared(result, sizes, known);
}

void emitRuntimeChecks(OpBuilder &b, tensor::BitcastOp op) {
  CheckBuilder emit(b, op);
  auto source = cast<RankedTensorType>(op.getSource().getType());
  auto result = cast<RankedTensorType>(op.getType());
  for (int64_t i = 0; i < result.getRank(); ++i) {
    if (!source.isDynamicDim(i) || result.isDynamicDim(i))
      continue;
    Value size = emit.sizeOf(op.getSource(), i);
    Value declared = emit.constant(result.getDimSize(i));
    emit.require(
        emit.equal(size, declared),
        messages::brokenRule("dimension " + Twine(i) + " of the result", "{0}",
                             Twine(result.getDimSize(i)), "T6"),
        size);
  }
}

LogicalResult replaceCertainFailure(RewriterBase &rewriter,
                                    OperatorInterface op) {
  llvm::Error error = checkSizesBehindCasts(op);
  if (!error)
    return failure();
  replaceByFailure(rewriter, op, std::move(error));
  return success();
}

void replaceByFailure(RewriterBase &rewriter, OperatorInterface op,
                      llvm::Error error) {
  Location loc = op->getLoc();
  rewriter.setInsertionPoint(op);
  std::string message = describeLocation(loc) + getMessagePrefix(op) +
                        llvm::toString(std::move(error));
  Value never = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
  RequireOp::create(rewriter, loc, never, rewriter.getStringAttr(message),
                    ValueRange());
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  SmallVector<Value> empty;
  for (Type result : op->getResultTypes()) {
    auto type = cast<RankedTensorType>(result);
    empty.push_back(tensor::EmptyOp::create(
        rewriter, loc, type,
        SmallVector<Value>(type.getNumDynamicDims(), one)));
  }
  rewriter.replaceOp(op, empty);
}

} // namespace dml
