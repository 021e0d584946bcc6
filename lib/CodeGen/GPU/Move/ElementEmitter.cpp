//===- ElementEmitter.cpp - Elements of structured operations -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementEmitter.h"
#include "CodeGen/Analysis/Contraction.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace dml {

ElementEmitter::ElementEmitter(linalg::GenericOp op, const AccessNest &nest)
    : op(op), nest(nest), loops(nest.getResultLoops()) {
  for (unsigned loop : loops)
    sizes.push_back(nest.loops[loop].size);
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    if (loop.isReduction)
      reductions.push_back(i);
}

SmallVector<SmallVector<Value>>
ElementEmitter::delinearize(WordBuilder &w, AffineExpr first, Value number,
                            int64_t count, ArrayRef<int64_t> sizes) {
  SmallVector<Values> indices(count, Values(op.getNumLoops()));
  if (sizes.empty())
    return indices;
  for (auto [i, ofElement] : llvm::enumerate(indices)) {
    auto parts = affine::AffineDelinearizeIndexOp::create(
        w.b, w.loc, w.apply(first + i, number), sizes);
    for (auto [loop, index] : llvm::zip_equal(loops, parts.getResults()))
      ofElement[loop] = index;
  }
  return indices;
}

SmallVector<Value> ElementEmitter::emit(WordBuilder &w,
                                        ArrayRef<SmallVector<Value>> indices) {
  coordinates.assign(indices.begin(), indices.end());
  SmallVector<Value> initial;
  for (size_t i = 0; i < coordinates.size(); ++i)
    for (unsigned result = 0; result < op.getNumDpsInits(); ++result)
      initial.push_back(getInitial(w, result, i));
  return emitReductions(w, initial, reductions);
}

SmallVector<Value> ElementEmitter::emitAt(WordBuilder &w, Value position,
                                          int64_t count) {
  AffineExpr first = w.b.getAffineDimExpr(0);
  return emit(w, delinearize(w, first, position, count, sizes));
}

/// What the body sees of a result before it; null where it does not look.
Value ElementEmitter::getInitial(WordBuilder &w, unsigned result,
                                 int64_t element) {
  const Access &write = nest.writes[result];
  if (write.combiner)
    return arith::getIdentityValue(*write.combiner, write.elementType, w.b,
                                   w.loc);
  OpOperand &init = op.getDpsInitsMutable()[result];
  if (reductions.empty() && !op.payloadUsesValueFromOperand(&init))
    return {};
  return load(w, &init, element);
}

Value ElementEmitter::load(WordBuilder &w, OpOperand *operand,
                           int64_t element) {
  if (operand == givenInput)
    return given[element];
  if (!isa<MemRefType>(operand->get().getType()))
    return operand->get();
  AffineMap map = op.getMatchingIndexingMap(operand);
  SmallVector<Value> indices;
  for (AffineExpr expr : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      indices.push_back(coordinates[element][dim.getPosition()]);
      continue;
    }
    // Loops that the expression does not use may have no index yet.
    SmallVector<Value> operands;
    SmallVector<AffineExpr> dims(map.getNumDims(),
                                 w.b.getAffineConstantExpr(0));
    for (unsigned i = 0; i < map.getNumDims(); ++i) {
      if (!expr.isFunctionOfDim(i))
        continue;
      dims[i] = w.b.getAffineDimExpr(operands.size());
      operands.push_back(coordinates[element][i]);
    }
    indices.push_back(w.apply(expr.replaceDims(dims), operands));
  }
  return memref::LoadOp::create(w.b, w.loc, operand->get(), indices);
}

/// Loops over the given dimensions around the body of all elements; what the
/// body yields for each, element by element.
SmallVector<Value> ElementEmitter::emitReductions(WordBuilder &w,
                                                  ArrayRef<Value> initial,
                                                  ArrayRef<unsigned> dims) {
  if (dims.empty()) {
    size_t count = coordinates.size(), numResults = op.getNumDpsInits();
    bool hasLoops = !op.getBody()->getOps<scf::ForOp>().empty();
    size_t together = hasLoops ? count : 1;
    SmallVector<Value> results;
    for (size_t i = 0; i < count; i += together)
      llvm::append_range(
          results,
          emitBody(w, i, initial.slice(i * numResults, together * numResults)));
    return results;
  }
  Value zero = arith::ConstantIndexOp::create(w.b, w.loc, 0);
  return SmallVector<Value>(w.forEach(
      zero, nest.loops[dims.front()].size, 1, ScalarBuilder::Values(initial),
      [&](Value index, ValueRange carried) {
        for (SmallVector<Value> &indices : coordinates)
          indices[dims.front()] = index;
        return ScalarBuilder::Values(
            emitReductions(w, SmallVector<Value>(carried), dims.drop_front()));
      }));
}

