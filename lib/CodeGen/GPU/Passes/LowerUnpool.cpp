//===- LowerUnpool.cpp - dml.unpool on buffers to kernels -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes.td describes the kernels. Those for pooled data and those of a radix
// partition come from the folder Unpool; the fallback's are here.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Common/Passes/LayoutPropagation.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "CodeGen/GPU/Unpool/MissedWords.h"
#include "CodeGen/GPU/Unpool/UnpoolBlocks.h"
#include "CodeGen/GPU/Unpool/UnpoolPartition.h"
#include "CodeGen/GPU/Unpool/WinnerMap.h"
#include "CodeGen/GPU/Unpool/WorkgroupUnpool.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dml {
#define GEN_PASS_DEF_GPULOWERUNPOOL
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// The words before a winner map. The first one says whether the map is used;
/// the others align the map to 16 bytes.
constexpr int64_t kMapHeaderWords = 4;

/// Allocates a packed buffer for what one with the channels of a pixel side by
/// side has. Returns any other buffer as it is.
Value allocatePacked(OpBuilder &b, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!isChannelsLast(type) || type.getLayout().isIdentity())
    return buffer;
  return memref::AllocOp::create(
      b, buffer.getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()));
}

/// Lowers one dml.unpool.
class GPUUnpoolLowering {
public:
  /// `op` is on packed buffers, and the same as `given`, whose buffers may have
  /// the channels of a pixel side by side.
  GPUUnpoolLowering(OpBuilder &b, UnpoolOp op, UnpoolOp given,
                    const UnpoolLimits &limits, IndexAssumption assumption)
      : b(b), op(op), given(given), loc(op.getLoc()), limits(limits),
        assumption(assumption) {
    auto values = cast<MemRefType>(op.getValues().getType());
    auto dest = cast<MemRefType>(op.getDest().getType());
    // A winner map in the device's cache takes fewer kernels than a partition.
    if (dest.getNumElements() * kWordBytes > limits.cacheBytes)
      partition = UnpoolPartition::choose(values, dest, limits);
    // With conditions, pooled data was looked for already.
    if (op.getConditions().empty()) {
      isOfWorkgroup =
          std::max(dest.getNumElements(), values.getNumElements()) <=
          getMaxElementsOfWorkgroup(limits.cacheBytes,
                                    limits.maxWorkgroupMemory);
      if (!isOfWorkgroup && hasOneLayout())
        blocks = UnpoolBlocks::choose(given, limits);
    }
    int64_t numControlWords =
        partition ? partition->getNumControlWords() : UnpoolControl::NumWords;
    control = memref::AllocOp::create(
        b, loc, MemRefType::get(numControlWords, b.getI32Type()));
    if (blocks)
      blocks->allocate(b, loc, assumption);
    if (blocks || isOfWorkgroup)
      givenInputs = UnpoolInputs(b, given, control);
    inputs = UnpoolInputs(b, op, control);
    // A piece starts at a vector of elements of any width.
    int64_t maxWinners = limits.maxBufferBytes / 4 - kMapHeaderWords;
    maxPieceSize =
        std::max(maxWinners / kVectorBytes * kVectorBytes, kVectorBytes);
  }

  /// Returns the bytes of a buffer that limit the pieces of the winner map to
  /// maxPieces, as each piece needs three kernels.
  int64_t getMinBufferBytes() const {
    if (isOfWorkgroup)
      return 0;
    constexpr int64_t maxPieces = 128;
    int64_t elements = llvm::divideCeil(inputs.getNumOutputs(), maxPieces);
    return (llvm::alignTo(elements, kVectorBytes) + kMapHeaderWords) * 4;
  }

