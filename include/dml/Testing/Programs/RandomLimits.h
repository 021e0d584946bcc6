//===- RandomLimits.h - Random steps at their limits ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps whose offsets, sizes, strides, paddings, indices, bounds and divisors
// are valid, but not by much. Each returns nothing where it does not apply, and
// a value that the program must use or return: what nothing needs reports
// nothing (T6).
//
//===----------------------------------------------------------------------===//

#ifndef DML_TESTING_PROGRAMS_RANDOMLIMITS_H
#define DML_TESTING_PROGRAMS_RANDOMLIMITS_H

#include "dml/Testing/Programs/RandomProgram.h"

namespace dml {

/// Two to six steps with views and operators between them.
ValueId addLimitsProgram(RandomProgram &program);

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// An index that is this in the base run: an argument, a constant, a size, or
/// what is computed from one. Now and then it is a constant out of any range.
ValueId addLimit(RandomProgram &program, int64_t expected);

/// An offset, size, stride or padding: part of the operation, or an operand.
struct MixedIndex {
  std::optional<ValueId> operand;
  int64_t expected;
  std::string text;

  int64_t get(llvm::ArrayRef<RunValue> values) const {
    return operand ? values[*operand].index : expected;
  }
  /// As sizes in types.
  int64_t getDeclared() const { return operand ? kDynamic : expected; }
};

MixedIndex addMixedIndex(RandomProgram &program, int64_t expected,
                         unsigned percentStatic);
/// `a, b, c`.
std::string spell(llvm::ArrayRef<MixedIndex> entries);

/// An argument of the element type of a tensor.
ValueId addElement(RandomProgram &program, ElementType type);

/// What a step infers for a run that breaks its rule.
llvm::Error breakRule();

/// Whether the result of a step is small enough for the program.
bool isSmall(const RandomProgram &program, SizesRef sizes);

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

std::optional<ValueId> addExtractSlice(RandomProgram &program, ValueId input);
std::optional<ValueId> addInsertSlice(RandomProgram &program, ValueId dest);
std::optional<ValueId> addInsert(RandomProgram &program, ValueId dest);

std::optional<ValueId> addPad(RandomProgram &program, ValueId input);
std::optional<ValueId> addConcat(RandomProgram &program, ValueId input);
std::optional<ValueId> addSplat(RandomProgram &program, ValueId input);
/// To sizes that types leave open, which a cast makes of others.
std::optional<ValueId> addCheckedExpand(RandomProgram &program, ValueId input);
std::optional<ValueId> addReshape(RandomProgram &program, ValueId input);
/// To a type that knows more.
std::optional<ValueId> addCheckedCast(RandomProgram &program, ValueId input);

/// Elementwise integers: a division, with this chance, or what wraps.
std::optional<ValueId> addArithmetic(RandomProgram &program, ValueId input,
                                     unsigned divisionPercent);
/// These return scalars, which the program is to return.
ValueId addScalarDivision(RandomProgram &program);
ValueId addScalarLoop(RandomProgram &program);
std::optional<ValueId> addExtract(RandomProgram &program, ValueId input);
/// A loop that inserts elements.
std::optional<ValueId> addLoop(RandomProgram &program, ValueId input);

} // namespace dml

#endif // DML_TESTING_PROGRAMS_RANDOMLIMITS_H
