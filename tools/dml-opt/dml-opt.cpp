//===- dml-opt.cpp - Pass pipelines over dml and upstream dialects --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/StandardStreams.h"
#include "../Common/ToolHelp.h"
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

/// The project's own flags, passes and pipelines, in the order in which they
/// are used. MLIR lists hundreds in alphabetical order.
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
                             "dml-fuse",
                             "dml-fill-splats",
                             "dml-lower-strides",
                             "dml-results-to-out-params",
                             "dml-copy-to-linalg",
                             "dml-legalize-dynamic-views",
                             "dml-print-access-nests",
                             "dml-cpu-insert-in-place",
                             "dml-cpu-lower-unpool",
                             "dml-cpu-split-divided-loops",
                             "dml-cpu-widen-min-max",
                             "dml-cpu-lower-contractions",
                             "dml-cpu-lower-to-tasks",
                             "dml-cpu-distribute-parallel-loops",
                             "dml-cpu-outline-parallel-loops",
                             "dml-cpu-lower-checks",
                             "dml-cpu-set-target",
                             "dml-gpu-lower-tensor-moves",
                             "dml-gpu-scalars-to-buffers",
                             "dml-gpu-outline-checks",
                             "dml-gpu-tile-operations",
                             "dml-gpu-map-to-threads",
                             "dml-gpu-lower-unpool",
                             "dml-gpu-sink-into-launches",
                             "dml-gpu-widen-negations",
                             "dml-gpu-unroll-long-loops",
                             "dml-gpu-pack-words",
                             "dml-gpu-simplify-indices",
                             "dml-gpu-bind-buffers",
                             "dml-gpu-emulate-wide-integers",
                             "dml-gpu-check-support",
                             "dml-gpu-expand-divisions",
                             "dml-gpu-finish-kernels",
                             "dml-gpu-address-buffers"};
  std::string text = llvm::formatv("dml flags:\n\n  --{0,-36} - {1}\n"
                                   "\ndml passes and pipelines:\n\n",
                                   listOperators.ArgStr, listOperators.HelpStr);
  for (StringRef name : names) {
    const PassRegistryEntry *entry = PassInfo::lookup(name);
    if (!entry)
      entry = PassPipelineInfo::lookup(name);
    text += llvm::formatv("  --{0,-36} - {1}\n", name,
                          entry ? entry->getPassDescription() : "");
  }
  return text;
}

/// Takes the flags and passes of MLIR and LLVM, which are thousands of lines,
/// out of --help, but for those that are needed most.
static void hideOtherFlags() {
  const StringRef shown[] = {"allow-unregistered-dialect",
                             "emit-bytecode",
                             "help",
                             "help-hidden",
                             "mlir-print-ir-after-all",
                             "mlir-print-op-generic",
                             "mlir-timing",
                             "o",
                             "pass-pipeline",
                             "version"};
  for (auto &entry : llvm::cl::getRegisteredOptions()) {
    llvm::cl::Option *option = entry.second;
    if (!llvm::is_contained(shown, option->ArgStr) &&
        option->getOptionHiddenFlag() == llvm::cl::NotHidden)
      option->setHiddenFlag(llvm::cl::Hidden);
  }
}

constexpr const char *kExamples =
    "\ndml examples:\n\n"
    "  dml-opt x.mlir --convert-dml-to-linalg\n"
    "  dml-opt x.mlir --dml-refine-arguments='arguments=tensor<1x8x2x3xf32>'\n"
    "  dml-opt x.mlir --pass-pipeline='builtin.module(dml-gpu-pipeline)'\n";

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
      llvm::cl::desc("Print the operators and their types by feature level"));
  (void)registerCLIOptions("", registry);
  hideOtherFlags();
  dml::setVersion(nullptr);
  std::string help =
      "mlir-opt with the dialect dml: runs passes on modules. --help-hidden "
      "lists MLIR's passes and flags, too.\n\n" +
      describeDMLPasses(listOperators) + kExamples;
  auto [inputFile, outputFile] = parseCLIOptions(argc, argv, help);
  if (listOperators) {
    dml::printOperatorTable(llvm::outs());
    return EXIT_SUCCESS;
  }
  return asMainReturnCode(
      MlirOptMain(argc, argv, inputFile, outputFile, registry));
}
