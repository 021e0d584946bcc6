//===- DMLDialect.cpp - The dml dialect -----------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "BytecodeInterface.h"
#include "IR/Operators/BlockOperators.h"
#include "IR/Operators/OperatorUtils.h"
#include "IR/Operators/WindowClauses.h"
#include "dml/IR/Shapes/Strides.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

static_assert(dml::kDynamic == ShapedType::kDynamic,
              "shape functions and types must agree on what is dynamic");

#include "dml/IR/DMLDialect.cpp.inc"
#include "dml/IR/DMLEnums.cpp.inc"
#include "dml/IR/DMLInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dml/IR/DMLAttributes.cpp.inc"

namespace dml {
namespace {

/// Every operation may move to where its function is called.
struct DMLInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void DMLDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dml/IR/DMLOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dml/IR/DMLAttributes.cpp.inc"
      >();
  addInterfaces<DMLInlinerInterface>();
  addInterface(createBytecodeInterface(this));
  declarePromisedInterface<bufferization::BufferizableOpInterface, UnpoolOp>();
#define DML_OPERATOR(Name, mnemonic)                                           \
  declarePromisedInterface<bufferization::BufferizableOpInterface,             \
                           Name##Op>();                                        \
  declarePromisedInterface<TilingInterface, Name##Op>();                       \
  declarePromisedInterface<ValueBoundsOpInterface, Name##Op>();
#include "dml/IR/Operators.def"
}

Operation *DMLDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// T3 and T4 for `dml.strides`, the only attribute of arguments and results.
static LogicalResult verifyStrides(Operation *op, const Twine &what, Type type,
                                   NamedAttribute attribute, StridedUse use) {
  auto error = [&] {
    return op->emitOpError()
           << what << ": '" << attribute.getName().getValue() << "' ";
  };
  if (attribute.getName() != kStridesAttrName)
    return error() << "is not an attribute of arguments or results";
  auto strides = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
  auto shaped = dyn_cast<ShapedType>(type);
  if (!strides)
    return error() << "expected strides such as array<i64: 8, 4, 1>, given "
                   << attribute.getValue() << " [T3]";
  if (!isa<RankedTensorType, MemRefType>(type) ||
      !shaped.getElementType().isIntOrFloat())
    return error() << "expected a ranked tensor, given " << type << " [T3]";
  if (llvm::Error broken =
          checkStrides(what.str(), shaped.getShape(), strides,
                       getElementBytes(shaped.getElementType()), use))
    return op->emitOpError() << llvm::toString(std::move(broken));
  return success();
}

LogicalResult DMLDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (attribute.getName() != kStridesAttrName)
    return success();
  return op->emitOpError() << "'" << kStridesAttrName
                           << "' is an attribute of a function's arguments and "
                              "results, not of an operation [T3]";
}

LogicalResult DMLDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned index,
                                                   NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError("is no function, and cannot have '")
           << attribute.getName().getValue() << "'";
  return verifyStrides(op, "argument " + Twine(index),
                       function.getArgumentTypes()[index], attribute,
                       StridedUse::Read);
}

LogicalResult
DMLDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned index,
                                        NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError("is no function, and cannot have '")
           << attribute.getName().getValue() << "'";
  return verifyStrides(op, "result " + Twine(index),
                       function.getResultTypes()[index], attribute,
                       StridedUse::Written);
}

} // namespace dml

using namespace dml;
#define GET_OP_CLASSES
#include "dml/IR/DMLOps.cpp.inc"
