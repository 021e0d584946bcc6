//===- EvaluateLinalg.cpp - Structured operations -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All linalg operations are one loop nest around a body. It runs for each index
// of the loops in row-major order, so that a reduction goes through its
// dimensions in lexicographic order, and begins with the element of the output.
//
//===----------------------------------------------------------------------===//

#include "Reference/Operators/Parts.h"
#include "Reference/Scalars/Scalars.h"
#include "Values.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml::reference {
namespace {

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// The body as steps over numbered scalars.
class Body {
public:
  Body(linalg::LinalgOp op, const Values &values);
  Body(const Body &) = delete;

  /// The number of the scalar that a value is: a block argument, the result of
  /// a step, or from outside of the body.
  unsigned getNumber(Value value);
  uint64_t &getScalar(unsigned number) { return scalars[number]; }

  llvm::Error run(SizesRef index);

private:
  struct Step {
    ScalarFunction compute;
    SmallVector<unsigned, 4> operands;
    unsigned result;
  };

  ScalarFunction findFunction(Operation *op);

  const Values &values;
  DenseMap<Value, unsigned> numbers;
  std::vector<uint64_t> scalars;
  std::vector<Step> steps;
  /// Of the loops, in the current iteration.
  SizesRef index;
};

/// What the terminator needs, in order: the rest reports nothing (T6).
SmallVector<Operation *> findNeeded(Block &block) {
  SmallPtrSet<Operation *, 16> needed = {block.getTerminator()};
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::reverse(block)) {
    if (!needed.contains(&op))
      continue;
    for (Value operand : op.getOperands())
      if (Operation *producer = operand.getDefiningOp())
        needed.insert(producer);
    if (!op.hasTrait<OpTrait::IsTerminator>())
      ops.push_back(&op);
  }
  std::reverse(ops.begin(), ops.end());
  return ops;
}

Body::Body(linalg::LinalgOp op, const Values &values) : values(values) {
  Block &block = *op.getBlock();
  for (Operation *inner : findNeeded(block)) {
    Step step = {findFunction(inner), {}, getNumber(inner->getResult(0))};
    // Those of a tensor.extract begin with the tensor.
    for (Value operand : inner->getOperands())
      if (!isa<RankedTensorType>(operand.getType()))
        step.operands.push_back(getNumber(operand));
    steps.push_back(std::move(step));
  }
}

unsigned Body::getNumber(Value value) {
  auto [entry, isNew] = numbers.try_emplace(value, scalars.size());
  if (isNew)
    scalars.push_back(
        values.contains(value) ? values.get(value).getElementBits(0) : 0);
  return entry->second;
}

ScalarFunction Body::findFunction(Operation *op) {
  if (auto position = dyn_cast<linalg::IndexOp>(op))
    return [this, loop = position.getDim()](ArrayRef<uint64_t>) {
      return static_cast<uint64_t>(index[loop]);
    };
  auto extract = dyn_cast<tensor::ExtractOp>(op);
  if (!extract)
    return findScalarFunction(op);
  return [op, &tensor = values.get(extract.getTensor())](
             ArrayRef<uint64_t> operands) -> llvm::Expected<uint64_t> {
    Sizes place(operands.begin(), operands.end());
    if (llvm::Error error = checkIndex(op, place, tensor.getSizes()))
      return std::move(error);
    return tensor.getElementBits(positionOf(place, tensor.getSizes()));
  };
}

llvm::Error Body::run(SizesRef index) {
  this->index = index;
  SmallVector<uint64_t, 8> operands;
  for (const Step &step : steps) {
    operands.clear();
    for (unsigned number : step.operands)
      operands.push_back(scalars[number]);
    llvm::Expected<uint64_t> result = step.compute(operands);
    if (!result)
      return result.takeError();
    scalars[step.result] = *result;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The sizes of the loops, about which all operands must agree.
llvm::Expected<Sizes> getLoopSizes(linalg::LinalgOp op, const Values &values) {
  Sizes sizes(op.getNumLoops(), kDynamic);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [i, expr, given] : llvm::enumerate(
             map.getResults(), values.get(operand.get()).getSizes())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      int64_t &size = sizes[loop.getPosition()];
      if (size == kDynamic)
        size = given;
      if (size != given)
        return createError(
            op, messages::mismatch("dimension " + Twine(i) + " of operand " +
                                       Twine(operand.getOperandNumber()),
                                   Twine(size), Twine(given)));
    }
  }
  return sizes;
}

