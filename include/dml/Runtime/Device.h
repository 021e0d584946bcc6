//===- Device.h - Where functions run ---------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_DEVICE_H
#define DML_RUNTIME_DEVICE_H

#include "dml/Runtime/RunResult.h"
#include "dml/Runtime/Signature.h"
#include "dml/Runtime/Timing/DeviceCopy.h"
#include "dml/Runtime/Timing/Profile.h"
#include "dml/Target/LaunchPlan.h"
#include <memory>

namespace dml {

struct ApplicationDevice;
class VulkanPlanRecorder;

/// A function compiled for a device.
class Executable {
public:
  virtual ~Executable() = default;

  /// Runs the function on inputs that fit its declaration. Outputs already in
  /// `result` are overwritten in place where their type fits, and replaced
  /// elsewhere. Fails with the labelled message of a rule that only run time
  /// could check.
  virtual llvm::Error run(llvm::ArrayRef<const Tensor *> inputs,
                          RunResult &result,
                          const RunMeasures &measures = {}) = 0;

  /// Whether several threads may run it at a time.
  virtual bool runsConcurrently() const { return false; }

  /// Runs again on what the last successful run left in the memory of a device
  /// that has its own, and leaves the results there. Returns the milliseconds
  /// by the device's clock, or nothing where that cannot be done.
  virtual llvm::Expected<std::optional<double>> rerun() { return std::nullopt; }
  /// Likewise without measuring, which takes less time to launch. Returns
  /// whether it was done.
  virtual llvm::Expected<bool> relaunch() { return false; }

  /// What records it into commands of an application; null where it is run.
  virtual const VulkanPlanRecorder *getRecorder() const { return nullptr; }
};

/// More threads than any machine has; each one costs a stack.
constexpr unsigned kMaxThreads = 4096;

struct DeviceOptions {
  /// Threads of the CPU, at most kMaxThreads; 0: one for each core.
  unsigned numThreads = 0;
  /// Whether each thread of the CPU runs the tasks of a parallel loop from the
  /// last one on. No result depends on it; a test finds tasks that write to
  /// others' parts.
  bool reversesTasks = false;
  /// LLVM's optimisation level, 0 to 3.
  unsigned optimizationLevel = 3;
  /// On a CPU, an operation that touches more bytes than this writes past the
  /// caches; one that moves elements in runs does if it touches more than twice
  /// as many. The default is 3/8 of this machine's last cache if that has at
  /// most 64 MiB, otherwise 2 MiB a thread, at most a quarter of it. With
  /// Vulkan, an unpooling makes no winner map that has more bytes than this.
  std::optional<int64_t> cacheBytes;
  /// Whether elementwise operations are computed in the loops that move data
  /// (dml-fuse).
  bool fuse = true;
  /// Whether a product and a sum of a contraction are rounded together (fma).
  bool contract = false;
  /// The folder of the cache of executables, which processes share
  /// (CompileCache.h); empty for no cache.
  std::string cacheDirectory;
  /// Vulkan: the folder that each kernel's SPIR-V is written to; empty for
  /// none.
  std::string spirvDirectory;
  /// Vulkan: whether kernels may use optional features of the device. The
  /// operators need none; arithmetic on types other than f32 and i32 does.
  bool optionalFeatures = true;
  /// Vulkan: whether kernels reach buffers by addresses. VulkanOptions has the
  /// default.
  std::optional<bool> addresses;
  /// Vulkan: whether unpooling is compiled for indices that pooling gives, of
  /// windows that do not overlap first, and for others in the first run that
  /// has any.
  bool assumesPooled = true;
};

class Device {
public:
  virtual ~Device() = default;

  /// Compiles a function of the module, which is left as it is. Diagnostics go
  /// to the context's handler; the error says what failed. Several threads may
  /// compile at a time, in contexts of their own. The profile is given passes
  /// and the driver's work.
  virtual llvm::Expected<std::unique_ptr<Executable>>
  compile(mlir::func::FuncOp function, Profile *profile = nullptr) = 0;

  /// Whether its executables live no longer than the context of the function
  /// that they were compiled from.
  virtual bool needsContext() const { return false; }

  /// Whether it gains from static types.
  virtual bool wantsRefinedTypes() const { return true; }
  /// Whether it runs nothing else.
  virtual bool needsStaticTypes() const { return false; }

  /// Whether it computes with values of the type; it moves those of any.
  virtual bool computesWith(ElementType type) const { return true; }

  /// Which one of several it is, as in `NVIDIA H200 (vulkan://0)`; empty where
  /// there is only one.
  virtual std::string describe() const { return ""; }

  /// What runs a launch plan that was made elsewhere, whose results have these
  /// types. Null where the device takes no plans.
  virtual llvm::Expected<std::unique_ptr<Executable>>
  load(LaunchPlan plan, llvm::ArrayRef<TensorType> resultTypes) {
    return nullptr;
  }

  /// A copy that reads and writes `numBytes` in all, half each, and that has
  /// run once. Null where the device has no such copy or cannot time it.
  virtual llvm::Expected<std::unique_ptr<DeviceCopy>>
  createCopy(int64_t numBytes, CopyKind kind) {
    return nullptr;
  }
};

/// A device that every machine has.
struct HostDevice {
  const char *uri, *description;
};
llvm::ArrayRef<HostDevice> getHostDevices();

/// Opens the device that a URI such as `cpu` names. Fails with the devices
/// there are.
llvm::Expected<std::unique_ptr<Device>>
openDevice(llvm::StringRef uri, const DeviceOptions &options);

std::unique_ptr<Device> createCPUDevice(const DeviceOptions &options);
std::unique_ptr<Device> createReferenceDevice();

/// `vulkan`, `vulkan://INDEX` or `vulkan://UUID`.
llvm::Expected<std::unique_ptr<Device>>
createVulkanDevice(llvm::StringRef uri, const DeviceOptions &options);

/// An application's VkDevice (dml/Runtime/Vulkan/Device/Context.h), which
/// outlives it. Its executables are recorded instead of run.
llvm::Expected<std::unique_ptr<Device>>
createVulkanDevice(const ApplicationDevice &application);

} // namespace dml

#endif // DML_RUNTIME_DEVICE_H
