//===- PooledUnpoolToLinalg.cpp - dml.unpool of pooled data to linalg -----===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PoolCandidates.h"
#include "PoolCodes.h"
#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Shapes/Strides.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
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

/// The most candidates of an element for which the widest reach is tried.
constexpr int64_t kMaxWidestCandidates = 16;

/// Elements compare codes if pixels have at least so many channels: fewer do
/// not fill a vector. Measured, like the finding that elements of two bytes and
/// more gain nothing from codes: benchmarks/results/2026-11-30-cpu-codes.md.
constexpr int64_t kMinChannelsOfCodes = 32;

/// The most rows of a cell that are compared one by one.
constexpr int64_t kMaxComparedRows = 4;

/// The strides (T3) that a tensor has as an argument or a result; none if it is
/// neither.
SmallVector<DenseI64ArrayAttr> getStrides(Value tensor) {
  SmallVector<DenseI64ArrayAttr> strides;
  auto add = [&](Attribute attribute) {
    if (auto found = dyn_cast_or_null<DenseI64ArrayAttr>(attribute))
      strides.push_back(found);
  };
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    if (function && argument.getOwner()->isEntryBlock())
      add(function.getArgAttr(argument.getArgNumber(), kStridesAttrName));
  }
  for (OpOperand &use : tensor.getUses())
    if (isa<func::ReturnOp>(use.getOwner()))
      add(use.getOwner()->getParentOfType<func::FuncOp>().getResultAttr(
          use.getOperandNumber(), kStridesAttrName));
  return strides;
}

bool isStrided(Value tensor) { return !getStrides(tensor).empty(); }

/// Whether a tensor has the channels of a pixel side by side in memory.
bool isChannelsLast(Value tensor) {
  SmallVector<DenseI64ArrayAttr> all = getStrides(tensor);
  return !all.empty() && llvm::all_of(all, [&](DenseI64ArrayAttr strides) {
    return areChannelsLast(cast<ShapedType>(tensor.getType()).getShape(),
                           strides);
  });
}

bool areAllChannelsLast(UnpoolOp op) {
  return llvm::all_of(
      ArrayRef<Value>{op.getValues(), op.getIndices(), op.getResult()},
      isChannelsLast);
}

/// Whether each tensor is packed, or has the channels of a pixel side by side.
bool haveOrdersOfUnpool(UnpoolOp op) {
  return llvm::all_of(
      ArrayRef<Value>{op.getValues(), op.getIndices(), op.getResult()},
      [](Value tensor) {
        return !isStrided(tensor) || isChannelsLast(tensor);
      });
}

/// Whether pixels of NHWC data are so short that a vector of a form spans
/// several of them. The general operation is faster then.
bool hasFewChannels(UnpoolOp op) {
  return cast<ShapedType>(op.getDest().getType()).getDimSize(1) <= 8;
}

/// Whether the form for strided data suits the operation.
bool prefersStrided(UnpoolNeighbours &neighbours) {
  UnpoolOp op = neighbours.op;
  ArrayRef<int64_t> values = op.getValues().getType().getShape();
  ArrayRef<int64_t> result =
      cast<ShapedType>(op.getDest().getType()).getShape();
  return values.take_front(2) == result.take_front(2) &&
         (llvm::any_of(neighbours.getSources(), isStrided) ||
          isStrided(op.getIndices()) || isStrided(neighbours.getResult()));
}

/// Inputs at regular distances; one entry for each dimension.
struct InputGrid {
  SmallVector<int64_t> offsets, sizes, strides;
};

