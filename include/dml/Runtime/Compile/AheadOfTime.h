//===- AheadOfTime.h - Compile now, run elsewhere ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_COMPILE_AHEADOFTIME_H
#define DML_RUNTIME_COMPILE_AHEADOFTIME_H

#include "dml/IR/FeatureLevels.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace dml {

/// What dml-compile is asked to do; docs of each are the flags' of that name.
struct AheadOfTimeOptions {
  std::string file = "-";
  std::string function;
  FeatureLevel featureLevel = kHighestFeatureLevel;
  /// None, or one for each argument.
  std::vector<std::string> arguments;
  std::string target = "native";
  std::string output;
  std::string pipelineOptions;
  /// LLVM's optimisation level, 0 to 3.
  unsigned optimizationLevel = 3;
};

/// Does it. Diagnostics go to `err`; the error says what failed.
llvm::Error compileAheadOfTime(const AheadOfTimeOptions &options,
                               llvm::raw_ostream &err);

} // namespace dml

#endif // DML_RUNTIME_COMPILE_AHEADOFTIME_H
