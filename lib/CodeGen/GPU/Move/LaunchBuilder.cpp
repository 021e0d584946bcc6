//===- LaunchBuilder.cpp - Launches of linear grids -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBuilder.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
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

void emitGridError(Operation *op, int64_t workgroupSize,
                   int64_t maxWorkgroups) {
  op->emitOpError("needs more than ")
      << maxWorkgroups << "x" << maxWorkgroups << " workgroups of "
      << workgroupSize << " threads (maxComputeWorkGroupCount)";
}

namespace {
/// Workgroups in two dimensions.
struct Grid {
  int64_t columns, rows;
};
} // namespace

static std::optional<Grid> getGrid(int64_t workgroups, int64_t maxWorkgroups) {
  int64_t rows = llvm::divideCeil(workgroups, maxWorkgroups);
  if (rows > maxWorkgroups)
    return std::nullopt;
  return Grid{static_cast<int64_t>(llvm::divideCeil(workgroups, rows)), rows};
}

/// Leaves the builder in the launch.
static gpu::LaunchOp createLaunch(OpBuilder &b, Location loc, Grid grid,
                                  int64_t workgroupSize) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value one = constant(1);
  auto launch =
      gpu::LaunchOp::create(b, loc, constant(grid.columns), constant(grid.rows),
                            one, constant(workgroupSize), one, one);
  b.setInsertionPointToStart(&launch.getBody().front());
  return launch;
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
  w.ifThen(w.isBelow(number, wanted), body);
}

LogicalResult
buildLinearLaunch(OpBuilder &b, Location loc, int64_t numThreads,
                  int64_t workgroupSize, int64_t maxWorkgroups,
                  function_ref<void(OpBuilder &, Location, Value)> body) {
  int64_t numWorkgroups = llvm::divideCeil(numThreads, workgroupSize);
  return buildWorkgroupLaunch(
      b, loc, numWorkgroups, workgroupSize, maxWorkgroups,
      [&](OpBuilder &b, Location loc, Value workgroup, Value thread) {
        WordBuilder w(b, loc);
        Value number = arith::IndexCastOp::create(
            b, loc, b.getIndexType(),
            w.add(w.multiply(workgroup, workgroupSize), thread));
        buildIfWanted(w, number, numThreads, numWorkgroups * workgroupSize,
                      [&] { body(b, loc, number); });
      });
}

void buildThreadLaunch(OpBuilder &b, Location loc,
                       function_ref<void(WordBuilder &)> body) {
  (void)buildLinearLaunch(b, loc, 1, /*workgroupSize=*/1, /*maxWorkgroups=*/1,
                          [&](OpBuilder &b, Location loc, Value) {
                            WordBuilder w(b, loc);
                            body(w);
                          });
}

LogicalResult buildWorkgroupLaunch(
    OpBuilder &b, Location loc, int64_t numWorkgroups, int64_t workgroupSize,
    int64_t maxWorkgroups,
    function_ref<void(OpBuilder &, Location, Value, Value)> body) {
  std::optional<Grid> grid = getGrid(numWorkgroups, maxWorkgroups);
  if (!grid)
    return failure();
  OpBuilder::InsertionGuard guard(b);
  gpu::LaunchOp launch = createLaunch(b, loc, *grid, workgroupSize);
  WordBuilder w(b, loc);
  Value workgroup = asWord(w, launch.getBlockIds().x);
  if (grid->rows > 1)
    workgroup = w.add(workgroup, w.multiply(asWord(w, launch.getBlockIds().y),
                                            grid->columns));
  Value thread = asWord(w, launch.getThreadIds().x);
  buildIfWanted(w, workgroup, numWorkgroups, grid->rows * grid->columns,
                [&] { body(b, loc, workgroup, thread); });
  gpu::TerminatorOp::create(b, loc);
  return success();
}

} // namespace dml
