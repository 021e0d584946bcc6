//===- ProgramSuite.cpp - Programs to benchmark ---------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Benchmark/ProgramSuite.h"
#include "Benchmark/Operators/OperatorCases.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace dml {
namespace {

// The sizes of these are the inputs'.
constexpr StringLiteral kESPCN =
#include "espcn.inc"
    ;
constexpr StringLiteral kSegNet =
#include "segnet.inc"
    ;
constexpr StringLiteral kPatchEmbedding =
#include "patch_embedding.inc"
    ;
constexpr StringLiteral kBiasShuffleClamp =
#include "bias_shuffle_clamp.inc"
    ;
constexpr StringLiteral kUnfoldMatmul =
#include "unfold_matmul.inc"
    ;

/// What the evaluator computes within seconds: so many elements of the first
/// input, and operations of contractions.
constexpr int64_t kMostCheckedElements = 1 << 20;
constexpr int64_t kMostCheckedOperations = 1 << 24;

/// A case whose first input is an image of pixels from 0 to 1.
class ProgramBuilder {
public:
  ProgramBuilder(const Twine &op, const Twine &options, SizesRef image,
                 const Twine &program, ElementType type = ElementType::F32)
      : type(type) {
    result = makeCase(op, formatSizes(image) + options, type, Layout::RowMajor);
    result.program = program.str();
    result.inputs.push_back(spellType(image, type) + "=uniform:1:0:1");
    result.check = product_of(image) <= kMostCheckedElements;
  }

  /// Adds an input that multiplies or is added: normal numbers, others for
  /// each.
  ProgramBuilder &addWeights(SizesRef sizes) {
    result.inputs.push_back(spellType(sizes, type) + "=normal:" +
                            std::to_string(result.inputs.size() + 1));
    return *this;
  }

  /// Adds weights and counts their products, one of each at a position.
  ProgramBuilder &addFactors(SizesRef sizes, int64_t numPositions) {
    result.numFloatOperations += 2 * product_of(sizes) * numPositions;
    result.check &= result.numFloatOperations <= kMostCheckedOperations;
    return addWeights(sizes);
  }

  /// Adds the weights and the bias of a convolution with square windows.
  ProgramBuilder &addConvolution(int64_t from, int64_t to, int64_t window,
                                 int64_t numPositions) {
    return addFactors({to, from, window, window}, numPositions)
        .addWeights({to});
  }

  BenchmarkCase take() { return std::move(result); }

private:
  ElementType type;
  BenchmarkCase result;
};

} // namespace

/// ESPCN with so many channels between the convolutions.
static BenchmarkCase makeESPCN(SizesRef image, int64_t first, int64_t second) {
  constexpr int64_t blockSize = 3;
  int64_t pixels = image[0] * image[2] * image[3];
  return ProgramBuilder("espcn",
                        "_c" + formatSizes({first, second}) + "_b" +
                            Twine(blockSize),
                        image, kESPCN)
      .addConvolution(image[1], first, 5, pixels)
      .addConvolution(first, second, 3, pixels)
      .addConvolution(second, image[1] * blockSize * blockSize, 3, pixels)
      .take();
}

/// SegNet with two levels of so many channels. Sizes of the image are multiples
/// of 4.
static BenchmarkCase makeSegNet(SizesRef image, int64_t first, int64_t second,
                                int64_t classes) {
  int64_t pixels = image[0] * image[2] * image[3];
  return ProgramBuilder("segnet", "_c" + formatSizes({first, second, classes}),
                        image, kSegNet)
      .addConvolution(image[1], first, 3, pixels)
      .addConvolution(first, second, 3, pixels / 4)
      .addConvolution(second, first, 3, pixels / 4)
      .addConvolution(first, classes, 3, pixels)
      .take();
}

static BenchmarkCase makePatchEmbedding(SizesRef images, int64_t channels) {
  constexpr int64_t patch = 16;
  int64_t patches = (images[2] / patch) * (images[3] / patch);
  return ProgramBuilder("patch_embedding",
                        "_k" + Twine(patch) + "_s" + Twine(patch) + "_c" +
                            Twine(channels),
                        images, kPatchEmbedding)
      .addFactors({channels, images[1] * patch * patch}, images[0] * patches)
      .addWeights({channels})
      .addWeights({patches, channels})
      .take();
}

static BenchmarkCase makeBiasShuffleClamp(SizesRef features, int64_t blockSize,
                                          ElementType type) {
  return ProgramBuilder("bias_shuffle_clamp", "_b" + Twine(blockSize), features,
                        "!element = " + stringify(type) + "\n#block = " +
                            Twine(blockSize) + " : i64\n" + kBiasShuffleClamp,
                        type)
      .addWeights({features[1]})
      .take();
}

static BenchmarkCase makeUnfoldMatmul(SizesRef image, int64_t channels) {
  constexpr int64_t window = 3;
  return ProgramBuilder("unfold_matmul",
                        "_k" + Twine(window) + "_p" + Twine(window / 2) + "_c" +
                            Twine(channels),
                        image, kUnfoldMatmul)
      .addFactors({channels, image[1] * window * window},
                  image[0] * image[2] * image[3])
      .take();
}

std::vector<BenchmarkCase> makeProgramSuite() {
  std::vector<BenchmarkCase> cases = {
      makeESPCN({1, 1, 360, 640}, 64, 32),
      makeSegNet({1, 3, 224, 224}, 64, 128, 12),
      makePatchEmbedding({8, 3, 224, 224}, 768),
      makeUnfoldMatmul({1, 64, 256, 256}, 64),
  };
  for (ElementType type : {ElementType::F32, ElementType::F16}) {
    cases.push_back(makeBiasShuffleClamp({4, 48, 512, 512}, 2, type));
    cases.push_back(makeBiasShuffleClamp({4, 27, 512, 512}, 3, type));
    cases.push_back(makeBiasShuffleClamp({16, 48, 512, 512}, 4, type));
  }
  cases.push_back(makeESPCN({1, 1, 12, 20}, 16, 8));
  cases.push_back(makeSegNet({1, 3, 16, 24}, 8, 12, 5));
  cases.push_back(makePatchEmbedding({2, 3, 32, 48}, 8));
  cases.push_back(makeUnfoldMatmul({1, 4, 12, 12}, 8));
  for (ElementType type : {ElementType::F32, ElementType::F16})
    cases.push_back(makeBiasShuffleClamp({1, 12, 16, 16}, 2, type));
  return cases;
}

} // namespace dml
