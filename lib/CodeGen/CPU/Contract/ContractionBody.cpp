//===- ContractionBody.cpp - What a contraction computes ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionBody.h"
#include "CodeGen/CPU/VectorBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

bool isVectorizable(Operation &op) {
  auto isScalar = [](Type type) { return type.isIntOrFloat(); };
  return isa<arith::ArithDialect>(op.getDialect()) && op.getNumResults() == 1 &&
         isScalar(op.getResult(0).getType()) &&
         llvm::all_of(op.getOperandTypes(), isScalar) &&
         (op.hasTrait<OpTrait::ConstantLike>() ||
          OpTrait::hasElementwiseMappableTraits(&op)) &&
         isSpeculatable(&op);
}

static bool isStride(int64_t stride) {
  return !ShapedType::isDynamic(stride) && stride >= 0;
}

/// Whether positions, and those of predicates, are sums of loops times known
/// strides, and constants.
static bool isLinear(const Access &access) {
  auto isLinearPredicate = [](const Predicate &predicate) {
    return getConstantIntValue(predicate.bound) &&
           llvm::all_of(predicate.position.factors, isStride) &&
           !predicate.position.isDivided();
  };
  auto [strides, offset] =
      cast<MemRefType>(access.buffer.getType()).getStridesAndOffset();
  for (auto [index, stride] : llvm::zip_equal(access.indices, strides))
    if (index.constant != 0 && ShapedType::isDynamic(stride))
      return false;
  return access.divisions.empty() && !access.hasOtherConditions &&
         !access.combiner && llvm::all_of(access.strides, isStride) &&
         llvm::all_of(access.predicates, isLinearPredicate);
}

bool isPlain(const Access &access) {
  return isLinear(access) && access.predicates.empty() &&
         llvm::all_of(access.indices, [](const LinearForm &index) {
           return index.constant == 0;
         });
}

/// An element of a buffer that the operation reads for its body.
static bool isElement(linalg::LinalgOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == op.getBlock() &&
         isa<MemRefType>(op.getMatchingOpOperand(argument)->get().getType());
}

/// Maps the arguments of a body that are scalars outside of it.
static void mapScalars(linalg::LinalgOp op, IRMapping &mapping) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (!isa<MemRefType>(input->get().getType()))
      mapping.map(op.getMatchingBlockArgument(input), input->get());
}

/// Finds the operations from one value to another of its block. Fails where
/// they use other elements, or what they use is in another block of the
/// operation.
static LogicalResult setPart(linalg::LinalgOp op, Block *block, Value from,
                             Value to, BodyPart &part) {
  part = {from, to, getOperationsOf(block, to, from)};
  llvm::SmallPtrSet<Operation *, 8> inside(part.operations.begin(),
                                           part.operations.end());
  auto isKnown = [&](Value value) {
    if (value == from || inside.contains(value.getDefiningOp()))
      return true;
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == op.getBlock())
      return !isElement(op, value);
    return !op->isAncestor(value.getParentBlock()->getParentOp());
  };
  if (!isKnown(to))
    return failure();
  for (Operation *inner : part.operations)
    if (!isVectorizable(*inner) || !llvm::all_of(inner->getOperands(), isKnown))
      return failure();
  return success();
}

/// Sets the parts of a factor that is computed from this read.
static LogicalResult setParts(linalg::LinalgOp op, Value value,
                              const Access &read, ReadFactor &factor) {
  factor.access = &read;
  Value element = read.load ? Value(read.load->getResult(0))
                            : op.getMatchingBlockArgument(read.operand);
  factor.guarded = {element, element, {}};
  auto branch =
      read.load ? dyn_cast<scf::IfOp>(read.load->getParentOp()) : scf::IfOp();
  if (!branch)
    return setPart(op, op.getBlock(), element, value, factor.computed);
  if (branch->getParentOp() != op || branch.getNumResults() != 1 ||
      branch.getElseRegion().empty() ||
      !matchPattern(branch.elseYield().getOperand(0),
                    m_Constant(&factor.otherwise)) ||
      failed(setPart(op, branch.thenBlock(), element,
                     branch.thenYield().getOperand(0), factor.guarded)))
    return failure();
  return setPart(op, op.getBlock(), branch.getResult(0), value,
                 factor.computed);
}

static FailureOr<ReadFactor>
getReadFactor(linalg::LinalgOp op, const AccessNest &nest, Value value) {
  for (const Access &read : nest.reads) {
    ReadFactor factor;
    if (failed(setParts(op, value, read, factor)))
      continue;
    if (!isLinear(read) || !getLineElementBytes(read.elementType) ||
        !getLineElementBytes(factor.getType()))
      return failure();
    mapScalars(op, factor.scalars);
    return factor;
  }
  return failure();
}

FailureOr<ContractionBody> getContractionBody(linalg::LinalgOp op,
                                              const AccessNest &nest,
                                              const Contraction &contraction) {
  ContractionBody body;
  const Access &result = nest.writes.front();
  for (auto [part, factor] : {std::pair(&body.rows, &contraction.rows),
                              {&body.columns, &contraction.columns}}) {
    FailureOr<ReadFactor> read = getReadFactor(op, nest, factor->value);
    if (failed(read))
      return failure();
    *part = std::move(*read);
  }
  if (!isPlain(result) || !getLineElementBytes(result.elementType))
    return failure();
  Value known[] = {body.rows.computed.to, body.columns.computed.to};
  body.sum = op.getRegionOutputArgs().front();
  body.combined = op.getBlock()->getTerminator()->getOperand(0);
  body.operations = getOperationsOf(op.getBlock(), body.combined, known);
  for (Operation *inner : body.operations) {
    auto isUnknown = [&](Value value) {
      return isElement(op, value) && !llvm::is_contained(known, value) &&
             value != body.sum;
    };
    if (!isVectorizable(*inner) ||
        llvm::any_of(inner->getOperands(), isUnknown))
      return failure();
  }
  mapScalars(op, body.scalars);
  return body;
}

} // namespace dml
