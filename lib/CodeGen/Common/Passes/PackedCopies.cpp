//===- PackedCopies.cpp - Strided buffers that are worth a copy -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedCopies.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Shapes/Strides.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace dml {
namespace {

/// Where both orders have whole words of so many bytes, and the operations have
/// rows of at least so many, tiles move elements from one order to the other
/// about as fast as a copy does. A packed copy is then worth it from so many
/// times the ratio on. Measured:
/// benchmarks/results/2026-11-26-gpu-odd-rows.md.
constexpr int64_t kTileWordBytes = 8, kMinTileRowBytes = 32, kRatioOfTiles = 4;

/// An argument is not copied for an operation that reads elements with larger
/// strides along the rows that it writes. Such elements are gathered one by
/// one, from the argument as fast as from a copy. Measured:
/// benchmarks/results/2026-12-01-cpu-outliers.md.
constexpr int64_t kMaxRowStride = 4;

/// CopyRatios::ofDivided does not hold for elements of so many bytes: loops
/// gather them from lines of their own about as fast as rows are computed.
/// Measured: benchmarks/results/2026-11-30-cpu-codes.md.
constexpr int64_t kWideElementBytes = 8;

/// Whether the strides do not descend. Dimensions of size 1 or stride 0 have no
/// place in that order.
bool isTransposed(SizesRef sizes, SizesRef strides) {
  Sizes ofLoops;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides))
    if (size > 1 && stride > 0)
      ofLoops.push_back(stride);
  return !llvm::is_sorted(ofLoops, std::greater<int64_t>());
}

/// Whether the dimensions of what an operation writes are loops of their own.
bool writesRows(linalg::LinalgOp op) {
  auto inits = op.getDpsInitsMutable();
  return !inits.empty() && llvm::all_of(inits, [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init).isProjectedPermutation();
  });
}

/// Collects the structured operations that access a buffer. Fails if one
/// reduces or writes no rows, or if anything but these and returns uses it.
bool collectAccesses(Value buffer, llvm::SetVector<linalg::LinalgOp> &ops) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(user))
      return collectAccesses(user->getResult(0), ops);
    if (isa<func::ReturnOp>(user))
      return true;
    auto op = dyn_cast<linalg::LinalgOp>(user);
    if (!op)
      op = user->getParentOfType<linalg::LinalgOp>();
    if (!op || op.getNumReductionLoops() > 0 || !writesRows(op))
      return false;
    ops.insert(op);
    return true;
  });
}

/// The size of the dimension along which a buffer's elements lie side by side.
int64_t getInnermostSize(SizesRef sizes, SizesRef strides) {
  for (auto [size, stride] : llvm::zip_equal(sizes, strides))
    if (size > 1 && stride == 1)
      return size;
  return 1;
}

/// Whether so many bytes are whole words of tiles.
bool areWords(int64_t elements, Type elementType) {
  return elements * getElementBytes(elementType) % kTileWordBytes == 0;
}

/// Whether an operation reads and writes rows of whole words of packed buffers.
bool accessesWords(linalg::LinalgOp op) {
  FailureOr<AccessNest> nest = AccessNest::create(op);
  if (failed(nest) || nest->getResultLoops().empty())
    return false;
  unsigned innermost = nest->getResultLoops().back();
  int64_t size = nest->loops[innermost].size;
  auto isInWords = [&](const Access &access) {
    return !access.strides.empty() && access.strides[innermost] == 1 &&
           !access.isDivided(innermost) && areWords(size, access.elementType) &&
           size * getElementBytes(access.elementType) >= kMinTileRowBytes;
  };
  return llvm::all_of(nest->getAllReads(), isInWords) &&
         llvm::all_of(nest->writes, isInWords);
}

