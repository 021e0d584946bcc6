//===- WriteFile.h - Writing whole files ------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_WRITEFILE_H
#define DML_LIB_RUNTIME_WRITEFILE_H

#include "llvm/Support/Error.h"

namespace dml {

/// Replaces a file with these bytes at once: whoever opens it sees the old file
/// or the whole new one. The error names the file.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef bytes);

} // namespace dml

#endif // DML_LIB_RUNTIME_WRITEFILE_H
