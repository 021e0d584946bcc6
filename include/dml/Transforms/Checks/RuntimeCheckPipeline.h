//===- RuntimeCheckPipeline.h - Checks of every target ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TRANSFORMS_CHECKS_RUNTIMECHECKPIPELINE_H
#define DML_TRANSFORMS_CHECKS_RUNTIMECHECKPIPELINE_H

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace dml {

/// Adds the passes that check the operations around the operators, which check
/// themselves, and bring slices into normal form. They go before
/// `convert-dml-to-linalg`, and before anything that folds: upstream's patterns
/// expect that no rule is broken.
void addRuntimeChecks(mlir::OpPassManager &pm);

/// What these passes need of other dialects.
void registerRuntimeCheckDialects(mlir::DialectRegistry &registry);

} // namespace dml

#endif // DML_TRANSFORMS_CHECKS_RUNTIMECHECKPIPELINE_H
