//===- OutOfRangeReports.h - Unpooling indices out of range -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_OUTOFRANGEREPORTS_H
#define DML_RUNTIME_OUTOFRANGEREPORTS_H

#include "dml/IR/Messages/ReportMessages.h"
#include <vector>

namespace dml {

/// Unpooling indices out of range, met while running (rule U3).
struct OutOfRangeReport {
  /// Where, as in `a.mlir:3:8: 'dml.max_unpooling' op `.
  std::string prefix;
  OutOfRangeIndices indices;
};

/// Adds a report. What one operator meets in several runs, or several threads
/// in one run, is one report if the bound is the same: the smallest position
/// (the first of equal ones) and the sum of the counts.
void addReport(std::vector<OutOfRangeReport> &reports, std::string_view prefix,
               const OutOfRangeIndices &indices);

/// A line for each report.
std::string stringify(const std::vector<OutOfRangeReport> &reports);

} // namespace dml

#endif // DML_RUNTIME_OUTOFRANGEREPORTS_H
