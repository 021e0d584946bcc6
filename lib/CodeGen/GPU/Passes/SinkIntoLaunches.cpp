//===- SinkIntoLaunches.cpp - Scalars and branches into kernels -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace dml {
#define GEN_PASS_DEF_GPUSINKINTOLAUNCHES
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// The place of the only element of a slice of a buffer, if it has one only.
std::optional<int64_t> getOnlyPlace(Value view, Value root) {
  auto slice = view.getDefiningOp<memref::SubViewOp>();
  if (!slice || slice.getSource() != root ||
      !slice.getType().hasStaticShape() ||
      slice.getType().getNumElements() != 1)
    return std::nullopt;
  auto [strides, offset] = slice.getType().getStridesAndOffset();
  if (ShapedType::isDynamic(offset))
    return std::nullopt;
  return offset;
}

/// Whether nothing writes the element of a buffer that an operation reads
/// afterwards, through this value or views of it.
bool isKeptAfter(memref::LoadOp op, Value buffer) {
  std::optional<int64_t> place = getOnlyPlace(op.getMemRef(), buffer);
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (isa<ViewLikeOpInterface>(user))
      return llvm::all_of(user->getResults(), [&](Value view) {
        std::optional<int64_t> other = getOnlyPlace(view, buffer);
        bool isOther = place && other && *place != *other;
        return isOther || isKeptAfter(op, view);
      });
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
/// that no kernel changes afterwards. A division that traps on a CPU does not
/// on a GPU.
bool isSinkable(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return llvm::all_of(
               load.getIndices(),
               [](Value index) { return matchPattern(index, m_Constant()); }) &&
           hasWords(load.getType()) && findObstacle(load.getMemRef()).empty() &&
           isKeptAfter(load, getRootBuffer(load.getMemRef()));
  return isMemoryEffectFree(op) && op->getNumRegions() == 0;
}

/// Whether a scalar can be computed in any launch.
bool canSink(Value scalar) {
  Operation *op = scalar.getDefiningOp();
  return op && isSinkable(op) &&
         llvm::all_of(op->getOperands(), [](Value operand) {
           return isa<MemRefType>(operand.getType()) || canSink(operand);
         });
}

/// Whether the grid is constant, and its sizes are words.
bool hasKnownGrid(gpu::LaunchOp launch) {
  gpu::KernelDim3 sizes = launch.getGridSizeOperandValues();
  return llvm::all_of(
      ArrayRef<Value>{sizes.x, sizes.y, sizes.z}, [](Value size) {
        std::optional<int64_t> known = getConstantIntValue(size);
        return known && *known >= 1 && llvm::isUInt<32>(*known);
      });
}

/// Whether kernels can look at a branch's condition, and it does nothing but
/// launch kernels, beside what can always be done, and branch likewise.
bool onlyLaunches(scf::IfOp branch) {
  auto isSafe = [](Operation &op) {
    if (auto launch = dyn_cast<gpu::LaunchOp>(op))
      return launch.getBody().hasOneBlock() && hasKnownGrid(launch);
    if (auto inner = dyn_cast<scf::IfOp>(op))
      return onlyLaunches(inner);
    return isa<memref::AllocOp>(op) ||
           (isMemoryEffectFree(&op) && op.getNumRegions() == 0);
  };
  return branch.getNumResults() == 0 && canSink(branch.getCondition()) &&
         llvm::all_of(branch->getRegions(), [&](Region &region) {
           return region.empty() ||
                  llvm::all_of(region.front().without_terminator(), isSafe);
         });
}

/// A launch, and what must hold for it to have any threads.
struct ConditionalLaunch {
  gpu::LaunchOp launch;
  SmallVector<Value> conditions;
};

/// Moves launches of a branch, or of one in it, in front of `end`, and what
/// else it does in front of `front`, which is before that. Lists the launches.
void unnest(scf::IfOp branch, Operation *front, Operation *end,
            const SmallVector<Value> &outer,
            SmallVectorImpl<ConditionalLaunch> &launches) {
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    SmallVector<Value> conditions = outer;
    conditions.push_back(branch.getCondition());
    if (&region == &branch.getElseRegion()) {
      OpBuilder b(front);
      Value yes = arith::ConstantIntOp::create(b, branch.getLoc(), 1, 1);
      conditions.back() =
          arith::XOrIOp::create(b, branch.getLoc(), conditions.back(), yes);
    }
    for (Operation &op :
         llvm::make_early_inc_range(region.front().without_terminator())) {
      if (auto inner = dyn_cast<scf::IfOp>(op)) {
        unnest(inner, front, end, conditions, launches);
        continue;
      }
      auto launch = dyn_cast<gpu::LaunchOp>(op);
      op.moveBefore(launch ? end : front);
      if (launch)
        launches.push_back({launch, conditions});
    }
  }
}

