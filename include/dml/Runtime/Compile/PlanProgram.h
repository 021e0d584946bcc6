//===- PlanProgram.h - Programs that are launch plans -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What dml-compile writes for a Vulkan device, and what dml-run reads: a folder
// with a manifest (see LaunchPlanFiles.h) that also says the types. Free of
// MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_COMPILE_PLANPROGRAM_H
#define DML_RUNTIME_COMPILE_PLANPROGRAM_H

#include "dml/Runtime/Values/Tensor.h"
#include "dml/Target/LaunchPlan.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace dml {

/// A compiled function with its types. Tensors of rank 0 are scalars in it.
struct PlanProgram {
  std::string function;
  std::vector<TensorType> arguments, results;
  LaunchPlan plan;
};

/// Writes the manifest and the files that it names. The directory is created
/// where it is missing, and files of these names are replaced.
llvm::Error writePlanProgram(const PlanProgram &program,
                             llvm::StringRef directory);

/// Whether a file is a manifest, and no text or bytecode of MLIR.
bool isManifest(llvm::StringRef contents);

/// Reads a manifest, and the files that it names from its folder. The buffers
/// of arguments and results have the bytes of their types, kernels are what the
/// manifest says of them. What else a device needs to know is in checkPlan.
llvm::Expected<PlanProgram> readPlanProgram(llvm::MemoryBufferRef manifest);

} // namespace dml

#endif // DML_RUNTIME_COMPILE_PLANPROGRAM_H
