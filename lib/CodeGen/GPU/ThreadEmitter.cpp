//===- ThreadEmitter.cpp - A structured operation as a kernel -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadEmitter.h"
#include "BufferWords.h"
#include "LaunchBuilder.h"
#include "WordBuilder.h"
#include "WordConstant.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace dml {

/// Threads compute one vector rather than leave a device with fewer workgroups.
constexpr int64_t kMinWorkgroups = 1024;
/// Threads that wait for each other; more wait longer.
constexpr int64_t kMaxExchangeThreads = 128;

ThreadEmitter::ThreadEmitter(linalg::GenericOp op, const ThreadOptions &options)
    : op(op), options(options),
      dest(cast<MemRefType>(op.getDpsInits().front().getType())),
      loopSizes(op.getStaticLoopRanges()) {
  int64_t smallest = 8;
  for (Value init : op.getDpsInits())
    smallest = std::min<int64_t>(
        smallest, getElementBytes(getElementTypeOrSelf(init.getType())));
  int64_t exchangeSize = std::min(options.workgroupSize, kMaxExchangeThreads);
  shape = ThreadShape::choose(op, options.vectorBytes / smallest,
                              options.maxWorkgroupMemory /
                                  (exchangeSize * options.vectorBytes));
  if (shape.isExchanged)
    this->options.workgroupSize = exchangeSize;
  else if (!shape.repeated && getNumRuns() >= kMinWorkgroups *
                                                  options.workgroupSize *
                                                  options.vectorsPerThread)
    vectorsPerThread = options.vectorsPerThread;
  for (AffineExpr expr :
       op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults())
    destLoops.push_back(cast<AffineDimExpr>(expr).getPosition());
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (op.getIteratorTypesArray()[dim] == utils::IteratorType::reduction)
      reductions.push_back(dim);
}

LogicalResult ThreadEmitter::emitLaunch(OpBuilder &b, Location loc) {
  flattenResults(b, loc);
  if (shape.isExchanged)
    return buildWorkgroupLaunch(
        b, loc, llvm::divideCeil(getNumRuns(), options.workgroupSize),
        options.workgroupSize, options.maxWorkgroups,
        [&](OpBuilder &b, Location loc, Value workgroup, Value thread) {
          emitExchange(b, loc, workgroup, thread);
        });
  return buildLinearLaunch(b, loc, getNumThreads(), options.workgroupSize,
                           options.maxWorkgroups,
                           [&](OpBuilder &b, Location loc, Value thread) {
                             emitThread(b, loc, thread);
                           });
}

/// At each step of the repeated dimension.
int64_t ThreadEmitter::getNumRuns() const {
  return llvm::divideCeil(dest.getNumElements() / shape.getNumSteps(),
                          shape.runElements);
}

int64_t ThreadEmitter::getNumThreads() const {
  if (vectorsPerThread == 1)
    return getNumRuns();
  return llvm::divideCeil(getNumRuns(),
                          options.workgroupSize * vectorsPerThread) *
         options.workgroupSize;
}

/// The results as 1-D buffers, which the launch captures.
void ThreadEmitter::flattenResults(OpBuilder &b, Location loc) {
  for (Value init : op.getDpsInits()) {
    auto type = cast<MemRefType>(init.getType());
    if (type.getRank() == 1) {
      flat.push_back(init);
      continue;
    }
    SmallVector<ReassociationIndices> groups;
    if (type.getRank() > 0)
      groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
    if (type.getRank() == 0)
      flat.push_back(memref::ExpandShapeOp::create(b, loc, ArrayRef<int64_t>{1},
                                                   init, groups));
    else
      flat.push_back(memref::CollapseShapeOp::create(b, loc, init, groups));
  }
}

/// The runs of a workgroup are consecutive: thread t of n computes runs t,
/// t + n, … of them.
void ThreadEmitter::emitThread(OpBuilder &b, Location loc, Value thread) {
  if (vectorsPerThread == 1)
    return emitStores(b, loc, thread, emitRuns(b, loc, thread));
  // In 32 bits, for the guards below are kept as they are.
  int64_t workgroupSize = options.workgroupSize;
  Value word = arith::IndexCastOp::create(b, loc, b.getI32Type(), thread);
  Value workgroup =
      arith::DivUIOp::create(b, loc, word, createWord(b, loc, workgroupSize));
  Value first = arith::AddIOp::create(
      b, loc, word,
      arith::MulIOp::create(
          b, loc, workgroup,
          createWord(b, loc, workgroupSize * (vectorsPerThread - 1))));
  SmallVector<std::pair<Value, SmallVector<Run>>> runs;
  for (int64_t i = 0; i < vectorsPerThread; ++i) {
    Value number = arith::AddIOp::create(b, loc, first,
                                         createWord(b, loc, i * workgroupSize));
    number = arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
    runs.emplace_back(number, emitRuns(b, loc, number));
  }
  // All reads come first, so that they are under way together.
  for (auto &[number, parts] : runs) {
    if (getNumThreads() * vectorsPerThread == getNumRuns()) {
      emitStores(b, loc, number, parts);
      continue;
    }
    Value isBelow = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::ult, number,
        arith::ConstantIndexOp::create(b, loc, getNumRuns()));
    scf::IfOp::create(
        b, loc, isBelow,
        [&, &number = number, &parts = parts](OpBuilder &b, Location loc) {
          emitStores(b, loc, number, parts);
          scf::YieldOp::create(b, loc);
        });
  }
}

