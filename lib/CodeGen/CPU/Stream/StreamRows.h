//===- StreamRows.h - The rows of a stream in vectors -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_STREAM_STREAMROWS_H
#define DML_LIB_CODEGEN_CPU_STREAM_STREAMROWS_H

#include "BodyVectorizer.h"
#include "CodeGen/CPU/Move/InterleaveLines.h"
#include "CodeGen/CPU/Move/WriteCombiningBuffer.h"
#include "CodeGen/CPU/Schedule/StreamSchedule.h"
#include "mlir/IR/IRMapping.h"

namespace dml {

/// A result that each iteration writes its element of.
struct StreamResult {
  /// Of the operation's results.
  unsigned number;
  int64_t elementBytes;
  /// One-dimensional.
  mlir::Value output;
  /// getMisalignment of the output.
  mlir::Value misalignment;
  std::optional<WriteCombiningBuffer> buffer = std::nullopt;
  /// If results are transposed: the current block, which is written in parts
  /// of this shape, and whether these bypass the caches.
  mlir::Value block = {};
  BlockShape shape = {};
  mlir::Value bypassesCache = {};
  /// The distance from the number of an element in the current row to its
  /// position in the target.
  mlir::Value shift = {};

  /// The memory that vectors are stored in.
  mlir::Value getTarget() const {
    return buffer ? buffer->getTarget() : block ? block : output;
  }
};

/// Which predicates hold for all elements of a vector: maybe none, those that
/// depend on the row, the others, or all.
enum class Inside { None, Row, Columns, Elements };

/// Builds the rows of an operation's results.
class StreamRows : protected VectorBuilder {
public:
  StreamRows(mlir::OpBuilder &b, mlir::linalg::LinalgOp op,
             const AccessNest &nest, const StreamSchedule &schedule);

protected:
  /// Adds result `number`, of which each iteration writes an element.
  StreamResult &addResult(unsigned number);

  /// An index times `factor`, and some more, as an affine expression: rows of a
  /// group then compute the places that they share alike.
  Value scale(Value index, int64_t factor, int64_t more);

  /// Computes the rows of a group, of which `row` is the first one. Its first
  /// element belongs at `rowStart` in the output or the block. The state is
  /// that of the buffers, if there are any, and what combiners made so far.
  Values emitGroup(llvm::ArrayRef<Value> row, Value rowStart, Values state);

  /// Computes elements [begin, end) of one row. Iteration i's element of the
  /// current phase belongs at `rowStart + i`.
  void emitPhase(llvm::ArrayRef<Value> row, Value begin, Value end,
                 Value rowStart);

  /// The part of a row in which no predicate fails that depends on its elements
  /// only, in iterations. Before the first use, a run computes it where the
  /// length of rows is not known.
  void createInterior();

  /// Where a piece of a range ends: with the range if less than another piece
  /// follows.
  Value getEnd(Value begin, int64_t size, Value rangeEnd);

  /// What a combined result is before there is any element.
  Value getIdentity(unsigned write);

  /// Computes an element of each iteration, with conditions that are known, and
  /// lanes that read and that are combined. `stored` gets those of results, and
  /// what combiners made of the others is returned.
  Values emitBody(BodyVectorizer &vectors, const BodyIterations &iterations,
                  mlir::IRMapping known, Value mask, Value inRow,
                  mlir::ValueRange combined,
                  llvm::MutableArrayRef<llvm::SmallVector<Value>> stored);

  mlir::linalg::LinalgOp op;
  const AccessNest &nest;
  const StreamSchedule &schedule;
  /// The length of a row, where it is known.
  int64_t width;
  /// The sizes of the loops.
  llvm::SmallVector<Value> sizes;
  /// Whether lines are written past the caches.
  Value bypassesCache;
  BodyVectorizer vectors;
  std::vector<StreamResult> results;
  /// The numbers of results that are combined of all iterations.
  llvm::SmallVector<unsigned> combiners;
  bool isFailed = false;
  /// The number of the element that vectors have of each iteration, and are
  /// stored without the others. Null where they have all and interleave them.
  Value phase;

private:
  Value countElements(Value buffer);
  /// Whether what is read and written has more bytes than the cache keeps.
  Value exceedsCache();

