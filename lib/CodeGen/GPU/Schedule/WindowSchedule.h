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

#include "dml/CodeGen/Analysis/AccessNest.h"
#include <optional>

namespace dml {

/// Whether an operation computes each element from a window of a buffer of
/// which neighbouring threads read more at a time if they compute a word each.
/// Measured: benchmarks/results/2026-11-25-gpu-windows.md.
bool readsWindows(const AccessNest &nest, int64_t vectorElements);

/// A dimension of the results, and so many consecutive steps of it.
struct SharedSteps {
  int64_t dim, steps;
};

/// The dimension along which neighbouring windows share the most elements, if
/// they share a quarter of them, and the steps that a thread takes of it. What
/// is made of a shared element is computed once. Nothing if strips of so many
/// elements do not end with the dimensions inside, or if an operation may not
/// compute an element twice.
std::optional<SharedSteps> chooseSharedSteps(const AccessNest &nest,
                                             int64_t stripElements);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_WINDOWSCHEDULE_H
