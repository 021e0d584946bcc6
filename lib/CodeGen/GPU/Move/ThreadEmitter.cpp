//===- ThreadEmitter.cpp - A structured operation as a kernel -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadEmitter.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
#include "LaunchBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

/// Threads compute one vector rather than leave a device with fewer workgroups.
constexpr int64_t kMinWorkgroups = 1024;
/// Threads that wait for each other; more wait longer.
constexpr int64_t kMaxExchangeThreads = 128;

ThreadEmitter::ThreadEmitter(linalg::GenericOp op, const ThreadOptions &options)
    : op(op), options(options),
      dest(cast<MemRefType>(op.getDpsInits().front().getType())) {
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
  // Shorter rows end in so many runs that all threads would have one to
  // compute.
  if (shape.rows && shape.rows->getNumElements() >= 2 * shape.runElements) {
    int64_t ends = llvm::divideCeil(this->options.workgroupSize *
                                        vectorsPerThread * shape.runElements,
                                    shape.rows->getNumElements());
    if (ends <= this->options.workgroupSize)
      rowEndThreads = ends;
  }
  runEmitter.emplace(op, shape);
}

LogicalResult ThreadEmitter::emitLaunch(OpBuilder &b, Location loc) {
  flattenResults(b, loc);
  if (shape.isExchanged) {
    Value resultVectors = viewWords(b, flat.front(), 4);
    return buildWorkgroupLaunch(
        b, loc, llvm::divideCeil(getNumRuns(), options.workgroupSize),
        options.workgroupSize, options.maxWorkgroups,
        [&](OpBuilder &b, Location loc, Value workgroup, Value thread) {
          emitExchange(b, loc, workgroup, thread, resultVectors);
        });
  }
  if (rowEndThreads > 0)
    return buildWorkgroupLaunch(
        b, loc,
        llvm::divideCeil(getNumRuns(),
                         options.workgroupSize * vectorsPerThread),
        options.workgroupSize, options.maxWorkgroups,
        [&](OpBuilder &b, Location loc, Value workgroup, Value thread) {
          emitRowThread(b, loc, workgroup, thread);
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
    return emitStores(b, loc, thread, runEmitter->emitRuns(b, loc, thread));
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
    runs.emplace_back(number, runEmitter->emitRuns(b, loc, number));
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

/// As emitThread, for runs in rows: first all that end in the row in which they
/// begin, and then, by a part of the threads, those that do not.
void ThreadEmitter::emitRowThread(OpBuilder &b, Location loc, Value workgroup,
                                  Value thread) {
  WordBuilder w(b, loc);
  int64_t size = options.workgroupSize;
  Value first = w.add(w.multiply(workgroup, size * vectorsPerThread), thread);
  SmallVector<std::pair<Value, Run>> runs;
  for (int64_t i = 0; i < vectorsPerThread; ++i) {
    Value number = w.asIndex(w.add(first, i * size));
    runs.emplace_back(number, runEmitter->emitRunInRow(b, loc, number));
  }
  bool isExact = getNumRuns() % (size * vectorsPerThread) == 0;
  for (auto &[number, run] : runs) {
    WordBuilder w(b, loc);
    Value isWanted = run.isWhole;
    if (!isExact)
      isWanted = w.both(isWanted, w.isBelow(w.asWord(number), getNumRuns()));
    w.ifThen(isWanted, [&, &number = number, &run = run](WordBuilder &w) {
      emitStores(w.getBuilder(), loc, number, run);
    });
  }
  emitRowEnds(b, loc, workgroup, thread,
              [&](OpBuilder &b, Location loc, Value number, const Run &run) {
                emitStores(b, loc, number, run);
              });
}

/// Computes and stores the runs of a workgroup that go on in another row, one
/// for each of the first threads.
void ThreadEmitter::emitRowEnds(OpBuilder &b, Location loc, Value workgroup,
                                Value thread, Store store) {
  WordBuilder w(b, loc);
  int64_t numRuns = options.workgroupSize * vectorsPerThread;
  // In a value of its own, which the guard bounds.
  Value number = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), thread);
  Value isWanted = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::ult, number,
      arith::ConstantIndexOp::create(b, loc, rowEndThreads));
  w.ifThen(isWanted, [&](WordBuilder &w) {
    OpBuilder &b = w.getBuilder();
    auto apply = [&](AffineExpr expr, ValueRange operands) -> Value {
      return affine::AffineApplyOp::create(
          b, loc, AffineMap::get(operands.size(), 0, expr), operands);
    };
    AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1);
    // The first element of a row, of those that begin behind the workgroup's
    // first element.
    int64_t rowElements = shape.rows->getNumElements();
    AffineExpr row =
        (d0 * (numRuns * shape.runElements)).floorDiv(rowElements) + 1 + d1;
    Value begin = apply(row * rowElements, {w.asIndex(workgroup), number});
    Value run = apply(d0.floorDiv(shape.runElements), begin);
    Value place = apply(d0 % shape.runElements, begin);
    Value end = w.min(w.multiply(w.add(workgroup, 1), numRuns), getNumRuns());
    Value isWanted =
        w.both(w.isNotEqual(w.asWord(place), 0), w.isBelow(w.asWord(run), end));
    w.ifThen(isWanted, [&](WordBuilder &w) {
      store(w.getBuilder(), loc, run,
            runEmitter->emitRunInRows(w.getBuilder(), loc, run));
    });
  });
}

