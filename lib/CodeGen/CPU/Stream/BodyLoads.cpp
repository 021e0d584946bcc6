//===- BodyLoads.cpp - What the lanes of a body load ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyVectorizer.h"
#include "CodeGen/CPU/Move/InterleaveLines.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

/// The least and the most bytes between a load and what it prefetches: a few
/// hundred cycles at memory speed, and a page.
constexpr static int64_t kMinPrefetchBytes = 256, kMaxPrefetchBytes = 4096;

/// Elements `step` apart, out of as many vectors, of which each begins with the
/// last element of the one before: none reaches beyond the last lane.
Value BodyVectorizer::emitStridedLoad(Value buffer, ArrayRef<Value> first,
                                      int64_t step) {
  Value noLanes;
  if (mask)
    noLanes = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(cast<VectorType>(mask.getType()), false));
  Value result;
  for (int64_t i = 0; i < step; ++i) {
    SmallVector<Value> indices(first);
    int64_t begin = i * (length - 1);
    if (begin > 0)
      indices.back() = add(indices.back(), begin);
    SmallVector<int64_t> lanes;
    SmallVector<int64_t> readers(length, length);
    for (int64_t lane = 0; lane < length; ++lane) {
      int64_t position = lane * step - begin;
      bool isInPart = position >= 0 && position < length;
      // The second shuffle gathers from the first part, too.
      int64_t before = i == 1 ? std::min(lane * step, length - 1) : lane;
      lanes.push_back(isInPart ? length + position : before);
      if (isInPart)
        readers[position] = lane;
    }
    Value partMask = mask;
    if (mask)
      partMask = vector::ShuffleOp::create(b, loc, mask, noLanes, readers);
    Value part = emitVectorLoad(buffer, indices, partMask);
    result =
        i == 0 ? part : vector::ShuffleOp::create(b, loc, result, part, lanes);
  }
  return result;
}

/// The source of a view with one dimension; any other buffer as it is.
static Value getUnflattened(Value buffer) {
  auto view = buffer.getDefiningOp<memref::CollapseShapeOp>();
  return view && view.getResultType().getRank() == 1 ? view.getSrc() : buffer;
}

/// Whether no load since forgetPrefetches has been built at this place.
bool BodyVectorizer::isNewPlace(Value buffer, ArrayRef<Value> first) {
  buffer = getUnflattened(buffer);
  SmallVector<const void *> place = {buffer.getAsOpaquePointer()};
  for (Value index : first)
    if (auto apply = index.getDefiningOp<affine::AffineApplyOp>()) {
      place.push_back(apply.getAffineMap().getAsOpaquePointer());
      for (Value operand : apply.getOperands())
        place.push_back(operand.getAsOpaquePointer());
    } else if (IntegerAttr constant;
               matchPattern(index, m_Constant(&constant))) {
      place.push_back(constant.getAsOpaquePointer());
    } else {
      place.push_back(index.getAsOpaquePointer());
    }
  return prefetched.insert(place).second;
}

/// How far ahead a load of the buffer prefetches. Without a distance from the
/// schedule it is a small part of the plane that the rows of the buffer are
/// read from: the hardware does not prefetch for loads with masks, for more
/// than a few streams, or beyond a page. 0 if the plane's size is not known.
int64_t BodyVectorizer::getPrefetchDistance(Value buffer) {
  auto type = cast<MemRefType>(getUnflattened(buffer).getType());
  int64_t bytes = *getLineElementBytes(type.getElementType());
  if (prefetchBytes > 0)
    return prefetchBytes / bytes;
  ArrayRef<int64_t> plane = type.getShape().take_back(2);
  if (!ShapedType::isStaticShape(plane))
    return 0;
  return std::clamp<int64_t>(ShapedType::getNumElements(plane) / 12,
                             kMinPrefetchBytes / bytes,
                             kMaxPrefetchBytes / bytes);
}

