//===- ElementReads.h - Reads of elements in kernels ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_ELEMENTREADS_H
#define DML_LIB_CODEGEN_GPU_WORDS_ELEMENTREADS_H

#include "BufferWords.h"

namespace dml {

/// Whether a buffer holds elements that words can be made of, as opposed to
/// words already: views, and the memory of a workgroup.
bool holdsElements(mlir::Value buffer);

/// Makes selections of the reads under predicates in a launch, and one read of
/// those of the same element.
void simplifyReads(mlir::gpu::LaunchOp launch, const WordViews &views);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_ELEMENTREADS_H
