//===- EmulateWideIntegers.cpp - 64-bit integers in two words -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Common/ScalarBuilder.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/WideIntEmulationConverter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace dml {
#define GEN_PASS_DEF_GPUEMULATEWIDEINTEGERS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool hasWideIntegers(Operation *op) {
  auto isWide = [](Type type) {
    return getElementTypeOrSelf(type).isInteger(64);
  };
  return llvm::any_of(op->getResultTypes(), isWide) ||
         llvm::any_of(op->getOperandTypes(), isWide);
}

/// Whether two words can do what an operation does with 64 bits.
bool canEmulate(Operation *op) {
  auto isVector = [](Type type) { return isa<VectorType>(type); };
  if (llvm::any_of(op->getResultTypes(), isVector) ||
      llvm::any_of(op->getOperandTypes(), isVector))
    return false;
  return isa<arith::ConstantOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
             arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::ShLIOp,
             arith::ShRUIOp, arith::ShRSIOp, arith::MinUIOp, arith::MinSIOp,
             arith::MaxUIOp, arith::MaxSIOp, arith::CmpIOp, arith::SelectOp,
             arith::ExtUIOp, arith::ExtSIOp, arith::TruncIOp, arith::BitcastOp,
             arith::IndexCastOp, arith::IndexCastUIOp, scf::IfOp, scf::ForOp,
             scf::WhileOp, scf::YieldOp, scf::ConditionOp>(op);
}

/// Whether a kernel has 64-bit integers, all of which words can stand for.
bool needsEmulation(gpu::GPUFuncOp kernel) {
  bool found = false;
  WalkResult result = kernel.walk([&](Operation *op) {
    if (!hasWideIntegers(op))
      return WalkResult::advance();
    found = true;
    return canEmulate(op) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return found && !result.wasInterrupted();
}

/// The bits of a double are two words, lowest first, as those that stand for an
/// integer.
struct EmulateBitcast : OpConversionPattern<arith::BitcastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::BitcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type converted = getTypeConverter()->convertType(op.getType());
    if (op.getType().isF64()) {
      Value doubles = vector::BitCastOp::create(
          rewriter, op.getLoc(), VectorType::get(1, op.getType()),
          adaptor.getIn());
      rewriter.replaceOpWithNewOp<vector::ExtractOp>(op, doubles, 0);
      return success();
    }
    if (!op.getIn().getType().isF64())
      return rewriter.notifyMatchFailure(op, "no bits of a double");
    auto type = VectorType::get(1, op.getIn().getType());
    auto extract = adaptor.getIn().getDefiningOp<vector::ExtractOp>();
    Value doubles = extract && extract.getSource().getType() == type
                        ? extract.getSource()
                        : vector::FromElementsOp::create(rewriter, op.getLoc(),
                                                         type, adaptor.getIn())
                              .getResult();
    rewriter.replaceOpWithNewOp<vector::BitCastOp>(op, converted, doubles);
    return success();
  }
};

/// Shifts by any distance below 64. Upstream's patterns shift a word by 32
/// where the distance is 0, which gives anything.
template <typename ShiftOp> struct EmulateShift : OpConversionPattern<ShiftOp> {
  using OpConversionPattern<ShiftOp>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ShiftOp op, typename ShiftOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "no 64-bit integer");
    ScalarBuilder s(rewriter, op.getLoc());
    auto getWord = [&](Value pair, int64_t word) -> Value {
      return vector::ExtractOp::create(rewriter, op.getLoc(), pair, word);
    };
    constexpr bool isLeft = std::is_same_v<ShiftOp, arith::ShLIOp>;
    // Bits that one word loses come into the other.
    int64_t receiver = isLeft ? 1 : 0;
    Value receiving = getWord(adaptor.getLhs(), receiver);
    Value losing = getWord(adaptor.getLhs(), 1 - receiver);
    Value distance = getWord(adaptor.getRhs(), 0);
    Value inWord = s.remainder(distance, 32);
    // `rest` and one step more are 32 where the distance is 0 or 32.
    Value rest = s.subtract(s.constantLike(inWord, 31), inWord);
    Value near, none;
    if constexpr (isLeft)
      near = s.bitOr(s.shiftLeft(receiving, inWord),
                     s.shiftRight(s.shiftRight(losing, 1), rest));
    else
      near = s.bitOr(s.shiftRight(receiving, inWord),
                     s.shiftLeft(s.shiftLeft(losing, 1), rest));
    Value far = rewriter.createOrFold<ShiftOp>(op.getLoc(), losing, inWord);
    if constexpr (std::is_same_v<ShiftOp, arith::ShRSIOp>)
      none = rewriter.createOrFold<arith::ShRSIOp>(op.getLoc(), losing,
                                                   s.constantLike(losing, 31));
    else
      none = s.constantLike(losing, 0);
    Value isNear = s.isLessUnsigned(distance, 32);
    SmallVector<Value> words(2);
    words[receiver] = s.select(isNear, near, far);
    words[1 - receiver] = s.select(isNear, far, none);
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, type, words);
    return success();
  }
};

struct GPUEmulateWideIntegersPass
    : impl::GPUEmulateWideIntegersBase<GPUEmulateWideIntegersPass> {
  void runOnOperation() override {
    arith::WideIntEmulationConverter converter(
        /*widestIntSupportedByTarget=*/32);
    RewritePatternSet patterns(&getContext());
    arith::populateArithWideIntEmulationPatterns(converter, patterns);
    patterns.add<EmulateBitcast>(converter, &getContext());
    patterns.add<EmulateShift<arith::ShLIOp>, EmulateShift<arith::ShRUIOp>,
                 EmulateShift<arith::ShRSIOp>>(converter, &getContext(),
                                               /*benefit=*/2);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !hasWideIntegers(op); });
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    FrozenRewritePatternSet frozen(std::move(patterns));
    getOperation().walk([&](gpu::GPUFuncOp kernel) {
      if (needsEmulation(kernel) &&
          failed(applyPartialConversion(kernel, target, frozen)))
        signalPassFailure();
    });
  }
};

} // namespace
} // namespace dml
