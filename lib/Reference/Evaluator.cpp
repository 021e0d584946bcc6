//===- Evaluator.cpp - Interpreting functions -----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Evaluator.h"
#include "Needs.h"
#include "Reference/Scalars/Scalars.h"
#include "Values.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "dml/IR/Operators.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

using reference::findCallee;
using reference::Handler;
using reference::kMaxCallDepth;
using reference::Needs;
using reference::NeedsOfCalls;
using reference::Values;

namespace {

class Evaluator {
public:
  /// Runs a function. Returns nothing for results that are not needed. Inputs
  /// that they alone need may be null.
  llvm::Expected<std::vector<std::optional<Tensor>>>
  call(func::FuncOp function, ArrayRef<const Tensor *> inputs,
       const BitVector &needed);
  std::vector<OutOfRangeReport> outOfRange;

private:
  /// Evaluates all operations but the terminator.
  llvm::Error evaluateBlock(Block &block, const Needs &needs, Values &values);
  llvm::Error evaluateOperation(Operation *op, const Needs &needs,
                                Values &values);
  llvm::Error evaluateOperator(OperatorInterface op, Values &values);
  llvm::Error evaluateCall(func::CallOp call, const Needs &needs,
                           Values &values);
  llvm::Error evaluateLoop(scf::ForOp loop, const Needs &needs, Values &values);

  unsigned depth = 0;
  NeedsOfCalls needsOfCalls;
};

/// The handler of an operation that only depends on the values of its operands,
/// or null if there is none.
Handler findHandler(Operation *op) {
  for (auto find :
       {reference::findShapeHandler, reference::findSliceHandler,
        reference::findArithmeticHandler, reference::findLinalgHandler})
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

llvm::Error Evaluator::evaluateBlock(Block &block, const Needs &needs,
                                     Values &values) {
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>() || needs.dead.contains(&op))
      continue;
    if (llvm::Error error = evaluateOperation(&op, needs, values))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Evaluator::evaluateOperation(Operation *op, const Needs &needs,
                                         Values &values) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return evaluateCall(call, needs, values);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return evaluateLoop(loop, needs, values);
  if (auto reference = dyn_cast<OperatorInterface>(op))
    return evaluateOperator(reference, values);
  return findHandler(op)(op, values);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<std::optional<Tensor>>>
Evaluator::call(func::FuncOp function, ArrayRef<const Tensor *> inputs,
                const BitVector &needed) {
  if (++depth > kMaxCallDepth)
    return createError(function, "calls nest more than " +
                                     Twine(kMaxCallDepth) + " deep");
  const Needs &needs = needsOfCalls.get(function, needed);
  Values values;
  for (auto [i, argument] : llvm::enumerate(function.getArguments()))
    if (needs.arguments.test(i))
      if (llvm::Error error = values.setCopy(argument, *inputs[i]))
        return std::move(error);
  Block &body = function.front();
  if (llvm::Error error = evaluateBlock(body, needs, values))
    return std::move(error);
  std::vector<std::optional<Tensor>> results(needed.size());
  for (unsigned i : needed.set_bits()) {
    llvm::Expected<Tensor> copy =
        values.get(body.getTerminator()->getOperand(i)).clone();
    if (!copy)
      return copy.takeError();
    results[i] = std::move(*copy);
  }
  --depth;
  return results;
}

llvm::Error Evaluator::evaluateCall(func::CallOp call, const Needs &needs,
                                    Values &values) {
  func::FuncOp callee = findCallee(call);
  const BitVector &needed = needs.resultsOfCalls.find(call)->second;
  const BitVector &arguments = needsOfCalls.get(callee, needed).arguments;
  std::vector<const Tensor *> inputs(call.getNumOperands());
  for (unsigned i : arguments.set_bits())
    inputs[i] = &values.get(call.getOperand(i));
  llvm::Expected<std::vector<std::optional<Tensor>>> results =
      this->call(callee, inputs, needed);
  if (!results)
    return results.takeError();
  for (auto [value, tensor] : llvm::zip_equal(call.getResults(), *results))
    if (tensor)
      values.set(value, std::move(*tensor));
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

/// Checks that no index plus the step wraps, because the loop would not end.
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

llvm::Error Evaluator::evaluateLoop(scf::ForOp loop, const Needs &needs,
                                    Values &values) {
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
    if (llvm::Error error = evaluateBlock(*loop.getBody(), needs, values))
      return error;
    if (llvm::Error error =
            assign(loop.getRegionIterArgs(), loop.getYieldedValues()))
      return error;
  }
  return assign(loop.getResults(), loop.getRegionIterArgs());
}

} // namespace

//===----------------------------------------------------------------------===//
// Which functions can be evaluated
//===----------------------------------------------------------------------===//

/// Names what of the operation is not known.
static llvm::Error refuse(Operation &op) {
  Operation *unknown = &op;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    unknown = reference::findUnknown(structured);
  if (reference::isInexact(unknown))
    return createError(unknown, "has no exact result, which the reference "
                                "evaluator could compute");
  return createError(unknown, "is not known to the reference evaluator");
}

/// Checks the operations of a block and of the bodies of its loops. The body of
/// a tensor.pad is checked with the tensor.pad itself.
static llvm::Error checkEvaluable(Block &block,
                                  SmallVectorImpl<func::FuncOp> &callees) {
  for (Operation &op : block) {
    if (!isEvaluable(&op))
      return refuse(op);
    if (auto call = dyn_cast<func::CallOp>(op))
      callees.push_back(findCallee(call));
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
  // The evaluator's values are packed, but inputs may have any layout.
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
  llvm::Expected<std::vector<std::optional<Tensor>>> outputs = evaluator.call(
      function, packed, BitVector(function.getNumResults(), true));
  if (!outputs)
    return outputs.takeError();
  RunResult result;
  for (std::optional<Tensor> &output : *outputs)
    result.outputs.push_back(std::move(*output));
  result.outOfRange = std::move(evaluator.outOfRange);
  return result;
}

} // namespace dml
