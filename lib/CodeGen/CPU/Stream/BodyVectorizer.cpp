//===- BodyVectorizer.cpp - The body of an operation in vectors -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyVectorizer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace dml {

FailureOr<SmallVector<Value>>
BodyVectorizer::emit(const BodyIterations &iterations, const IRMapping &known,
                     Value mask) {
  this->mask = mask;
  reads = {};
  numOuterLoads = 0;
  numPacked = iterations.numPacked;
  isUnrolled = iterations.step > 1;
  mapping = known;
  exprs.clear();
  sharedParts.clear();
  variables.clear();
  loops.clear();
  AffineExpr iteration = addVariable(iterations.first);
  for (Value index : iterations.outer)
    loops.push_back(getOuterExpr(index));
  AffineExpr lane = b.getAffineSymbolExpr(0);
  int64_t columns = iterations.numColumns;
  leavesBuffer = columns > 0;
  AffineExpr inner = iteration * iterations.step + iterations.offset;
  if (iterations.phase)
    inner = inner + addVariable(iterations.phase);
  if (columns > 0) {
    loops.push_back((iteration + lane.floorDiv(columns)) * iterations.rowStep +
                    addVariable(iterations.rowPhase));
    inner = lane % columns * iterations.step + iterations.offset;
  } else if (numPacked > 0) {
    inner = inner + lane;
  }
  unsigned numOuter = loops.size();
  loops.resize(op.getNumLoops());
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned loop = loops.size() - 1; loop > numOuter; --loop) {
    loops[loop] = inner % sizes[loop];
    inner = inner.floorDiv(sizes[loop]);
  }
  loops[numOuter] = inner;

  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    if (argument.use_empty())
      continue;
    Value value = operand->get();
    if (isa<MemRefType>(value.getType())) {
      SmallVector<AffineExpr> indices;
      for (AffineExpr expr : op.getMatchingIndexingMap(operand).getResults())
        indices.push_back(expr.replaceDims(loops));
      FailureOr<Value> loaded = emitLoad(value, indices);
      if (failed(loaded))
        return failure();
      value = *loaded;
    }
    mapping.map(argument, value);
  }
  FailureOr<SmallVector<Value>> results =
      emitSide(op.getBlock(), /*asVectors=*/false);
  if (failed(results) || llvm::is_contained(*results, Value()))
    return failure();
  return results;
}

/// Splits a sum into the terms that are multiples of `divisor` and the rest.
static std::pair<AffineExpr, AffineExpr> partition(AffineExpr sum,
                                                   int64_t divisor) {
  AffineExpr zero = getAffineConstantExpr(0, sum.getContext());
  if (sum.getKind() == AffineExprKind::Add) {
    auto add = cast<AffineBinaryOpExpr>(sum);
    auto lhs = partition(add.getLHS(), divisor);
    auto rhs = partition(add.getRHS(), divisor);
    return {lhs.first + rhs.first, lhs.second + rhs.second};
  }
  if (sum.getKind() == AffineExprKind::Mul) {
    auto product = cast<AffineBinaryOpExpr>(sum);
    auto addends = dyn_cast<AffineBinaryOpExpr>(product.getLHS());
    if (addends && addends.getKind() == AffineExprKind::Add)
      return partition(addends.getLHS() * product.getRHS() +
                           addends.getRHS() * product.getRHS(),
                       divisor);
  }
  if (sum.getLargestKnownDivisor() % divisor == 0)
    return {sum, zero};
  return {zero, sum};
}

/// Rewrites `(k * d * a + b) floordiv d` as `k * a + b floordiv d`, and
/// `(k * d * a + b) mod d` as `b mod d`, so that positions are linear in `a`.
static AffineExpr divideTerms(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = divideTerms(binary.getLHS());
  AffineExpr rhs = divideTerms(binary.getRHS());
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  if (divisor && divisor.getValue() > 0 &&
      expr.getKind() == AffineExprKind::FloorDiv) {
    auto [multiples, rest] = partition(lhs, divisor.getValue());
    return multiples.floorDiv(rhs) + rest.floorDiv(rhs);
  }
  if (divisor && divisor.getValue() > 0 &&
      expr.getKind() == AffineExprKind::Mod)
    return partition(lhs, divisor.getValue()).second % rhs;
  return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
}

