//===- VectorBuilder.h - Cache lines, and other vectors ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data moves in vectors of one cache line, as integers: the bits of floats stay
// what they are. LLVM splits the vectors where registers are shorter.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_VECTORBUILDER_H
#define DML_LIB_CODEGEN_CPU_VECTORBUILDER_H

#include "CodeGen/Common/ScalarBuilder.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IRMapping.h"

namespace dml {
struct AccessNest;

/// Bytes of a cache line.
constexpr int64_t kLineBytes = 64;

/// The output of a task, at least: less is not worth waking a thread.
constexpr int64_t kTaskBytes = 128 * 1024;

/// Output of a part of a row that is too long for one thread, at most.
constexpr int64_t kTaskPartBytes = 32 * 1024;

/// Bytes of an element that moves in lines: 1, 2, 4 or 8; nothing for types
/// that have no such width.
std::optional<int64_t> getLineElementBytes(mlir::Type elementType);

/// A line of integers as wide as elements of this type.
mlir::VectorType getLineType(mlir::Type elementType);

enum class LineStore {
  /// Anywhere.
  Unaligned,
  /// At the start of a cache line.
  Aligned,
  /// The same, past the caches; ordered before other threads' reads only by
  /// createStoreFence.
  NonTemporal
};

/// Builds index arithmetic, loops, and accesses of buffers in vectors. Values
/// of type index have 64 bits. Buffers have one dimension, but where views of
/// them are created. LLVM keeps loops of forEach as they are written.
class VectorBuilder : public ScalarBuilder {
public:
  using ScalarBuilder::ScalarBuilder;

  //===--------------------------------------------------------------------===//
  // Indices and loops
  //===--------------------------------------------------------------------===//

  Value constant(int64_t value);
  /// Returns 1 where there is no value.
  Value product(mlir::ValueRange values);
  Value ceilDivide(Value lhs, Operand rhs);
  Value signedMinimum(Value lhs, Operand rhs);
  Value signedMaximum(Value lhs, Operand rhs);
  Value isLessSigned(Value lhs, Operand rhs);
  /// Whether [position, position + size) is a part of [0, extent). Sizes are at
  /// most 2^63 - 1, positions may be any.
  Value isRangeInside(Value position, Value size, Value extent);
  /// Narrows [first, last) to the i with `0 <= start + step * i < bound`.
  void restrict(Value &first, Value &last, Value start, int64_t step,
                Value bound);
  /// Rounds to a multiple of `multiple`, a power of two.
  Value roundDown(Value value, int64_t multiple);
  Value roundUp(Value value, int64_t multiple);
  /// The row-major position of an element of an array of these sizes.
  llvm::SmallVector<Value> delinearize(Value element,
                                       llvm::ArrayRef<Value> sizes);

  /// Loops over parts of [begin, end), of `length` each. The last one ends with
  /// the range, which has as many, and may overlap the one before, so that no
  /// vector is masked. LLVM leaves these loops as they are.
  void forEachPart(Value begin, Value end, int64_t length,
                   llvm::function_ref<void(Value)> body);

  /// An element of a one-dimensional buffer.
  Value load(Value buffer, Value position);
  void store(Value value, Value buffer, Value position);

  /// Memory that is allocated on the stack after saveStack lives until
  /// restoreStack. A task that is the only one of its loop may stand in a loop
  /// of the program, and would keep its memory until that loop ends.
  /// Canonicalisation widens an alloca scope to the whole loop.
  Value saveStack();
  void restoreStack(Value stack);

  /// Loops from 0 while below `end`, in any order and on any worker.
  void parallelForEach(Value end, Operand step,
                       llvm::function_ref<void(Value)> body);

  //===--------------------------------------------------------------------===//
  // Lines
  //===--------------------------------------------------------------------===//

