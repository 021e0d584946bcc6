//===- lower.cpp - A compiler with the dialect dml in it ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lower FILE: prints the module in the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/CPU/Pipeline.h"
#include "dml/InitAll.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: lower FILE\n";
    return 2;
  }
  mlir::DialectRegistry registry;
  dml::registerAllDialects(registry);
  mlir::MLIRContext context(registry);

  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  mlir::PassManager passes(&context);
  dml::buildCPUPipeline(passes, dml::CPUPipelineOptions());
  if (!module || failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
  llvm::outs() << "\n";
  return 0;
}
