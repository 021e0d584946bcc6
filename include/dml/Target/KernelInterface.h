//===- KernelInterface.h - What a kernel says of itself ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TARGET_KERNELINTERFACE_H
#define DML_TARGET_KERNELINTERFACE_H

#include "dml/Target/LaunchPlan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace dml {

/// What the SPIR-V of a kernel says that is not in the code.
struct KernelInterface {
  /// Optional capabilities, such as Int64; one without a name here is
  /// `capability 61`.
  std::vector<std::string> capabilities;
  /// In bytes.
  uint32_t workgroupMemory = 0;
};

llvm::Expected<KernelInterface> readInterface(const GPUKernel &kernel);

/// Checks valid SPIR-V against what the plan says of the kernel. Fails if:
/// - its name, workgroup, bindings or workgroup memory differ,
/// - its push constants hold anything but addresses of its buffers,
/// - it needs a capability that is not among these.
llvm::Error checkInterface(const GPUKernel &kernel,
                           llvm::ArrayRef<std::string> capabilities);

} // namespace dml

#endif // DML_TARGET_KERNELINTERFACE_H
