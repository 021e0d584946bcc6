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
// range of the result as a WinnerTile. Strides, windows, row lengths and widths
// of elements may be any.
//
// - Each input has one index, so at most one workgroup finds it: none does if
//   the input points further than expected or out of range. The workgroups
//   count what they find. If that is not all inputs, the general operation
//   does it all again.
// - The kernel runs only if all inputs of a sample are near their homes.
// - A range has 8 elements for each thread of its workgroup, or fewer where a
//   thread would hold more than 16 inputs. Larger ranges take more workgroup
//   memory, so that fewer threads run at a time and hide each other's loads.
// - Neighbouring ranges both read the inputs of one or two rows of windows.
//   The second-level cache holds these.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRANGES_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRANGES_H

#include "UnpoolInputs.h"
#include "dml/Conversion/DMLToLinalg/Unpool/PoolGeometry.h"

namespace dml {

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
  /// Emits the kernel that writes the result. Fails if it needs too many
  /// workgroups.
  mlir::LogicalResult emit(mlir::OpBuilder &b, UnpoolOp op,
                           const UnpoolInputs &inputs) const;

  /// Loads, behind the sample, whether the kernel is likely to find all inputs.
  mlir::Value loadIsWorthIt(mlir::OpBuilder &b, mlir::Location loc) const;
  /// Loads, behind the kernel, whether it did not find all inputs.
  mlir::Value loadIsMissed(mlir::OpBuilder &b, mlir::Location loc) const;

  /// Elements of a range.
  int64_t size = 0;
  /// Quads of inputs that a thread holds.
  int64_t quadsPerThread = 0;

private:
  /// A buffer of one word, and its view in kernels.
  struct Word {
    /// Loads it outside of kernels.
    mlir::Value load(mlir::OpBuilder &b, mlir::Location loc) const;

    mlir::Value buffer, view;
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

  PoolGeometry geometry;
  UnpoolLimits limits;
  /// The number of inputs that were found, and whether all inputs of the sample
  /// are near their homes.
  Word found, isWorthIt;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRANGES_H
