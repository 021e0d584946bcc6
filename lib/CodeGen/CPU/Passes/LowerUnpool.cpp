//===- LowerUnpool.cpp - dml.unpool on buffers to loops -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/OutlinedFunctions.h"
#include "CodeGen/CPU/Unpool/UnpoolBuilder.h"
#include "CodeGen/Common/Passes/LayoutPropagation.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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
class CPUUnpoolLowering : UnpoolBuilder {
public:
  CPUUnpoolLowering(RewriterBase &rewriter, UnpoolOp op,
                    HostFunctionCalls &host, SymbolTable &symbols,
                    int64_t cacheBytes)
      : UnpoolBuilder(rewriter, op.getLoc(), host), rewriter(rewriter), op(op),
        cacheBytes(cacheBytes), symbols(symbols) {}

  void lower() {
    if (op.getConditions().empty())
      return emitAll();
    // Few executions find indices that the forms for pooled data do not handle.
    auto branch = scf::IfOp::create(b, loc, isAnySet(op.getConditions()));
    b.setInsertionPoint(branch.thenYield());
    emitAll();
    auto caller = op->getParentOfType<func::FuncOp>();
    if (!caller)
      return;
    Region &taken = branch.getThenRegion();
    auto [function, arguments] =
        outlineRegion(rewriter, taken, caller, "_fallback", symbols);
    setColdFunction(function);
    b.createBlock(&taken);
    func::CallOp::create(b, loc, function, arguments);
    scf::YieldOp::create(b, loc);
  }

private:
  void emitAll() {
    if (!areChannelsLast())
      return emitPacked(/*triesRing=*/true);
    setBuffers(createFlatView(op.getValues()), createFlatView(op.getIndices()),
               createFlatView(op.getDest()));
    Value isLeft = ifElse(
        isSmall(), [&] { return boolean(true); },
        [&] {
          prepareLarge();
          channels = cast<MemRefType>(op.getDest().getType()).getDimSize(1);
          return emitUnpoolRing(*this, getPlanes(getSize(op.getDest(), 0)));
        });
    channels = 1;
    ifThen(isLeft, [&] { emitPacked(/*triesRing=*/false); });
  }

  void setBuffers(Value newValues, Value newIndices, Value newDest) {
    values = newValues;
    indices = newIndices;
    dest = newDest;
    numInputs = getFlatSize(values);
    numOutputs = getFlatSize(dest);
  }

  /// Whether all buffers have the channels of a pixel side by side, and as many
  /// images and channels.
  bool areChannelsLast() {
    auto getType = [](Value buffer) {
      return cast<MemRefType>(buffer.getType());
    };
    return llvm::all_of(
               ArrayRef<Value>{op.getValues(), op.getIndices(), op.getDest()},
               [&](Value buffer) { return isChannelsLast(getType(buffer)); }) &&
           getType(op.getValues()).getShape().take_front(2) ==
               getType(op.getDest()).getShape().take_front(2);
  }

  void emitPacked(bool triesRing) {
    Value packed = pack(op.getDest(), /*copyIn=*/false);
    Value packedValues = pack(op.getValues(), /*copyIn=*/true);
    Value packedIndices = pack(op.getIndices(), /*copyIn=*/true);
    setBuffers(flatten(packedValues), flatten(packedIndices), flatten(packed));
    ifElse(
        isSmall(), [&] { emitUnpoolDirect(*this); },
        [&] {
          prepareLarge();
          emitLarge(triesRing);
        });
    if (packed != op.getDest())
      memref::CopyOp::create(b, loc, packed, op.getDest());
    for (Value temporary : temporaries)
      memref::DeallocOp::create(b, loc, temporary);
  }

  Value getDestBytes() {
    return multiply(numOutputs, kLineBytes / getLineElements());
  }

  Value isSmall() {
    return isLessUnsigned(getDestBytes(),
                          std::min(kDirectBytes, cacheBytes) + 1);
  }

  void prepareLarge() {
    Type index = getElementTypeOrSelf(indices);
    int64_t inputBytes =
        kLineBytes / getLineElements() + index.getIntOrFloatBitWidth() / 8;
    Value touched = add(getDestBytes(), multiply(numInputs, inputBytes));
    misalignment = getMisalignment(dest);
    bypassesCache = isLessUnsigned(constant(cacheBytes), touched);
  }

  UnpoolPlanes getPlanes(Value count) {
    return {count, getSize(op.getValues(), 2), getSize(op.getValues(), 3),
            getSize(op.getDest(), 2), getSize(op.getDest(), 3)};
  }

  /// Emits the ways for large destinations: the ring if planes correspond,
  /// unless it was tried before, and the partition if that does not suffice.
  void emitLarge(bool triesRing) {
    if (!triesRing)
      return emitUnpoolPartition(*this);
    UnpoolPlanes planes = getPlanes(countPlanes(op.getDest()));
    Value isLeft = ifElse(
        bitAnd(isEqual(countPlanes(op.getValues()), planes.count),
               isLessUnsigned(constant(0), numInputs)),
        [&] { return emitUnpoolRing(*this, planes); },
        [&] { return boolean(true); });
    ifThen(isLeft, [&] { emitUnpoolPartition(*this); });
  }

  /// Returns the buffer if it has the identity layout, else a packed temporary,
  /// which holds a copy of the buffer if `copyIn`.
  Value pack(Value buffer, bool copyIn) {
    auto type = cast<MemRefType>(buffer.getType());
    if (type.getLayout().isIdentity())
      return buffer;
    Value packed = memref::AllocOp::create(
        b, loc, memref::getMixedSizes(b, loc, buffer), type.getElementType());
    temporaries.push_back(packed);
    if (copyIn)
      memref::CopyOp::create(b, loc, buffer, packed);
    return packed;
  }

  /// Collapses a packed buffer to one dimension, of integers as wide as its
  /// elements.
  Value flatten(Value packed) {
    auto type = cast<MemRefType>(packed.getType());
    // Canonicalisation would fold a cast of a strided buffer into a
    // collapse_shape, whose stride would then be unknown.
    if (!type.hasStaticShape())
      return createFlatView(packed);
    ReassociationIndices all =
        llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    Value flat = memref::CollapseShapeOp::create(
        b, loc, packed, ArrayRef<ReassociationIndices>(all));
    return asIntegers(flat);
  }

  Value countPlanes(Value buffer) {
    return multiply(getSize(buffer, 0), getSize(buffer, 1));
  }

  Value getSize(Value buffer, int64_t dimension) {
    return b.createOrFold<memref::DimOp>(loc, buffer, dimension);
  }

  RewriterBase &rewriter;
  UnpoolOp op;
  int64_t cacheBytes;
  SymbolTable &symbols;
  SmallVector<Value> temporaries;
};

struct CPULowerUnpoolPass : impl::CPULowerUnpoolBase<CPULowerUnpoolPass> {
  using Base::Base;

  void runOnOperation() override {
    HostFunctionCalls host(getOperation());
    SymbolTable symbols(getOperation());
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](UnpoolOp op) {
      if (!isa<MemRefType>(op.getDest().getType()))
        return;
      rewriter.setInsertionPoint(op);
      CPUUnpoolLowering(rewriter, op, host, symbols, cacheBytes).lower();
      rewriter.eraseOp(op);
    });
  }
};

} // namespace
} // namespace dml
