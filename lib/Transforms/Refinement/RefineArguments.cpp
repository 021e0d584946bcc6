//===- RefineArguments.cpp - Specialise a function to its arguments -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RefineArguments.h"
#include "LoopAssumptions.h"
#include "TypeRefinement.h"
#include "dml/IR/Operators.h"
#include "dml/Transforms/FindFunction.h"
#include "dml/Transforms/FoldScalars.h"
#include "dml/Transforms/NormalizeSlices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_REFINEARGUMENTS
#include "dml/Transforms/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Attempts at the types of loops before they are left as they are.
constexpr unsigned kMostAttempts = 8;

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

bool isRefined(func::FuncOp function, ArrayRef<RefinedArgument> arguments) {
  return llvm::any_of(llvm::zip_equal(function.getArgumentTypes(), arguments),
                      [](auto pair) {
                        auto [declared, argument] = pair;
                        return argument.type != declared || argument.value;
                      });
}

/// Leaves a private copy of the function to all that call it.
void redirectCallers(ModuleOp module, func::FuncOp function) {
  func::FuncOp general = function.clone();
  general.setPrivate();
  SymbolTable symbols(module);
  StringAttr name = symbols.insert(general, std::next(function->getIterator()));
  // Without a symbol of that name there would be nothing to redirect.
  (void)SymbolTable::replaceAllSymbolUses(function, name, module);
}

IntegerAttr getConstant(Type type, int64_t value) {
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  return IntegerAttr::get(
      type, APInt(64, value, /*isSigned=*/true).sextOrTrunc(width));
}

void specializeSignature(func::FuncOp function,
                         ArrayRef<RefinedArgument> arguments) {
  IRRewriter rewriter(function.getContext());
  for (auto [parameter, argument] :
       llvm::zip_equal(function.getArguments(), arguments)) {
    declareType(rewriter, parameter, argument.type);
    if (!argument.value)
      continue;
    rewriter.setInsertionPointToStart(&function.front());
    Value constant = arith::ConstantOp::create(
        rewriter, parameter.getLoc(),
        getConstant(parameter.getType(), *argument.value));
    rewriter.replaceAllUsesWith(parameter, constant);
  }
  function.setType(FunctionType::get(function.getContext(),
                                     function.front().getArgumentTypes(),
                                     function.getResultTypes()));
}

/// The results know what all returned values agree on.
void refineResults(func::FuncOp function) {
  SmallVector<func::ReturnOp> returns(function.getOps<func::ReturnOp>());
  if (returns.empty())
    return;
  SmallVector<Type> types(function.getResultTypes());
  for (auto [index, type] : llvm::enumerate(types)) {
    Type joined;
    for (func::ReturnOp op : returns) {
      Type known = getKnownType(op.getOperand(index));
      joined = joined ? joinTypes(joined, known) : known;
      if (!joined)
        break;
    }
    if (joined)
      type = joined;
  }
  for (func::ReturnOp op : returns) {
    OpBuilder builder(op);
    for (auto [operand, type] : llvm::zip_equal(op->getOpOperands(), types)) {
      Value previous = operand.get();
      operand.set(castTo(builder, previous, type));
      auto cast = previous.getDefiningOp<tensor::CastOp>();
      if (cast && cast->use_empty())
        cast.erase();
    }
  }
  function.setType(FunctionType::get(function.getContext(),
                                     function.getArgumentTypes(), types));
}

//===----------------------------------------------------------------------===//
// Body
//===----------------------------------------------------------------------===//

/// Upstream's patterns that may not be used. docs/Rationale.md says why.
const std::string kUnsoundPatterns[] = {
    "(anonymous namespace)::TensorCastExtractSlice",
    "(anonymous namespace)::ForallOpControlOperandsFolder",
    "(anonymous namespace)::ForallOpReplaceConstantInductionVar",
    "(anonymous namespace)::ForallOpSingleOrZeroIterationDimsFolder"};

/// Upstream's patterns are taken one by one, for not all of them may be used:
/// that of scf.for and that of tensor.cast into linalg take sizes for granted
/// that may not be those of run time.
FrozenRewritePatternSet getPatterns(MLIRContext *context,
                                    const LoopAssumptions &assumptions) {
  RewritePatternSet patterns(context);
  populateOperatorPatterns(patterns);
  populateFoldScalarPatterns(patterns);
  populateBranchPatterns(patterns);
  populateLoopPatterns(patterns, assumptions);
  populateNormalizeSlicesPatterns(patterns);
  populateSlicePatterns(patterns);
  populateStructuredOpPatterns(patterns);
  populateTensorOpPatterns(patterns);
  return FrozenRewritePatternSet(std::move(patterns), kUnsoundPatterns);
}

void refineBody(func::FuncOp function) {
  LoopAssumptions assumptions(function);
  FrozenRewritePatternSet patterns =
      getPatterns(function.getContext(), assumptions);
  OwningOpRef<func::FuncOp> original;
  if (assumptions.hasLoops())
    original = function.clone();
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal()
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .enableFolding(false);
  for (unsigned attempt = 1;; ++attempt) {
    // Types are valid after every rewrite, so it does no harm to stop early.
    (void)applyPatternsGreedily(function, patterns, config);
    if (!assumptions.learnFrom(function))
      break;
    if (attempt == kMostAttempts)
      assumptions.giveUp();
    OwningOpRef<func::FuncOp> copy = original->clone();
    function.getBody().takeBody(copy->getBody());
  }
  LoopAssumptions::finish(function);
}

/// Whether there is anything that inference could add to.
bool isDynamic(func::FuncOp function) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<TensorType>(type);
    return !tensor || tensor.hasStaticShape();
  };
  return function
      .walk([&](Operation *op) {
        return isa<CallOpInterface>(op) ||
                       !llvm::all_of(op->getOperandTypes(), isStatic) ||
                       !llvm::all_of(op->getResultTypes(), isStatic)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

struct RefineArgumentsPass : impl::RefineArgumentsBase<RefineArgumentsPass> {
  using RefineArgumentsBase::RefineArgumentsBase;

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run() {
    llvm::Expected<func::FuncOp> target =
        findFunction(getOperation(), function);
    if (!target)
      return emitError(getOperation().getLoc(),
                       llvm::toString(target.takeError()));
    SmallVector<RefinedArgument> given(target->getNumArguments());
    if (!arguments.empty()) {
      FailureOr<SmallVector<RefinedArgument>> parsed =
          parseArguments(*target, arguments);
      if (failed(parsed))
        return failure();
      given = std::move(*parsed);
    }
    return refineArguments(*target, given);
  }
};

} // namespace

LogicalResult refineArguments(func::FuncOp function,
                              ArrayRef<RefinedArgument> given) {
  auto module = function->getParentOfType<ModuleOp>();
  FailureOr<SmallVector<RefinedArgument>> arguments =
      checkArguments(function, given);
  if (failed(arguments) || failed(checkStaticLists(module)))
    return failure();
  bool hasCallers = !SymbolTable::symbolKnownUseEmpty(function, module);
  bool changesArguments = isRefined(function, *arguments);
  if (!changesArguments && !isDynamic(function))
    return success();
  if (changesArguments && hasCallers)
    redirectCallers(module, function);

  inlineCalls(function);
  specializeSignature(function, *arguments);
  refineBody(function);
  // Callers that stay know the results that it declares.
  if (changesArguments || !hasCallers)
    refineResults(function);
  return checkContradictions(function);
}

} // namespace dml
