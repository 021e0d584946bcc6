//===- FindFunction.h - The function that a user means ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TRANSFORMS_FINDFUNCTION_H
#define DML_TRANSFORMS_FINDFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace dml {

/// A function that has a body.
struct FunctionCandidate {
  llvm::StringRef name;
  bool isPublic;
};

/// The index of the function of that name; with an empty name of the only
/// public one. Fails with the names of the public ones.
llvm::Expected<size_t>
findFunction(llvm::ArrayRef<FunctionCandidate> candidates,
             llvm::StringRef name);

/// The same among the functions of the module.
llvm::Expected<mlir::func::FuncOp> findFunction(mlir::ModuleOp module,
                                                llvm::StringRef name);

} // namespace dml

#endif // DML_TRANSFORMS_FINDFUNCTION_H
