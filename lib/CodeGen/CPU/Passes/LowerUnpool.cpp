//===- LowerUnpool.cpp - dml.unpool on buffers to loops -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass chooses among the ways to unpool that the folder Unpool implements:
// by sizes, and at run time where sizes are dynamic. A way that meets indices
// that are less local than it needs reports so, and the code falls back to the
// next way, which does the whole operation again.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Move/CacheLines.h"
#include "CodeGen/CPU/Unpool/ColdFunctions.h"
#include "CodeGen/CPU/Unpool/UnpoolBuilder.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace dml {
#define GEN_PASS_DEF_CPULOWERUNPOOL
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// The largest destination, in bytes, that one thread writes directly: it stays
/// in the second-level cache, and writing it takes less time than waking a
/// thread.
constexpr int64_t kDirectBytes = 256 << 10;

/// Lowers one dml.unpool.
class CPUUnpoolLowering {
public:
  CPUUnpoolLowering(RewriterBase &rewriter, UnpoolOp op,
                    HostFunctionCalls &host, SymbolTable &symbols,
                    int64_t cacheBytes)
      : b(rewriter), op(op), loc(op.getLoc()), u(rewriter, loc, host),
        cacheBytes(cacheBytes), symbols(symbols) {}

  void lower() {
    Value dest = pack(op.getDest(), /*copyIn=*/false);
    Value values = flatten(pack(op.getValues(), /*copyIn=*/true));
    Value indices = flatten(pack(op.getIndices(), /*copyIn=*/true));
    u.setBuffers(values, indices, flatten(dest));
    emit();
    auto caller = op->getParentOfType<func::FuncOp>();
    // The branch becomes a function once all that it uses exists.
    if (coldBranch && caller)
      moveToColdFunction(*coldBranch.thenBlock(), caller, symbols);
    if (dest != op.getDest())
      memref::CopyOp::create(b, loc, dest, op.getDest());
    for (Value temporary : temporaries)
      memref::DeallocOp::create(b, loc, temporary);
  }

private:
  void emit() {
    std::optional<int64_t> elementBytes = getLineElementBytes(
        cast<MemRefType>(op.getDest().getType()).getElementType());
    if (!elementBytes)
      return emitUnpoolOwnerComputes(u);
    Value destBytes = u.multiply(u.numOutputs, *elementBytes);
    Value isSmall = u.isBelow(destBytes, kDirectBytes + 1);
    u.ifElse(
        isSmall, [&] { emitUnpoolDirect(u); },
        [&] { emitLarge(destBytes, *elementBytes); });
  }

  /// Emits the ways for large destinations, which need ever less local indices:
  /// cells, planes, partition.
  void emitLarge(Value destBytes, int64_t elementBytes) {
    Type indexType = cast<MemRefType>(u.indices.getType()).getElementType();
    int64_t inputBytes = elementBytes + indexType.getIntOrFloatBitWidth() / 8;
    Value touched = u.add(destBytes, u.multiply(u.numInputs, inputBytes));
    u.misalignment = getMisalignment(b, loc, u.dest);
    u.isNonTemporal = u.isBelow(u.constant(cacheBytes), touched);

    Value width = getSize(op.getValues(), 3);
    Value outputWidth = getSize(op.getDest(), 3);
    Value needsFallback = emitIf(canUnpoolCells(u, width, outputWidth),
                                 [&] { return emitUnpoolCells(u, width); });
    emitFallback(needsFallback, [&] {
      Value inputPlanes = countPlanes(op.getValues());
      Value outputPlanes = countPlanes(op.getDest());
      Value stillNeedsFallback =
          emitIf(u.isEqual(inputPlanes, outputPlanes), [&] {
            return emitUnpoolPlanes(
                u, {outputPlanes, u.divide(u.numInputs, outputPlanes),
                    u.divide(u.numOutputs, outputPlanes), getRowSpan()});
          });
      emitFallback(stillNeedsFallback, [&] { emitUnpoolPartition(u); });
    });
  }

