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

/// A buffer as a view of one dimension, in the order of memory.
mlir::Value viewAsLine(mlir::OpBuilder &b, mlir::Value buffer);

/// Stores vector `vector` of such a view, given its length and what computes an
/// element from its position.
void storeVector(WordBuilder &w, mlir::Value buffer, mlir::Value vector,
                 int64_t length,
                 llvm::function_ref<mlir::Value(mlir::Value)> compute);

/// The place of an element in the memory of a packed or NHWC buffer, given its
/// row-major number in the tensor.
mlir::Value getPlace(WordBuilder &w, mlir::Value number, mlir::MemRefType type);
/// The row-major number of an element, given its place.
mlir::Value getNumber(WordBuilder &w, mlir::Value place, mlir::MemRefType type);

/// A map from the elements [begin, begin + size) of a result to their last
/// inputs. Each element has a word, in the memory of the device or of a
/// workgroup: the number of its last input plus 1, or 0 if it has none.
struct WinnerMap {
  mlir::Value words;
  /// The word of the first element.
  int64_t first;
  int64_t begin, size;
};

/// Enters a quad of inputs into a map, with atomic maxima: the last input wins
/// (U4) in whatever order threads execute. Quads are numbered in the memory of
/// the indices. A map that begins with element 0 also adds the inputs that are
/// out of range to `report`, words of an IndexReport, so that only one of
/// several maps does.
void enterQuad(WordBuilder &w, mlir::Value quad, const UnpoolInputs &inputs,
               const WinnerMap &map, mlir::Value report);

/// Stores the index at the first position that a report has, if there is any,
/// in the control words.
void storeReportedIndex(WordBuilder &w, mlir::Value report,
                        const UnpoolInputs &inputs);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_WINNERMAP_H
