//===- TilingInterfaceImpl.cpp - TilingInterface on the operators ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTiling.h"
#include "dml/Conversion/DMLToLinalg/RuntimeChecks.h"
#include "dml/Interfaces/ExternalModels.h"
#include "mlir/Dialect/Affine/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Building a tile
//===----------------------------------------------------------------------===//

static bool isWhole(const Tile &part, ArrayRef<OpFoldResult> sizes,
                    unsigned dimension) {
  return isZeroInteger(part.offsets[dimension]) &&
         areKnownEqual(part.sizes[dimension], sizes[dimension]);
}

bool TileBuilder::isWhole(unsigned loop) const {
  return dml::isWhole(tile, space.counts, loop);
}

Tile TileBuilder::getAll(Value tensor) {
  Indices sizes = tensor::getMixedSizes(b, loc, tensor);
  return {Indices(sizes.size(), index.constant(0)), sizes};
}

static Value extractSlice(OpBuilder &b, Location loc, Value tensor,
                          const Tile &part) {
  Indices ones(part.sizes.size(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, loc, tensor, part.offsets,
                                        part.sizes, ones);
}

Value TileBuilder::slice(Value tensor, const Tile &part) {
  Value slice = extractSlice(b, loc, tensor, part);
  slices.push_back(slice.getDefiningOp());
  return slice;
}

FailureOr<TiledOperator> TileBuilder::recreate(ValueRange tensors) {
  IRMapping mapping;
  for (auto [operand, tensor] : llvm::zip_equal(getTensorOperands(op), tensors))
    mapping.map(operand, tensor);
  auto tiled = cast<OperatorInterface>(b.clone(*op, mapping));
  SmallVector<Sizes> operandSizes = getOperandSizes(tiled);
  llvm::Expected<SizesOfResults> sizes = inferResultSizes(tiled, operandSizes);
  if (!sizes) {
    llvm::consumeError(sizes.takeError());
    tiled->erase();
    return failure();
  }
  for (auto [result, inferred] : llvm::zip_equal(tiled->getResults(), *sizes))
    result.setType(cast<RankedTensorType>(result.getType()).clone(inferred));
  return finish(tiled);
}

TiledOperator TileBuilder::finish(Operation *tiled) {
  TiledOperator result;
  result.op = tiled;
  result.slices = slices;
  llvm::append_range(result.values, tiled->getResults());
  return result;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

namespace {

/// The part of a result that a tile is.
Tile getPosition(IndexArithmetic &index, const IterationSpace &space,
                 const Tile &tile) {
  Tile position;
  for (auto [offset, size, grain] :
       llvm::zip_equal(tile.offsets, tile.sizes, space.grains)) {
    position.offsets.push_back(index.multiply(offset, grain));
    position.sizes.push_back(index.multiply(size, grain));
  }
  return position;
}

/// The iterations that compute a part of a result, and maybe more.
Tile getCover(IndexArithmetic &index, const IterationSpace &space,
              const Tile &part) {
  Tile cover;
  for (auto [offset, size, grain, count] :
       llvm::zip_equal(part.offsets, part.sizes, space.grains, space.counts)) {
    if (isOneInteger(count)) {
      cover.offsets.push_back(index.constant(0));
      cover.sizes.push_back(index.constant(1));
      continue;
    }
    OpFoldResult first = index.floorDiv(offset, grain);
    OpFoldResult end = index.ceilDiv(index.add(offset, size), grain);
    cover.offsets.push_back(first);
    cover.sizes.push_back(index.subtract(end, first));
  }
  return cover;
}

/// A tile with at least one iteration in each loop that has all of the given
/// one, which covers `part`. Loops over threads may leave some of them without
/// any, and there is no operator on empty tensors (T2).
Tile withoutEmptyLoops(IndexArithmetic &index, const IterationSpace &space,
                       const Tile &tile, const Tile &part) {
  Tile filled = tile;
  for (auto [offset, size, count, covered] : llvm::zip_equal(
           filled.offsets, filled.sizes, space.counts, part.sizes)) {
    if (isKnownPositive(size) || isKnownPositive(covered))
      continue;
    offset = index.min(offset, index.linear(count, 1, -1));
    size = index.max(size, index.constant(1));
  }
  return filled;
}

/// Checks what only run time knows of the operator's sizes where the operator
/// stands, before the loops: a tile would not notice channels that are left
/// over, and there are no loops where there is no block.
void emitChecks(OpBuilder &b, OperatorInterface op) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(op);
  emitSizeChecks(b, op);
}

/// Computes `part` of each result from the iterations of `tile`, which cover
/// it.
FailureOr<TilingResult>
computePart(OpBuilder &b, OperatorInterface op, const IterationSpace &space,
            const Tile &tile, const Tile &part,
            llvm::function_ref<FailureOr<TiledOperator>(TileBuilder &)> build) {
  Location loc = op->getLoc();
  IndexArithmetic index(b, loc);
  Tile filled = withoutEmptyLoops(index, space, tile, part);
  TileBuilder builder(b, op, space, filled);
  FailureOr<TiledOperator> tiled = build(builder);
  if (failed(tiled))
    return failure();

  // Where the part begins in what was computed.
  Tile computed = getPosition(index, space, filled), wanted = part;
  bool isAll = tiled->first.empty();
  for (unsigned i = 0, e = part.offsets.size(); i < e; ++i) {
    wanted.offsets[i] = index.subtract(part.offsets[i], computed.offsets[i]);
    // An empty part lies behind all that there is.
    if (filled.sizes[i] != tile.sizes[i])
      wanted.offsets[i] = index.min(wanted.offsets[i], computed.sizes[i]);
    isAll &= isZeroInteger(wanted.offsets[i]) &&
             areKnownEqual(part.sizes[i], computed.sizes[i]);
  }
  for (auto [dimension, first] : tiled->first)
    wanted.offsets[dimension] = index.add(wanted.offsets[dimension], first);

  TilingResult result;
  result.tiledOps = {tiled->op};
  result.generatedSlices = tiled->slices;
  for (Value value : tiled->values) {
    if (!isAll)
      value = extractSlice(b, loc, value, wanted);
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> sizes = decomposeMixedValues(part.sizes).first;
    if (type.getShape() != ArrayRef(sizes))
      value = tensor::CastOp::create(b, loc, type.clone(sizes), value);
    result.tiledValues.push_back(value);
  }
  return result;
}

template <typename OpT>
struct OperatorTilingModel
    : TilingInterface::ExternalModel<OperatorTilingModel<OpT>, OpT> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    return SmallVector<utils::IteratorType>(result.getRank(),
                                            utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    emitChecks(b, cast<OperatorInterface>(op));
    SmallVector<Range> ranges;
    for (OpFoldResult count : getSpace(op, b).counts)
      ranges.push_back({b.getIndexAttr(0), count, b.getIndexAttr(1)});
    return ranges;
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    Tile tile = {Indices(offsets), Indices(sizes)};
    IterationSpace space = getSpace(op, b);
    if (!space.refusal.empty())
      return op->emitOpError(space.refusal);
    IndexArithmetic index(b, op->getLoc());
    return compute(op, b, space, tile, getPosition(index, space, tile));
  }

  LogicalResult getResultTilePosition(
      Operation *op, OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    IndexArithmetic index(b, op->getLoc());
    Tile position =
        getPosition(index, getSpace(op, b), {Indices(offsets), Indices(sizes)});
    resultOffsets = position.offsets;
    resultSizes = position.sizes;
    return success();
  }

  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &b, unsigned resultNumber,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    Tile part = {Indices(offsets), Indices(sizes)};
    IterationSpace space = getSpace(op, b);
    if (!space.refusal.empty())
      return failure();
    emitChecks(b, cast<OperatorInterface>(op));
    IndexArithmetic index(b, op->getLoc());
    FailureOr<TilingResult> result =
        compute(op, b, space, getCover(index, space, part), part);
    if (succeeded(result))
      result->tiledValues = {result->tiledValues[resultNumber]};
    return result;
  }

  LogicalResult getIterationDomainTileFromResultTile(
      Operation *op, OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes,
      SmallVectorImpl<OpFoldResult> &iterationOffsets,
      SmallVectorImpl<OpFoldResult> &iterationSizes) const {
    IterationSpace space = getSpace(op, b);
    if (!space.refusal.empty())
      return failure();
    IndexArithmetic index(b, op->getLoc());
    Tile cover = getCover(index, space, {Indices(offsets), Indices(sizes)});
    iterationOffsets = cover.offsets;
    iterationSizes = cover.sizes;
    return success();
  }

private:
  static IterationSpace getSpace(Operation *op, OpBuilder &b) {
    IndexArithmetic index(b, op->getLoc());
    return getIterationSpace(index, b, cast<OpT>(op));
  }

  static FailureOr<TilingResult> compute(Operation *op, OpBuilder &b,
                                         const IterationSpace &space,
                                         const Tile &tile, const Tile &part) {
    return computePart(b, cast<OperatorInterface>(op), space, tile, part,
                       [&](TileBuilder &builder) {
                         return buildTile(builder, cast<OpT>(op));
                       });
  }
};

} // namespace

void registerTilingInterfaceExternalModels(DialectRegistry &registry) {
  registerValueBoundsOpInterfaceExternalModels(registry);
  affine::registerValueBoundsOpInterfaceExternalModels(registry);
  arith::registerValueBoundsOpInterfaceExternalModels(registry);
  scf::registerValueBoundsOpInterfaceExternalModels(registry);
  tensor::registerValueBoundsOpInterfaceExternalModels(registry);
  registry.addExtension(+[](MLIRContext *context, DMLDialect *) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  Name##Op::attachInterface<OperatorTilingModel<Name##Op>>(*context);
#include "dml/IR/Operators.def"
    // Indices of max_pooling2 are computed by an operation of linalg.
    context->loadDialect<linalg::LinalgDialect>();
  });
}

} // namespace dml
