//===- LowerUnpool.cpp - dml.unpool on buffers to loops -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostFunctionCalls.h"
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

/// Emits the loops of one operation.
class UnpoolEmitter {
public:
  UnpoolEmitter(RewriterBase &rewriter, UnpoolOp op, HostFunctionCalls &host)
      : b(rewriter), op(op), loc(op.getLoc()), host(host) {}

  void run() {
    zero = constant(0);
    one = constant(1);
    Value packedDest = pack(op.getDest(), /*copyIn=*/false);
    values = flatten(pack(op.getValues(), /*copyIn=*/true));
    indices = flatten(pack(op.getIndices(), /*copyIn=*/true));
    dest = flatten(packedDest);
    numInputs = memref::DimOp::create(b, loc, values, zero);
    numOutputs = memref::DimOp::create(b, loc, dest, zero);

    Value inputPlanes = countPlanes(op.getValues());
    Value outputPlanes = countPlanes(op.getDest());
    Value sameCount = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                            inputPlanes, outputPlanes);
    // Where planes correspond, try them; what meets an index of another plane
    // (or there being none to try) calls for the general path.
    auto isGeneral = scf::IfOp::create(
        b, loc, sameCount,
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(b, loc, emitPlanes(inputPlanes));
        },
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(b, loc, boolean(1));
        });
    scf::IfOp::create(b, loc, isGeneral.getResult(0),
                      [&](OpBuilder &, Location) {
                        emitGeneral();
                        scf::YieldOp::create(b, loc);
                      });
    if (packedDest != op.getDest())
      memref::CopyOp::create(b, loc, packedDest, op.getDest());
    for (Value temporary : temporaries)
      memref::DeallocOp::create(b, loc, temporary);
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value boolean(bool value) {
    return arith::ConstantIntOp::create(b, loc, value, 1);
  }
  Value add(Value lhs, Value rhs) {
    return arith::AddIOp::create(b, loc, lhs, rhs);
  }
  Value subtract(Value lhs, Value rhs) {
    return arith::SubIOp::create(b, loc, lhs, rhs);
  }
  Value multiply(Value lhs, Value rhs) {
    return arith::MulIOp::create(b, loc, lhs, rhs);
  }
  Value isBelow(Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, lhs, rhs);
  }

  /// The buffer, or a packed copy of one with gaps.
  Value pack(Value buffer, bool copyIn) {
    auto type = cast<MemRefType>(buffer.getType());
    if (type.getLayout().isIdentity())
      return buffer;
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (type.isDynamicDim(i))
        sizes.push_back(memref::DimOp::create(b, loc, buffer, i));
    Value packed = memref::AllocOp::create(
        b, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes);
    temporaries.push_back(packed);
    if (copyIn)
      memref::CopyOp::create(b, loc, buffer, packed);
    return packed;
  }

  Value flatten(Value packed) {
    ReassociationIndices all;
    int64_t rank = cast<MemRefType>(packed.getType()).getRank();
    for (int64_t i = 0; i < rank; ++i)
      all.push_back(i);
    if (rank == 1)
      return packed;
    return memref::CollapseShapeOp::create(b, loc, packed,
                                           ArrayRef<ReassociationIndices>(all));
  }

  /// Product of all sizes but the last two.
  Value countPlanes(Value buffer) {
    Value count = one;
    for (int64_t i = 0, e = cast<MemRefType>(buffer.getType()).getRank() - 2;
         i < e; ++i)
      count = multiply(count, memref::DimOp::create(b, loc, buffer, i));
    return count;
  }

  /// Runs `body(i)` for begin <= i < end, with a value carried along.
  Value loop(Value begin, Value end, Value init,
             llvm::function_ref<Value(Value, Value)> body) {
    auto loop = scf::ForOp::create(
        b, loc, begin, end, one, init ? ValueRange(init) : ValueRange(),
        [&](OpBuilder &, Location, Value i, ValueRange carried) {
          Value next = body(i, carried.empty() ? Value() : carried.front());
          scf::YieldOp::create(b, loc, next ? ValueRange(next) : ValueRange());
        });
    return init ? loop.getResult(0) : Value();
  }

  void forEach(Value begin, Value end, llvm::function_ref<void(Value)> body) {
    loop(begin, end, Value(), [&](Value i, Value) {
      body(i);
      return Value();
    });
  }

  void parallelForEach(Value end, llvm::function_ref<void(Value)> body) {
    scf::ParallelOp::create(
        b, loc, zero, end, one,
        [&](OpBuilder &, Location, ValueRange i) { body(i.front()); });
  }

  /// An index in the full width it was given in (U3).
  Value loadIndex(Value position) {
    Value index = memref::LoadOp::create(b, loc, indices, position);
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), index);
  }

  void clear(Value begin, Value end) {
    Type element = cast<MemRefType>(dest.getType()).getElementType();
    Value nothing = arith::ConstantOp::create(b, loc, b.getZeroAttr(element));
    forEach(begin, end, [&](Value f) {
      memref::StoreOp::create(b, loc, nothing, dest, f);
    });
  }

  /// dest[begin + offset] = values[position] if offset < size.
  Value writeInside(Value position, Value index, Value begin, Value size) {
    Value offset = subtract(index, begin);
    Value inside = isBelow(offset, size);
    scf::IfOp::create(b, loc, inside, [&](OpBuilder &, Location) {
      Value value = memref::LoadOp::create(b, loc, values, position);
      memref::StoreOp::create(b, loc, value, dest, add(begin, offset));
      scf::YieldOp::create(b, loc);
    });
    return inside;
  }

  /// Each plane of the destination from its own plane of inputs. Yields whether
  /// some index lies outside of its plane.
  Value emitPlanes(Value planes) {
    // Empty buffers have no planes to divide by.
    Value divisor = arith::MaxUIOp::create(b, loc, planes, one);
    Value inputSize = arith::DivUIOp::create(b, loc, numInputs, divisor);
    Value outputSize = arith::DivUIOp::create(b, loc, numOutputs, divisor);
    auto flagsType = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
    Value flags = memref::AllocOp::create(b, loc, flagsType, planes);
    parallelForEach(planes, [&](Value plane) {
      Value begin = multiply(plane, outputSize);
      clear(begin, add(begin, outputSize));
      Value first = multiply(plane, inputSize);
      Value outside = loop(
          first, add(first, inputSize), boolean(0),
          [&](Value position, Value seen) -> Value {
            Value inside =
                writeInside(position, loadIndex(position), begin, outputSize);
            Value isOutside = arith::XOrIOp::create(b, loc, inside, boolean(1));
            return arith::OrIOp::create(b, loc, seen, isOutside);
          });
      Value flag = arith::ExtUIOp::create(b, loc, b.getI8Type(), outside);
      memref::StoreOp::create(b, loc, flag, flags, plane);
    });
    Value any = loop(zero, planes, boolean(0), [&](Value plane, Value seen) {
      Value flag = memref::LoadOp::create(b, loc, flags, plane);
      Value isSet = arith::TruncIOp::create(b, loc, b.getI1Type(), flag);
      return arith::OrIOp::create(b, loc, seen, isSet).getResult();
    });
    memref::DeallocOp::create(b, loc, flags);
    return any;
  }

  /// Each worker owns a range of the destination and scans all inputs; it also
  /// counts the indices out of range among its share of the inputs.
  void emitGeneral() {
    Value workers = host.getNumWorkers(b, loc);
    Value outputShare = arith::CeilDivUIOp::create(b, loc, numOutputs, workers);
    Value inputShare = arith::CeilDivUIOp::create(b, loc, numInputs, workers);
    parallelForEach(workers, [&](Value worker) {
      Value begin = arith::MinUIOp::create(
          b, loc, multiply(worker, outputShare), numOutputs);
      Value end =
          arith::MinUIOp::create(b, loc, add(begin, outputShare), numOutputs);
      clear(begin, end);
      Value size = subtract(end, begin);
      forEach(zero, numInputs, [&](Value position) {
        writeInside(position, loadIndex(position), begin, size);
      });
      emitOutOfRangeCount(worker, inputShare);
    });
  }

  void emitOutOfRangeCount(Value worker, Value share) {
    Value begin =
        arith::MinUIOp::create(b, loc, multiply(worker, share), numInputs);
    Value end = arith::MinUIOp::create(b, loc, add(begin, share), numInputs);
    Value count = loop(begin, end, zero, [&](Value position, Value seen) {
      Value inside = isBelow(loadIndex(position), numOutputs);
      return arith::SelectOp::create(b, loc, inside, seen, add(seen, one))
          .getResult();
    });
    Value isClean = isBelow(count, one);
    Value isDirty = arith::XOrIOp::create(b, loc, isClean, boolean(1));
    scf::IfOp::create(b, loc, isDirty, [&](OpBuilder &, Location) {
      // The smallest position: scanned backwards so that it is seen last.
      Value last = subtract(end, one);
      Value first = loop(begin, end, last, [&](Value i, Value found) {
        Value position = subtract(last, subtract(i, begin));
        Value inside = isBelow(loadIndex(position), numOutputs);
        return arith::SelectOp::create(b, loc, inside, found, position)
            .getResult();
      });
      host.reportOutOfRangeIndices(b, loc, getReportPrefix(), first,
                                   loadIndex(first), numOutputs, count);
      scf::YieldOp::create(b, loc);
    });
  }

  std::string getReportPrefix() {
    return describeLocation(loc) + "'dml.max_unpooling' op ";
  }

  RewriterBase &b;
  UnpoolOp op;
  Location loc;
  HostFunctionCalls &host;
  Value zero, one;
  /// Packed, one-dimensional views, and their sizes.
  Value values, indices, dest, numInputs, numOutputs;
  SmallVector<Value> temporaries;
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
    IRRewriter rewriter(&getContext());
    for (UnpoolOp op : ops) {
      rewriter.setInsertionPoint(op);
      UnpoolEmitter(rewriter, op, host).run();
      rewriter.eraseOp(op);
    }
  }
};

} // namespace
} // namespace dml
