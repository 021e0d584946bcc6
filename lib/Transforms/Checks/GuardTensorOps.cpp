//===- GuardTensorOps.cpp - Run-time checks of tensor operations ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOpGuard.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Transforms/Checks/Passes.h"
#include "dml/Transforms/FoldScalars.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dml {
#define GEN_PASS_DEF_GUARDTENSOROPS
#include "dml/Transforms/Checks/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool isStatic(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  });
}

/// Upstream's checks, for what has none here. Types tell all of a structured
/// operation on static shapes, and its verifier has looked at them.
void guardAsUpstream(OpBuilder &b, Operation *op) {
  auto verifiable = dyn_cast<RuntimeVerifiableOpInterface>(op);
  if (!verifiable || (isa<linalg::LinalgOp>(op) && isStatic(op)))
    return;
  b.setInsertionPoint(op);
  verifiable.generateRuntimeVerification(
      b, op->getLoc(), [](Operation *op, StringRef reason) {
        return getMessagePrefix(op) + reason.str();
      });
}

void guard(OpBuilder &b, Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::ExtractSliceOp slice) {
        TensorOpGuard(b, op).guardExtraction(slice);
      })
      .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
          [&](auto slice) { TensorOpGuard(b, op).guardInsertion(slice); })
      .Case([&](tensor::ExpandShapeOp expand) {
        TensorOpGuard(b, op).guardExpansion(expand);
      })
      .Case([&](tensor::ReshapeOp reshape) {
        TensorOpGuard(b, op).guardReshape(reshape);
      })
      .Case([&](tensor::PadOp pad) { TensorOpGuard(b, op).guardPadding(pad); })
      .Case([&](tensor::ConcatOp concat) {
        TensorOpGuard(b, op).guardConcatenation(concat);
      })
      .Case([&](tensor::EmptyOp empty) {
        TensorOpGuard(b, op).guardSizes(empty.getType(),
                                        empty.getDynamicSizesMutable());
      })
      .Case([&](tensor::SplatOp splat) {
        TensorOpGuard(b, op).guardSizes(splat.getType(),
                                        splat.getDynamicSizesMutable());
      })
      .Case([&](tensor::GenerateOp generate) {
        TensorOpGuard(b, op).guardSizes(
            cast<RankedTensorType>(generate.getType()),
            generate.getDynamicExtentsMutable());
      })
      .Case([&](tensor::ExtractOp extract) {
        TensorOpGuard(b, op).guardPosition(extract.getTensor(),
                                           extract.getIndices());
      })
      .Case([&](tensor::InsertOp insert) {
        TensorOpGuard(b, op).guardPosition(insert.getDest(),
                                           insert.getIndices());
      })
      .Case(
          [&](UnpoolOp unpool) { TensorOpGuard(b, op).guardUnpooling(unpool); })
      .Case<scf::ForOp, scf::ParallelOp, scf::ForallOp>(
          [&](auto loop) { TensorOpGuard(b, op).guardLoop(loop); })
      .Default([&](Operation *op) { guardAsUpstream(b, op); });
}

struct GuardTensorOpsPass : impl::GuardTensorOpsBase<GuardTensorOpsPass> {
  void runOnOperation() override {
    if (failed(checkStaticLists(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) { ops.push_back(op); });
    OpBuilder b(&getContext());
    for (Operation *op : ops) {
      // Upstream's checks fold the division, and read a number of what is none.
      auto structured = dyn_cast<linalg::LinalgOp>(op);
      if (structured &&
          llvm::any_of(structured.getIndexingMapsArray(), mayDivideByZero)) {
        op->emitOpError("has an indexing map that divides by a number below 1");
        return signalPassFailure();
      }
      guard(b, op);
    }
  }
};

} // namespace
} // namespace dml
