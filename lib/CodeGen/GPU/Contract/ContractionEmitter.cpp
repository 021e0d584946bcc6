//===- ContractionEmitter.cpp - Kernels of contractions -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

static constexpr int64_t kQuad = ContractionTiling::kQuad;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

ContractionEmitter::ContractionEmitter(OpBuilder &b, linalg::GenericOp op,
                                       const AccessNest &nest,
                                       const Contraction &contraction,
                                       const ContractionTiling &tiling,
                                       const ContractionOptions &options)
    : nest(nest), contraction(contraction), tiling(tiling), options(options),
      elementEmitter(op, nest), elementType(nest.getMainWrite().elementType),
      quadType(VectorType::get(kQuad, elementType)) {
  auto makeSide = [&](const Contraction::Factor &factor, int64_t size,
                      int64_t tileSize, int64_t firstQuad) {
    Side side = {factor.value, factor.loops, size, tileSize,
                 firstQuad,    {},           {},   {}};
    if (const Access *read = findRead(factor.value)) {
      side.along = planVectors(b, nest, *read, factor.loops);
      if (!side.along.access)
        side.deep = planVectors(b, nest, *read, contraction.reductions);
    }
    return side;
  };
  rows =
      makeSide(this->contraction.rows, tiling.sizes.rows, tiling.tileRows, 0);
  columns = makeSide(this->contraction.columns, tiling.sizes.columns,
                     tiling.tileColumns, tiling.getNumQuads(tiling.tileRows));
  result = planVectors(b, nest, nest.getMainWrite(), columns.loops);
  if (!result.access)
    resultWords = viewWords(b, nest.getMainWrite().buffer, 1);
  if (options.epilogue)
    epilogue.emplace(b, options.epilogue, /*inQuads=*/result.access);
}

/// What is read where a factor is an element of an operand, unchanged.
const Access *ContractionEmitter::findRead(Value factor) const {
  auto argument = dyn_cast<BlockArgument>(factor);
  for (const Access &read : nest.reads)
    if (argument && read.operand &&
        cast<linalg::LinalgOp>(read.operand->getOwner())
                .getMatchingBlockArgument(read.operand) == argument)
      return &read;
  return nullptr;
}

/// Whether all steps of some loops, outermost first, are as far apart as those
/// of the innermost one.
static bool isLinear(const LoopGroup &loops) { return loops.sizes.size() <= 1; }

ContractionEmitter::VectorAccess
ContractionEmitter::planVectors(OpBuilder &b, const AccessNest &nest,
                                const Access &access,
                                ArrayRef<unsigned> loops) {
  LoopGroup group = getLoopGroup(nest, access, loops);
  if (getElementBytes(access.elementType) != kWordBytes ||
      !access.divisions.empty() || access.offset % kQuad != 0 ||
      group.innerStride() != 1 || !isLinear(group) ||
      group.count() % kQuad != 0)
    return {};
  for (auto [i, stride] : llvm::enumerate(access.strides))
    if (!llvm::is_contained(loops, i) && nest.loops[i].size > 1 &&
        stride % kQuad != 0)
      return {};
  return {&access, viewWords(b, access.buffer, 4)};
}

/// Indices of all loops, of which those of one iteration are set.
ContractionEmitter::Values
ContractionEmitter::createIndices(WordBuilder &w, const AccessNest &nest) {
  Values indices;
  for (const NestLoop &loop : nest.loops)
    indices.push_back(loop.size == 1 ? w.constant(0) : Value());
  return indices;
}

/// Sets the indices of some loops, outermost first, from the number of a step
/// of all of them.
void ContractionEmitter::setIndices(WordBuilder &w, const AccessNest &nest,
                                    Value number, ArrayRef<unsigned> loops,
                                    Values &indices) {
  if (loops.empty())
    return;
  for (unsigned loop : llvm::reverse(loops.drop_front())) {
    indices[loop] = w.remainder(number, nest.loops[loop].size);
    number = w.divide(number, nest.loops[loop].size);
  }
  indices[loops.front()] = number;
}

