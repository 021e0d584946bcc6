//===- BlockSize.h - Blocks of depth_to_space1 and its inverse  -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_OPERATORS_BLOCKSIZE_H
#define DML_IR_OPERATORS_BLOCKSIZE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace dml {

/// Largest block size (A1): its square is below 2^32.
constexpr int64_t kMaxBlockSize = 65535;

/// A1 for the attribute alone, and `rule`: at least 1.
llvm::Error checkBlockSize(int64_t blockSize, llvm::StringRef rule);

} // namespace dml

#endif // DML_IR_OPERATORS_BLOCKSIZE_H
