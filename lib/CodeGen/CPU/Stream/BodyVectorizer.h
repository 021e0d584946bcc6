//===- BodyVectorizer.h - The body of an operation in vectors ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_STREAM_BODYVECTORIZER_H
#define DML_LIB_CODEGEN_CPU_STREAM_BODYVECTORIZER_H

#include "CodeGen/CPU/VectorBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <set>

namespace dml {

/// How far apart the elements of a vector lie that is loaded, at most.
constexpr int64_t kMaxLoadStep = 4;
/// The same along an outer dimension: LLVM's loops load such elements one by
/// one.
constexpr int64_t kMaxOuterLoadStep = 8;

/// A packed load takes at most so many vectors.
constexpr int64_t kMaxPackedLoads = 8;

/// Whether a buffer is packed, and all of its dimensions but the outermost one
/// are static: the distances between its elements are known then.
bool hasKnownPlaces(mlir::MemRefType type);

/// The first positions of the fewest lines, of `length` elements each, that
/// together contain all `positions`; in ascending order.
llvm::SmallVector<int64_t> coverWithLines(llvm::ArrayRef<int64_t> positions,
                                          int64_t length);

/// Iterations of a structured operation on buffers: of the outer loops those
/// given, of the innermost loop `step * (first + lane) + offset + phase`. A
/// null phase is 0. Where several loops are left, they are one of as many
/// iterations as all: `step` is a multiple of those of all but the first.
struct BodyIterations {
  llvm::ArrayRef<mlir::Value> outer;
  mlir::Value first;
  int64_t step, offset;
  /// If not 0, the first lanes, so many, are the neighbouring iterations from
  /// `step * first` on, and all lanes behind them repeat the first one.
  int64_t numPacked = 0;
  mlir::Value phase = {};
  /// If not 0, two loops are left, and the packed lanes are iterations of both:
  /// `rowStep * (first + lane floordiv numColumns) + rowPhase` of the outer one
  /// and `step * (lane mod numColumns) + offset` of the inner one. Some may
  /// read outside of a buffer.
  int64_t numColumns = 0, rowStep = 1;
  mlir::Value rowPhase = {};
};

/// Builds the body of a structured operation for the iterations of a vector.
/// Values that all iterations share stay scalar; all do if the length is 1.
/// Indices are affine expressions of the number of the iteration. The step of
/// the last index, or of the position in a packed buffer, says how far apart
/// the elements lie that the lanes load.
class BodyVectorizer : VectorBuilder {
public:
  /// `prefetches` says whether loads prefetch what later ones will read: so
  /// many bytes ahead, or if that is 0, a distance that suits a plane.
  BodyVectorizer(mlir::OpBuilder &b, mlir::linalg::LinalgOp op, int64_t length,
                 bool prefetches, int64_t prefetchBytes)
      : VectorBuilder(b, op.getLoc()), op(op), length(length),
        prefetches(prefetches), prefetchBytes(prefetchBytes) {}

  /// Builds the body. `known` has the arguments of results that it uses, and
  /// values that are known. Only lanes in `mask`, a vector of bits, read
  /// memory; null stands for all. Packed lanes read what lies between the first
  /// and the last one, and up to a vector behind, but with `numColumns` only in
  /// the plane. Returns what the body yields, as vectors or scalars. Fails
  /// where an operation is not elementwise, or loads elements that are neither
  /// one for all lanes nor at most kMaxLoadStep apart in the innermost
  /// dimension, or kMaxOuterLoadStep in others.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  emit(const BodyIterations &iterations, const mlir::IRMapping &known,
       mlir::Value mask = {});

  /// What is loaded from now on is prefetched again.
  void forgetPrefetches() { prefetched.clear(); }

  /// A vector of bits, set in lanes [begin, end). Both are at most the length.
  Value createLaneMask(Value begin, Value end);

