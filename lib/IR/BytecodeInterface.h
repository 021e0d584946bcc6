//===- BytecodeInterface.h - The dialect's version in bytecode --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_IR_BYTECODEINTERFACE_H
#define DML_LIB_IR_BYTECODEINTERFACE_H

#include "mlir/IR/DialectInterface.h"
#include <memory>

namespace dml {

/// Writes the version of the dialect, and refuses newer ones.
std::unique_ptr<mlir::DialectInterface>
createBytecodeInterface(mlir::Dialect *dialect);

} // namespace dml

#endif // DML_LIB_IR_BYTECODEINTERFACE_H
