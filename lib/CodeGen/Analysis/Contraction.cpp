//===- Contraction.cpp - Sums of products ---------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

namespace dml {

/// Calls the function with the values that an operation uses, in its regions,
/// too.
static void forEachUsed(Operation *op, function_ref<void(Value)> use) {
  op->walk(
      [&](Operation *inner) { llvm::for_each(inner->getOperands(), use); });
}

SmallVector<Operation *> getOperationsOf(Block *block, Value value,
                                         ArrayRef<Value> known) {
  llvm::SmallPtrSet<Operation *, 8> used;
  auto use = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (def && !llvm::is_contained(known, value))
      used.insert(def);
  };
  use(value);
  SmallVector<Operation *> found;
  for (Operation &inner : llvm::reverse(block->without_terminator())) {
    if (!used.contains(&inner))
      continue;
    found.push_back(&inner);
    forEachUsed(&inner, use);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

/// The loops that a value of the body depends on.
static llvm::SmallBitVector getLoopsOf(linalg::LinalgOp op, Value value) {
  llvm::SmallBitVector loops(op.getNumLoops());
  auto use = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != op.getBlock())
      return;
    AffineMap map =
        op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      if (map.isFunctionOfDim(loop))
        loops.set(loop);
  };
  use(value);
  for (Operation *inner : getOperationsOf(op.getBlock(), value)) {
    inner->walk([&](linalg::IndexOp index) { loops.set(index.getDim()); });
    forEachUsed(inner, use);
  }
  return loops;
}

Operation *matchSumOfProducts(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0)
    return nullptr;
  Operation *sum =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return nullptr;
  Value old = op.getRegionOutputArgs().front();
  for (unsigned i : {0, 1}) {
    Operation *product = sum->getOperand(1 - i).getDefiningOp();
    if (sum->getOperand(i) == old && old.hasOneUse() &&
        isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product) &&
        product->hasOneUse() && product->getBlock() == op.getBlock())
      return product;
  }
  return nullptr;
}

bool hasColumns(linalg::LinalgOp op) {
  Operation *product = matchSumOfProducts(op);
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (!product || !result.isProjectedPermutation())
    return false;
  for (AffineExpr expr : llvm::reverse(result.getResults())) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    if (sizes[loop] != 1)
      return getLoopsOf(op, product->getOperand(0)).test(loop) !=
             getLoopsOf(op, product->getOperand(1)).test(loop);
  }
  return false;
}

int64_t LoopGroup::count() const { return llvm::product_of(sizes); }

LoopGroup getLoopGroup(const AccessNest &nest, const Access &access,
                       ArrayRef<unsigned> loops) {
  LoopGroup group;
  for (unsigned loop : loops) {
    int64_t size = nest.loops[loop].size;
    SmallVector<int64_t> steps = {access.strides[loop]};
    for (const Predicate &predicate : access.predicates)
      steps.push_back(predicate.position.factors[loop]);
    auto isOne = [&](auto pair) {
      return std::get<0>(pair) == std::get<1>(pair) * size;
    };
    if (!group.sizes.empty() &&
        llvm::all_of(llvm::zip_equal(group.steps.back(), steps), isOne)) {
      group.sizes.back() *= size;
      group.steps.back() = steps;
      continue;
    }
    group.sizes.push_back(size);
    group.steps.push_back(steps);
  }
  return group;
}

SmallVector<unsigned> getLoopsOutermostFirst(const AccessNest &nest,
                                             const Access &access) {
  SmallVector<unsigned> loops;
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    if (loop.size > 1)
      loops.push_back(i);
  llvm::sort(loops, [&](unsigned lhs, unsigned rhs) {
    return access.strides[lhs] > access.strides[rhs];
  });
  return loops;
}

/// What the body makes of an input before it combines it with anything else:
/// the element, or its conversion.
static Value skipCast(Value element) {
  if (!element.hasOneUse())
    return element;
  Operation *user = *element.user_begin();
  return isa<CastOpInterface>(user) ? user->getResult(0) : element;
}