  /// The value as a vector, if the length is not 1.
  Value broadcast(Value value);

private:
  /// Notes what a value of the body is. Fails where it could not be built.
  mlir::LogicalResult map(Value value, mlir::FailureOr<Value> built);
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation &inner);
  mlir::LogicalResult emitElementwise(mlir::Operation &inner);
  mlir::LogicalResult emitCast(mlir::Operation &cast);
  Value emitBoundsCheck(mlir::AffineExpr position, Value bound);
  mlir::FailureOr<Value> emitPackedBoundsCheck(mlir::AffineExpr position,
                                               int64_t bound);
  mlir::LogicalResult emitCompare(mlir::arith::CmpIOp compare);
  mlir::FailureOr<Value> compareLanes(mlir::arith::CmpIOp compare);
  Value createLanes(mlir::AffineExpr expr);
  mlir::LogicalResult emitBranch(mlir::scf::IfOp branch);
  mlir::LogicalResult emitLoop(mlir::scf::ForOp loop);
  void noteSharedPart(mlir::Operation &conjunction, Value result);
  mlir::LogicalResult emitMaskedBranch(mlir::scf::IfOp branch, Value condition);
  mlir::FailureOr<llvm::SmallVector<Value>> emitSide(mlir::Block *side,
                                                     bool asVectors = true);
  mlir::FailureOr<Value> emitLoad(Value buffer,
                                  llvm::ArrayRef<mlir::AffineExpr> indices,
                                  int64_t maxStep = kMaxLoadStep);

  mlir::FailureOr<Value>
  emitPackedLoad(Value buffer, llvm::ArrayRef<mlir::AffineExpr> indices);
  Value createPlaneMask(mlir::MemRefType type,
                        llvm::ArrayRef<mlir::AffineExpr> indices,
                        unsigned firstDim, int64_t begin);
  Value emitStridedLoad(Value buffer, llvm::ArrayRef<Value> first,
                        int64_t step);
  Value emitSharedLoad(Value buffer, llvm::ArrayRef<Value> first);
  bool isNewPlace(Value buffer, llvm::ArrayRef<Value> first);
  int64_t getPrefetchDistance(Value buffer);
  void prefetchAhead(Value buffer, llvm::ArrayRef<Value> first);
  Value emitVectorLoad(Value buffer, llvm::ArrayRef<Value> first, Value mask);

  /// The expression of an index.
  mlir::AffineExpr getExpr(Value index);
  mlir::AffineExpr addVariable(Value index);
  mlir::AffineExpr getOuterExpr(Value index);
  /// What it grows by from lane to lane, if that is a constant.
  std::optional<int64_t> getStep(mlir::AffineExpr expr);
  /// What the lanes differ from the first one by, if these are constants.
  std::optional<llvm::SmallVector<int64_t>> getOffsets(mlir::AffineExpr expr);
  /// The index of the first lane.
  Value materialize(mlir::AffineExpr expr);
  /// The sums of `first` and the lanes' offsets; scalar if all are 0.
  Value createRange(Value first, llvm::ArrayRef<int64_t> offsets);
  /// A value of the body as it is for these iterations. Null if it is an index
  /// that is not shared.
  Value lookup(Value value);
  mlir::Type getVectorType(mlir::Type scalar);

  mlir::linalg::LinalgOp op;
  int64_t length;
  bool prefetches;
  int64_t prefetchBytes;
  /// Where loads were built that prefetch: the buffer, and the affine maps and
  /// operands of its indices. Whether the current load prefetches.
  std::set<llvm::SmallVector<const void *>> prefetched;
  bool prefetchesLoad = false;
  /// The loads of the current body whose lanes lie along an outer dimension.
  int64_t numOuterLoads = 0;
  /// The lanes that read memory: those that take the current side of all
  /// branches. Null if all do.
  Value mask;
  /// Of packed lanes, as BodyIterations has it. In expressions, symbol 0 is the
  /// number of the lane then.
  int64_t numPacked = 0;
  /// Whether some packed lanes may read outside of a buffer.
  bool leavesBuffer = false;
  /// Whether iterations have several elements, since positions are divided.
  /// Then conditions on the outer loops fail as often as not.
  bool isUnrolled = false;
  /// Of masks, a condition without which none of their lanes is set.
  llvm::DenseMap<Value, Value> sharedParts;
  /// That of the current mask. Null if it has none.
  Value reads;
  mlir::IRMapping mapping;
  llvm::DenseMap<Value, mlir::AffineExpr> exprs;
  /// The values of the dimensions of expressions.
  llvm::SmallVector<Value> variables;
  /// The expressions of the operation's loops.
  llvm::SmallVector<mlir::AffineExpr> loops;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_STREAM_BODYVECTORIZER_H