/// Launches the kernels of all sides in any case, with grids that a kernel
/// before them writes: those of sides that are not taken are empty.
void sinkBranch(scf::IfOp branch) {
  Location loc = branch.getLoc();
  OpBuilder b(branch);
  Operation *front = arith::ConstantIndexOp::create(b, loc, 0);
  SmallVector<ConditionalLaunch> launches;
  unnest(branch, front, branch, {}, launches);
  front->erase();
  branch.erase();
  if (launches.empty())
    return;
  b.setInsertionPoint(launches.front().launch);
  auto type = MemRefType::get(3 * launches.size(), b.getI32Type());
  Value grids = memref::AllocOp::create(b, loc, type);
  Value words = viewWords(b, grids, 1);
  auto writeGrids = [&](WordBuilder &w, Value) {
    int64_t word = 0;
    for (ConditionalLaunch &conditional : launches) {
      Value isTaken = conditional.conditions.front();
      for (Value condition : ArrayRef(conditional.conditions).drop_front())
        isTaken = w.bitAnd(isTaken, condition);
      gpu::KernelDim3 sizes = conditional.launch.getGridSizeOperandValues();
      for (Value size : {sizes.x, sizes.y, sizes.z})
        w.store(w.select(isTaken, w.constant(*getConstantIntValue(size)), 0),
                words, w.constant(word++));
    }
  };
  // One thread fits every grid.
  (void)buildLinearLaunch(b, loc, 1, /*workgroupSize=*/1, /*maxWorkgroups=*/1,
                          writeGrids);
  for (auto &&[i, conditional] : llvm::enumerate(launches)) {
    auto b = OpBuilder::atBlockBegin(&conditional.launch.getBody().front());
    LaunchGridOp::create(b, loc, grids, 3 * i);
  }
}

/// The threads of a launch of one workgroup, which follow each other in one
/// dimension; nothing where there are more.
std::optional<int64_t> getOnlyWorkgroupSize(gpu::LaunchOp launch) {
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  for (Value size : {grid.x, grid.y, grid.z, block.y, block.z})
    if (getConstantIntValue(size) != 1)
      return std::nullopt;
  return getConstantIntValue(block.x);
}

/// The buffers that a launch fills with constants; nothing if it does anything
/// else.
std::optional<llvm::SetVector<Value>> getConstantBuffers(gpu::LaunchOp launch) {
  llvm::SetVector<Value> roots;
  for (Operation &op : launch.getBody().front().without_terminator()) {
    auto store = dyn_cast<memref::StoreOp>(op);
    if (store && matchPattern(store.getValueToStore(), m_Constant()))
      roots.insert(getRootBuffer(store.getMemRef()));
    else if (!op.hasTrait<OpTrait::ConstantLike>())
      return std::nullopt;
  }
  return roots;
}

