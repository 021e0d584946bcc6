//===- Evaluator.cpp - Interpreting functions -----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Evaluator.h"
#include "Values.h"
#include "dml/IR/Operators.h"
#include "dml/IR/TensorOpMessages.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace dml {

using reference::Handler;
using reference::Values;

namespace {

/// Calls may nest this deep; a program that recurses further has no end.
constexpr unsigned kMaxCallDepth = 256;

class Evaluator {
public:
  llvm::Expected<std::vector<Tensor>> call(func::FuncOp function,
                                           ArrayRef<const Tensor *> inputs);
  std::vector<OutOfRangeReport> outOfRange;

private:
  /// Everything but the terminator.
  llvm::Error evaluateBlock(Block &block, Values &values);
  llvm::Error evaluateOperation(Operation *op, Values &values);
  llvm::Error evaluateOperator(OperatorInterface op, Values &values);
  llvm::Error evaluateCall(func::CallOp call, Values &values);
  llvm::Error evaluateLoop(scf::ForOp loop, Values &values);

  void findDead(Block &block);

  unsigned depth = 0;
  llvm::SmallPtrSet<Operation *, 4> searched;
  /// What nothing needs: it is not run and reports nothing (T6).
  llvm::SmallPtrSet<Operation *, 8> dead;
};

/// For operations on values alone.
Handler findHandler(Operation *op) {
  for (auto find : {reference::findShapeHandler, reference::findSliceHandler,
                    reference::findArithmeticHandler})
    if (Handler handler = find(op))
      return handler;
  return nullptr;
}

bool isEvaluable(Operation *op) {
  return isa<func::ReturnOp, func::CallOp, scf::ForOp, scf::YieldOp,
             OperatorInterface>(op) ||
         findHandler(op);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void Evaluator::findDead(Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        findDead(inner);
    bool isUsed = llvm::any_of(
        op.getUsers(), [&](Operation *user) { return !dead.contains(user); });
    if (isUsed || !wouldOpBeTriviallyDead(&op))
      continue;
    op.walk([&](Operation *inner) { dead.insert(inner); });
  }
}

llvm::Error Evaluator::evaluateBlock(Block &block, Values &values) {
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>() || dead.contains(&op))
      continue;
    if (llvm::Error error = evaluateOperation(&op, values))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Evaluator::evaluateOperation(Operation *op, Values &values) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return evaluateCall(call, values);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return evaluateLoop(loop, values);
  if (auto reference = dyn_cast<OperatorInterface>(op))
    return evaluateOperator(reference, values);
  return findHandler(op)(op, values);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<Tensor>>
Evaluator::call(func::FuncOp function, ArrayRef<const Tensor *> inputs) {
  if (++depth > kMaxCallDepth)
    return createError(function, "calls nest more than " +
                                     Twine(kMaxCallDepth) + " deep");
  Block &body = function.front();
  if (searched.insert(function).second)
    findDead(body);
  Values values;
  for (auto [argument, input] :
       llvm::zip_equal(function.getArguments(), inputs))
    if (llvm::Error error = values.setCopy(argument, *input))
      return std::move(error);
  if (llvm::Error error = evaluateBlock(body, values))
    return std::move(error);
  std::vector<Tensor> results;
  for (Value operand : body.getTerminator()->getOperands()) {
    llvm::Expected<Tensor> copy = values.get(operand).clone();
    if (!copy)
      return copy.takeError();
    results.push_back(std::move(*copy));
  }
  --depth;
  return results;
}

llvm::Error Evaluator::evaluateCall(func::CallOp call, Values &values) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  std::vector<const Tensor *> inputs;
  for (Value operand : call.getOperands())
    inputs.push_back(&values.get(operand));
  llvm::Expected<std::vector<Tensor>> results = this->call(callee, inputs);
  if (!results)
    return results.takeError();
  for (auto [value, tensor] : llvm::zip_equal(call.getResults(), *results))
    values.set(value, std::move(tensor));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

llvm::Error Evaluator::evaluateOperator(OperatorInterface op, Values &values) {
  SmallVector<Sizes> sizes;
  SmallVector<reference::ConstTensorView> views;
  SmallVector<std::optional<int64_t>> indexOperands;
  for (Value operand : op->getOperands()) {
    const Tensor &tensor = values.get(operand);
    if (tensor.getElementType() == ElementType::Index) {
      indexOperands.push_back(values.getIndex(operand));
      continue;
    }
    sizes.emplace_back(tensor.getSizes());
    views.push_back(
        {tensor.getSizes(), tensor.getElementType(), tensor.data()});
  }
  llvm::Expected<SizesOfResults> resultSizes =
      evaluateSizes(op, {sizes, indexOperands});
  if (!resultSizes)
    return createError(op, llvm::toString(resultSizes.takeError()));
  std::vector<Tensor> results;
  SmallVector<reference::TensorView> resultViews;
  for (auto [result, size] : llvm::zip_equal(op->getResults(), *resultSizes)) {
    llvm::Expected<Tensor> tensor = reference::allocateResult(result, size);
    if (!tensor)
      return tensor.takeError();
    resultViews.push_back({size, tensor->getElementType(), tensor->data()});
    results.push_back(std::move(*tensor));
  }
  if (std::optional<OutOfRangeIndices> indices =
          op.evaluate(views, resultViews))
    addReport(outOfRange, describeLocation(op->getLoc()) + getMessagePrefix(op),
              *indices);
  for (auto [result, tensor] : llvm::zip_equal(op->getResults(), results))
    values.set(result, std::move(tensor));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// No index plus the step wraps, so that the loop has an end.
llvm::Error checkLoop(scf::ForOp loop, const APInt &lower, const APInt &upper,
                      const APInt &step) {
  bool isUnsigned = loop.getUnsignedCmp();
  if (isUnsigned ? step.isZero() : !step.isStrictlyPositive())
    return createError(loop,
                       loop.getStep().getType().isIndex()
                           ? messages::withGiven(messages::stepBelowOne(),
                                                 Twine(step.getSExtValue()))
                           : messages::stepBelowOne());
  if (isUnsigned ? lower.uge(upper) : lower.sge(upper))
    return llvm::Error::success();
  bool overflows;
  if (isUnsigned)
    (void)(upper - 1).uadd_ov(step, overflows);
  else
    (void)(upper - 1).sadd_ov(step, overflows);
  if (overflows)
    return createError(loop, messages::upperBoundTooLarge());
  if (!isUnsigned)
    (void)upper.ssub_ov(lower, overflows);
  if (overflows)
    return createError(loop, messages::distanceOverflows());
  return llvm::Error::success();
}

llvm::Error Evaluator::evaluateLoop(scf::ForOp loop, Values &values) {
  auto get = [&](Value value) {
    const Tensor &scalar = values.get(value);
    return APInt(getByteWidth(scalar.getElementType()) * 8,
                 scalar.getElementBits(0));
  };
  APInt lower = get(loop.getLowerBound()), upper = get(loop.getUpperBound());
  APInt step = get(loop.getStep());
  if (llvm::Error error = checkLoop(loop, lower, upper, step))
    return error;
  ElementType indexType = values.get(loop.getStep()).getElementType();
  auto assign = [&](ValueRange to, ValueRange from) -> llvm::Error {
    // The body may hand back its arguments in another order.
    std::vector<Tensor> copies;
    for (Value value : from) {
      llvm::Expected<Tensor> copy = values.get(value).clone();
      if (!copy)
        return copy.takeError();
      copies.push_back(std::move(*copy));
    }
    for (auto [value, copy] : llvm::zip_equal(to, copies))
      values.set(value, std::move(copy));
    return llvm::Error::success();
  };

  if (llvm::Error error = assign(loop.getRegionIterArgs(), loop.getInitArgs()))
    return error;
  for (APInt i = lower; loop.getUnsignedCmp() ? i.ult(upper) : i.slt(upper);
       i += step) {
    llvm::Expected<Tensor> index =
        Tensor::allocate({indexType, {}, /*isScalar=*/true});
    if (!index)
      return index.takeError();
    index->setElementBits(0, i.getZExtValue());
    values.set(loop.getInductionVar(), std::move(*index));
    if (llvm::Error error = evaluateBlock(*loop.getBody(), values))
      return error;
    if (llvm::Error error =
            assign(loop.getRegionIterArgs(), loop.getYieldedValues()))
      return error;
  }
  return assign(loop.getResults(), loop.getRegionIterArgs());
}

} // namespace

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// Operations inside of others included, except for what pads, which is looked
/// at together with the padding.
static llvm::Error checkEvaluable(Block &block,
                                  SmallVectorImpl<func::FuncOp> &callees) {
  for (Operation &op : block) {
    if (!isEvaluable(&op))
      return createError(&op, "is not known to the reference evaluator");
    if (auto call = dyn_cast<func::CallOp>(op))
      callees.push_back(SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr()));
    if (auto loop = dyn_cast<scf::ForOp>(op))
      if (llvm::Error error = checkEvaluable(*loop.getBody(), callees))
        return error;
  }
  return llvm::Error::success();
}

