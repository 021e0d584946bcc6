//===- ThreadEmitter.cpp - A structured operation as a kernel -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the kernel that ThreadSchedule.h describes. A strip that ends in
// another row is computed from both rows, and masks select between their words.
//
//===----------------------------------------------------------------------===//

#include "ThreadEmitter.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "LaunchBuilder.h"
#include "RowTileEmitter.h"
#include "StripEmitter.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

namespace {

/// Emits the launch of one operation on buffers.
class ThreadEmitter {
public:
  ThreadEmitter(linalg::GenericOp op, const AccessNest &nest,
                const ThreadSchedule &schedule, int64_t maxWorkgroups)
      : op(op), nest(nest), schedule(schedule), maxWorkgroups(maxWorkgroups),
        stripEmitter(op, nest, schedule),
        numElements(stripEmitter.getElementEmitter().getNumElements()) {}

  LogicalResult emitLaunch(OpBuilder &b, Location loc) {
    flattenResults(b, loc);
    int64_t size = schedule.workgroupSize;
    if (schedule.tileElements > 0) {
      RowTileEmitter tiles(b, stripEmitter, schedule, flat);
      return buildWorkgroupLaunch(
          b, loc, tiles.getNumWorkgroups(), size, maxWorkgroups,
          [&](WordBuilder &w, Value workgroup, Value thread) {
            tiles.emit(w, workgroup, thread);
          });
    }
    if (schedule.isTransposed) {
      Value resultVectors = viewWords(b, flat.front(), kVectorWords);
      return emitWorkgroups(
          b, loc, [&](WordBuilder &w, Value workgroup, Value thread) {
            emitTransposed(w, workgroup, thread, resultVectors);
          });
    }
    if (schedule.rowEndThreads > 0)
      return emitWorkgroups(b, loc,
                            [&](WordBuilder &w, Value workgroup, Value thread) {
                              emitRowThread(w, workgroup, thread);
                            });
    return buildLinearLaunch(
        b, loc, getNumStrips(), size, maxWorkgroups,
        [&](WordBuilder &w, Value thread) { emitThread(w, thread); });
  }

private:
  /// At each step of the repeated dimension, or of a cell.
  int64_t getNumStrips() const {
    return schedule.getNumStrips(stripEmitter.getElementEmitter().getSizes());
  }

  /// The results as 1-D buffers, which the launch captures.
  void flattenResults(OpBuilder &b, Location loc) {
    for (auto [init, write] : llvm::zip_equal(op.getDpsInits(), nest.writes)) {
      auto type = cast<MemRefType>(init.getType());
      if (write.combiner || type.getRank() == 1) {
        flat.push_back(init);
        continue;
      }
      SmallVector<ReassociationIndices> groups;
      if (type.getRank() == 0) {
        flat.push_back(memref::ExpandShapeOp::create(
            b, loc, ArrayRef<int64_t>{1}, init, groups));
        continue;
      }
      groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
      flat.push_back(memref::CollapseShapeOp::create(b, loc, init, groups));
    }
  }

  /// Launches workgroups that run what `emit` emits.
  LogicalResult
  emitWorkgroups(OpBuilder &b, Location loc,
                 function_ref<void(WordBuilder &, Value, Value)> emit) {
    return buildWorkgroupLaunch(
        b, loc, llvm::divideCeil(getNumStrips(), schedule.workgroupSize),
        schedule.workgroupSize, maxWorkgroups, emit);
  }

  void emitThread(WordBuilder &w, Value thread) {
    for (const Strip &strip : stripEmitter.emitStrips(w, thread))
      w.ifThen(strip.isWhole, [&] { emitStores(w, strip); });
  }

  /// As emitThread, for a strip in rows. If it goes on in another row, one of
  /// the workgroup's first threads computes it.
  void emitRowThread(WordBuilder &w, Value workgroup, Value thread) {
    Value number =
        w.asIndex(w.add(w.multiply(workgroup, schedule.workgroupSize), thread));
    Strip strip = stripEmitter.emitStripInRow(w, number);
    Value isWanted = strip.isWhole;
    if (getNumStrips() % schedule.workgroupSize != 0)
      isWanted = w.bitAnd(isWanted,
                          w.isLessUnsigned(w.asWord(number), getNumStrips()));
    w.ifThen(isWanted, [&] { emitStores(w, strip); });
    emitRowEnds(w, workgroup, thread);
  }

  /// Computes and stores the strips of a workgroup that go on in another row:
  /// the first threads compute one each.
  void emitRowEnds(WordBuilder &w, Value workgroup, Value thread) {
    // In a value of its own, which the guard bounds.
    Value number = w.asIndex(thread);
    w.ifThen(w.isLessUnsigned(number, schedule.rowEndThreads), [&] {
      AffineExpr d0, d1;
      bindDims(w.b.getContext(), d0, d1);
      Value row = w.apply(getFirstRow(d0) + d1, {w.asIndex(workgroup), number});
      Value begin = w.apply(d0 * schedule.rows->getNumElements(), row);
      Value strip = w.apply(d0.floorDiv(schedule.stripElements), begin);
      Value place = w.apply(d0 % schedule.stripElements, begin);
      Value crossesRow =
          w.bitAnd(w.isNotEqual(w.asWord(place), 0),
                   isBeforeNext(w, workgroup, w.asWord(strip), row));
      w.ifThen(crossesRow,
               [&] { emitStores(w, stripEmitter.emitStripInRows(w, strip)); });
    });
  }

  /// The first row that begins behind a workgroup's first element.
  AffineExpr getFirstRow(AffineExpr workgroup) {
    int64_t elements = schedule.workgroupSize * schedule.stripElements;
    return (workgroup * elements).floorDiv(schedule.rows->getNumElements()) + 1;
  }

