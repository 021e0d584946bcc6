//===- PooledUnpoolToLinalg.cpp - dml.unpool of pooled data to linalg -----===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorLowering.h"
#include "PoolGeometry.h"
#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dml {
#define GEN_PASS_DEF_CONVERTPOOLEDUNPOOLTOLINALG
#include "dml/Conversion/DMLToLinalg/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// The most inputs that a sample reads along each dimension. One workgroup of a
/// GPU reads the whole sample.
constexpr int64_t kSamplesPerDimension = 8;

/// Two reaches are tried: that of windows that do not overlap, and that of
/// windows that do.
constexpr int64_t kNumReaches = 2;

/// The most rows of a cell that are compared one by one.
constexpr int64_t kMaxComparedRows = 4;

/// The outputs that an input may point to along both axes.
struct PlaneReach {
  PoolReach rows, columns;
};

/// Inputs at regular distances; one entry for each dimension.
struct InputGrid {
  SmallVector<int64_t> offsets, sizes, strides;
};

/// Builds code for one element of a structured operation.
class ElementBuilder {
public:
  ElementBuilder(OpBuilder &b, Location loc, const PoolGeometry &geometry)
      : b(b), loc(loc), rows(geometry.rows), columns(geometry.columns) {}

  Value index(int64_t dimension) {
    return linalg::IndexOp::create(b, loc, dimension);
  }
  Value apply(AffineExpr expr, ValueRange operands) {
    return affine::AffineApplyOp::create(
        b, loc, AffineMap::get(operands.size(), 0, expr), operands);
  }
  Value word(int64_t value) {
    return arith::ConstantIntOp::create(b, loc, b.getI32Type(),
                                        static_cast<int32_t>(value));
  }
  Value asWord(Value index) {
    return arith::IndexCastUIOp::create(b, loc, b.getI32Type(), index);
  }
  /// Either of them may be null.
  Value both(Value lhs, Value rhs) { return dml::both(b, loc, lhs, rhs); }
  Value either(Value lhs, Value rhs) {
    return lhs ? arith::OrIOp::create(b, loc, lhs, rhs) : rhs;
  }
  /// A branch. Its results are what the side taken returns.
  SmallVector<Value> ifElse(Value condition,
                            function_ref<SmallVector<Value>()> ifTrue,
                            function_ref<SmallVector<Value>()> ifFalse) {
    auto build = [](function_ref<SmallVector<Value>()> side) {
      return [=](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, side());
      };
    };
    return scf::IfOp::create(b, loc, condition, build(ifTrue), build(ifFalse))
        .getResults();
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
  }

  /// The low word of an index and, if it has 64 bits, the high one. All bits of
  /// an index count (U3).
  std::pair<Value, Value> splitIndex(Value pointer) {
    if (pointer.getType().isInteger(32))
      return {pointer, Value()};
    Value bits = arith::ConstantIntOp::create(b, loc, pointer.getType(), 32);
    Value high = arith::ShRUIOp::create(b, loc, pointer, bits);
    return {arith::TruncIOp::create(b, loc, b.getI32Type(), pointer),
            arith::TruncIOp::create(b, loc, b.getI32Type(), high)};
  }
  /// Whether the high word of an index, if it has one, is 0.
  Value isNarrow(Value high) {
    return high ? compare(arith::CmpIPredicate::eq, high, word(0)) : Value();
  }
  Value pointsTo(Value pointer, Value position) {
    auto [low, high] = splitIndex(pointer);
    return both(compare(arith::CmpIPredicate::eq, low, position),
                isNarrow(high));
  }

  /// Whether an input points to an element of its reach. `plane`, and `row` and
  /// `column` of its home, are indices.
  Value isInReach(Value pointer, Value plane, Value row, Value column,
                  const PlaneReach &reach) {
    auto [low, high] = splitIndex(pointer);
    AffineExpr d0 = b.getAffineDimExpr(0);
    auto subtract = [&](Value lhs, Value rhs) -> Value {
      return arith::SubIOp::create(b, loc, lhs, rhs);
    };
    auto multiply = [&](Value lhs, int64_t rhs) -> Value {
      return arith::MulIOp::create(b, loc, lhs, word(rhs));
    };
    auto isBelow = [&](Value value, int64_t bound) {
      return compare(arith::CmpIPredicate::ult, value, word(bound));
    };
    // The rows of the reach that are in the plane.
    Value firstRow = arith::MaxSIOp::create(
        b, loc, asWord(apply(d0 + reach.rows.first, row)), word(0));
    Value endRow = arith::MinSIOp::create(
        b, loc, asWord(apply(d0 + (reach.rows.last + 1), row)),
        word(rows.outputs));
    Value distance = subtract(
        subtract(low,
                 asWord(apply(d0 * (rows.outputs * columns.outputs), plane))),
        multiply(firstRow, columns.outputs));
    Value result =
        compare(arith::CmpIPredicate::ult, distance,
                multiply(subtract(endRow, firstRow), columns.outputs));
    // Columns are compared as fractions of 31 bits. A column outside of the
    // plane needs the 32nd bit, so it is not mistaken for one of the next row.
    // Valid columns may be rejected if rows are shorter than the reach, which
    // costs time only.
    int64_t factor = 1;
    if (rows.outputs > 1) {
      factor = columns.getFractionFactor();
      distance = arith::AndIOp::create(b, loc, multiply(distance, factor),
                                       word(kFractions - 1));
    }
    Value firstColumn = asWord(apply(d0 + reach.columns.first, column));
    Value fromFirst = subtract(distance, multiply(firstColumn, factor));
    int64_t bound = std::min(reach.columns.getSize() * factor, kFractions);
    result = both(result, isBelow(fromFirst, bound));
    return both(result, isNarrow(high));
  }

  /// The place in the result of an element at a plane, row and column.
  AffineExpr getPlace() {
    AffineExpr d0, d1, d2;
    bindDims(b.getContext(), d0, d1, d2);
    return (d0 * rows.outputs + d1) * columns.outputs + d2;
  }
  Value getPosition(ValueRange element) {
    return asWord(apply(getPlace(), element));
  }

  /// Whether an input points into its cell, which lies in its plane completely.
  /// Compares the rows of the cell one by one. If they are few, that is faster
  /// than to find the row that the input points to.
  Value isInCell(Value pointer, Value home) {
    auto [low, high] = splitIndex(pointer);
    Value distance = arith::SubIOp::create(b, loc, low, home);
    Value result;
    for (int64_t row = 0; row < rows.stride; ++row) {
      Value inRow =
          arith::SubIOp::create(b, loc, distance, word(row * columns.outputs));
      result = either(result, compare(arith::CmpIPredicate::ult, inRow,
                                      word(columns.stride)));
    }
    return both(result, isNarrow(high));
  }

  Value select(Value condition, int64_t ifTrue, int64_t ifFalse) {
    return arith::SelectOp::create(b, loc, condition, word(ifTrue),
                                   word(ifFalse));
  }

  /// `(output + shift) floordiv stride`, and the condition that this is an
  /// input, which is null if it always is.
  std::pair<Value, Value> getInput(Value output, const PoolAxis &axis,
                                   int64_t shift) {
    Value input =
        apply((b.getAffineDimExpr(0) + shift).floorDiv(axis.stride), output);
    if (shift >= 0 && (axis.outputs - 1 + shift) / axis.stride < axis.inputs)
      return {input, Value()};
    Value size = arith::ConstantIndexOp::create(b, loc, axis.inputs);
    return {input, compare(arith::CmpIPredicate::ult, input, size)};
  }

  OpBuilder &b;
  Location loc;
  const PoolAxis rows, columns;
};

