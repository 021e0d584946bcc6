//===- Kernels.h - Kernels to compare with ----------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_BENCHMARK_KERNELS_H
#define DML_LIB_BENCHMARK_KERNELS_H

#include "dml/Runtime/Values/Tensor.h"
#include "dml/Target/LaunchPlan.h"

namespace dml {

/// One kernel that does nothing.
LaunchPlan makeEmptyPlan();

/// The kernels that somebody wrote by hand for a benchmark, one after the
/// other. Nothing if the folder, which benchmarks/handwritten/compile.py has
/// written, has none of them.
///
/// Its index.json has a list of kernels for each name of a benchmark: `spirv`
/// is a file of the folder, `workgroup_size` and `workgroups` are numbers, in
/// x. Each kernel has the inputs, then the outputs as its bindings.
llvm::Expected<std::optional<LaunchPlan>>
readHandwrittenPlan(llvm::StringRef folder, llvm::StringRef benchmark,
                    llvm::ArrayRef<const Tensor *> inputs,
                    llvm::ArrayRef<Tensor> outputs);

} // namespace dml

#endif // DML_LIB_BENCHMARK_KERNELS_H
