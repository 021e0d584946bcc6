//===- Dialects.cpp - The dialect dml for MLIR's C API --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml-c/Dialects.h"
#include "dml/IR/DMLDialect.h"
#include "dml/InitAll.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"

using namespace dml;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(DML, dml, DMLDialect)

void dmlRegisterAllDialects(MlirDialectRegistry registry) {
  registerAllDialects(*unwrap(registry));
}

void dmlRegisterAllPasses(void) { registerAllPasses(); }

bool dmlAttributeIsADepthSpaceOrder(MlirAttribute attribute) {
  return mlir::isa<DepthSpaceOrderAttr>(unwrap(attribute));
}

MlirAttribute dmlDepthSpaceOrderAttrGet(MlirContext context,
                                        DmlDepthSpaceOrder order) {
  std::optional<DepthSpaceOrder> value = symbolizeDepthSpaceOrder(order);
  return wrap(
      value ? mlir::Attribute(DepthSpaceOrderAttr::get(unwrap(context), *value))
            : mlir::Attribute());
}

DmlDepthSpaceOrder dmlDepthSpaceOrderAttrGetValue(MlirAttribute attribute) {
  return static_cast<DmlDepthSpaceOrder>(
      mlir::cast<DepthSpaceOrderAttr>(unwrap(attribute)).getValue());
}

MlirTypeID dmlDepthSpaceOrderAttrGetTypeID(void) {
  return wrap(DepthSpaceOrderAttr::getTypeID());
}