/// Moves a position by a step of some loops.
Value ContractionEmitter::getPosition(WordBuilder &w, const Access &access,
                                      Value begin, Value number,
                                      ArrayRef<unsigned> loops) const {
  if (loops.empty())
    return begin;
  if (isLinear(getLoopGroup(nest, access, loops)))
    return w.add(begin, w.multiply(number, access.strides[loops.back()]));
  Values indices(nest.loops.size());
  setIndices(w, nest, number, loops, indices);
  for (unsigned loop : loops)
    begin = w.add(begin, w.multiply(indices[loop], access.strides[loop]));
  return begin;
}

/// Where the tile's part of the batch begins.
Value ContractionEmitter::getBatchPosition(WordBuilder &w,
                                           const Access &access) const {
  Value position = w.constant(access.offset);
  for (unsigned loop : contraction.batch)
    position =
        w.add(position, w.multiply(fixedIndices[loop], access.strides[loop]));
  return position;
}

Value ContractionEmitter::asElements(WordBuilder &w, Value words) const {
  return w.b.createOrFold<vector::BitCastOp>(w.loc, quadType, words);
}

Value ContractionEmitter::asWords(WordBuilder &w, Value elements) {
  return w.b.createOrFold<vector::BitCastOp>(
      w.loc, VectorType::get(kQuad, w.b.getI32Type()), elements);
}

//===----------------------------------------------------------------------===//
// From the factors to workgroup memory
//===----------------------------------------------------------------------===//

/// What a thread copies of a side: quads along it, or squares of four quads
/// that are four deep.
SmallVector<ContractionEmitter::Item>
ContractionEmitter::getItems(WordBuilder &w, Value thread,
                             const Side &side) const {
  int64_t numQuads = tiling.getNumQuads(side.tileSize);
  int64_t numThreads = tiling.numThreads;
  int64_t depth =
      side.deep.access ? tiling.tileDepth / kQuad : tiling.tileDepth;
  int64_t numItems = numQuads * depth;
  SmallVector<Item> items;
  for (int64_t i = 0; i < numItems; i += numThreads) {
    Value number = w.add(thread, i), isWanted;
    if (i + numThreads > numItems) {
      isWanted = w.isLessUnsigned(number, numItems);
      number = w.minimum(number, numItems - 1);
    }
    // Neighbouring threads read what lies side by side.
    Value first, deep;
    if (side.deep.access) {
      deep = w.multiply(w.remainder(number, depth), kQuad);
      first = w.divide(number, depth);
    } else {
      deep = w.divide(number, numQuads);
      first = w.remainder(number, numQuads);
    }
    items.push_back({&side, w.multiply(first, kQuad), deep, isWanted});
  }
  return items;
}

Value ContractionEmitter::loadVector(WordBuilder &w, const Item &item,
                                     const VectorAccess &vectors, Value first,
                                     Value depth) {
  const Access &access = *vectors.access;
  Value position = getBatchPosition(w, access);
  position = getPosition(w, access, position, first, item.side->loops);
  position = getPosition(w, access, position, depth, contraction.reductions);
  return asElements(w, w.load(vectors.vectors, w.divide(position, kQuad)));
}

SmallVector<Value>
ContractionEmitter::transposeQuads(WordBuilder &w,
                                   ArrayRef<Value> quads) const {
  SmallVector<Values> elements;
  for (Value quad : quads)
    elements.push_back(w.split(quad));
  Values transposed;
  for (int64_t i = 0; i < kQuad; ++i) {
    Values row;
    for (const Values &column : elements)
      row.push_back(column[i]);
    transposed.push_back(w.makeVector(row));
  }
  return transposed;
}

