//===- CheckSupport.cpp - What a device cannot run ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopIterations.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace dml {
#define GEN_PASS_DEF_GPUCHECKSUPPORT
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// The Vulkan feature and SPIR-V capability that values of a type need; empty
/// for none, and nothing where the GPU has no such type at all.
struct Feature {
  StringRef capability, vulkanName;
};
std::optional<Feature> getFeature(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  if (type.isIndex() || type.isF32() || type.isInteger(1) || type.isInteger(32))
    return Feature{};
  if (type.isInteger(8))
    return Feature{"Int8", "shaderInt8"};
  if (type.isInteger(16))
    return Feature{"Int16", "shaderInt16"};
  if (type.isInteger(64))
    return Feature{"Int64", "shaderInt64"};
  if (type.isF16())
    return Feature{"Float16", "shaderFloat16"};
  if (type.isF64())
    return Feature{"Float64", "shaderFloat64"};
  return std::nullopt;
}

/// The feature that accesses to single elements of a buffer need.
Feature getAccessFeature(MemRefType type) {
  if (type.getElementType().isInteger(8))
    return {"StorageBuffer8BitAccess", "storageBuffer8BitAccess"};
  if (type.getElementType().isInteger(16))
    return {"StorageBuffer16BitAccess", "storageBuffer16BitAccess"};
  return {};
}

struct GPUCheckSupportPass : impl::GPUCheckSupportBase<GPUCheckSupportPass> {
  using GPUCheckSupportBase::GPUCheckSupportBase;

  void runOnOperation() override {
    bool isSupported = true;
    for (auto function : getOperation().getOps<func::FuncOp>())
      function.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op == function || isPlanOp(op))
          return WalkResult::advance();
        isSupported = false;
        if (isReadForRefused(op))
          return WalkResult::advance();
        if (isa<RequireOp>(op))
          op->emitOpError("depends on the contents of tensors, which the GPU "
                          "does not hand back during a run");
        else if (isa_and_present<scf::SCFDialect, cf::ControlFlowDialect>(
                     op->getDialect()))
          op->emitOpError(
              "is not supported on the GPU, which runs no loops or "
              "branches around operations on tensors; the CPU does");
        else
          op->emitOpError("is not supported on the GPU");
        return WalkResult::skip();
      });
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      module.walk([&](gpu::GPUFuncOp kernel) {
        isSupported &= succeeded(checkKernel(kernel));
      });
    if (!isSupported)
      signalPassFailure();
  }

