//===- ElementType.cpp - Element types of runtime tensors -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/ElementType.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace dml;

unsigned dml::getByteWidth(ElementType type) {
  switch (type) {
  case ElementType::F64:
  case ElementType::I64:
  case ElementType::UI64:
  case ElementType::Index:
    return 8;
  case ElementType::F32:
  case ElementType::I32:
  case ElementType::UI32:
    return 4;
  case ElementType::F16:
  case ElementType::I16:
  case ElementType::UI16:
    return 2;
  case ElementType::I8:
  case ElementType::UI8:
    return 1;
  }
  llvm_unreachable("unknown element type");
}

bool dml::isFloat(ElementType type) {
  return type == ElementType::F64 || type == ElementType::F32 ||
         type == ElementType::F16;
}

bool dml::isUnsignedInteger(ElementType type) {
  return type == ElementType::UI64 || type == ElementType::UI32 ||
         type == ElementType::UI16 || type == ElementType::UI8;
}

uint64_t dml::getMaxInteger(ElementType type) {
  assert(!isFloat(type) && "expected an integer type");
  unsigned bitWidth = 8 * getByteWidth(type);
  return isUnsignedInteger(type) ? llvm::maxUIntN(bitWidth)
                                 : llvm::maxIntN(bitWidth);
}

const llvm::fltSemantics &dml::getFloatSemantics(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return llvm::APFloat::IEEEdouble();
  case ElementType::F32:
    return llvm::APFloat::IEEEsingle();
  case ElementType::F16:
    return llvm::APFloat::IEEEhalf();
  default:
    llvm_unreachable("expected a float type");
  }
}

llvm::StringRef dml::stringify(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return "f64";
  case ElementType::F32:
    return "f32";
  case ElementType::F16:
    return "f16";
  case ElementType::I64:
    return "i64";
  case ElementType::I32:
    return "i32";
  case ElementType::I16:
    return "i16";
  case ElementType::I8:
    return "i8";
  case ElementType::UI64:
    return "ui64";
  case ElementType::UI32:
    return "ui32";
  case ElementType::UI16:
    return "ui16";
  case ElementType::UI8:
    return "ui8";
  case ElementType::Index:
    return "index";
  }
  llvm_unreachable("unknown element type");
}

std::optional<ElementType> dml::symbolizeElementType(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<ElementType>>(name)
      .Case("f64", ElementType::F64)
      .Case("f32", ElementType::F32)
      .Case("f16", ElementType::F16)
      .Case("i64", ElementType::I64)
      .Case("i32", ElementType::I32)
      .Case("i16", ElementType::I16)
      .Case("i8", ElementType::I8)
      .Case("ui64", ElementType::UI64)
      .Case("ui32", ElementType::UI32)
      .Case("ui16", ElementType::UI16)
      .Case("ui8", ElementType::UI8)
      .Case("index", ElementType::Index)
      .Default(std::nullopt);
}

llvm::StringRef dml::listElementTypes() {
  return "f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16, ui8";
}
