//===- dml-lsp-server.cpp - MLIR's language server, with dml --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/ToolHelp.h"
#include "dml/IR/DMLDialect.h"
#include "dml/InitAll.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

using namespace mlir;

/// Leaves the server's own flags in --help, which it adds later, and takes
/// those of the compilers in libLLVM.so out.
static void hideOtherFlags() {
  const StringRef shown[] = {"help", "help-hidden", "version"};
  for (auto &entry : llvm::cl::getRegisteredOptions())
    if (!llvm::is_contained(shown, entry.first))
      entry.second->setHiddenFlag(llvm::cl::Hidden);
}

int main(int argc, char **argv) {
  dml::setVersion(nullptr);
  hideOtherFlags();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  dml::registerAllDialects(registry);
  // Operations are completed in dialects that are loaded only.
  registry.addExtension(+[](MLIRContext *context, BuiltinDialect *) {
    context->loadDialect<dml::DMLDialect>();
  });
  return failed(MlirLspServerMain(argc, argv, registry));
}
