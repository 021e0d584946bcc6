//===- MaxUnpoolingTiling.cpp - Why max_unpooling has no tiles ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTiling.h"

using namespace mlir;

namespace dml {

/// One iteration makes all.
IterationSpace getIterationSpace(IndexArithmetic &index, OpBuilder &b,
                                 MaxUnpoolingOp op) {
  return {Indices(4, index.constant(1)), reifyInferredSizes(b, op, 0),
          "cannot be tiled: an index may point anywhere into the whole result "
          "(U2), so no part of it follows from a slice of the values"};
}

FailureOr<TiledOperator> buildTile(TileBuilder &, MaxUnpoolingOp) {
  return failure();
}

} // namespace dml
