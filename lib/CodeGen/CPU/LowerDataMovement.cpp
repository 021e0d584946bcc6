//===- LowerDataMovement.cpp - Moving operations to tasks of runs ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLines.h"
#include "DataMovement.h"
#include "LineRuns.h"
#include "LineStage.h"
#include "PhaseBuffer.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

namespace dml {
#define GEN_PASS_DEF_CPULOWERDATAMOVEMENT
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Output of a task that is worth a thread's attention.
constexpr int64_t kTaskBytes = 128 * 1024;
/// Output of the inner loops that makes finding their place worth it.
constexpr int64_t kRowBytes = 1024;
/// Output of a part of a run that is too long for one thread.
constexpr int64_t kRunPartBytes = 32 * 1024;
/// Elements that the windows of one row reach past its blocks.
constexpr int64_t kMaxWindow = 256;
/// Bytes of a phase buffer that stay in a core's cache beside the rest.
constexpr int64_t kMaxPhaseBytes = 256 * 1024;
/// What a dynamic size is taken for.
constexpr int64_t kGuessedSize = 64;

/// How the innermost loops become vectors.
struct RunShape {
  /// Elements between neighbours in one source.
  int64_t stride = 1;
  /// Sources that take turns, by the innermost loop.
  int64_t numSources = 1;
  /// Elements of a row, the innermost loop, where rows follow each other in the
  /// source too, but for guards of the columns.
  int64_t rowLength = 1;
  /// The loop over windows whose elements are read from a phase buffer, which
  /// is filled before it.
  std::optional<unsigned> windowLoop = std::nullopt;

  unsigned getNumLoops() const { return getLoopElements() > 1 ? 2 : 1; }

