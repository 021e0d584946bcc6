//===- RandomContractions.cpp - Random matmuls and convolutions -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedSteps.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace dml {

/// Products of one step, when a program is made.
constexpr int64_t kMaxWork = 1 << 16;

std::optional<NumberRange> MixedSteps::sumProducts(ElementType type,
                                                   ValueId lhs, ValueId rhs,
                                                   ValueId init,
                                                   int64_t count) const {
  std::optional<NumberRange> products =
      computeRange("arith.mulf", type, getRange(lhs), getRange(rhs));
  if (!products)
    return std::nullopt;
  products->magnitude += countSumBits(count);
  return computeRange("arith.addf", type, *products, getRange(init));
}

/// The type of a sum of products: that of the factors, or a wider one.
static ElementType pickSumType(Random &random, ElementType type) {
  if (random.chance(50))
    return type;
  if (type == ElementType::F16)
    return ElementType::F32;
  return type == ElementType::I8 ? ElementType::I32 : type;
}

std::optional<ValueId> MixedSteps::addMatmul(ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  int64_t rank = value.getRank();
  if (!isComputable(input) || rank < 2 || rank > 3)
    return std::nullopt;
  // The input's rows and columns, and whether it is the left operand.
  unsigned row = rank - 2, column = rank - 1;
  bool isLeft = random.chance(60);
  unsigned inner = isLeft ? column : row;
  SizeSource free = {std::nullopt,
                     random.pick({1, 2, 3, 4, 5, 8, 9, 16, 17, 33})};
  int64_t work = productOf(value.base.sizes) * free.constant;
  if (work > kMaxWork ||
      work / value.base.sizes[inner] > program.getMaxElements())
    return std::nullopt;
  SmallVector<SizeSource> other, sums;
  if (rank == 3) {
    other.push_back({0});
    sums.push_back({0});
  }
  append_values(other, isLeft ? SizeSource{inner} : free,
                isLeft ? free : SizeSource{inner});
  append_values(sums, isLeft ? SizeSource{row} : free,
                isLeft ? free : SizeSource{column});
  ElementType type = pickSumType(random, value.elementType);
  Operand factor = {0, derive(input, other)}, init = {0, derive(input, sums)};
  factor.id = addDerivedArgument(input, value.elementType, factor.sizes);
  init.id = addInit(input, type, init.sizes);
  std::optional<NumberRange> range;
  if (isFloat(type) && !(range = sumProducts(type, input, factor.id, init.id,
                                             value.declared[inner])))
    return std::nullopt;
  program.addComputedType(value.elementType);
  program.addComputedType(type);
  ValueId lhs = isLeft ? input : factor.id, rhs = isLeft ? factor.id : input;
  std::string resultType = program.getType(init.id);
  ValueId result = addStructured(
      input, {factor, init},
      std::string(rank == 3 ? "linalg.batch_matmul" : "linalg.matmul") +
          " ins(" + program.getNameOf(lhs) + ", " + program.getNameOf(rhs) +
          " : " + program.getType(lhs) + ", " + program.getType(rhs) +
          ") outs(" + program.getNameOf(init.id) + " : " + resultType +
          ") -> " + resultType,
      work);
  if (range)
    setRange(result, *range);
  return result;
}

namespace {

/// The dimensions of the input and of the kernel, in one of two orders.
struct Layout {
  StringLiteral operation;
  unsigned channel, height, width;
};

constexpr Layout kLayouts[] = {{"linalg.conv_2d_nchw_fchw", 1, 2, 3},
                               {"linalg.conv_2d_nhwc_hwcf", 3, 1, 2}};

struct Window {
  int64_t size, stride, dilation;

  /// How many there are; no size at all where there is no room for one.
  int64_t count(int64_t input) const {
    if (input == kDynamic)
      return kDynamic;
    int64_t room = input - dilation * (size - 1) - 1;
    return room < 0 ? -1 : room / stride + 1;
  }
};

Window pickWindow(Random &random, int64_t input) {
  Window window = {std::min<int64_t>(input, random.between(1, 3)),
                   random.between(1, 2), 1};
  if (input > 2 * (window.size - 1) && random.chance(30))
    window.dilation = 2;
  return window;
}

} // namespace

std::optional<ValueId> MixedSteps::addConvolution(ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  if (!isComputable(input) || value.getRank() != 4)
    return std::nullopt;
  const Layout &layout = random.pick(ArrayRef(kLayouts));
  Window high = pickWindow(random, value.base.sizes[layout.height]);
  Window wide = pickWindow(random, value.base.sizes[layout.width]);
  int64_t filters = random.pick({1, 2, 3, 4, 8});
  bool channelsFirst = layout.channel == 1;
  SizeSource channel = {layout.channel}, filter = {std::nullopt, filters};
  SizeSource height = {std::nullopt, high.size};
  SizeSource width = {std::nullopt, wide.size};
  Operand kernel = {0, channelsFirst
                           ? derive(input, {filter, channel, height, width})
                           : derive(input, {height, width, channel, filter})};
  auto inferSums = [=](SizesRef sizes) {
    int64_t rows = high.count(sizes[layout.height]);
    int64_t columns = wide.count(sizes[layout.width]);
    return channelsFirst ? Sizes{sizes[0], filters, rows, columns}
                         : Sizes{sizes[0], rows, columns, filters};
  };
  Operand init = {0, {inferSums(value.declared), inferSums, {}}};
  int64_t addends = high.size * wide.size * value.base.sizes[layout.channel];
  int64_t elements = productOf(inferSums(value.base.sizes));
  if (elements > program.getMaxElements() || elements * addends > kMaxWork)
    return std::nullopt;
  // Without dynamic sizes, zeros are as good as an argument.
  if (!is_contained(init.sizes.declared, kDynamic))
    for (int64_t size : init.sizes.declared)
      init.sizes.sources.push_back({std::nullopt, size});
  ElementType type = pickSumType(random, value.elementType);
  kernel.id = addDerivedArgument(input, value.elementType, kernel.sizes);
  init.id = addInit(input, type, init.sizes);
  bool isOpen = value.declared[layout.channel] == kDynamic;
  std::optional<NumberRange> range;
  if (isFloat(type) && !(range = sumProducts(type, input, kernel.id, init.id,
                                             isOpen ? kDynamic : addends)))
    return std::nullopt;
  program.addComputedType(value.elementType);
  program.addComputedType(type);
  auto spellPair = [](int64_t first, int64_t second) {
    return "dense<[" + std::to_string(first) + ", " + std::to_string(second) +
           "]> : tensor<2xi64>";
  };
  std::string resultType = program.getType(init.id);
  ValueId result = addStructured(
      input, {kernel, init},
      layout.operation.str() +
          " {strides = " + spellPair(high.stride, wide.stride) +
          ", dilations = " + spellPair(high.dilation, wide.dilation) +
          "} ins(" + value.name + ", " + program.getNameOf(kernel.id) + " : " +
          program.getType(input) + ", " + program.getType(kernel.id) +
          ") outs(" + program.getNameOf(init.id) + " : " + resultType +
          ") -> " + resultType,
      elements * addends);
  if (range)
    setRange(result, *range);
  return result;
}

} // namespace dml
