//===- RealizeCasts.cpp - Casts that a conversion left --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Transforms/RealizeCasts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace dml {

/// Whether both are integers, or tensors of integers, of the same width and
/// sizes.
static bool haveSameBits(Type from, Type to) {
  auto fromTensor = dyn_cast<RankedTensorType>(from);
  auto toTensor = dyn_cast<RankedTensorType>(to);
  if (!fromTensor != !toTensor)
    return false;
  if (fromTensor && (fromTensor.getShape() != toTensor.getShape() ||
                     fromTensor.getEncoding() != toTensor.getEncoding()))
    return false;
  auto fromInteger = dyn_cast<IntegerType>(getElementTypeOrSelf(from));
  auto toInteger = dyn_cast<IntegerType>(getElementTypeOrSelf(to));
  return fromInteger && toInteger &&
         fromInteger.getWidth() == toInteger.getWidth();
}

static LogicalResult realizeCast(UnrealizedConversionCastOp cast) {
  if (cast->getNumOperands() != 1 || cast->getNumResults() != 1 ||
      !haveSameBits(cast.getOperand(0).getType(), cast.getResult(0).getType()))
    return cast.emitOpError("stands for a conversion that is missing; expected "
                            "one between integers of the same width and sizes, "
                            "such as tensor<4xi64> and tensor<4xui64>");
  Type type = cast.getResult(0).getType();
  if (!isa<RankedTensorType>(type))
    return success();
  OpBuilder b(cast);
  cast.getResult(0).replaceAllUsesWith(
      tensor::BitcastOp::create(b, cast.getLoc(), type, cast.getOperand(0)));
  cast.erase();
  return success();
}

static SmallVector<UnrealizedConversionCastOp> findCasts(ModuleOp module) {
  SmallVector<UnrealizedConversionCastOp> casts;
  module.walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  return casts;
}

LogicalResult realizeCasts(ModuleOp module) {
  reconcileUnrealizedCasts(findCasts(module));
  // Users first, so that a cast that only they use is found without use.
  SmallVector<UnrealizedConversionCastOp> casts = findCasts(module);
  for (UnrealizedConversionCastOp cast : llvm::reverse(casts))
    if (cast->use_empty())
      cast.erase();
  bool isRealized = true;
  for (UnrealizedConversionCastOp cast : findCasts(module))
    isRealized &= succeeded(realizeCast(cast));
  return success(isRealized);
}

} // namespace dml
