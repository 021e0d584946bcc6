//===- strides.cpp - Uses the library that is built fastest ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Shapes/Strides.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  llvm::outs() << dml::formatSizes(dml::getPackedStrides({1, 8, 2, 3})) << "\n";
}
