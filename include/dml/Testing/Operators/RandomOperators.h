//===- RandomOperators.h - Random steps of programs -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TESTING_OPERATORS_RANDOMOPERATORS_H
#define DML_TESTING_OPERATORS_RANDOMOPERATORS_H

#include "dml/IR/Operators.h"
#include "dml/Testing/Programs/RandomProgram.h"

namespace dml {

/// The values that a step adds, one for each result of its operation.
using StepResults = llvm::SmallVector<ValueId, 1>;

/// For a step of one result.
inline std::optional<StepResults> toResults(std::optional<ValueId> value) {
  return value ? std::optional(StepResults{*value}) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Of each operator, on an input of its own.
#define DML_OPERATOR(Name, mnemonic)                                           \
  StepResults add##Name##Program(RandomProgram &program);
#include "dml/IR/Operators.def"
/// Of the operator with this place in Operators.def.
StepResults addOperatorProgram(RandomProgram &program, unsigned number);

/// Two to four operators with reshapes, casts and constants between them.
ValueId addChainProgram(RandomProgram &program);

/// Operators, and float and integer arithmetic between them: elementwise,
/// broadcast over channels, reduced, multiplied as matrices and convolved.
ValueId addMixedProgram(RandomProgram &program);

//===----------------------------------------------------------------------===//
// Steps on a value that is there; nothing where they do not apply to it
//===----------------------------------------------------------------------===//

/// Each operator. One that reports at run time also returns its results from
/// the program: what nothing needs reports nothing (T6).
#define DML_OPERATOR(Name, mnemonic)                                           \
  std::optional<StepResults> add##Name(RandomProgram &program, ValueId input);
#include "dml/IR/Operators.def"
/// The operator with this place in Operators.def.
std::optional<StepResults> addOperator(RandomProgram &program, unsigned number,
                                       ValueId input);

/// max_unpooling with indices of its own, whose result the program need not
/// return.
std::optional<ValueId> addUnpooling(RandomProgram &program, ValueId values);
/// max_unpooling of the values and indices of a pooling, mostly into a tensor
/// of the sizes of `like`. Nothing where the result would be too large.
std::optional<ValueId> addUnpoolingOfPooled(RandomProgram &program,
                                            ValueId values, ValueId indices,
                                            ValueId like);

/// As part of a program, an operator may stand in a function of its own: moves
/// the last step there, by chance.
void maybeOutline(RandomProgram &program, llvm::ArrayRef<ValueId> operands);

/// The same bits as another type of the same width.
ValueId addBitcast(RandomProgram &program, ValueId input, ElementType type);
std::optional<ValueId> addRandomBitcast(RandomProgram &program, ValueId input);
std::optional<ValueId> addCast(RandomProgram &program, ValueId input);
std::optional<ValueId> addCollapseShape(RandomProgram &program, ValueId input);
std::optional<ValueId> addExpandShape(RandomProgram &program, ValueId input);

/// The size of a dimension of a tensor, as an index.
ValueId addSizeOf(RandomProgram &program, ValueId tensor, int64_t dimension);

/// A dense constant of random bits, or of the program's numbers.
ValueId addConstant(RandomProgram &program, ElementType type, SizesRef sizes);

//===----------------------------------------------------------------------===//
// Types and sizes
//===----------------------------------------------------------------------===//

/// All of T1, or all that max_unpooling takes (U1).
ElementType pickElementType(Random &random, bool forUnpooling = false);

/// Mostly small, sometimes around the lengths of vectors and beyond.
int64_t pickSize(Random &random);
/// More often a long one.
int64_t pickWidth(Random &random);

/// Most elements of a tensor of this program: rarely many.
int64_t pickMaxElements(Random &random);

/// Halves sizes at random until a tensor of them has at most `maxElements`. If
/// that is a large number, doubles sizes first until the tensor has more than a
/// quarter as many.
void fitTo(Random &random, int64_t maxElements,
           llvm::MutableArrayRef<int64_t> sizes);

/// An argument, or sometimes a constant.
ValueId addSource(RandomProgram &program, ElementType type, SizesRef sizes);

} // namespace dml

#endif // DML_TESTING_OPERATORS_RANDOMOPERATORS_H
