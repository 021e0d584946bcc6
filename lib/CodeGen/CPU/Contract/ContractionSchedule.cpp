//===- ContractionSchedule.cpp - Contractions in blocks -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionSchedule.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace dml {

/// Products of a task, at least: fewer are not worth waking a thread.
constexpr static int64_t kTaskProducts = 1 << 20;
/// What a block reads of the columns, in the first-level cache.
constexpr static int64_t kBlockBytes = 24 * 1024;
/// Blocks whose columns are copied together, at most: positions in an image are
/// found, and pages are, once for all of them. The number is odd, since rows of
/// a power of two of them would be in few sets of the cache.
constexpr static int64_t kPackedBlocks = 5;
/// What a task reads of the rows, in the second-level cache.
constexpr static int64_t kRowBytes = 256 * 1024;
/// Columns of a task that copies its rows, at least: each copied element is
/// used as often.
constexpr static int64_t kMinTaskColumns = 256;
constexpr static int64_t kMaxBlockVectors = 4;
/// Registers for an element of the row operand and for a product.
constexpr static int64_t kOtherRegisters = 2;

void ContractionSchedule::print(llvm::raw_ostream &os) const {
  os << "blocks of " << blockRows << " rows times " << blockVectors
     << (blockVectors == 1 ? " vector of " : " vectors of ") << vectorLength
     << " elements, " << blockDepth << " deep, of " << packedColumns
     << " copied columns, in tasks of " << taskRows << " times " << taskColumns;
}

/// How long one product in each element of a block takes, in multiplications.
/// An element of a row is a part of the multiplication with one vector; for
/// several ones it is loaded into a register first, which takes as long. An
/// addition takes four.
static int64_t countCycles(int64_t rows, int64_t vectors) {
  return std::max<int64_t>(rows * vectors + (vectors > 1 ? rows : 0), 4);
}

/// Chooses the rows of a block, `most` at most. A number that divides all rows
/// is best: a last block of fewer rows needs code of its own.
static int64_t chooseRows(int64_t numRows, int64_t most) {
  most = std::min(most, numRows);
  for (int64_t rows = most; rows * 2 > most; --rows)
    if (numRows % rows == 0)
      return rows;
  return llvm::divideCeil(numRows, llvm::divideCeil(numRows, most));
}

/// Chooses the block that takes the fewest cycles for all rows and columns.
static void chooseBlock(const ContractionSizes &sizes, int64_t numRegisters,
                        ContractionSchedule &schedule) {
  int64_t fewest = std::numeric_limits<int64_t>::max();
  for (int64_t vectors = 1; vectors <= kMaxBlockVectors; ++vectors) {
    int64_t rows = chooseRows(
        sizes.rows, (numRegisters - kOtherRegisters - vectors) / vectors);
    int64_t cycles = sizes.rows / rows * countCycles(rows, vectors);
    if (int64_t rest = sizes.rows % rows)
      cycles += countCycles(rest, vectors);
    cycles *= llvm::divideCeil(sizes.columns, vectors * schedule.vectorLength);
    if (cycles >= fewest)
      continue;
    fewest = cycles;
    schedule.blockRows = rows;
    schedule.blockVectors = vectors;
  }
}

/// Divides a size into parts of nearly equal size, each at most `most`, and
/// returns that of a part, a multiple of `unit`.
static int64_t divideEvenly(int64_t size, int64_t most, int64_t unit) {
  most = std::max(most / unit * unit, unit);
  return llvm::alignTo(llvm::divideCeil(size, llvm::divideCeil(size, most)),
                       unit);
}

FailureOr<ContractionSchedule>
chooseContractionSchedule(const ContractionSizes &sizes,
                          int64_t registerBytes) {
  int64_t products = sizes.batch;
  for (int64_t size : {sizes.rows, sizes.columns, sizes.depth})
    products = llvm::SaturatingMultiply<uint64_t>(products, size);
  if (products >= 0 && products < kMinContractionProducts)
    return failure();
  ContractionSchedule schedule;
  schedule.vectorLength = registerBytes / sizes.elementBytes;
  // As processors with AVX-512 have, and others of x86.
  chooseBlock(sizes, /*numRegisters=*/registerBytes == 64 ? 32 : 16, schedule);
  int64_t columns = schedule.getBlockColumns();
  schedule.blockDepth = divideEvenly(
      sizes.depth, kBlockBytes / (columns * sizes.elementBytes), /*unit=*/1);
  int64_t numBlocks = llvm::divideCeilSigned(sizes.columns, columns);
  schedule.packedColumns = std::min(numBlocks | 1, kPackedBlocks) * columns;
  schedule.taskRows = divideEvenly(
      sizes.rows, kRowBytes / (schedule.blockDepth * sizes.elementBytes),
      schedule.blockRows);
  int64_t perColumn = std::min(schedule.taskRows, sizes.rows) *
                      std::min(sizes.depth, kTaskProducts);
  int64_t taskColumns = llvm::divideCeil(kTaskProducts, perColumn);
  taskColumns = std::max(taskColumns, sizes.packsRows ? kMinTaskColumns
                                                      : schedule.packedColumns);
  schedule.taskColumns =
      divideEvenly(sizes.columns, llvm::alignTo(taskColumns, columns), columns);
  return schedule;
}

} // namespace dml