private:
  /// Whether an operation is part of a launch plan.
  static bool isPlanOp(Operation *op) {
    if (auto require = dyn_cast<RequireOp>(op))
      return matchPattern(require.getCondition(), m_Zero());
    return isa<memref::AllocOp, memref::DeallocOp, memref::GetGlobalOp,
               InitializeOp, DispatchOp, BarrierOp, ReportCheckOp,
               ReportIndicesOp, func::ReturnOp>(op) ||
           isa<ViewLikeOpInterface>(op) ||
           op->hasTrait<OpTrait::ConstantLike>();
  }

  /// A read of a scalar argument, which dml-gpu-scalars-to-buffers has put in
  /// front of operations that are refused: only they are the user's.
  static bool isReadForRefused(Operation *op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    return load && load.getIndices().empty() &&
           isa<BlockArgument>(load.getMemRef()) &&
           llvm::any_of(op->getUsers(),
                        [](Operation *user) { return !isPlanOp(user); });
  }

  /// Whether an operation is part of how two words become 64 bits, or back.
  /// They may be shifted as a pair (WordBuilder::shiftPairRight).
  static bool movesWords(Operation *op) {
    APInt distance;
    if (isa_and_present<arith::ShLIOp, arith::ShRUIOp>(op) &&
        matchPattern(op->getOperand(1), m_ConstantInt(&distance)) &&
        distance == 32)
      return true;
    if (auto shift = dyn_cast_if_present<arith::ShRUIOp>(op))
      return movesWords(shift.getLhs().getDefiningOp<arith::OrIOp>());
    return isa_and_present<arith::OrIOp>(op) &&
           llvm::any_of(op->getOperands(), [](Value value) {
             return movesWords(value.getDefiningOp<arith::ShLIOp>());
           });
  }

  /// Whether an operation only moves bits between words and a type. Errors name
  /// the operations that compute instead.
  static bool isConversion(Operation *op) {
    return isa<arith::TruncIOp, arith::ExtUIOp, arith::BitcastOp,
               arith::SelectOp>(op) ||
           movesWords(op) ||
           isa_and_present<vector::VectorDialect>(op->getDialect()) ||
           op->hasTrait<OpTrait::ConstantLike>();
  }

  LogicalResult checkTypes(Operation *op) {
    auto check = [&](Type type) { return succeeded(checkType(op, type)); };
    return success(llvm::all_of(op->getResultTypes(), check) &&
                   llvm::all_of(op->getOperandTypes(), check));
  }

  /// Index values have 64 bits on a CPU and 32 in a kernel. What
  /// dml-gpu-simplify-indices could not show to be the same in both is left.
  static bool dependsOnIndexWidth(Operation *op) {
    if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
      APInt bound;
      bool isOrderOfSmall =
          (compare.getPredicate() == arith::CmpIPredicate::ult ||
           compare.getPredicate() == arith::CmpIPredicate::uge) &&
          matchPattern(compare.getRhs(), m_ConstantInt(&bound)) &&
          bound.getActiveBits() < 32;
      return compare.getLhs().getType().isIndex() && !isOrderOfSmall;
    }
    return isa_and_present<arith::ArithDialect>(op->getDialect()) &&
           !isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) &&
           !op->hasTrait<OpTrait::ConstantLike>() &&
           llvm::any_of(op->getResultTypes(),
                        [](Type type) { return type.isIndex(); });
  }

  /// Booleans are no numbers there; upstream converts some operations on them.
  static bool isBooleanArithmetic(Operation *op) {
    if (op->getNumOperands() != 2 ||
        !getElementTypeOrSelf(op->getOperand(0)).isInteger(1))
      return false;
    if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
      using Predicate = arith::CmpIPredicate;
      return llvm::is_contained(
          {Predicate::slt, Predicate::sle, Predicate::sgt, Predicate::sge},
          compare.getPredicate());
    }
    return isa_and_present<arith::ArithDialect>(op->getDialect()) &&
           !isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
  }

  LogicalResult checkKernel(gpu::GPUFuncOp kernel) {
    for (bool conversions : {false, true}) {
      WalkResult result = kernel.walk([&](Operation *op) {
        return isConversion(op) == conversions && failed(checkTypes(op))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      });
      if (result.wasInterrupted())
        return failure();
    }
    WalkResult result = kernel.walk([&](Operation *op) {
      if (op == kernel)
        return WalkResult::advance();
      if (isBooleanArithmetic(op)) {
        op->emitOpError("computes with ")
            << op->getOperand(0).getType()
            << ", for which the GPU has no arithmetic";
        return WalkResult::interrupt();
      }
      if (dependsOnIndexWidth(op)) {
        op->emitOpError("computes with indices that may not fit the 32 bits "
                        "that the GPU has for them");
        return WalkResult::interrupt();
      }
      if (isa<scf::ForOp, scf::IfOp, scf::YieldOp, scf::WhileOp,
              spirv::ControlBarrierOp, scf::ConditionOp, memref::LoadOp,
              memref::StoreOp, memref::AllocOp, memref::AtomicRMWOp,
              vector::ExtractOp, vector::FromElementsOp, vector::BitCastOp,
              vector::BroadcastOp, vector::ShuffleOp, vector::InsertOp>(op) ||
          isa_and_present<arith::ArithDialect, gpu::GPUDialect,
                          math::MathDialect>(op->getDialect()))
        return WalkResult::advance();
      op->emitOpError("is not supported on the GPU");
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return failure();
    uint64_t limit = maxLoopIterations;
    uint64_t count = countLoopIterations(kernel.getBody());
    if (limit == 0 || count <= limit)
      return success();
    return emitError(kernel.getLoc(), "a thread takes ")
           << count << " iterations of loops here, and the device ends them "
           << "after " << limit;
  }

  bool hasFeature(const Feature &feature) {
    return feature.capability.empty() ||
           llvm::is_contained(capabilities, feature.capability);
  }

  LogicalResult checkType(Operation *op, Type type) {
    if (auto buffer = dyn_cast<MemRefType>(type)) {
      Feature feature = getAccessFeature(buffer);
      if (hasFeature(feature))
        return success();
      return op->emitOpError("accesses single elements of ")
             << buffer << ", for which the device needs the feature "
             << feature.vulkanName;
    }
    std::optional<Feature> feature = getFeature(type);
    if (!feature)
      return op->emitOpError("computes with ")
             << type << ", which the GPU does not know";
    if (hasFeature(*feature))
      return success();
    return op->emitOpError("computes with ")
           << type << ", for which the device needs the feature "
           << feature->vulkanName;
  }
};

} // namespace
} // namespace dml
