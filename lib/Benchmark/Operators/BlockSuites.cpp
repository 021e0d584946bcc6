//===- BlockSuites.cpp - Benchmarks of block operators --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSuites.h"
#include "dml/IR/Operators/DepthToSpace1Sizes.h"

using namespace llvm;

namespace dml {
namespace {

struct Shape {
  /// Of depth_to_space1.
  Sizes input;
  int64_t blockSize;
  Layout layout = Layout::RowMajor;
};

enum class PixelOrder { DepthColumnRow, ColumnRowDepth };

} // namespace

// clang-format off
static std::vector<Shape> getShapes(ShapeClass shapes) {
  switch (shapes) {
  case ShapeClass::Model:
    return {
      {{1, 256, 256, 256}, 2},
      {{1, 256, 256, 256}, 2, Layout::ChannelsLast},
      {{1, 48, 512, 512}, 4},
      {{8, 36, 224, 224}, 3},
    };
  case ShapeClass::Small:
    return {
      {{1, 8, 16, 16}, 2},
      {{1, 8, 16, 16}, 2, Layout::ChannelsLast},
      {{1, 16, 8, 16}, 4},
      {{2, 9, 12, 8}, 3},
    };
  case ShapeClass::Large:
    return {
      {{8, 256, 256, 256}, 2},
      {{2, 256, 256, 256}, 2, Layout::ChannelsLast},
      {{16, 128, 256, 256}, 4},
      {{16, 144, 224, 224}, 3},
    };
  case ShapeClass::LargeOdd:
    return {
      {{8, 256, 255, 255}, 2},
      {{16, 128, 255, 255}, 4},
      {{16, 144, 223, 223}, 3},
    };
  case ShapeClass::SmallGPU:
    return {
      {{1, 64, 32, 32}, 2},
      {{1, 64, 32, 32}, 4},
      {{1, 36, 32, 32}, 3},
    };
  case ShapeClass::OddWidths:
    break;
  }
  std::vector<Shape> odd;
  for (int64_t width : kOddWidths) {
    int64_t height = getOddWidthHeight(width);
    odd.push_back({{1, 64, height, width}, 2});
  }
  return odd;
}
// clang-format on

/// `depth_to_space1_dcr/1x256x256x256_b2/f32`.
static BenchmarkCase makeOneCase(SizesRef input, const Shape &shape,
                                 PixelOrder order, ElementType type,
                                 bool isInverse) {
  bool isDepthFirst = order == PixelOrder::DepthColumnRow;
  StringRef mnemonic = isInverse ? "space_to_depth1" : "depth_to_space1";
  Sizes from(input);
  Sizes to = cantFail(inferDepthToSpace1Sizes(input, shape.blockSize));
  if (isInverse)
    std::swap(from, to);
  BenchmarkCase result = makeCase(
      mnemonic + (isDepthFirst ? "_dcr" : "_crd"),
      formatSizes(from) + "_b" + Twine(shape.blockSize), type, shape.layout);
  result.program = spellFunction(
      makeType(from, type, shape.layout), makeType(to, type, shape.layout),
      ("dml." + mnemonic + " %0, block_size = " + Twine(shape.blockSize) +
       ", order = " + (isDepthFirst ? "depth_column_row" : "column_row_depth"))
          .str());
  result.inputs = {spellRandom(from, type)};
  return result;
}

std::vector<BenchmarkCase> makeBlockCases(const SuitePart &part,
                                          bool isInverse) {
  std::vector<BenchmarkCase> cases;
  for (const Shape &shape : getShapes(part.shapes))
    for (PixelOrder order :
         {PixelOrder::DepthColumnRow, PixelOrder::ColumnRowDepth})
      for (ElementType type : part.getTypes(shape.layout))
        cases.push_back(makeOneCase(part.scale(shape.input, type), shape, order,
                                    type, isInverse));
  return cases;
}

std::optional<BenchmarkCase> drawBlockCase(CaseDraw &draw, bool isInverse) {
  Random &random = draw.random;
  int64_t blockSize = random.chance(50) ? 2 : random.between(2, 8);
  int64_t area = blockSize * blockSize;
  Sizes sizes = {1, area * draw.drawChannels(2048 / area)};
  append_range(sizes, draw.drawSpatialSizes(/*rank=*/2));
  PixelOrder order = random.chance(50) ? PixelOrder::DepthColumnRow
                                       : PixelOrder::ColumnRowDepth;
  std::optional<int64_t> batch =
      draw.drawBatch({makeType(sizes, draw.type, Layout::RowMajor)});
  if (!batch)
    return std::nullopt;
  sizes.front() = *batch;
  return makeOneCase(sizes, {sizes, blockSize, draw.getLayout(sizes)}, order,
                     draw.type, isInverse);
}

} // namespace dml
