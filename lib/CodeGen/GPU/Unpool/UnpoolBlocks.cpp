//===- UnpoolBlocks.cpp - Unpooling of pooled data ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolBlocks.h"
#include "CodeGen/Common/Passes/LayoutPropagation.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "PlacedTile.h"
#include "WinnerTile.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include <limits>

using namespace mlir;

namespace dml {
namespace {

/// Sums of a few positions fit in 32 bits.
constexpr int64_t kMaxElements = std::numeric_limits<int32_t>::max() / 2;
/// The elements of a WinnerTile and the bytes of a PlacedTile for each thread.
constexpr int64_t kWinnersPerThread = 8, kPlacedBytesPerThread = 32;
/// The words in which the threads of a workgroup count. Few wait for each
/// other.
constexpr int64_t kCounterWords = 8;
/// How many blocks a workgroup has that loads the inputs of its next block
/// while it writes one.
constexpr int64_t kBlocksOfWorkgroup = 4;
/// The words that hold which inputs the blocks have, and the thread that finds
/// the first block's second bound: one of another subgroup than the first.
constexpr int64_t kBoundWords = 2 * kBlocksOfWorkgroup, kFarThread = 64;
/// Workgroups load ahead if the blocks have at least so many threads, some
/// times as many as a device runs at once, and if a thread loads at most so
/// many words of inputs for a block: it keeps those of two blocks in registers.
/// Measured: benchmarks/results/2026-12-01-gpu-block-bounds.md.
constexpr int64_t kMinThreads = 3000 * 256, kMaxLoadedWords = 20;

/// What a sample of the inputs may show.
enum SampleBit {
  /// An input is not near its home.
  IsFar = 1,
  /// Two neighbours point to one element.
  Competes = 2
};

} // namespace

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

std::optional<UnpoolBlocks> UnpoolBlocks::choose(UnpoolOp op,
                                                 const UnpoolLimits &limits) {
  auto values = cast<MemRefType>(op.getValues().getType());
  auto dest = cast<MemRefType>(op.getDest().getType());
  auto indices = cast<MemRefType>(op.getIndices().getType());
  std::optional<PoolGeometry> geometry =
      PoolGeometry::guess(values.getShape(), dest.getShape());
  if (!geometry || dest.getNumElements() > kMaxElements ||
      values.getNumElements() > kMaxElements)
    return std::nullopt;
  int64_t elementBytes = getElementBytes(dest.getElementType());
  int64_t channels = 1;
  if (isChannelsLast(dest)) {
    if (values.getDimSize(1) != dest.getDimSize(1))
      return std::nullopt;
    channels = dest.getDimSize(1);
    geometry->planes /= channels;
  }
  UnpoolBlocks blocks({*geometry, channels, kVectorBytes / elementBytes},
                      limits);
  auto chooseShape = [&](int64_t maxElements, auto getNumWords) {
    auto fits = [&](int64_t elements) {
      int64_t words =
          getNumWords(elements, elementBytes) + kCounterWords + kBoundWords;
      return words * kWordBytes <= limits.maxWorkgroupMemory;
    };
    int64_t inputBytes =
        getElementBytes(indices.getElementType()) + elementBytes;
    return UnpoolBlockShape::choose(
        blocks.pooled,
        {maxElements, limits.workgroupSize, fits, inputBytes, elementBytes});
  };
  std::optional<UnpoolBlockShape> winners = chooseShape(
      kWinnersPerThread * limits.workgroupSize, WinnerTile::getNumWords);
  if (!winners)
    return std::nullopt;
  blocks.winners = *winners;
  auto overlaps = [](const PoolAxis &axis) {
    return axis.stride == 1 && axis.inputs > 1;
  };
  if (!overlaps(geometry->rows) && !overlaps(geometry->columns))
    blocks.placed =
        chooseShape(kPlacedBytesPerThread * limits.workgroupSize / elementBytes,
                    PlacedTile::getNumWords);
  return blocks;
}

//===----------------------------------------------------------------------===//
// Sample
//===----------------------------------------------------------------------===//

void UnpoolBlocks::allocate(OpBuilder &b, Location loc,
                            IndexAssumption assumption) {
  countsFromZero = assumption != IndexAssumption::None;
  for (Word *word : {&missed, &sampled}) {
    word->buffer =
        memref::AllocOp::create(b, loc, MemRefType::get(1, b.getI32Type()));
    word->view = viewWords(b, word->buffer, 1);
  }
  int64_t start = countsFromZero ? 0 : -pooled.getNumInputs();
  InitializeOp::create(b, loc, missed.buffer, /*offset=*/0,
                       static_cast<int32_t>(start));
}

/// The start of the plane that an input is in.
UnpoolBlocks::PlaneStart UnpoolBlocks::getPlane(WordBuilder &w,
                                                Value input) const {
  int64_t channels = pooled.channels;
  int64_t pixels = pooled.geometry.getOutputsPerPlane();
  Value channel = w.remainder(input, channels);
  Value image = w.divide(input, pooled.geometry.getInputsPerPlane() * channels);
  Value plane = w.add(w.multiply(image, channels), channel);
  return {w.multiply(plane, pixels),
          w.add(w.multiply(image, channels * pixels), channel)};
}

/// The starts of the planes that the four inputs of a quad are in. Neighbouring
/// inputs are neighbouring channels, of one pixel or of two. So the other
/// planes follow from the first one, except where images end within quads.
SmallVector<UnpoolBlocks::PlaneStart, 4>
UnpoolBlocks::getPlanes(WordBuilder &w, Value quad) const {
  int64_t channels = pooled.channels;
  if (channels == 1)
    return SmallVector<PlaneStart, 4>(4);
  int64_t pixels = pooled.geometry.getOutputsPerPlane();
  Value first = w.multiply(quad, 4);
  SmallVector<PlaneStart, 4> planes = {getPlane(w, first)};
  auto goOn = [&](int64_t distance) -> PlaneStart {
    return {w.add(planes[0].index, distance * pixels),
            w.add(planes[0].place, distance)};
  };
  bool spansImages = pooled.geometry.planes > 1 &&
                     pooled.geometry.getInputsPerPlane() * channels % 4 != 0;
  Value firstChannel = w.remainder(first, channels);
  for (int64_t c = 1; c < 4; ++c) {
    if (spansImages) {
      planes.push_back(getPlane(w, w.add(first, c)));
      continue;
    }
    PlaneStart next = goOn(c % channels);
    // A quad begins with channel 0 if it has whole pixels.
    if (4 % channels != 0 && channels % 4 != 0) {
      Value isSamePixel = w.isLessUnsigned(firstChannel, channels - c);
      PlaneStart ofNextPixel = goOn(c - channels);
      next = {w.select(isSamePixel, next.index, ofNextPixel.index),
              w.select(isSamePixel, next.place, ofNextPixel.place)};
    }
    planes.push_back(next);
  }
  return planes;
}

/// The place in memory of the element that an input points to. Only `low` is
/// changed; it is at least the number of elements if the element is in another
/// plane.
UnpoolIndex UnpoolBlocks::toMemory(WordBuilder &w, const PlaneStart &plane,
                                   const UnpoolIndex &index) const {
  if (pooled.channels == 1)
    return index;
  int64_t pixels = pooled.geometry.getOutputsPerPlane();
  Value pixel = w.subtract(index.low, plane.index);
  Value place = w.add(w.multiply(pixel, pooled.channels), plane.place);
  return {w.select(w.isLessUnsigned(pixel, pixels), place, -1), index.high};
}

/// The place in memory of an input's home, modulo 2^32: it may be before the
/// result.
Value UnpoolBlocks::getHome(WordBuilder &w, Value input) const {
  const PoolAxis &rows = pooled.geometry.rows,
                 &columns = pooled.geometry.columns;
  Value pixel = w.divide(input, pooled.channels);
  Value row = w.divide(pixel, columns.inputs);
  Value column = w.subtract(pixel, w.multiply(row, columns.inputs));
  Value plane = w.divide(row, rows.inputs);
  Value rowOfPlane = w.subtract(row, w.multiply(plane, rows.inputs));
  Value rowOfResult = w.add(w.multiply(plane, rows.outputs),
                            w.multiply(rowOfPlane, rows.stride));
  Value place = w.add(w.multiply(rowOfResult, columns.outputs),
                      w.multiply(column, columns.stride));
  place = w.subtract(place, rows.padding * columns.outputs + columns.padding);
  return w.add(w.multiply(place, pooled.channels),
               w.remainder(input, pooled.channels));
}

/// Whether an input points to an element in reach of its home.
Value UnpoolBlocks::isNear(WordBuilder &w, Value input,
                           const UnpoolIndex &index) const {
  PoolReach rows = pooled.geometry.rows.getWidest();
  PoolReach columns = pooled.geometry.columns.getWidest();
  int64_t before =
      rows.first * pooled.getElements() + columns.first * pooled.channels;
  // Modulo 2^32, as the reach may begin before the result.
  Value place = w.subtract(toMemory(w, getPlane(w, input), index).low,
                           w.add(getHome(w, input), before));
  Value row = w.divide(place, pooled.getElements());
  Value column = w.subtract(place, w.multiply(row, pooled.getElements()));
  Value isNear =
      w.bitAnd(w.isLessUnsigned(row, rows.getSize()),
               w.isLessUnsigned(column, columns.getSize() * pooled.channels));
  return index.high ? w.bitAnd(isNear, w.isEqual(index.high, 0)) : isNear;
}

/// Emits code of one workgroup that stores what a sample of the inputs shows.
void UnpoolBlocks::emitSample(WordBuilder &w, const UnpoolInputs &inputs,
                              Value thread) const {
  int64_t numInputs = pooled.getNumInputs();
  Value bits = inputs.sample(
      w, thread, limits.workgroupSize,
      [&](Value position, const UnpoolIndex &index) {
        Value bits = w.select(isNear(w, position, index), w.constant(0), IsFar);
        if (!placed)
          return bits;
        for (int64_t distance : {pooled.channels, pooled.getInputs()}) {
          Value other = w.minimum(w.add(position, distance), numInputs - 1);
          Value competes =
              w.bitAnd(w.isEqual(inputs.load(w, other).low, index.low),
                       w.isNotEqual(other, position));
          bits = w.bitOr(bits, w.select(competes, w.constant(Competes), 0));
        }
        return bits;
      });
  w.ifThen(w.isEqual(thread, 0),
           [&] { w.store(bits, sampled.view, w.constant(0)); });
}

Value UnpoolBlocks::Word::load(OpBuilder &b, Location loc) const {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  return memref::LoadOp::create(b, loc, buffer, zero);
}

Value UnpoolBlocks::loadIsMissed(OpBuilder &b, Location loc) const {
  return WordBuilder(b, loc).isNotEqual(missed.load(b, loc), 0);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Emits what a workgroup does with its blocks.
class BlockKernel {
public:
  using Values = WordBuilder::Values;

  BlockKernel(WordBuilder &w, const UnpoolBlocks &blocks,
              const UnpoolInputs &inputs, const UnpoolBlockShape &shape,
              UnpoolTile &tile, Value thread)
      : w(w), thread(thread), blocks(blocks), pooled(blocks.pooled),
        inputs(inputs), shape(shape), tile(tile),
        numThreads(blocks.limits.workgroupSize),
        counters(allocateWorkgroupWords(w, kCounterWords)),
        boundWords(allocateWorkgroupWords(w, kBoundWords)) {
    tile.allocate(w);
    w.forEachOfThread(thread, kCounterWords, numThreads,
                      [&](Value i) { w.store(w.constant(0), counters, i); });
  }

  /// Emits one block.
  void emit(Value block) {
    findBounds(block, block, 1);
    tile.clear(w, thread);
    emitBarrier(w);
    addUp(block, emitTile(block, load(block, block)));
  }

  /// Emits the blocks [first, end), at least one. While a block is written, the
  /// inputs of the next one are under way. In place of a block behind the last
  /// one, the last one is loaded again.
  void emit(Value first, Value end) {
    Value last = w.subtract(end, 1);
    findBounds(first, last, kBlocksOfWorkgroup);
    emitBarrier(w);
    Values carried = load(first, first);
    carried.push_back(w.constant(0));
    carried =
        w.forEach(first, end, 1, carried, [&](Value block, ValueRange values) {
          Values next = load(first, w.minimum(w.add(block, 1), last));
          emitBarrier(w);
          tile.clear(w, thread);
          emitBarrier(w);
          Value counted = emitTile(block, values.drop_back());
          next.push_back(w.add(values.back(), counted));
          return next;
        });
    addUp(first, carried.back());
  }

private:
  /// Has `count` threads find the first bounds of blocks from `first` on, and
  /// as many others the second bounds. Those behind `last` are the last one's.
  void findBounds(Value first, Value last, int64_t count) {
    auto storeBounds = [&](int64_t i, auto getBound) {
      Value number =
          w.subtract(thread, i * std::min(numThreads - count, kFarThread));
      w.ifThen(w.isLessUnsigned(number, count), [&] {
        Value block = w.minimum(w.add(first, number), last);
        w.store(getBound(w, pooled, shape, block), boundWords,
                w.add(w.multiply(number, 2), i));
      });
    };
    storeBounds(0, getFirstBound<WordBuilder, Value>);
    storeBounds(1, getEndBound<WordBuilder, Value>);
  }

  /// The values that describe a loaded quad, in front of its words.
  enum QuadValue { Number, Exists, Begin, End, NumQuadValues };

  /// Loads the thread's quads of the inputs that may point into a block, given
  /// the workgroup's first one.
  Values load(Value first, Value block) {
    Value word = w.multiply(w.subtract(block, first), 2);
    std::pair<Value, Value> bounds = {w.load(boundWords, word),
                                      w.load(boundWords, w.add(word, 1))};
    Values loaded;
    for (int64_t i = 0; i < shape.quadsPerThread; ++i) {
      auto quad = getInputQuad(w, pooled, shape, block, bounds,
                               w.add(thread, i * numThreads));
      loaded.append({quad.number, quad.exists, quad.begin, quad.end});
      loaded.append(inputs.loadIndexWords(w, quad.loaded));
      loaded.append(inputs.loadValueWords(w, quad.loaded));
    }
    return loaded;
  }

  /// Places the inputs of loaded quads in the tile, and writes it. Returns how
  /// many of them the thread found.
  Value emitTile(Value block, ValueRange loaded) {
    UnpoolTile::Inputs own;
    size_t size = loaded.size() / shape.quadsPerThread;
    for (int64_t i = 0; i < shape.quadsPerThread; ++i)
      locate(block, i, loaded.slice(i * size, size), own);
    tile.enter(w, thread, own);
    emitBarrier(w);
    Value counted = w.constant(0);
    auto found = llvm::map_to_vector(own, [&](const UnpoolTile::Input &input) {
      return tile.isFound(w, input);
    });
    for (Value isFound : found)
      counted = w.add(counted, w.select(isFound, w.constant(1), 0));
    tile.write(w, thread,
               [&](Value vector) { return getPlace(block, vector); });
    return counted;
  }

  /// The inputs of a loaded quad. They are present if they point into the
  /// block.
  void locate(Value block, int64_t i, ValueRange quad,
              UnpoolTile::Inputs &result) {
    ValueRange words = quad.drop_front(NumQuadValues);
    size_t indexWords = 4 * inputs.getIndexWords();
    auto indices = inputs.getIndices(words.take_front(indexWords));
    auto values = inputs.getValues(w, words.drop_front(indexWords));
    auto planes = blocks.getPlanes(w, quad[Number]);
    for (auto [c, index, value] : llvm::enumerate(indices, values)) {
      Value position = w.add(w.multiply(quad[Number], 4), c);
      UnpoolIndex place = blocks.toMemory(w, planes[c], index);
      UnpoolTile::Input input =
          shape.isRun() ? locateInRun(block, place, quad[Exists])
                        : locateInSegment(block, place, quad[Exists]);
      // A quad may hold inputs in front of its range. A run has one range, so
      // no other quad holds them. The ranges of a segment may share a quad.
      Value isOfRange =
          shape.isRun() ? inputs.exists(w, quad[Number], c)
                        : w.isLessUnsigned(w.subtract(position, quad[Begin]),
                                           w.subtract(quad[End], quad[Begin]));
      input.isPresent = w.bitAnd(input.isPresent, isOfRange);
      if (place.high)
        input.isPresent = w.bitAnd(input.isPresent, w.isEqual(place.high, 0));
      input.number =
          tile.makeNumber(w, w.multiply(thread, 4), 4 * i * numThreads + c + 1);
      input.value = value;
      result.push_back(std::move(input));
    }
  }

  /// Where a vector of the block's tile belongs.
  UnpoolTile::Place getPlace(Value block, Value vector) {
    if (shape.isRun())
      return tile.getPlaceInOrder(w, block, vector);
    int64_t length = pooled.vectorLength, columns = shape.columns;
    Value row =
        w.add(shape.getFirstRow(w, block), w.divide(vector, columns / length));
    Value begin =
        w.add(w.multiply(row, pooled.getElements()), getFirstColumn(block));
    Value number = w.add(w.divide(w.add(begin, length - 1), length),
                         w.remainder(vector, columns / length));
    if (pooled.getElements() % columns == 0 &&
        pooled.getNumRows() % shape.rows == 0)
      return {number, {}};
    Value rowEnd = w.multiply(w.add(row, 1), pooled.getElements());
    Value end = w.minimum(w.minimum(w.add(begin, columns), rowEnd),
                          pooled.getNumElements());
    return {number, w.isLessUnsigned(w.multiply(number, length), end)};
  }

  /// Adds what each thread counted to what was found.
  void addUp(Value firstBlock, Value counted) {
    w.update(arith::AtomicRMWKind::addi, counted, counters,
             w.remainder(thread, kCounterWords));
    emitBarrier(w);
    w.ifThen(w.isEqual(thread, 0), [&] {
      Value sum = w.load(counters, int64_t(0));
      for (int64_t i = 1; i < kCounterWords; ++i)
        sum = w.add(sum, w.load(counters, i));
      if (blocks.countsFromZero)
        sum = w.add(sum, w.select(w.isEqual(firstBlock, 0),
                                  w.constant(-pooled.getNumInputs()), 0));
      w.update(arith::AtomicRMWKind::addi, sum, blocks.missed.view,
               w.constant(0));
    });
  }

  /// Of a segment.
  Value getFirstColumn(Value block) {
    return w.multiply(shape.getSegment(w, block), shape.columns);
  }

  // The element at a place in memory, and whether it is in the block, if its
  // quad exists. Modulo 2^32: of what lies before the block, differences are
  // large.
  UnpoolTile::Input locateInRun(Value block, const UnpoolIndex &index,
                                Value quadExists) {
    Value begin = w.multiply(block, shape.columns);
    Value size = w.minimum(
        w.subtract(w.constant(pooled.getNumElements()), begin), shape.columns);
    Value element = w.subtract(index.low, begin);
    Value isInside = w.isLessUnsigned(element, w.select(quadExists, size, 0));
    return {isInside, element};
  }
  UnpoolTile::Input locateInSegment(Value block, const UnpoolIndex &index,
                                    Value quadExists) {
    Value firstRow = shape.getFirstRow(w, block);
    int64_t length = pooled.vectorLength, elements = pooled.getElements();
    Value numRows = w.minimum(
        w.subtract(w.constant(pooled.getNumRows()), firstRow), shape.rows);
    Value size = w.select(quadExists, w.multiply(numRows, elements), 0);
    Value begin = w.multiply(firstRow, elements);
    Value element = w.subtract(w.mask(index.low, -length), begin);
    Value row = w.divide(element, elements);
    Value column = w.subtract(w.subtract(element, w.multiply(row, elements)),
                              getFirstColumn(block));
    Value isInside = w.bitAnd(w.isLessUnsigned(element, size),
                              w.isLessUnsigned(column, shape.columns));
    if (pooled.getNumElements() % length != 0)
      isInside = w.bitAnd(isInside,
                          w.isLessUnsigned(index.low, pooled.getNumElements()));
    // Where rows begin within vectors, so may the column of a vector.
    Value vector =
        w.add(w.multiply(row, shape.columns), w.mask(column, -length));
    return {isInside, w.add(vector, w.remainder(index.low, length))};
  }

  WordBuilder &w;
  const Value thread;
  const UnpoolBlocks &blocks;
  const PooledRows &pooled;
  const UnpoolInputs &inputs;
  const UnpoolBlockShape &shape;
  UnpoolTile &tile;
  int64_t numThreads;
  /// Words of the workgroup.
  Value counters, boundWords;
};

LogicalResult UnpoolBlocks::emitKernel(OpBuilder &b, Location loc,
                                       const UnpoolInputs &inputs,
                                       const UnpoolBlockShape &shape,
                                       UnpoolTile &tile) const {
  int64_t numBlocks = shape.getNumBlocks(pooled);
  int64_t loadedWords = shape.quadsPerThread *
                        (4 * inputs.getIndexWords() + inputs.getValueWords());
  bool loadsAhead = numBlocks * limits.workgroupSize >= kMinThreads &&
                    limits.workgroupSize > kBlocksOfWorkgroup &&
                    loadedWords <= kMaxLoadedWords;
  int64_t steps = loadsAhead ? kBlocksOfWorkgroup : 1;
  return buildWorkgroupLaunch(
      b, loc, llvm::divideCeil(numBlocks, steps), limits.workgroupSize,
      limits.maxWorkgroups, [&](WordBuilder &w, Value workgroup, Value thread) {
        BlockKernel kernel(w, *this, inputs, shape, tile, thread);
        if (steps == 1)
          return kernel.emit(workgroup);
        Value first = w.multiply(workgroup, steps);
        kernel.emit(first, w.minimum(w.add(first, steps), numBlocks));
      });
}

LogicalResult UnpoolBlocks::emitWinners(OpBuilder &b, UnpoolOp op,
                                        const UnpoolInputs &inputs) const {
  remarkSchedule(op.getLoc(), "WinnerTile", winners);
  WinnerTile tile(b, op.getDest(), winners.getNumElements(),
                  4 * limits.workgroupSize * winners.quadsPerThread,
                  limits.workgroupSize);
  return emitKernel(b, op.getLoc(), inputs, winners, tile);
}

LogicalResult UnpoolBlocks::emitPlaced(OpBuilder &b, UnpoolOp op,
                                       const UnpoolInputs &inputs) const {
  remarkSchedule(op.getLoc(), "PlacedTile", *placed);
  PlacedTile tile(b, op.getDest(), placed->getNumElements(),
                  limits.workgroupSize);
  return emitKernel(b, op.getLoc(), inputs, *placed, tile);
}

FailureOr<IndexAssumption>
UnpoolBlocks::emitAssumed(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
                          IndexAssumption assumption) const {
  if (!placed)
    assumption = IndexAssumption::Pooled;
  if (failed(assumption == IndexAssumption::Disjoint
                 ? emitPlaced(b, op, inputs)
                 : emitWinners(b, op, inputs)))
    return failure();
  return assumption;
}

LogicalResult UnpoolBlocks::emit(OpBuilder &b, UnpoolOp op,
                                 const UnpoolInputs &inputs) const {
  Location loc = op.getLoc();
  if (failed(buildWorkgroupLaunch(b, loc, 1, limits.workgroupSize,
                                  limits.maxWorkgroups,
                                  [&](WordBuilder &w, Value, Value thread) {
                                    emitSample(w, inputs, thread);
                                  })))
    return failure();
  OpBuilder::InsertionGuard guard(b);
  WordBuilder w(b, loc);
  Value bits = sampled.load(b, loc);
  auto branch = scf::IfOp::create(b, loc, w.isEqual(bits, 0),
                                  /*withElseRegion=*/placed.has_value());
  b.setInsertionPoint(branch.thenYield());
  if (!placed)
    return emitWinners(b, op, inputs);
  if (failed(emitPlaced(b, op, inputs)))
    return failure();
  b.setInsertionPoint(branch.elseYield());
  auto inner = scf::IfOp::create(b, loc, w.isEqual(bits, Competes));
  b.setInsertionPoint(inner.thenYield());
  return emitWinners(b, op, inputs);
}

} // namespace dml
