//===- BlockOperators.h - depth_to_space1 and its inverse ----- -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TESTING_OPERATORS_BLOCKOPERATORS_H
#define DML_LIB_TESTING_OPERATORS_BLOCKOPERATORS_H

#include "dml/Testing/Operators/RandomOperators.h"

namespace dml {

using InferBlockSizes = llvm::Expected<Sizes> (*)(SizesRef input,
                                                  int64_t blockSize);

/// Adds an operator of this mnemonic with a random order.
ValueId addBlockOperator(RandomProgram &program, llvm::StringRef mnemonic,
                         ValueId input, int64_t blockSize,
                         InferBlockSizes inferSizes);

/// The largest of the blocks of up to 5 for which `isValid`, or any.
int64_t pickBlockSize(RandomProgram &program,
                      llvm::function_ref<bool(int64_t)> isValid);

} // namespace dml

#endif // DML_LIB_TESTING_OPERATORS_BLOCKOPERATORS_H
