//===- LoopOrder.h - Loops that vectors go along ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_SCHEDULE_LOOPORDER_H
#define DML_LIB_CODEGEN_CPU_SCHEDULE_LOOPORDER_H

#include "dml/CodeGen/Analysis/AccessNest.h"

namespace dml {

/// Iterations of the loops of a block that is transposed, at least.
constexpr int64_t kMinBlockLength = 4;

/// Whether a result has rows of neighbours in the order of the loops, all of
/// known size, from its first element on. Gaps may lie between them.
bool hasRows(const AccessNest &nest, const Access &write);

/// The order of the loops of an operation whose results are packed, or have
/// rows that lie apart, in which elements that vectors read are near each other
/// along the innermost loop. The loop that was innermost is the one outside of
/// it. Fails where vectors can be read as it is, or along no loop, where
/// results have combiners, and for operations that only move elements.
mlir::FailureOr<llvm::SmallVector<unsigned>>
chooseLoopOrder(const AccessNest &nest);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_SCHEDULE_LOOPORDER_H
