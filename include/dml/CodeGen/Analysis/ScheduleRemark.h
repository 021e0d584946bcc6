//===- ScheduleRemark.h - Schedules as remarks ------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_ANALYSIS_SCHEDULEREMARK_H
#define DML_CODEGEN_ANALYSIS_SCHEDULEREMARK_H

#include "mlir/IR/Remarks.h"
#include "llvm/Support/raw_ostream.h"

namespace dml {

/// Remarks the schedule of what stands at a location, under its type's name and
/// in the category `dml-schedule`.
template <typename ScheduleT>
void remarkSchedule(mlir::Location loc, llvm::StringRef name,
                    const ScheduleT &schedule) {
  std::string text;
  llvm::raw_string_ostream os(text);
  schedule.print(os);
  mlir::remark::analysis(
      loc, mlir::remark::RemarkOpts::name(name).category("dml-schedule"))
      << text;
}

} // namespace dml

#endif // DML_CODEGEN_ANALYSIS_SCHEDULEREMARK_H
