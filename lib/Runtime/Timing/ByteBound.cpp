//===- ByteBound.cpp - Programs whose work is to move bytes ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteBound.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

bool isByteBound(ModuleOp module) {
  auto movesBytes = [](Operation *op) {
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      return structured.getNumReductionLoops() == 0;
    return isa<ModuleOp, UnrealizedConversionCastOp>(op) ||
           isa_and_nonnull<DMLDialect, arith::ArithDialect, func::FuncDialect,
                           linalg::LinalgDialect, math::MathDialect,
                           tensor::TensorDialect>(op->getDialect());
  };
  return !module
              .walk([&](Operation *op) {
                return movesBytes(op) ? WalkResult::advance()
                                      : WalkResult::interrupt();
              })
              .wasInterrupted();
}

} // namespace dml