/// The quads of an item in a step that begins so deep. Behind the end of rows,
/// columns and the depth, the last ones are read: they are not used.
SmallVector<Value> ContractionEmitter::load(WordBuilder &w, const Item &item,
                                            Value step) {
  const Side &side = *item.side;
  int64_t depthStep = side.deep.access ? kQuad : 1;
  Value depth =
      w.minimum(w.add(step, item.depth), tiling.sizes.depth - depthStep);
  Value first = w.add(side.begin, item.first);
  int64_t copied = tiling.getNumQuads(side.tileSize) * kQuad;
  bool isCut = side.size % copied != 0;
  if (side.along.access) {
    if (isCut)
      first = w.minimum(first, side.size - kQuad);
    return {loadVector(w, item, side.along, first, depth)};
  }
  Values elements;
  for (int64_t i = 0; i < kQuad; ++i) {
    // Nothing reads the rest of a quad of one row.
    if (i >= side.tileSize) {
      elements.push_back(elements.front());
      continue;
    }
    Value number = w.add(first, i);
    if (isCut)
      number = w.minimum(number, side.size - 1);
    if (side.deep.access) {
      elements.push_back(loadVector(w, item, side.deep, number, depth));
      continue;
    }
    Values indices(fixedIndices);
    setIndices(w, nest, number, side.loops, indices);
    setIndices(w, nest, depth, contraction.reductions, indices);
    for (Value &index : indices)
      if (index)
        index = w.asIndex(index);
    elements.push_back(elementEmitter.emitValue(w, indices, side.factor));
  }
  if (side.deep.access)
    return transposeQuads(w, elements);
  return {w.makeVector(elements)};
}

ContractionEmitter::Values ContractionEmitter::loadStep(WordBuilder &w,
                                                        Value step) {
  Values quads;
  for (const Item &item : items)
    llvm::append_range(quads, load(w, item, step));
  return quads;
}

