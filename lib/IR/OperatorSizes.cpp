//===- OperatorSizes.cpp - The sizes of operators in IR -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Operators/OperatorUtils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

SmallVector<Value> getTensorOperands(OperatorInterface op) {
  return llvm::filter_to_vector(op->getOperands(), [](Value operand) {
    return isa<RankedTensorType>(operand.getType());
  });
}

SmallVector<Sizes> getOperandSizes(OperatorInterface op) {
  return llvm::map_to_vector(getTensorOperands(op), [](Value operand) {
    return Sizes(cast<RankedTensorType>(operand.getType()).getShape());
  });
}

llvm::Expected<SizesOfResults> inferResultSizes(OperatorInterface op,
                                                ArrayRef<Sizes> operands) {
  return inferSizes(op.getSizeFunction(), {operands, {}});
}

llvm::Expected<SizesOfResults> inferTypeSizes(OperatorInterface op) {
  return inferResultSizes(op, getOperandSizes(op));
}

llvm::Expected<SizesOfResults> evaluateSizes(OperatorInterface op,
                                             const KnownSizes &known) {
  SizeFunction function = op.getSizeFunction();
  llvm::Expected<SizesOfResults> inferred = inferSizes(function, known);
  if (!inferred)
    return inferred;
  for (auto [result, sizes, type] :
       llvm::zip_equal(function.getResults(), *inferred, op->getResultTypes()))
    if (llvm::Error error = checkDeclaredSizes(
            result, sizes, cast<RankedTensorType>(type).getShape()))
      return std::move(error);
  return inferred;
}

FailureOr<SmallVector<Type>>
mergeIntoDeclared(OperatorInterface op, TypeRange declared, SizesRef input) {
  SizeFunction function = op.getSizeFunction();
  llvm::Expected<SizesOfResults> inferred =
      inferSizes(function, {Sizes(input), {}});
  if (!inferred) {
    llvm::consumeError(inferred.takeError());
    return failure();
  }
  SmallVector<Type> types;
  for (auto [result, sizes, type] :
       llvm::zip_equal(function.getResults(), *inferred, declared)) {
    auto tensor = cast<RankedTensorType>(type);
    Sizes merged = mergeSizes(sizes, tensor.getShape());
    if (llvm::Error error = llvm::joinErrors(
            checkDeclaredSizes(result, sizes, tensor.getShape()),
            checkTensorSizes(result.name, merged))) {
      llvm::consumeError(std::move(error));
      return failure();
    }
    types.push_back(tensor.clone(merged));
  }
  return types;
}

//===----------------------------------------------------------------------===//
// As IR
//===----------------------------------------------------------------------===//

namespace {

class SizeReifier {
public:
  SizeReifier(OpBuilder &b, OperatorInterface op)
      : b(b), loc(op.getLoc()), tensors(getTensorOperands(op)) {
    for (Value operand : op->getOperands())
      if (!isa<RankedTensorType>(operand.getType()))
        indexOperands.push_back(operand);
  }

  OpFoldResult reify(const SizeExpr &size) {
    SmallVector<OpFoldResult> symbols;
    AffineExpr formula = getFormula(size, symbols);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(formula))
      return symbols[symbol.getPosition()];
    return affine::makeComposedFoldedAffineApply(b, loc, formula, symbols);
  }

private:
  /// The formula over symbols, for whose values it emits what they need.
  AffineExpr getFormula(const SizeExpr &size,
                        SmallVectorImpl<OpFoldResult> &symbols) {
    auto addSymbol = [&](OpFoldResult value) {
      symbols.push_back(value);
      return b.getAffineSymbolExpr(symbols.size() - 1);
    };
    switch (size.getKind()) {
    case SizeExpr::Kind::Constant:
      return addSymbol(b.getIndexAttr(size.getConstant()));
    case SizeExpr::Kind::OperandSize:
      return addSymbol(tensor::getMixedSize(b, loc, tensors[size.getNumber()],
                                            size.getDimension()));
    case SizeExpr::Kind::IndexOperand:
      return addSymbol(indexOperands[size.getNumber()]);
    case SizeExpr::Kind::Sum:
      return getFormula(size.getParts().front(), symbols) + size.getConstant();
    case SizeExpr::Kind::Quotient:
      return getFormula(size.getParts().front(), symbols)
          .floorDiv(size.getConstant());
    case SizeExpr::Kind::Product:
      break;
    }
    // Each factor by itself: it may be of use by itself.
    AffineExpr product = b.getAffineConstantExpr(1);
    SmallVector<OpFoldResult> factors;
    for (const SizeExpr &part : size.getParts())
      factors.push_back(reify(part));
    for (OpFoldResult factor : factors)
      product = product * addSymbol(factor);
    return product;
  }

  OpBuilder &b;
  Location loc;
  SmallVector<Value> tensors, indexOperands;
};

} // namespace

SmallVector<OpFoldResult> reifySizes(OpBuilder &b, OperatorInterface op,
                                     ArrayRef<SizeExpr> sizes) {
  SizeReifier reifier(b, op);
  SmallVector<OpFoldResult> reified;
  for (const SizeExpr &size : sizes)
    reified.push_back(reifier.reify(size));
  return reified;
}

SmallVector<OpFoldResult> reifyInferredSizes(OpBuilder &b, OperatorInterface op,
                                             unsigned result) {
  SizeFunction function = op.getSizeFunction();
  std::vector<SizeExpr> sizes;
  for (const ResultSize &dimension : function.getResults()[result].dimensions)
    sizes.push_back(dimension.size);
  return reifySizes(b, op, sizes);
}

LogicalResult reifyDeclaredSizes(OpBuilder &b, OperatorInterface op,
                                 ReifiedRankedShapedTypeDims &reified) {
  for (OpResult result : op->getResults()) {
    SmallVector<OpFoldResult> sizes =
        reifyInferredSizes(b, op, result.getResultNumber());
    SizesRef declared = cast<RankedTensorType>(result.getType()).getShape();
    // The interface wants values where the type is dynamic, constants or not.
    for (auto [size, known] : llvm::zip_equal(sizes, declared))
      size = ShapedType::isDynamic(known)
                 ? getValueOrCreateConstantIndexOp(b, op.getLoc(), size)
                 : OpFoldResult(b.getIndexAttr(known));
    reified.push_back(std::move(sizes));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Canonical form
//===----------------------------------------------------------------------===//

void populateOperatorPatterns(RewritePatternSet &patterns) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  Name##Op::getCanonicalizationPatterns(patterns, patterns.getContext());
#include "dml/IR/Operators.def"
}

} // namespace dml
