//===- DeinterleaveBuffer.h - Rows as deinterleaved parts -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Windows with a stride read each row several times, each time elements that
// are a stride apart. A copy of the rows in which such elements are neighbours
// makes plain strips of that: element x of a row is number x / stride of part
// x % stride. The copy stays in the cache.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_DEINTERLEAVEBUFFER_H
#define DML_LIB_CODEGEN_CPU_MOVE_DEINTERLEAVEBUFFER_H

#include "CodeGen/CPU/IndexBuilder.h"

namespace dml {

/// Builds the code that fills one.
class DeinterleaveBuffer : IndexBuilder {
public:
  /// For rows of `pitch` elements in each part, `maxPitch` of them if that is
  /// known, of a one-dimensional source.
  DeinterleaveBuffer(mlir::OpBuilder &b, mlir::Location loc, mlir::Value source,
                     int64_t stride, mlir::Value numRows, mlir::Value pitch,
                     std::optional<int64_t> maxPitch);

  /// One-dimensional, with room for vectors that reach past a row.
  mlir::Value getBuffer() const { return buffer; }

  /// The place of the first of a row's elements x, x + stride, ….
  mlir::Value getPosition(mlir::Value row, mlir::Value x);

  /// Copies a row whose element 0 is at `position` of the source. Only
  /// [first, last) must exist; others have any value. The same row of the next
  /// call will be `distance` further on.
  void emitRow(mlir::Value row, mlir::Value position, mlir::Value first,
               mlir::Value last, mlir::Value distance);

  void emitDealloc();

private:
  void copyLines(mlir::Value row, mlir::Value position, mlir::Value distance);
  void copyElements(mlir::Value row, mlir::Value position, mlir::Value first,
                    mlir::Value last);

  mlir::Value source, pitch, partPitch, buffer;
  int64_t stride, lineElements;
  /// Elements of a part that are copied at once.
  int64_t maxElements;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_DEINTERLEAVEBUFFER_H
