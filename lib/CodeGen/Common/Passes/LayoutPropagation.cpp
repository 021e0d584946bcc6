//===- LayoutPropagation.cpp - A buffer of other strides ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutPropagation.h"
#include "CodeGen/Common/ScalarBuilder.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include "dml/Conversion/DMLToLinalg/Unpool/PoolGeometry.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Shapes/Strides.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace dml {
namespace {

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The type of the result if the operation is a view and its source gets this
/// type; null if it is no view, or cannot be one of such a source.
MemRefType inferViewType(Operation *view, MemRefType source) {
  if (auto expand = dyn_cast<memref::ExpandShapeOp>(view)) {
    FailureOr<MemRefType> type = memref::ExpandShapeOp::computeExpandedType(
        source, expand.getResultType().getShape(),
        expand.getReassociationIndices());
    return succeeded(type) ? *type : MemRefType();
  }
  if (auto collapse = dyn_cast<memref::CollapseShapeOp>(view)) {
    SmallVector<ReassociationIndices> groups =
        collapse.getReassociationIndices();
    return memref::CollapseShapeOp::isGuaranteedCollapsible(source, groups)
               ? memref::CollapseShapeOp::computeCollapsedType(source, groups)
               : MemRefType();
  }
  if (auto subview = dyn_cast<memref::SubViewOp>(view))
    return memref::SubViewOp::inferRankReducedResultType(
        subview.getType().getShape(), source, subview.getMixedOffsets(),
        subview.getMixedSizes(), subview.getMixedStrides());
  return {};
}

/// Whether an operation gives the same results in any order of its loops.
bool hasFreeOrder(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0)
    return true;
  FailureOr<AccessNest> nest = AccessNest::create(op);
  if (failed(nest))
    return false;
  return !nest->readsResults() && !nest->hasReductions();
}

/// Whether an operation can use a buffer of these strides instead of a packed
/// one.
bool acceptsLayout(OpOperand &use, MemRefType type, LayoutUse allowed) {
  Operation *op = use.getOwner();
  if (MemRefType view = inferViewType(op, type))
    return llvm::all_of(op->getUses(), [&](OpOperand &use) {
      return acceptsLayout(use, view, allowed);
    });
  bool isWritten = allowed == LayoutUse::Written;
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isWritten;
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return isWritten || &use == &copy.getSourceMutable();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    // A reduction reads its results too, so they keep one order.
    return structured.isDpsInput(&use) ||
           (isWritten &&
            (structured.getNumDpsInits() == 1 || hasFreeOrder(structured)));
  }
  // A condition has one element, in any layout.
  if (auto unpool = dyn_cast<UnpoolOp>(op))
    return !llvm::is_contained(unpool.getConditions(), use.get()) &&
           (isWritten || &use != &unpool.getDestMutable());
  return isa<memref::LoadOp, memref::DimOp, memref::DeallocOp>(op);
}

//===----------------------------------------------------------------------===//
// Structured operations
//===----------------------------------------------------------------------===//

/// A packed view of a buffer, with the dimensions in the order of the memory.
/// Dimension i of the view is dimension `dimensions[i]` of the buffer.
struct PackedView {
  Value buffer;
  SmallVector<unsigned> dimensions;
};

/// Creates the view behind the definition of the buffer.
std::optional<PackedView> createPackedView(RewriterBase &b, Value strided) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(strided);
  auto type = cast<MemRefType>(strided.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  if (offset != 0 || !type.hasStaticShape())
    return std::nullopt;
  auto order = getPackedOrder(type.getShape(), strides);
  if (!order)
    return std::nullopt;
  PackedView view;
  for (auto [i, size] : llvm::enumerate(type.getShape()))
    if (size == 1)
      view.dimensions.push_back(i);
  llvm::append_range(view.dimensions, *order);
  Sizes sizes;
  for (unsigned i : view.dimensions)
    sizes.push_back(type.getDimSize(i));
  view.buffer = memref::ReinterpretCastOp::create(
      b, strided.getLoc(), MemRefType::get(sizes, type.getElementType()),
      strided, /*offset=*/0, sizes, getPackedStrides(sizes));
  return view;
}

/// The indexing maps of the results.
SmallVector<AffineMap> getResultMaps(linalg::GenericOp op) {
  return llvm::map_to_vector(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init);
  });
}

