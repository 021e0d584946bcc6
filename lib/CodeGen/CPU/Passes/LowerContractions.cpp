//===- LowerContractions.cpp - Contractions to tasks of blocks ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/ContractionNeighbours.h"
#include "CodeGen/CPU/Contract/ContractionTasks.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dml {
#define GEN_PASS_DEF_CPULOWERCONTRACTIONS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct CPULowerContractionsPass
    : impl::CPULowerContractionsBase<CPULowerContractionsPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    int64_t bytes = vectorBytes;
    if (llvm::isPowerOf2_64(bytes) && bytes >= 8 && bytes <= kLineBytes)
      return success();
    return emitError(UnknownLoc::get(context))
           << "vector-bytes: expected a power of two from 8 to " << kLineBytes
           << ", given " << bytes;
  }

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.getNumReductionLoops() > 0)
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (succeeded(lower(op)))
        op->erase();
  }

private:
  LogicalResult lower(linalg::LinalgOp op) {
    if (!op.hasPureBufferSemantics())
      return failure();
    FailureOr<AccessNest> nest = AccessNest::create(op);
    if (failed(nest) || !nest->hasKnownSizes() || nest->getNumIterations() == 0)
      return failure();
    FailureOr<Contraction> contraction = Contraction::match(op, *nest);
    if (failed(contraction) || contraction->reductions.empty())
      return failure();
    FailureOr<ContractionBody> body =
        getContractionBody(op, *nest, *contraction);
    if (failed(body))
      return failure();
    contraction->keepNeighbours(*nest);

    ContractionSizes sizes = {contraction->getSizes(*nest)};
    sizes.packsRows = packsRows(*nest, *contraction, body->rows);
    for (Type type : {nest->writes.front().elementType, body->rows.getType(),
                      body->columns.getType()})
      sizes.elementBytes =
          std::max(sizes.elementBytes, *getLineElementBytes(type));
    FailureOr<ContractionSchedule> schedule =
        chooseContractionSchedule(sizes, vectorBytes);
    if (failed(schedule))
      return failure();
    remarkSchedule(op.getLoc(), "ContractionSchedule", *schedule);
    std::optional<ResultFill> fill = findResultFill(op);
    FailureOr<BlockEpilogue> epilogue = failure();
    OpOperand *reader =
        findEpilogue(op, fill ? fill->op : nullptr,
                     /*maxBuffers=*/std::numeric_limits<int64_t>::max());
    if (reader)
      epilogue = BlockEpilogue::create(*reader, sizes.columns);
    ContractionPlan plan = {
        *nest,   *contraction, *body, *schedule, fill ? fill->value : Value(),
        contract};
    OpBuilder b(op);
    if (succeeded(epilogue)) {
      b.setInsertionPoint(reader->getOwner());
      epilogue->createViews({b, op.getLoc()});
      plan.epilogue = &*epilogue;
    }
    emitContractionTasks(b, op.getLoc(), plan);
    if (fill)
      fill->op->erase();
    if (succeeded(epilogue))
      reader->getOwner()->erase();
    return success();
  }
};

} // namespace
} // namespace dml