/// Rewrites one dml.unpool on tensors.
class PooledUnpool {
public:
  PooledUnpool(RewriterBase &rewriter, UnpoolOp op,
               const PoolGeometry &geometry, bool checkByPlace)
      : b(rewriter), op(op), loc(op.getLoc()), geometry(geometry),
        checksByPlace(checkByPlace && geometry.checksByPlace()),
        values(collapse(op.getValues())), indices(collapse(op.getIndices())),
        flatValues(flatten(op.getValues())),
        flatIndices(flatten(op.getIndices())) {}

  /// The new value of the destination.
  Value rewrite() {
    std::array<PlaneReach, kNumReaches> reaches = {
        {{geometry.rows.getCell(), geometry.columns.getCell()},
         {geometry.rows.getOverlap(), geometry.columns.getOverlap()}}};
    auto [hint, missed] = sample(reaches);
    Value bits = tensor::ExtractOp::create(b, loc, hint, ValueRange());
    SmallVector<Value> results =
        choose(bits, reaches, {collapse(op.getDest()), missed});
    auto type = cast<RankedTensorType>(op.getDest().getType());
    Value whole =
        tensor::ExpandShapeOp::create(b, loc, type, results[0], kGroups);
    return UnpoolOp::create(b, loc, type, op.getValues(), op.getIndices(),
                            results[1], whole)
        .getResult();
  }

private:
  const SmallVector<ReassociationIndices> kGroups = {{0, 1}, {2}, {3}};