/// Orders the loops of an operation like the dimensions of its results, if
/// these have the same order. Results of one element have any.
void orderLoopsByResult(RewriterBase &rewriter, linalg::GenericOp op) {
  SmallVector<AffineMap> maps = getResultMaps(op);
  llvm::erase_if(maps, [](AffineMap map) { return map.getNumResults() == 0; });
  if (maps.empty() || !llvm::all_equal(maps))
    return;
  AffineMap map = maps.front();
  if (!map.isPermutation() || map.isIdentity() || !hasFreeOrder(op))
    return;
  SmallVector<unsigned> order;
  for (AffineExpr result : map.getResults())
    order.push_back(cast<AffineDimExpr>(result).getPosition());
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::GenericOp> ordered =
      linalg::interchangeGenericOp(rewriter, op, order);
  if (succeeded(ordered) && *ordered != op)
    rewriter.eraseOp(op);
}

void replaceOperand(RewriterBase &rewriter, linalg::LinalgOp op,
                    OpOperand &operand, Value buffer,
                    const std::optional<PackedView> &view) {
  rewriter.setInsertionPoint(op);
  // A fill writes one value everywhere, in any order.
  if (!view || isa<linalg::FillOp>(op)) {
    operand.set(view ? view->buffer : buffer);
    return;
  }
  unsigned number = operand.getOperandNumber();
  bool isInit = op.isDpsInit(&operand);
  operand.set(buffer);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    FailureOr<linalg::GenericOp> made = linalg::generalizeNamedOp(rewriter, op);
    if (failed(made))
      return;
    generic = *made;
  }
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  maps[number] = maps[number].getSubMap(view->dimensions);
  rewriter.modifyOpInPlace(generic, [&] {
    generic->setOperand(number, view->buffer);
    generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
  if (isInit)
    orderLoopsByResult(rewriter, generic);
}

/// Gives dml.unpool a packed buffer. The copies are made under the operation's
/// conditions.
void replacePacked(RewriterBase &rewriter, UnpoolOp op, OpOperand &operand,
                   Value strided) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(strided.getType());
  rewriter.setInsertionPoint(op);
  Value packed = memref::AllocOp::create(
      rewriter, loc, MemRefType::get(type.getShape(), type.getElementType()));
  bool isDest = &operand == &op.getDestMutable();
  operand.set(packed);
  if (isDest)
    rewriter.setInsertionPointAfter(op);
  ScalarBuilder b(rewriter, loc);
  ValueRange conditions = op.getConditions();
  Value isWanted =
      conditions.empty() ? b.boolean(true) : b.isAnySet(conditions);
  b.ifThen(isWanted, [&] {
    copyBetweenLayouts(rewriter, loc, isDest ? packed : strided,
                       isDest ? strided : packed);
  });
}

/// Copies all elements of `from` to `to`. The map gives the position in `from`
/// for a position in `to`.
linalg::GenericOp createCopy(OpBuilder &b, Location loc, Value from,
                             AffineMap map, Value to) {
  unsigned rank = map.getNumDims();
  return linalg::GenericOp::create(
      b, loc, from, to,
      ArrayRef<AffineMap>{map, b.getMultiDimIdentityMap(rank)},
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [](OpBuilder &b, Location loc, ValueRange elements) {
        linalg::YieldOp::create(b, loc, elements.front());
      });
}

//===----------------------------------------------------------------------===//
// All users
//===----------------------------------------------------------------------===//

template <typename OpTy>
void replaceIndices(OpTy access, const PackedView &view) {
  SmallVector<Value> indices(access.getIndices());
  access.getMemrefMutable().assign(view.buffer);
  access.getIndicesMutable().assign(llvm::map_to_vector(
      view.dimensions, [&](unsigned i) { return indices[i]; }));
}

/// Whether the code of dml.unpool accesses a buffer of this layout without
/// a copy.
bool keepsLayout(UnpoolOp op, MemRefType type,
                 ChannelsLastUnpool channelsLast) {
  if (channelsLast == ChannelsLastUnpool::None ||
      (channelsLast == ChannelsLastUnpool::WithoutConditions &&
       !op.getConditions().empty()))
    return false;
  auto values = cast<ShapedType>(op.getValues().getType());
  auto dest = cast<ShapedType>(op.getDest().getType());
  return isChannelsLast(type) &&
         PoolGeometry::guess(values.getShape(), dest.getShape());
}

