//===- ContractionRoles.h - The roles of a contraction's loops --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction combines two operands along reduction loops, as matrix
// products and convolutions do. Its other loops move one operand each, or both:
// those of the rows and of the columns of a product, and of a batch of them.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONROLES_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONROLES_H

#include "dml/CodeGen/Analysis/AccessNest.h"

namespace dml {

/// Several loops as one: sizes, and the strides of a buffer, outermost first.
struct LoopGroup {
  llvm::SmallVector<int64_t> sizes, strides;

  /// Iterations of all.
  int64_t count() const;
  /// The stride of the innermost loop; 0 if there is none.
  int64_t innerStride() const { return strides.empty() ? 0 : strides.back(); }
};

/// Numbers of loops of a nest, each group outermost first.
struct ContractionRoles {
  /// Along rows only the row operand moves, along columns only the other one.
  /// Elements of the result are neighbours along columns, and the same distance
  /// apart from row to row.
  llvm::SmallVector<unsigned> batch, rows, columns, reduction;
  /// Numbers of reads.
  unsigned rowOperand = 0, columnOperand = 1;
};

/// Finds the roles of the loops. Fails where sizes or strides are dynamic,
/// where there are not two operands that are read at linear positions, and
/// where both or none move along the result's neighbours.
mlir::FailureOr<ContractionRoles> findContractionRoles(const AccessNest &nest);

/// Loops of a nest as one group for an access. Those are merged that move it as
/// one loop.
LoopGroup getLoopGroup(const AccessNest &nest, const Access &access,
                       llvm::ArrayRef<unsigned> loops);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONROLES_H
