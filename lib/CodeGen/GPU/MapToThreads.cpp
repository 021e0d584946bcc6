//===- MapToThreads.cpp - linalg on buffers to gpu.launch -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferWords.h"
#include "LaunchBuilder.h"
#include "ThreadEmitter.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace dml {
#define GEN_PASS_DEF_GPUMAPTOTHREADS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Why a kernel cannot read a buffer; empty where it can.
std::string findObstacle(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto root = dyn_cast<MemRefType>(getRootBuffer(buffer).getType());
  if (!type.hasStaticShape() || !root || !root.hasStaticShape())
    return "has a dynamic shape; only static shapes run on the GPU "
           "(dml-run specialises them to its inputs, dml-refine-arguments to "
           "given types)";
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return "has a buffer without strides";
  if (ShapedType::isDynamic(offset) || ShapedType::isDynamicShape(strides))
    return "has a part of a buffer whose place only a run knows";
  return "";
}

/// Why an operation cannot become a kernel; empty where it can.
std::string findObstacle(linalg::GenericOp op) {
  if (op.getNumDpsInits() == 0)
    return "writes nothing";
  for (Value operand : op->getOperands())
    if (!isa<MemRefType>(operand.getType()) &&
        !operand.getType().isIntOrFloat())
      return "has an operand that is no buffer";
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op.getRegion(), used);
  for (Value value : used) {
    Type type = value.getType();
    if (isa<MemRefType>(type))
      if (std::string obstacle = findObstacle(value); !obstacle.empty())
        return obstacle;
    Type element = getElementTypeOrSelf(type);
    if (!hasWords(element) && !type.isIndex()) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "has values of type '" << element
          << "'; the GPU moves integers and floats of 8, 16, 32 or 64 bits, "
             "and booleans";
      return text;
    }
  }
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto type = dyn_cast<MemRefType>(init.get().getType());
    if (!type)
      return "writes no buffer";
    auto [strides, offset] = type.getStridesAndOffset();
    int64_t packed = 1;
    for (int64_t i = type.getRank() - 1; i >= 0; --i) {
      if (type.getDimSize(i) != 1 && strides[i] != packed)
        return "writes a part of a buffer";
      packed *= type.getDimSize(i);
    }
    if (!ownsVectors(init.get()))
      return "writes a part of a buffer";
    if (op.getMatchingIndexingMap(&init) != map)
      return "orders its results differently";
  }
  if (!map.isProjectedPermutation() ||
      map.getNumResults() != op.getNumParallelLoops())
    return "does not write each element of its result once";
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
    utils::IteratorType iterator = op.getIteratorTypesArray()[dim];
    bool isParallel = iterator == utils::IteratorType::parallel;
    if (!isParallel && iterator != utils::IteratorType::reduction)
      return "has a loop that is neither parallel nor a reduction";
    if (isParallel != map.isFunctionOfDim(dim))
      return "does not write each element of its result once";
  }
  return "";
}

/// Whether nothing writes a buffer after an operation, through this value or
/// views of it.
bool isKeptAfter(Operation *op, Value buffer) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (isa<ViewLikeOpInterface>(user))
      return llvm::all_of(user->getResults(),
                          [&](Value view) { return isKeptAfter(op, view); });
    bool mayWrite = isa<MemoryEffectOpInterface>(user)
                        ? hasEffect<MemoryEffects::Write>(user, buffer)
                        : !isa<func::ReturnOp>(user);
    if (!mayWrite)
      return true;
    Operation *writer = op->getBlock()->findAncestorOpInBlock(*user);
    return writer && writer->isBeforeInBlock(op);
  });
}

/// Whether an operation outside of a launch can be moved into it: a scalar
/// that no kernel changes afterwards.
bool isSinkable(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getIndices().empty() && hasWords(load.getType()) &&
           findObstacle(load.getMemRef()).empty() &&
           isKeptAfter(load, getRootBuffer(load.getMemRef()));
  return isPure(op) && op->getNumRegions() == 0;
}

/// Computes captured scalars inside of the launch.
void sinkScalars(gpu::LaunchOp launch) {
  OpBuilder b(launch.getContext());
  bool changed = true;
  while (changed) {
    changed = false;
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(launch.getBody(), captured);
    for (Value value : captured) {
      Operation *op = value.getDefiningOp();
      if (!op || isa<MemRefType>(value.getType()) || !isSinkable(op))
        continue;
      b.setInsertionPointToStart(&launch.getBody().front());
      Value copy =
          b.clone(*op)->getResult(cast<OpResult>(value).getResultNumber());
      replaceAllUsesInRegionWith(value, copy, launch.getBody());
      changed = true;
    }
  }
}

struct GPUMapToThreadsPass : impl::GPUMapToThreadsBase<GPUMapToThreadsPass> {
  using GPUMapToThreadsBase::GPUMapToThreadsBase;

  void runOnOperation() override {
    if (failed(
            checkLaunchOptions(getOperation(), workgroupSize, maxWorkgroups)))
      return signalPassFailure();
    if (vectorBytes < 16 || vectorBytes > 256 || vectorBytes % 16 != 0) {
      getOperation().emitError(
          "vector-bytes: expected a multiple of 16 up to 256, given ")
          << vectorBytes.getValue();
      return signalPassFailure();
    }
    if (vectorsPerThread < 1 || vectorsPerThread > 16) {
      getOperation().emitError("vectors-per-thread: expected 1 to 16, given ")
          << vectorsPerThread.getValue();
      return signalPassFailure();
    }
    ThreadOptions options = {vectorBytes, workgroupSize, maxWorkgroups,
                             maxWorkgroupMemory, vectorsPerThread};
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      std::string obstacle = findObstacle(op);
      if (!obstacle.empty()) {
        op.emitOpError(obstacle);
        return signalPassFailure();
      }
      OpBuilder b(op);
      ThreadEmitter emitter(op, options);
      if (failed(emitter.emitLaunch(b, op.getLoc()))) {
        op.emitOpError("needs more than ")
            << maxWorkgroups.getValue() << "x" << maxWorkgroups.getValue()
            << " workgroups of " << workgroupSize.getValue()
            << " threads (maxComputeWorkGroupCount)";
        return signalPassFailure();
      }
      op.erase();
    }
    getOperation().walk([](gpu::LaunchOp launch) { sinkScalars(launch); });
  }
};

} // namespace
} // namespace dml