void BodyVectorizer::prefetchAhead(Value buffer, ArrayRef<Value> first) {
  int64_t distance = getPrefetchDistance(buffer);
  if (distance == 0)
    return;
  SmallVector<Value> ahead(first);
  ahead.back() = add(ahead.back(), distance);
  prefetch(buffer, ahead);
}

Value BodyVectorizer::emitVectorLoad(Value buffer, ArrayRef<Value> first,
                                     Value lanes) {
  auto type = VectorType::get(length, getElementTypeOrSelf(buffer));
  // Masked loads of memory that is not there take hundreds of cycles, even
  // without lanes.
  SmallVector<Value> inBuffer(first);
  if (reads)
    for (Value &index : inBuffer)
      index = select(reads, index, 0);
  first = inBuffer;
  if (prefetchesLoad)
    prefetchAhead(buffer, first);
  return loadAs(buffer, first, type, lanes);
}

/// One element for the lanes of the mask, if there are any.
Value BodyVectorizer::emitSharedLoad(Value buffer, ArrayRef<Value> first) {
  Value any =
      vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, mask);
  return ifElse(
      any,
      [&]() -> Value { return memref::LoadOp::create(b, loc, buffer, first); },
      [&] {
        return arith::getZeroConstant(b, loc, getElementTypeOrSelf(buffer));
      });
}

SmallVector<int64_t> coverWithLines(ArrayRef<int64_t> positions,
                                    int64_t length) {
  SmallVector<int64_t> sorted(positions), begins;
  llvm::sort(sorted);
  for (int64_t position : sorted)
    if (begins.empty() || position >= begins.back() + length)
      begins.push_back(position);
  return begins;
}

bool hasKnownPlaces(MemRefType type) {
  ArrayRef<int64_t> shape = type.getShape();
  return type.getLayout().isIdentity() &&
         ShapedType::isStaticShape(shape.drop_front(shape.empty() ? 0 : 1));
}

/// The number of an element in the dimensions of a packed buffer from
/// `firstDim` on.
static AffineExpr getFlatPosition(MemRefType type, ArrayRef<AffineExpr> indices,
                                  unsigned firstDim) {
  AffineExpr position = getAffineConstantExpr(0, type.getContext());
  for (auto [index, size] :
       llvm::drop_begin(llvm::zip_equal(indices, type.getShape()), firstDim))
    position = position * size + index;
  return position;
}

/// The lanes of a vector that lie in the dimensions from `firstDim` on. Its
/// first lane is `begin` elements behind the one at these indices.
Value BodyVectorizer::createPlaneMask(MemRefType type,
                                      ArrayRef<AffineExpr> indices,
                                      unsigned firstDim, int64_t begin) {
  AffineExpr position = getFlatPosition(type, indices, firstDim) + begin;
  int64_t size =
      ShapedType::getNumElements(type.getShape().drop_front(firstDim));
  auto getLane = [&](AffineExpr lane) {
    return signedMaximum(signedMinimum(materialize(lane), length), 0);
  };
  Value last = getLane(size - position);
  if (reads)
    last = select(reads, last, 0);
  Value first = signedMinimum(getLane(-position), last);
  return createLaneMask(first, last);
}

