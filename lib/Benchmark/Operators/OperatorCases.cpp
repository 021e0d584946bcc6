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

std::vector<ElementType> SuitePart::getTypes(Layout layout) const {
  if (layout == Layout::RowMajor)
    return types;
  std::vector<ElementType> fewer;
  copy_if(types, std::back_inserter(fewer), [](ElementType type) {
    return type == ElementType::F32 || type == ElementType::I8;
  });
  return fewer;
}

TensorType makeType(SizesRef sizes, ElementType type, Layout layout) {
  TensorType result{type, {sizes.begin(), sizes.end()}};
  if (layout == Layout::ChannelsLast && sizes.size() == 4) {
    int64_t channels = sizes[1], row = channels * sizes[3];
    result.strides = {row * sizes[2], 1, row, channels};
  }
  return result;
}

std::string spellType(SizesRef sizes, ElementType type) {
  return formatSizes(sizes) + "x" + stringify(type).str();
}

std::string spellRandom(SizesRef sizes, ElementType type) {
  return spellType(sizes, type) + "=random:1";
}

BenchmarkCase makeCase(const Twine &op, const Twine &shape, ElementType type,
                       Layout layout) {
  BenchmarkCase result;
  StringRef suffix = layout == Layout::ChannelsLast ? "_nhwc" : "";
  result.name = (op + "/" + shape + suffix + "/" + stringify(type)).str();
  result.source = result.name;
  return result;
}

/// `tensor<2x3xf32>`.
static std::string spellTensor(const TensorType &type) {
  return "tensor<" + spellType(type.sizes, type.elementType) + ">";
}

/// ` {dml.strides = array<i64: 6, 1, 3, 2>}`, or nothing.
static std::string spellAttributes(const TensorType &type) {
  if (!type.isStrided())
    return "";
  std::string strides;
  for (auto [i, stride] : enumerate(type.strides))
    strides += (i ? ", " : "") + std::to_string(stride);
  return " {dml.strides = array<i64: " + strides + ">}";
}

std::string spellFunction(ArrayRef<TensorType> arguments,
                          ArrayRef<TensorType> results,
                          const std::string &operation) {
  std::string parameters, from, declared, to, values;
  for (auto [i, type] : enumerate(arguments)) {
    StringRef comma = i ? ", " : "";
    parameters += (comma + "%" + Twine(i) + ": " + spellTensor(type) +
                   spellAttributes(type))
                      .str();
    from += comma.str() + spellTensor(type);
  }
  bool isOne = results.size() == 1;
  for (auto [i, type] : enumerate(results)) {
    std::string comma = i ? ", " : "";
    declared += comma + spellTensor(type) + spellAttributes(type);
    to += comma + spellTensor(type);
    values += comma + (isOne ? "%result" : "%result#" + std::to_string(i));
  }
  // Attributes of a result need parentheses, as several results do.
  if (!isOne || results.front().isStrided())
    declared = "(" + declared + ")";
  std::string count = isOne ? "" : ":" + std::to_string(results.size());
  return "func.func @main(" + parameters + ") -> " + declared +
         " {\n  %result" + count + " = " + operation + " : (" + from + ") -> " +
         (isOne ? to : "(" + to + ")") + "\n  return " + values + " : " + to +
         "\n}\n";
}

std::string spellArray(SizesRef values) {
  std::string text = "[";
  for (auto [i, value] : enumerate(values))
    text += (i ? ", " : "") + std::to_string(value);
  return text + "]";
}

} // namespace dml
