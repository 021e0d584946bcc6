//===- MapToThreads.cpp - linalg on buffers to gpu.launch -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferWords.h"
#include "LaunchBuilder.h"
#include "WordConstant.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace dml {
#define GEN_PASS_DEF_GPUMAPTOTHREADS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Whether values of a type can be put together to words, and taken out again.
bool hasWords(Type type) {
  if (!type.isIntOrFloat())
    return false;
  unsigned width = type.getIntOrFloatBitWidth();
  return type.isInteger(1) || width == 8 || width == 16 || width == 32 ||
         width == 64;
}

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

/// Threads compute one vector rather than leave a device with fewer workgroups.
constexpr int64_t kMinWorkgroups = 1024;

/// One operation. Each thread computes `vectorBytes` of the results that have
/// the smallest elements, consecutive in memory.
class ThreadEmitter {
public:
  ThreadEmitter(linalg::GenericOp op, int64_t vectorBytes,
                int64_t workgroupSize, int64_t vectorsPerThread)
      : op(op), workgroupSize(workgroupSize),
        dest(cast<MemRefType>(op.getDpsInits().front().getType())) {
    int64_t smallest = 8;
    for (Value init : op.getDpsInits())
      smallest = std::min<int64_t>(
          smallest, getElementBytes(getElementTypeOrSelf(init.getType())));
    elementsPerThread = vectorBytes / smallest;
    loopSizes = op.getStaticLoopRanges();
    if (getNumVectors() >= kMinWorkgroups * workgroupSize * vectorsPerThread)
      this->vectorsPerThread = vectorsPerThread;
    for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
      if (op.getIteratorTypesArray()[dim] == utils::IteratorType::reduction)
        reductions.push_back(dim);
  }

  int64_t getNumThreads() const {
    if (vectorsPerThread == 1)
      return getNumVectors();
    return llvm::divideCeil(getNumVectors(), workgroupSize * vectorsPerThread) *
           workgroupSize;
  }

