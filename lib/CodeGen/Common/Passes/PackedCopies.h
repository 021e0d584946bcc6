//===- PackedCopies.h - Strided buffers that are worth a copy ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_PASSES_PACKEDCOPIES_H
#define DML_LIB_CODEGEN_COMMON_PASSES_PACKEDCOPIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace dml {

/// How many bytes of other buffers have to be accessed for each byte of an
/// argument, or of a result, for it to be worth a copy; 0: none is.
struct CopyRatios {
  int64_t ofArguments, ofResults;
  /// The same for a result that is computed from several elements at divided
  /// positions, such as a fold with a stride. `ofResults` holds in its place
  /// for elements of 8 bytes, and if this is 0.
  int64_t ofDivided;
};

/// Finds the arguments and allocated results of a bufferized function with
/// `dml.strides` that a packed copy should take the place of: those whose
/// dimensions are in another order in memory, if no operation on them reduces,
/// and these access so many times as many bytes of other buffers, which are in
/// the order of their dimensions. Windows that overlap gather or add up that
/// many bytes of columns. The ratio is four times as large where both orders
/// have whole words.
llvm::DenseSet<mlir::Value> findPackedCopies(mlir::func::FuncOp function,
                                             CopyRatios ratios);

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_PASSES_PACKEDCOPIES_H
