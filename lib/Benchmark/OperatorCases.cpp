//===- OperatorCases.cpp - Benchmarks of one operator ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorCases.h"

using namespace llvm;

namespace dml {

Sizes SuitePart::scale(SizesRef sizes, ElementType type) const {
  Sizes scaled(sizes);
  if (elementBytes != 0)
    scaled.front() *= elementBytes / getByteWidth(type);
  return scaled;
}

std::string spellType(SizesRef sizes, ElementType type) {
  return formatSizes(sizes) + "x" + stringify(type).str();
}

std::string spellTensor(SizesRef sizes, ElementType type) {
  return "tensor<" + spellType(sizes, type) + ">";
}

std::string spellRandom(SizesRef sizes, ElementType type) {
  return spellType(sizes, type) + "=random:1";
}

BenchmarkCase makeCase(const Twine &op, const Twine &shape, ElementType type) {
  BenchmarkCase result;
  result.name = (op + "/" + shape + "/" + stringify(type)).str();
  result.source = result.name;
  return result;
}

std::string spellFunction(ArrayRef<std::string> argumentTypes,
                          const std::string &resultType,
                          const std::string &operation) {
  std::string text = "func.func @main(";
  for (size_t i = 0; i < argumentTypes.size(); ++i)
    text +=
        (Twine(i ? ", " : "") + "%" + Twine(i) + ": " + argumentTypes[i]).str();
  text += ") -> " + resultType + " {\n  %result = " + operation + " : (";
  for (size_t i = 0; i < argumentTypes.size(); ++i)
    text += (i ? ", " : "") + argumentTypes[i];
  return text + ") -> " + resultType + "\n  return %result : " + resultType +
         "\n}\n";
}

std::string spellArray(SizesRef values) {
  std::string text = "[";
  for (auto [i, value] : enumerate(values))
    text += (i ? ", " : "") + std::to_string(value);
  return text + "]";
}

} // namespace dml
