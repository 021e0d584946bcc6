//===- MaxUnpoolingSuites.cpp - Benchmarks of max_unpooling ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowShapes.h"
#include "dml/IR/Operators/MaxPooling2Sizes.h"

using namespace llvm;

namespace dml {
namespace {

/// Where the values of an unpooling go.
enum class IndexPattern {
  /// Each into its own window of 2x2.
  Pooled,
  /// Into windows of 3x3 with padding 1, two apart.
  Overlapping,
  /// Anywhere in its plane.
  ShuffledInPlanes,
  /// Anywhere.
  Shuffled
};

/// Of the values.
struct Shape {
  Sizes sizes;
  Layout layout = Layout::RowMajor;
};

/// What is measured beside shapes.
struct Variants {
  std::vector<ElementType> indexTypes;
  std::vector<IndexPattern> patterns;
};

} // namespace

static Variants getVariants(Suite suite, Layout layout) {
  if (layout == Layout::ChannelsLast)
    return {{ElementType::UI32}, {IndexPattern::Pooled}};
  switch (suite) {
  case Suite::Operators:
    return {{ElementType::UI32, ElementType::UI64},
            {IndexPattern::Pooled, IndexPattern::Shuffled}};
  case Suite::OddWidths:
  case Suite::GPUOddWidths:
    return {{ElementType::UI32}, {IndexPattern::Pooled}};
  case Suite::GPUOperators:
    return {{ElementType::UI32},
            {IndexPattern::Pooled, IndexPattern::Overlapping,
             IndexPattern::ShuffledInPlanes, IndexPattern::Shuffled}};
  }
  llvm_unreachable("unknown suite");
}

// clang-format off
static std::vector<Shape> getShapes(ShapeClass shapes) {
  switch (shapes) {
  case ShapeClass::Model:
    return {
      {{1, 64, 256, 256}},
      {{16, 256, 32, 32}},
      {{16, 256, 32, 32}, Layout::ChannelsLast},
    };
  case ShapeClass::Small:
    return {
      {{1, 4, 16, 16}},
      {{4, 16, 4, 4}},
      {{4, 16, 4, 4}, Layout::ChannelsLast},
    };
  case ShapeClass::Large:
    return {
      {{16, 64, 256, 256}},
      {{8, 64, 256, 256}, Layout::ChannelsLast},
    };
  case ShapeClass::LargeOdd:
    return {
      {{16, 64, 255, 255}},
    };
  case ShapeClass::SmallGPU:
    return {
      {{1, 16, 32, 32}},
    };
  case ShapeClass::OddWidths:
    break;
  }
  std::vector<Shape> odd;
  for (int64_t width : kOddWidths) {
    int64_t height = getOddWidthHeight(width);
    odd.push_back({{1, 64, height, width}});
  }
  return odd;
}
// clang-format on

static StringRef stringifyPattern(IndexPattern pattern) {
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
static std::string spellIndices(IndexPattern pattern, SizesRef output) {
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

/// The name is `max_unpooling_PATTERN/SHAPE_ui32/f32`.
static BenchmarkCase makeOneCase(StringRef pattern, const Twine &shape,
                                 SizesRef values, SizesRef output,
                                 Layout layout, const Twine &indices,
                                 ElementType indexType, ElementType type) {
  BenchmarkCase result =
      makeCase("max_unpooling_" + pattern, shape + "_" + stringify(indexType),
               type, layout);
  result.program = spellFunction(
      {makeType(values, type, layout), makeType(values, indexType, layout)},
      makeType(output, type, layout), "dml.max_unpooling %0, %1");
  result.inputs = {spellRandom(values, type),
                   spellType(values, indexType) + "=" + indices.str()};
  return result;
}

/// To a result of twice the height and width:
/// `max_unpooling_pooled/1x64x256x256_ui32/f32`.
static BenchmarkCase makeDoublingCase(SizesRef values, Layout layout,
                                      IndexPattern pattern,
                                      ElementType indexType, ElementType type) {
  Sizes output(values);
  output[2] *= 2;
  output[3] *= 2;
  return makeOneCase(stringifyPattern(pattern), formatSizes(values), values,
                     output, layout, spellIndices(pattern, output), indexType,
                     type);
}

std::vector<BenchmarkCase> makeMaxUnpoolingCases(const SuitePart &part) {
  std::vector<BenchmarkCase> cases;
  for (const Shape &shape : getShapes(part.shapes)) {
    Variants variants = getVariants(part.suite, shape.layout);
    for (IndexPattern pattern : variants.patterns)
      for (ElementType indexType : variants.indexTypes)
        for (ElementType type : part.getTypes(shape.layout)) {
          // U1 has no f64.
          if (type == ElementType::F64)
            type = ElementType::I64;
          cases.push_back(makeDoublingCase(part.scale(shape.sizes, type),
                                           shape.layout, pattern, indexType,
                                           type));
        }
  }
  return cases;
}

/// Back to where a pooling had its values from:
/// `max_unpooling_pooled/8x64x28x37_k3_s2_p1_o56x73_ui32/f32`.
static BenchmarkCase makePooledCase(const WindowShape &pooling,
                                    ElementType indexType, ElementType type) {
  SizesRef output = pooling.sizes;
  Sizes values = cantFail(pooling.infer(output, inferMaxPooling2Sizes));
  std::string indices = "pooled:2:" + formatSizes(output);
  for (const PerDimension &entries :
       {pooling.window, pooling.stride, pooling.padding})
    indices += ":" + entries.spell();
  return makeOneCase("pooled",
                     pooling.spell(values) + "_o" +
                         formatSizes(output.drop_front(2)),
                     values, output, pooling.layout, indices, indexType, type);
}

std::optional<BenchmarkCase> drawMaxUnpoolingCase(CaseDraw &draw) {
  WindowShape pooling = drawPooling(draw, /*rank=*/2);
  ElementType type = draw.getTypeWithoutF64();
  ElementType indexType =
      draw.random.chance(75) ? ElementType::UI32 : ElementType::UI64;
  Expected<Sizes> values = pooling.infer(pooling.sizes, inferMaxPooling2Sizes);
  if (!values) {
    consumeError(values.takeError());
    return std::nullopt;
  }
  std::optional<int64_t> batch =
      draw.drawBatch({makeType(*values, type, Layout::RowMajor),
                      makeType(*values, indexType, Layout::RowMajor),
                      makeType(pooling.sizes, type, Layout::RowMajor)});
  if (!batch)
    return std::nullopt;
  pooling.sizes.front() = *batch;
  return makePooledCase(pooling, indexType, type);
}

} // namespace dml
