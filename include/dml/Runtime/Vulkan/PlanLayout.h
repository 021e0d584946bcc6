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

/// Where inputs come from, and results go to.
enum class PlanEnds {
  /// The host's memory, through memory that is shared with it.
  Host,
  /// Buffers of an application, on the device.
  Application
};

struct PlanLayout {
  /// The blocks of device memory, and where each buffer lies in them. Buffers
  /// that nothing uses have no place, nor have external ones.
  MemoryPlan device;
  /// Whether anything uses each buffer.
  std::vector<bool> used;
  /// Whether each buffer is the application's for an input or a result. Other
  /// inputs that are used are copied first: those that kernels write. Other
  /// results are copied at the end: inputs, constants, and those that are
  /// several results.
  std::vector<bool> external;
  /// Inputs from the host that are used, once for every run.
  PlanTransfers uploads;
  /// Constants that are used, once for all runs.
  PlanTransfers constants;
  /// Buffers of results for the host, words of index reports and of checks,
  /// once for every run.
  PlanTransfers downloads;
  /// The transfer in `downloads` for each result for the host, report and
  /// check.
  std::vector<uint32_t> results, reports, checks;
  /// Whether a barrier precedes each dispatch: where the plan says so, and
  /// where memory changes hands that was accessed since the last one.
  std::vector<bool> barriers;
};

/// What offsets of buffers in memory that kernels see are multiples of, in
/// bytes.
uint64_t getBufferAlignment(const VulkanLimits &limits);

/// The plan has passed checkPlan.
PlanLayout layOutPlan(const LaunchPlan &plan, const VulkanLimits &limits,
                      PlanEnds ends = PlanEnds::Host);

} // namespace dml

#endif // DML_RUNTIME_VULKAN_PLANLAYOUT_H
