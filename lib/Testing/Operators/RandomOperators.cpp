//===- RandomOperators.cpp - Random steps of operators --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/Operators/RandomOperators.h"
#include <algorithm>

using namespace llvm;

namespace dml {

/// Tensors of at least so many elements are large: a task of the CPU writes
/// 128 KiB (kTaskBytes), so 60000 elements of 4 bytes make several tasks.
constexpr static int64_t kManyElements = 60000;

//===----------------------------------------------------------------------===//
// Types and sizes
//===----------------------------------------------------------------------===//

ElementType pickElementType(Random &random, bool forUnpooling) {
  static constexpr ElementType types[] = {
      ElementType::F64,  ElementType::F32,  ElementType::F16, ElementType::I64,
      ElementType::I32,  ElementType::I16,  ElementType::I8,  ElementType::UI64,
      ElementType::UI32, ElementType::UI16, ElementType::UI8};
  return random.pick(ArrayRef(types).drop_front(forUnpooling ? 1 : 0));
}

int64_t pickSize(Random &random) {
  if (random.chance(80))
    return random.between(1, 5);
  return random.pick({6, 7, 8, 9, 12, 16, 17, 31});
}

int64_t pickWidth(Random &random) {
  if (random.chance(50))
    return pickSize(random);
  return random.pick({16, 17, 31, 32, 33, 63, 64, 65, 70, 127, 128, 255});
}

int64_t pickMaxElements(Random &random) {
  uint64_t choice = random.between(1, 20);
  return choice <= 6    ? 64
         : choice <= 14 ? 512
         : choice <= 17 ? 4096
         : choice <= 19 ? kManyElements
                        : 6 * kManyElements;
}

static int64_t productOfAll(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

void fitTo(Random &random, int64_t maxElements,
           MutableArrayRef<int64_t> sizes) {
  if (maxElements >= kManyElements && !sizes.empty())
    while (productOfAll(sizes) <= maxElements / 4)
      sizes[random.between(0, sizes.size() - 1)] *= 2;
  while (productOfAll(sizes) > std::max<int64_t>(maxElements, 1)) {
    int64_t &size = sizes[random.between(0, sizes.size() - 1)];
    size = (size + 1) / 2;
  }
}

ValueId addSource(RandomProgram &program, ElementType type, SizesRef sizes) {
  constexpr int64_t maxConstant = 128;
  if (productOf(sizes) <= maxConstant && program.getRandom().chance(5))
    return addConstant(program, type, sizes);
  return program.addArgument(type, sizes);
}

void maybeOutline(RandomProgram &program, ArrayRef<ValueId> operands) {
  if (program.getRandom().chance(8))
    program.outlineLastStep(operands);
}

//===----------------------------------------------------------------------===//
// Any operator
//===----------------------------------------------------------------------===//

std::optional<StepResults> addOperator(RandomProgram &program, unsigned number,
                                       ValueId input) {
  using AddFunction = std::optional<StepResults> (*)(RandomProgram &, ValueId);
  static constexpr AddFunction functions[] = {
#define DML_OPERATOR(Name, mnemonic) add##Name,
#include "dml/IR/Operators.def"
  };
  return functions[number](program, input);
}

StepResults addOperatorProgram(RandomProgram &program, unsigned number) {
  using AddFunction = StepResults (*)(RandomProgram &);
  static constexpr AddFunction functions[] = {
#define DML_OPERATOR(Name, mnemonic) add##Name##Program,
#include "dml/IR/Operators.def"
  };
  return functions[number](program);
}

} // namespace dml
