//===- UnpoolDirect.cpp - Unpooling to small destinations on the CPU ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolScatter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace dml {

void emitUnpoolDirect(const UnpoolBuilder &builder) {
  UnpoolScatter u(builder);
  Value zero = u.constant(0);
  Value element = arith::getZeroConstant(u.b, u.loc, u.getBitsType());
  u.forEach(zero, u.numOutputs, 1,
            [&](Value position) { u.store(element, u.dest, position); });
  Value stack = u.saveStack();
  Value count =
      u.writeInputs(zero, u.numInputs, {u.dest, zero, u.numOutputs, zero},
                    u.allocatePlaces());
  u.restoreStack(stack);
  u.ifThen(u.isLessUnsigned(count, u.numInputs),
           [&] { u.reportOutOfRange(zero, u.numInputs); });
}

} // namespace dml
