//===- LowerUnpool.cpp - dml.unpool on buffers to a winner map ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferWords.h"
#include "LaunchBuilder.h"
#include "WordConstant.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Target/LaunchPlan.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"

namespace dml {
#define GEN_PASS_DEF_GPULOWERUNPOOL
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// The report's words come first in a map; 16 bytes keep what follows aligned.
constexpr int64_t kMapOffset = IndexReport::NumWords;
static_assert(kMapOffset * 4 == 16, "a map's entries start at a vector");

/// Emits what one dml.unpool becomes.
class UnpoolEmitter {
public:
  UnpoolEmitter(OpBuilder &b, UnpoolOp op, int64_t workgroupSize,
                int64_t maxWorkgroups, int64_t maxBufferBytes)
      : b(b), op(op), loc(op.getLoc()), workgroupSize(workgroupSize),
        maxWorkgroups(maxWorkgroups) {
    numInputs = cast<MemRefType>(op.getValues().getType()).getNumElements();
    numOutputs = cast<MemRefType>(op.getDest().getType()).getNumElements();
    indexWords = cast<MemRefType>(op.getIndices().getType())
                         .getElementType()
                         .isInteger(64)
                     ? 2
                     : 1;
    // A chunk starts at a 16-byte vector of elements of any width.
    int64_t entries = maxBufferBytes / 4 - kMapOffset;
    chunkSize = std::max<int64_t>(entries / 16 * 16, 16);
  }

