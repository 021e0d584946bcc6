//===- Passes.h - dml to dml ------------------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TRANSFORMS_PASSES_H
#define DML_TRANSFORMS_PASSES_H

#include "dml/IR/FeatureLevels.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include <optional>

namespace dml {

/// What a caller knows of one argument.
struct RefinedArgument {
  /// The type of what is passed; null leaves the argument as it is.
  mlir::Type type;
  /// The value of an index or integer argument, where it is known.
  std::optional<int64_t> value;
};

/// Specialises a function to these arguments, one for each that it takes, as
/// the pass `dml-refine-arguments` does. Errors are emitted; on failure the
/// module is not to be used on. The dialects that the pass depends on must be
/// loaded.
mlir::LogicalResult refineArguments(mlir::func::FuncOp function,
                                    llvm::ArrayRef<RefinedArgument> arguments);

/// Checks the operators of a function, and of the functions that it calls, for
/// this level. Emits an error at each operator that breaks L1 or L2.
mlir::LogicalResult verifyFeatureLevel(mlir::func::FuncOp function,
                                       FeatureLevel level);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dml/Transforms/Passes.h.inc"

} // namespace dml

#endif // DML_TRANSFORMS_PASSES_H
