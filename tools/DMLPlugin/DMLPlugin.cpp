//===- DMLPlugin.cpp - The dialect and the passes for mlir-opt ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host loads this library with --load-dialect-plugin and --load-pass-plugin.
// The host's libMLIR.so must be the one that the library is linked to. A host
// that has the dialect or the passes itself, such as dml-opt, keeps its own.
//
//===----------------------------------------------------------------------===//

#include "dml/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "dml", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            if (!registry->getDialectAllocator("dml"))
              dml::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "dml", LLVM_VERSION_STRING, [] {
            if (!mlir::PassPipelineInfo::lookup("dml-cpu-pipeline"))
              dml::registerAllPasses();
          }};
}
