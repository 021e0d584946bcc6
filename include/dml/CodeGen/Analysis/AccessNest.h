//===- AccessNest.h - What structured operations access ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured operation on buffers as data: its loops, where each of its
// accesses lies for given iterations, and under which predicates it is read.
// Both devices choose their schedules from it, and emit code for it.
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_ANALYSIS_ACCESSNEST_H
#define DML_CODEGEN_ANALYSIS_ACCESSNEST_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <functional>
#include <vector>

namespace dml {

/// The buffer that a value is a view of.
mlir::Value getRootBuffer(mlir::Value view);

/// How a loop enters a linear form: as `(loop + shift) floordiv divisor`.
struct LoopDivision {
  int64_t shift = 0, divisor = 1;

  bool isDivided() const { return divisor != 1; }
  bool operator==(const LoopDivision &other) const {
    return shift == other.shift && divisor == other.divisor;
  }
};

/// A linear function of loops, or of their quotients: a factor for each, and a
/// constant.
struct LinearForm {
  LinearForm() = default;
  explicit LinearForm(unsigned numLoops, int64_t constant = 0)
      : factors(numLoops, 0), divisions(numLoops), constant(constant) {}

  bool isConstant() const;
  bool isDivided() const {
    return llvm::any_of(divisions, std::mem_fn(&LoopDivision::isDivided));
  }

  llvm::SmallVector<int64_t> factors;
  llvm::SmallVector<LoopDivision> divisions;
  int64_t constant = 0;
};

/// One loop. Entries are kDynamic where only a run knows them.
struct NestLoop {
  /// Iterations.
  int64_t size;
  /// Whether iterations write the same element of a result that is not made by
  /// a combiner.
  bool isReduction;
  /// The operation's loop; of several that are merged the innermost.
  unsigned number;
  /// Whether the body uses the index for more than positions of loads.
  bool isComputed = false;

  bool isDynamic() const { return mlir::ShapedType::isDynamic(size); }
};

/// `0 <= position < bound`.
struct Predicate {
  /// Over the nest's loops.
  LinearForm position;
  /// A constant or of type index, defined outside of the operation.
  mlir::OpFoldResult bound;
  /// The comparison in the operation's body.
  mlir::Value condition;
};

/// Where an operation reads or writes a buffer.
struct Access {
  mlir::Value buffer;
  /// Of the operation; null for what its body loads.
  mlir::OpOperand *operand = nullptr;
  /// The load in the body; null for operands.
  mlir::Operation *load = nullptr;
  mlir::Type elementType;
  /// Of each dimension of the buffer, over the operation's loops.
  llvm::SmallVector<LinearForm> indices;
  /// Elements between neighbours along each of the nest's loops, and from the
  /// start of the buffer's allocation to the first iteration's element. Entries
  /// are kDynamic where only a run knows them.
  llvm::SmallVector<int64_t> strides;
  int64_t offset = 0;
  /// By loop of the nest. Empty where no loop is divided. Of other reads only
  /// the divisors are known, common multiples where an index has several.
  llvm::SmallVector<LoopDivision> divisions;
  /// Whether the elements follow each other without gaps in the order of the
  /// loops, dynamic ones too.
  bool isPacked = false;
  /// All must hold for the element to be read.
  llvm::SmallVector<Predicate> predicates;
  /// Whether it is also read under conditions that predicates cannot express.
  bool hasOtherConditions = false;
  /// Of a 32-bit integer that all iterations write: how it is made of what they
  /// compute and of what it was, in any order.
  std::optional<mlir::arith::AtomicRMWKind> combiner;

  LoopDivision getDivision(unsigned loop) const {
    return divisions.empty() ? LoopDivision() : divisions[loop];
  }

  /// Whether steps of a loop move it only every few iterations.
  bool isDivided(unsigned loop) const { return getDivision(loop).isDivided(); }