  /// Emits a way under its condition. Returns an i1: whether the operation
  /// needs a fallback, because the condition is false or the way gave up.
  Value emitIf(Value condition, llvm::function_ref<Value()> emit) {
    return u.ifElse(condition, emit, [&] { return u.boolean(true); });
  }

  /// Emits the remaining ways under the condition that the operation needs
  /// them. Behind the first way that may suffice they become a cold function,
  /// as most executions never call them.
  void emitFallback(Value needsFallback, llvm::function_ref<void()> emit) {
    if (coldBranch || matchPattern(needsFallback, m_Constant()))
      return u.ifThen(needsFallback, emit);
    auto branch = scf::IfOp::create(b, loc, needsFallback);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenYield());
    coldBranch = branch;
    emit();
  }

  /// Returns the buffer if it has the identity layout, else a packed temporary,
  /// which holds a copy of the buffer if `copyIn`.
  Value pack(Value buffer, bool copyIn) {
    auto type = cast<MemRefType>(buffer.getType());
    if (type.getLayout().isIdentity())
      return buffer;
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (type.isDynamicDim(i))
        sizes.push_back(getSize(buffer, i));
    Value packed = memref::AllocOp::create(
        b, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes);
    temporaries.push_back(packed);
    if (copyIn)
      memref::CopyOp::create(b, loc, buffer, packed);
    return packed;
  }

  /// Collapses a packed buffer to one dimension. Elements that move in cache
  /// lines become integers as wide.
  Value flatten(Value packed) {
    auto type = cast<MemRefType>(packed.getType());
    ReassociationIndices all;
    for (int64_t i = 0; i < type.getRank(); ++i)
      all.push_back(i);
    Value flat = memref::CollapseShapeOp::create(
        b, loc, packed, ArrayRef<ReassociationIndices>(all));
    if (!getLineElementBytes(type.getElementType()))
      return flat;
    return asIntegers(b, loc, flat);
  }

  /// Returns the product of all sizes but the last two.
  Value countPlanes(Value buffer) {
    Value count = u.constant(1);
    for (int64_t i = 0, e = cast<MemRefType>(buffer.getType()).getRank() - 2;
         i < e; ++i)
      count = u.multiply(count, getSize(buffer, i));
    return count;
  }

  Value getSize(Value buffer, int64_t dimension) {
    return b.createOrFold<memref::DimOp>(loc, buffer, dimension);
  }

  /// Returns how many outputs a row of pooled inputs points into: as many rows
  /// as the stride of pooling, and one more where pooling windows overlap.
  Value getRowSpan() {
    // There may be no rows where there are no inputs: do not divide by 0.
    Value inputRows = u.maximum(getSize(op.getValues(), 2), 1);
    Value rows = u.ceilDivide(getSize(op.getDest(), 2), inputRows);
    return u.multiply(u.add(rows, 1), getSize(op.getDest(), 3));
  }

  RewriterBase &b;
  UnpoolOp op;
  Location loc;
  UnpoolBuilder u;
  int64_t cacheBytes;
  SymbolTable &symbols;
  SmallVector<Value> temporaries;
  /// The outermost fallback, if it is to be a cold function.
  scf::IfOp coldBranch;
};

struct CPULowerUnpoolPass : impl::CPULowerUnpoolBase<CPULowerUnpoolPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<UnpoolOp> ops;
    getOperation().walk([&](UnpoolOp op) {
      if (isa<MemRefType>(op.getDest().getType()))
        ops.push_back(op);
    });
    HostFunctionCalls host(getOperation());
    SymbolTable symbols(getOperation());
    IRRewriter rewriter(&getContext());
    for (UnpoolOp op : ops) {
      rewriter.setInsertionPoint(op);
      CPUUnpoolLowering(rewriter, op, host, symbols, cacheBytes).lower();
      rewriter.eraseOp(op);
    }
  }
};

} // namespace
} // namespace dml
