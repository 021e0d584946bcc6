//===- MatrixProduct.cpp - Contractions as matrix products ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixProduct.h"

using namespace mlir;

namespace dml {

FailureOr<MatrixProduct> MatrixProduct::create(Contraction contraction,
                                               const AccessNest &nest) {
  auto isUnit = [&](unsigned loop) { return nest.loops[loop].size == 1; };
  for (SmallVector<unsigned> *loops :
       {&contraction.lhs.loops, &contraction.rhs.loops, &contraction.batch,
        &contraction.reductions})
    llvm::erase_if(*loops, isUnit);
  const Access &write = nest.getMainWrite();
  auto isInnermost = [&](unsigned loop) { return write.strides[loop] == 1; };
  if (llvm::any_of(contraction.rhs.loops, isInnermost))
    return MatrixProduct{contraction, /*isLeftRows=*/true};
  if (llvm::any_of(contraction.lhs.loops, isInnermost))
    return MatrixProduct{contraction, /*isLeftRows=*/false};
  return failure();
}

int64_t getNumSteps(const AccessNest &nest, ArrayRef<unsigned> loops) {
  int64_t product = 1;
  for (unsigned loop : loops)
    product *= nest.loops[loop].size;
  return product;
}

ProductSizes MatrixProduct::getSizes(const AccessNest &nest) const {
  return {getNumSteps(nest, contraction.batch),
          getNumSteps(nest, getRows().loops),
          getNumSteps(nest, getColumns().loops),
          getNumSteps(nest, contraction.reductions)};
}

} // namespace dml
