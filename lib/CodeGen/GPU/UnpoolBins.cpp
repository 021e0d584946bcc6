//===- UnpoolBins.cpp - Unpooling of inputs sorted by place ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolBins.h"
#include "BufferWords.h"
#include "LaunchBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

/// Of an entry of a list: the place in the bin, below the position in the
/// plane.
constexpr int64_t kPlaceBits = 12;
constexpr int64_t kBinSize = 1 << kPlaceBits;
constexpr int64_t kPositionBits = 32 - kPlaceBits;

/// Inputs of a block, which one workgroup enters.
constexpr int64_t kQuadsPerThread = 2;

/// The lists are as much longer than inputs spread evenly would need.
constexpr double kSpareFactor = 1.5;
constexpr int64_t kSpareEntries = 64;

std::optional<UnpoolBins> UnpoolBins::choose(MemRefType values, MemRefType dest,
                                             int64_t workgroupSize,
                                             int64_t maxWorkgroupMemory,
                                             int64_t maxBufferBytes) {
  ArrayRef<int64_t> in = values.getShape(), out = dest.getShape();
  UnpoolBins bins;
  bins.planes = in[0] * in[1];
  bins.inputsPerPlane = in[2] * in[3];
  bins.outputsPerPlane = out[2] * out[3];
  bins.elementBytes = getElementBytes(dest.getElementType());
  bins.workgroupSize = workgroupSize;
  bins.binsPerPlane = llvm::divideCeil(bins.outputsPerPlane, kBinSize);
  int64_t even = llvm::divideCeil(bins.inputsPerPlane, bins.binsPerPlane);
  bins.capacity = std::min<int64_t>(bins.inputsPerPlane,
                                    kSpareFactor * even + kSpareEntries);
  // Each bin has a thread of its own, a block's position 12 bits, and one in
  // the plane, counted from 1, what an entry has left.
  constexpr int64_t maxElements = std::numeric_limits<int32_t>::max();
  int64_t blockSize = workgroupSize * kQuadsPerThread * 4;
  int64_t memory = std::max(kBinSize, blockSize + 3 * bins.binsPerPlane) * 4;
  if (bins.planes != out[0] * out[1] || values.getNumElements() > maxElements ||
      dest.getNumElements() > maxElements ||
      bins.getNumListWords() > maxElements ||
      bins.getNumListWords() * 4 > maxBufferBytes ||
      bins.binsPerPlane > workgroupSize || blockSize > kBinSize ||
      memory > maxWorkgroupMemory ||
      bins.outputsPerPlane > int64_t(1) << kPositionBits ||
      bins.inputsPerPlane >= int64_t(1) << kPositionBits ||
      bins.inputsPerPlane % 4 != 0 ||
      bins.outputsPerPlane * bins.elementBytes % 16 != 0)
    return std::nullopt;
  return bins;
}

int64_t UnpoolBins::getBlocksPerPlane() const {
  return llvm::divideCeil(inputsPerPlane, workgroupSize * kQuadsPerThread * 4);
}

Value UnpoolBins::emitFirstEntry(WordBuilder &w, Value list) const {
  return w.add(w.multiply(list, capacity), getNumLists());
}

Value UnpoolBins::emitHint(WordBuilder &w, const UnpoolInputs &inputs,
                           Value position, const UnpoolIndex &index) const {
  Value plane = w.divide(position, inputsPerPlane);
  Value isInPlane =
      inputs.isInside(w, index, w.multiply(plane, outputsPerPlane),
                      w.constant(outputsPerPlane));
  return w.select(w.either(isInPlane, inputs.isOutOfRange(w, index)),
                  w.constant(0), w.constant(OtherPlane));
}

/// Whether inputs are anywhere in their planes.
static Value isWanted(WordBuilder &w, Value hint) {
  return w.isEqual(w.mask(hint, Elsewhere | OtherPlane), Elsewhere);
}

static Value isWanted(WordBuilder &w, const UnpoolInputs &inputs) {
  return isWanted(w, w.load(inputs.getControl(), UnpoolControl::Hint));
}

void UnpoolBins::emitClear(WordBuilder &w, Value thread, Value hint,
                           Value lists, int64_t numThreads) const {
  w.ifThen(isWanted(w, hint), [&](WordBuilder &w) {
    w.forEach(
        thread, w.constant(getNumLists()), numThreads,
        [&](WordBuilder &w, Value i) { w.store(w.constant(0), lists, i); });
  });
}

