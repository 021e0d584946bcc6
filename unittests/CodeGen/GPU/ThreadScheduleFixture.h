//===- ThreadScheduleFixture.h - Tests that choose schedules ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_CODEGEN_GPU_THREADSCHEDULEFIXTURE_H
#define DML_UNITTESTS_CODEGEN_GPU_THREADSCHEDULEFIXTURE_H

#include "CodeGen/GPU/Schedule/ThreadSchedule.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

namespace dml::test {

/// Chooses schedules for a device with workgroups of 128 threads.
class ThreadScheduleFixture : public testing::Test {
protected:
  ThreadSchedule choose(const AccessNest &nest) {
    return ThreadSchedule::choose(nest, options);
  }

  /// Prints the chosen schedule without the size of workgroups.
  std::string printChoice(const AccessNest &nest) {
    std::string text;
    llvm::raw_string_ostream os(text);
    choose(nest).print(os);
    return text.substr(0, text.find(", workgroups"));
  }

  mlir::MLIRContext context;
  mlir::Builder b{&context};
  mlir::Type f32 = b.getF32Type(), f16 = b.getF16Type(), i8 = b.getI8Type(),
             i64 = b.getI64Type();
  ThreadOptions options = {/*vectorBytes=*/16, /*workgroupSize=*/128,
                           /*maxWorkgroupMemory=*/48 * 1024,
                           /*minStoreBytes=*/4};
};

} // namespace dml::test

#endif // DML_UNITTESTS_CODEGEN_GPU_THREADSCHEDULEFIXTURE_H
