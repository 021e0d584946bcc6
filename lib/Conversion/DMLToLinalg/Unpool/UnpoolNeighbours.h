//===- UnpoolNeighbours.h - Elementwise work around unpooling ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What computes the values of an unpooling, and what is computed from its
// result. The form for pooled data does both where it reads and writes. The
// general operation, which seldom runs, has them as operations before and
// behind it, under its condition.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_UNPOOLNEIGHBOURS_H
#define DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_UNPOOLNEIGHBOURS_H

#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dml {

/// The operations around a dml.unpool on tensors that become one with it.
class UnpoolNeighbours {
public:
  explicit UnpoolNeighbours(UnpoolOp op) : op(op) {}

  /// Finds the neighbours: a cheap operation whose result only `op` reads, and
  /// the only reader of the result of `op`. Both compute elements in the order
  /// of `op`, and the planes keep their numbers. Together with `op` they access
  /// at most `maxBuffers`, if that is not 0.
  static UnpoolNeighbours find(UnpoolOp op, int64_t maxBuffers);

  /// The value that the whole replaces: the result of the consumer or of `op`.
  mlir::Value getResult();
  /// The tensors that the values are computed from, or the values.
  llvm::SmallVector<mlir::Value> getSources();

  /// Whether the producer reads for each value the element of an input at the
  /// same position.
  static bool isByElement(mlir::OpOperand &input);
  /// Whether a neighbour reads elements by number of batch or channel.
  bool readsByPlane();

  UnpoolOp op;
  /// Null where there is none.
  mlir::linalg::LinalgOp producer, consumer;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_UNPOOLNEIGHBOURS_H
