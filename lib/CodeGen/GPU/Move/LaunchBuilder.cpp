//===- LaunchBuilder.cpp - Launches of linear grids -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBuilder.h"
#include "CodeGen/Analysis/WordConstant.h"
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

/// Calls the body where a number is below the number of those that are wanted,
/// of so many that there are.
static void buildIfWanted(OpBuilder &b, Location loc, Value number,
                          int64_t wanted, int64_t existing,
                          function_ref<void(OpBuilder &, Location)> body) {
  if (wanted == existing)
    return body(b, loc);
  Value bound = number.getType().isIndex()
                    ? arith::ConstantIndexOp::create(b, loc, wanted).getResult()
                    : createWord(b, loc, wanted);
  Value isBelow =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number, bound);
  scf::IfOp::create(b, loc, isBelow, [&](OpBuilder &b, Location loc) {
    body(b, loc);
    scf::YieldOp::create(b, loc);
  });
}

/// Calls the body for the numbers of all workgroups, i32, of which fewer may
/// exist: each then loops.
static void
forEachWorkgroup(OpBuilder &b, Location loc, Value first, int64_t existing,
                 int64_t wanted,
                 function_ref<void(OpBuilder &, Location, Value)> body) {
  int64_t steps = llvm::divideCeil(wanted, existing);
  auto guarded = [&](OpBuilder &b, Location loc, Value number) {
    buildIfWanted(b, loc, number, wanted, steps * existing,
                  [&](OpBuilder &b, Location loc) { body(b, loc, number); });
  };
  if (steps == 1)
    return guarded(b, loc, first);
  auto constant = [&](int64_t value) -> Value {
    return createWord(b, loc, value);
  };
  scf::ForOp::create(
      b, loc, constant(0), constant(steps), constant(1), ValueRange(),
      [&](OpBuilder &b, Location loc, Value step, ValueRange) {
        Value before = arith::MulIOp::create(b, loc, step, constant(existing));
        guarded(b, loc, arith::AddIOp::create(b, loc, before, first));
        scf::YieldOp::create(b, loc);
      });
}

LogicalResult
buildLinearLaunch(OpBuilder &b, Location loc, int64_t numThreads,
                  int64_t workgroupSize, int64_t maxWorkgroups,
                  function_ref<void(OpBuilder &, Location, Value)> body,
                  bool mayBeIdle) {
  int64_t numWorkgroups = llvm::divideCeil(numThreads, workgroupSize);
  return buildWorkgroupLaunch(
      b, loc, numWorkgroups, workgroupSize, maxWorkgroups,
      [&](OpBuilder &b, Location loc, Value workgroup, Value thread) {
        Value first = arith::MulIOp::create(b, loc, workgroup,
                                            createWord(b, loc, workgroupSize));
        Value number = arith::IndexCastOp::create(
            b, loc, b.getIndexType(),
            arith::AddIOp::create(b, loc, first, thread));
        buildIfWanted(
            b, loc, number, numThreads, numWorkgroups * workgroupSize,
            [&](OpBuilder &b, Location loc) { body(b, loc, number); });
      },
      mayBeIdle);
}

LogicalResult buildWorkgroupLaunch(
    OpBuilder &b, Location loc, int64_t numWorkgroups, int64_t workgroupSize,
    int64_t maxWorkgroups,
    function_ref<void(OpBuilder &, Location, Value, Value)> body,
    bool mayBeIdle) {
  std::optional<Grid> grid =
      getGrid(mayBeIdle ? std::min(numWorkgroups, kMaxLoopingWorkgroups)
                        : numWorkgroups,
              maxWorkgroups);
  if (!grid)
    return failure();
  OpBuilder::InsertionGuard guard(b);
  gpu::LaunchOp launch = createLaunch(b, loc, *grid, workgroupSize);
  auto asWord = [&](Value id) -> Value {
    return arith::IndexCastOp::create(b, loc, b.getI32Type(), id);
  };
  Value workgroup = asWord(launch.getBlockIds().x);
  if (grid->rows > 1) {
    Value row = arith::MulIOp::create(b, loc, asWord(launch.getBlockIds().y),
                                      createWord(b, loc, grid->columns));
    workgroup = arith::AddIOp::create(b, loc, workgroup, row);
  }
  Value thread = asWord(launch.getThreadIds().x);
  forEachWorkgroup(b, loc, workgroup, grid->rows * grid->columns, numWorkgroups,
                   [&](OpBuilder &b, Location loc, Value number) {
                     body(b, loc, number, thread);
                   });
  gpu::TerminatorOp::create(b, loc);
  return success();
}

} // namespace dml
