//===- Pipeline.cpp - From dml to the LLVM dialect ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/CPU/Pipeline.h"
#include "CodeGen/CPU/Contract/ContractionSchedule.h"
#include "CodeGen/CPU/Schedule/StreamSchedule.h"
#include "CodeGen/CPU/Unpool/UnpoolBuilder.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "dml/CodeGen/Common/ModulePipeline.h"
#include "dml/CodeGen/Common/Passes.h"
#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "dml/Transforms/Checks/Passes.h"
#include "dml/Transforms/Checks/RuntimeCheckPipeline.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace dml {

/// Tensors to buffers; results become out-params, everything else is freed.
static void addBufferization(OpPassManager &pm) {
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(options));
  pm.addPass(createLegalizeDynamicViews());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  LowerStridesOptions strides;
  // From these ratios on, copies made folds and unfolds 1.1 times as fast:
  // benchmarks/results/2026-11-26-gpu-odd-rows.md and
  // benchmarks/results/2026-11-27-cpu-short-rows.md.
  strides.argumentCopyRatio = 4;
  strides.resultCopyRatio = 2;
  // Without a copy these have no schedule:
  // benchmarks/results/2026-11-30-cpu-codes.md.
  strides.dividedCopyRatio = 1;
  strides.keepChannelsLast = strides.keepConditional = true;
  pm.addPass(createLowerStrides(strides));
  pm.addPass(bufferization::createDropEquivalentBufferResultsPass());
  pm.addPass(createResultsToOutParams());
  bufferization::buildBufferDeallocationPipeline(
      pm, bufferization::BufferDeallocationPipelineOptions());
  pm.addPass(createConvertBufferizationToMemRefPass());
}

/// Structured operations to loops, the outermost ones on threads.
static void addLoops(OpPassManager &pm, const CPUPipelineOptions &options) {
  pm.addPass(createCPULowerUnpool({options.cacheBytes}));
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createCopyToLinalg({/*stridedOnly=*/true}));
  functions.addPass(createCPUWidenMinMax());
  functions.addPass(
      createCPULowerContractions({options.vectorBytes, options.contract}));
  functions.addPass(createCPUSplitDividedLoops());
  functions.addPass(
      createCPULowerToTasks({options.cacheBytes, options.keptMultiple}));
  functions.addPass(createConvertLinalgToParallelLoopsPass());
  functions.addPass(createForallToParallelLoopPass());
  functions.addPass(createCPUDistributeParallelLoops());
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  functions.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createCPUOutlineParallelLoops());
}

static void addLLVM(OpPassManager &pm, const CPUPipelineOptions &options) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(memref::createExpandStridedMetadataPass());
  functions.addPass(createLowerAffinePass());
  functions.addPass(arith::createArithExpandOpsPass());
  functions.addPass(createSCFToControlFlowPass());
  pm.addPass(createCPULowerChecks());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  FinalizeMemRefToLLVMConversionPassOptions memref;
  // The runtime's own allocator: aligned, and able to take back what a failed
  // call leaves behind.
  memref.useGenericFunctions = true;
  memref.useAlignedAlloc = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memref));
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCPUSetTarget(
      {options.targetCPU, options.targetFeatures, options.vectorWidth}));
}

void buildCPUPipeline(OpPassManager &pm, const CPUPipelineOptions &options) {
  // Bufferization does not see through blocks.
  pm.nest<func::FuncOp>().addPass(createLiftControlFlowToSCFPass());
  addRuntimeChecks(pm);
  ConvertDMLToLinalgOptions conversion;
  conversion.minIntegerBits = 8;
  conversion.hasHalfConversions = true;
  conversion.comparesDenormals = true;
  conversion.comparesHalves = options.comparesHalves;
  conversion.maxUnrolledWindow = 64;
  conversion.combinesRows = true;
  conversion.keepsNeighbours = true;
  pm.addPass(createConvertDMLToLinalg(conversion));
  pm.addPass(createPruneAfterFailure());
  // For the bitcasts between floats and integers that the conversion leaves.
  pm.addPass(createConvertElementwiseToLinalgPass());
  if (options.fuse) {
    FuseOptions fuse;
    fuse.intoContractions = true;
    fuse.linearPositions = true;
    fuse.minPackedProducts = kMinContractionProducts;
    pm.addPass(createFuse(fuse));
  }
  ConvertPooledUnpoolToLinalgOptions pooled;
  // Smaller results are written by one thread.
  pooled.cacheBytes = std::min<int64_t>(pooled.cacheBytes, options.cacheBytes);
  pooled.checkByPlace = false;
  // A ring buffer in a cache is faster for elements of all widths. It must have
  // room for the rows that an input may point to.
  pooled.keepPlainBytes = 8;
  pooled.keepOverlapping = true;
  pooled.maxPlainBytes = kMaxUnpoolRingBytes - 2 * kLineBytes;
  pooled.maxStride = kMaxStreamUnrolling;
  pooled.minColumns = kMinStreamIterations;
  pooled.encodeIndices = true;
  pooled.fuse = options.fuse;
  pm.addPass(createConvertPooledUnpoolToLinalg(pooled));
  // Tensors are not canonicalised: upstream gives a loop-carried tensor the
  // type of its initial value, whether or not the shape changes on the way.
  pm.addPass(createCSEPass());
  pm.addPass(createFillSplats());
  pm.addPass(createCPUInsertInPlace());
  addBufferization(pm);
  addLoops(pm, options);
  addLLVM(pm, options);
}

void registerCPUPipeline() {
  registerModulePipeline<CPUPipelineOptions>(
      "dml-cpu-pipeline",
      "Lower functions with dml operators to the LLVM dialect for the CPU",
      buildCPUPipeline);
}

} // namespace dml
