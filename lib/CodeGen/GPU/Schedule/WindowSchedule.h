//===- WindowSchedule.h - Results computed from windows ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ThreadSchedule asks of operations that compute an element from several
// reads of a buffer, such as poolings.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_WINDOWSCHEDULE_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_WINDOWSCHEDULE_H

#include "ThreadSchedule.h"

namespace dml {

/// Whether an operation computes each element from a window of a buffer of
/// which neighbouring threads read more at a time if they compute a word each.
/// Measured: benchmarks/results/2026-11-25-gpu-windows.md.
bool readsWindows(const AccessNest &nest, int64_t vectorElements);

/// The dimension along which neighbouring windows share the most elements, and
/// the steps that a thread takes of it. What is made of a shared element is
/// computed once. The elements inside of the dimension are whole strips.
/// Nothing where less than 15 % of what is read is saved, 30 % with several
/// results, or where an operation may not compute an element twice.
std::optional<ThreadSchedule::Repeated>
chooseSharedSteps(const AccessNest &nest, int64_t stripElements);

/// Whether neighbouring windows along this dimension of the only result share
/// more than 30 % of what they read.
bool sharesRows(const AccessNest &nest, size_t rowDim);

/// The elements of a strip of windows' results that are narrower than a word:
/// those of a word, or of two if windows have elements side by side and
/// neighbouring ones begin at most `maxStep` elements apart. An operation with
/// several results and many reads has one word, for its code is long.
int64_t getWindowStrip(const AccessNest &nest, int64_t word, int64_t maxStep);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_WINDOWSCHEDULE_H