  /// Unpools by the first reach into which all inputs of the sample point.
  /// Returns the destination and whether an input was missed. If there is no
  /// such reach, returns `results` as they are.
  SmallVector<Value> choose(Value bits, ArrayRef<PlaneReach> reaches,
                            ArrayRef<Value> results) {
    if (reaches.empty())
      return SmallVector<Value>(results);
    // The inputs of the sample point into all larger reaches as well.
    int64_t number = kNumReaches - reaches.size();
    int64_t wanted = (1 << kNumReaches) - (1 << number);
    Value isChosen = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::eq, bits,
        arith::ConstantIntOp::create(b, loc, b.getI32Type(), wanted));
    auto branch = scf::IfOp::create(b, loc, ValueRange(results).getTypes(),
                                    isChosen, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, loc,
                         unpool(reaches.front(), results[0], results[1]));
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, loc, choose(bits, reaches.drop_front(), results));
    return branch.getResults();
  }

  Value collapse(Value tensor) {
    return tensor::CollapseShapeOp::create(b, loc, tensor, kGroups);
  }

  Value flatten(Value tensor) {
    return tensor::CollapseShapeOp::create(
        b, loc, tensor, ArrayRef<ReassociationIndices>{{0, 1, 2, 3}});
  }

  /// Creates a flag by an allocation of its own. Equal empty tensors would be
  /// merged, and then copied.
  Value createFlag(int64_t value) {
    Value empty = bufferization::AllocTensorOp::create(
        b, loc, RankedTensorType::get({}, b.getI32Type()), ValueRange());
    Value constant =
        arith::ConstantIntOp::create(b, loc, b.getI32Type(), value);
    return linalg::FillOp::create(b, loc, constant, empty).getResult(0);
  }

  /// Updates flags for each input of a grid. `check` gets a function that says
  /// whether the input points into a reach, and the flags; it returns the new
  /// flags.
  SmallVector<Value> checkInputs(
      const InputGrid &grid, ArrayRef<Value> flags,
      function_ref<SmallVector<Value>(ElementBuilder &,
                                      function_ref<Value(const PlaneReach &)>,
                                      ValueRange)>
          check) {
    // Only the sizes of `shape` are used. It is created before the flags: a
    // kernel can only set flags and update them if nothing is allocated in
    // between.
    OpBuilder front(b.getContext());
    front.setInsertionPointAfterValue(indices);
    Value shape =
        tensor::EmptyOp::create(front, loc, grid.sizes, b.getI1Type());
    SmallVector<AffineMap> maps(flags.size() + 1,
                                AffineMap::get(3, 0, b.getContext()));
    maps.front() = b.getMultiDimIdentityMap(3);
    auto generic = linalg::GenericOp::create(
        b, loc, ValueRange(flags).getTypes(), shape, flags, maps,
        SmallVector<utils::IteratorType>(3, utils::IteratorType::reduction),
        [&](OpBuilder &b, Location loc, ValueRange arguments) {
          ElementBuilder e(b, loc, geometry);
          auto locate = [&](int64_t dimension, int64_t factor) {
            AffineExpr input = b.getAffineDimExpr(0) * grid.strides[dimension] +
                               grid.offsets[dimension];
            return e.apply(input * factor, e.index(dimension));
          };
          SmallVector<Value> input = {locate(0, 1), locate(1, 1), locate(2, 1)};
          Value pointer = tensor::ExtractOp::create(b, loc, indices, input);
          Value row = locate(1, geometry.rows.stride),
                column = locate(2, geometry.columns.stride);
          auto isInReach = [&](const PlaneReach &reach) {
            return e.isInReach(pointer, input[0], row, column, reach);
          };
          linalg::YieldOp::create(b, loc,
                                  check(e, isInReach, arguments.drop_front()));
        });
    return generic.getResults();
  }

  /// Returns two words. Bit i of the first one says that all inputs of a sample
  /// point into reach i. The second one is 1 if an input points into none.
  std::pair<Value, Value> sample(ArrayRef<PlaneReach> reaches) {
    InputGrid grid;
    for (int64_t size : cast<ShapedType>(indices.getType()).getShape()) {
      // The sample includes the last input of each dimension, because windows
      // at the edges may be larger.
      int64_t stride = std::max<int64_t>(
          1, llvm::divideCeil(size - 1, kSamplesPerDimension - 1));
      grid.sizes.push_back((size - 1) / stride + 1);
      grid.strides.push_back(stride);
      grid.offsets.push_back((size - 1) % stride);
    }
    constexpr int64_t allBits = (1 << kNumReaches) - 1;
    SmallVector<Value> flags = checkInputs(
        grid, {createFlag(allBits), createFlag(0)},
        [&](ElementBuilder &e, auto isInReach, ValueRange flags) {
          Value bits, isInLast;
          for (auto [i, reach] : llvm::enumerate(reaches)) {
            isInLast = isInReach(reach);
            bits = e.both(
                bits, e.select(isInLast, allBits, allBits ^ (int64_t(1) << i)));
          }
          return SmallVector<Value>{
              e.both(flags[0], bits),
              e.either(flags[1], e.select(isInLast, 0, 1))};
        });
    return {flags[0], flags[1]};
  }

  /// Returns the destination and whether an input points out of reach. Every
  /// element of the destination looks at the inputs that may point to it.
  SmallVector<Value> unpool(const PlaneReach &reach, Value dest, Value missed) {
    AffineMap identity = b.getMultiDimIdentityMap(3);
    AffineMap scalar = AffineMap::get(3, 0, b.getContext());
    auto generic = linalg::GenericOp::create(
        b, loc, {dest.getType(), missed.getType()}, ValueRange(),
        ValueRange{dest, missed}, {identity, scalar},
        SmallVector<utils::IteratorType>(3, utils::IteratorType::reduction),
        [&](OpBuilder &b, Location loc, ValueRange arguments) {
          ElementBuilder e(b, loc, geometry);
          Value isMissed = e.either(arguments[1], findMissed(e, reach));
          linalg::YieldOp::create(b, loc,
                                  ValueRange{findWinner(e, reach), isMissed});
        });
    if (!checksByPlace || !geometry.leavesCorners())
      return generic.getResults();
    return {generic.getResult(0), checkCorners(reach, generic.getResult(1))};
  }

  /// Checks the last input of each plane.
  Value checkCorners(const PlaneReach &reach, Value missed) {
    InputGrid corners = {
        {0, geometry.rows.inputs - 1, geometry.columns.inputs - 1},
        {geometry.planes, 1, 1},
        {1, 1, 1}};
    return checkInputs(
               corners, missed,
               [&](ElementBuilder &e, auto isInReach, ValueRange flags) {
                 return SmallVector<Value>{
                     e.either(flags[0], e.select(isInReach(reach), 0, 1))};
               })
        .front();
  }

  /// The value of the last candidate that points to the element (U4), or zero
  /// (U2).
  Value findWinner(ElementBuilder &e, const PlaneReach &reach) {
    OpBuilder &b = e.b;
    Value plane = e.index(0), row = e.index(1), column = e.index(2);
    Value position = e.getPosition({plane, row, column});
    Type type = cast<ShapedType>(values.getType()).getElementType();
    Value winner = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    for (int64_t i = 0; i < e.rows.getNumCandidates(reach.rows); ++i)
      for (int64_t j = 0; j < e.columns.getNumCandidates(reach.columns); ++j) {
        auto [pointer, value] =
            readCandidate(e, e.rows.getCandidateShift(reach.rows, i),
                          e.columns.getCandidateShift(reach.columns, j));
        winner = arith::SelectOp::create(b, loc, e.pointsTo(pointer, position),
                                         value, winner);
      }
    return winner;
  }

  /// The index and the value of a candidate of the element. Beyond the ends of
  /// a row, a candidate is an input of the next or previous row, so candidates
  /// stay in ascending order. If such an input points to the element, the
  /// element is in its reach, or the input counts as missed. Beyond the ends of
  /// all inputs, the index is out of range.
  std::pair<Value, Value> readCandidate(ElementBuilder &e, int64_t rowShift,
                                        int64_t columnShift) {
    OpBuilder &b = e.b;
    AffineExpr d0, d1, d2;
    bindDims(b.getContext(), d0, d1, d2);
    AffineExpr h = (d1 + rowShift).floorDiv(e.rows.stride);
    AffineExpr w = (d2 + columnShift).floorDiv(e.columns.stride);
    Value position = e.apply((d0 * e.rows.inputs + h) * e.columns.inputs + w,
                             {e.index(0), e.index(1), e.index(2)});
    auto read = [&]() -> SmallVector<Value> {
      return {tensor::ExtractOp::create(b, loc, flatIndices, position),
              tensor::ExtractOp::create(b, loc, flatValues, position)};
    };
    auto readNothing = [&]() -> SmallVector<Value> {
      Type index = cast<ShapedType>(indices.getType()).getElementType();
      Type value = cast<ShapedType>(values.getType()).getElementType();
      return {arith::ConstantIntOp::create(b, loc, index, -1),
              arith::ConstantOp::create(b, loc, b.getZeroAttr(value))};
    };
    SmallVector<Value> results;
    if (areAllInputs(rowShift, columnShift)) {
      results = read();
    } else {
      int64_t size = cast<ShapedType>(flatIndices.getType()).getNumElements();
      Value bound = arith::ConstantIndexOp::create(b, loc, size);
      results = e.ifElse(e.compare(arith::CmpIPredicate::ult, position, bound),
                         read, readNothing);
    }
    return {results[0], results[1]};
  }

  /// Whether the candidate with these shifts is an input for all elements. Only
  /// the first and the last element are looked at, as they have the first and
  /// the last candidate.
  bool areAllInputs(int64_t rowShift, int64_t columnShift) {
    auto getInput = [&](int64_t plane, int64_t row, int64_t column) {
      const PoolAxis &rows = geometry.rows, &columns = geometry.columns;
      return (plane * rows.inputs +
              llvm::divideFloorSigned(row + rowShift, rows.stride)) *
                 columns.inputs +
             llvm::divideFloorSigned(column + columnShift, columns.stride);
    };
    int64_t size = cast<ShapedType>(flatIndices.getType()).getNumElements();
    return getInput(0, 0, 0) >= 0 &&
           getInput(geometry.planes - 1, geometry.rows.outputs - 1,
                    geometry.columns.outputs - 1) < size;
  }

  /// 1 if the element checks an input and that input points out of reach. Each
  /// input is checked by its home, or by an element of its cell whose position
  /// in the result is a multiple of the stride. The latter has a known place in
  /// a vector, so it is preferred where such elements reach every input. The
  /// elements of a cell's first row check alone where they reach every input.
  Value findMissed(ElementBuilder &e, const PlaneReach &reach) {
    OpBuilder &b = e.b;
    Value plane = e.index(0), row = e.index(1), column = e.index(2);
    Value isChecking;
    auto require = [&](AffineExpr expr, ValueRange operands) {
      Value value = e.apply(expr, operands);
      Value isZero = e.compare(arith::CmpIPredicate::eq, value,
                               arith::ConstantIndexOp::create(b, loc, 0));
      isChecking = e.both(isChecking, isZero);
    };
    if (checksByPlace)
      require(e.getPlace() % e.columns.stride, {plane, row, column});
    if (checksByPlace && geometry.checksInFirstRow())
      require(b.getAffineDimExpr(0) % e.rows.stride, row);
    SmallVector<Value> input = {plane}, home = {plane};
    AffineExpr d0 = b.getAffineDimExpr(0);
    for (auto [output, axis] : {std::pair{row, e.rows}, {column, e.columns}}) {
      auto [position, isInput] = e.getInput(output, axis, 0);
      input.push_back(position);
      home.push_back(e.apply(d0 * axis.stride, position));
      isChecking = e.both(isChecking, isInput);
      if (!checksByPlace)
        require(d0 % axis.stride, output);
    }
    bool hasShortTest = e.rows.hasWholeCells() && e.columns.hasWholeCells() &&
                        e.rows.isCell(reach.rows) &&
                        e.columns.isCell(reach.columns) &&
                        e.rows.stride <= kMaxComparedRows;
    auto test = [&]() -> SmallVector<Value> {
      Value pointer = tensor::ExtractOp::create(b, loc, indices, input);
      Value isInReach =
          hasShortTest ? e.isInCell(pointer, e.getPosition(home))
                       : e.isInReach(pointer, plane, home[1], home[2], reach);
      return {e.select(isInReach, 0, 1)};
    };
    auto skip = [&]() -> SmallVector<Value> { return {e.word(0)}; };
    return e.ifElse(isChecking, test, skip).front();
  }

  RewriterBase &b;
  UnpoolOp op;
  Location loc;
  const PoolGeometry geometry;
  /// Whether inputs are checked by elements whose position in the result is a
  /// multiple of the columns' stride. Otherwise their homes check them.
  bool checksByPlace;
  /// As three dimensions: planes, rows, columns.
  Value values, indices;
  /// As one dimension.
  Value flatValues, flatIndices;
};

struct ConvertPooledUnpoolToLinalgPass
    : impl::ConvertPooledUnpoolToLinalgBase<ConvertPooledUnpoolToLinalgPass> {
  using ConvertPooledUnpoolToLinalgBase::ConvertPooledUnpoolToLinalgBase;

  void runOnOperation() override {
    SmallVector<UnpoolOp> ops;
    getOperation()->walk([&](UnpoolOp op) {
      if (isa<RankedTensorType>(op.getDest().getType()) && !op.getCondition())
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (UnpoolOp op : ops) {
      std::optional<PoolGeometry> geometry =
          PoolGeometry::guess(op.getValues().getType().getShape(),
                              op.getDest().getType().getShape());
      // The product does not overflow: a pooled result has fewer than 2^32
      // elements.
      if (!geometry ||
          (maxStride > 0 && geometry->columns.stride > maxStride) ||
          geometry->columns.inputs < minColumns ||
          4 * cast<ShapedType>(op.getDest().getType()).getNumElements() <=
              cacheBytes)
        continue;
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(
          op, PooledUnpool(rewriter, op, *geometry, checkByPlace).rewrite());
    }
  }
};

} // namespace
} // namespace dml
