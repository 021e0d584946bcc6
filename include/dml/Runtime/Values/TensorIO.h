//===- TensorIO.h - Tensors in files ----------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_TENSORIO_H
#define DML_RUNTIME_VALUES_TENSORIO_H

#include "dml/Runtime/Values/Tensor.h"

namespace dml {

/// The path that stands for standard input and standard output.
constexpr llvm::StringLiteral kStandardStream("-");

/// Reads a file that starts like a .npy file as one, whatever its name; the
/// result has the type that the file says. Any other file holds exactly the
/// little-endian elements of `rawType`, and is an error when that is null.
/// Pipes and devices are read to one byte behind the elements at most, and into
/// memory that grows with what has come; and so is standard input.
llvm::Expected<Tensor> readTensorFile(llvm::StringRef path,
                                      const TensorType *rawType);

/// A tensor and the file to write it to.
struct TensorOutput {
  llvm::StringRef path;
  const Tensor *tensor;
};

/// Whether a tensor goes to this path as a .npy file: one that ends in `.npy`,
/// or standard output.
bool writesNumPy(llvm::StringRef path);

/// Writes .npy files, or the little-endian elements, as `writesNumPy` says.
/// Every file is written under a temporary name beside its target first, and
/// gets its name when all are complete; a failure or a signal before that
/// leaves no file behind, and existing ones as they are. A file that is
/// replaced keeps its mode, and its owner where that is allowed. What exists
/// and is no regular file (a pipe, /dev/null) is written directly; a pipe that
/// nobody reads any more is a failure and raises no signal. So is what this
/// process has open (/dev/stdout, /dev/fd/3), whatever it is, from where it
/// stands on; two outputs may go there. A file that cannot be replaced, because
/// something is mounted there, is written to. Symbolic links are followed, also
/// to what does not exist yet. Two outputs to one file are refused, and so is a
/// terminal as standard output.
llvm::Error writeTensorFiles(llvm::ArrayRef<TensorOutput> outputs);

} // namespace dml

#endif // DML_RUNTIME_VALUES_TENSORIO_H
