//===- BufferizableOpInterfaceImpl.cpp - Bufferization of the dialect -----===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "dml/Interfaces/ExternalModels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::bufferization;

namespace dml {
namespace {

struct UnpoolOpInterface
    : DstBufferizableOpInterfaceExternalModel<UnpoolOpInterface, UnpoolOp> {
  /// All of the destination is overwritten, unless all conditions are 0: only
  /// then what it held matters.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto unpool = cast<UnpoolOp>(op);
    return !unpool.isDpsInit(&operand) || !unpool.getConditions().empty();
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

/// Casts a buffer to one of integers of another signedness. Both types are the
/// same after the conversion to the LLVM dialect, which folds the cast.
Value castElements(RewriterBase &rewriter, Value buffer, Type elementType) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getElementType() == elementType)
    return buffer;
  auto cast = UnrealizedConversionCastOp::create(
      rewriter, buffer.getLoc(),
      MemRefType(MemRefType::Builder(type).setElementType(elementType)),
      buffer);
  return cast.getResult(0);
}

/// An operator reads its operands and writes new buffers: its lowering, which
/// the driver goes on to bufferize.
template <typename OpT>
struct OperatorBufferization
    : BufferizableOpInterface::ExternalModel<OperatorBufferization<OpT>, OpT> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }

  FailureOr<BufferLikeType> getBufferType(Operation *op, Value value,
                                          const BufferizationOptions &options,
                                          const BufferizationState &,
                                          SmallVector<Value> &) const {
    auto type = cast<RankedTensorType>(value.getType());
    std::optional<Attribute> space = options.defaultMemorySpaceFn(type);
    if (!space)
      return op->emitOpError("could not infer memory space");
    return cast<BufferLikeType>(
        getMemRefTypeWithStaticIdentityLayout(type, *space));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    rewriter.setInsertionPoint(op);
    if (failed(restoreCasts(op, rewriter, options, state)))
      return failure();
    Operation *before = op->getPrevNode();
    LogicalResult result = success();
    lowerOperator(
        rewriter, cast<OperatorInterface>(op), LoweringOptions(),
        [&](RewriterBase &, OperatorInterface, ArrayRef<Value> values) {
          result =
              replaceByBuffers(op, before, values, rewriter, options, state);
        });
    return result;
  }

private:
  /// Casts before the operator are casts of buffers by now. What they still
  /// knew of sizes may tell that the operator can only fail.
  static LogicalResult restoreCasts(Operation *op, RewriterBase &rewriter,
                                    const BufferizationOptions &options,
                                    const BufferizationState &state) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      if (!type)
        continue;
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      auto cast = buffer->getDefiningOp<memref::CastOp>();
      auto source = cast ? dyn_cast<MemRefType>(cast.getSource().getType())
                         : MemRefType();
      if (!source)
        continue;
      Value known =
          ToTensorOp::create(rewriter, op->getLoc(),
                             type.clone(source.getShape()), cast.getSource());
      Value restored =
          tensor::CastOp::create(rewriter, op->getLoc(), type, known);
      rewriter.modifyOpInPlace(op, [&] { operand.set(restored); });
    }
    return success();
  }

  /// tensor.bitcast, which the lowering reads unsigned integers through, does
  /// not bufferize.
  static LogicalResult bufferizeBitcast(tensor::BitcastOp op,
                                        RewriterBase &rewriter,
                                        const BufferizationOptions &options,
                                        const BufferizationState &state) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    FailureOr<Value> buffer =
        getBuffer(rewriter, op.getSource(), options, state);
    if (failed(buffer))
      return failure();
    replaceOpWithBufferizedValues(
        rewriter, op,
        castElements(rewriter, *buffer, getElementTypeOrSelf(op.getType())));
    return success();
  }

  /// `before` is what stood before the operator, and so before its lowering.
  static LogicalResult replaceByBuffers(Operation *op, Operation *before,
                                        ArrayRef<Value> values,
                                        RewriterBase &rewriter,
                                        const BufferizationOptions &options,
                                        const BufferizationState &state) {
    Operation *next = before ? before->getNextNode() : &op->getBlock()->front();
    while (next != op) {
      auto bitcast = dyn_cast<tensor::BitcastOp>(next);
      next = next->getNextNode();
      if (bitcast &&
          failed(bufferizeBitcast(bitcast, rewriter, options, state)))
        return failure();
    }

    SmallVector<Value> buffers;
    for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
      FailureOr<BufferLikeType> type =
          bufferization::getBufferType(result, options, state);
      if (failed(type))
        return failure();
      auto declared = cast<MemRefType>(*type);
      MemRefType signless = MemRefType::Builder(declared).setElementType(
          getElementTypeOrSelf(value.getType()));
      Value buffer =
          ToBufferOp::create(rewriter, op->getLoc(), signless, value);
      buffers.push_back(
          castElements(rewriter, buffer, declared.getElementType()));
    }
    replaceOpWithBufferizedValues(rewriter, op, buffers);
    return success();
  }
};

} // namespace

void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, DMLDialect *) {
    UnpoolOp::attachInterface<UnpoolOpInterface>(*context);
#define DML_OPERATOR(Name, mnemonic)                                           \
  Name##Op::attachInterface<OperatorBufferization<Name##Op>>(*context);
#include "dml/IR/Operators.def"
    // What operators are lowered to.
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         BufferizationDialect, linalg::LinalgDialect,
                         memref::MemRefDialect, scf::SCFDialect,
                         tensor::TensorDialect>();
  });
}

} // namespace dml
