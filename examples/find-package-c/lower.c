//===- lower.c - A compiler in C ----------------------------------*- C -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a function of one operator, and prints what it is lowered to.
//
//===----------------------------------------------------------------------===//

#include "dml-c/Dialects.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Pass.h"
#include <stdio.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print(MlirStringRef string, void *file) {
  fwrite(string.data, 1, string.length, file);
}

/// depth_to_space1 of a block's argument; null where a rule is broken.
static MlirOperation makeOperator(MlirContext context, MlirBlock block) {
  MlirNamedAttribute attributes[] = {
      mlirNamedAttributeGet(
          mlirIdentifierGet(context, text("block_size")),
          mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), 2)),
      mlirNamedAttributeGet(
          mlirIdentifierGet(context, text("order")),
          dmlDepthSpaceOrderAttrGet(context,
                                    DML_DEPTH_SPACE_ORDER_COLUMN_ROW_DEPTH))};
  MlirValue operand = mlirBlockGetArgument(block, 0);
  MlirOperationState state = mlirOperationStateGet(
      text("dml.depth_to_space1"), mlirLocationUnknownGet(context));
  mlirOperationStateAddAttributes(&state, 2, attributes);
  mlirOperationStateAddOperands(&state, 1, &operand);
  mlirOperationStateEnableResultTypeInference(&state);
  return mlirOperationCreate(&state);
}

/// Whether the pipeline of passes succeeded.
static bool runPasses(MlirContext context, MlirModule module,
                      const char *pipeline) {
  MlirPassManager passes = mlirPassManagerCreate(context);
  MlirLogicalResult result =
      mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(passes),
                            text(pipeline), print, stderr);
  if (mlirLogicalResultIsSuccess(result))
    result = mlirPassManagerRunOnOp(passes, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(passes);
  return mlirLogicalResultIsSuccess(result);
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dmlRegisterAllDialects(registry);
  dmlRegisterAllPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);

  MlirModule module = mlirModuleCreateParse(
      context, text("func.func @main(%x: tensor<1x8x2x3xf32>) { return }"));
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirOperation op = makeOperator(context, block);
  if (mlirOperationIsNull(op))
    return 1;
  mlirBlockInsertOwnedOperation(block, 0, op);
  bool lowered =
      runPasses(context, module, "builtin.module(convert-dml-to-linalg)");
  if (lowered)
    mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return lowered ? 0 : 1;
}
