//===- DialectVersion.h - Versions of the dialect in bytecode ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DIALECTVERSION_H
#define DML_IR_DIALECTVERSION_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace dml {

/// Raised when an older reader would misread the bytecode of an operation or
/// attribute. Bytecode without a version is that of version 1.
constexpr uint64_t kDialectVersion = 1;

/// What bytecode says of the dialect that it was written with. A writer that is
/// asked for an older version (`BytecodeWriterConfig::setDialectVersion`) notes
/// that one.
struct DMLDialectVersion : mlir::DialectVersion {
  explicit DMLDialectVersion(uint64_t number = kDialectVersion)
      : number(number) {}

  uint64_t number;
};

} // namespace dml

#endif // DML_IR_DIALECTVERSION_H