/// The kernel that enters inputs into lists. A workgroup sorts a block of them
/// by bin, in its own memory, and writes what lies side by side there side by
/// side.
class ListEmitter {
public:
  ListEmitter(const UnpoolInputs &inputs, const UnpoolBins &bins, Value lists)
      : inputs(inputs), bins(bins), lists(lists) {}

  void allocate(WordBuilder &w) {
    auto allocate = [&](int64_t numWords) {
      return allocateWorkgroupWords(w.getBuilder(), w.getLoc(), numWords);
    };
    counts = allocate(bins.binsPerPlane);
    begins = allocate(bins.binsPerPlane);
    moves = allocate(bins.binsPerPlane);
    sorted = allocate(bins.workgroupSize * kQuadsPerThread * 4);
  }

  void emit(WordBuilder &w, Value block, Value thread) {
    OpBuilder &b = w.getBuilder();
    Location loc = w.getLoc();
    int64_t size = bins.workgroupSize, numBins = bins.binsPerPlane;
    Value plane = w.divide(block, bins.getBlocksPerPlane());
    Value inPlane = w.remainder(block, bins.getBlocksPerPlane());
    Value firstQuad = w.multiply(inPlane, size * kQuadsPerThread);

    Value zero = w.constant(0);
    Value hasBin = w.isBelow(thread, numBins);
    w.ifThen(hasBin, [&](WordBuilder &w) { w.store(zero, counts, thread); });
    gpu::BarrierOp::create(b, loc);

    // The places of the inputs, and their ranks among those of their bins.
    SmallVector<Value> places, ranks, areHere;
    for (int64_t i = 0; i < kQuadsPerThread; ++i) {
      Value quad = w.add(thread, i * size);
      loadPlaces(w, plane, w.add(firstQuad, quad), places, areHere);
    }
    for (auto [place, isHere] : llvm::zip_equal(places, areHere)) {
      auto rank = scf::IfOp::create(
          b, loc, isHere,
          [&, &place = place](OpBuilder &b, Location loc) {
            WordBuilder w(b, loc);
            Value bin = w.asIndex(w.divide(place, kBinSize));
            Value before = memref::AtomicRMWOp::create(
                b, loc, arith::AtomicRMWKind::addi, w.constant(1), counts,
                ValueRange(bin));
            scf::YieldOp::create(b, loc, before);
          },
          [&](OpBuilder &b, Location loc) {
            scf::YieldOp::create(b, loc, createWord(b, loc, 0));
          });
      ranks.push_back(rank.getResult(0));
    }
    gpu::BarrierOp::create(b, loc);

    // Where each bin begins among the sorted inputs, and how far that is from
    // its place in the lists.
    Value begin = emitBegin(w, thread);
    w.ifThen(hasBin, [&](WordBuilder &w) {
      w.store(begin, begins, thread);
      Value list = w.add(w.multiply(plane, numBins), thread);
      Value before = memref::AtomicRMWOp::create(
          w.getBuilder(), loc, arith::AtomicRMWKind::addi,
          w.load(counts, thread), lists, ValueRange(w.asIndex(list)));
      w.store(w.subtract(before, begin), moves, thread);
    });
    gpu::BarrierOp::create(b, loc);

    for (auto [i, place] : llvm::enumerate(places))
      w.ifThen(areHere[i], [&, i = i, &place = place](WordBuilder &w) {
        Value begin = w.load(begins, w.divide(place, kBinSize));
        Value quad = w.add(thread, i / 4 * size);
        Value inBlock = w.add(w.multiply(quad, 4), i % 4);
        w.store(w.either(place, w.shiftLeft(inBlock, kPositionBits)), sorted,
                w.add(begin, ranks[i]));
      });
    gpu::BarrierOp::create(b, loc);

    Value last = w.constant(numBins - 1);
    Value total = w.add(w.load(begins, last), w.load(counts, last));
    for (int64_t i = 0; i < kQuadsPerThread * 4; ++i) {
      Value number = w.add(thread, i * size);
      w.ifThen(w.isBelow(number, total), [&](WordBuilder &w) {
        emitEntry(w, plane, firstQuad, number, w.load(sorted, number));
      });
    }
  }

private:
  void loadPlaces(WordBuilder &w, Value plane, Value quad,
                  SmallVectorImpl<Value> &places,
                  SmallVectorImpl<Value> &areHere) {
    int64_t quadsPerPlane = bins.inputsPerPlane / 4;
    Value exists = w.isBelow(quad, quadsPerPlane);
    Value number =
        w.add(w.multiply(plane, quadsPerPlane), w.min(quad, quadsPerPlane - 1));
    Value begin = w.multiply(plane, bins.outputsPerPlane);
    Value areInPlane;
    for (const UnpoolIndex &index : inputs.loadQuad(w, number)) {
      Value isInPlane =
          inputs.isInside(w, index, begin, w.constant(bins.outputsPerPlane));
      places.push_back(w.subtract(index.low, begin));
      areHere.push_back(w.both(isInPlane, exists));
      areInPlane = areInPlane ? w.both(areInPlane, isInPlane) : isInPlane;
    }
    w.ifThen(w.negate(areInPlane),
             [&](WordBuilder &w) { inputs.emitStray(w); });
  }

