//===- UnpoolBlocks.h - Unpooling of pooled data ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input of pooled data points to an element near its home (PoolReach). So a
// workgroup writes a block of the result (UnpoolBlockShape) from the few inputs
// that may point into it. Strides, windows, row lengths and widths of elements
// may be any.
//
// - There are two kernels, of which a sample of the inputs chooses one, or
//   neither. Where inputs that are neighbours point to one element, blocks are
//   WinnerTiles; where none do, they are PlacedTiles. Windows with a stride of
//   1 overlap, so they have no kernel of the second kind.
// - Each input has one index, so at most one workgroup finds it: none does if
//   the input points further than expected or out of range. The workgroups
//   count what they find, or place. If that is not all inputs, the general
//   operation does it all again.
// - Larger tiles take more workgroup memory: fewer threads run at a time, and
//   they hide less of each other's loads.
// - Waiting for inputs is most of the time of a block. So where there are many
//   blocks, a workgroup has several, one after the other, and loads the inputs
//   of the next one before it writes a block.
// - Buffers may have the channels of a pixel side by side, all of them or none.
//   A pixel is then as many columns, and an index, which counts by planes, is
//   turned into the element's place in memory first.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBLOCKS_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBLOCKS_H

#include "UnpoolBlockShape.h"
#include "UnpoolInputs.h"
#include "UnpoolTile.h"

namespace dml {

class BlockKernel;

/// The kernels for pooled data.
class UnpoolBlocks {
public:
  /// Returns nothing where sizes suggest no pooling, counts do not fit in 30
  /// bits, or the inputs of a block are too many.
  static std::optional<UnpoolBlocks> choose(UnpoolOp op,
                                            const UnpoolLimits &limits);

  /// Allocates the words through which kernels tell each other what they found,
  /// in front of all kernels.
  void allocate(mlir::OpBuilder &b, mlir::Location loc,
                IndexAssumption assumption);
  /// Emits a kernel that looks at a sample of the inputs, and those that write
  /// the result, in branches. Fails if they need too many workgroups.
  mlir::LogicalResult emit(mlir::OpBuilder &b, UnpoolOp op,
                           const UnpoolInputs &inputs) const;

  /// Emits a kernel without a sample. Returns what it assumes: Pooled where
  /// there is no kernel for disjoint windows.
  mlir::FailureOr<IndexAssumption>
  emitAssumed(mlir::OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
              IndexAssumption assumption) const;
  /// The word that is 0 after the kernels if they found all inputs.
  mlir::Value getMissed() const { return missed.buffer; }

  /// Loads, behind the kernels, whether none of them found all inputs.
  mlir::Value loadIsMissed(mlir::OpBuilder &b, mlir::Location loc) const;

private:
  friend class BlockKernel;

  /// A buffer of one word, and its view in kernels.
  struct Word {
    /// Loads it outside of kernels.
    mlir::Value load(mlir::OpBuilder &b, mlir::Location loc) const;

    mlir::Value buffer, view;
  };

  UnpoolBlocks(const PooledRows &pooled, const UnpoolLimits &limits)
      : pooled(pooled), limits(limits) {}

  /// The first element of a plane of the result. Its index counts elements
  /// plane by plane, its place those in memory. Both are null if all data is
  /// packed.
  struct PlaneStart {
    mlir::Value index, place;
  };
  PlaneStart getPlane(WordBuilder &w, mlir::Value input) const;
  llvm::SmallVector<PlaneStart, 4> getPlanes(WordBuilder &w,
                                             mlir::Value quad) const;
  UnpoolIndex toMemory(WordBuilder &w, const PlaneStart &plane,
                       const UnpoolIndex &index) const;
  mlir::Value getHome(WordBuilder &w, mlir::Value input) const;
  mlir::Value isNear(WordBuilder &w, mlir::Value input,
                     const UnpoolIndex &index) const;
  void emitSample(WordBuilder &w, const UnpoolInputs &inputs,
                  mlir::Value thread) const;
  mlir::LogicalResult emitWinners(mlir::OpBuilder &b, UnpoolOp op,
                                  const UnpoolInputs &inputs) const;
  mlir::LogicalResult emitPlaced(mlir::OpBuilder &b, UnpoolOp op,
                                 const UnpoolInputs &inputs) const;
  /// Emits a kernel whose workgroups have a block each, or several.
  mlir::LogicalResult emitKernel(mlir::OpBuilder &b, mlir::Location loc,
                                 const UnpoolInputs &inputs,
                                 const UnpoolBlockShape &shape,
                                 UnpoolTile &tile) const;

  PooledRows pooled;
  UnpoolLimits limits;
  /// The shape of blocks that are WinnerTiles.
  UnpoolBlockShape winners;
  /// The shape of blocks that are PlacedTiles, if there are any.
  std::optional<UnpoolBlockShape> placed;
  /// `missed` is the number of inputs that are found, less that of all inputs.
  /// `sampled` holds what the sample shows: bits of SampleBit.
  Word missed, sampled;
  /// Whether `missed` is 0 when a run begins, and one workgroup subtracts the
  /// number of all inputs. A run that finds all then leaves 0, so that later
  /// runs need not set the word. Otherwise the word begins below 0, so that it
  /// says that inputs were missed also where no kernel counts.
  bool countsFromZero = false;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBLOCKS_H
