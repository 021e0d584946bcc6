//===- FlagFunction.h - The function given by a flag ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_FLAGFUNCTION_H
#define DML_RUNTIME_FLAGFUNCTION_H

#include "dml/IR/FeatureLevels.h"
#include "dml/Runtime/Signature.h"
#include "dml/Runtime/Values/Tensor.h"

namespace dml {

/// A function to run.
struct FlagFunction {
  mlir::func::FuncOp function;
  Signature signature;
  std::string name;

  /// Reads the values of `--input`.
  llvm::Expected<std::vector<Tensor>>
  parseInputs(llvm::ArrayRef<std::string> texts) const;
};

/// What the value of `--function` stands for. Fails where the function, or one
/// that it calls, has an operator that breaks L1 or L2 at the level of
/// `--feature-level`; the context's diagnostic handler is told which.
llvm::Expected<FlagFunction> findFlagFunction(mlir::ModuleOp module,
                                              llvm::StringRef name,
                                              FeatureLevel level);

} // namespace dml

#endif // DML_RUNTIME_FLAGFUNCTION_H
