//===- RowTiles.h - Tiles of rows that end within vectors -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of results that are no whole vectors end within vectors. Each of them
// begins with a strip, and a workgroup puts its strips together in its memory,
// shifted to where they belong. Then it writes whole vectors. Words in which
// one strip ends and the next one begins are combined atomically.
//
// A workgroup has a tile of the results, in whole vectors. Strips that lie in
// two tiles are computed by both workgroups.
//
// Strips are those of ThreadSchedule, with two exceptions:
// - Moves that only permute elements have strips of a vector in short rows,
//   too.
// - A fold with a stride divides the innermost index: neighbours of the result
//   read from different rows of the source, and elements a stride apart read
//   neighbours. Strips of narrow elements are whole periods of that divisor.
//   Then all remainders are constants, and elements with the same remainder are
//   read in words. Such strips are faster in rows of whole vectors, too.
//   Wider elements gain too little, and so do elements of 2 bytes that are sums
//   of many with a stride of 2 or 3.
//
// space_to_depth1 reads every second element of a row for one plane of the
// result, and those between them for another one. So workgroups have a tile at
// each of up to 8 steps of such a dimension, and their threads read what steps
// share once. The elements at one step are a plane, which may begin and end
// within a vector: tiles begin with its first whole vector, and the vector in
// which it ends is computed element by element. Moves that only permute
// elements have such steps, unless planes are so short that threads have little
// to compute. Windows that overlap lose by them: registers write their rows
// faster. Measured: benchmarks/results/2026-11-27-gpu-tile-steps.md.
//
// No tiles:
// - Results twice as large as their source, as windows that overlap have, are
//   bound by what a thread does to write a vector. They have tiles only in rows
//   of less than 8 strips.
// - Where strips would compute much behind the ends of rows.
//
// Measured: benchmarks/results/2026-11-27-gpu-row-tiles.md.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_ROWTILES_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_ROWTILES_H

#include "ReadPattern.h"
#include "ThreadSchedule.h"

namespace dml {

/// Elements of a plane, which tiles divide: all of the results or, if tiles
/// have several steps of a dimension, those at one step.
int64_t getPlaneElements(const ThreadSchedule &schedule,
                         llvm::ArrayRef<int64_t> sizes);

/// Elements of workgroup memory before a tile: room for a strip that begins
/// there, in whole vectors of all results.
int64_t getElementsBeforeTile(const ThreadSchedule &schedule);

/// Whether the tile of a result with such elements has gaps between words.
/// Threads that keep the same word of their strips would otherwise access few
/// of the memory's banks.
bool hasGapsInTile(const ThreadSchedule &schedule, int64_t elementBytes);

/// Words of workgroup memory for the tile of a result with such elements, with
/// room for a strip on either side.
int64_t getTileWords(const ThreadSchedule &schedule, int64_t elementBytes);

/// The schedule with tiles of rows, in place of another one; nothing where that
/// does not pay.
std::optional<ThreadSchedule> chooseRowTiles(const AccessNest &nest,
                                             const ReadPattern &pattern,
                                             const ThreadSchedule &other,
                                             const ThreadOptions &options);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_ROWTILES_H