/// Runs of several vectors go through workgroup memory, so that consecutive
/// threads write consecutive vectors. All threads take part, also those beyond
/// the last run.
void ThreadEmitter::emitExchange(OpBuilder &b, Location loc, Value workgroup,
                                 Value thread) {
  WordBuilder w(b, loc);
  int64_t size = options.workgroupSize;
  Value number = w.asIndex(w.add(w.multiply(workgroup, size), thread));
  Run run = std::move(emitRuns(b, loc, number).front());

  int64_t length = kVectorBytes / getElementBytes(dest.getElementType());
  int64_t vectors = shape.runElements / length;
  auto words = VectorType::get(4, b.getI32Type());
  auto storage = spirv::StorageClassAttr::get(b.getContext(),
                                              spirv::StorageClass::Workgroup);
  Value shared = memref::AllocOp::create(
      b, loc,
      MemRefType::get(vectors * size, words, MemRefLayoutAttrInterface(),
                      storage));
  for (int64_t i = 0; i < vectors; ++i) {
    Value vector = vector::FromElementsOp::create(
        b, loc, VectorType::get(length, dest.getElementType()),
        ArrayRef<Value>(run.elements).slice(i * length, length));
    vector = vector::BitCastOp::create(b, loc, words, vector);
    w.store(vector, shared, w.add(w.multiply(thread, vectors), i));
  }
  emitBarrier(w);

  OpBuilder outside(number.getParentRegion()->getParentOfType<gpu::LaunchOp>());
  Value view = viewWords(outside, flat.front(), 4);
  auto [strides, offset] =
      cast<MemRefType>(flat.front().getType()).getStridesAndOffset();
  Value begin = w.add(w.multiply(workgroup, vectors * size), offset / length);
  int64_t end = offset / length + getNumRuns() * vectors;
  for (int64_t i = 0; i < vectors; ++i) {
    Value from = w.add(thread, i * size);
    Value vector = w.load(shared, from);
    Value to = w.add(begin, from);
    auto store = [&](WordBuilder &w) { w.store(vector, view, to); };
    if (getNumRuns() % size == 0)
      store(w);
    else
      w.ifThen(w.isBelow(to, end), store);
  }
}

/// What the thread that takes a number computes at each step.
SmallVector<ThreadEmitter::Run>
ThreadEmitter::emitRuns(OpBuilder &b, Location loc, Value number) {
  SmallVector<Run> runs;
  for (int64_t step = 0; step < shape.getNumSteps(); ++step) {
    coordinates.clear();
    for (int64_t i = 0; i < shape.runElements; ++i)
      coordinates.push_back(delinearize(b, loc, number, i, step));
    // Without repetition the threads' numbers follow the results.
    Value position =
        shape.repeated
            ? linearize(b, loc, coordinates.front())
            : affine::AffineApplyOp::create(
                  b, loc,
                  AffineMap::get(1, 0,
                                 b.getAffineDimExpr(0) * shape.runElements),
                  number);
    runs.push_back({position, emitElements(b, loc)});
  }
  return runs;
}

void ThreadEmitter::emitStores(OpBuilder &b, Location loc, Value number,
                               ArrayRef<Run> runs) {
  for (const Run &run : runs)
    for (size_t result = 0; result < flat.size(); ++result)
      storeVectors(b, loc, number, run, result);
}

bool ThreadEmitter::readsResult(unsigned result) {
  return !reductions.empty() ||
         op.payloadUsesValueFromOperand(op.getDpsInitOperand(result));
}

/// The parallel loops' indices for an element of a run.
SmallVector<Value> ThreadEmitter::delinearize(OpBuilder &b, Location loc,
                                              Value number, int64_t element,
                                              int64_t step) {
  SmallVector<Value> indices(op.getNumLoops());
  if (dest.getRank() == 0)
    return indices;
  SmallVector<int64_t> basis(dest.getShape());
  if (shape.repeated)
    basis[shape.repeated->dim] /= shape.repeated->steps;
  auto d0 = b.getAffineDimExpr(0);
  auto apply = [&](AffineExpr expr, Value operand) -> Value {
    return affine::AffineApplyOp::create(b, loc, AffineMap::get(1, 0, expr),
                                         operand);
  };
  auto parts = affine::AffineDelinearizeIndexOp::create(
      b, loc, apply(d0 * shape.runElements + element, number), basis);
  for (auto [loop, index] : llvm::zip_equal(destLoops, parts.getResults()))
    indices[loop] = index;
  if (shape.repeated) {
    Value &index = indices[destLoops[shape.repeated->dim]];
    index = apply(d0 * shape.repeated->steps + step, index);
  }
  return indices;
}