  /// Emits all kernels. Fails if a launch needs too many workgroups.
  LogicalResult emit(MissedWords &missed) {
    LogicalResult result = success();
    if (isOfWorkgroup) {
      result = emitWorkgroupUnpool(b, given, givenInputs, limits);
    } else if (!blocks && op.getConditions().empty()) {
      result = emitGeneral();
    } else if (assumption != IndexAssumption::None) {
      return emitAssumed(missed);
    } else {
      for (int64_t i = 0; i < IndexReport::NumWords; ++i)
        InitializeOp::create(b, loc, control, UnpoolControl::Report + i, 0);
      if (blocks && failed(blocks->emit(b, given, givenInputs)))
        return failure();
      WordBuilder(b, loc).ifThen(loadIsWanted(),
                                 [&] { result = emitGeneral(); });
    }
    ReportIndicesOp::create(b, loc, control, UnpoolControl::Report,
                            inputs.getNumOutputs());
    return result;
  }

private:
  /// Emits what pooled data needs, and the report of missed inputs.
  LogicalResult emitAssumed(MissedWords &missed) {
    if (!blocks) {
      for (Value condition : op.getConditions())
        missed.report(b, loc, *MissedWord::find(condition), assumption);
      return success();
    }
    FailureOr<IndexAssumption> assumed =
        blocks->emitAssumed(b, given, givenInputs, assumption);
    if (failed(assumed))
      return failure();
    missed.report(b, loc, {blocks->getMissed(), /*offset=*/0}, *assumed);
    return success();
  }

  /// Whether all buffers have the channels of a pixel side by side, or none.
  bool hasOneLayout() {
    bool isDestPacked = given.getDest() == op.getDest();
    return (given.getValues() == op.getValues()) == isDestPacked &&
           (given.getIndices() == op.getIndices()) == isDestPacked;
  }

  Value flatten(Value buffer) {
    return memref::CollapseShapeOp::create(
        b, loc, buffer, ArrayRef<ReassociationIndices>{{0, 1, 2, 3}});
  }

  /// Elements [begin, begin + size) of a buffer of one dimension.
  Value slice(Value buffer, int64_t begin, int64_t size) {
    return memref::SubViewOp::create(b, loc, buffer, ArrayRef(begin),
                                     ArrayRef(size), ArrayRef<int64_t>(1));
  }

  /// Loads whether the general operation has anything to do.
  Value loadIsWanted() {
    if (blocks)
      return blocks->loadIsMissed(b, loc);
    return WordBuilder(b, loc).isAnySet(op.getConditions());
  }

  /// Emits the general operation, and copies of what is not packed.
  LogicalResult emitGeneral() {
    return success(succeeded(emitCopy(given.getValues(), op.getValues())) &&
                   succeeded(emitCopy(given.getIndices(), op.getIndices())) &&
                   succeeded(emitKernels()) &&
                   succeeded(emitCopy(op.getDest(), given.getDest())));
  }

  /// Emits a kernel that copies a buffer to one of the other layout; nothing if
  /// they are the same.
  LogicalResult emitCopy(Value from, Value to) {
    if (from == to)
      return success();
    auto fromType = cast<MemRefType>(from.getType());
    auto type = cast<MemRefType>(to.getType());
    Value source = viewAsLine(b, from), target = viewAsLine(b, to);
    int64_t length = kVectorBytes / getElementBytes(type.getElementType());
    return emitLoop(
        llvm::divideCeil(type.getNumElements(), length),
        [](WordBuilder &w, Value) { return w.boolean(true); },
        [&](WordBuilder &w, Value vector) {
          storeVector(w, target, vector, length, [&](Value place) {
            // The last vector may end behind the buffer.
            if (type.getNumElements() % length != 0)
              place = w.minimum(place, type.getNumElements() - 1);
            Value number = getNumber(w, place, type);
            return w.load(source, getPlace(w, number, fromType));
          });
        });
  }

  LogicalResult emitKernels() {
    if (partition)
      partition->allocate(b, loc);
    if (failed(emitSample()) ||
        (partition && failed(partition->emitKernels(b, op, inputs))))
      return failure();
    Value values = flatten(op.getValues()), dest = flatten(op.getDest());
    int64_t numOutputs = inputs.getNumOutputs();
    for (int64_t begin = 0; begin < numOutputs; begin += maxPieceSize) {
      int64_t size = std::min(maxPieceSize, numOutputs - begin);
      auto mapType = MemRefType::get(kMapHeaderWords + size, b.getI32Type());
      Value map = memref::AllocOp::create(b, loc, mapType);
      if (failed(emitFill(map)) || failed(emitScatter(map, begin, size)) ||
          (begin == 0 && failed(emitReport())) ||
          failed(emitGather(values, map, dest, begin, size)))
        return failure();
    }
    return success();
  }

