//===- InitAll.h - Registers all of dml with MLIR ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_INITALL_H
#define DML_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace dml {

/// Registers every pass and pipeline of the project under its name. May be
/// called again.
void registerAllPasses();

/// Adds the dialect dml, and the dialects and interface models that the passes
/// and pipelines need.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace dml

#endif // DML_INITALL_H
