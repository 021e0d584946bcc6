//===- VectorBytes.h - The vectors that kernels access ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_VECTORBYTES_H
#define DML_IR_VECTORBYTES_H

#include <cstdint>

namespace dml {

/// The most that a thread of a GPU loads or stores at once, four words. Device
/// buffers are aligned to it and rounded up to it.
constexpr int64_t kVectorBytes = 16;

} // namespace dml

#endif // DML_IR_VECTORBYTES_H