  /// Output of an iteration of the run's outer loop.
  int64_t getLoopElements() const { return numSources * rowLength; }
};

/// Whether no guard of the columns changes with the rows.
bool haveRowsOwnGuards(const MovementLoop &rows, const MovementLoop &columns) {
  return llvm::none_of(llvm::zip_equal(rows.guardSteps, columns.guardSteps),
                       [](auto steps) {
                         auto [ofRow, ofColumn] = steps;
                         return ofRow != 0 && ofColumn != 0;
                       });
}

/// Whether rows make one run, in which columns outside of guards are few.
bool isRunOfRows(const MovementLoop &rows, const MovementLoop &columns,
                 int64_t maxRowLength) {
  std::optional<int64_t> pitch = getConstantIntValue(rows.stride);
  std::optional<int64_t> stride = getConstantIntValue(columns.stride);
  std::optional<int64_t> length = getConstantIntValue(columns.size);
  return pitch && stride && length && *pitch == *stride * *length &&
         *length > 1 && *length <= maxRowLength &&
         haveRowsOwnGuards(rows, columns);
}

/// The last element of a row that the windows' first block reads.
int64_t getLastWindowElement(const MovementLoop &window) {
  return *getConstantIntValue(window.stride) *
         (*getConstantIntValue(window.size) - 1);
}

/// The innermost loop whose iterations read the same rows of columns as each
/// other, `step` elements apart.
std::optional<unsigned> findWindowLoop(ArrayRef<MovementLoop> loops) {
  const MovementLoop &columns = loops.back();
  int64_t stride = *getConstantIntValue(columns.stride);
  // Guards of the columns go with the elements.
  auto isWindow = [&](const MovementLoop &loop) {
    std::optional<int64_t> step = getConstantIntValue(loop.stride);
    std::optional<int64_t> size = getConstantIntValue(loop.size);
    if (!step || !size || *step < 1 || *step * (*size - 1) >= kMaxWindow)
      return false;
    return llvm::all_of(llvm::zip_equal(loop.guardSteps, columns.guardSteps),
                        [&](auto steps) {
                          auto [ofWindow, ofColumn] = steps;
                          return ofWindow == (ofColumn == 0 ? 0 : *step) &&
                                 (ofColumn == 0 || ofColumn == stride);
                        });
  };
  for (unsigned i = loops.size() - 1; i-- > 0;) {
    if (isWindow(loops[i]))
      return i;
    if (!haveRowsOwnGuards(loops[i], columns))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Fails where vectors do not help: far neighbours in both innermost loops.
FailureOr<RunShape> chooseRun(ArrayRef<MovementLoop> loops,
                              int64_t elementBytes) {
  const MovementLoop &inner = loops.back();
  const MovementLoop *outer = loops.size() > 1 ? &loops.end()[-2] : nullptr;
  std::optional<int64_t> size = getConstantIntValue(inner.size);
  if (outer && inner.guardSteps.empty() && isOneInteger(outer->stride) &&
      !isOneInteger(inner.stride) && size && *size > 1 &&
      *size <= kMaxRunSources)
    return RunShape{/*stride=*/1, /*numSources=*/*size};
  std::optional<int64_t> stride = getConstantIntValue(inner.stride);
  if (!stride || *stride < 1 || *stride > kMaxRunStride)
    return failure();
  int64_t maxRowLength = kPieceBytes / elementBytes / 2;
  if (outer && isRunOfRows(*outer, inner, maxRowLength))
    return RunShape{*stride, /*numSources=*/1, /*rowLength=*/*size};
  RunShape shape{*stride};
  if (*stride > 1)
    shape.windowLoop = findWindowLoop(loops);
  // Windows that do not overlap leave no gaps between rows.
  if (shape.windowLoop && *shape.windowLoop + 2 < loops.size() && size &&
      *size > 1 && *size <= maxRowLength &&
      getLastWindowElement(loops[*shape.windowLoop]) < *stride)
    shape.rowLength = *size;
  return shape;
}

/// Builds the tasks of one operation.
class MovementEmitter {
public:
  MovementEmitter(OpBuilder &b, Location loc, const DataMovement &movement,
                  RunShape shape, MovementNest nest)
      : b(b), loc(loc), movement(movement), shape(shape),
        loops(std::move(nest.loops)), origin(nest.offset) {
    Type elementType =
        cast<MemRefType>(movement.dest.getType()).getElementType();
    elementBytes = *getLineElementBytes(elementType);
    if (shape.windowLoop && !isPhaseBufferUseful())
      this->shape = RunShape{shape.stride};
    runLoop = loops.size() - this->shape.getNumLoops();
    numOuter = chooseNumOuter();
  }

  void emit(int64_t cacheBytes) {
    for (const MovementLoop &loop : loops) {
      sizes.push_back(getValueOrCreateConstantIndexOp(b, loc, loop.size));
      strides.push_back(getValueOrCreateConstantIndexOp(b, loc, loop.stride));
    }
    source = createFlatView(b, loc, movement.source);
    output = createFlatView(b, loc, movement.dest);
    phase = getLinePhase(b, loc, movement.dest);
    bypassesCache = emitBypassesCache(cacheBytes);

    // A row is what the inner loops write, or a part of a long run.
    SmallVector<Value> rowSizes(ArrayRef(sizes).take_front(numOuter));
    Value rowElements = product(ArrayRef(sizes).drop_front(numOuter));
    if (isRunCut()) {
      rowSizes.push_back(arith::CeilDivUIOp::create(b, loc, sizes[runLoop],
                                                    constant(getPartLength())));
      rowElements = constant(kRunPartBytes / elementBytes);
    }
    Value numRows = product(rowSizes);
    Value grain = arith::CeilDivUIOp::create(
        b, loc, constant(kTaskBytes / elementBytes),
        arith::MaxUIOp::create(b, loc, rowElements, constant(1)));
    auto tasks = scf::ParallelOp::create(b, loc, constant(0), numRows, grain);
    // LLVM would make calls of memcpy from loops over a few lines.
    tasks->setAttr("passthrough", b.getStrArrayAttr({"no-builtins"}));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(tasks.getBody());
    Value first = tasks.getInductionVars()[0];
    Value last = arith::MinUIOp::create(b, loc, add(first, grain), numRows);
    emitTask(first, last, rowSizes);
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value add(Value lhs, Value rhs) {
    return b.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  }
  Value subtract(Value lhs, Value rhs) {
    return b.createOrFold<arith::SubIOp>(loc, lhs, rhs);
  }
  Value multiply(Value lhs, Value rhs) {
    return b.createOrFold<arith::MulIOp>(loc, lhs, rhs);
  }
  Value minimum(Value lhs, Value rhs) {
    return b.createOrFold<arith::MinSIOp>(loc, lhs, rhs);
  }
  Value maximum(Value lhs, Value rhs) {
    return b.createOrFold<arith::MaxSIOp>(loc, lhs, rhs);
  }
  Value product(ArrayRef<Value> values) {
    Value result = constant(1);
    for (Value value : values)
      result = multiply(result, value);
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Division of work
  //===--------------------------------------------------------------------===//

  int64_t guessSize(unsigned loop) const {
    return getConstantIntValue(loops[loop].size).value_or(kGuessedSize);
  }

  /// Whether there are tasks to fill one each and it stays in the cache.
  bool isPhaseBufferUseful() const {
    unsigned window = *shape.windowLoop;
    int64_t bytes = elementBytes * shape.stride;
    for (unsigned i = window + 1; i < loops.size(); ++i)
      bytes *= guessSize(i);
    return window > 0 && bytes <= kMaxPhaseBytes;
  }

  /// Loops divided among tasks; the inner ones make a row.
  unsigned chooseNumOuter() const {
    if (shape.windowLoop)
      return *shape.windowLoop;
    unsigned outer = runLoop;
    int64_t bytes = elementBytes;
    for (unsigned i = runLoop; i < loops.size(); ++i)
      bytes *= guessSize(i);
    if (isRunCut())
      return outer;
    while (outer > 1 && bytes < kRowBytes)
      bytes *= guessSize(--outer);
    return outer;
  }

  /// Whether one run is work for several threads.
  bool isRunCut() const {
    if (shape.windowLoop)
      return false;
    std::optional<int64_t> size = getConstantIntValue(loops[runLoop].size);
    return size ? *size > 2 * getPartLength() : runLoop == 0;
  }

  /// Iterations of the run's loop in a part of a run.
  int64_t getPartLength() const {
    return kRunPartBytes / elementBytes / shape.getLoopElements();
  }

  /// Iterations of the run's loop in what is gathered at once: whole rows, or
  /// whole lines of each source.
  int64_t getPieceLength() const {
    int64_t length = kPieceBytes / elementBytes / shape.getLoopElements();
    if (shape.rowLength > 1)
      return length;
    return llvm::alignDown(length, kLineBytes / elementBytes);
  }

  /// Whether what is read and written does not fit in the caches.
  Value emitBypassesCache(int64_t cacheBytes) {
    Value read = getFlatSize(b, loc, source);
    Value written = getFlatSize(b, loc, output);
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt,
                                 add(read, written),
                                 constant(cacheBytes / elementBytes));
  }

  //===--------------------------------------------------------------------===//
  // A task
  //===--------------------------------------------------------------------===//

  /// Rows [first, last), which are neighbours in the output.
  void emitTask(Value first, Value last, ArrayRef<Value> rowSizes) {
    SmallVector<Value> start = delinearize(first, rowSizes);
    LineStage lines(b, loc, output, phase, getOutputPosition(start),
                    bypassesCache, kPieceSlackBytes);
    stage = &lines;
    std::optional<PhaseBuffer> rowsByPhase;
    if (shape.windowLoop) {
      rowsByPhase.emplace(createPhaseBuffer());
      phases = &*rowsByPhase;
    }

    SmallVector<Value> carried = {lines.getStart().size, lines.getStart().base};
    llvm::append_range(carried, start);
    auto rows = scf::ForOp::create(
        b, loc, first, last, constant(1), carried,
        [&](OpBuilder &, Location, Value, ValueRange carried) {
          SmallVector<Value> position = llvm::to_vector(carried.drop_front(2));
          LineStage::State state = emitRow({carried[0], carried[1]}, position);
          SmallVector<Value> next = {state.size, state.base};
          llvm::append_range(next, advance(position, rowSizes));
          scf::YieldOp::create(b, loc, next);
        });
    lines.finish({rows.getResult(0), rows.getResult(1)});
    if (phases)
      phases->emitDealloc();
  }

  SmallVector<Value> delinearize(Value row, ArrayRef<Value> rowSizes) {
    SmallVector<Value> position(rowSizes.size());
    for (unsigned i = rowSizes.size(); i-- > 1;) {
      position[i] = arith::RemUIOp::create(b, loc, row, rowSizes[i]);
      row = arith::DivUIOp::create(b, loc, row, rowSizes[i]);
    }
    if (!rowSizes.empty())
      position[0] = row;
    return position;
  }

  /// The next row's position: divisions would cost more than a short row.
  SmallVector<Value> advance(ArrayRef<Value> position,
                             ArrayRef<Value> rowSizes) {
    SmallVector<Value> next(position);
    Value carry = constant(1);
    for (unsigned i = next.size(); i-- > 0;) {
      Value sum = add(next[i], carry);
      if (i == 0) {
        next[i] = sum;
        break;
      }
      Value wraps = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, sum,
                                          rowSizes[i]);
      next[i] = arith::SelectOp::create(b, loc, wraps, constant(0), sum);
      carry = arith::SelectOp::create(b, loc, wraps, constant(1), constant(0));
    }
    return next;
  }

  /// The output's element that a row starts at.
  Value getOutputPosition(ArrayRef<Value> row) {
    Value position = constant(0);
    for (unsigned i = 0; i < numOuter; ++i)
      position = add(multiply(position, sizes[i]), row[i]);
    position =
        multiply(position, product(ArrayRef(sizes).drop_front(numOuter)));
    if (!isRunCut())
      return position;
    int64_t elements = getPartLength() * shape.getLoopElements();
    return add(position, multiply(row.back(), constant(elements)));
  }

  LineStage::State emitRow(LineStage::State state, ArrayRef<Value> row) {
    SmallVector<Value> position(row.take_front(numOuter));
    Value begin = constant(0), end = sizes[runLoop];
    if (isRunCut()) {
      begin = multiply(row.back(), constant(getPartLength()));
      end = minimum(end, add(begin, constant(getPartLength())));
    }
    return emitLoops(state, position, begin, end);
  }

  /// The loops between the outer ones and the run.
  LineStage::State emitLoops(LineStage::State state,
                             SmallVectorImpl<Value> &position, Value begin,
                             Value end) {
    unsigned loop = position.size();
    if (loop == runLoop)
      return emitRun(state, position, begin, end);
    if (loop == shape.windowLoop)
      fillPhaseBuffer(position);
    return emitFor(state, constant(0), sizes[loop], 1,
                   [&](Value i, LineStage::State inner) {
                     position.push_back(i);
                     inner = emitLoops(inner, position, begin, end);
                     position.pop_back();
                     return inner;
                   });
  }

  LineStage::State
  emitFor(LineStage::State state, Value from, Value to, int64_t step,
          llvm::function_ref<LineStage::State(Value, LineStage::State)> body) {
    auto loop = scf::ForOp::create(
        b, loc, from, to, constant(step), ValueRange{state.size, state.base},
        [&](OpBuilder &, Location, Value i, ValueRange carried) {
          LineStage::State next = body(i, {carried[0], carried[1]});
          scf::YieldOp::create(b, loc, ValueRange{next.size, next.base});
        });
    return {loop.getResult(0), loop.getResult(1)};
  }

  /// The source's element of the first of the remaining loops' iterations.
  Value getPosition(ArrayRef<Value> indices) {
    Value position = origin;
    for (auto [i, index] : llvm::enumerate(indices))
      position = add(position, multiply(index, strides[i]));
    return position;
  }

  Value getGuardPosition(unsigned guard, ArrayRef<Value> indices) {
    Value position = constant(movement.guards[guard].position.constant);
    for (auto [i, index] : llvm::enumerate(indices))
      position =
          add(position, multiply(index, constant(loops[i].guardSteps[guard])));
    return position;
  }

  Value isInside(unsigned guard, ArrayRef<Value> indices) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                 getGuardPosition(guard, indices),
                                 movement.guards[guard].bound);
  }

  //===--------------------------------------------------------------------===//
  // Rows by phase
  //===--------------------------------------------------------------------===//

  /// The loops between the windows' and the columns'.
  ArrayRef<Value> getPhaseRowSizes() const {
    return ArrayRef(sizes).drop_front(*shape.windowLoop + 1).drop_back();
  }

  PhaseBuffer createPhaseBuffer() {
    int64_t overlap =
        getLastWindowElement(loops[*shape.windowLoop]) / shape.stride;
    std::optional<int64_t> maxPitch = getConstantIntValue(loops.back().size);
    if (maxPitch)
      *maxPitch += overlap;
    return PhaseBuffer(b, loc, source, shape.stride,
                       product(getPhaseRowSizes()),
                       add(sizes.back(), constant(overlap)), maxPitch);
  }

  /// Number of a row among those of the phase buffer; loops inside of those
  /// given are at their first iteration.
  Value getPhaseRow(ArrayRef<Value> rows) {
    Value number = constant(0);
    for (auto [i, size] : llvm::enumerate(getPhaseRowSizes())) {
      number = multiply(number, size);
      if (i < rows.size())
        number = add(number, rows[i]);
    }
    return number;
  }

  Value getPhasePosition(ArrayRef<Value> position) {
    unsigned window = *shape.windowLoop;
    return phases->getPosition(getPhaseRow(position.drop_front(window + 1)),
                               multiply(position[window], strides[window]));
  }

  void fillPhaseBuffer(ArrayRef<Value> outer) {
    SmallVector<Value> position(outer);
    position.push_back(constant(0));
    fillPhaseRows(position);
  }

  /// All rows of the loops that have no position yet.
  void fillPhaseRows(SmallVectorImpl<Value> &position) {
    unsigned loop = position.size();
    if (loop + 1 == loops.size())
      return fillPhaseRow(position);
    scf::ForOp::create(b, loc, constant(0), sizes[loop], constant(1),
                       ValueRange{},
                       [&](OpBuilder &, Location, Value i, ValueRange) {
                         position.push_back(i);
                         fillPhaseRows(position);
                         position.pop_back();
                         scf::YieldOp::create(b, loc);
                       });
  }

  void fillPhaseRow(ArrayRef<Value> position) {
    unsigned window = *shape.windowLoop;
    Value first = constant(0);
    Value last =
        add(multiply(sizes.back(), constant(shape.stride)),
            constant(getLastWindowElement(loops[window]) - shape.stride + 1));
    Value exists = arith::ConstantIntOp::create(b, loc, 1, 1);
    for (unsigned g = 0; g < movement.guards.size(); ++g) {
      if (loops.back().guardSteps[g] != 0)
        restrict(first, last, getGuardPosition(g, position), /*step=*/1,
                 movement.guards[g].bound);
      else
        exists =
            b.createOrFold<arith::AndIOp>(loc, exists, isInside(g, position));
    }
    Value distance = strides[window - 1];
    scf::IfOp::create(b, loc, exists, [&](OpBuilder &, Location) {
      phases->emitRow(getPhaseRow(position.drop_front(window + 1)),
                      getPosition(position), first, last, distance);
      scf::YieldOp::create(b, loc);
    });
  }

  //===--------------------------------------------------------------------===//
  // A run
  //===--------------------------------------------------------------------===//

  LineStage::State emitRun(LineStage::State state, ArrayRef<Value> position,
                           Value begin, Value end) {
    Value from = phases ? getPhasePosition(position) : getPosition(position);
    std::optional<RunRange> range = emitRange(position);

    int64_t pieceLength = getPieceLength();
    int64_t maxLength =
        getConstantIntValue(loops[runLoop].size).value_or(pieceLength + 1);
    if (maxLength <= pieceLength && !isRunCut())
      return emitPiece(state, from, range, begin, end, maxLength);
    return emitFor(state, begin, end, pieceLength,
                   [&](Value i, LineStage::State inner) {
                     Value last = minimum(end, add(i, constant(pieceLength)));
                     return emitPiece(inner, from, range, i, last, pieceLength);
                   });
  }

  /// Iterations [begin, end) of the run that starts at `from`.
  LineStage::State emitPiece(LineStage::State state, Value from,
                             std::optional<RunRange> range, Value begin,
                             Value end, int64_t maxLength) {
    Value length = subtract(end, begin);
    int64_t stride = phases ? 1 : shape.stride;
    int64_t step = stride * shape.rowLength;
    RunPiece piece = {phases ? phases->getBuffer() : source,
                      add(from, multiply(begin, constant(step))),
                      stage->getBuffer(),
                      state.size,
                      constant(1),
                      length,
                      /*maxRows=*/1,
                      maxLength,
                      /*hasSlack=*/phases != nullptr};
    if (shape.rowLength > 1) {
      piece.numRows = length;
      piece.maxRows = maxLength;
      piece.rowLength = constant(shape.rowLength);
      piece.maxRowLength = shape.rowLength;
    }
    if (shape.numSources > 1) {
      emitInterleavedPiece(b, loc, piece, shape.numSources, strides.back());
    } else {
      if (range)
        cutRange(*range, piece, begin);
      emitStridedPiece(b, loc, piece, stride, range);
    }
    return stage->advance(state,
                          multiply(length, constant(shape.getLoopElements())));
  }

  /// What a piece that begins at an iteration has of the range of a run.
  void cutRange(RunRange &range, const RunPiece &piece, Value begin) {
    auto cut = [&](Value &first, Value &last, Value offset, Value size) {
      first = maximum(minimum(subtract(first, offset), size), constant(0));
      last = maximum(minimum(subtract(last, offset), size), first);
    };
    bool hasRows = shape.rowLength > 1;
    cut(range.firstRow, range.lastRow, hasRows ? begin : constant(0),
        piece.numRows);
    cut(range.firstColumn, range.lastColumn, hasRows ? constant(0) : begin,
        piece.rowLength);
  }

  /// The iterations of a run that lie inside of all guards.
  std::optional<RunRange> emitRange(ArrayRef<Value> position) {
    if (movement.guards.empty())
      return std::nullopt;
    Value zero = constant(0), numColumns = sizes.back();
    Value numRows = shape.rowLength > 1 ? sizes[runLoop] : constant(1);
    RunRange range = {zero, numRows, zero, numColumns, movement.outside};
    for (auto [g, guard] : llvm::enumerate(movement.guards)) {
      Value start = getGuardPosition(g, position);
      int64_t ofColumn = loops.back().guardSteps[g];
      int64_t ofRow = shape.rowLength > 1 ? loops[runLoop].guardSteps[g] : 0;
      if (ofColumn != 0) {
        restrict(range.firstColumn, range.lastColumn, start, ofColumn,
                 guard.bound);
      } else if (ofRow != 0) {
        restrict(range.firstRow, range.lastRow, start, ofRow, guard.bound);
      } else {
        Value isInside = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::ult, start, guard.bound);
        range.firstRow =
            arith::SelectOp::create(b, loc, isInside, range.firstRow, numRows);
      }
    }
    return range;
  }

