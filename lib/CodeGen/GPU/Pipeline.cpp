//===- Pipeline.cpp - From dml to SPIR-V and a launch plan ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/GPU/Pipeline.h"
#include "CodeGen/GPU/Unpool/WorkgroupUnpool.h"
#include "dml/CodeGen/Common/ModulePipeline.h"
#include "dml/CodeGen/Common/Passes.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "dml/Target/LaunchPlan.h"
#include "dml/Transforms/Checks/Passes.h"
#include "dml/Transforms/Checks/RuntimeCheckPipeline.h"
#include "mlir/Conversion/GPUToSPIRV/GPUToSPIRVPass.h"
#include "mlir/Conversion/MathToSPIRV/MathToSPIRVPass.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace dml {

/// Canonicalisation of tensors, without the pattern that takes what a loop
/// carries to have the type of its initial value.
static void addTensorCanonicalization(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass(
      GreedyRewriteConfig(), {"(anonymous namespace)::ForOpTensorCastFolder"}));
}

/// Whether the device has all of these capabilities.
static bool has(const GPUPipelineOptions &options,
                ArrayRef<StringRef> capabilities) {
  return llvm::all_of(capabilities, [&](StringRef capability) {
    return llvm::is_contained(options.capabilities, capability);
  });
}

static void addStructuredOps(OpPassManager &pm,
                             const GPUPipelineOptions &options) {
  // Without the simplification that comes with it: checks go first.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  pm.addPass(createSymbolDCEPass());
  addRuntimeChecks(pm);
  ConvertDMLToLinalgOptions conversion;
  // Bits of f16 are selected as integers.
  conversion.hasHalfConversions =
      has(options, {"Float16", "RoundingModeRTE", "Int16"});
  conversion.comparesDenormals =
      has(options, {"DenormPreserve", "SignedZeroInfNanPreserve"});
  conversion.combinesRows = true;
  conversion.maxBufferBytes = options.maxBufferBytes;
  pm.addPass(createConvertDMLToLinalg(conversion));
  // For the bitcasts between floats and integers that the conversion leaves.
  pm.addPass(createConvertElementwiseToLinalgPass());
  // Before canonicalisation, which breaks contradictory code, and behind it:
  // it finds more checks that fail.
  pm.addPass(createPruneAfterFailure());
  addTensorCanonicalization(pm);
  pm.addPass(createPruneAfterFailure());
  GPULowerTensorMovesOptions moves;
  moves.maxStorageBuffers = options.maxStorageBuffers;
  pm.addPass(createGPULowerTensorMoves(moves));
  addTensorCanonicalization(pm);
  if (options.fuse) {
    FuseOptions fuse;
    fuse.intoContractions = true;
    fuse.intoReductions = true;
    fuse.maxBuffers = options.maxStorageBuffers;
    pm.addPass(createFuse(fuse));
  }
  ConvertPooledUnpoolToLinalgOptions pooled;
  pooled.cacheBytes = options.cacheBytes;
  // The kernels of dml-gpu-lower-unpool are faster than these forms for
  // elements of up to a word, and for wider ones where a form has many
  // candidates. A form compares an input for each of its outputs, and then puts
  // bytes together; a kernel places an input once.
  pooled.keepPlainBytes = 4;
  pooled.keepPlainCandidates = 6;
  pooled.maxByteOutputs = 4;
  pooled.keepChannelsLast = true;
  pooled.keepElements =
      getMaxElementsOfWorkgroup(options.cacheBytes, options.maxWorkgroupMemory);
  pooled.assumeDisjoint = options.assumption == IndexAssumption::Disjoint;
  pooled.fuse = options.fuse;
  pooled.maxBuffers = options.maxStorageBuffers;
  pm.addPass(createConvertPooledUnpoolToLinalg(pooled));
  pm.addPass(createCSEPass());
  // Canonicalisation makes constants of what is filled with one.
  pm.addPass(createFillSplats());
}

static void addBufferization(OpPassManager &pm) {
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(options));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  LowerStridesOptions strides;
  // dml-gpu-lower-unpool takes them.
  strides.keepChannelsLast = true;
  // Gathers from NHWC arguments are as fast in tiles as from a copy; folds to
  // NHWC results are not.
  strides.resultCopyRatio = 4;
  pm.addPass(createLowerStrides(strides));
  pm.addPass(createCanonicalizerPass());
}

static bool hasAddresses(const GPUPipelineOptions &options) {
  return has(options, {kAddressesCapability, "Int64"});
}

/// Bytes of the smallest elements that kernels store one by one. The device
/// must have arithmetic on their type, too.
static int64_t getMinStoreBytes(const GPUPipelineOptions &options) {
  if (!has(options, {"Int16", "StorageBuffer16BitAccess"}))
    return 4;
  return has(options, {"Int8", "StorageBuffer8BitAccess"}) ? 1 : 2;
}