  /// The line that starts at `index` of a buffer of integers.
  Value loadLine(Value buffer, Value index);
  /// Stores a line of getLineType from `index` on, or a part of it.
  void storeLine(Value line, Value buffer, Value index, LineStore kind);
  /// Has stores built as `otherwise`, or past the caches if `bypassesCache`
  /// holds.
  void chooseStore(Value bypassesCache, LineStore otherwise,
                   llvm::function_ref<void(LineStore)> build);
  /// Copies elements [begin, end) from one buffer to another, where they start
  /// at the given offsets. Element i of the target is the start of a cache line
  /// if i is a multiple of a line's elements: whole lines are copied as such,
  /// and past the caches if `bypassesCache` holds.
  void copyInLines(Value begin, Value end, Value from, Value fromOffset,
                   Value to, Value toOffset, Value bypassesCache);
  /// Allocates a buffer at the start of a cache line, with these sizes of
  /// dynamic dimensions.
  Value allocate(mlir::MemRefType type, mlir::ValueRange sizes = {});
  Value allocateOnStack(mlir::MemRefType type, mlir::ValueRange sizes = {});
  /// Orders the stores of this thread that `bypassesCache` chose before what
  /// follows.
  void createStoreFence(Value bypassesCache);
  /// The sizes of a nest's loops. A loop of unknown size runs through a
  /// dimension of the main result, whose size it has.
  llvm::SmallVector<Value> createLoopSizes(const AccessNest &nest);
  /// Fetches what a read will need into the first cache. The buffer has any
  /// dimensions.
  void prefetch(Value buffer, mlir::ValueRange indices);

  //===--------------------------------------------------------------------===//
  // Vectors of any length
  //===--------------------------------------------------------------------===//

  /// A vector of these numbers, of an integer type or index.
  Value createNumbers(llvm::ArrayRef<int64_t> numbers, mlir::Type type);
  /// The value, or elements of a vector, as values of an element type as wide.
  Value bitcastTo(mlir::Type elementType, Value value);
  /// The value in each lane, if it is no vector already.
  Value broadcast(Value value, int64_t length);
  /// The mask of lanes [begin, end): indices of any sign, the first not behind
  /// the second. They are compared as integers of so many bits.
  Value createLaneMask(int64_t length, Value begin, Value end,
                       unsigned bits = 32);
  /// A vector or an element of the type from a buffer of elements as wide,
  /// which has any dimensions. With a mask only its lanes are read; the others
  /// are those of `otherwise`, or 0.
  Value loadAs(Value buffer, mlir::ValueRange indices, mlir::Type type,
               Value mask = {}, Value otherwise = {});
  /// Stores a vector, or its lanes in a mask, or an element.
  void storeAs(Value value, Value buffer, Value index, Value mask = {});
  /// Clones operations for values that are vectors of a length, or shared by
  /// all lanes and scalar. `mapping` has what they use of a body.
  void cloneOnVectors(llvm::ArrayRef<mlir::Operation *> operations,
                      int64_t length, mlir::IRMapping &mapping);

  //===--------------------------------------------------------------------===//
  // Views
  //===--------------------------------------------------------------------===//

  /// Returns how many elements lie between the start of the cache line that the
  /// buffer begins in and the buffer. The buffer's address is a multiple of the
  /// element's size.
  Value getMisalignment(Value buffer);
  /// The same buffer with integers as wide as its elements, which move in
  /// lines: LLVM has no non-temporal stores of some floats.
  Value asIntegers(Value buffer);
  /// The elements of a buffer one after the other, with what lies between them:
  /// from the buffer's first element to its last one, asIntegers.
  Value createFlatView(Value buffer);
  /// Elements of a flat view.
  Value getFlatSize(Value view);

protected:
  /// Keeps LLVM from rewriting a loop that already has the intended form. LLVM
  /// would call memcpy for it, which costs too much for a few lines, or use
  /// vectors, which cost too much for a few elements.
  void annotateLoop(mlir::scf::ForOp loop) override;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_VECTORBUILDER_H