FailureOr<Contraction> Contraction::match(linalg::LinalgOp op,
                                          const AccessNest &nest) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      nest.readsResults())
    return failure();
  Contraction contraction;
  Value factors[2];
  if (Operation *product = matchSumOfProducts(op)) {
    contraction.product = product;
    contraction.sum = *product->user_begin();
    factors[0] = product->getOperand(0);
    factors[1] = product->getOperand(1);
  } else if (op.getNumDpsInputs() == 2) {
    for (unsigned i : {0, 1})
      factors[i] = skipCast(op.getBlock()->getArgument(i));
  } else {
    return failure();
  }

  llvm::SmallBitVector moves[2] = {getLoopsOf(op, factors[0]),
                                   getLoopsOf(op, factors[1])};
  SmallVector<unsigned> moved[2];
  for (auto [i, loop] : llvm::enumerate(nest.loops)) {
    bool movesLeft = moves[0].test(loop.number);
    if (loop.size == 1)
      continue;
    if (loop.isReduction)
      contraction.reductions.push_back(i);
    else if (movesLeft == moves[1].test(loop.number))
      contraction.batch.push_back(i);
    else
      moved[movesLeft ? 0 : 1].push_back(i);
  }
  auto isInnermost = [&](unsigned loop) {
    return nest.getMainWrite().strides[loop] == 1;
  };
  contraction.isLeftRows = llvm::any_of(moved[1], isInnermost);
  if (!contraction.isLeftRows && llvm::none_of(moved[0], isInnermost))
    return failure();
  unsigned left = contraction.isLeftRows ? 0 : 1;
  contraction.rows = {factors[left], moved[left]};
  contraction.columns = {factors[1 - left], moved[1 - left]};
  return contraction;
}

static int64_t countSteps(const AccessNest &nest, ArrayRef<unsigned> loops) {
  return getLoopGroup(nest, nest.getMainWrite(), loops).count();
}

ProductSizes Contraction::getSizes(const AccessNest &nest) const {
  return {countSteps(nest, batch), countSteps(nest, rows.loops),
          countSteps(nest, columns.loops), countSteps(nest, reductions)};
}

/// Loops that run through the result as one loop, outermost first: `first` is
/// the innermost, and the others are among `candidates`.
static SmallVector<unsigned> growGroup(const AccessNest &nest, unsigned first,
                                       ArrayRef<unsigned> candidates) {
  ArrayRef<int64_t> strides = nest.getMainWrite().strides;
  SmallVector<unsigned> group = {first};
  int64_t next = strides[first] * nest.loops[first].size;
  while (true) {
    const unsigned *it = llvm::find_if(candidates, [&](unsigned loop) {
      return strides[loop] == next && !llvm::is_contained(group, loop);
    });
    if (it == candidates.end())
      break;
    group.insert(group.begin(), *it);
    next *= nest.loops[*it].size;
  }
  return group;
}

void Contraction::keepNeighbours(const AccessNest &nest) {
  ArrayRef<int64_t> strides = nest.getMainWrite().strides;
  SmallVector<unsigned> inColumns, inRows;
  for (unsigned first : columns.loops)
    if (strides[first] == 1)
      inColumns = growGroup(nest, first, columns.loops);
  int64_t most = 1;
  for (unsigned first : rows.loops) {
    SmallVector<unsigned> group = growGroup(nest, first, rows.loops);
    if (int64_t count = countSteps(nest, group); count > most) {
      most = count;
      inRows = group;
    }
  }
  for (auto [factor, kept] :
       {std::pair(&rows, &inRows), {&columns, &inColumns}})
    for (unsigned loop : std::exchange(factor->loops, *kept))
      if (!llvm::is_contained(*kept, loop))
        batch.push_back(loop);
  llvm::sort(batch);
}

} // namespace dml
