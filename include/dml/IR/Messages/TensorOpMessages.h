//===- TensorOpMessages.h - The words of broken tensor ops ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tensor operations, divisions and loops report at run time, wherever they
// run: one function for each rule of `dml-guard-tensor-ops` and
// `dml-guard-division`. Values come as text, as in RuleMessages.h.
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_MESSAGES_TENSOROPMESSAGES_H
#define DML_IR_MESSAGES_TENSOROPMESSAGES_H

#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>

namespace dml::messages {

/// `<what>: expected <expected>, given <given>`.
std::string mismatch(const llvm::Twine &what, const llvm::Twine &expected,
                     const llvm::Twine &given);

/// Of the dimension of a slice; `end` is the size of what it lies in.
std::string sliceOutside(int64_t dimension, const llvm::Twine &offset,
                         const llvm::Twine &size, const llvm::Twine &stride,
                         const llvm::Twine &end);

/// A size of a result that no tensor has.
std::string badResultSize(int64_t dimension, const llvm::Twine &size);
std::string badPadding(int64_t dimension, const llvm::Twine &padding);

/// Without what is given, which not every device can tell.
std::string indexOutside(int64_t dimension, const llvm::Twine &bound);
std::string stepBelowOne();
std::string upperBoundTooLarge();
std::string distanceOverflows();
std::string dividesByZero();
std::string divisionOverflows();

/// `<message>, given <given>`.
std::string withGiven(const llvm::Twine &message, const llvm::Twine &given);

} // namespace dml::messages

#endif // DML_IR_MESSAGES_TENSOROPMESSAGES_H
