//===- Device.h - Where functions run ---------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_DEVICE_H
#define DML_RUNTIME_DEVICE_H

#include "dml/Runtime/OutOfRangeReports.h"
#include "dml/Runtime/Signature.h"
#include "dml/Runtime/Tensor.h"
#include <memory>
#include <vector>

namespace dml {

struct RunResult {
  std::vector<Tensor> outputs;
  /// What operators met, in the order in which they ran (U3); these writes were
  /// dropped.
  std::vector<OutOfRangeReport> outOfRange;
};

/// A function compiled for a device.
class Executable {
public:
  virtual ~Executable() = default;

  /// Runs the function on inputs that fit its declaration. Outputs already in
  /// `result` are overwritten in place where their type fits, and replaced
  /// elsewhere. Fails with the labelled message of a rule that only run time
  /// could check.
  virtual llvm::Error run(llvm::ArrayRef<const Tensor *> inputs,
                          RunResult &result) = 0;
};

struct DeviceOptions {
  /// Threads of the CPU; 0: one for each core.
  unsigned numThreads = 0;
  /// LLVM's optimisation level, 0 to 3.
  unsigned optimizationLevel = 3;
};

class Device {
public:
  virtual ~Device() = default;

  /// Compiles a function of the module, which is left as it is. Diagnostics go
  /// to the context's handler; the error says what failed.
  virtual llvm::Expected<std::unique_ptr<Executable>>
  compile(mlir::func::FuncOp function) = 0;

  /// Whether it gains from static types.
  virtual bool wantsRefinedTypes() const { return true; }
};

/// Opens the device that a URI such as `cpu` names. Fails with the devices
/// there are.
llvm::Expected<std::unique_ptr<Device>>
openDevice(llvm::StringRef uri, const DeviceOptions &options);

std::unique_ptr<Device> createCPUDevice(const DeviceOptions &options);
std::unique_ptr<Device> createReferenceDevice();

} // namespace dml

#endif // DML_RUNTIME_DEVICE_H