  /// The inputs in all bins before one. All threads loop equally often.
  Value emitBegin(WordBuilder &w, Value bin) {
    OpBuilder &b = w.getBuilder();
    Value zero = w.constant(0);
    auto sum = scf::ForOp::create(
        b, w.getLoc(), zero, w.constant(bins.binsPerPlane), w.constant(1),
        ValueRange(zero),
        [&](OpBuilder &b, Location loc, Value i, ValueRange before) {
          WordBuilder w(b, loc);
          Value count =
              w.select(w.isBelow(i, bin), w.load(counts, i), w.constant(0));
          scf::YieldOp::create(b, loc, w.add(before[0], count));
        });
    return sum.getResult(0);
  }

  void emitEntry(WordBuilder &w, Value plane, Value firstQuad, Value number,
                 Value word) {
    Value place = w.mask(word, (int64_t(1) << kPositionBits) - 1);
    Value position =
        w.add(w.multiply(firstQuad, 4), w.shiftRight(word, kPositionBits));
    Value bin = w.divide(place, kBinSize);
    Value inList = w.add(number, w.load(moves, bin));
    Value hasRoom = w.isBelow(inList, bins.capacity);
    w.ifThen(hasRoom, [&](WordBuilder &w) {
      Value list = w.add(w.multiply(plane, bins.binsPerPlane), bin);
      Value entry = w.either(w.remainder(place, kBinSize),
                             w.shiftLeft(position, kPlaceBits));
      w.store(entry, lists, w.add(bins.emitFirstEntry(w, list), inList));
    });
    w.ifThen(w.negate(hasRoom), [&](WordBuilder &w) { inputs.emitStray(w); });
  }

  const UnpoolInputs &inputs;
  const UnpoolBins &bins;
  Value lists;
  /// Of each bin: its inputs in the block, those of the bins before it, and how
  /// far its inputs' places in the list are from those among the sorted ones.
  Value counts, begins, moves;
  Value sorted;
};

/// The kernel that writes the result, a workgroup for each bin.
class BinEmitter {
public:
  BinEmitter(OpBuilder &b, UnpoolOp op, const UnpoolBins &bins, Value lists)
      : bins(bins), lists(lists) {
    auto flatten = [&](Value buffer) -> Value {
      return memref::CollapseShapeOp::create(
          b, op.getLoc(), buffer, ArrayRef<ReassociationIndices>{{0, 1, 2, 3}});
    };
    values = flatten(op.getValues());
    dest = flatten(op.getDest());
  }

  void allocate(WordBuilder &w) {
    map = allocateWorkgroupWords(w.getBuilder(), w.getLoc(), kBinSize);
  }

  void emit(WordBuilder &w, Value list, Value thread) {
    OpBuilder &b = w.getBuilder();
    Location loc = w.getLoc();
    int64_t size = bins.workgroupSize;
    Value zero = w.constant(0);
    share(w, kBinSize, thread,
          [&](WordBuilder &w, Value i) { w.store(zero, map, i); });
    gpu::BarrierOp::create(b, loc);

    Value length = w.min(w.load(lists, list), bins.capacity);
    Value first = bins.emitFirstEntry(w, list);
    // All threads loop equally often.
    w.forEach(zero, length, size, [&](WordBuilder &w, Value begin) {
      Value i = w.add(begin, thread);
      w.ifThen(w.isBelow(i, length), [&](WordBuilder &w) {
        Value entry = w.load(lists, w.add(first, i));
        // Plus 1: 0 is no input, and of equal indices the last input wins (U4),
        // in whatever order they are listed.
        w.update(arith::AtomicRMWKind::maxu,
                 w.add(w.shiftRight(entry, kPlaceBits), 1), map,
                 getMapPosition(w, w.remainder(entry, kBinSize)));
      });
    });
    gpu::BarrierOp::create(b, loc);

    Value plane = w.divide(list, bins.binsPerPlane);
    Value bin = w.remainder(list, bins.binsPerPlane);
    Value firstInput = w.multiply(plane, bins.inputsPerPlane);
    Value inPlane = w.multiply(bin, kBinSize);
    Value begin = w.add(w.multiply(plane, bins.outputsPerPlane), inPlane);
    share(w, kBinSize / getVectorLength(), thread,
          [&](WordBuilder &w, Value vector) {
            auto emitHere = [&](WordBuilder &w) {
              emitVector(w, firstInput, begin, vector);
            };
            if (bins.outputsPerPlane % kBinSize == 0)
              return emitHere(w);
            Value element =
                w.add(inPlane, w.multiply(vector, getVectorLength()));
            w.ifThen(w.isBelow(element, bins.outputsPerPlane), emitHere);
          });
  }

private:
  int64_t getVectorLength() const { return 16 / bins.elementBytes; }

