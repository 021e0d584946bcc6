//===- TensorParser.h - Tensors from text -----------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The spelling of a value on the command line, after IREE's runner:
//
//   value    := type [ '=' contents ] | '@' file
//   type     := { size 'x' } element-type
//   contents := '@' file | generator | elements
//
// `2x2xf32=1 2 3 4`, `2x2xf32=[[1 2][3 4]]`: row-major elements. Spaces and
// commas separate them. Brackets may group them: they must balance, and agree
// with the sizes where they mark every dimension (or every one but the
// outermost, as IREE prints: `[1 2][3 4]`).
// `4xf32=7`: one element for all. `4xf32`: all bits zero.
// `f32=1.5`, `i64=3`, `index=-3`: a scalar, or a tensor of rank 0.
// `@x.npy`, `2x2xf32=@x.npy`: a .npy file, recognised by its contents and not
// by its name; its shape must be the one given, and its element type too,
// except that an integer type may be another one where all values fit.
// `2x2xf32=@x.bin`: any other file holds exactly the little-endian elements.
// `@-`, `2x2xf32=@-`: the same from standard input.
// Generators: see TensorGenerators.h.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_TENSORPARSER_H
#define DML_RUNTIME_VALUES_TENSORPARSER_H

#include "dml/Runtime/Values/Tensor.h"
#include <limits>

namespace dml {

/// A size known only at run time; the value of mlir::ShapedType::kDynamic.
constexpr int64_t kDynamicSize = std::numeric_limits<int64_t>::min();

/// The type that a function declares for an argument or result.
struct DeclaredType {
  ElementType elementType = ElementType::F32;
  /// Sizes, kDynamicSize where the declaration leaves it open.
  llvm::SmallVector<int64_t, 4> sizes;
  bool isScalar = false;
  /// As those of TensorType.
  llvm::SmallVector<int64_t, 4> strides = {};
};

/// As for a TensorType, with `?` for a dynamic size: `?x4xf32`.
std::string stringify(const DeclaredType &type);

/// Fails unless a value of the type can be passed where the other is declared,
/// as in `dimension 1: expected 4, given 5 (declared 2x4xf32, given 2x5xf32)`.
/// A scalar and a tensor of rank 0 fit each other.
llvm::Error checkFits(const TensorType &type, const DeclaredType &declared);

/// Reads one element and returns its bits, zero-extended. The text must be
///   - for an integer: a decimal or `0x` number in the range of the type;
///   - for a float: a decimal number, rounded to the nearest of the type in one
///     step and not beyond its largest; `inf`, `nan` (the quiet one without
///     payload), `-inf`, `-nan`; or, as in MLIR's dense attributes, the bit
///     pattern as `0x` and exactly as many digits as the type has.
llvm::Expected<uint64_t> parseElement(llvm::StringRef text, ElementType type);

/// Reads a value in the spelling above. Rule T2 holds for it, and the declared
/// type where one is given; at rank 0 that also decides whether the result is a
/// scalar.
llvm::Expected<Tensor> parseTensor(llvm::StringRef text,
                                   const DeclaredType *declared = nullptr);

/// Whether the value comes from standard input.
bool readsStandardInput(llvm::StringRef text);

/// The same elements in another layout; gaps are zero. Fails where elements
/// would lie at the same place that differ, and where the type breaks a rule.
llvm::Expected<Tensor> convertExactly(Tensor tensor, TensorType type);

} // namespace dml

#endif // DML_RUNTIME_VALUES_TENSORPARSER_H
