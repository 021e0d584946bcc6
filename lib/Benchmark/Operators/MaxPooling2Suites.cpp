//===- MaxPooling2Suites.cpp - Benchmarks of max_pooling2 -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowShapes.h"
#include "dml/IR/Operators/MaxPooling2Sizes.h"

using namespace llvm;

namespace dml {
// clang-format off
static std::vector<WindowShape> getShapes(ShapeClass shapes) {
  switch (shapes) {
  case ShapeClass::Model:
    return {
      {{16, 64, 112, 112}, 2, 2},
      {{16, 64, 112, 112}, 3, 2, 1},
      {{16, 64, 112, 112}, 3, 2, 1, 1, Layout::ChannelsLast},
      {{1, 16, 32, 64, 64}, 2, 2},
    };
  case ShapeClass::Small:
    return {
      {{1, 4, 12, 12}, 2, 2},
      {{1, 4, 12, 12}, 3, 2, 1},
      {{1, 4, 12, 12}, 3, 2, 1, 1, Layout::ChannelsLast},
      {{1, 2, 6, 8, 8}, 2, 2},
      {{1, 2, 16, 16}, 7, 1, 3},
    };
  case ShapeClass::Large:
    return {
      {{64, 64, 256, 256}, 2, 2},
      {{64, 64, 256, 256}, 3, 2, 1},
      {{16, 64, 256, 256}, 3, 2, 1, 1, Layout::ChannelsLast},
    };
  case ShapeClass::LargeOdd:
    return {
      {{64, 64, 255, 255}, 3, 2, 1},
    };
  case ShapeClass::SmallGPU:
    return {
      {{1, 4, 64, 64}, 2, 2},
      {{1, 4, 32, 32}, 3, 2, 1},
    };
  case ShapeClass::OddWidths:
    break;
  }
  std::vector<WindowShape> odd;
  for (int64_t width : kOddWidths)
    odd.push_back({{1, 32, getOddWidthHeight(width), 2 * width}, 2, 2});
  return odd;
}
// clang-format on

/// `max_pooling2/16x64x112x112_k3_s2_p1/f32`, and `…_indices` with them.
static BenchmarkCase makeOneCase(SizesRef input, const WindowShape &shape,
                                 ElementType type, bool withIndices) {
  BenchmarkCase result = makeCase(
      "max_pooling2", shape.spell(input) + (withIndices ? "_indices" : ""),
      type, shape.layout);
  Sizes output = cantFail(shape.infer(input, inferMaxPooling2Sizes));
  std::vector<TensorType> results = {makeType(output, type, shape.layout)};
  if (withIndices)
    results.push_back(makeType(output, ElementType::UI32, shape.layout));
  result.program = spellFunction(makeType(input, type, shape.layout), results,
                                 "dml.max_pooling2 %0" + shape.spellClauses());
  result.inputs = {spellRandom(input, type)};
  return result;
}

std::vector<BenchmarkCase> makeMaxPooling2Cases(const SuitePart &part) {
  std::vector<BenchmarkCase> cases;
  for (const WindowShape &shape : getShapes(part.shapes))
    for (ElementType type : part.getTypes(shape.layout))
      if (type != ElementType::F64)
        for (bool withIndices : {false, true})
          cases.push_back(makeOneCase(part.scale(shape.sizes, type), shape,
                                      type, withIndices));
  return cases;
}

std::optional<BenchmarkCase> drawMaxPooling2Case(CaseDraw &draw) {
  Random &random = draw.random;
  WindowShape shape = drawPooling(draw, random.pick({2, 2, 2, 3}));
  if (random.chance(10))
    shape.dilation = 2;
  bool withIndices = random.chance(50);
  ElementType type = draw.getTypeWithoutF64();
  Expected<Sizes> output = shape.infer(shape.sizes, inferMaxPooling2Sizes);
  if (!output) {
    consumeError(output.takeError());
    return std::nullopt;
  }
  SmallVector<TensorType> tensors = {
      makeType(shape.sizes, type, Layout::RowMajor),
      makeType(*output, type, Layout::RowMajor)};
  if (withIndices)
    tensors.push_back(makeType(*output, ElementType::UI32, Layout::RowMajor));
  std::optional<int64_t> batch = draw.drawBatch(tensors);
  if (!batch)
    return std::nullopt;
  shape.sizes.front() = *batch;
  return makeOneCase(shape.sizes, shape, type, withIndices);
}

} // namespace dml
