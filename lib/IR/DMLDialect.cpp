//===- DMLDialect.cpp - The dml dialect -----------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "BlockOperators.h"
#include "OperatorUtils.h"
#include "WindowClauses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
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
  declarePromisedInterface<bufferization::BufferizableOpInterface, UnpoolOp>();
}

Operation *DMLDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

} // namespace dml

using namespace dml;
#define GET_OP_CLASSES
#include "dml/IR/DMLOps.cpp.inc"
