//===- RandomSuite.cpp - Random benchmarks --------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Benchmark/Operators/CaseDraw.h"
#include "dml/Benchmark/OperatorSuites.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace dml {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

int64_t CaseDraw::betweenPowers(int64_t low, int64_t high) {
  // A power of two at the end is not a range of its own.
  int64_t last = std::max(low, high - 1);
  int64_t power = int64_t(1) << random.between(Log2_64(low), Log2_64(last));
  return random.between(std::max(low, power), std::min(high, 2 * power - 1));
}

int64_t CaseDraw::drawChannels(int64_t max) {
  int64_t channels = 0;
  switch (random.between(0, 9)) {
  case 0:
  case 1:
  case 2:
    channels = random.pick({1, 2, 3, 3, 4});
    break;
  case 3:
  case 4:
  case 5:
    channels = betweenPowers(1, 2048);
    break;
  default:
    channels = int64_t(1) << random.between(3, 11);
  }
  return std::min(channels, max);
}

int64_t CaseDraw::drawSize() {
  switch (random.between(0, 2)) {
  case 0:
    return random.pick({7,   8,   12,  14,  16,  20,  24,  26,  28,
                        32,  38,  40,  48,  52,  56,  64,  80,  96,
                        112, 128, 160, 192, 224, 256, 320, 384, 416,
                        448, 512, 518, 640, 720, 768, 960, 1024});
  case 1:
    return random.pick({7,   11,  13,  15,  17,  19,  23,  31,  35,
                        37,  45,  53,  65,  67,  75,  97,  113, 127,
                        131, 135, 149, 151, 197, 211, 255, 257, 263,
                        299, 383, 385, 509, 513, 521, 769, 1021});
  default:
    return betweenPowers(4, 1024);
  }
}

Sizes CaseDraw::drawSpatialSizes(int64_t rank) {
  if (rank == 1)
    return {random.chance(40)
                ? random.pick({1500, 3000, 4096, 16000, 16384, 48000, 65536,
                               80000, 160000, 480000})
                : betweenPowers(64, 1 << 19)};
  int64_t height = drawSize();
  int64_t width = random.chance(55) ? height : drawSize();
  if (rank == 2)
    return {height, width};
  return {random.chance(50) ? random.pick({4, 5, 8, 9, 13, 16, 17, 32})
                            : betweenPowers(2, 64),
          height, width};
}

std::optional<int64_t> CaseDraw::drawBatch(ArrayRef<TensorType> tensors) {
  int64_t elements = 0, bytes = 0;
  for (const TensorType &tensor : tensors) {
    elements = std::max(elements, tensor.getNumElements());
    bytes = std::max(bytes, tensor.getNumBytes());
  }
  constexpr int64_t maxBatch = 512;
  int64_t batch = std::max<int64_t>(targetBytes / bytes, 1);
  if (random.chance(50))
    batch = bit_floor(static_cast<uint64_t>(batch));
  if (batch > maxBatch || batch * bytes < minBytes ||
      batch * bytes > maxBytes || batch * elements > kMaxUInt32)
    return std::nullopt;
  return batch;
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

namespace {
struct OperatorDraw {
  StringRef mnemonic;
  std::optional<BenchmarkCase> (*draw)(CaseDraw &draw);
};
} // namespace

constexpr static OperatorDraw kOperators[] = {
#define DML_OPERATOR(Name, mnemonic) {#mnemonic, draw##Name##Case},
#include "dml/IR/Operators.def"
};

/// All of them, or the one of this name.
static Expected<std::vector<OperatorDraw>> chooseOperators(StringRef name) {
  std::vector<OperatorDraw> chosen;
  for (const OperatorDraw &op : kOperators)
    if (name.empty() || name == op.mnemonic)
      chosen.push_back(op);
  if (!chosen.empty())
    return chosen;
  auto names =
      map_range(kOperators, [](const OperatorDraw &op) { return op.mnemonic; });
  return createStringError("unknown operator '" + name + "'; expected one of " +
                           join(names, ", "));
}

/// All element widths; those that models have most are the most likely.
static ElementType drawType(Random &random) {
  constexpr ElementType types[] = {
      ElementType::F32, ElementType::F32, ElementType::F32, ElementType::F32,
      ElementType::F16, ElementType::F16, ElementType::F16, ElementType::F16,
      ElementType::I8,  ElementType::I8,  ElementType::UI8, ElementType::F64,
      ElementType::I64, ElementType::I32, ElementType::I16};
  return random.pick(ArrayRef(types));
}

/// The case with this number, whose name no other one has.
static Expected<BenchmarkCase> drawCase(const RandomSuiteOptions &options,
                                        uint64_t number,
                                        ArrayRef<OperatorDraw> operators,
                                        const StringSet<> &names) {
  Random random(options.seed, number);
  const OperatorDraw &op = random.pick(operators);
  ElementType type = drawType(random);
  Layout layout = random.chance(20) ? Layout::ChannelsLast : Layout::RowMajor;
  CaseDraw draw = {random,           type,
                   layout,           /*targetBytes=*/0,
                   options.minBytes, options.maxBytes};
  draw.targetBytes = draw.betweenPowers(options.minBytes, options.maxBytes);
  constexpr int attempts = 10000;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    std::optional<BenchmarkCase> drawn = op.draw(draw);
    if (drawn && !names.contains(drawn->name))
      return std::move(*drawn);
  }
  return createStringError(
      "no more cases of " + op.mnemonic + " in " + stringify(type) +
      " whose largest tensor has " + Twine(options.minBytes) + " to " +
      Twine(options.maxBytes) + " bytes were found after " + Twine(number) +
      " cases; expected a wider range or fewer cases");
}

Expected<std::vector<BenchmarkCase>>
makeRandomSuite(const RandomSuiteOptions &options) {
  Expected<std::vector<OperatorDraw>> operators =
      chooseOperators(options.operatorName);
  if (!operators)
    return operators.takeError();
  std::vector<BenchmarkCase> cases;
  StringSet<> names;
  for (uint64_t number = 0; number < options.numCases; ++number) {
    Expected<BenchmarkCase> drawn =
        drawCase(options, number, *operators, names);
    if (!drawn)
      return drawn.takeError();
    names.insert(drawn->name);
    cases.push_back(std::move(*drawn));
  }
  return cases;
}

} // namespace dml