  /// Whether the distance of its steps along a loop varies, and the loop is
  /// divided. A fold with a stride reads in this way: a step of the loop leads
  /// to another row of the buffer, and as many steps as the divisor lead to the
  /// next element of the first row. Other reads may go anywhere.
  bool takesTurns(unsigned loop) const {
    return isDivided(loop) && mlir::ShapedType::isDynamic(strides[loop]);
  }

  /// The elements from what iteration 0 of a loop accesses to what another one
  /// does. The loop's stride must be known.
  int64_t getDistance(unsigned loop, int64_t iteration) const;
};

struct AccessNest {
  /// Outermost first.
  llvm::SmallVector<NestLoop> loops;
  std::vector<Access> reads, writes;
  /// Reads whose position is not linear in the loops, or whose buffer has no
  /// strides. Their buffer, type, divisors and predicates are known, and their
  /// strides along the loops in which they are linear; other strides are
  /// kDynamic. Merging loops drops their predicates, divisors and strides.
  std::vector<Access> otherReads;
  /// Whether the body uses the loops' indices, in positions or otherwise.
  bool usesIndices = false;
  /// Whether the body has loops of its own, and whether the number of steps of
  /// one of them depends on indices or data.
  bool hasInnerLoops = false, hasVaryingLoops = false;
  /// Whether the body sees what some result was before.
  bool seesOldResults = false;
  /// Whether the one result is what the one read gives, unchanged, or
  /// `otherwise` where a predicate fails.
  bool isMove = false;
  mlir::TypedAttr otherwise;

  /// Describes an operation. Fails where it writes to a buffer without strides.
  static mlir::FailureOr<AccessNest> create(mlir::linalg::LinalgOp op);

  /// The same without loops of one iteration, and with neighbouring parallel
  /// loops as one where every access allows it and no predicate sees them.
  AccessNest mergeLoops() const;

  /// The same with loops of a large size in place of those whose size only a
  /// run knows.
  AccessNest assumeSizes() const;

  /// Whether all loops are of static size.
  bool hasKnownSizes() const {
    return llvm::none_of(loops, std::mem_fn(&NestLoop::isDynamic));
  }

  /// Whether some loop is a reduction.
  bool hasReductions() const {
    return llvm::any_of(loops,
                        [](const NestLoop &loop) { return loop.isReduction; });
  }

  /// How often the body runs, if all loops are of static size: the largest
  /// number if it is beyond that.
  int64_t getNumIterations() const;

  /// All reads, those of which little is known behind the others.
  auto getAllReads() const {
    return llvm::concat<const Access>(reads, otherReads);
  }
  int64_t countReads() const { return reads.size() + otherReads.size(); }

  /// The loops that run through the dimensions of the results without a
  /// combiner; all loops where there are none.
  llvm::SmallVector<unsigned> getResultLoops() const;
  /// The innermost of them with more than one iteration, if there is any.
  std::optional<unsigned> getInnermostResultLoop() const;

  /// The number by which all reads divide a loop; nothing if they have several
  /// or one has none.
  std::optional<int64_t> getUniformDivisor(unsigned loop) const;

  /// How many places `reads` have in so many consecutive steps of a loop: less
  /// than reads times steps where some are shared. The first step is a multiple
  /// of the loop's divisors. Offsets, and strides along the loop, must be
  /// known.
  int64_t countPlaces(unsigned loop, int64_t steps) const;

  /// Whether the body reads a buffer that the operation writes, so that what it
  /// computes may depend on the order of its iterations. Old values of results
  /// that the operation passes to its body do not count.
  bool readsResults() const;
  /// Results that each iteration writes an element of.
  int64_t countElementResults() const;

  /// The first result without a combiner, or the first.
  const Access &getMainWrite() const;
  /// Bytes of the narrowest and of the widest elements of the results without a
  /// combiner; nothing where there are none.
  std::optional<std::pair<int64_t, int64_t>> getWrittenBytes() const;

  /// One line for the loops and one for each access, then what is computed.
  void print(llvm::raw_ostream &os) const;
};

} // namespace dml

#endif // DML_CODEGEN_ANALYSIS_ACCESSNEST_H
