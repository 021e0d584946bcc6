//===- LoopAssumptions.cpp - Sizes of what loops carry --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAssumptions.h"
#include "TypeRefinement.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace dml {

static constexpr StringLiteral kLoopName = "dml.loop";
static constexpr StringLiteral kAssumedFor = "dml.assumed_for";

static int64_t getName(Operation *loop) {
  return loop->getAttrOfType<IntegerAttr>(kLoopName).getInt();
}

LoopAssumptions::LoopAssumptions(func::FuncOp function) {
  Builder builder(function.getContext());
  function.walk([&](Operation *op) {
    // One that the input brings along says nothing.
    op->removeDiscardableAttr(kAssumedFor);
    if (isa<scf::ForOp, scf::WhileOp>(op))
      op->setAttr(kLoopName, builder.getI64IntegerAttr(loopCount++));
  });
}

Type LoopAssumptions::getCarriedType(Operation *loop, unsigned index,
                                     Type declared, Type known) const {
  if (assumesNothing)
    return declared;
  auto entry = changing.find({getName(loop), index});
  auto type = dyn_cast<RankedTensorType>(known);
  if (entry == changing.end() || !type)
    return known;
  // Without a rank there is no way to leave a single size open.
  auto declaredRanked = dyn_cast<RankedTensorType>(declared);
  if (!declaredRanked ||
      static_cast<int64_t>(entry->second.size()) != type.getRank())
    return declared;
  SmallVector<int64_t> sizes(type.getShape());
  for (unsigned dimension : entry->second.set_bits())
    sizes[dimension] = declaredRanked.getDimSize(dimension);
  return type.clone(sizes);
}

bool LoopAssumptions::changesSizes(Operation *loop) const {
  return sizeChangingLoops.contains(getName(loop));
}

Value LoopAssumptions::createAssumed(OpBuilder &builder, Operation *loop,
                                     unsigned index, Value value, Type type) {
  auto assumed = UnrealizedConversionCastOp::create(builder, value.getLoc(),
                                                    type, getMarked(value));
  assumed->setAttr(kAssumedFor,
                   builder.getDenseI64ArrayAttr({getName(loop), index}));
  return assumed.getResult(0);
}

Value LoopAssumptions::getMarked(Value value) {
  auto mark = value.getDefiningOp<UnrealizedConversionCastOp>();
  return mark && mark->hasAttr(kAssumedFor) ? mark.getOperand(0) : value;
}

bool LoopAssumptions::learnFrom(func::FuncOp function) {
  bool hasMarks = false;
  function.walk([&](UnrealizedConversionCastOp mark) {
    auto carried = mark->getAttrOfType<DenseI64ArrayAttr>(kAssumedFor);
    if (!carried)
      return;
    hasMarks = true;
    auto assumed = cast<RankedTensorType>(mark.getResult(0).getType());
    auto passedOn =
        dyn_cast<RankedTensorType>(getKnownType(mark.getOperand(0)));
    llvm::SmallBitVector &dimensions = changing[{carried[0], carried[1]}];
    dimensions.resize(assumed.getRank());
    bool isComparable = passedOn && passedOn.getRank() == assumed.getRank();
    for (int64_t i = 0; i < assumed.getRank(); ++i) {
      if (isComparable && (assumed.isDynamicDim(i) ||
                           passedOn.getDimSize(i) == assumed.getDimSize(i)))
        continue;
      dimensions.set(i);
      if (isComparable && !passedOn.isDynamicDim(i))
        sizeChangingLoops.insert(carried[0]);
    }
  });
  return hasMarks;
}

void LoopAssumptions::finish(func::FuncOp function) {
  function.walk([](Operation *op) { op->removeAttr(kLoopName); });
}

} // namespace dml
