//===- KeptProgram.h - A program to compile again ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_COMPILE_KEPTPROGRAM_H
#define DML_LIB_RUNTIME_COMPILE_KEPTPROGRAM_H

#include "CompilePlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>

namespace dml {

/// The source of a plan as bytecode. It outlives the context of the program.
/// Copies share the bytecode.
class KeptProgram {
public:
  /// Returns nothing if the module cannot be written as bytecode.
  static std::optional<KeptProgram> create(const PlanSource &source);

  /// Compiles the program in a context of its own. The error has the
  /// diagnostics' messages; warnings were given before.
  llvm::Expected<LaunchPlan>
  compile(llvm::function_ref<llvm::Expected<LaunchPlan>(const PlanSource &)>
              compile) const;

private:
  KeptProgram() = default;

  std::shared_ptr<llvm::MemoryBuffer> bytecode;
  std::string kernelName, name;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_COMPILE_KEPTPROGRAM_H