/// The result of an operation whose operands are these.
static AffineExpr applyMap(affine::AffineApplyOp apply,
                           ArrayRef<AffineExpr> operands) {
  unsigned numDims = apply.getAffineMap().getNumDims();
  return apply.getAffineMap().getResult(0).replaceDimsAndSymbols(
      operands.take_front(numDims), operands.drop_front(numDims));
}

/// The expression of an outer loop's index. A sum keeps its terms, for
/// divideTerms to see them.
AffineExpr BodyVectorizer::getOuterExpr(Value index) {
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return addVariable(index);
  return applyMap(apply,
                  llvm::map_to_vector(apply.getOperands(), [&](Value operand) {
                    return addVariable(operand);
                  }));
}

LogicalResult BodyVectorizer::map(Value value, FailureOr<Value> built) {
  if (succeeded(built))
    mapping.map(value, *built);
  return built;
}

LogicalResult BodyVectorizer::emitBlock(Block &block) {
  for (Operation &inner : block.without_terminator())
    if (failed(emitOp(inner)))
      return failure();
  return success();
}

LogicalResult BodyVectorizer::emitOp(Operation &inner) {
  if (inner.getNumResults() == 1 && mapping.contains(inner.getResult(0)))
    return success();
  return llvm::TypeSwitch<Operation *, LogicalResult>(&inner)
      .Case([&](linalg::IndexOp index) {
        exprs[index] = loops[index.getDim()];
        return success();
      })
      .Case([&](affine::AffineApplyOp apply) {
        SmallVector<AffineExpr> operands =
            llvm::map_to_vector(apply.getOperands(), [&](Value operand) {
              return getExpr(operand);
            });
        exprs[apply] = divideTerms(applyMap(apply, operands));
        return success();
      })
      .Case([&](memref::LoadOp load) {
        return map(
            load.getResult(),
            emitLoad(load.getMemRef(),
                     llvm::map_to_vector(load.getIndices(), [&](Value index) {
                       return getExpr(index);
                     })));
      })
      .Case([&](scf::IfOp branch) { return emitBranch(branch); })
      .Case([&](scf::ForOp loop) { return emitLoop(loop); })
      .Case([&](arith::CmpIOp compare) { return emitCompare(compare); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>(
          [&](auto cast) { return emitCast(*cast); })
      .Default([&](Operation *) { return emitElementwise(inner); });
}

static bool isDivision(Operation &op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

LogicalResult BodyVectorizer::emitElementwise(Operation &inner) {
  bool isConstant = inner.hasTrait<OpTrait::ConstantLike>();
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  if (inner.getNumResults() != 1 || inner.getNumRegions() != 0 ||
      !isPure(&inner) ||
      !(isConstant || OpTrait::hasElementwiseMappableTraits(&inner)) ||
      !llvm::all_of(inner.getResultTypes(), isScalar) ||
      !llvm::all_of(inner.getOperandTypes(), isScalar))
    return failure();
  SmallVector<Value> operands;
  bool isVector = false;
  for (Value operand : inner.getOperands()) {
    operands.push_back(lookup(operand));
    if (!operands.back())
      return failure();
    isVector |= isa<VectorType>(operands.back().getType());
  }
  // Lanes share indices, or have them as expressions. Lanes behind the end of a
  // row, or on the other side of a branch, may divide by zero. LLVM has powers
  // of one exponent only.
  if (isVector &&
      (inner.getResult(0).getType().isIndex() || isa<math::FPowIOp>(inner)))
    return failure();
  if ((isVector || mask) && isDivision(inner))
    return failure();
  Operation *copy = inner.clone();
  if (isVector) {
    for (Value &operand : operands)
      operand = broadcast(operand);
    copy->getResult(0).setType(getVectorType(inner.getResult(0).getType()));
  }
  copy->setOperands(operands);
  b.insert(copy);
  SmallVector<Value> folded;
  Value result = copy->getResult(0);
  if (!isConstant && succeeded(b.tryFold(copy, folded)) && !folded.empty()) {
    result = folded.front();
    copy->erase();
  }
  mapping.map(inner.getResult(0), result);
  if (isVector && isa<arith::AndIOp>(inner))
    noteSharedPart(inner, result);
  return success();
}

/// Whether a condition asks for the remainder of an index, so that it fails
/// often.
static bool comparesRemainder(Value condition) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return comparesRemainder(both.getLhs()) || comparesRemainder(both.getRhs());
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  auto apply = compare ? compare.getLhs().getDefiningOp<affine::AffineApplyOp>()
                       : affine::AffineApplyOp();
  if (!apply)
    return false;
  WalkResult result =
      apply.getAffineMap().getResult(0).walk([](AffineExpr expr) {
        return expr.getKind() == AffineExprKind::Mod ? WalkResult::interrupt()
                                                     : WalkResult::advance();
      });
  return result.wasInterrupted();
}

/// What all lanes share of a conjunction, where it fails often.
void BodyVectorizer::noteSharedPart(Operation &conjunction, Value result) {
  Value shared;
  for (Value operand : conjunction.getOperands()) {
    Value part = lookup(operand);
    if (isa<VectorType>(part.getType()))
      part = sharedParts.lookup(part);
    else if (!isUnrolled && !comparesRemainder(operand))
      continue;
    if (part && shared)
      part = bitAnd(shared, part);
    if (part)
      shared = part;
  }
  if (shared)
    sharedParts[result] = shared;
}

/// An index as an integer.
LogicalResult BodyVectorizer::emitCast(Operation &cast) {
  if (!cast.getOperand(0).getType().isIndex())
    return emitElementwise(cast);
  AffineExpr expr = getExpr(cast.getOperand(0));
  std::optional<SmallVector<int64_t>> offsets = getOffsets(expr);
  auto type = dyn_cast<IntegerType>(cast.getResult(0).getType());
  // Lanes of more bits than an index would not wrap around as it does.
  if (!offsets || !type || (!llvm::all_equal(*offsets) && type.getWidth() > 64))
    return failure();
  IRMapping operand;
  operand.map(cast.getOperand(0), materialize(expr));
  Value value = b.clone(cast, operand)->getResult(0);
  mapping.map(cast.getResult(0), createRange(value, *offsets));
  return success();
}

Value BodyVectorizer::createRange(Value first, ArrayRef<int64_t> offsets) {
  if (llvm::all_equal(offsets))
    return first;
  Value distance = createNumbers(offsets, first.getType());
  return arith::AddIOp::create(b, loc, broadcast(first), distance);
}

Value BodyVectorizer::createLaneMask(Value begin, Value end) {
  // Bytes are the narrowest lanes that can be compared.
  return VectorBuilder::createLaneMask(length, begin, end, /*bits=*/8);
}

/// Whether a position that ascends is in [0, bound), by lane.
Value BodyVectorizer::emitBoundsCheck(AffineExpr position, Value bound) {
  Value step = constant(*getStep(position));
  AffineExpr end = getExpr(bound);
  AffineExpr first = b.getAffineDimExpr(variables.size());
  variables.push_back(materialize(position));
  // The first lane from where a position is reached.
  auto getLane = [&](AffineExpr target) {
    Value distance = signedMaximum(materialize(target - first), 0);
    return minimum(ceilDivide(distance, step), length);
  };
  Value mask =
      createLaneMask(getLane(b.getAffineConstantExpr(0)), getLane(end));
  variables.pop_back();
  return mask;
}

/// The same for packed lanes.
FailureOr<Value> BodyVectorizer::emitPackedBoundsCheck(AffineExpr position,
                                                       int64_t bound) {
  std::optional<SmallVector<int64_t>> offsets = getOffsets(position);
  if (!offsets)
    return failure();
  // Lanes are compared as integers that are as narrow as they can be, and are
  // outside where the first one is too far away for them.
  int64_t least = -*llvm::max_element(*offsets) - 1;
  int64_t most = bound - *llvm::min_element(*offsets);
  int64_t reach = std::max(most + *llvm::max_element(*offsets),
                           -(least + *llvm::min_element(*offsets)));
  unsigned bits = 8;
  while (bits < 64 && !llvm::isIntN(bits, reach))
    bits *= 2;
  auto type = b.getIntegerType(bits);
  Value first =
      signedMaximum(signedMinimum(materialize(position), most), least);
  first = arith::IndexCastOp::create(b, loc, type, first);
  Value limit =
      arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, bound));
  Value lanes = createRange(first, *offsets);
  if (isa<VectorType>(lanes.getType()))
    limit = broadcast(limit);
  return VectorBuilder::emit<arith::CmpIOp>(arith::CmpIPredicate::ult, lanes,
                                            limit);
}