llvm::Error checkEvaluable(func::FuncOp function) {
  llvm::SmallPtrSet<Operation *, 4> seen;
  SmallVector<func::FuncOp> worklist = {function};
  while (!worklist.empty()) {
    func::FuncOp next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (next.isExternal())
      return createError(next, "has no body to evaluate: @" + next.getName());
    if (!next.getBody().hasOneBlock())
      return createError(next, "has branches, which the reference evaluator "
                               "does not know: @" +
                                   next.getName());
    if (failed(checkStaticLists(next)))
      return llvm::createStringError("@" + next.getName() +
                                     " cannot be evaluated");
    if (llvm::Error error = checkEvaluable(next.front(), worklist))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<RunResult> evaluateFunction(func::FuncOp function,
                                           ArrayRef<const Tensor *> inputs) {
  // Values are packed; inputs may be of any layout.
  std::vector<Tensor> copies;
  SmallVector<const Tensor *> packed(inputs);
  copies.reserve(inputs.size());
  for (const Tensor *&input : packed) {
    if (!input->getType().isStrided())
      continue;
    llvm::Expected<Tensor> copy =
        Tensor::allocate(input->getType().getPacked());
    if (!copy)
      return copy.takeError();
    copy->copyElementsFrom(*input);
    input = &copies.emplace_back(std::move(*copy));
  }
  Evaluator evaluator;
  llvm::Expected<std::vector<Tensor>> outputs =
      evaluator.call(function, packed);
  if (!outputs)
    return outputs.takeError();
  RunResult result;
  result.outputs = std::move(*outputs);
  result.outOfRange = std::move(evaluator.outOfRange);
  return result;
}

} // namespace dml