static void addThreads(OpPassManager &pm, const GPUPipelineOptions &options) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createGPUScalarsToBuffers());
  auto setGrid = [&](auto &pass) {
    pass.workgroupSize = options.workgroupSize;
    pass.maxWorkgroups = options.maxWorkgroups;
  };
  functions.addPass(createCopyToLinalg());
  functions.addPass(createLinalgGeneralizeNamedOpsPass());
  GPUOutlineChecksOptions checks;
  setGrid(checks);
  functions.addPass(createGPUOutlineChecks(checks));
  GPUTileOperationsOptions tiles;
  setGrid(tiles);
  tiles.maxWorkgroupMemory = options.maxWorkgroupMemory;
  tiles.contract = options.contract;
  tiles.maxStorageBuffers = options.maxStorageBuffers;
  functions.addPass(createGPUTileOperations(tiles));
  GPUMapToThreadsOptions threads;
  setGrid(threads);
  threads.vectorBytes = options.vectorBytes;
  threads.maxWorkgroupMemory = options.maxWorkgroupMemory;
  threads.minStoreBytes = getMinStoreBytes(options);
  functions.addPass(createGPUMapToThreads(threads));
  // Last of those that make kernels: the others would look through its code.
  GPULowerUnpoolOptions unpool;
  setGrid(unpool);
  unpool.maxBufferBytes = options.maxBufferBytes;
  unpool.maxWorkgroupMemory = options.maxWorkgroupMemory;
  unpool.cacheBytes = options.cacheBytes;
  unpool.maxInvocations = options.maxInvocations;
  unpool.assumption = options.assumption;
  functions.addPass(createGPULowerUnpool(unpool));
  functions.addPass(createGPUSinkIntoLaunches());
  functions.addPass(createGPUWidenNegations());
  GPUUnrollLongLoopsOptions loops;
  loops.maxLoopIterations = options.maxLoopIterations;
  functions.addPass(createGPUUnrollLongLoops(loops));
  GPUPackWordsOptions words;
  if (hasAddresses(options))
    words.readableMargin = options.readableMargin;
  functions.addPass(createGPUPackWords(words));
  functions.addPass(createGPUSimplifyIndices());
  // Bottom up, as a GreedyRewriteConfig says by default: top down, branches
  // with one condition are merged one by one, each time with all before them.
  functions.addPass(createCanonicalizerPass(GreedyRewriteConfig()));
  functions.addPass(createCSEPass());
}

static void addKernels(OpPassManager &pm, const GPUPipelineOptions &options) {
  pm.addPass(createGpuLaunchSinkIndexComputationsPass());
  pm.addPass(createGpuKernelOutliningPass());
  GPUBindBuffersOptions bind;
  bind.maxStorageBuffers = options.maxStorageBuffers;
  bind.maxInvocations = options.maxInvocations;
  bind.maxBufferBytes = options.maxBufferBytes;
  bind.spirvVersion = options.spirvVersion;
  llvm::append_range(bind.capabilities, options.capabilities);
  pm.addPass(createGPUBindBuffers(bind));
  pm.addPass(createCanonicalizerPass());
  if (!has(options, {"Int64"})) {
    pm.nest<gpu::GPUModuleOp>().addPass(createGPUEmulateWideIntegers());
    // Doubles of which only the words are used need no shaderFloat64.
    pm.addPass(createCanonicalizerPass());
  }
  GPUCheckSupportOptions check;
  check.capabilities = bind.capabilities;
  check.maxLoopIterations = options.maxLoopIterations;
  pm.addPass(createGPUCheckSupport(check));
}

static void addSPIRV(OpPassManager &pm, const GPUPipelineOptions &options) {
  OpPassManager &modules = pm.nest<gpu::GPUModuleOp>();
  // What is refused was refused before, by the name that the user gave it.
  modules.addPass(createGPUExpandDivisions());
  modules.addPass(createConvertMathToSPIRVPass());
  pm.addPass(createConvertGPUToSPIRVPass());
  pm.nest<spirv::ModuleOp>().addPass(
      spirv::createSPIRVLowerABIAttributesPass());
  GPUFinishKernelsOptions finish;
  llvm::append_range(finish.capabilities, options.capabilities);
  pm.addPass(createGPUFinishKernels(finish));
  auto addCanonicalization = [&] {
    OpPassManager &kernels =
        pm.nest<gpu::GPUModuleOp>().nest<spirv::ModuleOp>();
    kernels.addPass(createCanonicalizerPass());
    kernels.addPass(createCSEPass());
  };
  addCanonicalization();
  pm.nest<gpu::GPUModuleOp>().nest<spirv::ModuleOp>().addPass(
      spirv::createSPIRVUpdateVCEPass());
  if (!hasAddresses(options))
    return;
  // Behind canonicalisation: the pass expects the constant of a sum to be its
  // second operand. And behind what finds out about the kernels' capabilities,
  // which knows less of addresses than of buffers.
  GPUAddressBuffersOptions addresses;
  addresses.readableMargin = options.readableMargin;
  pm.addPass(createGPUAddressBuffers(addresses));
  addCanonicalization();
}

void buildGPUBufferPipeline(OpPassManager &pm,
                            const GPUPipelineOptions &options) {
  addStructuredOps(pm, options);
  addBufferization(pm);
}

void buildGPUKernelPipeline(OpPassManager &pm,
                            const GPUPipelineOptions &options) {
  addThreads(pm, options);
  addKernels(pm, options);
  addSPIRV(pm, options);
}

void buildGPUPipeline(OpPassManager &pm, const GPUPipelineOptions &options) {
  buildGPUBufferPipeline(pm, options);
  buildGPUKernelPipeline(pm, options);
}

void registerGPUPipeline() {
  registerModulePipeline<GPUPipelineOptions>(
      "dml-gpu-pipeline",
      "Lower static functions with dml operators to SPIR-V and a launch plan",
      buildGPUPipeline);
}

} // namespace dml
