//===- ExternalModels.h - MLIR's interfaces on the operators ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect promises these interfaces; a compiler that uses one of them
// registers its models. `registerAllDialects` registers all.
//
//===----------------------------------------------------------------------===//

#ifndef DML_INTERFACES_EXTERNALMODELS_H
#define DML_INTERFACES_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace dml {

/// Attaches TilingInterface to all operators. max_unpooling refuses to be
/// tiled: its indices may point anywhere into the result. Models of
/// ValueBoundsOpInterface are registered too, MLIR's for affine, arith, scf and
/// tensor among them: they tell which tiles are whole dimensions.
void registerTilingInterfaceExternalModels(mlir::DialectRegistry &registry);

/// Attaches ValueBoundsOpInterface to all operators: the sizes of results as
/// their size functions give them.
void registerValueBoundsOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

/// Attaches BufferizableOpInterface to all operators and to `dml.unpool`. What
/// an operator bufferizes to are operations of linalg, scf and tensor, so their
/// models must be registered too.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

} // namespace dml

#endif // DML_INTERFACES_EXTERNALMODELS_H
