//===- LaunchBuilder.cpp - Launches of linear grids -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBuilder.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

LogicalResult checkLaunches(Operation *op, int64_t workgroupSize,
                            int64_t maxWorkgroups) {
  constexpr int64_t limit = std::numeric_limits<int32_t>::max();
  for (auto [name, value] :
       {std::pair<StringRef, int64_t>{"workgroup-size", workgroupSize},
        {"max-workgroups", maxWorkgroups}})
    if (value < 1 || value > limit)
      return op->emitError()
             << name << ": expected 1 to " << limit << ", given " << value;
  return checkByteCounts(op);
}

void emitGridError(Operation *op, int64_t workgroupSize,
                   int64_t maxWorkgroups) {
  op->emitOpError("needs more than ")
      << maxWorkgroups << "x" << maxWorkgroups << " workgroups of "
      << workgroupSize << " threads (maxComputeWorkGroupCount)";
}

static Value asWord(WordBuilder &w, Value id) {
  return arith::IndexCastOp::create(w.b, w.loc, w.b.getI32Type(), id);
}

/// Calls the body where a number is below `wanted`; it is below `existing` in
/// any case.
static void buildIfWanted(WordBuilder &w, Value number, int64_t wanted,
                          int64_t existing, function_ref<void()> body) {
  if (wanted == existing)
    return body();
  w.ifThen(w.isLessUnsigned(number, wanted), body);
}

LogicalResult buildLinearLaunch(OpBuilder &b, Location loc, int64_t numThreads,
                                int64_t workgroupSize, int64_t maxWorkgroups,
                                function_ref<void(WordBuilder &, Value)> body) {
  int64_t numWorkgroups = llvm::divideCeil(numThreads, workgroupSize);
  return buildWorkgroupLaunch(
      b, loc, numWorkgroups, workgroupSize, maxWorkgroups,
      [&](WordBuilder &w, Value workgroup, Value thread) {
        Value number = arith::IndexCastOp::create(
            b, loc, b.getIndexType(),
            w.add(w.multiply(workgroup, workgroupSize), thread));
        buildIfWanted(w, number, numThreads, numWorkgroups * workgroupSize,
                      [&] { body(w, number); });
      });
}

LogicalResult
buildWorkgroupLaunch(OpBuilder &b, Location loc, int64_t numWorkgroups,
                     int64_t workgroupSize, int64_t maxWorkgroups,
                     function_ref<void(WordBuilder &, Value, Value)> body) {
  // A second dimension holds what the first cannot.
  int64_t rows = llvm::divideCeil(numWorkgroups, maxWorkgroups);
  if (rows > maxWorkgroups)
    return failure();
  int64_t columns = llvm::divideCeil(numWorkgroups, rows);
  OpBuilder::InsertionGuard guard(b);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value one = constant(1);
  auto launch = gpu::LaunchOp::create(b, loc, constant(columns), constant(rows),
                                      one, constant(workgroupSize), one, one);
  b.setInsertionPointToStart(&launch.getBody().front());
  WordBuilder w(b, loc);
  Value workgroup = asWord(w, launch.getBlockIds().x);
  if (rows > 1)
    workgroup = w.add(workgroup,
                      w.multiply(asWord(w, launch.getBlockIds().y), columns));
  Value thread = asWord(w, launch.getThreadIds().x);
  buildIfWanted(w, workgroup, numWorkgroups, rows * columns,
                [&] { body(w, workgroup, thread); });
  gpu::TerminatorOp::create(b, loc);
  return success();
}

Value TileNumber::take(WordBuilder &w, int64_t size) {
  numTiles /= size;
  if (numTiles == 1)
    return std::exchange(rest, w.constant(0));
  Value index = w.remainder(rest, size);
  rest = w.divide(rest, size);
  return index;
}

} // namespace dml
