//===- TensorPrinter.h - Tensors as text ------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_TENSORPRINTER_H
#define DML_RUNTIME_VALUES_TENSORPRINTER_H

#include "dml/Runtime/Values/Tensor.h"
#include "llvm/Support/raw_ostream.h"

namespace dml {

/// Prints the element with the given bits such that `parseElement` reads the
/// same bits: an integer in decimal; a float with the fewest digits that round
/// back to it, `inf`, `-inf`, or the bit pattern of a NaN (`0x7FC00001`).
void printElement(llvm::raw_ostream &os, ElementType type, uint64_t bits);

/// Prints `2x2xf32=[[1 2][3 4]]`, or `f32=1.5` at rank 0, which `parseTensor`
/// reads back bit for bit. With a limit >= 0 only that many elements are
/// printed, and `...` (which `parseTensor` refuses) stands for the others.
void printTensor(llvm::raw_ostream &os, const Tensor &tensor,
                 int64_t limit = -1);

} // namespace dml

#endif // DML_RUNTIME_VALUES_TENSORPRINTER_H