/// Of any coefficients: what wraps is checked like any other index.
int64_t evaluate(AffineExpr expr, SizesRef loops) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto loop = dyn_cast<AffineDimExpr>(expr))
    return loops[loop.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), loops);
  int64_t rhs = evaluate(binary.getRHS(), loops);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return static_cast<int64_t>(static_cast<uint64_t>(lhs) + rhs);
  case AffineExprKind::Mul:
    return static_cast<int64_t>(static_cast<uint64_t>(lhs) * rhs);
  case AffineExprKind::Mod:
    return llvm::mod(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  default:
    llvm_unreachable("not a binary expression");
  }
}

/// Where an operand's element lies in an iteration.
struct Access {
  AffineMap map;
  SizesRef sizes;
  /// The scalar of the body that the element becomes.
  unsigned scalar;

  llvm::Expected<int64_t> locate(Operation *op, SizesRef loops) const {
    Sizes index;
    for (AffineExpr expr : map.getResults())
      index.push_back(evaluate(expr, loops));
    if (llvm::Error error = checkIndex(op, index, sizes))
      return std::move(error);
    return positionOf(index, sizes);
  }
};

/// One structured operation in the course of its evaluation.
class Nest {
public:
  Nest(linalg::LinalgOp op, const Values &values)
      : op(op), values(values), body(op, values) {}

  /// Results are copies of the initial values, and then the body's.
  llvm::Expected<std::vector<Tensor>> run();

private:
  llvm::Error runIteration(SizesRef loops);

  linalg::LinalgOp op;
  const Values &values;
  Body body;
  std::vector<Tensor> results;
  SmallVector<std::pair<Access, const Tensor *>> reads;
  SmallVector<std::pair<Access, Tensor *>> writes;
};

llvm::Expected<std::vector<Tensor>> Nest::run() {
  llvm::Expected<Sizes> sizes = getLoopSizes(op, values);
  if (!sizes)
    return sizes.takeError();
  results.reserve(op.getNumDpsInits());
  for (OpOperand &operand : op->getOpOperands()) {
    const Tensor *tensor = &values.get(operand.get());
    bool isResult = op.isDpsInit(&operand);
    if (isResult) {
      llvm::Expected<Tensor> copy = tensor->clone();
      if (!copy)
        return copy.takeError();
      results.push_back(std::move(*copy));
      tensor = &results.back();
    }
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (operand.getOperandNumber() < op.getBlock()->getNumArguments())
      reads.push_back({{map, tensor->getSizes(),
                        body.getNumber(op.getMatchingBlockArgument(&operand))},
                       tensor});
    if (isResult)
      writes.push_back(
          {{map, tensor->getSizes(),
            body.getNumber(op.getMatchingYieldValue(&operand)->get())},
           &results.back()});
  }
  if (llvm::is_contained(*sizes, 0))
    return std::move(results);
  Sizes loops(sizes->size(), 0);
  do {
    if (llvm::Error error = runIteration(loops))
      return std::move(error);
  } while (advance(loops, *sizes));
  return std::move(results);
}

llvm::Error Nest::runIteration(SizesRef loops) {
  for (auto &[access, tensor] : reads) {
    llvm::Expected<int64_t> position = access.locate(op, loops);
    if (!position)
      return position.takeError();
    body.getScalar(access.scalar) = tensor->getElementBits(*position);
  }
  if (llvm::Error error = body.run(loops))
    return error;
  for (auto &[access, tensor] : writes) {
    llvm::Expected<int64_t> position = access.locate(op, loops);
    if (!position)
      return position.takeError();
    tensor->setElementBits(*position, body.getScalar(access.scalar));
  }
  return llvm::Error::success();
}

llvm::Error evaluateStructured(Operation *op, Values &values) {
  llvm::Expected<std::vector<Tensor>> results =
      Nest(cast<linalg::LinalgOp>(op), values).run();
  if (!results)
    return results.takeError();
  for (auto [value, tensor] : llvm::zip_equal(op->getResults(), *results))
    values.set(value, std::move(tensor));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// Whether an index can be computed: divisors are constants of at least 1.
bool isKnown(AffineMap map) {
  bool known = map.getNumSymbols() == 0;
  map.walkExprs([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || expr.getKind() == AffineExprKind::Add ||
        expr.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    known &= divisor && divisor.getValue() > 0;
  });
  return known;
}

bool isKnownInBody(Operation &op) {
  return isa<linalg::YieldOp, linalg::IndexOp, tensor::ExtractOp>(op) ||
         findScalarFunction(&op);
}

} // namespace

Operation *findUnknown(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumRegions() != 1 ||
      !llvm::all_of(op->getOperandTypes(), isStorable) ||
      !llvm::all_of(op.getIndexingMapsArray(), isKnown))
    return op;
  for (Operation &inner : *op.getBlock())
    if (!isKnownInBody(inner))
      return &inner;
  return nullptr;
}

Handler findLinalgHandler(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && !findUnknown(structured) ? &evaluateStructured
                                                : Handler();
}

} // namespace dml::reference
