//===- FinishKernels.cpp - Kernels as devices get them --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicUpdates.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"

namespace dml {
#define GEN_PASS_DEF_GPUFINISHKERNELS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool isFloatArithmetic(Operation *op) {
  return isa<spirv::FAddOp, spirv::FSubOp, spirv::FMulOp, spirv::FDivOp>(op);
}

/// Conversions count: a driver may take one to an integer and back for a
/// truncation, which keeps the sign of a zero.
bool isComputation(Operation *op) {
  return isFloatArithmetic(op) ||
         isa<spirv::GLFmaOp, spirv::ConvertSToFOp, spirv::ConvertUToFOp,
             spirv::FConvertOp>(op);
}

/// Whether a function computes, or converts, numbers of a type.
bool computesWith(Operation *function, Type type) {
  return function
      ->walk([&](Operation *op) {
        auto hasType = [&](Value value) {
          return getElementTypeOrSelf(value) == type;
        };
        return isComputation(op) && (llvm::any_of(op->getOperands(), hasType) ||
                                     hasType(op->getResult(0)))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

FloatAttr getConstant(Value value) {
  auto constant = value.getDefiningOp<spirv::ConstantOp>();
  return constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
}

bool isZero(Value value) {
  FloatAttr number = getConstant(value);
  return number && number.getValue().isPosZero();
}

/// Whether a value is a constant 0 or -0, or selects one of several. The depth
/// is limited, for selects can share their operands.
bool isSelectedZero(Value value, unsigned maxDepth = 4) {
  if (FloatAttr number = getConstant(value))
    return number.getValue().isZero();
  auto select = value.getDefiningOp<spirv::SelectOp>();
  return select && maxDepth > 0 &&
         isSelectedZero(select.getTrueValue(), maxDepth - 1) &&
         isSelectedZero(select.getFalseValue(), maxDepth - 1);
}

/// Returns `value` with 0 in place of -0.
Value makeZeroPositive(OpBuilder &b, Location loc, Value value) {
  Value zero = spirv::ConstantOp::create(b, loc, value.getType(),
                                         b.getZeroAttr(value.getType()));
  Value isAnyZero = spirv::FOrdEqualOp::create(b, loc, value, zero);
  return spirv::SelectOp::create(b, loc, isAnyZero, zero, value);
}

/// Returns `zero` + `value`. `zero` is a constant or a select of constants;
/// `positive` is `value` with 0 in place of -0.
Value addZero(OpBuilder &b, Value zero, Value value, Value positive) {
  auto select = zero.getDefiningOp<spirv::SelectOp>();
  if (!select)
    return isZero(zero) ? positive : value;
  return spirv::SelectOp::create(
      b, select.getLoc(), select.getCondition(),
      addZero(b, select.getTrueValue(), value, positive),
      addZero(b, select.getFalseValue(), value, positive));
}

/// Some drivers leave out a sum or difference with a 0 that is constant or one
/// of several constants, and truncate a number that is rounded to an integer
/// and back. Returns the right result of such an operation, null for others.
Value computeWithPositiveZero(OpBuilder &b, Operation *op) {
  Location loc = op->getLoc();
  if (isa<spirv::ConvertSToFOp, spirv::ConvertUToFOp>(op)) {
    Operation *rounded = op->getOperand(0).getDefiningOp();
    return isa_and_nonnull<spirv::ConvertFToSOp, spirv::ConvertFToUOp>(rounded)
               ? makeZeroPositive(b, loc, op->getResult(0))
               : Value();
  }
  if (isa<spirv::FSubOp>(op) && isZero(op->getOperand(0)))
    return makeZeroPositive(
        b, loc, spirv::FNegateOp::create(b, loc, op->getOperand(1)));
  if (!isa<spirv::FAddOp>(op))
    return {};
  for (unsigned i : {1, 0}) {
    Value zero = op->getOperand(i), other = op->getOperand(1 - i);
    bool isSelected = isa_and_nonnull<spirv::SelectOp>(zero.getDefiningOp());
    if (isZero(zero) || (isSelected && isSelectedZero(zero)))
      return addZero(b, zero, other, makeZeroPositive(b, loc, other));
  }
  return {};
}

/// Replaces a result that is 0 where drivers may give -0.
void keepZeroPositive(Operation *op) {
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  Value replacement = computeWithPositiveZero(b, op);
  if (!replacement)
    return;
  // The replacement may be computed from the old value.
  Value old = op->getResult(0);
  old.replaceUsesWithIf(replacement, [&](OpOperand &use) {
    return use.getOwner()->getBlock() != op->getBlock() ||
           replacement.getDefiningOp()->isBeforeInBlock(use.getOwner());
  });
  if (old.use_empty())
    op->erase();
}

/// Some drivers take products with a constant 0, and quotients of it, for 0,
/// whatever the other operand's sign is and also if it is not finite. So the
/// smaller one of 0 and the other operand's magnitude stands for that constant.
void hideZeroFactor(Operation *op) {
  if (!isa<spirv::FMulOp, spirv::FDivOp>(op))
    return;
  OpBuilder b(op);
  for (unsigned i : {0, 1}) {
    Value zero = op->getOperand(i), other = op->getOperand(1 - i);
    if (!isZero(zero) || (i == 1 && isa<spirv::FDivOp>(op)))
      continue;
    Value magnitude = spirv::GLFAbsOp::create(b, op->getLoc(), other);
    op->setOperand(i,
                   spirv::GLFMinOp::create(b, op->getLoc(), magnitude, zero));
    return;
  }
}

/// The prefix that upstream's conversion gives a gpu.module's name.
constexpr StringLiteral kConvertedPrefix = "__spv__";

struct GPUFinishKernelsPass : impl::GPUFinishKernelsBase<GPUFinishKernelsPass> {
  using GPUFinishKernelsBase::GPUFinishKernelsBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto module :
         llvm::make_early_inc_range(getOperation().getOps<spirv::ModuleOp>())) {
      finish(module);
      StringRef name = module.getName().value_or("");
      auto owner = name.consume_front(kConvertedPrefix)
                       ? symbols.lookup<gpu::GPUModuleOp>(name)
                       : gpu::GPUModuleOp();
      if (!owner)
        continue;
      owner.getBody()->clear();
      module->moveBefore(owner.getBody(), owner.getBody()->end());
      module.setName(name);
    }
  }

private:
  void finish(spirv::ModuleOp module) {
    module.walk([](Operation *op) {
      // The operators' users expect a product and a sum to be rounded each, as
      // on the CPU; a driver may fuse them otherwise.
      if (isFloatArithmetic(op))
        op->setAttr("no_contraction", UnitAttr::get(op->getContext()));
      if (isAtomicUpdate(op))
        op->setAttr("semantics",
                    spirv::MemorySemanticsAttr::get(
                        op->getContext(), spirv::MemorySemantics::None));
    });
    for (auto entry : llvm::to_vector(module.getOps<spirv::EntryPointOp>()))
      setFloatControls(module, entry);
    module.walk(keepZeroPositive);
    module.walk(hideZeroFactor);
  }

  void setFloatControls(spirv::ModuleOp module, spirv::EntryPointOp entry) {
    auto function = SymbolTable::lookupNearestSymbolFrom<spirv::FuncOp>(
        module, entry.getFnAttr());
    if (!function)
      return;
    OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
    auto ask = [&](FloatType type, StringRef capability,
                   ArrayRef<spirv::ExecutionMode> modes) {
      if (!llvm::is_contained(capabilities, capability) ||
          !computesWith(function, type))
        return;
      for (spirv::ExecutionMode mode : modes)
        spirv::ExecutionModeOp::create(b, entry.getLoc(), function, mode,
                                       static_cast<int32_t>(type.getWidth()));
    };
    using spirv::ExecutionMode;
    ask(b.getF16Type(), "RoundingModeRTE",
        {ExecutionMode::RoundingModeRTE, ExecutionMode::DenormPreserve,
         ExecutionMode::SignedZeroInfNanPreserve});
    ask(b.getF32Type(), "DenormPreserve", ExecutionMode::DenormPreserve);
    ask(b.getF32Type(), "SignedZeroInfNanPreserve",
        ExecutionMode::SignedZeroInfNanPreserve);
  }
};

} // namespace
} // namespace dml
