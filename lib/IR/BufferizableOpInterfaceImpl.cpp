//===- BufferizableOpInterfaceImpl.cpp - Bufferization of dml.unpool ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;

namespace dml {
namespace {

struct UnpoolOpInterface
    : DstBufferizableOpInterfaceExternalModel<UnpoolOpInterface, UnpoolOp> {
  /// All of the destination is overwritten, unless the condition is 0: only
  /// then what it held matters.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto unpool = cast<UnpoolOp>(op);
    return !unpool.isDpsInit(&operand) || unpool.getCondition();
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    UnpoolOp::create(rewriter, op->getLoc(), TypeRange(), buffers,
                     op->getAttrs());
    replaceOpWithBufferizedValues(rewriter, op, buffers.back());
    return success();
  }
};

} // namespace

void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, DMLDialect *) {
    UnpoolOp::attachInterface<UnpoolOpInterface>(*context);
  });
}

} // namespace dml
