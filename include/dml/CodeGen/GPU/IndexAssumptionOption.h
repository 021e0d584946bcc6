//===- IndexAssumptionOption.h - What indices are, as option ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_GPU_INDEXASSUMPTIONOPTION_H
#define DML_CODEGEN_GPU_INDEXASSUMPTIONOPTION_H

#include "dml/Target/LaunchPlan.h"
#include "llvm/Support/CommandLine.h"

namespace dml {

/// The values of an option.
inline llvm::cl::ValuesClass getIndexAssumptionValues() {
  auto makeValue = [](IndexAssumption assumption, llvm::StringRef help) {
    return llvm::cl::OptionEnumValue{stringify(assumption),
                                     static_cast<int>(assumption), help};
  };
  return llvm::cl::values(
      makeValue(IndexAssumption::None, "any"),
      makeValue(IndexAssumption::Pooled, "those of max pooling"),
      makeValue(IndexAssumption::Disjoint,
                "those of max pooling whose windows do not overlap"));
}

} // namespace dml

#endif // DML_CODEGEN_GPU_INDEXASSUMPTIONOPTION_H
