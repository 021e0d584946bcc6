//===- ContractionSchedule.h - Contractions in blocks -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONSCHEDULE_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONSCHEDULE_H

#include "CodeGen/Analysis/Contraction.h"

namespace dml {

/// Products of a contraction, at least: plain loops need less code.
constexpr int64_t kMinContractionProducts = 4096;

struct ContractionSizes : ProductSizes {
  /// Bytes of the widest type among the operands and the result.
  int64_t elementBytes = 4;
  /// Whether elements of the row operand are copied before they are read.
  bool packsRows = false;
};

/// How a contraction becomes tasks. A task computes a tile of the result, block
/// by block. The sums of a block stay in registers while their products are
/// added in order.
struct ContractionSchedule {
  /// Elements of a vector, along columns.
  int64_t vectorLength = 1;
  /// Rows of a block, and the vectors in each.
  int64_t blockRows = 1, blockVectors = 1;
  /// Products that are added before a block goes back to memory, at most.
  int64_t blockDepth = 1;
  /// Columns that are copied at a time, a multiple of a block's.
  int64_t packedColumns = 1;
  /// A task's rows and columns: whole blocks.
  int64_t taskRows = 1, taskColumns = 1;

  int64_t getBlockColumns() const { return vectorLength * blockVectors; }
  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

/// Chooses the schedule for a processor with vector registers of so many bytes.
/// Fails where there is so little to compute that plain loops do.
mlir::FailureOr<ContractionSchedule>
chooseContractionSchedule(const ContractionSizes &sizes, int64_t registerBytes);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONSCHEDULE_H
