//===- WinnerMap.h - The last input of each element -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_WINNERMAP_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_WINNERMAP_H

#include "UnpoolInputs.h"

namespace dml {

/// Views a buffer by its order in memory.
mlir::Value viewAsLine(mlir::OpBuilder &b, mlir::Value buffer);

/// Numbers elements of images, which have `rows` times `columns` of them, by
/// columns first, given their number by rows first.
mlir::Value transposeNumber(WordBuilder &w, mlir::Value number, int64_t rows,
                            int64_t columns);

/// The place in memory of an element of a packed or NHWC buffer, given its
/// number in the tensor, and the other way round.
mlir::Value getPlace(WordBuilder &w, mlir::Value number, mlir::MemRefType type);
mlir::Value getNumber(WordBuilder &w, mlir::Value place, mlir::MemRefType type);

/// The words, in memory of the device or of a workgroup, that hold for each of
/// the elements [begin, begin + size) the number of its last input plus 1, or
/// 0.
struct WinnerMap {
  mlir::Value words;
  /// The word of the first element.
  int64_t first;
  int64_t begin, size;
};

/// Enters a quad of inputs into a map, with atomic maxima: the last input wins
/// (U4) in whatever order threads execute. Quads are those of the buffer of
/// indices, which has this type. With the first elements, reports inputs that
/// are out of range.
void enterQuad(WordBuilder &w, mlir::Value quad, const UnpoolInputs &inputs,
               mlir::MemRefType indexType, const WinnerMap &map);

/// Stores the index at the first position that a report has, if there is any,
/// in the control words.
void storeReportedIndex(WordBuilder &w, mlir::Value report,
                        const UnpoolInputs &inputs, mlir::MemRefType indexType);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_WINNERMAP_H
