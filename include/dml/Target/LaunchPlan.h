//===- LaunchPlan.h - A function as kernels and buffers ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a GPU runtime needs to run a function, and nothing of MLIR: buffers,
// kernels as SPIR-V, and the dispatches in their order. Everything is static.
//
//===----------------------------------------------------------------------===//

#ifndef DML_TARGET_LAUNCHPLAN_H
#define DML_TARGET_LAUNCHPLAN_H

#include "dml/IR/VectorBytes.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dml {

/// SPIR-V's name of the capability that lets kernels reach buffers by address.
constexpr char kAddressesCapability[] = "PhysicalStorageBufferAddresses";

/// The most buffers whose addresses a kernel can be given: every device of
/// Vulkan has push constants of 128 bytes.
constexpr unsigned kMaxAddresses = 16;

/// A SPIR-V module with one entry point.
struct GPUKernel {
  /// The entry point's name.
  std::string name;
  std::vector<uint32_t> spirv;
  std::array<uint32_t, 3> workgroupSize = {1, 1, 1};
  /// Storage buffers 0 to numBindings-1 of descriptor set 0. If the kernel
  /// needs PhysicalStorageBufferAddresses, its push constants are the addresses
  /// of the first kMaxAddresses buffers, 8 bytes each.
  uint32_t numBindings = 0;
  /// Bytes of workgroup memory.
  uint32_t workgroupMemory = 0;
  /// Whether the kernel writes each binding.
  std::vector<bool> writes;
};

/// Memory of the device.
struct PlanBuffer {
  enum class Kind { Input, Constant, Allocation };
  Kind kind = Kind::Allocation;
  /// Input: the number of the function's argument.
  uint32_t argument = 0;
  /// Bytes of the contents.
  uint64_t numBytes = 0;
  /// Constant: the contents.
  std::vector<char> contents;

  /// Bytes of the memory: the contents rounded up to whole vectors. Kernels may
  /// read and write the rounding; what is in it is never seen.
  uint64_t getNumAllocatedBytes() const {
    // One without elements has a place as well.
    uint64_t atLeast = numBytes > 0 ? numBytes : 1;
    return (atLeast + kVectorBytes - 1) / kVectorBytes * kVectorBytes;
  }
};

/// Three 32-bit words of a buffer.
struct PlanGrid {
  /// Index into LaunchPlan::buffers.
  uint32_t buffer = 0;
  /// In bytes, a multiple of 4.
  uint64_t offset = 0;
};

/// What a barrier in front of a dispatch lets see what kernels wrote before;
/// each one does what those before it in this list do.
enum class PlanBarrier { None, Kernels, Grids };

struct Dispatch {
  /// Index into LaunchPlan::kernels.
  uint32_t kernel = 0;
  /// Workgroups in x, y and z.
  std::array<uint32_t, 3> workgroups = {1, 1, 1};
  /// Where kernels wrote how many workgroups there are instead: `workgroups`,
  /// or none.
  std::optional<PlanGrid> grid;
  /// Indices into LaunchPlan::buffers, one for each binding.
  std::vector<uint32_t> buffers;
  /// The barrier that it needs in front of it (DispatchHazards.h) where all
  /// dispatches are recorded and no buffers share memory. Other commands
  /// compute theirs by the same rule.
  PlanBarrier barrier = PlanBarrier::None;

  /// All buffers that it accesses.
  std::vector<uint32_t> getAccessed() const {
    std::vector<uint32_t> accessed = buffers;
    if (grid)
      accessed.push_back(grid->buffer);
    return accessed;
  }
};

/// A 32-bit word of an allocation, and its value when the first dispatch of a
/// run begins.
struct InitialWord {
  /// Index into LaunchPlan::buffers.
  uint32_t buffer = 0;
  /// In bytes, a multiple of 4.
  uint64_t offset = 0;
  uint32_t value = 0;
};

/// Where kernels report indices out of range (rule U3): four 32-bit words of a
/// buffer, all zero when there are none. They are initial words, or kernels
/// initialise them.
struct IndexReport {
  enum Word {
    /// How many indices were out of range.
    Count,
    /// 2^32-1 minus the smallest position of such an index.
    ComplementedPosition,
    /// The index at this position.
    IndexLow,
    IndexHigh,
    NumWords
  };
  /// Index into LaunchPlan::buffers.
  uint32_t buffer = 0;
  /// In bytes, a multiple of 4.
  uint64_t offset = 0;
  /// Number of elements of the unpooling's result.
  uint64_t bound = 0;
  /// Where, as in `a.mlir:3:8: 'dml.max_unpooling' op `.
  std::string prefix;
};

/// What a plan assumes of the indices of unpooling: that max pooling gave them,
/// and that its windows do not overlap.
enum class IndexAssumption { None, Pooled, Disjoint };
constexpr llvm::StringRef kIndexAssumptionNames[] = {"none", "pooled",
                                                     "disjoint"};
inline llvm::StringRef stringify(IndexAssumption assumption) {
  return kIndexAssumptionNames[static_cast<size_t>(assumption)];
}

/// A check that kernels make: a word of a buffer, not zero where it failed. The
/// plan's kernels initialise it.
struct PlanCheck {
  /// Index into LaunchPlan::buffers.
  uint32_t buffer = 0;
  /// In bytes, a multiple of 4.
  uint64_t offset = 0;
  /// What a run in which it failed says.
  std::string message;
  /// The assumption that is wrong if the check failed. A plan that assumes less
  /// computes the results. None if the check is for a rule of the program.
  IndexAssumption assumption = IndexAssumption::None;
};

struct LaunchPlan {
  std::vector<GPUKernel> kernels;
  std::vector<PlanBuffer> buffers;
  /// What every run sets before the first dispatch.
  std::vector<InitialWord> initialWords;
  std::vector<Dispatch> dispatches;
  /// The buffer that holds each of the function's results. Several results may
  /// share one, and it may be an input or a constant.
  std::vector<uint32_t> results;
  /// The sizes of each result's tensor.
  std::vector<std::vector<int64_t>> resultSizes;
  /// In the order in which the operators ran.
  std::vector<IndexReport> indexReports;
  /// In the order of the program: a run fails with the first message.
  std::vector<PlanCheck> checks;
  /// A rule that every run breaks: runs fail with this message.
  std::optional<std::string> failure;

  /// Whether a kernel writes the buffer.
  bool writes(uint32_t buffer) const {
    for (const Dispatch &dispatch : dispatches)
      for (size_t i = 0; i < dispatch.buffers.size(); ++i)
        if (dispatch.buffers[i] == buffer && kernels[dispatch.kernel].writes[i])
          return true;
    return false;
  }
};

} // namespace dml

#endif // DML_TARGET_LAUNCHPLAN_H