/// The position in the results of an element with these loops' indices.
Value ThreadEmitter::linearize(OpBuilder &b, Location loc,
                               ArrayRef<Value> indices) {
  AffineExpr position = b.getAffineConstantExpr(0);
  SmallVector<Value> operands;
  for (auto [loop, size] : llvm::zip_equal(destLoops, dest.getShape())) {
    position = position * size + b.getAffineDimExpr(operands.size());
    operands.push_back(indices[loop]);
  }
  return affine::AffineApplyOp::create(
      b, loc, AffineMap::get(operands.size(), 0, position), operands);
}

Value ThreadEmitter::load(OpBuilder &b, Location loc, OpOperand *operand,
                          int64_t element) {
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

/// The elements of the run at `coordinates`.
SmallVector<Value> ThreadEmitter::emitElements(OpBuilder &b, Location loc) {
  SmallVector<Value> initial;
  for (int64_t i = 0; i < shape.runElements; ++i)
    for (auto [result, init] : llvm::enumerate(op.getDpsInitsMutable()))
      initial.push_back(readsResult(result) ? load(b, loc, &init, i) : Value());
  return emitReductions(b, loc, initial, reductions);
}

/// Loops over the given dimensions around the body of all elements; what the
/// body yields for each, element by element.
SmallVector<Value> ThreadEmitter::emitReductions(OpBuilder &b, Location loc,
                                                 ArrayRef<Value> initial,
                                                 ArrayRef<unsigned> dims) {
  if (dims.empty()) {
    SmallVector<Value> results;
    for (int64_t i = 0; i < shape.runElements; ++i)
      llvm::append_range(
          results,
          emitBody(b, loc, i, initial.slice(i * flat.size(), flat.size())));
    return results;
  }
  Value lower = arith::ConstantIndexOp::create(b, loc, 0);
  Value upper = arith::ConstantIndexOp::create(b, loc, loopSizes[dims.front()]);
  Value step = arith::ConstantIndexOp::create(b, loc, 1);
  auto loop = scf::ForOp::create(
      b, loc, lower, upper, step, initial,
      [&](OpBuilder &b, Location loc, Value index, ValueRange carried) {
        for (SmallVector<Value> &indices : coordinates)
          indices[dims.front()] = index;
        scf::YieldOp::create(b, loc,
                             emitReductions(b, loc, SmallVector<Value>(carried),
                                            dims.drop_front()));
      });
  return loop.getResults();
}

SmallVector<Value> ThreadEmitter::emitBody(OpBuilder &b, Location loc,
                                           int64_t element,
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

/// In stores of 16 bytes, several where vectors or elements are wide: the last
/// one reaches into what a buffer is rounded up to, and no further.
void ThreadEmitter::storeVectors(OpBuilder &b, Location loc, Value number,
                                 const Run &run, unsigned result) {
  Value buffer = flat[result];
  Type type = cast<MemRefType>(buffer.getType()).getElementType();
  int64_t length = kVectorBytes / getElementBytes(type);
  for (int64_t begin = 0; begin < shape.runElements; begin += length) {
    SmallVector<Value> parts;
    for (int64_t i = begin; i < begin + length; ++i)
      parts.push_back(run.elements[i * flat.size() + result]);
    Value position = run.position;
    if (begin > 0)
      position = affine::AffineApplyOp::create(
          b, loc, AffineMap::get(1, 0, b.getAffineDimExpr(0) + begin),
          position);
    Value vector = vector::FromElementsOp::create(
        b, loc, VectorType::get(length, type), parts);
    auto store = [&](OpBuilder &b, Location loc) {
      vector::StoreOp::create(b, loc, vector, buffer, position);
    };
    // The last thread has a vector less where the result ends before it.
    int64_t elements = dest.getNumElements() / shape.getNumSteps();
    int64_t numRuns = llvm::divideCeil(std::max<int64_t>(elements - begin, 0),
                                       shape.runElements);
    if (numRuns == getNumRuns()) {
      store(b, loc);
      continue;
    }
    Value isInside =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number,
                              arith::ConstantIndexOp::create(b, loc, numRuns));
    scf::IfOp::create(b, loc, isInside, [&](OpBuilder &b, Location loc) {
      store(b, loc);
      scf::YieldOp::create(b, loc);
    });
  }
}

} // namespace dml