  /// Whether a workgroup computes the strip in which a row begins: it comes
  /// before the next workgroup's first strip.
  Value isBeforeNext(WordBuilder &w, Value workgroup, Value strip, Value row) {
    int64_t size = schedule.workgroupSize;
    Value next = w.multiply(w.add(workgroup, 1), size);
    Value isBefore = w.isLessUnsigned(strip, w.minimum(next, getNumStrips()));
    if (numElements + size * schedule.stripElements <= kMaxUInt32)
      return isBefore;
    // Rows behind the last one may begin behind what words count.
    int64_t numRows = numElements / schedule.rows->getNumElements();
    return w.bitAnd(isBefore, w.isLessUnsigned(w.asWord(row), numRows + 1));
  }

  /// Strips of several vectors go through workgroup memory, so that consecutive
  /// threads write consecutive vectors. All threads take part, also those
  /// beyond the last strip.
  void emitTransposed(WordBuilder &w, Value workgroup, Value thread,
                      Value resultVectors) {
    int64_t size = schedule.workgroupSize;
    int64_t length =
        kVectorBytes / getElementBytes(nest.getMainWrite().elementType);
    int64_t vectors = schedule.stripElements / length;
    Value shared = allocateWorkgroupWords(w, vectors * size, kVectorWords);

    Value first = w.multiply(workgroup, size);
    Strip strip =
        stripEmitter.emitStrips(w, w.asIndex(w.add(first, thread))).front();
    for (int64_t i = 0; i < vectors; ++i)
      w.store(asWords(w, ArrayRef(strip.elements).slice(i * length, length)),
              shared, w.add(w.multiply(thread, vectors), i));
    emitBarrier(w);

    auto [strides, offset] =
        cast<MemRefType>(flat.front().getType()).getStridesAndOffset();
    Value begin = w.add(w.multiply(workgroup, vectors * size), offset / length);
    int64_t end = offset / length + llvm::divideCeil(numElements, length);
    for (int64_t i = 0; i < vectors; ++i) {
      Value from = w.add(thread, i * size);
      Value vector = w.load(shared, from);
      Value to = w.add(begin, from);
      Value isInside;
      if (numElements % (size * schedule.stripElements) != 0)
        isInside = w.isLessUnsigned(to, end);
      w.ifThen(isInside, [&] { w.store(vector, resultVectors, to); });
    }
  }

  void emitStores(WordBuilder &w, const Strip &strip) {
    for (size_t result = 0; result < flat.size(); ++result)
      if (nest.writes[result].combiner)
        combine(w, strip, result);
      else
        storeVectors(w, strip, result);
  }

  /// Combines what a strip's elements give with the result, which few of them
  /// change.
  void combine(WordBuilder &w, const Strip &strip, unsigned result) {
    const Access &write = nest.writes[result];
    arith::AtomicRMWKind kind = *write.combiner;
    Value identity =
        arith::getIdentityValue(kind, write.elementType, w.b, w.loc);
    Value sum;
    for (size_t i = 0; i < strip.elements.size() / flat.size(); ++i) {
      Value element = strip.elements[i * flat.size() + result];
      if (numElements % schedule.stripElements != 0)
        element = w.select(
            w.isLessUnsigned(w.add(w.asWord(strip.position), i), numElements),
            element, identity);
      sum =
          sum ? arith::getReductionOp(kind, w.b, w.loc, sum, element) : element;
    }
    w.ifThen(w.isNotEqual(sum, identity), [&] {
      memref::AtomicRMWOp::create(w.b, w.loc, kind, sum, flat[result],
                                  ValueRange());
    });
  }

  /// In stores of 16 bytes, several where vectors or elements are wide: the
  /// last one reaches into what a buffer is rounded up to, and no further.
  /// Strips and parts of them may be one word or two.
  void storeVectors(WordBuilder &w, const Strip &strip, unsigned result) {
    Value buffer = flat[result];
    Type type = cast<MemRefType>(buffer.getType()).getElementType();
    int64_t count = strip.elements.size() / flat.size();
    int64_t length = std::min(count, kVectorBytes / getElementBytes(type));
    for (int64_t begin = 0; begin < count; begin += length) {
      SmallVector<Value> parts;
      for (int64_t i = begin; i < begin + length; ++i)
        parts.push_back(strip.elements[i * flat.size() + result]);
      Value position = strip.position;
      if (begin > 0)
        position = w.apply(w.b.getAffineDimExpr(0) + begin, position);
      Value vector = w.makeVector(parts);
      // The result may end before the last vectors of the last strip.
      int64_t elementsOfLast = numElements % count;
      Value isInside;
      if (elementsOfLast != 0 && elementsOfLast <= begin)
        isInside = w.isLessUnsigned(w.asWord(position), numElements);
      w.ifThen(isInside, [&] {
        vector::StoreOp::create(w.b, w.loc, vector, buffer, position);
      });
    }
  }

  linalg::GenericOp op;
  const AccessNest &nest;
  const ThreadSchedule &schedule;
  int64_t maxWorkgroups;
  StripEmitter stripEmitter;
  int64_t numElements;
  /// The results as 1-D buffers; those with a combiner as they are.
  SmallVector<Value> flat;
};

} // namespace

LogicalResult emitThreads(OpBuilder &b, linalg::GenericOp op,
                          const AccessNest &nest,
                          const ThreadSchedule &schedule,
                          int64_t maxWorkgroups) {
  return ThreadEmitter(op, nest, schedule, maxWorkgroups)
      .emitLaunch(b, op.getLoc());
}

} // namespace dml
