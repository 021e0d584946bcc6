//===- dialects.c - A compiler in C -------------------------------*- C -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml-c/Dialects.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Pass.h"
#include <stdio.h>
#include <stdlib.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print(MlirStringRef string, void *file) {
  fwrite(string.data, 1, string.length, file);
}

static void expect(bool condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static void testHandle(MlirContext context) {
  MlirDialectHandle handle = mlirGetDialectHandle__dml__();
  mlirDialectHandleRegisterDialect(handle, context);
  MlirDialect dialect = mlirDialectHandleLoadDialect(handle, context);
  expect(!mlirDialectIsNull(dialect), "the dialect is not loaded");
  print(mlirDialectGetNamespace(dialect), stdout);
  printf("\n");
}

static void testAttribute(MlirContext context) {
  MlirAttribute order = dmlDepthSpaceOrderAttrGet(
      context, DML_DEPTH_SPACE_ORDER_COLUMN_ROW_DEPTH);
  mlirAttributePrint(order, print, stdout);
  printf("\n");
  expect(dmlAttributeIsADepthSpaceOrder(order), "it is no order");
  expect(dmlDepthSpaceOrderAttrGetValue(order) ==
             DML_DEPTH_SPACE_ORDER_COLUMN_ROW_DEPTH,
         "it has another value");
  expect(mlirTypeIDEqual(mlirAttributeGetTypeID(order),
                         dmlDepthSpaceOrderAttrGetTypeID()),
         "it has another type ID");
  expect(mlirAttributeEqual(order, mlirAttributeParseGet(
                                       context, text("#dml.depth_space_order<"
                                                     "column_row_depth>"))),
         "it is not what its text is");
  expect(!dmlAttributeIsADepthSpaceOrder(mlirUnitAttrGet(context)),
         "a unit is an order");
  expect(mlirAttributeIsNull(
             dmlDepthSpaceOrderAttrGet(context, (DmlDepthSpaceOrder)7)),
         "7 is an order");
}

/// depth_to_space1 with this block size, whose operand is the argument of a
/// block, before the block's end.
static MlirOperation makeOperator(MlirContext context, MlirBlock block,
                                  int64_t blockSize) {
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirNamedAttribute attributes[] = {
      mlirNamedAttributeGet(
          mlirIdentifierGet(context, text("block_size")),
          mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), blockSize)),
      mlirNamedAttributeGet(
          mlirIdentifierGet(context, text("order")),
          dmlDepthSpaceOrderAttrGet(context,
                                    DML_DEPTH_SPACE_ORDER_DEPTH_COLUMN_ROW))};
  MlirValue operand = mlirBlockGetArgument(block, 0);
  MlirOperationState state =
      mlirOperationStateGet(text("dml.depth_to_space1"), location);
  mlirOperationStateAddAttributes(&state, 2, attributes);
  mlirOperationStateAddOperands(&state, 1, &operand);
  mlirOperationStateEnableResultTypeInference(&state);
  return mlirOperationCreate(&state);
}

static void testOperation(MlirContext context) {
  MlirModule module = mlirModuleCreateParse(
      context, text("func.func @f(%x: tensor<1x8x2x3xf32>) { return }"));
  MlirOperation function = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirOperation op = makeOperator(context, block, 2);
  expect(!mlirOperationIsNull(op), "no operation was made");
  mlirBlockInsertOwnedOperation(block, 0, op);
  expect(mlirOperationVerify(mlirModuleGetOperation(module)),
         "the module is not valid");
  mlirOperationPrint(op, print, stdout);
  printf("\n");
  // Inference says which rule is broken.
  expect(mlirOperationIsNull(makeOperator(context, block, 3)),
         "an operation was made that breaks a rule");

  MlirPassManager passes = mlirPassManagerCreate(context);
  expect(mlirLogicalResultIsSuccess(mlirParsePassPipeline(
             mlirPassManagerGetAsOpPassManager(passes),
             text("builtin.module(convert-dml-to-linalg)"), print, stderr)),
         "the pipeline is not known");
  expect(mlirLogicalResultIsSuccess(
             mlirPassManagerRunOnOp(passes, mlirModuleGetOperation(module))),
         "the pipeline failed");
  mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
  mlirPassManagerDestroy(passes);
  mlirModuleDestroy(module);
}

int main(void) {
  // In order with errors.
  setbuf(stdout, NULL);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dmlRegisterAllDialects(registry);
  dmlRegisterAllPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  testHandle(context);
  testAttribute(context);
  mlirContextLoadAllAvailableDialects(context);
  testOperation(context);
  mlirContextDestroy(context);
  return 0;
}