  LogicalResult run() {
    Value values = flatten(op.getValues()), dest = flatten(op.getDest());
    indices = viewWords(op.getIndices());
    for (int64_t begin = 0; begin < numOutputs; begin += chunkSize) {
      int64_t size = std::min(chunkSize, numOutputs - begin);
      auto mapType = MemRefType::get(kMapOffset + size, b.getI32Type());
      Value map = memref::AllocOp::create(b, loc, mapType);
      linalg::FillOp::create(b, loc, ValueRange(createWord(b, loc, 0)), map);
      if (failed(emitScatter(map, begin, size)) ||
          (begin == 0 && failed(emitReport(map))))
        return failure();
      emitGather(values, map, dest, begin, size);
    }
    return success();
  }

private:
  Value asIndex(OpBuilder &b, Value value) {
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), value);
  }

  Value compare(OpBuilder &b, arith::CmpIPredicate predicate, Value word,
                int64_t bound) {
    return arith::CmpIOp::create(b, loc, predicate, word,
                                 createWord(b, loc, bound));
  }

  Value flatten(Value buffer) {
    return memref::CollapseShapeOp::create(
        b, loc, buffer, ArrayRef<ReassociationIndices>{{0, 1, 2, 3}});
  }

  Value viewWords(Value buffer) {
    Value root = getRootBuffer(buffer);
    return ViewWordsOp::create(b, loc, getWordsType(root, 1), root);
  }

  /// Word `part` of the index at a position.
  Value loadIndexWord(OpBuilder &b, Value position, int64_t part) {
    Value word = arith::AddIOp::create(
        b, loc,
        arith::MulIOp::create(b, loc, position, createWord(b, loc, indexWords)),
        createWord(b, loc, part));
    return memref::LoadOp::create(b, loc, indices,
                                  ValueRange(asIndex(b, word)));
  }

  void updateAtomically(OpBuilder &b, arith::AtomicRMWKind kind, Value value,
                        Value words, Value position) {
    memref::AtomicRMWOp::create(b, loc, kind, value, words,
                                ValueRange(asIndex(b, position)));
  }

  /// Each input enters its position plus 1 at its index, if that is larger than
  /// what is there: the last input wins (U4), whatever the order of threads.
  LogicalResult emitScatter(Value map, int64_t begin, int64_t size) {
    Value words = viewWords(map);
    return buildLinearLaunch(
        b, loc, numInputs, workgroupSize, maxWorkgroups,
        [&](OpBuilder &b, Location, Value thread) {
          Value position =
              arith::IndexCastOp::create(b, loc, b.getI32Type(), thread);
          Value low = loadIndexWord(b, position, 0);
          Value isInside = isBelow(b, low, begin, size);
          Value isOutside =
              compare(b, arith::CmpIPredicate::uge, low, numOutputs);
          if (indexWords == 2) {
            // All 64 bits count: 2^32 + k is out of range, not k (U3).
            Value high = loadIndexWord(b, position, 1);
            Value isSmall = compare(b, arith::CmpIPredicate::eq, high, 0);
            Value isLarge = compare(b, arith::CmpIPredicate::ne, high, 0);
            isInside = arith::AndIOp::create(b, loc, isInside, isSmall);
            isOutside = arith::OrIOp::create(b, loc, isOutside, isLarge);
          }
          scf::IfOp::create(b, loc, isInside, [&](OpBuilder &b, Location) {
            Value entry = arith::AddIOp::create(
                b, loc, low, createWord(b, loc, kMapOffset - begin));
            Value winner =
                arith::AddIOp::create(b, loc, position, createWord(b, loc, 1));
            updateAtomically(b, arith::AtomicRMWKind::maxu, winner, words,
                             entry);
            scf::YieldOp::create(b, loc);
          });
          if (begin > 0)
            return;
          scf::IfOp::create(b, loc, isOutside, [&](OpBuilder &b, Location) {
            updateAtomically(b, arith::AtomicRMWKind::addi,
                             createWord(b, loc, 1), words,
                             createWord(b, loc, IndexReport::Count));
            Value complement =
                arith::XOrIOp::create(b, loc, position, createWord(b, loc, -1));
            updateAtomically(
                b, arith::AtomicRMWKind::maxu, complement, words,
                createWord(b, loc, IndexReport::ComplementedPosition));
            scf::YieldOp::create(b, loc);
          });
        });
  }

  Value isBelow(OpBuilder &b, Value low, int64_t begin, int64_t size) {
    Value moved = begin == 0 ? low
                             : arith::SubIOp::create(b, loc, low,
                                                     createWord(b, loc, begin))
                                   .getResult();
    return compare(b, arith::CmpIPredicate::ult, moved, size);
  }

  /// One thread looks up the index at the first offending position.
  LogicalResult emitReport(Value map) {
    Value words = viewWords(map);
    auto read = [&](OpBuilder &b, int64_t word) -> Value {
      return memref::LoadOp::create(
          b, loc, words, ValueRange(asIndex(b, createWord(b, loc, word))));
    };
    LogicalResult result = buildLinearLaunch(
        b, loc, 1, workgroupSize, maxWorkgroups,
        [&](OpBuilder &b, Location, Value) {
          Value any = compare(b, arith::CmpIPredicate::ne,
                              read(b, IndexReport::Count), 0);
          scf::IfOp::create(b, loc, any, [&](OpBuilder &b, Location) {
            Value position = arith::XOrIOp::create(
                b, loc, read(b, IndexReport::ComplementedPosition),
                createWord(b, loc, -1));
            for (int64_t part = 0; part < indexWords; ++part)
              memref::StoreOp::create(
                  b, loc, loadIndexWord(b, position, part), words,
                  ValueRange(asIndex(
                      b, createWord(b, loc, IndexReport::IndexLow + part))));
            scf::YieldOp::create(b, loc);
          });
        });
    ReportIndicesOp::create(b, loc, map, 0, numOutputs);
    return result;
  }

  /// Every element of the chunk: its winner, or zero (U2).
  void emitGather(Value values, Value map, Value dest, int64_t begin,
                  int64_t size) {
    auto slice = [&](Value buffer, int64_t offset) -> Value {
      return memref::SubViewOp::create(
          b, loc, buffer, ArrayRef<OpFoldResult>(b.getIndexAttr(offset)),
          ArrayRef<OpFoldResult>(b.getIndexAttr(size)),
          ArrayRef<OpFoldResult>(b.getIndexAttr(1)));
    };
    if (size != numOutputs)
      dest = slice(dest, begin);
    Type type = cast<MemRefType>(dest.getType()).getElementType();
    AffineMap identity = b.getMultiDimIdentityMap(1);
    linalg::GenericOp::create(
        b, loc, ValueRange(slice(map, kMapOffset)), ValueRange(dest),
        ArrayRef<AffineMap>{identity, identity},
        ArrayRef<utils::IteratorType>{utils::IteratorType::parallel},
        [&](OpBuilder &b, Location, ValueRange arguments) {
          Value winner = arguments[0];
          Value isWritten = compare(b, arith::CmpIPredicate::ne, winner, 0);
          auto element = scf::IfOp::create(
              b, loc, isWritten,
              [&](OpBuilder &b, Location) {
                Value position = arith::SubIOp::create(b, loc, winner,
                                                       createWord(b, loc, 1));
                Value value = memref::LoadOp::create(
                    b, loc, values, ValueRange(asIndex(b, position)));
                scf::YieldOp::create(b, loc, value);
              },
              [&](OpBuilder &b, Location) {
                Value zero =
                    arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
                scf::YieldOp::create(b, loc, zero);
              });
          linalg::YieldOp::create(b, loc, element.getResults());
        });
  }

  OpBuilder &b;
  UnpoolOp op;
  Location loc;
  int64_t workgroupSize, maxWorkgroups;
  int64_t numInputs, numOutputs, chunkSize;
  /// 32-bit words of an index.
  int64_t indexWords;
  Value indices;
};

struct GPULowerUnpoolPass : impl::GPULowerUnpoolBase<GPULowerUnpoolPass> {
  using GPULowerUnpoolBase::GPULowerUnpoolBase;

  void runOnOperation() override {
    if (failed(
            checkLaunchOptions(getOperation(), workgroupSize, maxWorkgroups)))
      return signalPassFailure();
    SmallVector<UnpoolOp> ops;
    getOperation().walk([&](UnpoolOp op) { ops.push_back(op); });
    for (UnpoolOp op : ops) {
      for (Value operand : op->getOperands()) {
        auto type = dyn_cast<MemRefType>(operand.getType());
        if (type && type.hasStaticShape() && type.getLayout().isIdentity())
          continue;
        op.emitOpError("expected packed buffers of static shape, given ")
            << operand.getType();
        return signalPassFailure();
      }
      OpBuilder b(op);
      UnpoolEmitter emitter(b, op, workgroupSize, maxWorkgroups,
                            maxBufferBytes);
      if (failed(emitter.run())) {
        op.emitOpError("has more indices than ")
            << maxWorkgroups.getValue() << "x" << maxWorkgroups.getValue()
            << " workgroups of " << workgroupSize.getValue()
            << " threads (maxComputeWorkGroupCount)";
        return signalPassFailure();
      }
      op.erase();
    }
  }
};

} // namespace
} // namespace dml
