//===- Reproducer.h - A case as a shell command -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TESTING_REPRODUCER_H
#define DML_TESTING_REPRODUCER_H

#include "dml/Runtime/Values/Tensor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace dml {

/// A run of a module on given inputs.
struct Reproducer {
  llvm::StringRef module;
  llvm::StringRef device;
  unsigned numThreads;
  bool reversesTasks;
  bool bypassesCache;
  bool refine;
  bool fuse;
  bool ignoreOutOfRangeIndices;
  llvm::ArrayRef<Tensor> inputs;
  /// None where the run is expected to fail.
  llvm::ArrayRef<Tensor> expected;
};

/// Prints a call of dml-run that can be pasted into a shell. Tensors that are
/// too long for a command line are written to files of the current directory.
void printReproducer(llvm::raw_ostream &os, const Reproducer &reproducer);

} // namespace dml

#endif // DML_TESTING_REPRODUCER_H
