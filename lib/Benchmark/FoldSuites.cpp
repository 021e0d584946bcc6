//===- FoldSuites.cpp - Benchmarks of fold --------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorCases.h"
#include "WindowShapes.h"
#include "dml/IR/UnfoldSizes.h"

using namespace llvm;

namespace dml {

// clang-format off
static std::vector<WindowShape> getShapes(ShapeClass shapes) {
  switch (shapes) {
  case ShapeClass::Model:
    return {
      {{1, 64, 128, 128}, 3, 1, 1},
      {{16, 64, 56, 56}, 3, 1, 1},
      {{8, 3, 224, 224}, 7, 2, 3},
      {{1, 64, 128, 128}, 3, 1, 2, 2},
      {{16, 3, 224, 224}, 16, 16},
      {{8, 64, 16384}, 9},
    };
  case ShapeClass::Small:
    return {
      {{1, 4, 12, 12}, 3, 1, 1},
      {{1, 3, 12, 12}, 7, 2, 3},
      {{1, 4, 12, 12}, 3, 1, 2, 2},
      {{1, 3, 32, 32}, 16, 16},
      {{1, 4, 128}, 9},
      {{1, 2, 5, 8, 8}, 3},
    };
  case ShapeClass::Large:
    return {
      {{16, 64, 128, 128}, 3, 1, 1},
      {{32, 3, 512, 512}, 7, 2, 3},
      {{128, 3, 512, 512}, 16, 16},
      {{64, 64, 4096}, 9, 1, 4},
    };
  case ShapeClass::LargeOdd:
    return {
      {{16, 64, 127, 127}, 3, 1, 1},
      {{512, 3, 224, 224}, 16, 16},
    };
  case ShapeClass::SmallGPU:
    return {
      {{1, 4, 32, 32}, 3, 1, 1},
      {{1, 1, 256, 256}, 16, 16},
    };
  case ShapeClass::OddWidths:
    break;
  }
  std::vector<WindowShape> odd;
  for (int64_t width : kOddWidths)
    odd.push_back({{1, 32, getOddWidthHeight(width), width}, 3, 1, 1});
  return odd;
}
// clang-format on

/// `fold/8x3x224x224_k7_s2_p3/f32`, named after its result.
static BenchmarkCase makeOneCase(SizesRef output, const WindowShape &shape,
                                 ElementType type) {
  BenchmarkCase result = makeCase("fold", shape.spell(output), type);
  Sizes input = cantFail(shape.infer(output, inferUnfoldSizes));
  result.program =
      spellFunction(spellTensor(input, type), spellTensor(output, type),
                    "dml.fold %0" + shape.spellClauses());
  result.inputs = {spellRandom(input, type)};
  return result;
}

std::vector<BenchmarkCase> makeFoldCases(const SuitePart &part) {
  std::vector<BenchmarkCase> cases;
  for (const WindowShape &shape : getShapes(part.shapes))
    for (ElementType type : part.types)
      cases.push_back(makeOneCase(part.scale(shape.sizes, type), shape, type));
  return cases;
}

} // namespace dml
