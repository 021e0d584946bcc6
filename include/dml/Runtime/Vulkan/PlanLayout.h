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

  /// Of all transfers.
  uint64_t getNumBytes() const;
};

/// Where inputs come from, and results go to.
enum class PlanEnds {
  /// The host's memory, through memory that is shared with it.
  Host,
  /// Buffers of an application, on the device.
  Application
};

struct PlanLayout {
  /// The blocks of device memory, and where each buffer lies in them. Unused
  /// and external buffers have no place.
  MemoryPlan device;
  /// Whether anything uses each buffer.
  std::vector<bool> used;
  /// Whether kernels access each buffer in the application's memory: a used
  /// input that no kernel writes, or an allocation that is one result. Every
  /// other used input is copied into device memory before the first dispatch,
  /// and every other result into the application's memory after the last one.
  std::vector<bool> external;
  /// Used inputs, which every run uploads from the host.
  PlanTransfers uploads;
  /// Used constants, which are uploaded before the first run.
  PlanTransfers constants;
  /// Results, words of index reports and words of checks, which every run
  /// downloads to the host.
  PlanTransfers downloads;
  /// Indices into `downloads` of each result, index report and check.
  std::vector<uint32_t> results, reports, checks;
  /// Whether a barrier precedes each dispatch: where the plan says so, and
  /// where the dispatch accesses memory that was another buffer's since the
  /// last barrier.
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
