//===- OutOfRangeReports.cpp - Unpooling indices out of range -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/OutOfRangeReports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace dml {

void addReport(std::vector<OutOfRangeReport> &reports, llvm::StringRef prefix,
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
  reports.push_back({prefix.str(), indices});
}

std::string stringify(llvm::ArrayRef<OutOfRangeReport> reports) {
  return llvm::join(llvm::map_range(reports,
                                    [](const OutOfRangeReport &report) {
                                      return report.prefix +
                                             messages::indicesOutOfRange(
                                                 report.indices);
                                    }),
                    "\n");
}

} // namespace dml
