//===- dml-opt.cpp - Pass pipelines over dml and upstream dialects --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/StandardStreams.h"
#include "dml/IR/FeatureLevels.h"
#include "dml/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

/// --help lists hundreds of upstream passes in alphabetical order; this is the
/// project's own part of them, in the order they are used, after its flags.
static std::string describeDMLPasses(const llvm::cl::Option &listOperators) {
  const StringRef names[] = {"dml-cpu-pipeline",
                             "dml-gpu-pipeline",
                             "dml-verify-feature-level",
                             "dml-refine-arguments",
                             "dml-check-tensor-sizes",
                             "dml-erase-unneeded",
                             "dml-guard-tensor-ops",
                             "dml-assert-to-require",
                             "dml-guard-division",
                             "dml-normalize-slices",
                             "convert-dml-to-linalg",
                             "dml-prune-after-failure",
                             "convert-dml-pooled-unpool-to-linalg",
                             "dml-fill-splats",
                             "dml-lower-strides",
                             "dml-results-to-out-params",
                             "dml-copy-to-linalg",
                             "dml-legalize-dynamic-views",
                             "dml-print-access-nests",
                             "dml-cpu-lower-unpool",
                             "dml-cpu-lower-data-movement",
                             "dml-cpu-stream-results",
                             "dml-cpu-distribute-parallel-loops",
                             "dml-cpu-split-guarded-loops",
                             "dml-cpu-outline-parallel-loops",
                             "dml-cpu-lower-checks",
                             "dml-cpu-annotate-loops",
                             "dml-cpu-set-target",
                             "dml-gpu-lower-tensor-moves",
                             "dml-gpu-scalars-to-buffers",
                             "dml-gpu-gather-flags",
                             "dml-gpu-outline-checks",
                             "dml-gpu-tile-transposes",
                             "dml-gpu-map-to-threads",
                             "dml-gpu-lower-unpool",
                             "dml-gpu-sink-into-launches",
                             "dml-gpu-pack-words",
                             "dml-gpu-simplify-indices",
                             "dml-gpu-bind-buffers",
                             "dml-gpu-emulate-wide-integers",
                             "dml-gpu-check-support",
                             "dml-gpu-expand-divisions",
                             "dml-gpu-relax-atomics",
                             "dml-gpu-set-float-controls",
                             "dml-gpu-nest-kernels"};
  std::string text = llvm::formatv("\ndml flags:\n\n  --{0,-38} - {1}\n"
                                   "\ndml passes and pipelines:\n\n",
                                   listOperators.ArgStr, listOperators.HelpStr);
  for (StringRef name : names) {
    const PassRegistryEntry *entry = PassInfo::lookup(name);
    if (!entry)
      entry = PassPipelineInfo::lookup(name);
    text += llvm::formatv("  --{0,-38} - {1}\n", name,
                          entry ? entry->getPassDescription() : "");
  }
  return text;
}

int main(int argc, char **argv) {
  dml::watchStandardStreams({"dml-opt", EXIT_FAILURE});
  registerAllPasses();
  dml::registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  dml::registerAllDialects(registry);
  llvm::cl::opt<bool> listOperators(
      "dml-list-operators",
      llvm::cl::desc("Print the operators with the types that they have from "
                     "which feature level on"));
  std::string ownPasses = describeDMLPasses(listOperators);
  llvm::cl::extrahelp help(ownPasses);
  auto [inputFile, outputFile] = registerAndParseCLIOptions(
      argc, argv, "dml optimizer driver\n", registry);
  if (listOperators) {
    dml::printOperatorTable(llvm::outs());
    return EXIT_SUCCESS;
  }
  return asMainReturnCode(
      MlirOptMain(argc, argv, inputFile, outputFile, registry));
}
