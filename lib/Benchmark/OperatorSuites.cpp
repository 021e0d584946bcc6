//===- OperatorSuites.cpp - The operators to benchmark --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Benchmark/OperatorSuites.h"
#include "OperatorCases.h"

namespace dml {
namespace {

struct DepthToSpaceShape {
  Sizes input;
  int64_t blockSize;
};

struct UnfoldShape {
  Sizes input;
  WindowShape window;
};

/// What a suite consists of.
struct SuiteShapes {
  std::vector<DepthToSpaceShape> depthToSpace;
  std::vector<Sizes> maxUnpooling;
  std::vector<UnfoldShape> unfold;
};

// clang-format off
SuiteShapes getModelShapes() {
  return {
  /*depthToSpace=*/{
    {{1, 256, 256, 256}, 2},
    {{1, 48, 512, 512}, 4},
    {{8, 36, 224, 224}, 3},
  },
  /*maxUnpooling=*/{
    {1, 64, 256, 256},
    {16, 256, 32, 32},
  },
  /*unfold=*/{
    {{1, 64, 128, 128}, {3, 1, 1}},
    {{16, 64, 56, 56}, {3, 1, 1}},
    {{8, 3, 224, 224}, {7, 2, 3}},
    {{1, 64, 128, 128}, {3, 1, 2, 2}},
    {{16, 3, 224, 224}, {16, 16}},
    {{8, 64, 16384}, {9}},
    {{1, 16, 32, 64, 64}, {3}},
  }};
}

/// The same, cut down.
SuiteShapes getSmallShapes() {
  return {
  /*depthToSpace=*/{
    {{1, 8, 16, 16}, 2},
    {{1, 16, 8, 16}, 4},
    {{2, 9, 12, 8}, 3},
  },
  /*maxUnpooling=*/{
    {1, 4, 16, 16},
    {4, 16, 4, 4},
  },
  /*unfold=*/{
    {{1, 4, 12, 12}, {3, 1, 1}},
    {{2, 4, 8, 8}, {3, 1, 1}},
    {{1, 3, 12, 12}, {7, 2, 3}},
    {{1, 4, 12, 12}, {3, 1, 2, 2}},
    {{1, 3, 32, 32}, {16, 16}},
    {{1, 4, 128}, {9}},
    {{1, 2, 5, 8, 8}, {3}},
  }};
}

/// In f32; narrower types have as many more batches.
SuiteShapes getLargeShapes() {
  return {
  /*depthToSpace=*/{
    {{8, 256, 256, 256}, 2},
    {{16, 128, 256, 256}, 4},
    {{16, 144, 224, 224}, 3},
  },
  /*maxUnpooling=*/{
    {16, 64, 256, 256},
  },
  /*unfold=*/{
    {{16, 64, 128, 128}, {3, 1, 1}},
    {{16, 64, 128, 128}, {3, 1, 2, 2}},
    {{32, 3, 512, 512}, {7, 2, 3}},
    {{128, 3, 512, 512}, {16, 16}},
    {{64, 64, 4096}, {9, 1, 4}},
    {{1, 16, 32, 64, 64}, {3, 1, 1}},
  }};
}

/// Of like sizes, with rows that are no whole vectors.
SuiteShapes getLargeOddShapes() {
  return {
  /*depthToSpace=*/{
    {{8, 256, 255, 255}, 2},
    {{16, 128, 255, 255}, 4},
    {{16, 144, 223, 223}, 3},
  },
  /*maxUnpooling=*/{
    {16, 64, 255, 255},
  },
  /*unfold=*/{
    {{16, 64, 127, 127}, {3, 1, 1}},
    {{32, 3, 509, 509}, {7, 2, 3}},
    {{512, 3, 224, 224}, {16, 16}},
    {{64, 64, 4095}, {9, 1, 4}},
  }};
}

/// What a GPU takes hardly longer for than for nothing.
SuiteShapes getSmallGPUShapes() {
  return {
  /*depthToSpace=*/{
    {{1, 64, 32, 32}, 2},
    {{1, 64, 32, 32}, 4},
    {{1, 36, 32, 32}, 3},
  },
  /*maxUnpooling=*/{
    {1, 16, 32, 32},
  },
  /*unfold=*/{
    {{1, 4, 32, 32}, {3, 1, 1}},
    {{1, 4, 32, 32}, {3, 1, 2, 2}},
    {{1, 1, 128, 64}, {7, 2, 3}},
    {{1, 1, 256, 256}, {16, 16}},
    {{1, 8, 256}, {9, 1, 4}},
    {{1, 2, 8, 16, 16}, {3, 1, 1}},
  }};
}
// clang-format on

/// Rows of odd widths, and of the powers of two beside them: as many elements
/// of each, in higher planes.
SuiteShapes getOddWidthShapes() {
  constexpr int64_t kPlaneElements = 1 << 16;
  SuiteShapes shapes;
  for (int64_t width : {1, 2, 3, 4, 16, 17, 255, 256}) {
    // Even, for strides of 2.
    int64_t height = kPlaneElements / width / 2 * 2;
    shapes.depthToSpace.push_back({{1, 64, height, width}, 2});
    shapes.maxUnpooling.push_back({1, 64, height, width});
    shapes.unfold.push_back({{1, 32, height, width}, {3, 1, 1}});
    shapes.unfold.push_back({{1, 32, height, 2 * width}, {3, 2, 1}});
  }
  return shapes;
}

/// Which benchmarks a shape is good for.
struct SuiteVariants {
  std::vector<ElementType> types, unpoolingTypes, indexTypes;
  std::vector<IndexPattern> patterns;
  /// Of the element type that the shapes are for; 0: for all.
  unsigned elementBytes = 0;
};

class SuiteBuilder {
public:
  explicit SuiteBuilder(const SuiteVariants &variants) : variants(variants) {}