/// Whether an operation reads several elements for each that it writes, some of
/// them at divided positions.
bool computesOfDivided(linalg::LinalgOp op) {
  FailureOr<AccessNest> nest = AccessNest::create(op);
  return succeeded(nest) && nest->countReads() > 1 &&
         llvm::any_of(nest->getAllReads(), [&](const Access &read) {
           return llvm::any_of(read.divisions,
                               std::mem_fn(&LoopDivision::isDivided));
         });
}

/// Whether an operation reads elements that are far apart for neighbours of a
/// row that it writes, were all buffers packed.
bool gathersRows(linalg::LinalgOp op) {
  FailureOr<AccessNest> nest = AccessNest::create(op);
  std::optional<unsigned> innermost =
      succeeded(nest) ? nest->getInnermostResultLoop() : std::nullopt;
  return innermost &&
         llvm::any_of(nest->getAllReads(), [&](const Access &read) {
           return read.strides[*innermost] > kMaxRowStride;
         });
}

int64_t getStaticBytes(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return type.hasStaticShape() ? getNumBytes(type) : 0;
}

class CopyFinder {
public:
  CopyFinder(func::FuncOp function, CopyRatios ratios) : ratios(ratios) {
    for (BlockArgument argument : function.getArguments())
      addIfTransposed(argument, function.getArgAttr(argument.getArgNumber(),
                                                    kStridesAttrName));
    function.walk([&](func::ReturnOp op) {
      for (auto [i, result] : llvm::enumerate(op.getOperands()))
        addIfTransposed(result, function.getResultAttr(i, kStridesAttrName));
    });
  }

  llvm::DenseSet<Value> find() const {
    llvm::DenseSet<Value> copies;
    for (Value buffer : transposed) {
      int64_t ratio =
          isa<BlockArgument>(buffer) ? ratios.ofArguments : ratios.ofResults;
      llvm::SetVector<linalg::LinalgOp> ops;
      if (ratio == 0 || !collectAccesses(buffer, ops))
        continue;
      bool areWide =
          getElementBytes(getElementTypeOrSelf(buffer)) == kWideElementBytes;
      if (ratios.ofDivided > 0 && !isa<BlockArgument>(buffer) && !areWide &&
          llvm::any_of(ops, computesOfDivided))
        ratio = ratios.ofDivided;
      else if (inWords.contains(buffer) && llvm::all_of(ops, accessesWords))
        ratio *= kRatioOfTiles;
      bool isWorthwhile =
          getOtherBytes(ops) >= ratio * getStaticBytes(buffer) &&
          !(isa<BlockArgument>(buffer) && llvm::any_of(ops, gathersRows));
      if (isWorthwhile)
        copies.insert(buffer);
    }
    return copies;
  }

private:
  void addIfTransposed(Value buffer, Attribute attribute) {
    auto strides = dyn_cast_if_present<DenseI64ArrayAttr>(attribute);
    auto type = dyn_cast<MemRefType>(buffer.getType());
    if (!strides || !type || !isTransposed(type.getShape(), strides))
      return;
    transposed.insert(buffer);
    if (areWords(getInnermostSize(type.getShape(), strides),
                 type.getElementType()))
      inWords.insert(buffer);
  }

  /// The bytes of all buffers, in the order of their dimensions, that
  /// operations access.
  int64_t getOtherBytes(const llvm::SetVector<linalg::LinalgOp> &ops) const {
    int64_t bytes = 0;
    for (linalg::LinalgOp op : ops) {
      llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
      getUsedValuesDefinedAbove(op->getRegions(), used);
      for (Value other : used)
        if (isa<MemRefType>(other.getType()) &&
            !transposed.contains(getRootBuffer(other)))
          bytes += getStaticBytes(other);
    }
    return bytes;
  }

  CopyRatios ratios;
  llvm::SetVector<Value> transposed;
  /// Those whose elements lie side by side in whole words of tiles.
  llvm::DenseSet<Value> inWords;
};

} // namespace

llvm::DenseSet<Value> findPackedCopies(func::FuncOp function,
                                       CopyRatios ratios) {
  return CopyFinder(function, ratios).find();
}

} // namespace dml
