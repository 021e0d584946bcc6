//===- UnpoolRanges.h - Unpooling of pooled data ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pooled data points to elements near its home, the element at the input's
// place times the stride. Homes ascend with inputs, so the inputs that may
// point into a range of the result are a range of the inputs. A workgroup takes
// a range of the result, reads those inputs, and writes the range as a
// WinnerTile: of any stride, window, row length and width of elements.
//
// - Each input has one index, so the workgroups together find it once, or not
// at
//   all if it points further than expected or out of range. They count what
//   they find. If that is not all inputs, the general operation does it all
//   again.
// - A sample of the inputs says before whether it is worth it.
// - A thread has 8 elements of the result, or fewer where it would hold more
//   than 16 inputs. With more, workgroup memory leaves too few threads to wait
//   for each other's loads.
// - Neighbouring ranges read some inputs twice, those of one or two rows of
//   windows, which the second-level cache has.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRANGES_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRANGES_H

#include "UnpoolInputs.h"
#include "dml/Conversion/DMLToLinalg/PoolGeometry.h"

namespace dml {

/// The kernels for pooled data.
class UnpoolRanges {
public:
  /// The buffers that a kernel binds.
  static constexpr int64_t kNumBuffers = 5;

  /// Returns nothing where sizes suggest no pooling, counts do not fit in 31
  /// bits, the inputs of a range are too many, or a kernel has fewer buffers.
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

  /// Loads the condition, behind the sample, that the kernel is worth it.
  mlir::Value loadIsWorthIt(mlir::OpBuilder &b, mlir::Location loc) const;
  /// Loads the condition, behind the kernel, that it did not find all inputs.
  mlir::Value loadIsMissed(mlir::OpBuilder &b, mlir::Location loc) const;

  /// Elements of a range.
  int64_t size = 0;
  /// Quads of inputs that a thread holds.
  int64_t quadsPerThread = 0;

private:
  /// A buffer of one word, and its view.
  struct Flag {
    mlir::Value buffer, word;
  };

  UnpoolRanges(const PoolGeometry &geometry, const UnpoolLimits &limits)
      : geometry(geometry), limits(limits) {}

  int64_t getNumOutputs() const {
    return geometry.planes * geometry.getOutputsPerPlane();
  }
  /// How many elements the target of an input is behind its home, and before
  /// it, at most.
  int64_t getReachBehind() const;
  int64_t getReachBefore() const;
  int64_t getMaxQuads(int64_t size) const;

  PoolGeometry geometry;
  UnpoolLimits limits;
  /// How many inputs were found; whether all of a sample may be; whether all
  /// were.
  Flag found, isWorthIt, isComplete;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRANGES_H
