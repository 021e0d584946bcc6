//===- WindowReduction.cpp - One value from many of a window --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowReduction.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {
namespace {

/// The most elements that an iteration of loops over larger windows visits.
/// Their loads can all be under way at a time.
constexpr int64_t kMaxVisited = 16;

bool hasAtMost(SizesRef window, int64_t limit) {
  int64_t elements = 1;
  for (int64_t size : window) {
    if (size > limit)
      return false;
    elements *= size;
  }
  return elements <= limit;
}

class ReductionEmitter {
public:
  ReductionEmitter(OpBuilder &b, Location loc, SizesRef window,
                   WindowOrder order, WindowReduction &reduction,
                   SizesRef sizes, ArrayRef<OpFoldResult> computed,
                   int64_t maxUnrolled)
      : b(b), loc(loc), window(window), windowOrder(order),
        reduction(reduction), sizes(sizes), computed(computed),
        maxUnrolled(maxUnrolled) {}

  /// Emits the operation. Its body visits a window for each element of the
  /// results.
  SmallVector<Value> emit(TypeRange types) {
    SmallVector<Value> dests = llvm::map_to_vector(types, [&](Type type) {
      return createDestination(b, loc, sizes, type, computed);
    });
    SmallVector<AffineMap> maps(dests.size(),
                                b.getMultiDimIdentityMap(sizes.size()));
    SmallVector<utils::IteratorType> iterators(sizes.size(),
                                               utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        b, loc, TypeRange(ValueRange(dests)), ValueRange(), dests, maps,
        iterators, [&](OpBuilder &b, Location loc, ValueRange) {
          SmallVector<Value> state = getInitialState(b, loc);
          state = hasAtMost(window, maxUnrolled)
                      ? writeOut(b, loc, {}, state)
                      : emitBodyLoops(b, loc, {}, state);
          linalg::YieldOp::create(b, loc, reduction.finish(b, loc, state));
        });
    return SmallVector<Value>(generic.getResults());
  }

private:
  SmallVector<Value> getInitialState(OpBuilder &b, Location loc) {
    return llvm::map_to_vector(
        reduction.getInitial(), [&](TypedAttr initial) -> Value {
          return arith::ConstantOp::create(b, loc, initial);
        });
  }

  /// Visits the elements at the given first dimensions of a window, and returns
  /// the last state. Rows that can be combined are visited independently, so
  /// that none waits for the one before.
  SmallVector<Value> writeOut(OpBuilder &b, Location loc,
                              ArrayRef<OpFoldResult> first,
                              SmallVector<Value> state) {
    unsigned dimension = first.size();
    if (dimension == window.size())
      return reduction.visit(b, loc, first, state);
    bool combinesRows = dimension + 1 < window.size() && reduction.canCombine();
    for (int64_t i = 0; i < window[dimension]; ++i) {
      SmallVector<OpFoldResult> element(first);
      element.push_back(b.getIndexAttr(windowOrder == WindowOrder::Ascending
                                           ? i
                                           : window[dimension] - 1 - i));
      if (combinesRows && i > 0)
        state = reduction.combine(
            b, loc, state, writeOut(b, loc, element, getInitialState(b, loc)));
      else
        state = writeOut(b, loc, element, state);
    }
    return state;
  }

  /// Loops over the dimensions of the window, of which `element` has the first
  /// ones, and returns the last state.
  SmallVector<Value> emitBodyLoops(OpBuilder &b, Location loc,
                                   ArrayRef<OpFoldResult> element,
                                   ValueRange state) {
    unsigned dimension = element.size();
    if (hasAtMost(window.drop_front(dimension), kMaxVisited))
      return writeOut(b, loc, element, SmallVector<Value>(state));
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(b, loc, value);
    };
    auto loop = scf::ForOp::create(
        b, loc, constant(0), constant(window[dimension]), constant(1), state);
    OpBuilder::InsertionGuard guard(b);
    // The body is built when the loop exists: affine maps ask for the operation
    // that an induction variable belongs to.
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<OpFoldResult> inner(element);
    inner.push_back(order(b, loc, loop.getInductionVar(), dimension));
    scf::YieldOp::create(
        b, loc, emitBodyLoops(b, loc, inner, loop.getRegionIterArgs()));
    // linalg.index cannot be in a loop.
    loop.walk([&](linalg::IndexOp index) { index->moveBefore(loop); });
    return SmallVector<Value>(loop.getResults());
  }

  /// The position in the window that is visited at an index of a loop.
  Value order(OpBuilder &b, Location loc, Value index, unsigned dimension) {
    if (windowOrder == WindowOrder::Ascending)
      return index;
    return affine::AffineApplyOp::create(
        b, loc,
        b.getAffineConstantExpr(window[dimension] - 1) - b.getAffineDimExpr(0),
        index);
  }

  OpBuilder &b;
  Location loc;
  SizesRef window;
  WindowOrder windowOrder;
  WindowReduction &reduction;
  SizesRef sizes;
  ArrayRef<OpFoldResult> computed;
  int64_t maxUnrolled;
};

} // namespace

SmallVector<Value> emitWindowReduction(OpBuilder &b, Location loc,
                                       SizesRef window, WindowOrder order,
                                       WindowReduction &reduction,
                                       SizesRef sizes,
                                       ArrayRef<OpFoldResult> computed,
                                       TypeRange types, int64_t maxUnrolled) {
  return ReductionEmitter(b, loc, window, order, reduction, sizes, computed,
                          maxUnrolled)
      .emit(types);
}

} // namespace dml
