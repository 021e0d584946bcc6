//===- PlanChecks.h - Whether a device can run a launch plan ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_PLAN_PLANCHECKS_H
#define DML_RUNTIME_VULKAN_PLAN_PLANCHECKS_H

#include "dml/Runtime/Vulkan/Device/Limits.h"
#include "dml/Target/LaunchPlan.h"
#include "llvm/Support/Error.h"

namespace dml {

/// The buffer as its user knows it: `argument 0`, `result 1`, `a constant
/// (buffer 2)`, `an intermediate tensor (buffer 3)`.
std::string describeBuffer(const LaunchPlan &plan, uint32_t buffer);

/// The kernel's name, made unique in the plan as the files of --dump-spirv are:
/// `main_kernel`, `main_kernel-1`.
std::string describeKernel(const LaunchPlan &plan, uint32_t kernel);

/// Fails where the plan contradicts itself, and where it needs more than the
/// limits allow.
llvm::Error checkPlan(const LaunchPlan &plan, const VulkanLimits &limits);

/// An assumption of a plan (PlanCheck) was wrong in a run, whose results are
/// therefore not those of the program.
class WrongAssumption : public llvm::ErrorInfo<WrongAssumption> {
public:
  static char ID;

  explicit WrongAssumption(const PlanCheck &check)
      : assumption(check.assumption), text(check.message) {}

  IndexAssumption getAssumption() const { return assumption; }

  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  IndexAssumption assumption;
  std::string text;
};

} // namespace dml

#endif // DML_RUNTIME_VULKAN_PLAN_PLANCHECKS_H
