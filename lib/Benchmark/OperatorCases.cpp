//===- OperatorCases.cpp - Benchmarks of one operator ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorCases.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace dml {
namespace {

/// `2x3xf32`.
std::string spellType(SizesRef sizes, ElementType type) {
  return formatSizes(sizes) + "x" + stringify(type).str();
}

std::string spellTensorType(SizesRef sizes, ElementType type) {
  return "tensor<" + spellType(sizes, type) + ">";
}

/// `2x3xf32=random:1`: all bits random, so that nothing is known of them.
std::string spellRandom(SizesRef sizes, ElementType type) {
  return spellType(sizes, type) + "=random:1";
}

BenchmarkCase makeCase(const Twine &op, const Twine &shape, ElementType type) {
  BenchmarkCase result;
  result.name = (op + "/" + shape + "/" + stringify(type)).str();
  result.source = result.name;
  return result;
}

/// A function that is one operation.
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

/// `[3, 3]`.
std::string spellArray(SizesRef values) {
  std::string text = "[";
  for (auto [i, value] : enumerate(values))
    text += (i ? ", " : "") + std::to_string(value);
  return text + "]";
}

StringRef stringifyPattern(IndexPattern pattern) {
  switch (pattern) {
  case IndexPattern::Pooled:
    return "pooled";
  case IndexPattern::Overlapping:
    return "overlapping";
  case IndexPattern::ShuffledInPlanes:
    return "shuffled_planes";
  case IndexPattern::Shuffled:
    return "shuffled";
  }
  llvm_unreachable("unknown pattern");
}

/// The generator, for a result of such sizes.
std::string spellIndices(IndexPattern pattern, SizesRef output) {
  switch (pattern) {
  case IndexPattern::Pooled:
    return "pooled:2:" + formatSizes(output);
  case IndexPattern::Overlapping:
    return "pooled:2:" + formatSizes(output) + ":3:2:1";
  case IndexPattern::ShuffledInPlanes:
    return "shuffled:2:" + formatSizes(output);
  case IndexPattern::Shuffled:
    return "random:2:" + std::to_string(productOf(output));
  }
  llvm_unreachable("unknown pattern");
}

} // namespace

BenchmarkCase makeDepthToSpace1Case(SizesRef input, int64_t blockSize,
                                    PixelOrder order, ElementType type) {
  bool isDepthFirst = order == PixelOrder::DepthColumnRow;
  BenchmarkCase result =
      makeCase(Twine("depth_to_space1_") + (isDepthFirst ? "dcr" : "crd"),
               formatSizes(input) + "_b" + Twine(blockSize), type);
  Sizes output = cantFail(inferDepthToSpace1Sizes(input, blockSize));
  result.program = spellFunction(
      spellTensorType(input, type), spellTensorType(output, type),
      "dml.depth_to_space1 %0, block_size = " + std::to_string(blockSize) +
          ", order = " +
          (isDepthFirst ? "depth_column_row" : "column_row_depth"));
  result.inputs = {spellRandom(input, type)};
  return result;
}

BenchmarkCase makeMaxUnpoolingCase(SizesRef values, IndexPattern pattern,
                                   ElementType indexType, ElementType type) {
  BenchmarkCase result =
      makeCase(Twine("max_unpooling_") + stringifyPattern(pattern),
               formatSizes(values) + "_" + stringify(indexType), type);
  Sizes output(values);
  output[2] *= 2;
  output[3] *= 2;
  result.program = spellFunction(
      {spellTensorType(values, type), spellTensorType(values, indexType)},
      spellTensorType(output, type), "dml.max_unpooling %0, %1");
  result.inputs = {spellRandom(values, type),
                   spellType(values, indexType) + "=" +
                       spellIndices(pattern, output)};
  return result;
}

BenchmarkCase makeUnfoldCase(SizesRef input, const WindowShape &window,
                             ElementType type) {
  std::string shape = formatSizes(input) + "_k" + std::to_string(window.size);
  if (window.stride != 1)
    shape += "_s" + std::to_string(window.stride);
  if (window.padding != 0)
    shape += "_p" + std::to_string(window.padding);
  if (window.dilation != 1)
    shape += "_d" + std::to_string(window.dilation);
  BenchmarkCase result = makeCase("unfold", shape, type);

  size_t rank = input.size() - 2;
  Sizes sizes(rank, window.size), strides(rank, window.stride),
      dilations(rank, window.dilation), padding(rank, window.padding);
  Sizes output = cantFail(
      inferUnfoldSizes(input, {sizes, strides, dilations, padding, padding}));
  result.program =
      spellFunction(spellTensorType(input, type), spellTensorType(output, type),
                    "dml.unfold %0, window_sizes = " + spellArray(sizes) +
                        ", strides = " + spellArray(strides) +
                        ", dilations = " + spellArray(dilations) +
                        ", start_padding = " + spellArray(padding) +
                        ", end_padding = " + spellArray(padding));
  result.inputs = {spellRandom(input, type)};
  return result;
}

} // namespace dml