/// Elements at constant distances, out of a few vectors.
FailureOr<Value> BodyVectorizer::emitPackedLoad(Value buffer,
                                                ArrayRef<AffineExpr> indices) {
  auto type = cast<MemRefType>(buffer.getType());
  std::optional<int64_t> bytes = getLineElementBytes(type.getElementType());
  if (!hasKnownPlaces(type) || !bytes)
    return failure();
  SmallVector<int64_t> positions(length, 0);
  SmallVector<Value> first;
  // The outermost dimension in which lanes differ.
  unsigned firstDim = indices.size();
  for (auto [dim, expr] : llvm::enumerate(indices)) {
    // The outermost dimension's size does not matter.
    int64_t size = dim == 0 ? 1 : type.getDimSize(dim);
    std::optional<SmallVector<int64_t>> offsets = getOffsets(expr);
    if (!offsets)
      return failure();
    if (!llvm::all_equal(*offsets))
      firstDim = std::min<unsigned>(firstDim, dim);
    for (auto [position, offset] : llvm::zip_equal(positions, *offsets))
      position = position * size + offset;
    Value index = materialize(expr);
    if (leavesBuffer && reads)
      index = select(reads, index, 0);
    first.push_back(index);
  }
  if (leavesBuffer && firstDim == 0 && !type.hasStaticShape())
    return failure();
  if (llvm::all_equal(positions)) {
    if (leavesBuffer && mask)
      return emitSharedLoad(buffer, first);
    return Value(memref::LoadOp::create(b, loc, buffer, first));
  }
  SmallVector<int64_t> begins = coverWithLines(positions, length);
  if (begins.size() > static_cast<size_t>(kMaxPackedLoads))
    return failure();
  for (int64_t &position : positions) {
    auto line = std::prev(llvm::upper_bound(begins, position));
    position = (line - begins.begin()) * length + position - *line;
  }
  // No shuffle moves the other lanes, which nothing reads.
  for (int64_t lane = numPacked; lane < length; ++lane)
    positions[lane] = lane;
  auto line = VectorType::get(length, b.getIntegerType(8 * *bytes));
  SmallVector<Value> lines;
  for (int64_t begin : begins) {
    SmallVector<Value> index(first);
    index.back() = add(index.back(), begin);
    if (prefetches && isNewPlace(buffer, index))
      prefetchAhead(buffer, index);
    Value inPlane = leavesBuffer
                        ? createPlaneMask(type, indices, firstDim, begin)
                        : Value();
    lines.push_back(loadAs(buffer, index, line, inPlane));
  }
  return bitcastTo(type.getElementType(),
                   gatherFromLines(b, loc, lines, positions));
}

/// Of neighbours as a vector, of one element for all lanes as a scalar.
FailureOr<Value> BodyVectorizer::emitLoad(Value buffer,
                                          ArrayRef<AffineExpr> indices,
                                          int64_t maxStep) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.getElementType().isIntOrIndexOrFloat())
    return failure();
  if (numPacked > 0)
    return emitPackedLoad(buffer, indices);
  SmallVector<Value> first;
  int64_t lastStep = 0;
  bool isAlongLast = true;
  for (auto [i, expr] : llvm::enumerate(indices)) {
    std::optional<int64_t> step = getStep(expr);
    if (!step)
      return failure();
    isAlongLast &= *step == 0 || i + 1 == indices.size();
    lastStep = *step;
  }
  if (!isAlongLast) {
    // Neighbours along an outer dimension are near where inner ones are short.
    if (!hasKnownPlaces(type) || isUnrolled)
      return failure();
    AffineExpr position = getFlatPosition(type, indices, /*firstDim=*/0);
    // More loads than lanes are no faster than a load for each lane.
    numOuterLoads += std::abs(getStep(position).value_or(length + 1));
    if (numOuterLoads > length)
      return failure();
    ReassociationIndices all =
        llvm::to_vector(llvm::seq<int64_t>(indices.size()));
    Value flat = memref::CollapseShapeOp::create(
        b, loc, buffer, ArrayRef<ReassociationIndices>(all));
    return emitLoad(flat, position, kMaxOuterLoadStep);
  }
  for (AffineExpr expr : indices)
    first.push_back(materialize(expr));
  if (lastStep == 0 && !mask)
    return Value(memref::LoadOp::create(b, loc, buffer, first));
  if (lastStep < 0 || lastStep > maxStep || !type.isLastDimUnitStride() ||
      !getLineElementBytes(type.getElementType()))
    return failure();
  if (lastStep == 0)
    return emitSharedLoad(buffer, first);
  prefetchesLoad = prefetches && isNewPlace(buffer, first);
  if (lastStep == 1)
    return emitVectorLoad(buffer, first, mask);
  return emitStridedLoad(buffer, first, lastStep);
}

} // namespace dml
