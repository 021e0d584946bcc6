//===- dml-c/Dialects.h - The dialect dml for MLIR's C API --------*- C -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect's handle, its attribute, and the functions that register its
// passes, for programs that use MLIR's C API. mlirOperationCreate makes its
// operations.
//
//===----------------------------------------------------------------------===//

#ifndef DML_C_DIALECTS_H
#define DML_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// mlirGetDialectHandle__dml__.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(DML, dml);

/// Adds the dialect, all dialects that its passes need, and the models of
/// MLIR's interfaces.
MLIR_CAPI_EXPORTED void dmlRegisterAllDialects(MlirDialectRegistry registry);

/// Registers every pass and pipeline of the project under its name, for
/// mlirParsePassPipeline. May be called again.
MLIR_CAPI_EXPORTED void dmlRegisterAllPasses(void);

/// The numbers of DML_DEPTH_SPACE_ORDER. In C++ the type is fixed, so that any
/// other number is a value, too, and is refused.
#ifdef __cplusplus
typedef enum : uint32_t {
#else
typedef enum {
#endif
  DML_DEPTH_SPACE_ORDER_DEPTH_COLUMN_ROW = 0,
  DML_DEPTH_SPACE_ORDER_COLUMN_ROW_DEPTH = 1
} DmlDepthSpaceOrder;

/// Whether the attribute is a #dml.depth_space_order.
MLIR_CAPI_EXPORTED bool dmlAttributeIsADepthSpaceOrder(MlirAttribute attribute);

/// Makes a #dml.depth_space_order in a context that has loaded the dialect.
/// Returns the null attribute where the order is not a DmlDepthSpaceOrder.
MLIR_CAPI_EXPORTED MlirAttribute
dmlDepthSpaceOrderAttrGet(MlirContext context, DmlDepthSpaceOrder order);

/// Returns the order of a #dml.depth_space_order.
MLIR_CAPI_EXPORTED DmlDepthSpaceOrder
dmlDepthSpaceOrderAttrGetValue(MlirAttribute attribute);

MLIR_CAPI_EXPORTED MlirTypeID dmlDepthSpaceOrderAttrGetTypeID(void);

#ifdef __cplusplus
}
#endif

#endif // DML_C_DIALECTS_H
