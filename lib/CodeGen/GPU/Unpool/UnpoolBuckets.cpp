//===- UnpoolBuckets.cpp - Buckets of a radix partition -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolBuckets.h"

using namespace mlir;

namespace dml {

Value UnpoolBuckets::loadCount(WordBuilder &w, const UnpoolInputs &inputs,
                               Value bucket) const {
  Value count = w.load(inputs.getControl(), w.add(bucket, firstCountWord));
  return w.minimum(count, capacity);
}

void UnpoolBuckets::clear(WordBuilder &w, const UnpoolInputs &inputs,
                          Value bucket) const {
  w.store(w.constant(0), inputs.getControl(), w.add(bucket, firstCountWord));
}

} // namespace dml
