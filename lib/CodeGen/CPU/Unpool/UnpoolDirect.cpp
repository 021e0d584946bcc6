//===- UnpoolDirect.cpp - Unpooling without reordering on the CPU ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways that need nothing but the inputs and the destination: one thread
// clears the destination and writes the inputs in order; or each worker does so
// for the range of the destination that it owns.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Move/CacheLines.h"
#include "UnpoolBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace dml {

using Values = UnpoolBuilder::Values;

static void clearElements(UnpoolBuilder &u, Value begin, Value end) {
  Type element = cast<MemRefType>(u.dest.getType()).getElementType();
  Value zero = arith::ConstantOp::create(u.b, u.loc, u.b.getZeroAttr(element));
  u.forEach(begin, end, 1, [&](Value position) {
    memref::StoreOp::create(u.b, u.loc, zero, u.dest, position);
  });
}

/// Writes an input to the destination if its index is in [begin, begin + size).
/// Returns whether it is.
static Value writeInside(UnpoolBuilder &u, Value position, Value begin,
                         Value size) {
  Value index = u.loadIndex(position);
  Value inside = u.isBelow(u.subtract(index, begin), size);
  u.ifThen(inside, [&] {
    Value value = memref::LoadOp::create(u.b, u.loc, u.values, position);
    memref::StoreOp::create(u.b, u.loc, value, u.dest, index);
  });
  return inside;
}

void emitUnpoolDirect(UnpoolBuilder &u) {
  Value zero = u.constant(0);
  clearElements(u, zero, u.numOutputs);
  // Inputs are written in order: of equal indices the last wins (U4).
  auto writeOneByOne = [&](Value from, Value to, Value isClean) {
    return u.forEach(
        from, to, 1, {isClean}, [&](Value position, ValueRange carried) {
          Value inside = writeInside(u, position, zero, u.numOutputs);
          return Values{u.both(carried[0], inside)};
        });
  };
  Value vectorsEnd = u.roundDown(u.numInputs, kUnpoolVectorLength);
  Value isClean = u.forEach(
      zero, vectorsEnd, kUnpoolVectorLength, {u.boolean(true)},
      [&](Value first, ValueRange carried) {
        Value end = u.add(first, kUnpoolVectorLength);
        Value inside = u.areInside(u.loadIndices(first), zero, u.numOutputs);
        return u.ifElse(
            inside,
            [&] {
              u.forEach(first, end, 1, [&](Value position) {
                u.storeToDest(u.loadValue(position), u.loadIndex(position));
              });
              return Values{carried[0]};
            },
            [&] { return writeOneByOne(first, end, carried[0]); });
      })[0];
  isClean = writeOneByOne(vectorsEnd, u.numInputs, isClean)[0];
  u.ifThen(u.negate(isClean), [&] { u.reportOutOfRange(zero, u.numInputs); });
}

void emitUnpoolOwnerComputes(UnpoolBuilder &u) {
  Value workers = u.host.getNumWorkers(u.b, u.loc);
  Value outputsPerWorker = u.ceilDivide(u.numOutputs, workers);
  Value inputsPerWorker = u.ceilDivide(u.numInputs, workers);
  u.parallelForEach(workers, u.constant(1), [&](Value worker) {
    Value begin = u.minimum(u.multiply(worker, outputsPerWorker), u.numOutputs);
    Value end = u.minimum(u.add(begin, outputsPerWorker), u.numOutputs);
    clearElements(u, begin, end);
    Value size = u.subtract(end, begin);
    u.forEach(u.constant(0), u.numInputs, 1,
              [&](Value position) { writeInside(u, position, begin, size); });
    Value first = u.minimum(u.multiply(worker, inputsPerWorker), u.numInputs);
    u.reportOutOfRange(first,
                       u.minimum(u.add(first, inputsPerWorker), u.numInputs));
  });
}

} // namespace dml
