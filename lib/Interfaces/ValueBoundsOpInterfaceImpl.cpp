//===- ValueBoundsOpInterfaceImpl.cpp - Bounds of the operators' sizes ----===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Operators.h"
#include "dml/Interfaces/ExternalModels.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;

namespace dml {
namespace {

/// The formulas of a size function as affine expressions of a constraint set.
class SizeBounds {
public:
  SizeBounds(OperatorInterface op, ValueBoundsConstraintSet &constraints)
      : constraints(constraints), tensors(getTensorOperands(op)) {
    for (Value operand : op->getOperands())
      if (!isa<RankedTensorType>(operand.getType()))
        indexOperands.push_back(operand);
  }

  /// Null for a product of two sizes that are not known, which is not affine.
  AffineExpr get(const SizeExpr &size) {
    switch (size.getKind()) {
    case SizeExpr::Kind::Constant:
      return constraints.getExpr(size.getConstant());
    case SizeExpr::Kind::OperandSize:
      return constraints.getExpr(tensors[size.getNumber()],
                                 size.getDimension());
    case SizeExpr::Kind::IndexOperand:
      return constraints.getExpr(indexOperands[size.getNumber()]);
    case SizeExpr::Kind::Sum: {
      AffineExpr part = get(size.getParts().front());
      return part ? part + size.getConstant() : part;
    }
    case SizeExpr::Kind::Quotient: {
      AffineExpr part = get(size.getParts().front());
      return part ? part.floorDiv(size.getConstant()) : part;
    }
    case SizeExpr::Kind::Product:
      return getProduct(size.getParts());
    }
    llvm_unreachable("unknown kind");
  }

private:
  AffineExpr getProduct(ArrayRef<SizeExpr> factors) {
    AffineExpr product = constraints.getExpr(1);
    for (const SizeExpr &factor : factors) {
      AffineExpr expr = get(factor);
      if (!expr ||
          !(isa<AffineConstantExpr>(expr) || isa<AffineConstantExpr>(product)))
        return {};
      product = product * expr;
    }
    return product;
  }

  ValueBoundsConstraintSet &constraints;
  SmallVector<Value> tensors, indexOperands;
};

template <typename OpT>
struct OperatorBoundsModel
    : ValueBoundsOpInterface::ExternalModel<OperatorBoundsModel<OpT>, OpT> {
  void
  populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                  ValueBoundsConstraintSet &constraints) const {
    auto dmlOp = cast<OperatorInterface>(op);
    SizeFunction function = dmlOp.getSizeFunction();
    unsigned result = cast<OpResult>(value).getResultNumber();
    const SizeExpr &size = function.getResults()[result].dimensions[dim].size;
    // T2.
    constraints.bound(value)[dim] >= 1;
    if (AffineExpr expr = SizeBounds(dmlOp, constraints).get(size))
      constraints.bound(value)[dim] == expr;
  }
};

} // namespace

void registerValueBoundsOpInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, DMLDialect *) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  Name##Op::attachInterface<OperatorBoundsModel<Name##Op>>(*context);
#include "dml/IR/Operators.def"
  });
}

} // namespace dml