  void add(const SuiteShapes &shapes) {
    for (const DepthToSpaceShape &shape : shapes.depthToSpace)
      for (PixelOrder order :
           {PixelOrder::DepthColumnRow, PixelOrder::ColumnRowDepth})
        for (ElementType type : variants.types)
          cases.push_back(makeDepthToSpace1Case(scale(shape.input, type),
                                                shape.blockSize, order, type));
    for (const Sizes &sizes : shapes.maxUnpooling)
      for (IndexPattern pattern : variants.patterns)
        for (ElementType indexType : variants.indexTypes)
          for (ElementType type : variants.unpoolingTypes)
            cases.push_back(makeMaxUnpoolingCase(scale(sizes, type), pattern,
                                                 indexType, type));
    for (const UnfoldShape &shape : shapes.unfold)
      for (ElementType type : variants.types)
        cases.push_back(
            makeUnfoldCase(scale(shape.input, type), shape.window, type));
  }

  std::vector<BenchmarkCase> take() { return std::move(cases); }

private:
  /// More batches, where narrower elements would make fewer bytes.
  Sizes scale(Sizes sizes, ElementType type) const {
    if (variants.elementBytes != 0)
      sizes.front() *= variants.elementBytes / getByteWidth(type);
    return sizes;
  }

  const SuiteVariants &variants;
  std::vector<BenchmarkCase> cases;
};

} // namespace

std::vector<BenchmarkCase> makeOperatorSuite() {
  SuiteVariants variants;
  variants.types = {ElementType::F32, ElementType::F16, ElementType::I8,
                    ElementType::F64};
  variants.unpoolingTypes = {ElementType::F32, ElementType::F16,
                             ElementType::I8, ElementType::I64};
  variants.indexTypes = {ElementType::UI32, ElementType::UI64};
  variants.patterns = {IndexPattern::Pooled, IndexPattern::Shuffled};
  SuiteBuilder builder(variants);
  builder.add(getModelShapes());
  builder.add(getSmallShapes());
  return builder.take();
}

/// What rows of odd widths are measured with.
static SuiteVariants getOddWidthVariants() {
  SuiteVariants variants;
  variants.types = {ElementType::F32, ElementType::F16, ElementType::I8};
  variants.unpoolingTypes = variants.types;
  variants.indexTypes = {ElementType::UI32};
  variants.patterns = {IndexPattern::Pooled};
  return variants;
}

std::vector<BenchmarkCase> makeOddWidthSuite() {
  SuiteVariants variants = getOddWidthVariants();
  SuiteBuilder builder(variants);
  builder.add(getOddWidthShapes());
  return builder.take();
}

std::vector<BenchmarkCase> makeGPUOperatorSuite() {
  SuiteVariants variants;
  variants.types = {ElementType::F32, ElementType::F16, ElementType::I8};
  variants.unpoolingTypes = variants.types;
  variants.indexTypes = {ElementType::UI32};
  variants.patterns = {IndexPattern::Pooled, IndexPattern::Overlapping,
                       IndexPattern::ShuffledInPlanes, IndexPattern::Shuffled};
  SuiteBuilder builder(variants);
  variants.elementBytes = 4;
  builder.add(getLargeShapes());
  variants.elementBytes = 0;
  builder.add(getSmallGPUShapes());
  return builder.take();
}

std::vector<BenchmarkCase> makeGPUOddWidthSuite() {
  SuiteVariants variants = getOddWidthVariants();
  variants.elementBytes = 4;
  SuiteBuilder builder(variants);
  builder.add(getLargeOddShapes());
  return builder.take();
}

} // namespace dml
