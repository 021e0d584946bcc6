//===- PlanRecorder.h - Plans in an application's commands ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_PLANRECORDER_H
#define DML_RUNTIME_VULKAN_PLANRECORDER_H

#include "dml/Runtime/OutOfRangeReports.h"
#include "dml/Runtime/Vulkan/Device/Context.h"
#include "dml/Target/LaunchPlan.h"

namespace dml {

/// A part of an application's buffer.
struct ApplicationBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  /// In bytes.
  uint64_t offset = 0;
  uint64_t numBytes = 0;
  /// What the buffer was created for.
  VkBufferUsageFlags usage = 0;
};

/// What an argument or a result needs.
struct BufferRequirements {
  /// The bytes of the contents, rounded up to whole vectors, which kernels read
  /// and write; 0 for an argument that is not read, which needs no buffer.
  uint64_t numBytes = 0;
  /// The offset in the buffer is a multiple of it, in bytes.
  uint64_t alignment = 1;
  /// That of a storage buffer, and of a source or destination of copies where
  /// the plan copies an argument or to a result.
  VkBufferUsageFlags usage = 0;
};

/// A plan in a command buffer: the memory and the descriptor sets of its
/// commands. It outlives their execution.
class VulkanRecording {
public:
  ~VulkanRecording();

  /// After the commands have been executed: fails with the message of a check
  /// that failed, and adds the indices out of range that there were.
  llvm::Error check(std::vector<OutOfRangeReport> &reports) const;

private:
  friend class VulkanPlanRecorder;
  struct State;
  explicit VulkanRecording(std::unique_ptr<State> state);

  std::unique_ptr<State> state;
};

/// A launch plan on an application's device, ready to be recorded any number of
/// times, by several threads at once.
class VulkanPlanRecorder {
public:
  /// Checks the plan against the device's limits and makes its pipelines.
  static llvm::Expected<std::unique_ptr<VulkanPlanRecorder>>
  create(std::shared_ptr<VulkanContext> context, LaunchPlan plan);
  ~VulkanPlanRecorder();

  /// Both fail with the plan's failure, and where the plan has no argument or
  /// result of this number.
  llvm::Expected<BufferRequirements> getArgument(size_t number) const;
  llvm::Expected<BufferRequirements> getResult(size_t number) const;

  /// Records the plan, with the barriers between its commands and those that
  /// order them after an earlier execution of the same commands. The
  /// application records the barriers for arguments and results, which kernels
  /// and copies access.
  /// Fails with the plan's failure, and where a buffer lacks what it needs;
  /// nothing is recorded then.
  llvm::Expected<std::unique_ptr<VulkanRecording>>
  record(VkCommandBuffer commands, llvm::ArrayRef<ApplicationBuffer> arguments,
         llvm::ArrayRef<ApplicationBuffer> results) const;

private:
  friend class VulkanRecording;
  struct State;
  explicit VulkanPlanRecorder(std::shared_ptr<const State> state);

  /// Recordings hold on to it.
  std::shared_ptr<const State> state;
};

} // namespace dml

#endif // DML_RUNTIME_VULKAN_PLANRECORDER_H
