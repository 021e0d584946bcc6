//===- PackedRows.h - Lanes of several rows ---------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_SCHEDULE_PACKEDROWS_H
#define DML_LIB_CODEGEN_CPU_SCHEDULE_PACKEDROWS_H

#include "StreamSchedule.h"

namespace dml {

/// An operation whose innermost loops are one, and its schedule.
struct PackedRows {
  /// The accesses of reads are those of an iteration's first element. A vector
  /// reads nothing outside of the buffers where all predicates hold.
  AccessNest nest;
  StreamSchedule schedule;
};

/// Joins the innermost loops of an operation with short rows, so that the lanes
/// of a vector are elements of several. Fails where rows as they are fill
/// vectors about as well, where strips of what moves do, or where reads are not
/// at constant distances from each other.
mlir::FailureOr<PackedRows> packRows(const AccessNest &nest,
                                     int64_t cacheBytes);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_SCHEDULE_PACKEDROWS_H