  /// LLVM takes conditions out of the loops.
  void annotateLoop(mlir::scf::ForOp) override {}

  /// The bound of a predicate on what a read reads.
  Value getBound(const Access &read, const Predicate &predicate);

  /// Whether all predicates hold that depend on the row.
  Value isInside(llvm::ArrayRef<Value> row);

  /// Computes rows that follow each other, all at once. `areInside` says
  /// whether isInside holds for each.
  Values emitRows(llvm::ArrayRef<llvm::SmallVector<Value>> group,
                  Value areInside, Value rowStart, Values state);

  /// Whether a predicate holds for all elements of the current row up to
  /// `last`. Positions ascend or descend.
  Value holds(const Predicate &predicate, Value bound, mlir::OpFoldResult last);

  /// A form at an element of the current row.
  Value evaluate(const LinearForm &form, mlir::OpFoldResult element);

  /// The same at the first element of an iteration.
  Value evaluateAt(const LinearForm &form, Value iteration);

  Value evaluate(const LinearForm &form, mlir::AffineExpr element,
                 llvm::ArrayRef<Value> operands);

  /// Elements [begin, end) of the current rows.
  Values emitStrip(Value begin, Value end, Value rowStart, Values state);

  int64_t countVectors(int64_t elements) const;

  /// Whether a row is one strip, of which the first or the last vector or both,
  /// but no others, are not in the interior.
  bool hasConstantEnds() const;

  /// All iterations of a row. Masks of the first and the last vector are
  /// constants where predicates hold that depend on the row.
  Values emitRowWithEnds(Values combined);

  /// Iterations [begin, end) of a row: at least a vector. Head and tail are
  /// computed with predicates, what is between them without.
  Values emitVectors(Value begin, Value end, Values combined);

  /// The same for any number of iterations. The last vector may end behind the
  /// row, where the next one writes later.
  Values emitAnyVectors(Value begin, Value end, Values combined);
  /// The same for a row that isShort.
  Values emitShortRow(Values combined);

  /// Vectors of a range of iterations, from the range's begin on. Those of the
  /// interior are [first, last).
  struct VectorCounts {
    Value all, first, last;
  };
  VectorCounts countVectors(Value begin, Value end);

  /// Emits the iterations from `begin` to element `end` of a row, in order:
  /// each vector overwrites what the lanes without elements of the one before
  /// wrote. Where a vector would read beyond a buffer, elements are computed
  /// one by one.
  Values emitPackedVectors(Value begin, Value end, Values combined);

  Values emitPackedVector(Value position, Value end, Values combined);

  /// Computes the elements of a packed vector one by one.
  Values emitElements(Value position, Value end, Values combined);

  /// A vector of iterations of each row: `unrolling` elements of each.
  Values emitVector(Value position, Values combined, Inside inside);

  /// The lanes of a vector that are elements of the row. Null if all are, or if
  /// it does not matter.
  Value createRowMask(const BodyIterations &iterations, Inside inside);

  /// Computes an element of each iteration: `stored` gets those of results,
  /// and what combiners made of the others is returned.
  Values emitBody(const BodyIterations &iterations, mlir::ValueRange combined,
                  Inside inside,
                  llvm::MutableArrayRef<llvm::SmallVector<Value>> stored);

  BodyVectorizer scalars;
  /// The current rows' indices of the outer loops, and those of one of them.
  llvm::SmallVector<llvm::SmallVector<Value>> rows;
  llvm::SmallVector<Value> indices;
  /// Whether all predicates hold that depend on the current rows.
  Value areAllInside;
  Value interiorBegin, interiorEnd;
  /// Of a whole row. It is short if it is a strip, of which at most the first
  /// and the last vector are not in the interior.
  VectorCounts rowVectors;
  Value isShort;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_STREAM_STREAMROWS_H