/// Emits the body for elements from `first` on, and returns what it yields.
/// `initial` is what it sees of each element's results, null where it does not
/// look.
SmallVector<Value> ElementEmitter::emitBody(WordBuilder &w, int64_t first,
                                            ArrayRef<Value> initial) {
  Block &body = *op.getBlock();
  size_t numResults = op.getNumDpsInits();
  SmallVector<IRMapping> mappings(initial.size() / numResults);
  for (auto [i, mapping] : llvm::enumerate(mappings)) {
    for (OpOperand *input : op.getDpsInputOperands())
      if (op.payloadUsesValueFromOperand(input))
        mapping.map(op.getMatchingBlockArgument(input),
                    load(w, input, first + i));
    for (auto [init, value] :
         llvm::zip_equal(op.getDpsInitsMutable(),
                         initial.slice(i * numResults, numResults)))
      if (value)
        mapping.map(op.getMatchingBlockArgument(&init), value);
  }
  cloneBlock(w.b, mappings, first, body);
  return lookUp(mappings, body.getTerminator()->getOperands());
}

SmallVector<Value> ElementEmitter::lookUp(ArrayRef<IRMapping> mappings,
                                          ValueRange values) {
  SmallVector<Value> found;
  for (const IRMapping &mapping : mappings)
    for (Value value : values)
      found.push_back(mapping.lookupOrDefault(value));
  return found;
}

static bool hasConstantBounds(scf::ForOp loop) {
  return llvm::all_of(
      ArrayRef{loop.getLowerBound(), loop.getUpperBound(), loop.getStep()},
      [](Value bound) { return matchPattern(bound, m_Constant()); });
}

void ElementEmitter::cloneBlock(OpBuilder &b,
                                MutableArrayRef<IRMapping> mappings,
                                int64_t first, Block &block) {
  for (Operation &inner : block.without_terminator()) {
    auto loop = dyn_cast<scf::ForOp>(inner);
    if (loop && hasConstantBounds(loop)) {
      cloneLoop(b, mappings, first, loop);
      continue;
    }
    for (auto [i, mapping] : llvm::enumerate(mappings))
      cloneInBody(b, mapping, first + i, &inner);
  }
}

/// Clones a loop once for all elements, so that vectors can serve the loads of
/// an iteration.
void ElementEmitter::cloneLoop(OpBuilder &b,
                               MutableArrayRef<IRMapping> mappings,
                               int64_t first, scf::ForOp loop) {
  auto bound = [&](Value value) {
    return mappings.front().lookupOrDefault(value);
  };
  size_t numCarried = loop.getInitArgs().size();
  auto setResults = [&](ValueRange from, ValueRange to) {
    for (auto [i, mapping] : llvm::enumerate(mappings))
      mapping.map(from, to.slice(i * numCarried, numCarried));
  };
  auto clone = scf::ForOp::create(
      b, loop.getLoc(), bound(loop.getLowerBound()),
      bound(loop.getUpperBound()), bound(loop.getStep()),
      lookUp(mappings, loop.getInitArgs()),
      [&](OpBuilder &b, Location loc, Value index, ValueRange carried) {
        for (IRMapping &mapping : mappings)
          mapping.map(loop.getInductionVar(), index);
        setResults(loop.getRegionIterArgs(), carried);
        cloneBlock(b, mappings, first, *loop.getBody());
        scf::YieldOp::create(
            b, loc,
            lookUp(mappings, loop.getBody()->getTerminator()->getOperands()));
      },
      loop.getUnsignedCmp());
  setResults(loop.getResults(), clone.getResults());
}

void ElementEmitter::cloneInBody(OpBuilder &b, IRMapping &mapping,
                                 int64_t element, Operation *inner) {
  if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
    mapping.map(index.getResult(), coordinates[element][index.getDim()]);
    return;
  }
  Operation *clone = b.clone(*inner, mapping);
  clone->walk([&](linalg::IndexOp index) {
    index.replaceAllUsesWith(coordinates[element][index.getDim()]);
    index.erase();
  });
}

Value ElementEmitter::emitValue(WordBuilder &w, ArrayRef<Value> indices,
                                Value value) {
  coordinates.assign(1, Values(indices));
  SmallVector<Operation *> operations = getOperationsOf(op.getBody(), value);
  llvm::SetVector<Value> used;
  used.insert(value);
  for (Operation *inner : operations)
    inner->walk([&](Operation *nested) {
      used.insert(nested->operand_begin(), nested->operand_end());
    });
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    if (used.contains(op.getMatchingBlockArgument(input)))
      mapping.map(op.getMatchingBlockArgument(input),
                  load(w, input, /*element=*/0));
  for (Operation *inner : operations)
    cloneInBody(w.b, mapping, /*element=*/0, inner);
  return mapping.lookupOrDefault(value);
}

Value asWords(WordBuilder &w, ArrayRef<Value> elements) {
  SmallVector<Value> stored(elements);
  // A boolean takes a byte.
  if (elements.front().getType().isInteger(1))
    for (Value &element : stored)
      element = arith::ExtUIOp::create(w.b, w.loc, w.b.getI8Type(), element);
  int64_t numWords =
      stored.size() * getElementBytes(stored.front().getType()) / kWordBytes;
  Value words = vector::BitCastOp::create(
      w.b, w.loc, VectorType::get(numWords, w.b.getI32Type()),
      w.makeVector(stored));
  return numWords == 1 ? w.split(words).front() : words;
}

} // namespace dml