/// Rewrites one dml.unpool on tensors, and its neighbours.
class PooledUnpool {
public:
  /// Strided data is read and written by all four dimensions, each candidate
  /// within its row. Packed data has candidates beyond the ends of a row, and
  /// one dimension for all planes unless neighbours read by batch and channel.
  PooledUnpool(RewriterBase &rewriter, const UnpoolNeighbours &neighbours,
               const PoolGeometry &geometry, bool isStrided, bool checkByPlace,
               bool hasRing, bool assumesDisjoint, bool encodesIndices)
      : b(rewriter), op(neighbours.op), neighbours(neighbours),
        loc(op.getLoc()), geometry(geometry), isStrided(isStrided),
        checksByPlace(checkByPlace && !isStrided && geometry.checksByPlace()),
        hasRing(hasRing && !neighbours.producer && !neighbours.consumer),
        keepsOverlapping(this->hasRing && (!isStrided || hasFewChannels(op))),
        assumesDisjoint(assumesDisjoint), encodesIndices(encodesIndices),
        mergesPlanes(mergesAllPlanes(this->neighbours, isStrided)),
        candidates(rewriter, neighbours, geometry, isStrided, mergesPlanes),
        indices(mergePlanes(op.getIndices())) {}

  /// What takes the place of the neighbours' result.
  Value rewrite() {
    SmallVector<PlaneReach> reaches;
    for (auto [rows, columns] : llvm::zip_equal(geometry.rows.getReaches(),
                                                geometry.columns.getReaches()))
      reaches.push_back({rows, columns});
    if (keepsOverlapping)
      reaches.resize(1);
    addWidest(reaches);
    SmallVector<Value> missed;
    Value bits;
    if (!assumesDisjoint) {
      auto [hint, isFar] = sample(reaches);
      bits = tensor::ExtractOp::create(b, loc, hint, ValueRange());
      missed.push_back(isFar);
    }
    auto type = cast<RankedTensorType>(neighbours.getResult().getType());
    bool isInPlace = type == op.getDest().getType();
    Value dest = isInPlace ? op.getDest() : createPlace(type);
    SmallVector<Value> places = {mergePlanes(dest), createFlag(0)};
    SmallVector<Value> results =
        assumesDisjoint ? unpool(reaches.front(), places[0], places[1])
                        : choose(bits, reaches, places);
    missed.push_back(results[1]);
    Value whole = results[0];
    if (mergesPlanes)
      whole = tensor::ExpandShapeOp::create(b, loc, type, whole, kGroups);
    return redo(missed, whole, isInPlace);
  }

private:
  /// Adds the widest reach (PoolAxis::getWidest) for data that no ring buffer
  /// takes. The general operation would partition the inputs, and copy strided
  /// data before and after that.
  void addWidest(SmallVectorImpl<PlaneReach> &reaches) {
    if (hasRing)
      return;
    auto widen = [](PoolReach reach, PoolReach widest) {
      return PoolReach{std::min(reach.first, widest.first),
                       std::max(reach.last, widest.last)};
    };
    PlaneReach last = reaches.back();
    PlaneReach widest = {widen(last.rows, geometry.rows.getWidest()),
                         widen(last.columns, geometry.columns.getWidest())};
    bool isWider = widest.rows.getSize() > last.rows.getSize() ||
                   widest.columns.getSize() > last.columns.getSize();
    if (isWider && geometry.canTest(widest.rows) &&
        geometry.rows.getNumCandidates(widest.rows) *
                geometry.columns.getNumCandidates(widest.columns) <=
            kMaxWidestCandidates)
      reaches.push_back(widest);
  }

  static bool mergesAllPlanes(UnpoolNeighbours &neighbours, bool isStrided) {
    ArrayRef<int64_t> shape = neighbours.op.getValues().getType().getShape();
    return !isStrided &&
           (!neighbours.readsByPlane() || shape[0] == 1 || shape[1] == 1);
  }

  const SmallVector<ReassociationIndices> kGroups = {{0, 1}, {2}, {3}};

  /// Allocates a tensor that nothing else shares. CSE would merge equal
  /// tensor.empty operations, and bufferization would then copy them.
  Value createPlace(RankedTensorType type) {
    return bufferization::AllocTensorOp::create(b, loc, type, ValueRange());
  }

