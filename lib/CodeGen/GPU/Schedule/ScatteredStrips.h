//===- ScatteredStrips.h - Strips that are read one by one ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the elements of a strip are not side by side in the source, or end in
// another row, each of them needs a position. Computing it takes longer than
// moving an element of 1 or 2 bytes. So a thread computes strips at up to 4
// spread steps of the outer dimensions, in which only the source's start
// differs. All of them share the positions, predicates and masks of one. The
// steps lie apart by a thread's share of the outer dimensions, which is rounded
// up so that the strips of all steps are whole words. Neighbouring threads then
// read elements of the same sectors, so strips are a word long. Where elements
// lie further apart, the steps would want more sectors than caches hold.
//
// Measured: benchmarks/results/2026-11-26-gpu-scattered-strips.md.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_SCATTEREDSTRIPS_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_SCATTEREDSTRIPS_H

#include "ReadPattern.h"
#include "ThreadSchedule.h"

namespace dml {

/// Chooses spread steps for a schedule of strips that has neither rows nor a
/// repeated dimension. Each step has `minStrips` strips or more.
void chooseScatteredStrips(const AccessNest &nest, const ReadPattern &pattern,
                           int64_t minStrips, ThreadSchedule &schedule);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_SCATTEREDSTRIPS_H