  /// The results as 1-D buffers, which the launch captures.
  void flattenResults(OpBuilder &b, Location loc) {
    for (Value init : op.getDpsInits()) {
      auto type = cast<MemRefType>(init.getType());
      if (type.getRank() == 1) {
        flat.push_back(init);
        continue;
      }
      SmallVector<ReassociationIndices> groups;
      if (type.getRank() > 0)
        groups.push_back(
            llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
      if (type.getRank() == 0)
        flat.push_back(memref::ExpandShapeOp::create(
            b, loc, ArrayRef<int64_t>{1}, init, groups));
      else
        flat.push_back(memref::CollapseShapeOp::create(b, loc, init, groups));
    }
  }

  /// The vectors of a workgroup are consecutive: thread t of n computes vectors
  /// t, t + n, … of them.
  void emit(OpBuilder &b, Location loc, Value thread) {
    if (vectorsPerThread == 1)
      return emitStores(b, loc, thread, emitVector(b, loc, thread));
    // In 32 bits, for the guards below are kept as they are.
    Value word = arith::IndexCastOp::create(b, loc, b.getI32Type(), thread);
    Value workgroup =
        arith::DivUIOp::create(b, loc, word, createWord(b, loc, workgroupSize));
    Value first = arith::AddIOp::create(
        b, loc, word,
        arith::MulIOp::create(
            b, loc, workgroup,
            createWord(b, loc, workgroupSize * (vectorsPerThread - 1))));
    SmallVector<Value> vectors;
    SmallVector<SmallVector<Value>> elements;
    for (int64_t i = 0; i < vectorsPerThread; ++i) {
      Value vector = arith::AddIOp::create(
          b, loc, first, createWord(b, loc, i * workgroupSize));
      vectors.push_back(
          arith::IndexCastOp::create(b, loc, b.getIndexType(), vector));
      elements.push_back(emitVector(b, loc, vectors.back()));
    }
    // All reads come first, so that they are under way together.
    for (auto [vector, parts] : llvm::zip_equal(vectors, elements)) {
      if (getNumThreads() * vectorsPerThread == getNumVectors()) {
        emitStores(b, loc, vector, parts);
        continue;
      }
      Value isBelow = arith::CmpIOp::create(
          b, loc, arith::CmpIPredicate::ult, vector,
          arith::ConstantIndexOp::create(b, loc, getNumVectors()));
      scf::IfOp::create(
          b, loc, isBelow,
          [&, &vector = vector, &parts = parts](OpBuilder &b, Location loc) {
            emitStores(b, loc, vector, parts);
            scf::YieldOp::create(b, loc);
          });
    }
  }

private:
  int64_t getNumVectors() const {
    return llvm::divideCeil(dest.getNumElements(), elementsPerThread);
  }

  /// The elements of a vector of the results, element by element.
  SmallVector<Value> emitVector(OpBuilder &b, Location loc, Value number) {
    coordinates.clear();
    auto dim = b.getAffineDimExpr(0);
    for (int64_t i = 0; i < elementsPerThread; ++i) {
      Value position = affine::AffineApplyOp::create(
          b, loc, AffineMap::get(1, 0, dim * elementsPerThread + i), number);
      coordinates.push_back(delinearize(b, loc, position));
    }

    SmallVector<Value> initial;
    for (int64_t i = 0; i < elementsPerThread; ++i)
      for (auto [result, init] : llvm::enumerate(op.getDpsInitsMutable()))
        initial.push_back(readsResult(result) ? load(b, loc, &init, i)
                                              : Value());
    return emitReductions(b, loc, initial, reductions);
  }

  void emitStores(OpBuilder &b, Location loc, Value number,
                  ArrayRef<Value> elements) {
    for (auto [result, buffer] : llvm::enumerate(flat))
      storeVectors(b, loc, buffer, number, elements, result);
  }

  bool readsResult(unsigned result) {
    return !reductions.empty() ||
           op.payloadUsesValueFromOperand(op.getDpsInitOperand(result));
  }

  /// The parallel loops' indices for an element of the results.
  SmallVector<Value> delinearize(OpBuilder &b, Location loc, Value position) {
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    SmallVector<Value> indices(op.getNumLoops());
    if (dest.getRank() == 0)
      return indices;
    auto parts = affine::AffineDelinearizeIndexOp::create(b, loc, position,
                                                          dest.getShape());
    for (auto [expr, index] :
         llvm::zip_equal(map.getResults(), parts.getResults()))
      indices[cast<AffineDimExpr>(expr).getPosition()] = index;
    return indices;
  }

  Value load(OpBuilder &b, Location loc, OpOperand *operand, int64_t element) {
    if (!isa<MemRefType>(operand->get().getType()))
      return operand->get();
    AffineMap map = op.getMatchingIndexingMap(operand);
    SmallVector<Value> indices;
    for (AffineExpr expr : map.getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        indices.push_back(coordinates[element][dim.getPosition()]);
        continue;
      }
      // Loops that the expression does not use may have no index yet.
      SmallVector<Value> operands;
      SmallVector<AffineExpr> dims(map.getNumDims());
      for (unsigned i = 0; i < map.getNumDims(); ++i) {
        if (!expr.isFunctionOfDim(i))
          continue;
        dims[i] = b.getAffineDimExpr(operands.size());
        operands.push_back(coordinates[element][i]);
      }
      for (AffineExpr &replaced : dims)
        if (!replaced)
          replaced = b.getAffineConstantExpr(0);
      indices.push_back(affine::AffineApplyOp::create(
          b, loc, AffineMap::get(operands.size(), 0, expr.replaceDims(dims)),
          operands));
    }
    return memref::LoadOp::create(b, loc, operand->get(), indices);
  }

  /// Loops over the given dimensions around the body of all elements; what the
  /// body yields for each, element by element.
  SmallVector<Value> emitReductions(OpBuilder &b, Location loc,
                                    ArrayRef<Value> initial,
                                    ArrayRef<unsigned> dims) {
    if (dims.empty()) {
      SmallVector<Value> results;
      for (int64_t i = 0; i < elementsPerThread; ++i)
        llvm::append_range(
            results,
            emitBody(b, loc, i, initial.slice(i * flat.size(), flat.size())));
      return results;
    }
    Value lower = arith::ConstantIndexOp::create(b, loc, 0);
    Value upper =
        arith::ConstantIndexOp::create(b, loc, loopSizes[dims.front()]);
    Value step = arith::ConstantIndexOp::create(b, loc, 1);
    auto loop = scf::ForOp::create(
        b, loc, lower, upper, step, initial,
        [&](OpBuilder &b, Location loc, Value index, ValueRange carried) {
          for (SmallVector<Value> &indices : coordinates)
            indices[dims.front()] = index;
          scf::YieldOp::create(b, loc,
                               emitReductions(b, loc,
                                              SmallVector<Value>(carried),
                                              dims.drop_front()));
        });
    return loop.getResults();
  }

