//===- WindowShapes.cpp - Cases of operators with windows -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowShapes.h"
#include "dml/IR/UnfoldSizes.h"

namespace dml {

std::string WindowShape::spell(SizesRef sizes) const {
  std::string text = formatSizes(sizes) + "_k" + std::to_string(window);
  if (stride != 1)
    text += "_s" + std::to_string(stride);
  if (padding != 0)
    text += "_p" + std::to_string(padding);
  if (dilation != 1)
    text += "_d" + std::to_string(dilation);
  return text;
}

std::string WindowShape::spellClauses() const {
  size_t rank = sizes.size() - 2;
  auto spellAll = [&](int64_t entry) { return spellArray(Sizes(rank, entry)); };
  return ", window_sizes = " + spellAll(window) +
         ", strides = " + spellAll(stride) +
         ", dilations = " + spellAll(dilation) +
         ", start_padding = " + spellAll(padding) +
         ", end_padding = " + spellAll(padding);
}

llvm::Expected<Sizes> WindowShape::infer(
    SizesRef sizes,
    llvm::Expected<Sizes> (*function)(SizesRef sizes,
                                      const UnfoldWindow &window)) const {
  size_t rank = sizes.size() - 2;
  Sizes windows(rank, window), strides(rank, stride), dilations(rank, dilation),
      paddings(rank, padding);
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
  result.inputs = {spellRandom(input, type)};
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

} // namespace dml
