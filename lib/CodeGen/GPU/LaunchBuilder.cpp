//===- LaunchBuilder.cpp - Launches of linear grids -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBuilder.h"
#include "WordConstant.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

LogicalResult checkLaunchOptions(Operation *op, int64_t workgroupSize,
                                 int64_t maxWorkgroups) {
  constexpr int64_t limit = std::numeric_limits<int32_t>::max();
  for (auto [name, value] :
       {std::pair<StringRef, int64_t>{"workgroup-size", workgroupSize},
        {"max-workgroups", maxWorkgroups}})
    if (value < 1 || value > limit)
      return op->emitError()
             << name << ": expected 1 to " << limit << ", given " << value;
  return success();
}

LogicalResult
buildLinearLaunch(OpBuilder &b, Location loc, int64_t numThreads,
                  int64_t workgroupSize, int64_t maxWorkgroups,
                  function_ref<void(OpBuilder &, Location, Value)> body) {
  int64_t workgroups = llvm::divideCeil(numThreads, workgroupSize);
  int64_t rows = llvm::divideCeil(workgroups, maxWorkgroups);
  if (rows > maxWorkgroups)
    return failure();
  int64_t columns = llvm::divideCeil(workgroups, rows);

  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value one = constant(1);
  auto launch = gpu::LaunchOp::create(b, loc, constant(columns), constant(rows),
                                      one, constant(workgroupSize), one, one);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&launch.getBody().front());
  auto multiply = [&](Value id, int64_t factor) -> Value {
    Value word = arith::IndexCastOp::create(b, loc, b.getI32Type(), id);
    return arith::MulIOp::create(b, loc, word, createWord(b, loc, factor));
  };
  Value number = arith::AddIOp::create(
      b, loc, multiply(launch.getBlockIds().x, workgroupSize),
      multiply(launch.getThreadIds().x, 1));
  if (rows > 1)
    number = arith::AddIOp::create(
        b, loc, number,
        multiply(launch.getBlockIds().y, columns * workgroupSize));
  Value thread = arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
  if (rows * columns * workgroupSize == numThreads) {
    body(b, loc, thread);
  } else {
    Value isBelow = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::ult, thread,
        arith::ConstantIndexOp::create(b, loc, numThreads));
    scf::IfOp::create(b, loc, isBelow, [&](OpBuilder &b, Location loc) {
      body(b, loc, thread);
      scf::YieldOp::create(b, loc);
    });
  }
  gpu::TerminatorOp::create(b, loc);
  return success();
}

} // namespace dml
