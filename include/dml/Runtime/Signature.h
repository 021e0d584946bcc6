//===- Signature.h - Runtime types of a function ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_SIGNATURE_H
#define DML_RUNTIME_SIGNATURE_H

#include "dml/Runtime/Values/TensorParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dml {

/// What a function takes and gives.
struct Signature {
  llvm::SmallVector<DeclaredType> arguments;
  llvm::SmallVector<DeclaredType> results;
};

/// The runtime's view of an MLIR type: a ranked tensor or a scalar of an
/// element type of T1 or of index.
std::optional<DeclaredType> getDeclaredType(mlir::Type type);

/// The MLIR type of a value; dynamic sizes stay dynamic.
mlir::Type getMLIRType(mlir::MLIRContext *context, const DeclaredType &type);
mlir::Type getMLIRType(mlir::MLIRContext *context, const TensorType &type);

/// Fails on an argument or result that the runtime cannot pass, naming it.
llvm::Expected<Signature> getSignature(mlir::func::FuncOp function);

/// What a function declares that takes values of the type alone.
DeclaredType getDeclaredType(const TensorType &type);
llvm::SmallVector<DeclaredType>
getDeclaredTypes(llvm::ArrayRef<TensorType> types);

/// The static type of a result; none where a size is dynamic.
std::optional<TensorType> getStaticType(const DeclaredType &type);

} // namespace dml

#endif // DML_RUNTIME_SIGNATURE_H