  void share(WordBuilder &w, int64_t count, Value thread,
             function_ref<void(WordBuilder &, Value)> body) {
    int64_t size = bins.workgroupSize;
    w.forEach(w.constant(0), w.constant(count), size,
              [&](WordBuilder &w, Value first) {
                Value i = w.add(first, thread);
                if (count % size == 0)
                  return body(w, i);
                w.ifThen(w.isBelow(i, count),
                         [&](WordBuilder &w) { body(w, i); });
              });
  }

  /// Lanes read consecutive words: the same element of consecutive vectors.
  Value getMapPosition(WordBuilder &w, Value place) {
    int64_t length = getVectorLength();
    return w.add(w.multiply(w.remainder(place, length), kBinSize / length),
                 w.divide(place, length));
  }

  void emitVector(WordBuilder &w, Value firstInput, Value begin, Value vector) {
    int64_t length = getVectorLength();
    OpBuilder &b = w.getBuilder();
    Location loc = w.getLoc();
    Type type = cast<MemRefType>(values.getType()).getElementType();
    SmallVector<Value> elements;
    for (int64_t i = 0; i < length; ++i) {
      Value winner = w.load(map, w.add(vector, i * (kBinSize / length)));
      auto element = scf::IfOp::create(
          b, loc, w.isNotEqual(winner, 0),
          [&](OpBuilder &b, Location loc) {
            WordBuilder w(b, loc);
            Value position =
                w.add(firstInput, w.subtract(winner, w.constant(1)));
            scf::YieldOp::create(b, loc, w.load(values, position));
          },
          [&](OpBuilder &b, Location loc) {
            Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
            scf::YieldOp::create(b, loc, zero);
          });
      elements.push_back(element.getResult(0));
    }
    vector::StoreOp::create(
        b, loc,
        vector::FromElementsOp::create(b, loc, VectorType::get(length, type),
                                       elements),
        dest, w.asIndex(w.add(begin, w.multiply(vector, length))));
  }

  const UnpoolBins &bins;
  Value lists, values, dest, map;
};

/// Emits a kernel of workgroups that loop over so many items, where inputs are
/// anywhere in their planes: having nothing to do takes microseconds.
template <typename Emitter>
static LogicalResult emitLoopKernel(OpBuilder &b, Location loc,
                                    const UnpoolInputs &inputs,
                                    int64_t numItems, int64_t workgroupSize,
                                    int64_t maxWorkgroups, Emitter &emitter) {
  int64_t workgroups = std::min(numItems, kMaxLoopingWorkgroups);
  return buildWorkgroupLaunch(
      b, loc, workgroups, workgroupSize, maxWorkgroups,
      [&](OpBuilder &b, Location loc, Value workgroup, Value thread) {
        WordBuilder w(b, loc);
        emitter.allocate(w);
        w.ifThen(isWanted(w, inputs), [&](WordBuilder &w) {
          w.forEach(workgroup, w.constant(numItems), workgroups,
                    [&](WordBuilder &w, Value item) {
                      emitter.emit(w, item, thread);
                      // The memory is free for the next one.
                      gpu::BarrierOp::create(w.getBuilder(), w.getLoc());
                    });
        });
      });
}

LogicalResult UnpoolBins::emitKernels(OpBuilder &b, UnpoolOp op,
                                      const UnpoolInputs &inputs, Value lists,
                                      int64_t maxWorkgroups) const {
  ListEmitter listEmitter(inputs, *this, lists);
  if (failed(emitLoopKernel(b, op.getLoc(), inputs,
                            planes * getBlocksPerPlane(), workgroupSize,
                            maxWorkgroups, listEmitter)))
    return failure();
  BinEmitter binEmitter(b, op, *this, lists);
  return emitLoopKernel(b, op.getLoc(), inputs, getNumLists(), workgroupSize,
                        maxWorkgroups, binEmitter);
}

} // namespace dml