  SmallVector<Value> emitBody(OpBuilder &b, Location loc, int64_t element,
                              ArrayRef<Value> initial) {
    IRMapping mapping;
    Block &body = *op.getBlock();
    for (OpOperand *input : op.getDpsInputOperands())
      if (op.payloadUsesValueFromOperand(input))
        mapping.map(op.getMatchingBlockArgument(input),
                    load(b, loc, input, element));
    for (auto [init, value] : llvm::zip_equal(op.getDpsInitsMutable(), initial))
      if (value)
        mapping.map(op.getMatchingBlockArgument(&init), value);
    for (Operation &inner : body.without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
        mapping.map(index.getResult(), coordinates[element][index.getDim()]);
        continue;
      }
      Operation *clone = b.clone(inner, mapping);
      clone->walk([&](linalg::IndexOp index) {
        index.replaceAllUsesWith(coordinates[element][index.getDim()]);
        index.erase();
      });
    }
    SmallVector<Value> results;
    for (Value yielded : body.getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(yielded));
    return results;
  }

  /// In stores of 16 bytes, several where vectors or elements are wide: the
  /// last one reaches into what a buffer is rounded up to, and no further.
  void storeVectors(OpBuilder &b, Location loc, Value buffer, Value thread,
                    ArrayRef<Value> elements, unsigned result) {
    Type type = cast<MemRefType>(buffer.getType()).getElementType();
    int64_t length = kVectorBytes / getElementBytes(type);
    for (int64_t begin = 0; begin < elementsPerThread; begin += length) {
      SmallVector<Value> parts;
      for (int64_t i = begin; i < begin + length; ++i)
        parts.push_back(elements[i * flat.size() + result]);
      Value position = affine::AffineApplyOp::create(
          b, loc,
          AffineMap::get(1, 0,
                         b.getAffineDimExpr(0) * elementsPerThread + begin),
          thread);
      Value vector = vector::FromElementsOp::create(
          b, loc, VectorType::get(length, type), parts);
      auto store = [&](OpBuilder &b, Location loc) {
        vector::StoreOp::create(b, loc, vector, buffer, position);
      };
      // The last thread has a vector less where the result ends before it.
      int64_t numThreads =
          llvm::divideCeil(std::max<int64_t>(dest.getNumElements() - begin, 0),
                           elementsPerThread);
      if (numThreads == getNumVectors()) {
        store(b, loc);
        continue;
      }
      Value isInside = arith::CmpIOp::create(
          b, loc, arith::CmpIPredicate::ult, thread,
          arith::ConstantIndexOp::create(b, loc, numThreads));
      scf::IfOp::create(b, loc, isInside, [&](OpBuilder &b, Location loc) {
        store(b, loc);
        scf::YieldOp::create(b, loc);
      });
    }
  }

  linalg::GenericOp op;
  int64_t workgroupSize;
  int64_t vectorsPerThread = 1;
  MemRefType dest;
  int64_t elementsPerThread;
  SmallVector<int64_t> loopSizes;
  SmallVector<unsigned> reductions;
  SmallVector<Value> flat;
  /// For each element of a thread, the loops' indices.
  SmallVector<SmallVector<Value>> coordinates;
};

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
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      std::string obstacle = findObstacle(op);
      if (!obstacle.empty()) {
        op.emitOpError(obstacle);
        return signalPassFailure();
      }
      OpBuilder b(op);
      ThreadEmitter emitter(op, vectorBytes, workgroupSize, vectorsPerThread);
      emitter.flattenResults(b, op.getLoc());
      if (failed(buildLinearLaunch(
              b, op.getLoc(), emitter.getNumThreads(), workgroupSize,
              maxWorkgroups, [&](OpBuilder &b, Location loc, Value thread) {
                emitter.emit(b, loc, thread);
              }))) {
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
