//===- RandomOutputSizes.cpp - The clause output_sizes --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOutputSizes.h"
#include "dml/Testing/Operators/RandomOperators.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dml {

/// An operand of `output_sizes`: an argument, a constant, or a dimension of
/// another tensor, whose size it then takes over.
static ValueId addOutputSize(RandomProgram &program, int64_t &size,
                             bool isFree) {
  Random &random = program.getRandom();
  if (random.chance(60))
    return program.addScalarArgument(ElementType::Index,
                                     ArgumentRole::OutputSize, size);
  if (!isFree || random.chance(70)) {
    int64_t constant = size;
    return program.addIndexStep(
        "arith.constant " + std::to_string(constant) + " : index",
        [=](ArrayRef<RunValue>) { return RunValue{{}, constant}; });
  }
  // The first tensor of the program is always there.
  ValueId tensor = 0;
  unsigned dimension =
      random.between(0, program.getValue(tensor).getRank() - 1);
  size = program.getValue(tensor).base.sizes[dimension];
  return addSizeOf(program, tensor, dimension);
}

OutputSizes::OutputSizes(RandomProgram &program, SizesRef base,
                         unsigned numInferred, bool isFree)
    : declared(program.declare(base)), base(base), numInferred(numInferred) {
  for (auto [i, size] : enumerate(this->base))
    if (i >= numInferred && declared[i] == kDynamic)
      operands.push_back(addOutputSize(program, size, isFree));
}

OutputSizes::OutputSizes(RandomProgram &program, ValueId like)
    : declared(program.declare(program.getValue(like).base.sizes)),
      base(program.getValue(like).base.sizes), numInferred(0) {
  for (auto [i, size] : enumerate(base))
    if (declared[i] == kDynamic)
      operands.push_back(program.getRandom().chance(80)
                             ? addSizeOf(program, like, i)
                             : addOutputSize(program, size, /*isFree=*/true));
}

std::string OutputSizes::spell(const RandomProgram &program) const {
  if (operands.empty())
    return "";
  return ", output_sizes(" +
         join(map_range(operands,
                        [&](ValueId id) { return program.getNameOf(id); }),
              ", ") +
         ")";
}

Sizes OutputSizes::evaluate(ArrayRef<RunValue> values) const {
  Sizes sizes = declared;
  const ValueId *operand = operands.begin();
  for (int64_t &size : MutableArrayRef(sizes).drop_front(numInferred))
    if (size == kDynamic)
      size = values[*operand++].index;
  return sizes;
}

void OutputSizes::maybeOutline(RandomProgram &program,
                               ArrayRef<ValueId> others) const {
  SmallVector<ValueId> all(others);
  append_range(all, operands);
  // The same operand twice would be the same parameter twice.
  if (SmallDenseSet<ValueId>(from_range, all).size() == all.size())
    dml::maybeOutline(program, all);
}

} // namespace dml
