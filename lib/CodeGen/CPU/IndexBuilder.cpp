//===- IndexBuilder.cpp - Index arithmetic, loops, branches ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace dml {

Value IndexBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}
Value IndexBuilder::product(ValueRange values) {
  Value result = constant(1);
  for (Value value : values)
    result = multiply(result, value);
  return result;
}
Value IndexBuilder::ceilDivide(Value lhs, Value rhs) {
  return emit<arith::CeilDivUIOp>(lhs, rhs);
}
Value IndexBuilder::signedMinimum(Value lhs, Value rhs) {
  return emit<arith::MinSIOp>(lhs, rhs);
}
Value IndexBuilder::signedMaximum(Value lhs, Value rhs) {
  return emit<arith::MaxSIOp>(lhs, rhs);
}
Value IndexBuilder::isLessSigned(Value lhs, Value rhs) {
  return emit<arith::CmpIOp>(arith::CmpIPredicate::slt, lhs, rhs);
}
Value IndexBuilder::isRangeInside(Value position, Value size, Value extent) {
  Value exists = emit<arith::CmpIOp>(arith::CmpIPredicate::sle, size, extent);
  Value isInside = emit<arith::CmpIOp>(arith::CmpIPredicate::ule, position,
                                       subtract(extent, size));
  return bitAnd(exists, isInside);
}
void IndexBuilder::restrict(Value &first, Value &last, Value start,
                            int64_t step, Value bound) {
  auto countBelow = [&](Value limit) -> Value {
    Value distance = signedMaximum(subtract(limit, start), constant(0));
    return divide(add(distance, step - 1), constant(step));
  };
  first = signedMaximum(first, countBelow(constant(0)));
  last = signedMinimum(last, countBelow(bound));
}

Value IndexBuilder::roundDown(Value value, int64_t multiple) {
  return bitAnd(value, -multiple);
}
Value IndexBuilder::roundUp(Value value, int64_t multiple) {
  return roundDown(add(value, multiple - 1), multiple);
}

SmallVector<Value> IndexBuilder::delinearize(Value element,
                                             ArrayRef<Value> sizes) {
  SmallVector<Value> position(sizes.size());
  for (unsigned i = sizes.size(); i-- > 1;) {
    position[i] = remainder(element, sizes[i]);
    element = divide(element, sizes[i]);
  }
  if (!sizes.empty())
    position[0] = element;
  return position;
}

void IndexBuilder::forEachPart(Value begin, Value end, int64_t length,
                               llvm::function_ref<void(Value)> body) {
  Value last = subtract(end, length);
  IndexBuilder(b, loc).forEach(begin, end, length,
                               [&](Value i) { body(signedMinimum(i, last)); });
}

Value IndexBuilder::load(Value buffer, Value position) {
  return memref::LoadOp::create(b, loc, buffer, position);
}
void IndexBuilder::store(Value value, Value buffer, Value position) {
  memref::StoreOp::create(b, loc, value, buffer, position);
}

Value IndexBuilder::saveStack() {
  return LLVM::StackSaveOp::create(b, loc,
                                   LLVM::LLVMPointerType::get(b.getContext()));
}
void IndexBuilder::restoreStack(Value stack) {
  LLVM::StackRestoreOp::create(b, loc, stack);
}

void IndexBuilder::parallelForEach(Value end, Value step,
                                   llvm::function_ref<void(Value)> body) {
  auto tasks = scf::ParallelOp::create(
      b, loc, constant(0), end, step,
      [&](OpBuilder &, Location, ValueRange i) { body(i.front()); });
  // LLVM would make calls of memcpy from loops over a few lines.
  tasks->setAttr("passthrough", b.getStrArrayAttr({"no-builtins"}));
}

void IndexBuilder::annotateLoop(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  LLVM::LoopAnnotationAttr annotation = LLVM::LoopAnnotationAttr::get(
      context, /*disableNonforced=*/BoolAttr::get(context, true),
      /*vectorize=*/{}, /*interleave=*/{}, /*unroll=*/{},
      /*unrollAndJam=*/{}, /*licm=*/{}, /*distribute=*/{}, /*pipeline=*/{},
      /*peeled=*/{}, /*unswitch=*/{}, /*mustProgress=*/{},
      /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
      /*parallelAccesses=*/{});
  // `convert-scf-to-cf` and `convert-to-llvm` carry it to the branch that ends
  // the loop, which has a property of this name.
  loop->setAttr("loop_annotation", annotation);
}

} // namespace dml
