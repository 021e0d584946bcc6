//===- MaxUnpoolingToLinalg.cpp - max_unpooling to dml.unpool -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorLowering.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {

llvm::Expected<SmallVector<Value>>
lowerToLinalg(OpBuilder &b, MaxUnpoolingOp op, const LoweringOptions &) {
  Location loc = op.getLoc();
  Sizes sizes = mergeSizes(op.getValues().getType().getShape(),
                           op.getIndices().getType().getShape());
  Value values = withSizes(b, loc, asSignless(b, loc, op.getValues()), sizes);
  Value indices = withSizes(b, loc, asSignless(b, loc, op.getIndices()), sizes);
  Value dest = tensor::EmptyOp::create(b, loc, op.getType().getShape(),
                                       getElementTypeOrSelf(values.getType()),
                                       op.getOutputSizes());
  auto unpool = UnpoolOp::create(b, loc, dest.getType(), values, indices,
                                 /*conditions=*/ValueRange(), dest);
  return SmallVector<Value>{unpool.getResult()};
}

} // namespace dml