/// Whether a bound is made of sizes of buffers, and not negative.
static bool isSize(Value bound) {
  if (bound.getDefiningOp<memref::DimOp>())
    return true;
  auto apply = bound.getDefiningOp<affine::AffineApplyOp>();
  if (!apply || !llvm::all_of(apply.getOperands(), isSize))
    return false;
  WalkResult walk = apply.getAffineMap().getResult(0).walk([](AffineExpr e) {
    auto constant = dyn_cast<AffineConstantExpr>(e);
    return constant && constant.getValue() < 0 ? WalkResult::interrupt()
                                               : WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

/// The divisor of an expression that is a remainder by a constant.
static std::optional<int64_t> getModulus(AffineExpr expr) {
  if (expr.getKind() != AffineExprKind::Mod)
    return std::nullopt;
  auto modulus =
      dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
  if (!modulus || modulus.getValue() < 1)
    return std::nullopt;
  return modulus.getValue();
}

/// Lanes may compare indices of their own.
LogicalResult BodyVectorizer::emitCompare(arith::CmpIOp compare) {
  if (!compare.getLhs().getType().isIndex())
    return emitElementwise(*compare);
  constexpr int64_t maxCheckedStep = 1024, maxCheckedBound = int64_t(1) << 62;
  AffineExpr position = getExpr(compare.getLhs());
  Value bound = compare.getRhs();
  std::optional<int64_t> step = getStep(position);
  std::optional<int64_t> knownBound = getConstantIntValue(bound);
  bool isBelow = compare.getPredicate() == arith::CmpIPredicate::ult;
  bool isInBounds = isBelow && knownBound && *knownBound >= 0 &&
                    *knownBound <= maxCheckedBound;
  if (isInBounds && numPacked > 0)
    return map(compare.getResult(),
               emitPackedBoundsCheck(position, *knownBound));
  bool ascends = step && *step >= 1 && *step <= maxCheckedStep;
  // Buffers have no elements beyond the largest bound.
  isInBounds |= isBelow && isSize(bound);
  if (isInBounds && ascends)
    return map(compare.getResult(), emitBoundsCheck(position, bound));
  FailureOr<Value> result = failure();
  bool isOutside = !op->isAncestor(bound.getParentBlock()->getParentOp());
  std::optional<int64_t> modulus = getModulus(position);
  if (isBelow && isOutside && modulus && !step && numPacked == 0 &&
      getStep(cast<AffineBinaryOpExpr>(position).getLHS()))
    // No remainder reaches a bound that is at least the divisor.
    result = ifElse(
        isLessUnsigned(bound, *modulus),
        [&] { return broadcast(*compareLanes(compare)); },
        [&] { return broadcast(boolean(true)); });
  else if (isBelow && ascends && isOutside)
    result = ifElse(
        isLessUnsigned(bound, maxCheckedBound),
        [&] { return emitBoundsCheck(position, bound); },
        [&] { return *compareLanes(compare); });
  else
    result = compareLanes(compare);
  return map(compare.getResult(), result);
}

/// An index of each lane: a position that ascends, or its remainder by a
/// constant. Null for others.
Value BodyVectorizer::createLanes(AffineExpr expr) {
  if (std::optional<SmallVector<int64_t>> offsets = getOffsets(expr))
    return createRange(materialize(expr), *offsets);
  std::optional<int64_t> divisor = getModulus(expr);
  if (!divisor)
    return Value();
  Value dividend = createLanes(cast<AffineBinaryOpExpr>(expr).getLHS());
  if (!dividend)
    return Value();
  Value by = constantLike(dividend, *divisor);
  Value rest = VectorBuilder::emit<arith::RemSIOp>(dividend, by);
  Value isNegative = VectorBuilder::emit<arith::CmpIOp>(
      arith::CmpIPredicate::slt, rest, constantLike(rest, 0));
  return select(isNegative, add(rest, by), rest);
}

/// Compares the indices of all lanes one by one. Does not fail if the left one
/// ascends, or is a remainder of one that does, and the right one is defined
/// outside of the body.
FailureOr<Value> BodyVectorizer::compareLanes(arith::CmpIOp compare) {
  SmallVector<Value, 2> operands;
  for (Value operand : compare.getOperands()) {
    Value value = lookup(operand);
    if (!value) {
      value = createLanes(getExpr(operand));
      if (!value)
        return failure();
    }
    operands.push_back(value);
  }
  if (llvm::any_of(operands, [](Value value) {
        return isa<VectorType>(value.getType());
      }))
    for (Value &operand : operands)
      operand = broadcast(operand);
  return VectorBuilder::emit<arith::CmpIOp>(compare.getPredicate(), operands[0],
                                            operands[1]);
}

/// Builds one side of a branch, a loop's body or all, and returns what it
/// yields. Null stands for an index that is not shared.
FailureOr<SmallVector<Value>> BodyVectorizer::emitSide(Block *side,
                                                       bool asVectors) {
  if (failed(emitBlock(*side)))
    return failure();
  SmallVector<Value> results;
  for (Value yielded : side->getTerminator()->getOperands()) {
    Value result = lookup(yielded);
    results.push_back(asVectors ? broadcast(result) : result);
  }
  return results;
}

/// Both sides, each with its lanes only reading memory.
LogicalResult BodyVectorizer::emitMaskedBranch(scf::IfOp branch,
                                               Value condition) {
  Value outer = mask, outerReads = reads;
  mask = outer ? bitAnd(outer, condition) : condition;
  if (Value shared = sharedParts.lookup(condition))
    reads = reads ? bitAnd(reads, shared) : shared;
  FailureOr<SmallVector<Value>> taken = emitSide(branch.thenBlock());
  reads = outerReads;
  Value opposite = logicalNot(condition);
  mask = outer ? bitAnd(outer, opposite) : opposite;
  FailureOr<SmallVector<Value>> other = emitSide(branch.elseBlock());
  mask = outer;
  if (failed(taken) || failed(other))
    return failure();
  for (auto [result, first, second] :
       llvm::zip_equal(branch.getResults(), *taken, *other))
    mapping.map(result, select(condition, first, second));
  return success();
}

LogicalResult BodyVectorizer::emitBranch(scf::IfOp branch) {
  Value condition = lookup(branch.getCondition());
  if (branch.getNumResults() == 0 ||
      !llvm::all_of(branch.getResultTypes(),
                    [](Type type) { return type.isIntOrFloat(); }))
    return failure();
  if (isa<VectorType>(condition.getType()))
    return emitMaskedBranch(branch, condition);
  APInt known;
  if (matchPattern(condition, m_ConstantInt(&known))) {
    FailureOr<SmallVector<Value>> results =
        emitSide(known.isZero() ? branch.elseBlock() : branch.thenBlock(),
                 /*asVectors=*/false);
    if (failed(results))
      return failure();
    mapping.map(branch.getResults(), *results);
    return success();
  }
  SmallVector<Type> types = llvm::map_to_vector(
      branch.getResultTypes(), [&](Type type) { return getVectorType(type); });
  auto copy = scf::IfOp::create(b, loc, types, condition, /*addThenBlock=*/true,
                                /*addElseBlock=*/true);
  for (auto [from, to] : {std::pair(branch.thenBlock(), copy.thenBlock()),
                          {branch.elseBlock(), copy.elseBlock()}}) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(to);
    FailureOr<SmallVector<Value>> results = emitSide(from);
    if (failed(results))
      return failure();
    scf::YieldOp::create(b, loc, *results);
  }
  mapping.map(branch.getResults(), copy.getResults());
  return success();
}

/// All lanes take as many iterations. What the loop carries becomes vectors.
LogicalResult BodyVectorizer::emitLoop(scf::ForOp loop) {
  if (loop.getNumResults() == 0 ||
      !llvm::all_of(loop.getResultTypes(),
                    [](Type type) { return type.isIntOrFloat(); }))
    return failure();
  SmallVector<Value> bounds, inits;
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()}) {
    bounds.push_back(lookup(bound));
    if (!bounds.back() || isa<VectorType>(bounds.back().getType()))
      return failure();
  }
  for (Value init : loop.getInitArgs())
    inits.push_back(broadcast(lookup(init)));
  auto copy =
      scf::ForOp::create(b, loc, bounds[0], bounds[1], bounds[2], inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(copy.getBody());
  mapping.map(loop.getBody()->getArguments(), copy.getBody()->getArguments());
  FailureOr<SmallVector<Value>> next = emitSide(loop.getBody());
  if (failed(next))
    return failure();
  scf::YieldOp::create(b, loc, *next);
  mapping.map(loop.getResults(), copy.getResults());
  return success();
}

AffineExpr BodyVectorizer::getExpr(Value index) {
  if (auto it = exprs.find(index); it != exprs.end())
    return it->second;
  IntegerAttr known;
  if (matchPattern(index, m_Constant(&known)))
    return b.getAffineConstantExpr(known.getInt());
  return exprs[index] = addVariable(mapping.lookupOrDefault(index));
}

AffineExpr BodyVectorizer::addVariable(Value index) {
  variables.push_back(index);
  return b.getAffineDimExpr(variables.size() - 1);
}

std::optional<SmallVector<int64_t>>
BodyVectorizer::getOffsets(AffineExpr expr) {
  SmallVector<int64_t> offsets(length, 0);
  if (numPacked == 0) {
    std::optional<int64_t> step = getStep(expr);
    if (!step)
      return std::nullopt;
    for (int64_t i = 0; i < length; ++i)
      offsets[i] = i * *step;
    return offsets;
  }
  AffineExpr lane = b.getAffineSymbolExpr(0);
  if (!expr.isFunctionOfSymbol(0))
    return offsets;
  auto at = [&](int64_t i) {
    return expr.replace(lane, b.getAffineConstantExpr(i));
  };
  for (int64_t i = 1; i < numPacked; ++i) {
    auto difference = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(at(i) - at(0), variables.size(), 0));
    if (!difference)
      return std::nullopt;
    offsets[i] = difference.getValue();
  }
  return offsets;
}

