//===- Passes.h - Code generation for the GPU -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_GPU_PASSES_H
#define DML_CODEGEN_GPU_PASSES_H

#include "dml/CodeGen/GPU/IndexAssumptionOption.h"
#include "mlir/Pass/Pass.h"

namespace dml {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dml/CodeGen/GPU/Passes.h.inc"

} // namespace dml

#endif // DML_CODEGEN_GPU_PASSES_H