void ContractionEmitter::keepStep(WordBuilder &w, ValueRange quads) {
  // Threads may still read what the last step left.
  emitBarrier(w);
  for (const Item &item : items) {
    const Side &side = *item.side;
    int64_t numQuads = side.deep.access ? kQuad : 1;
    w.ifThen(item.isWanted, [&] {
      for (int64_t i = 0; i < numQuads; ++i) {
        Value place = w.multiply(w.add(item.depth, i), tiling.getPitch());
        place =
            w.add(place, w.add(w.divide(item.first, kQuad), side.firstQuad));
        w.store(asWords(w, quads[i]), shared, place);
      }
    });
    quads = quads.drop_front(numQuads);
  }
  emitBarrier(w);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Reads a thread's quads of one step. Between two of them lie quads of all
/// other threads.
ContractionEmitter::Values ContractionEmitter::readBlock(WordBuilder &w,
                                                         const Side &side,
                                                         Value threadQuad,
                                                         int64_t numQuads,
                                                         int64_t step) {
  int64_t distance = side.tileSize / kQuad / numQuads;
  Values quads;
  for (int64_t i = 0; i < numQuads; ++i)
    quads.push_back(asElements(
        w,
        w.load(shared, w.add(threadQuad, step * tiling.getPitch() +
                                             side.firstQuad + i * distance))));
  return quads;
}

/// Adds products to a quad of sums, as the body does.
Value ContractionEmitter::add(WordBuilder &w, Value sum, Value row,
                              Value column) {
  auto emit = [&](Operation *op, Value lhs, Value rhs) {
    return w.b
        .create(w.loc, op->getName().getIdentifier(), ValueRange{lhs, rhs},
                quadType, op->getAttrs())
        ->getResult(0);
  };
  Value splat = vector::BroadcastOp::create(w.b, w.loc, quadType, row);
  if (options.contracts && elementType.isF32())
    return math::FmaOp::create(w.b, w.loc, splat, column, sum);
  Value added = contraction.isLeftRows
                    ? emit(contraction.product, splat, column)
                    : emit(contraction.product, column, splat);
  bool isSumFirst =
      contraction.sum->getOperand(1) == contraction.product->getResult(0);
  return isSumFirst ? emit(contraction.sum, sum, added)
                    : emit(contraction.sum, added, sum);
}

ContractionEmitter::Values ContractionEmitter::addProducts(WordBuilder &w,
                                                           ValueRange sums,
                                                           int64_t depth) {
  return w.ifElse(
      hasBlock, [&] { return addToBlock(w, sums, depth); },
      [&] { return Values(sums); });
}

/// As addProducts, on the threads that have a block.
ContractionEmitter::Values
ContractionEmitter::addToBlock(WordBuilder &w, ValueRange sums, int64_t depth) {
  Values results(sums);
  for (int64_t step = 0; step < depth; ++step) {
    Values columnQuads =
        readBlock(w, columns, threadColumn,
                  tiling.getNumQuads(tiling.threadColumns), step);
    Values rowElements;
    for (Value quad : readBlock(w, rows, threadRow,
                                tiling.getNumQuads(tiling.threadRows), step))
      llvm::append_range(rowElements, w.split(quad));
    rowElements.truncate(tiling.threadRows);
    MutableArrayRef<Value> rest = results;
    for (Value row : rowElements)
      for (Value column : columnQuads) {
        rest.front() = add(w, rest.front(), row, column);
        rest = rest.drop_front();
      }
  }
  return results;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Neighbouring threads compute a patch of blocks: they share what they read of
/// rows and of columns.
void ContractionEmitter::placeThread(WordBuilder &w, Value thread) {
  hasBlock = w.boolean(true);
  if (tiling.hasHelpers()) {
    hasBlock = w.isLessUnsigned(thread, tiling.getNumBlocks());
    thread = w.minimum(thread, tiling.getNumBlocks() - 1);
  }
  int64_t patchThreads = std::min<int64_t>(32, tiling.getNumBlocks());
  int64_t threadRows = tiling.tileRows / tiling.threadRows;
  int64_t patchColumns =
      std::max(std::min<int64_t>(8, tiling.getThreadsPerRow()),
               patchThreads / threadRows);
  int64_t patchesPerRow = tiling.getThreadsPerRow() / patchColumns;
  Value patch = w.divide(thread, patchThreads);
  Value inPatch = w.remainder(thread, patchThreads);
  threadColumn =
      w.add(w.multiply(w.remainder(patch, patchesPerRow), patchColumns),
            w.remainder(inPatch, patchColumns));
  threadRow = w.add(
      w.multiply(w.divide(patch, patchesPerRow), patchThreads / patchColumns),
      w.divide(inPatch, patchColumns));
}

/// Neighbouring tiles are those of the same columns: rows are often few.
void ContractionEmitter::locate(WordBuilder &w, Value tile, Value thread) {
  TileNumber number(tile, tiling.getNumTiles());
  rows.begin = w.multiply(number.take(w, tiling.getRowTiles()), rows.tileSize);
  columns.begin =
      w.multiply(number.take(w, tiling.getColumnTiles()), columns.tileSize);
  fixedIndices = createIndices(w, nest);
  for (unsigned loop : llvm::reverse(contraction.batch))
    fixedIndices[loop] = number.take(w, nest.loops[loop].size);
  placeThread(w, thread);
  items = getItems(w, thread, rows);
  llvm::append_range(items, getItems(w, thread, columns));
}

void ContractionEmitter::emit(WordBuilder &w, Value tile, Value thread) {
  shared = allocateWorkgroupWords(w, tiling.getSharedQuads(), kQuad);
  locate(w, tile, thread);
  // What a step needs is read while the one before it is computed.
  WordBuilder::Values carried(loadResult(w, thread));
  size_t numSums = carried.size();
  llvm::append_range(carried, loadStep(w, w.constant(0)));
  if (int64_t wholeSteps = tiling.getWholeSteps())
    carried = w.forEach(w.constant(0), wholeSteps, 1, carried,
                        [&](Value step, ValueRange values) {
                          keepStep(w, values.drop_front(numSums));
                          Values next = loadStep(
                              w, w.multiply(w.add(step, 1), tiling.tileDepth));
                          WordBuilder::Values results(addProducts(
                              w, values.take_front(numSums), tiling.tileDepth));
                          llvm::append_range(results, next);
                          return results;
                        });
  Values sums(ArrayRef<Value>(carried).take_front(numSums));
  if (int64_t rest = tiling.getRest()) {
    keepStep(w, ArrayRef<Value>(carried).drop_front(numSums));
    sums = addProducts(w, sums, rest);
  }
  w.ifThen(hasBlock, [&] { storeResult(w, sums); });
}

} // namespace dml
