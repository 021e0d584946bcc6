//===- RandomOperators.h - Random steps of programs -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TESTING_RANDOMOPERATORS_H
#define DML_TESTING_RANDOMOPERATORS_H

#include "dml/IR/DepthToSpace1Sizes.h"
#include "dml/IR/MaxUnpoolingSizes.h"
#include "dml/IR/UnfoldSizes.h"
#include "dml/Testing/RandomProgram.h"

namespace dml {

//===----------------------------------------------------------------------===//
// Operators, on an input of their own
//===----------------------------------------------------------------------===//

ValueId addDepthToSpace1Program(RandomProgram &program);
ValueId addMaxUnpoolingProgram(RandomProgram &program);
ValueId addUnfoldProgram(RandomProgram &program);
/// Two to four operators with reshapes, casts and constants between them.
ValueId addChainProgram(RandomProgram &program);

//===----------------------------------------------------------------------===//
// Steps on a value that is there; nothing where they do not apply to it
//===----------------------------------------------------------------------===//

std::optional<ValueId> addDepthToSpace1(RandomProgram &program, ValueId input);
std::optional<ValueId> addMaxUnpooling(RandomProgram &program, ValueId values);
std::optional<ValueId> addUnfold(RandomProgram &program, ValueId input);

/// The same bits as another type of the same width.
ValueId addBitcast(RandomProgram &program, ValueId input, ElementType type);
std::optional<ValueId> addRandomBitcast(RandomProgram &program, ValueId input);
std::optional<ValueId> addCast(RandomProgram &program, ValueId input);
std::optional<ValueId> addCollapseShape(RandomProgram &program, ValueId input);
std::optional<ValueId> addExpandShape(RandomProgram &program, ValueId input);

/// A dense constant of random bits.
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

/// Divides random sizes until their product is at most the limit.
void shrinkTo(Random &random, int64_t maxElements,
              llvm::MutableArrayRef<int64_t> sizes);

/// An argument, or sometimes a constant.
ValueId addSource(RandomProgram &program, ElementType type, SizesRef sizes);

} // namespace dml

#endif // DML_TESTING_RANDOMOPERATORS_H