bool onlyUpdates(gpu::LaunchOp launch, const llvm::SetVector<Value> &roots) {
  auto isOtherAccess = [&](Operation *op) {
    bool sees = llvm::any_of(op->getOperands(), [&](Value operand) {
      return isa<MemRefType>(operand.getType()) &&
             roots.contains(getRootBuffer(operand));
    });
    return sees && !isa<memref::AtomicRMWOp>(op) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
  };
  return !launch.getBody().walk(isOtherAccess).wasInterrupted();
}

/// Whether a launch is one block, runs in any case, and neither waits for
/// others nor has memory of its own.
bool isPlain(gpu::LaunchOp launch) {
  return launch.getBody().hasOneBlock() && launch->getNumResults() == 0 &&
         launch.getAsyncDependencies().empty() &&
         launch.getNumWorkgroupAttributions() == 0 &&
         launch.getPrivateAttributions().empty() &&
         launch.getBody().getOps<LaunchGridOp>().empty();
}

/// Lets the one workgroup of a launch first store the constants that the launch
/// before stores, and that it only updates.
void joinWithPrevious(gpu::LaunchOp launch) {
  Operation *before = launch->getPrevNode();
  while (before && isMemoryEffectFree(before) && before->getNumRegions() == 0)
    before = before->getPrevNode();
  auto previous = dyn_cast_or_null<gpu::LaunchOp>(before);
  if (!previous || !isPlain(previous) || !isPlain(launch))
    return;
  std::optional<llvm::SetVector<Value>> roots = getConstantBuffers(previous);
  std::optional<int64_t> size = getOnlyWorkgroupSize(launch);
  std::optional<int64_t> previousSize = getOnlyWorkgroupSize(previous);
  if (!roots || !onlyUpdates(launch, *roots) || !size || !previousSize ||
      *size < *previousSize)
    return;
  Block &body = launch.getBody().front(), &added = previous.getBody().front();
  for (auto [id, other] :
       llvm::zip_equal(added.getArguments(), body.getArguments()))
    id.replaceAllUsesWith(other);
  Location loc = launch.getLoc();
  auto b = OpBuilder::atBlockBegin(&body);
  Value isWanted = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::ult, launch.getThreadIds().x,
      arith::ConstantIndexOp::create(b, loc, *previousSize));
  auto branch = scf::IfOp::create(b, loc, isWanted);
  for (Operation &op : llvm::make_early_inc_range(added.without_terminator()))
    op.moveBefore(branch.thenYield());
  // Buffers, too, are as all threads left them.
  using Semantics = spirv::MemorySemantics;
  spirv::ControlBarrierOp::create(
      b, loc, spirv::Scope::Workgroup, spirv::Scope::Workgroup,
      Semantics::AcquireRelease | Semantics::UniformMemory);
  previous.erase();
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

/// A read behind a guard that never holds: no buffer has an element for it.
void replaceReadsOfNothing(gpu::LaunchOp launch) {
  launch.walk([](memref::LoadOp load) {
    if (!llvm::is_contained(load.getMemRefType().getShape(), 0) ||
        !load.getType().isSignlessIntOrIndexOrFloat())
      return;
    OpBuilder b(load);
    load.replaceAllUsesWith(arith::ConstantOp::create(
                                b, load.getLoc(), b.getZeroAttr(load.getType()))
                                .getResult());
    load.erase();
  });
}

struct GPUSinkIntoLaunchesPass
    : impl::GPUSinkIntoLaunchesBase<GPUSinkIntoLaunchesPass> {
  void runOnOperation() override {
    for (Block &block : getOperation().getBody())
      for (auto branch : llvm::make_early_inc_range(block.getOps<scf::IfOp>()))
        if (onlyLaunches(branch))
          sinkBranch(branch);
    SmallVector<gpu::LaunchOp> launches;
    getOperation().walk(
        [&](gpu::LaunchOp launch) { launches.push_back(launch); });
    for (gpu::LaunchOp launch : launches)
      joinWithPrevious(launch);
    getOperation().walk([](gpu::LaunchOp launch) {
      sinkScalars(launch);
      replaceReadsOfNothing(launch);
    });
  }
};

} // namespace
} // namespace dml
