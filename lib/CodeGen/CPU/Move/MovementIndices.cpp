//===- MovementIndices.cpp - Positions in what is moved -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovementIndices.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

/// The sum of the strides, each multiplied by what `getFactor` gives for the
/// index of its dimension.
static OpFoldResult
sumStrides(OpBuilder &b, Location loc, const Access &access,
           ArrayRef<OpFoldResult> strides,
           llvm::function_ref<int64_t(const LinearForm &)> getFactor) {
  AffineExpr sum, term;
  bindSymbols(b.getContext(), sum, term);
  OpFoldResult total = b.getIndexAttr(0);
  for (auto [index, stride] : llvm::zip_equal(access.indices, strides))
    total = affine::makeComposedFoldedAffineApply(
        b, loc, sum + term * getFactor(index), {total, stride});
  return total;
}

MovementIndices::MovementIndices(OpBuilder &b, Location loc,
                                 const AccessNest &nest)
    : VectorBuilder(b, loc), loops(getMovementLoops(nest)), nest(nest) {
  const Access &read = nest.reads.front();
  Value dest = nest.writes.front().buffer;
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, read.buffer);
  SmallVector<OpFoldResult> bufferStrides =
      metadata.getConstifiedMixedStrides();
  auto toValue = [&](OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(b, loc, value);
  };
  for (const NestLoop &loop : nest.loops)
    sizes.push_back(ShapedType::isDynamic(loop.size)
                        ? memref::DimOp::create(b, loc, dest, loop.number)
                        : constant(loop.size));
  offset = toValue(
      sumStrides(b, loc, read, bufferStrides,
                 [](const LinearForm &index) { return index.constant; }));
  for (const NestLoop &loop : nest.loops)
    strides.push_back(toValue(
        sumStrides(b, loc, read, bufferStrides, [&](const LinearForm &index) {
          return index.factors[loop.number];
        })));
  for (const Predicate &predicate : read.predicates)
    bounds.push_back(toValue(predicate.bound));
  source = createFlatView(read.buffer);
  output = createFlatView(dest);
}

Value MovementIndices::getPosition(ArrayRef<Value> indices) {
  Value position = offset;
  for (auto [i, index] : llvm::enumerate(indices))
    position = add(position, multiply(index, strides[i]));
  return position;
}

Value MovementIndices::getPredicatePosition(unsigned predicate,
                                            ArrayRef<Value> indices) {
  Value position =
      constant(nest.reads.front().predicates[predicate].position.constant);
  for (auto [i, index] : llvm::enumerate(indices))
    position =
        add(position, multiply(index, loops[i].predicateSteps[predicate]));
  return position;
}

ScalarBuilder::Values MovementIndices::loadColumns(ArrayRef<Value> indices,
                                                   int64_t numElements,
                                                   int64_t numColumns) {
  auto type = VectorType::get(numElements, getElementTypeOrSelf(source));
  Value from = getPosition(indices);
  // LLVM adds the distances of columns to one address.
  auto loadLanes = [&](int64_t column, Value mask, Value otherwise) -> Value {
    Value at = add(from, multiply(strides.end()[-2], column));
    return loadAs(source, at, type, mask, otherwise);
  };
  auto load = [&](int64_t column) -> Value {
    return loadLanes(column, Value(), Value());
  };
  auto getPredicate = [&](unsigned p, int64_t column) {
    int64_t distance = column * loops.end()[-2].predicateSteps[p];
    return add(getPredicatePosition(p, indices), distance);
  };
  auto isInside = [&](int64_t column) {
    Value result = boolean(true);
    for (auto [p, bound] : llvm::enumerate(bounds)) {
      int64_t extent = (numElements - 1) * loops.back().predicateSteps[p];
      Value position = getPredicate(p, column);
      result = bitAnd(result, isLessUnsigned(position, bound));
      if (extent != 0)
        result = bitAnd(result, isLessUnsigned(add(position, extent), bound));
    }
    return result;
  };
  // Of a column that is not all inside, the elements that are.
  auto loadInside = [&](int64_t column, Value otherwise) -> Value {
    Value first = constant(0), last = constant(numElements);
    for (auto [p, bound] : llvm::enumerate(bounds)) {
      Value position = getPredicate(p, column);
      if (int64_t step = loops.back().predicateSteps[p])
        restrict(first, last, position, step, bound);
      else
        last = select(isLessUnsigned(position, bound), last, 0);
    }
    Value mask = createLaneMask(numElements, first, signedMaximum(first, last),
                                /*bits=*/8);
    return loadLanes(column, mask, otherwise);
  };
  bool cutsColumns = llvm::any_of(loops.back().predicateSteps,
                                  [](int64_t step) { return step != 0; });
  auto columns = llvm::seq<int64_t>(numColumns);
  return ifElse(
      bitAnd(isInside(0), isInside(numColumns - 1)),
      [&] { return Values(llvm::map_range(columns, load)); },
      [&] {
        Value otherwise = arith::ConstantOp::create(
            b, loc, DenseElementsAttr::get(type, getBits(nest.otherwise)));
        return Values(llvm::map_range(columns, [&](int64_t column) -> Value {
          return ifElse(
              isInside(column), [&] { return load(column); },
              [&] {
                return cutsColumns ? loadInside(column, otherwise) : otherwise;
              });
        }));
      });
}

} // namespace dml
