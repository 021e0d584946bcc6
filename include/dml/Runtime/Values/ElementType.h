//===- ElementType.h - Element types of runtime tensors ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_ELEMENTTYPE_H
#define DML_RUNTIME_VALUES_ELEMENTTYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace dml {

/// The element types of rule T1, and `index` for scalars.
enum class ElementType : uint8_t {
  F64,
  F32,
  F16,
  I64,
  I32,
  I16,
  I8,
  UI64,
  UI32,
  UI16,
  UI8,
  Index
};

/// Bytes of one element; an index takes 8.
unsigned getByteWidth(ElementType type);

bool isFloat(ElementType type);
bool isUnsignedInteger(ElementType type);

/// The largest value of an integer type or `index`.
uint64_t getMaxInteger(ElementType type);

/// The format of a float type.
const llvm::fltSemantics &getFloatSemantics(ElementType type);

/// The MLIR spelling: `f32`, `i8`, `ui64`, `index`.
llvm::StringRef stringify(ElementType type);
std::optional<ElementType> symbolizeElementType(llvm::StringRef name);

/// All types of T1 in the order of the rule, separated by ", ", for messages.
llvm::StringRef listElementTypes();

} // namespace dml

#endif // DML_RUNTIME_VALUES_ELEMENTTYPE_H
