//===- PlanMemory.h - Memory of a launch plan -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_PLAN_PLANMEMORY_H
#define DML_LIB_RUNTIME_VULKAN_PLAN_PLANMEMORY_H

#include "Runtime/Vulkan/Memory/Memory.h"
#include "dml/Runtime/OutOfRangeReports.h"
#include "dml/Runtime/Vulkan/Plan/PlanLayout.h"

namespace dml {

/// The blocks of device memory. Fails where the device has less.
llvm::Expected<VulkanMemory> allocateDevice(const VulkanContext &context,
                                            const LaunchPlan &plan,
                                            const PlanLayout &layout);

/// Where each buffer lies in these blocks; null for those that have no place.
std::vector<VulkanLocation> locateBuffers(const PlanLayout &layout,
                                          const VulkanMemory &memory);

/// The shared memory that transfers pass through.
llvm::Expected<VulkanMemory> allocateStaging(const VulkanContext &context,
                                             const LaunchPlan &plan,
                                             const PlanTransfers &transfers,
                                             MemoryUse use);

/// The same for constants, with the constants in it.
llvm::Expected<VulkanMemory> stageConstants(const VulkanContext &context,
                                            const LaunchPlan &plan,
                                            const PlanLayout &layout);

/// Fails with the message of the first check that failed, once `download` holds
/// the words of the checks.
llvm::Error readChecks(const LaunchPlan &plan, const PlanLayout &layout,
                       const VulkanMemory &download);

/// Adds what the words of index reports say.
void readReports(const LaunchPlan &plan, const PlanLayout &layout,
                 const VulkanMemory &download,
                 std::vector<OutOfRangeReport> &reports);

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_PLAN_PLANMEMORY_H