/// Replaces a buffer and its views. Copies are collected: both of their buffers
/// may be replaced.
void replaceUses(RewriterBase &rewriter, Value from, Value to,
                 ChannelsLastUnpool channelsLast,
                 llvm::SetVector<memref::CopyOp> &copies) {
  auto type = cast<MemRefType>(to.getType());
  std::optional<PackedView> packed = createPackedView(rewriter, to);
  while (!from.use_empty()) {
    OpOperand &use = *from.use_begin();
    Operation *op = use.getOwner();
    if (MemRefType viewType = inferViewType(op, type)) {
      rewriter.setInsertionPoint(op);
      Operation *view = rewriter.clone(*op);
      view->setOperand(use.getOperandNumber(), to);
      view->getResult(0).setType(viewType);
      replaceUses(rewriter, op->getResult(0), view->getResult(0), channelsLast,
                  copies);
      rewriter.eraseOp(op);
    } else if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      replaceOperand(rewriter, structured, use, to, packed);
    } else if (auto unpool = dyn_cast<UnpoolOp>(op)) {
      if (keepsLayout(unpool, type, channelsLast))
        use.set(to);
      else
        replacePacked(rewriter, unpool, use, to);
    } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      use.set(to);
      copies.insert(copy);
    } else if (auto load = dyn_cast<memref::LoadOp>(op); load && packed) {
      replaceIndices(load, *packed);
    } else if (auto store = dyn_cast<memref::StoreOp>(op); store && packed) {
      replaceIndices(store, *packed);
    } else {
      use.set(to);
    }
  }
  if (packed && packed->buffer.use_empty())
    rewriter.eraseOp(packed->buffer.getDefiningOp());
}

} // namespace

void copyBetweenLayouts(OpBuilder &b, Location loc, Value from, Value to) {
  // No map tells which dimension of an empty buffer is left out.
  if (llvm::is_contained(cast<MemRefType>(from.getType()).getShape(), 0))
    return;
  unsigned rank = cast<MemRefType>(from.getType()).getRank();
  linalg::GenericOp copy =
      createCopy(b, loc, from, b.getMultiDimIdentityMap(rank), to);
  IRRewriter rewriter(b);
  replaceOperand(rewriter, copy, *copy.getDpsInputOperand(0), from,
                 createPackedView(rewriter, from));
  replaceOperand(rewriter, copy, *copy.getDpsInitOperand(0), to,
                 createPackedView(rewriter, to));
}

void unifyResultOrders(Operation *root) {
  IRRewriter rewriter(root->getContext());
  SmallVector<linalg::GenericOp> ops;
  root->walk([&](linalg::GenericOp op) {
    SmallVector<AffineMap> maps = getResultMaps(op);
    if (maps.size() > 1 && !llvm::all_equal(maps) &&
        llvm::all_of(maps, [](AffineMap map) { return map.isPermutation(); }))
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops) {
    AffineMap order = getResultMaps(op).front();
    SmallVector<int64_t> loops = op.getStaticLoopRanges();
    for (OpOperand &init : op.getDpsInitsMutable()) {
      AffineMap map = op.getMatchingIndexingMap(&init);
      if (map == order)
        continue;
      auto type = cast<MemRefType>(init.get().getType());
      rewriter.setInsertionPoint(op);
      SmallVector<Value> dynamicSizes;
      for (AffineExpr loop : order.getResults())
        if (unsigned dim = *map.getResultPosition(loop); type.isDynamicDim(dim))
          dynamicSizes.push_back(
              memref::DimOp::create(rewriter, op.getLoc(), init.get(), dim));
      Value ordered = memref::AllocOp::create(
          rewriter, op.getLoc(),
          MemRefType::get(applyPermutationMap<int64_t>(order, loops),
                          type.getElementType()),
          dynamicSizes);
      rewriter.setInsertionPointAfter(op);
      createCopy(rewriter, op.getLoc(), ordered,
                 order.compose(inversePermutation(map)), init.get());
      init.set(ordered);
      SmallVector<AffineMap> maps = op.getIndexingMapsArray();
      maps[init.getOperandNumber()] = order;
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    }
    orderLoopsByResult(rewriter, op);
  }
}

bool isChannelsLast(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return type.hasStaticShape() &&
         succeeded(type.getStridesAndOffset(strides, offset)) && offset == 0 &&
         areChannelsLast(type.getShape(), strides);
}

LogicalResult propagateLayout(Value from, Value to, LayoutUse use,
                              ChannelsLastUnpool channelsLast) {
  auto type = cast<MemRefType>(to.getType());
  for (OpOperand &user : from.getUses())
    if (!acceptsLayout(user, type, use))
      return failure();
  IRRewriter rewriter(from.getContext());
  llvm::SetVector<memref::CopyOp> copies;
  replaceUses(rewriter, from, to, channelsLast, copies);
  for (memref::CopyOp copy : copies) {
    rewriter.setInsertionPoint(copy);
    // Bufferization may leave copies of a buffer to itself.
    if (copy.getSource() != copy.getTarget())
      copyBetweenLayouts(rewriter, copy.getLoc(), copy.getSource(),
                         copy.getTarget());
    rewriter.eraseOp(copy);
  }
  return success();
}

} // namespace dml
