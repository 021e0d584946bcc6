//===- HostCode.h - Machine code for the host -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_CPU_HOSTCODE_H
#define DML_RUNTIME_CPU_HOSTCODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class TargetMachine;
namespace orc {
class LLLazyJIT;
} // namespace orc
} // namespace llvm

namespace dml {

/// A function of a module in the LLVM dialect, as machine code. It may call
/// getHostFunctions. The first call of a cold function, which has
/// kColdFunctionAttrName, compiles all of them; any thread may make it.
class HostCode {
public:
  /// LLVM's optimisation level is 0 to 3.
  static llvm::Expected<std::unique_ptr<HostCode>>
  compile(mlir::ModuleOp module, llvm::StringRef function,
          unsigned optimizationLevel);
  ~HostCode();

  /// Calls the function with pointers to its arguments and, if it has one, to
  /// its result.
  void call(void **arguments) const { entry(arguments); }

private:
  HostCode();

  llvm::TargetMachine *target = nullptr;
  std::unique_ptr<llvm::orc::LLLazyJIT> jit;
  void (*entry)(void **) = nullptr;
};

} // namespace dml

#endif // DML_RUNTIME_CPU_HOSTCODE_H
