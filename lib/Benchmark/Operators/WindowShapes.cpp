//===- WindowShapes.cpp - Cases of operators with windows -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowShapes.h"
#include "dml/IR/Operators/UnfoldSizes.h"

using namespace llvm;

namespace dml {

std::string WindowShape::spell(SizesRef sizes) const {
  std::string text = formatSizes(sizes) + "_k" + window.spell();
  if (!stride.isAll(1))
    text += "_s" + stride.spell();
  if (!padding.isAll(0))
    text += "_p" + padding.spell();
  if (!dilation.isAll(1))
    text += "_d" + dilation.spell();
  return text;
}

std::string WindowShape::spellClauses() const {
  size_t rank = sizes.size() - 2;
  std::string paddings = spellArray(padding.expand(rank));
  return ", window_sizes = " + spellArray(window.expand(rank)) +
         ", strides = " + spellArray(stride.expand(rank)) +
         ", dilations = " + spellArray(dilation.expand(rank)) +
         ", start_padding = " + paddings + ", end_padding = " + paddings;
}

llvm::Expected<Sizes> WindowShape::infer(
    SizesRef sizes,
    llvm::Expected<Sizes> (*function)(SizesRef sizes,
                                      const UnfoldWindow &window)) const {
  size_t rank = sizes.size() - 2;
  Sizes windows = window.expand(rank), strides = stride.expand(rank),
        dilations = dilation.expand(rank), paddings = padding.expand(rank);
  return function(sizes, {windows, strides, dilations, paddings, paddings});
}

static BenchmarkCase makeWindowCase(llvm::StringRef mnemonic,
                                    const WindowShape &shape, SizesRef sizes,
                                    ElementType type, WindowSide windows) {
  BenchmarkCase result =
      makeCase(mnemonic, shape.spell(sizes), type, shape.layout);
  Sizes input(sizes);
  Sizes output = llvm::cantFail(shape.infer(sizes, inferUnfoldSizes));
  if (windows == WindowSide::Input)
    std::swap(input, output);
  result.program = spellFunction(
      makeType(input, type, shape.layout), makeType(output, type, shape.layout),
      "dml." + mnemonic.str() + " %0" + shape.spellClauses());
  // A device may take denormals that it adds for zero (O5). Sums of random bits
  // may be denormals; sums of these numbers are not.
  bool avoidsDenormals = windows == WindowSide::Input &&
                         (type == ElementType::F32 || type == ElementType::F64);
  result.inputs = {avoidsDenormals ? spellType(input, type) + "=uniform:1:-1:1"
                                   : spellRandom(input, type)};
  return result;
}

std::vector<BenchmarkCase> makeWindowCases(llvm::StringRef mnemonic,
                                           llvm::ArrayRef<WindowShape> shapes,
                                           const SuitePart &part,
                                           WindowSide windows) {
  std::vector<BenchmarkCase> cases;
  for (const WindowShape &shape : shapes)
    for (ElementType type : part.getTypes(shape.layout))
      cases.push_back(makeWindowCase(
          mnemonic, shape, part.scale(shape.sizes, type), type, windows));
  return cases;
}

//===----------------------------------------------------------------------===//
// Random windows
//===----------------------------------------------------------------------===//

namespace {
/// A window in one dimension.
struct DimensionDraw {
  int64_t window, stride, padding = 0, dilation = 1;
};
} // namespace

/// The same number of positions before and behind, or fewer.
static int64_t drawPadding(Random &random, int64_t window, int64_t dilation) {
  int64_t same = dilation * (window - 1) / 2;
  return random.chance(50) ? same : random.pick({0, random.between(0, same)});
}

static DimensionDraw drawConvolution(Random &random, bool isFlat) {
  DimensionDraw drawn;
  drawn.window = isFlat ? random.pick({3, 3, 5, 7, 9, 10, 15, 31})
                        : random.pick({2, 3, 3, 3, 3, 4, 5, 5, 7, 7, 9, 11});
  drawn.stride = random.pick({1, 1, 1, 1, 2, 2, 3, 4});
  if (random.chance(25))
    drawn.dilation = random.pick({2, 2, 3, 4, 6, 12, 18});
  drawn.padding = drawPadding(random, drawn.window, drawn.dilation);
  return drawn;
}

/// Windows side by side.
static DimensionDraw drawPatch(Random &random) {
  int64_t window = random.chance(60) ? random.pick({4, 7, 8, 14, 16, 16, 32})
                                     : random.between(2, 32);
  return {window, window};
}

static DimensionDraw drawAnyWindow(CaseDraw &draw, int64_t maxWindow) {
  Random &random = draw.random;
  DimensionDraw drawn;
  drawn.window = draw.betweenPowers(1, maxWindow);
  drawn.stride = random.between(1, drawn.window + 2);
  if (random.chance(20))
    drawn.dilation = random.between(2, 3);
  drawn.padding = drawPadding(random, drawn.window, drawn.dilation);
  return drawn;
}

/// Of sound: windows that overlap by a half, by three fifths or by anything.
static DimensionDraw drawFrame(CaseDraw &draw) {
  Random &random = draw.random;
  int64_t window = random.chance(50)
                       ? random.pick({25, 160, 256, 320, 400, 512, 1024})
                       : draw.betweenPowers(16, 1024);
  int64_t stride = random.chance(60)
                       ? random.pick({window / 4, window / 2, window * 2 / 5})
                       : random.between(1, window + window / 4);
  return {window, stride, random.pick({0, 0, window / 2})};
}

/// One dimension of windows of this kind.
static DimensionDraw drawDimension(CaseDraw &draw, int64_t kind, int64_t rank) {
  if (kind < 40)
    return drawConvolution(draw.random, rank == 1);
  if (rank == 1)
    return drawFrame(draw);
  if (kind < 65)
    return drawPatch(draw.random);
  return drawAnyWindow(draw, rank == 2 ? 32 : 8);
}

/// The tensor of one image, and windows that are mostly the same in all
/// dimensions.
static WindowShape drawShape(CaseDraw &draw, int64_t rank,
                             function_ref<DimensionDraw()> drawOne) {
  Sizes sizes = {1, draw.drawChannels()};
  append_range(sizes, draw.drawSpatialSizes(rank));
  SmallVector<DimensionDraw> dimensions(rank, drawOne());
  if (draw.random.chance(20))
    for (DimensionDraw &dimension : dimensions)
      dimension = drawOne();
  auto collect = [&](int64_t DimensionDraw::*member) {
    return PerDimension(
        Sizes(map_range(dimensions, [=](const DimensionDraw &dimension) {
          return dimension.*member;
        })));
  };
  Layout layout = draw.getLayout(sizes);
  return {std::move(sizes),
          collect(&DimensionDraw::window),
          collect(&DimensionDraw::stride),
          collect(&DimensionDraw::padding),
          collect(&DimensionDraw::dilation),
          layout};
}

std::optional<BenchmarkCase> drawWindowCase(StringRef mnemonic, CaseDraw &draw,
                                            WindowSide windows) {
  Random &random = draw.random;
  int64_t rank = random.pick({1, 2, 2, 2, 2, 2, 3});
  int64_t kind = random.between(0, 99);
  WindowShape shape =
      drawShape(draw, rank, [&] { return drawDimension(draw, kind, rank); });
  Expected<Sizes> columns = shape.infer(shape.sizes, inferUnfoldSizes);
  if (!columns) {
    consumeError(columns.takeError());
    return std::nullopt;
  }
  std::optional<int64_t> batch =
      draw.drawBatch({makeType(shape.sizes, draw.type, Layout::RowMajor),
                      makeType(*columns, draw.type, Layout::RowMajor)});
  if (!batch)
    return std::nullopt;
  shape.sizes.front() = *batch;
  return makeWindowCase(mnemonic, shape, shape.sizes, draw.type, windows);
}

WindowShape drawPooling(CaseDraw &draw, int64_t rank) {
  Random &random = draw.random;
  return drawShape(draw, rank, [&]() -> DimensionDraw {
    int64_t window = random.pick({2, 2, 3, 3, 4});
    int64_t stride = random.chance(40) ? 2 : random.between(1, 4);
    return {window, stride, random.pick({0, random.between(0, window / 2)})};
  });
}

} // namespace dml
