//===- LowerUnpool.cpp - dml.unpool on buffers to loops -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Destinations up to so many bytes stay in the second-level cache, and waking
/// a thread takes longer than writing them.
constexpr int64_t kDirectBytes = 256 << 10;

/// Chooses among the ways to unpool, at run time where sizes are dynamic.
class UnpoolEmitter {
public:
  UnpoolEmitter(RewriterBase &rewriter, UnpoolOp op, HostFunctionCalls &host,
                SymbolTable &symbols, int64_t cacheBytes)
      : b(rewriter), op(op), loc(op.getLoc()), u(rewriter, loc, host),
        cacheBytes(cacheBytes), symbols(symbols) {}

  void run() {
    Value dest = pack(op.getDest(), /*copyIn=*/false);
    Value values = flatten(pack(op.getValues(), /*copyIn=*/true));
    Value indices = flatten(pack(op.getIndices(), /*copyIn=*/true));
    u.setBuffers(values, indices, flatten(dest));
    emit();
    auto caller = op->getParentOfType<func::FuncOp>();
    if (onDemand && caller)
      moveToOnDemandFunction(*onDemand.thenBlock(), caller, symbols);
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
      return emitUnpoolScan(u);
    Value destBytes = u.multiply(u.numOutputs, u.constant(*elementBytes));
    Value isSmall = u.isBelow(destBytes, u.constant(kDirectBytes + 1));
    u.ifThenElse(
        isSmall, [&] { emitUnpoolDirect(u); },
        [&] { emitLarge(destBytes, *elementBytes); });
  }

  /// From the most to the least local: blocks, planes, and any indices.
  void emitLarge(Value destBytes, int64_t elementBytes) {
    Type indexType = cast<MemRefType>(u.indices.getType()).getElementType();
    int64_t inputBytes = elementBytes + indexType.getIntOrFloatBitWidth() / 8;
    Value touched =
        u.add(destBytes, u.multiply(u.numInputs, u.constant(inputBytes)));
    u.phase = getMisalignment(b, loc, u.dest);
    u.isNonTemporal = u.isBelow(u.constant(cacheBytes), touched);

    Value width = getSize(op.getValues(), 3);
    Value outputWidth = getSize(op.getDest(), 3);
    Value isOpen = tryIf(canBeUnpoolBlocks(u, width, outputWidth),
                         [&] { return emitUnpoolBlocks(u, width); });
    ifGivenUp(isOpen, [&] {
      Value inputPlanes = countPlanes(op.getValues());
      Value outputPlanes = countPlanes(op.getDest());
      Value isStillOpen = tryIf(u.isEqual(inputPlanes, outputPlanes), [&] {
        return emitUnpoolPlanes(
            u, {outputPlanes, u.divide(u.numInputs, outputPlanes),
                u.divide(u.numOutputs, outputPlanes), getRowSpan()});
      });
      ifGivenUp(isStillOpen, [&] { emitUnpoolPartition(u); });
    });
  }

  /// Yields whether the operation is still to be done: it does not meet the
  /// condition of a way to do it, or that way gave up.
  Value tryIf(Value condition, llvm::function_ref<Value()> emit) {
    return u.ifElse(
        condition, [&] { return UnpoolBuilder::Values{emit()}; },
        [&] { return UnpoolBuilder::Values{u.boolean(true)}; })[0];
  }

  /// The less local ways. Where a more local one may do it all, they are a
  /// function of their own, which most runs never call.
  void ifGivenUp(Value isOpen, llvm::function_ref<void()> emit) {
    if (onDemand || matchPattern(isOpen, m_Constant()))
      return u.ifThen(isOpen, emit);
    auto branch = scf::IfOp::create(b, loc, isOpen);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenYield());
    onDemand = branch;
    emit();
  }

  /// The buffer, or a packed copy of one with gaps.
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

  /// One dimension; of integers where elements move in lines.
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

  /// Product of all sizes but the last two.
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

  /// A row of inputs comes from as many rows as the pooling's stride, and from
  /// one more where its windows overlap.
  Value getRowSpan() {
    // Of inputs without rows, of which there are none.
    Value inputRows = u.maximum(getSize(op.getValues(), 2), u.constant(1));
    Value rows = u.ceilDivide(getSize(op.getDest(), 2), inputRows);
    return u.multiply(u.add(rows, u.constant(1)), getSize(op.getDest(), 3));
  }

  RewriterBase &b;
  UnpoolOp op;
  Location loc;
  UnpoolBuilder u;
  int64_t cacheBytes;
  SymbolTable &symbols;
  SmallVector<Value> temporaries;
  /// What becomes a function once all around it is built.
  scf::IfOp onDemand;
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
      UnpoolEmitter(rewriter, op, host, symbols, cacheBytes).run();
      rewriter.eraseOp(op);
    }
  }
};

} // namespace
} // namespace dml
