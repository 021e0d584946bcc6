//===- SPIRVBinary.h - Checking and writing SPIR-V modules ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Over SPIRV-Tools, and free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef DML_TARGET_SPIRVBINARY_H
#define DML_TARGET_SPIRVBINARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace dml {

/// Whether Vulkan 1.1 takes the module of a kernel; the error names the kernel
/// and holds what SPIRV-Tools' validator says.
llvm::Error validateSPIRV(llvm::ArrayRef<uint32_t> words,
                          llvm::StringRef kernelName);

/// The module as spirv-dis prints it, without header. The words need not be
/// valid, only complete.
llvm::Expected<std::string> disassembleSPIRV(llvm::ArrayRef<uint32_t> words);

/// Writes the words to `<name>.spv` in the directory, which is created where it
/// is missing. Characters that are not fit for a file become `_`, and a file
/// that exists is kept: a number then tells the new one from it.
llvm::Error writeSPIRVFile(llvm::StringRef directory, llvm::StringRef name,
                           llvm::ArrayRef<uint32_t> words);

} // namespace dml

#endif // DML_TARGET_SPIRVBINARY_H
