//===- OutOfRangeReports.cpp - Unpooling indices out of range -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/OutOfRangeReports.h"

namespace dml {

void addReport(std::vector<OutOfRangeReport> &reports, std::string_view prefix,
               const OutOfRangeIndices &indices) {
  for (OutOfRangeReport &report : reports) {
    OutOfRangeIndices &merged = report.indices;
    if (report.prefix != prefix || merged.bound != indices.bound)
      continue;
    uint64_t count = merged.count + indices.count;
    if (indices.position < merged.position)
      merged = indices;
    merged.count = count;
    return;
  }
  reports.push_back({std::string(prefix), indices});
}

std::string stringify(const std::vector<OutOfRangeReport> &reports) {
  std::string text;
  for (const OutOfRangeReport &report : reports)
    text += (text.empty() ? "" : "\n") + report.prefix +
            messages::indicesOutOfRange(report.indices);
  return text;
}

} // namespace dml