  /// Emits the first kernel, which decides on the device which of the others
  /// have work to do. Its one workgroup stores what the sample shows in the
  /// control words, and zeros in the others. It also prepares the partition, if
  /// there is one.
  LogicalResult emitSample() {
    return buildWorkgroupLaunch(
        b, loc, 1, limits.workgroupSize, limits.maxWorkgroups,
        [&](WordBuilder &w, Value, Value thread) {
          Value isAcross = partition ? partition->emitSample(w, inputs, thread)
                                     : w.constant(0);
          w.ifThen(w.isEqual(thread, 0), [&] {
            for (int64_t i = 0; i < UnpoolControl::NumWords; ++i)
              w.store(i == UnpoolControl::AcrossPlanes ? isAcross
                                                       : w.constant(0),
                      inputs.getControl(), w.constant(i));
          });
          if (partition)
            partition->emitClear(w, inputs, thread, isAcross);
        });
  }

  /// Emits a kernel whose threads loop over `numItems` items if the condition
  /// holds that `isWanted` computes from the thread's number.
  LogicalResult emitLoop(int64_t numItems,
                         function_ref<Value(WordBuilder &, Value)> isWanted,
                         function_ref<void(WordBuilder &, Value)> body) {
    int64_t size = limits.workgroupSize;
    int64_t workgroups = std::min<int64_t>(llvm::divideCeil(numItems, size),
                                           kMaxLoopingWorkgroups);
    return buildWorkgroupLaunch(
        b, loc, workgroups, size, limits.maxWorkgroups,
        [&](WordBuilder &w, Value workgroup, Value thread) {
          Value first = w.add(w.multiply(workgroup, size), thread);
          w.ifThen(isWanted(w, first), [&] {
            w.forEach(first, numItems, workgroups * size,
                      [&](Value item) { body(w, item); });
          });
        });
  }

  /// Emits a kernel that clears a winner map, and sets the word that says
  /// whether it is used.
  LogicalResult emitFill(Value map) {
    Value vectors = viewWords(b, map, 4);
    int64_t numVectors =
        llvm::divideCeil(cast<MemRefType>(map.getType()).getNumElements(), 4);
    auto store = [&](WordBuilder &w, Value first, Value position) {
      Value zero = w.constant(0);
      w.store(w.join({first, zero, zero, zero}), vectors, position);
    };
    return emitLoop(
        numVectors,
        [&](WordBuilder &w, Value thread) {
          Value isUsed = isMapUsed(w);
          Value isFirst = w.isEqual(thread, 0);
          w.ifThen(isFirst, [&] {
            Value used = w.select(isUsed, w.constant(1), 0);
            store(w, used, w.constant(0));
          });
          return isUsed;
        },
        [&](WordBuilder &w, Value i) {
          w.ifThen(w.isNotEqual(i, 0), [&] { store(w, w.constant(0), i); });
        });
  }

  /// Returns whether the fallback is needed: there is no partition, or it
  /// missed an input.
  Value isMapUsed(WordBuilder &w) {
    if (!partition)
      return w.boolean(true);
    return w.isNotEqual(w.load(inputs.getControl(), UnpoolControl::Fallback),
                        0);
  }

  /// Emits a kernel that enters each input into the winner map: the maximum of
  /// the positions plus 1 at an index. The last input wins (U4), whatever the
  /// order of threads.
  LogicalResult emitScatter(Value map, int64_t begin, int64_t size) {
    Value words = viewWords(b, map, 1);
    return emitLoop(
        inputs.getNumQuads(),
        [&](WordBuilder &w, Value) {
          return w.isNotEqual(w.load(words, int64_t(0)), 0);
        },
        [&](WordBuilder &w, Value quad) {
          enterQuad(w, quad, inputs, {words, kMapHeaderWords, begin, size},
                    inputs.getControl());
        });
  }

  /// Emits a kernel of one thread that adds the index at the first position out
  /// of range to the report.
  LogicalResult emitReport() {
    return buildLinearLaunch(b, loc, 1, limits.workgroupSize,
                             limits.maxWorkgroups, [&](WordBuilder &w, Value) {
                               storeReportedIndex(w, inputs.getControl(),
                                                  inputs);
                             });
  }

  /// Emits a kernel that writes every element of a piece: its winner's value or
  /// zero (U2).
  LogicalResult emitGather(Value values, Value map, Value dest, int64_t begin,
                           int64_t size) {
    Value words = viewWords(b, map, 1);
    if (size != inputs.getNumOutputs())
      dest = slice(dest, begin, size);
    Type type = cast<MemRefType>(dest.getType()).getElementType();
    int64_t length = kVectorBytes / getElementBytes(type);
    Value winners = slice(map, kMapHeaderWords, size);
    return emitLoop(
        llvm::divideCeil(size, length),
        [&](WordBuilder &w, Value) {
          return w.isNotEqual(w.load(words, int64_t(0)), 0);
        },
        [&](WordBuilder &w, Value vector) {
          storeVector(w, dest, vector, length, [&](Value element) {
            return emitElement(w, values, w.load(winners, element));
          });
        });
  }

