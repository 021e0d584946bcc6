//===- PlanLayout.h - A launch plan's memory and barriers -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_PLANLAYOUT_H
#define DML_RUNTIME_VULKAN_PLANLAYOUT_H

#include "dml/Runtime/Vulkan/Limits.h"
#include "dml/Runtime/Vulkan/MemoryPlan.h"
#include "dml/Target/LaunchPlan.h"

namespace dml {

/// Bytes of a buffer that move between the device and the host.
struct PlanTransfer {
  /// Index into LaunchPlan::buffers.
  uint32_t buffer = 0;
  /// In the buffer.
  uint64_t offset = 0;
  uint64_t numBytes = 0;
  /// Where they lie in the memory that host and device share.
  MemoryPlacement staging;
};

/// Transfers of one kind and the blocks of shared memory for them.
struct PlanTransfers {
  std::vector<PlanTransfer> list;
  std::vector<uint64_t> blocks;
};

struct PlanLayout {
  /// The blocks of device memory, and where each buffer lies in them. A buffer
  /// that nothing uses has no bytes.
  MemoryPlan device;
  /// Inputs that are used, once for every run.
  PlanTransfers uploads;
  /// Constants that are used, once for all runs.
  PlanTransfers constants;
  /// Buffers of results, words of index reports and of checks, once for every
  /// run.
  PlanTransfers downloads;
  /// The transfer in `downloads` for each result, report and check.
  std::vector<uint32_t> results, reports, checks;
  /// Whether a barrier precedes each dispatch: where the plan says so, and
  /// where memory changes hands that was accessed since the last one.
  std::vector<bool> barriers;
};

/// Memory that kernels see: contents rounded up to 16 bytes.
uint64_t getPaddedSize(const PlanBuffer &buffer);

/// The plan has passed checkPlan.
PlanLayout layOutPlan(const LaunchPlan &plan, const VulkanLimits &limits);

} // namespace dml

#endif // DML_RUNTIME_VULKAN_PLANLAYOUT_H
