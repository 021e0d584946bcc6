//===- NumPy.h - The .npy file format ---------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format is NumPy's "NPY format": a magic string, a version, the length of
// a header, the header (a Python dictionary of `descr`, `fortran_order` and
// `shape`), and the elements.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_NUMPY_H
#define DML_RUNTIME_VALUES_NUMPY_H

#include "dml/Runtime/Values/Tensor.h"
#include "llvm/Support/raw_ostream.h"

namespace dml {

/// The number of bytes that hasNumPyMagic looks at.
constexpr size_t kNumPyMagicSize = 6;

/// Whether a file with these bytes at its start is a .npy file.
bool hasNumPyMagic(llvm::StringRef bytes);

/// How many bytes a .npy file has at least, as far as its first ones say: up to
/// the header, to the header's end, or to the last element. 0 when parseNumPy
/// refuses it whatever follows.
uint64_t getMinNumPySize(llvm::StringRef start);

/// Reads the contents of a .npy file of version 1, 2 or 3 with the float or
/// integer elements of T1 and a shape of T2, in any byte order, in C or Fortran
/// order. Booleans are elements of ui8. The bytes must be exactly those that
/// the shape needs. For messages, `name` is the file's name, and `hasMore` says
/// that it goes on behind them.
llvm::Expected<Tensor> parseNumPy(llvm::StringRef bytes, llvm::StringRef name,
                                  bool hasMore = false);

/// What precedes the elements in a .npy file: version 1, or version 2 where the
/// header is too long for that. An index is written as an i64.
std::string getNumPyHeader(const TensorType &type);

/// Writes a .npy file in C order, little-endian.
void writeNumPy(llvm::raw_ostream &os, const Tensor &tensor);

} // namespace dml

#endif // DML_RUNTIME_VALUES_NUMPY_H
