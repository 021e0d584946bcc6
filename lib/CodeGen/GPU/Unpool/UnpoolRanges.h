//===- UnpoolRanges.h - Unpooling of pooled data ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input of pooled data points to an element near its home (PoolReach). Homes
// are in the order of the inputs, so the inputs that may point into a range of
// the result are a range of the inputs. A workgroup reads these and writes its
// range of the result. Strides, windows, row lengths and widths of elements may
// be any.
//
// - There are two kernels, of which a sample of the inputs chooses one, or
//   neither. Where inputs that are neighbours point to one element, ranges are
//   WinnerTiles; where none do, they are PlacedTiles. Windows with a stride of
//   1 overlap, so they have no kernel of the second kind.
// - Each input has one index, so at most one workgroup finds it: none does if
//   the input points further than expected or out of range. The workgroups
//   count what they find, or place. If that is not all inputs, the general
//   operation does it all again.
// - A WinnerTile has 8 elements for each thread of its workgroup, a PlacedTile
//   32 bytes. They have fewer where a thread would hold more than 16 inputs.
//   Larger ones take more workgroup memory, so that fewer threads run at a time
//   and hide each other's loads.
// - Neighbouring ranges both read the inputs of one or two rows of windows.
//   The second-level cache holds these.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRANGES_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRANGES_H

#include "UnpoolInputs.h"
#include "dml/Conversion/DMLToLinalg/Unpool/PoolGeometry.h"

namespace dml {

class RangeKernel;

/// The kernels for pooled data.
class UnpoolRanges {
public:
  /// Returns nothing where sizes suggest no pooling, counts do not fit in 31
  /// bits, or the inputs of a range are too many.
  static std::optional<UnpoolRanges> choose(mlir::MemRefType values,
                                            mlir::MemRefType dest,
                                            const UnpoolLimits &limits);

  /// Allocates the words through which kernels tell each other what they found,
  /// in front of all kernels.
  void allocate(mlir::OpBuilder &b, mlir::Location loc);
  /// Emits code of one workgroup that initialises these words, from a sample of
  /// the inputs.
  void emitSample(WordBuilder &w, const UnpoolInputs &inputs,
                  mlir::Value thread) const;
  /// Emits the kernels that write the result, in branches. Fails if they need
  /// too many workgroups.
  mlir::LogicalResult emit(mlir::OpBuilder &b, UnpoolOp op,
                           const UnpoolInputs &inputs) const;

  /// Loads, behind the kernels, whether none of them found all inputs.
  mlir::Value loadIsMissed(mlir::OpBuilder &b, mlir::Location loc) const;

private:
  friend class RangeKernel;

  /// A buffer of one word, and its view in kernels.
  struct Word {
    /// Loads it outside of kernels.
    mlir::Value load(mlir::OpBuilder &b, mlir::Location loc) const;

    mlir::Value buffer, view;
  };

  /// The ranges of a kernel.
  struct Range {
    /// Elements of a range.
    int64_t size;
    /// Quads of inputs that a thread holds.
    int64_t quadsPerThread;
  };

  UnpoolRanges(const PoolGeometry &geometry, const UnpoolLimits &limits)
      : geometry(geometry), limits(limits) {}

  int64_t getNumInputs() const {
    return geometry.planes * geometry.getInputsPerPlane();
  }
  int64_t getNumOutputs() const {
    return geometry.planes * geometry.getOutputsPerPlane();
  }
  /// The largest distance, in elements, from a home to an element behind it
  /// that the input may point to, and to an element before it.
  int64_t getReachBehind() const;
  int64_t getReachBefore() const;
  int64_t getMaxQuads(int64_t size) const;
  /// The largest range that fits a workgroup, given the most elements and the
  /// words of memory that so many take.
  std::optional<Range>
  chooseRange(int64_t maxSize,
              llvm::function_ref<int64_t(int64_t)> getNumWords) const;

  mlir::LogicalResult emitWinners(mlir::OpBuilder &b, UnpoolOp op,
                                  const UnpoolInputs &inputs) const;
  mlir::LogicalResult emitPlaced(mlir::OpBuilder &b, UnpoolOp op,
                                 const UnpoolInputs &inputs) const;
  /// Emits a kernel with a workgroup for each range.
  mlir::LogicalResult
  emitKernel(mlir::OpBuilder &b, mlir::Location loc, const UnpoolInputs &inputs,
             const Range &range,
             llvm::function_ref<void(RangeKernel &)> emitRange) const;

  PoolGeometry geometry;
  UnpoolLimits limits;
  /// Ranges that are WinnerTiles, and those that are PlacedTiles.
  Range winners = {};
  std::optional<Range> placed;
  /// The number of inputs that were found, and what the sample shows: bits of
  /// SampleBit.
  Word found, sampled;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRANGES_H