std::optional<int64_t> BodyVectorizer::getStep(AffineExpr expr) {
  if (length == 1)
    return 0;
  if (numPacked > 0) {
    std::optional<SmallVector<int64_t>> offsets = getOffsets(expr);
    if (offsets && llvm::all_equal(*offsets))
      return 0;
    return std::nullopt;
  }
  AffineExpr iteration = b.getAffineDimExpr(0);
  // Quotients of multiples of the divisor become products.
  expr = simplifyAffineExpr(expr, variables.size(), 0);
  AffineExpr difference = simplifyAffineExpr(
      expr.replace(iteration, iteration + 1) - expr, variables.size(), 0);
  if (auto constant = dyn_cast<AffineConstantExpr>(difference))
    return constant.getValue();
  return std::nullopt;
}

Value BodyVectorizer::materialize(AffineExpr expr) {
  if (numPacked > 0)
    expr = expr.replace(b.getAffineSymbolExpr(0), b.getAffineConstantExpr(0));
  AffineMap map = AffineMap::get(variables.size(), 0,
                                 simplifyAffineExpr(expr, variables.size(), 0));
  return getValueOrCreateConstantIndexOp(
      b, loc,
      affine::makeComposedFoldedAffineApply(b, loc, map,
                                            getAsOpFoldResult(variables)));
}

Value BodyVectorizer::lookup(Value value) {
  if (!value.getType().isIndex() || mapping.contains(value))
    return mapping.lookupOrDefault(value);
  AffineExpr expr = getExpr(value);
  if (getStep(expr) != 0)
    return Value();
  return materialize(expr);
}

Type BodyVectorizer::getVectorType(Type scalar) {
  return length == 1 ? scalar : VectorType::get(length, scalar);
}

Value BodyVectorizer::broadcast(Value value) {
  return length == 1 ? value : VectorBuilder::broadcast(value, length);
}

} // namespace dml