  /// Does it all again, the neighbours apart, if an input was missed, as any of
  /// the flags says.
  Value redo(ArrayRef<Value> missed, Value whole, bool isInPlace) {
    auto ifMissed = [&](Value otherwise, function_ref<Value()> compute) {
      Value word;
      for (Value flag : missed) {
        Value next = tensor::ExtractOp::create(b, loc, flag, ValueRange());
        word = word ? arith::OrIOp::create(b, loc, word, next) : next;
      }
      Value zero = arith::ConstantIntOp::create(b, loc, b.getI32Type(), 0);
      Value condition =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, word, zero);
      auto branch = scf::IfOp::create(b, loc, otherwise.getType(), condition,
                                      /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      scf::YieldOp::create(b, loc, compute());
      b.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b, loc, otherwise);
      return branch.getResult(0);
    };
    auto compute = [&](linalg::LinalgOp neighbour, Value dest) {
      Operation *copy = b.clone(*neighbour);
      cast<linalg::LinalgOp>(copy).getDpsInitsMutable()[0].set(dest);
      return copy;
    };
    Value values = op.getValues();
    if (neighbours.producer) {
      Value place =
          createPlace(cast<RankedTensorType>(op.getValues().getType()));
      values = ifMissed(place, [&]() -> Value {
        return compute(neighbours.producer, place)->getResult(0);
      });
    }
    Value dest = isInPlace ? whole : op.getDest();
    Value result = UnpoolOp::create(b, loc, dest.getType(), values,
                                    op.getIndices(), missed, dest)
                       .getResult();
    if (!neighbours.consumer)
      return result;
    Value place = isInPlace ? result : whole;
    return ifMissed(place, [&]() -> Value {
      Operation *copy = compute(neighbours.consumer, place);
      copy->replaceUsesOfWith(op.getResult(), result);
      return copy->getResult(0);
    });
  }

  /// Unpools by the first reach into which all inputs of the sample point.
  /// Returns the destination and whether an input was missed. If there is no
  /// such reach, returns `results` as they are. `number` is that of the first
  /// of these reaches.
  SmallVector<Value> choose(Value bits, ArrayRef<PlaneReach> reaches,
                            ArrayRef<Value> results, int64_t number = 0) {
    if (reaches.empty())
      return SmallVector<Value>(results);
    // The inputs of the sample point into all larger reaches as well.
    int64_t wanted = ((1 << reaches.size()) - 1) << number;
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
    scf::YieldOp::create(
        b, loc, choose(bits, reaches.drop_front(), results, number + 1));
    return branch.getResults();
  }

  PoolElementBuilder getElementBuilder(OpBuilder &b, Location loc) {
    return PoolElementBuilder(b, loc, geometry,
                              op.getValues().getType().getDimSize(1));
  }

  unsigned getRank() { return mergesPlanes ? 3 : 4; }

  /// The tensor with one dimension for all planes, if the form has one.
  Value mergePlanes(Value tensor) {
    if (!mergesPlanes)
      return tensor;
    return tensor::CollapseShapeOp::create(b, loc, tensor, kGroups);
  }

  /// Creates a flag in a place of its own.
  Value createFlag(int64_t value) {
    Value place = createPlace(RankedTensorType::get({}, b.getI32Type()));
    Value constant =
        arith::ConstantIntOp::create(b, loc, b.getI32Type(), value);
    return linalg::FillOp::create(b, loc, constant, place).getResult(0);
  }

  /// Whether the loops over a grid follow the memory of NHWC indices: batches
  /// outermost, channels innermost. A grid of only some planes has one loop
  /// over planes instead.
  bool hasChannelLoop(const InputGrid &grid) {
    bool hasAllPlanes = grid.sizes.front() == geometry.planes;
    assert((!hasAllPlanes ||
            (grid.strides.front() == 1 && grid.offsets.front() == 0)) &&
           "planes in steps");
    return isStrided && isChannelsLast(op.getIndices()) && hasAllPlanes;
  }

  /// Updates flags for each input of a grid. `check` gets a function that says
  /// whether the input points into a reach, and the flags; it returns the new
  /// flags.
  SmallVector<Value> checkInputs(
      const InputGrid &grid, ArrayRef<Value> flags,
      function_ref<SmallVector<Value>(PoolElementBuilder &,
                                      function_ref<Value(const PlaneReach &)>,
                                      ValueRange)>
          check) {
    // Only the sizes of `shape` are used. It is created before the flags: a
    // kernel can only set flags and update them if nothing is allocated in
    // between.
    OpBuilder front(b.getContext());
    front.setInsertionPointAfterValue(indices);
    SmallVector<int64_t> sizes = grid.sizes;
    bool endsWithChannels = hasChannelLoop(grid);
    if (endsWithChannels) {
      auto type = cast<ShapedType>(op.getIndices().getType());
      sizes.front() = type.getDimSize(0);
      sizes.push_back(type.getDimSize(1));
    }
    unsigned rank = sizes.size();
    Value shape = tensor::EmptyOp::create(front, loc, sizes, b.getI1Type());
    SmallVector<AffineMap> maps(flags.size() + 1,
                                AffineMap::get(rank, 0, b.getContext()));
    maps.front() = b.getMultiDimIdentityMap(rank);
    auto generic = linalg::GenericOp::create(
        b, loc, ValueRange(flags).getTypes(), shape, flags, maps,
        SmallVector<utils::IteratorType>(rank, utils::IteratorType::reduction),
        [&](OpBuilder &b, Location loc, ValueRange arguments) {
          PoolElementBuilder e = getElementBuilder(b, loc);
          SmallVector<Value> places;
          for (auto [dim, offset, stride] :
               llvm::enumerate(grid.offsets, grid.strides))
            places.push_back(
                e.apply(b.getAffineDimExpr(0) * stride + offset,
                        Value(linalg::IndexOp::create(b, loc, dim))));
          SmallVector<Value> plane =
              endsWithChannels
                  ? SmallVector<Value>{places[0],
                                       linalg::IndexOp::create(b, loc, 3)}
                  : e.getPlane(places[0], getRank());
          ElementPosition input = {plane, places[1], places[2]};
          Value pointer =
              tensor::ExtractOp::create(b, loc, indices, input.getIndices());
          ElementPosition home = {plane, e.getHome(places[1], e.rows),
                                  e.getHome(places[2], e.columns)};
          auto isInReach = [&](const PlaneReach &reach) {
            return e.isInReach(pointer, home, reach);
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
    for (int64_t size :
         {geometry.planes, geometry.rows.inputs, geometry.columns.inputs}) {
      // The sample includes the last input of each dimension, because windows
      // at the edges may be larger.
      int64_t stride = std::max<int64_t>(
          1, llvm::divideCeil(size - 1, kSamplesPerDimension - 1));
      grid.sizes.push_back((size - 1) / stride + 1);
      grid.strides.push_back(stride);
      grid.offsets.push_back((size - 1) % stride);
    }
    int64_t allBits = (1 << reaches.size()) - 1;
    SmallVector<Value> flags = checkInputs(
        grid, {createFlag(allBits), createFlag(0)},
        [&](PoolElementBuilder &e, auto isInReach, ValueRange flags) {
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
    unsigned rank = getRank();
    Value codes;
    if (suitsCodes(reach))
      std::tie(codes, missed) = encodeIndices(b, op, geometry, reach, missed);
    bool checksElements = !codes && geometry.hasCheckingElements();
    SmallVector<Value> places = {dest};
    SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank)};
    auto kind = utils::IteratorType::parallel;
    if (checksElements) {
      places.push_back(missed);
      maps.push_back(AffineMap::get(rank, 0, b.getContext()));
      kind = utils::IteratorType::reduction;
    }
    auto generic = linalg::GenericOp::create(
        b, loc, ValueRange(places).getTypes(), ValueRange(), places, maps,
        SmallVector<utils::IteratorType>(rank, kind),
        [&](OpBuilder &b, Location loc, ValueRange arguments) {
          PoolElementBuilder e = getElementBuilder(b, loc);
          ElementPosition element = e.getElement(rank);
          Value isMissed;
          if (checksElements)
            isMissed = e.either(arguments[1], findMissed(e, element, reach));
          SmallVector<Value> results = {
              candidates.computeElement(e, element, reach, codes)};
          if (checksElements)
            results.push_back(isMissed);
          linalg::YieldOp::create(b, loc, results);
        });
    if (checksElements)
      missed = generic.getResult(1);
    if (!codes)
      missed = checkOthers(reach, missed);
    return {generic.getResult(0), missed};
  }

  /// Whether codes of a reach take less time than indices: for bytes of long
  /// pixels, each of which compares several inputs.
  bool suitsCodes(const PlaneReach &reach) {
    int64_t channels =
        cast<ShapedType>(op.getIndices().getType()).getDimSize(1);
    int64_t candidates = geometry.rows.getNumCandidates(reach.rows) *
                         geometry.columns.getNumCandidates(reach.columns);
    return encodesIndices && isStrided && areAllChannelsLast(op) &&
           channels >= kMinChannelsOfCodes && candidates > 1 &&
           getElementBytes(getElementTypeOrSelf(op.getValues())) == 1 &&
           hasCodes(reach);
  }

  /// Checks the inputs that no element of the result checks. These are all, or
  /// the last input of each plane, or none.
  Value checkOthers(const PlaneReach &reach, Value missed) {
    int64_t numRows = geometry.rows.inputs;
    int64_t numColumns = geometry.columns.inputs;
    InputGrid others;
    if (!geometry.hasCheckingElements())
      others = {{0, 0, 0}, {geometry.planes, numRows, numColumns}, {1, 1, 1}};
    else if (checksByPlace && geometry.leavesCorners())
      others = {
          {0, numRows - 1, numColumns - 1}, {geometry.planes, 1, 1}, {1, 1, 1}};
    else
      return missed;
    return checkInputs(
               others, missed,
               [&](PoolElementBuilder &e, auto isInReach, ValueRange flags) {
                 return SmallVector<Value>{
                     e.either(flags[0], e.select(isInReach(reach), 0, 1))};
               })
        .front();
  }

  /// 1 if the element checks an input and that input points out of reach. Each
  /// input is checked by one element.
  /// - With `checksByPlace`, that is an element of the input's cell whose
  ///   position in the result is a multiple of the stride, and so has a known
  ///   place in a vector. It is in the cell's first row if all inputs have such
  ///   an element there.
  /// - Otherwise, it is the input's home. In padded planes homes may lie
  ///   outside. There, it is the element as far behind the home as there is
  ///   padding, but still the home for the last input of a row or column.
  Value findMissed(PoolElementBuilder &e, const ElementPosition &element,
                   const PlaneReach &reach) {
    OpBuilder &b = e.b;
    Value isChecking;
    auto isEqual = [&](Value value, int64_t number) {
      return e.compare(arith::CmpIPredicate::eq, value,
                       arith::ConstantIndexOp::create(b, loc, number));
    };
    auto require = [&](AffineExpr expr, ValueRange operands) {
      isChecking = e.both(isChecking, isEqual(e.apply(expr, operands), 0));
    };
    AffineExpr d0 = b.getAffineDimExpr(0);
    if (checksByPlace)
      require(e.getPlaceExpr() % e.columns.stride, e.getNumbers(element));
    if (checksByPlace && geometry.checksInFirstRow())
      require(d0 % e.rows.stride, element.row);
    ElementPosition input = {element.plane, {}, {}}, home = input;
    auto locate = [&](Value output, const PoolAxis &axis, Value &inInputs,
                      Value &inOutputs) {
      Value isInput;
      std::tie(inInputs, isInput) = e.getInput(output, axis, axis.padding);
      inOutputs = e.getHome(inInputs, axis);
      isChecking = e.both(isChecking, isInput);
      if (axis.padding > 0)
        isChecking = e.both(
            isChecking, e.either(isEqual(e.apply(d0 % axis.stride, output), 0),
                                 isEqual(output, axis.outputs - 1)));
      else if (!checksByPlace)
        require(d0 % axis.stride, output);
    };
    locate(element.row, e.rows, input.row, home.row);
    locate(element.column, e.columns, input.column, home.column);
    bool hasShortTest = e.rows.hasWholeCells() && e.columns.hasWholeCells() &&
                        e.rows.isCell(reach.rows) &&
                        e.columns.isCell(reach.columns) &&
                        e.rows.stride <= kMaxComparedRows;
    auto test = [&]() -> SmallVector<Value> {
      Value pointer =
          tensor::ExtractOp::create(b, loc, indices, input.getIndices());
      Value isInReach = hasShortTest ? e.isInCell(pointer, home)
                                     : e.isInReach(pointer, home, reach);
      return {e.select(isInReach, 0, 1)};
    };
    auto skip = [&]() -> SmallVector<Value> { return {e.word(0)}; };
    return e.ifElse(isChecking, test, skip).front();
  }

  RewriterBase &b;
  UnpoolOp op;
  UnpoolNeighbours neighbours;
  Location loc;
  const PoolGeometry geometry;
  const bool isStrided;
  /// Whether inputs are checked by elements whose position in the result is a
  /// multiple of the columns' stride. Otherwise their homes check them.
  const bool checksByPlace;
  /// Whether the general operation writes such data to a ring buffer in a
  /// cache.
  const bool hasRing;
  /// Whether there is an operation for the smallest reach only. The general
  /// operation does the others.
  const bool keepsOverlapping;
  /// Whether the operation for the smallest reach stands alone, without a
  /// sample.
  const bool assumesDisjoint;
  /// Whether elements may compare codes in place of indices.
  const bool encodesIndices;
  /// Whether there is one loop for all planes, not one for batches and one for
  /// channels.
  const bool mergesPlanes;
  PoolCandidates candidates;
  /// With one dimension for all planes if there is one loop.
  Value indices;
};

struct ConvertPooledUnpoolToLinalgPass
    : impl::ConvertPooledUnpoolToLinalgBase<ConvertPooledUnpoolToLinalgPass> {
  using ConvertPooledUnpoolToLinalgBase::ConvertPooledUnpoolToLinalgBase;

  /// Whether all data has the channels of a pixel side by side, and the forms
  /// are slower than kernels for it:
  /// - Forms compute narrow elements one by one if pixels are no whole strips.
  /// - Forms of narrow elements read many indices where windows have a stride
  ///   of 1. Of padded planes, one more operation read all indices when this
  ///   was measured; it does so with a stride of 1 only.
  /// - Strips of wide elements never end within pixels. If pixels are at least
  ///   a sector long, threads write whole sectors, and forms suit all of them.
  /// - Kernels read all channels of a pixel, so they suit few channels. One
  ///   channel is packed data.
  /// Measured: benchmarks/results/2026-11-27-gpu-nhwc.md,
  /// 2026-11-28-gpu-cells.md and 2026-11-30-gpu-single-elements.md.
  static bool suitsKernels(UnpoolOp op, const PoolGeometry &geometry,
                           int64_t elementBytes) {
    constexpr int64_t stripBytes = 16, sectorBytes = 32, wordBytes = 4,
                      fewChannels = 16;
    auto result = cast<ShapedType>(op.getResult().getType());
    int64_t channels = result.getDimSize(1);
    int64_t pixelBytes = channels * elementBytes;
    if (elementBytes >= wordBytes && pixelBytes >= sectorBytes)
      return false;
    bool isOdd = pixelBytes % stripBytes != 0 && stripBytes % pixelBytes != 0;
    bool readsOften = geometry.isPadded() || geometry.rows.stride == 1 ||
                      geometry.columns.stride == 1;
    int64_t most = isOdd || readsOften ? fewChannels : 1;
    return channels <= most && areAllChannelsLast(op);
  }

  /// Whether the general operation takes less time for packed data: one thread
  /// writes a small result, and rows of few inputs have no vectors.
  bool isSmall(UnpoolOp op, const PoolGeometry &geometry) {
    // The product does not overflow: a pooled result has fewer than 2^32
    // elements.
    return geometry.columns.inputs < minColumns ||
           4 * cast<ShapedType>(op.getDest().getType()).getNumElements() <=
               cacheBytes;
  }

  /// Whether nothing fuses with the operation, and neither its values nor its
  /// result have more elements than that.
  static bool isWithin(UnpoolNeighbours &neighbours, int64_t maxElements) {
    auto getSize = [](Value tensor) {
      return cast<ShapedType>(tensor.getType()).getNumElements();
    };
    return !neighbours.producer && !neighbours.consumer &&
           std::max(getSize(neighbours.op.getValues()),
                    getSize(neighbours.op.getDest())) <= maxElements;
  }

  void runOnOperation() override {
    SmallVector<UnpoolOp> ops;
    getOperation()->walk([&](UnpoolOp op) {
      if (isa<RankedTensorType>(op.getDest().getType()) &&
          op.getConditions().empty())
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (UnpoolOp op : ops) {
      std::optional<PoolGeometry> geometry =
          PoolGeometry::guess(op.getValues().getType().getShape(),
                              op.getDest().getType().getShape());
      if (!geometry || (maxStride > 0 && geometry->columns.stride > maxStride))
        continue;
      UnpoolNeighbours neighbours(op);
      if (fuse)
        neighbours = UnpoolNeighbours::find(op, maxBuffers);
      bool isStrided = prefersStrided(neighbours);
      int64_t elementBytes =
          getElementBytes(getElementTypeOrSelf(op.getDest().getType()));
      int64_t rowBytes = geometry->columns.outputs * elementBytes;
      const PoolAxis &rows = geometry->rows;
      int64_t heldRows = (2 * rows.countOverlapping() + 1) * rows.stride + 1;
      auto isShortRow = [&](int64_t bytes) {
        return maxPlainBytes == 0 || bytes <= maxPlainBytes / heldRows;
      };
      bool isShort = isShortRow(rowBytes);
      // Rows of NHWC data have whole pixels.
      int64_t channels =
          cast<ShapedType>(op.getResult().getType()).getDimSize(1);
      bool hasRing =
          keepOverlapping &&
          (isStrided ? !isSmall(op, *geometry) && areAllChannelsLast(op) &&
                           isShortRow(rowBytes * channels)
                     : isShort);
      bool isLeftToGeneral =
          (keepChannelsLast && suitsKernels(op, *geometry, elementBytes)) ||
          (hasRing && hasFewChannels(op));
      bool isPlain = isShort && !neighbours.producer && !neighbours.consumer &&
                     !geometry->isRegular(elementBytes, maxByteOutputs) &&
                     (!isStrided || isLeftToGeneral);
      bool isKept = elementBytes <= keepPlainBytes ||
                    (keepPlainCandidates > 0 &&
                     geometry->getMostCandidates() >= keepPlainCandidates);
      if ((isPlain && isKept) || (!isStrided && isSmall(op, *geometry)) ||
          (isWithin(neighbours, keepElements) && haveOrdersOfUnpool(op)))
        continue;
      Operation *last = neighbours.getResult().getDefiningOp();
      rewriter.setInsertionPoint(last);
      Value whole =
          PooledUnpool(rewriter, neighbours, *geometry, isStrided, checkByPlace,
                       hasRing, assumeDisjoint, encodeIndices)
              .rewrite();
      rewriter.replaceOp(last, whole);
      if (neighbours.consumer)
        rewriter.eraseOp(op);
      if (neighbours.producer)
        rewriter.eraseOp(neighbours.producer);
    }
  }
};

} // namespace
} // namespace dml