  Value emitElement(WordBuilder &w, Value values, Value winner) {
    Type type = cast<MemRefType>(values.getType()).getElementType();
    return w.ifElse(
        w.isNotEqual(winner, 0),
        [&] { return w.load(values, w.subtract(winner, 1)); },
        [&] {
          return arith::ConstantOp::create(w.b, loc, w.b.getZeroAttr(type));
        });
  }

  OpBuilder &b;
  UnpoolOp op, given;
  Location loc;
  UnpoolLimits limits;
  IndexAssumption assumption;
  Value control;
  UnpoolInputs inputs, givenInputs;
  /// Whether one workgroup unpools all, wherever indices point.
  bool isOfWorkgroup = false;
  std::optional<UnpoolBlocks> blocks;
  std::optional<UnpoolPartition> partition;
  /// The most elements of a piece of the winner map.
  int64_t maxPieceSize;
};

struct GPULowerUnpoolPass : impl::GPULowerUnpoolBase<GPULowerUnpoolPass> {
  using GPULowerUnpoolBase::GPULowerUnpoolBase;

  void runOnOperation() override {
    if (failed(checkLaunches(getOperation(), workgroupSize, maxWorkgroups)))
      return signalPassFailure();
    SmallVector<UnpoolOp> ops;
    getOperation().walk([&](UnpoolOp op) { ops.push_back(op); });
    MissedWords missed;
    for (UnpoolOp op : ops) {
      for (Value condition : op.getConditions())
        if (std::string obstacle = findObstacle(condition); !obstacle.empty()) {
          op.emitOpError(obstacle);
          return signalPassFailure();
        }
      SmallVector<Value> buffers = {op.getValues(), op.getIndices(),
                                    op.getDest()};
      for (Value operand : buffers) {
        // A cast may hide that the buffer it views is dynamic.
        auto type = dyn_cast<MemRefType>(operand.getType());
        auto root = type
                        ? dyn_cast<MemRefType>(getRootBuffer(operand).getType())
                        : MemRefType();
        bool isStatic = type && type.hasStaticShape();
        bool hasLayout =
            isStatic && (type.getLayout().isIdentity() || isChannelsLast(type));
        if (hasLayout && root && root.hasStaticShape())
          continue;
        op.emitOpError(
            "expected packed or NHWC buffers of static shape, given ")
            << (isStatic && root && !root.hasStaticShape() ? root
                                                           : operand.getType());
        return signalPassFailure();
      }
      if (!ownsVectors(op.getDest())) {
        op.emitOpError("writes a part of a buffer");
        return signalPassFailure();
      }
      OpBuilder b(op);
      auto packedOp = UnpoolOp::create(
          b, op.getLoc(), TypeRange(), allocatePacked(b, op.getValues()),
          allocatePacked(b, op.getIndices()), op.getConditions(),
          allocatePacked(b, op.getDest()));
      // The host reads the words after every run, so every run has to write
      // them.
      bool mayAssume = op->getParentOp() == getOperation() &&
                       llvm::all_of(op.getConditions(), [](Value condition) {
                         return MissedWord::find(condition).has_value();
                       });
      GPUUnpoolLowering emitter(b, packedOp, op,
                                {workgroupSize, maxInvocations, maxWorkgroups,
                                 maxWorkgroupMemory, maxBufferBytes,
                                 cacheBytes},
                                mayAssume ? assumption : IndexAssumption::None);
      if (maxBufferBytes < emitter.getMinBufferBytes()) {
        op.emitOpError("expected buffers of at least ")
            << emitter.getMinBufferBytes() << " bytes for its map, given "
            << maxBufferBytes.getValue() << " (max-buffer-bytes)";
        return signalPassFailure();
      }
      if (failed(emitter.emit(missed))) {
        emitGridError(op, workgroupSize, maxWorkgroups);
        return signalPassFailure();
      }
      packedOp.erase();
      op.erase();
    }
    missed.eraseBranches(getOperation());
  }
};

} // namespace
} // namespace dml
