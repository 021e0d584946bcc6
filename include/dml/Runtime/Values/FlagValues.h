//===- FlagValues.h - Values given by flags ---------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_FLAGVALUES_H
#define DML_RUNTIME_VALUES_FLAGVALUES_H

#include "dml/Runtime/Values/TensorParser.h"

namespace dml {

/// Reads the values of a flag such as `--input`, one for each of the types that
/// the function declares. An error names flag, number and text.
llvm::Expected<std::vector<Tensor>>
parseFlagValues(llvm::StringRef flag, llvm::ArrayRef<std::string> texts,
                llvm::ArrayRef<DeclaredType> types, llvm::StringRef function);

/// A flag and its values.
struct FlagTexts {
  llvm::StringRef flag;
  llvm::ArrayRef<std::string> texts;
};

/// Fails where standard input would be read by more than one of the program's
/// file, which is `-` then, and the values.
llvm::Error checkStandardInput(llvm::StringRef program,
                               llvm::ArrayRef<FlagTexts> flags);

} // namespace dml

#endif // DML_RUNTIME_VALUES_FLAGVALUES_H