  /// Takes from [first, last) what is outside of `0 <= start + step * i <
  /// bound`.
  void restrict(Value &first, Value &last, Value start, int64_t step,
                Value bound) {
    auto countBelow = [&](Value limit) -> Value {
      Value distance = maximum(subtract(limit, start), constant(0));
      return arith::DivUIOp::create(b, loc, add(distance, constant(step - 1)),
                                    constant(step));
    };
    first = maximum(first, countBelow(constant(0)));
    last = minimum(last, countBelow(bound));
  }

  OpBuilder &b;
  Location loc;
  const DataMovement &movement;
  RunShape shape;
  SmallVector<MovementLoop> loops;
  /// Position in the source of the first iteration.
  Value origin;
  int64_t elementBytes;
  /// The loop whose iterations are a run, and how many are divided among tasks.
  unsigned runLoop, numOuter;
  SmallVector<Value> sizes, strides;
  Value source, output, phase, bypassesCache;
  LineStage *stage = nullptr;
  PhaseBuffer *phases = nullptr;
};

struct CPULowerDataMovementPass
    : impl::CPULowerDataMovementBase<CPULowerDataMovementPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      if (succeeded(lower(op)))
        op->erase();
  }

private:
  LogicalResult lower(linalg::LinalgOp op) {
    FailureOr<DataMovement> movement = matchDataMovement(op);
    if (failed(movement))
      return failure();
    auto destType = cast<MemRefType>(movement->dest.getType());
    if (!getLineElementBytes(destType.getElementType()))
      return failure();
    OpBuilder b(op);
    MovementNest nest = createMovementNest(b, op.getLoc(), *movement);
    if (nest.loops.empty())
      return failure();
    FailureOr<RunShape> shape =
        chooseRun(nest.loops, *getLineElementBytes(destType.getElementType()));
    if (failed(shape))
      return failure();
    MovementEmitter(b, op.getLoc(), *movement, *shape, std::move(nest))
        .emit(cacheBytes);
    return success();
  }
};

} // namespace
} // namespace dml