/// Runs of several vectors go through workgroup memory, so that consecutive
/// threads write consecutive vectors. All threads take part, also those beyond
/// the last run.
void ThreadEmitter::emitExchange(OpBuilder &b, Location loc, Value workgroup,
                                 Value thread, Value resultVectors) {
  WordBuilder w(b, loc);
  int64_t size = options.workgroupSize;
  int64_t length = kVectorBytes / getElementBytes(dest.getElementType());
  int64_t vectors = shape.runElements / length;
  auto words = VectorType::get(4, b.getI32Type());
  auto storage = spirv::StorageClassAttr::get(b.getContext(),
                                              spirv::StorageClass::Workgroup);
  Value shared = memref::AllocOp::create(
      b, loc,
      MemRefType::get(vectors * size, words, MemRefLayoutAttrInterface(),
                      storage));

  Value first = w.multiply(workgroup, size);
  auto storeShared = [&](OpBuilder &b, Location loc, Value number,
                         const Run &run) {
    WordBuilder w(b, loc);
    Value place = w.subtract(w.asWord(number), first);
    for (int64_t i = 0; i < vectors; ++i) {
      Value vector = vector::FromElementsOp::create(
          b, loc, VectorType::get(length, dest.getElementType()),
          ArrayRef<Value>(run.elements).slice(i * length, length));
      vector = vector::BitCastOp::create(b, loc, words, vector);
      w.store(vector, shared, w.add(w.multiply(place, vectors), i));
    }
  };
  Value number = w.asIndex(w.add(first, thread));
  if (rowEndThreads > 0) {
    Run run = runEmitter->emitRunInRow(b, loc, number);
    w.ifThen(run.isWhole, [&](WordBuilder &w) {
      storeShared(w.getBuilder(), loc, number, run);
    });
    emitRowEnds(b, loc, workgroup, thread, storeShared);
  } else {
    storeShared(b, loc, number, runEmitter->emitRuns(b, loc, number).front());
  }
  emitBarrier(w);

  auto [strides, offset] =
      cast<MemRefType>(flat.front().getType()).getStridesAndOffset();
  Value begin = w.add(w.multiply(workgroup, vectors * size), offset / length);
  int64_t end =
      offset / length + llvm::divideCeil(dest.getNumElements(), length);
  for (int64_t i = 0; i < vectors; ++i) {
    Value from = w.add(thread, i * size);
    Value vector = w.load(shared, from);
    Value to = w.add(begin, from);
    auto store = [&](WordBuilder &w) { w.store(vector, resultVectors, to); };
    if (dest.getNumElements() % (size * shape.runElements) == 0)
      store(w);
    else
      w.ifThen(w.isBelow(to, end), store);
  }
}

void ThreadEmitter::emitStores(OpBuilder &b, Location loc, Value number,
                               ArrayRef<Run> runs) {
  for (const Run &run : runs)
    for (size_t result = 0; result < flat.size(); ++result)
      storeVectors(b, loc, number, run, result);
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
