//===- UnfoldOp.cpp - dml.unfold ------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastPatterns.h"
#include "OperatorUtils.h"
#include "dml/IR/UnfoldSizes.h"
#include "dml/Reference/Unfold.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The dilated window does not fit into the padded input (F3).
static std::string describeMisfit(unsigned spatialDimension,
                                  const Twine &dilatedWindow,
                                  const Twine &paddedSize, StringRef rule) {
  return messages::brokenRule(
      "padded size of dimension " + Twine(spatialDimension + 2) +
          " of the input",
      "at least " + dilatedWindow + " (the dilated window)", paddedSize, rule);
}

llvm::Error checkUnfoldWindow(const UnfoldWindow &window, int64_t inputRank,
                              const WindowRules &rules) {
  struct Clause {
    StringRef name;
    SizesRef entries;
    int64_t least;
  };
  const Clause clauses[] = {{"window_sizes", window.sizes, 1},
                            {"strides", window.strides, 1},
                            {"dilations", window.dilations, 1},
                            {"start_padding", window.startPadding, 0},
                            {"end_padding", window.endPadding, 0}};
  int64_t spatialRank = inputRank - 2;
  if (spatialRank < rules.leastRank || spatialRank > rules.mostRank)
    return llvm::createStringError(messages::brokenRule(
        "rank of the input",
        Twine(rules.leastRank + 2) + " to " + Twine(rules.mostRank + 2),
        Twine(inputRank), rules.rank));
  for (const Clause &clause : clauses) {
    if (static_cast<int64_t>(clause.entries.size()) != spatialRank)
      return llvm::createStringError(messages::brokenRule(
          clause.name + " entries",
          Twine(spatialRank) + " (one for each spatial dimension)",
          Twine(clause.entries.size()), rules.window));
    for (auto [index, entry] : llvm::enumerate(clause.entries)) {
      std::string name = (clause.name + "[" + Twine(index) + "]").str();
      if (llvm::Error error = checkUInt32(name, entry))
        return error;
      if (entry < clause.least)
        return llvm::createStringError(
            messages::brokenRule(name, "at least " + Twine(clause.least),
                                 Twine(entry), rules.window));
    }
  }
  // A padded input is shorter than 3 * 2^32, so a dilated window beyond 63 bits
  // can never fit.
  for (unsigned i = 0; i < spatialRank; ++i)
    if (!llvm::checkedMulAdd<int64_t>(window.dilations[i], window.sizes[i] - 1,
                                      1))
      return llvm::createStringError(describeMisfit(
          i,
          Twine(window.dilations[i]) + "*(" + Twine(window.sizes[i]) + "-1)+1",
          "at most " + Twine(kMaxUInt32) + "+" + Twine(window.startPadding[i]) +
              "+" + Twine(window.endPadding[i]),
          rules.window));
  return llvm::Error::success();
}

int64_t getDilatedWindowSize(const UnfoldWindow &window, unsigned dimension) {
  return window.dilations[dimension] * (window.sizes[dimension] - 1) + 1;
}

/// The input's size with its padding.
static SizeExpr getPaddedSize(const UnfoldWindow &window, unsigned dimension) {
  return SizeExpr::operandSize(0, dimension + 2) +
         (window.startPadding[dimension] + window.endPadding[dimension]);
}

std::vector<SizeExpr> getUnfoldBlocks(const UnfoldWindow &window) {
  std::vector<SizeExpr> blocks;
  for (unsigned i = 0, e = window.sizes.size(); i < e; ++i)
    blocks.push_back(
        (getPaddedSize(window, i) + -getDilatedWindowSize(window, i))
            .floorDiv(window.strides[i]) +
        1);
  return blocks;
}

bool requireFit(SizeFunction &function, int64_t inputRank,
                const UnfoldWindow &window, const WindowRules &rules) {
  function.requireOperand("input", 0);
  if (!function.require(checkUnfoldWindow(window, inputRank, rules)))
    return false;
  for (unsigned i = 0, e = window.sizes.size(); i < e; ++i) {
    int64_t dilated = getDilatedWindowSize(window, i);
    function.requireAtLeast(
        getPaddedSize(window, i), dilated,
        describeMisfit(i, Twine(dilated), "{0}", rules.window));
  }
  return true;
}

/// F5 for the declared sizes; nothing is known of the others.
static llvm::Error checkDeclaredRank(SizesRef declared, int64_t inputRank) {
  return padUnfoldRank(Sizes(3, kDynamic), declared, inputRank).takeError();
}

SizeFunction getUnfoldSizes(int64_t inputRank, const UnfoldWindow &window,
                            std::optional<SizesRef> declared) {
  SizeFunction function;
  if (!requireFit(function, inputRank, window))
    return function;
  SizeExpr batches = SizeExpr::operandSize(0, 0);
  std::vector<SizeExpr> rows = {SizeExpr::operandSize(0, 1)};
  rows.insert(rows.end(), window.sizes.begin(), window.sizes.end());
  std::vector<SizeExpr> blocks = getUnfoldBlocks(window);
  // Checked factor by factor before any product is formed (T2).
  std::vector<SizeExpr> factors = {batches};
  llvm::append_range(factors, rows);
  llvm::append_range(factors, blocks);
  function.requireElementCount("result", factors);
  if (declared && !function.require(checkDeclaredRank(*declared, inputRank)))
    return function;

  std::vector<ResultSize> dimensions(declared ? declared->size() - 3 : 0,
                                     {1, "F4"});
  dimensions.push_back({batches, "F4"});
  dimensions.push_back({SizeExpr::product(rows), "F4"});
  dimensions.push_back({SizeExpr::product(blocks), "F2"});
  function.addResult("result", std::move(dimensions));
  return function;
}

llvm::Expected<Sizes> inferUnfoldBlocks(SizesRef input,
                                        const UnfoldWindow &window) {
  SizeFunction function;
  requireFit(function, input.size(), window);
  Sizes sizes(input);
  if (llvm::Error error = checkRules(function, {sizes, {}}))
    return std::move(error);
  return evaluate(getUnfoldBlocks(window), {sizes, {}});
}

llvm::Expected<Sizes> inferUnfoldSizes(SizesRef input,
                                       const UnfoldWindow &window) {
  return inferOnlyResult(getUnfoldSizes(input.size(), window), input);
}

llvm::Expected<Sizes> padUnfoldRank(SizesRef inferred, SizesRef declared,
                                    int64_t inputRank) {
  int64_t rank = declared.size();
  if (rank < 3 || rank > inputRank)
    return llvm::createStringError(messages::brokenRule(
        "rank of the result", "3 to " + Twine(inputRank) + " (the input's)",
        Twine(rank), "F5"));
  int64_t ones = rank - 3;
  for (int64_t i = 0; i < ones; ++i)
    if (declared[i] != 1)
      return llvm::createStringError(messages::brokenRule(
          "dimension " + Twine(i) + " of the result",
          "1 (leading the last three)", formatSizes(declared[i]), "F5"));
  Sizes padded(ones, 1);
  llvm::append_range(padded, inferred);
  return padded;
}

UnfoldWindow UnfoldOp::getWindow() {
  return {getWindowSizes(), getStrides(), getDilations(), getStartPadding(),
          getEndPadding()};
}

SizeFunction UnfoldOp::getSizeFunction() {
  return getUnfoldSizes(getInput().getType().getRank(), getWindow(),
                        getType().getShape());
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `, NAME = [1, 2]` in any order, each at most once; what is left out gets its
/// default.
ParseResult UnfoldOp::parseUnfoldClauses(OpAsmParser &parser,
                                         DenseI64ArrayAttr &windowSizes,
                                         DenseI64ArrayAttr &strides,
                                         DenseI64ArrayAttr &dilations,
                                         DenseI64ArrayAttr &startPadding,
                                         DenseI64ArrayAttr &endPadding) {
  struct Clause {
    StringRef name;
    DenseI64ArrayAttr &attribute;
    int64_t defaultEntry;
  };
  Clause clauses[] = {{"window_sizes", windowSizes, 1},
                      {"strides", strides, 1},
                      {"dilations", dilations, 1},
                      {"start_padding", startPadding, 0},
                      {"end_padding", endPadding, 0}};

  SMLoc start = parser.getCurrentLocation();
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    Clause *clause =
        llvm::find_if(clauses, [&](Clause &c) { return c.name == name; });
    if (clause == std::end(clauses))
      return parser.emitError(loc)
             << "expected window_sizes, strides, dilations, start_padding or "
                "end_padding, given '"
             << name << "'";
    if (clause->attribute)
      return parser.emitError(loc) << "'" << name << "' given twice";
    SmallVector<int64_t> entries;
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] {
          return parser.parseInteger(entries.emplace_back());
        }))
      return failure();
    clause->attribute = parser.getBuilder().getDenseI64ArrayAttr(entries);
  }
  if (!windowSizes)
    return parser.emitError(start) << "expected ', window_sizes = [...]'";
  for (Clause &clause : clauses)
    if (!clause.attribute)
      clause.attribute = parser.getBuilder().getDenseI64ArrayAttr(
          SmallVector<int64_t>(windowSizes.size(), clause.defaultEntry));
  return success();
}

void UnfoldOp::printUnfoldClauses(OpAsmPrinter &printer, Operation *,
                                  DenseI64ArrayAttr windowSizes,
                                  DenseI64ArrayAttr strides,
                                  DenseI64ArrayAttr dilations,
                                  DenseI64ArrayAttr startPadding,
                                  DenseI64ArrayAttr endPadding) {
  auto print = [&](StringRef name, DenseI64ArrayAttr entries) {
    printer << ", " << name << " = [";
    llvm::interleaveComma(entries.asArrayRef(), printer);
    printer << "]";
  };
  print("window_sizes", windowSizes);
  print("strides", strides);
  print("dilations", dilations);
  print("start_padding", startPadding);
  print("end_padding", endPadding);
}

//===----------------------------------------------------------------------===//
// Definition
//===----------------------------------------------------------------------===//

void UnfoldOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "unfolded");
}

void UnfoldOp::build(OpBuilder &builder, OperationState &state, Value input,
                     ArrayRef<int64_t> windowSizes, ArrayRef<int64_t> strides,
                     ArrayRef<int64_t> dilations,
                     ArrayRef<int64_t> startPadding,
                     ArrayRef<int64_t> endPadding) {
  auto orDefault = [&](ArrayRef<int64_t> entries, int64_t entry) {
    return builder.getDenseI64ArrayAttr(
        entries.empty() ? SmallVector<int64_t>(windowSizes.size(), entry)
                        : SmallVector<int64_t>(entries));
  };
  build(builder, state, input, orDefault(windowSizes, 1), orDefault(strides, 1),
        orDefault(dilations, 1), orDefault(startPadding, 0),
        orDefault(endPadding, 0));
}

LogicalResult UnfoldOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!input || input.getRank() < 3)
    return failure();
  llvm::Expected<Sizes> sizes = inferUnfoldSizes(
      input.getShape(),
      {adaptor.getWindowSizes(), adaptor.getStrides(), adaptor.getDilations(),
       adaptor.getStartPadding(), adaptor.getEndPadding()});
  if (!sizes)
    return emitOptionalRuleError(location, getOperationName(),
                                 sizes.takeError());
  types.push_back(RankedTensorType::get(*sizes, input.getElementType()));
  return success();
}

bool UnfoldOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange declared) {
  auto from = cast<RankedTensorType>(inferred[0]);
  auto to = dyn_cast<RankedTensorType>(declared[0]);
  if (!to || to.getElementType() != from.getElementType())
    return false;
  llvm::Expected<Sizes> padded =
      padUnfoldRank(from.getShape(), to.getShape(), /*inputRank=*/8);
  if (!padded) {
    llvm::consumeError(padded.takeError());
    return false;
  }
  return succeeded(verifyCompatibleShape(*padded, to.getShape()));
}

LogicalResult UnfoldOp::verify() { return verifyOperator(*this, "F1"); }

/// Not where only run time can check F3, T6, or T2 of the result, which is
/// larger than the input.
Speculation::Speculatability UnfoldOp::getSpeculatability() {
  RankedTensorType input = getInput().getType();
  return input.hasStaticShape() ? Speculation::Speculatable
                                : Speculation::NotSpeculatable;
}

std::optional<OutOfRangeIndices>
UnfoldOp::evaluate(ArrayRef<reference::ConstTensorView> operands,
                   ArrayRef<reference::TensorView> results) {
  reference::unfold(operands[0], results[0], getWindow());
  return std::nullopt;
}

OpFoldResult UnfoldOp::fold(FoldAdaptor adaptor) {
  return foldThroughReference(*this, adaptor.getOperands());
}

//===----------------------------------------------------------------------===//
// Canonical form
//===----------------------------------------------------------------------===//

namespace {

/// A 1x1 window that steps by one over an unpadded input is the input itself,
/// its spatial dimensions collapsed.
struct ReshapeForIdentityUnfold : OpRewritePattern<UnfoldOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UnfoldOp op,
                                PatternRewriter &rewriter) const override {
    UnfoldWindow window = op.getWindow();
    auto areAll = [](ArrayRef<int64_t> entries, int64_t entry) {
      return llvm::all_of(entries, [&](int64_t e) { return e == entry; });
    };
    if (!areAll(window.sizes, 1) || !areAll(window.strides, 1) ||
        !areAll(window.startPadding, 0) || !areAll(window.endPadding, 0) ||
        isKnownToFail(op))
      return failure();
    RankedTensorType input = op.getInput().getType();
    RankedTensorType result = op.getType();
    Sizes inferred = cantFail(inferUnfoldSizes(input.getShape(), window));
    int64_t ones = result.getRank() - 3;
    // A declared size that is not inferred is a check that must stay (T6).
    if (ArrayRef<int64_t>(inferred) != result.getShape().drop_front(ones))
      return failure();

    Value reshaped = op.getInput();
    if (input.getRank() > 3) {
      SmallVector<ReassociationIndices> groups = {{0}, {1}, {}};
      for (int64_t i = 2; i < input.getRank(); ++i)
        groups[2].push_back(i);
      reshaped = tensor::CollapseShapeOp::create(
          rewriter, op.getLoc(), input.clone(inferred), reshaped, groups);
    }
    if (ones > 0) {
      SmallVector<ReassociationIndices> groups = {{}, {ones + 1}, {ones + 2}};
      for (int64_t i = 0; i <= ones; ++i)
        groups[0].push_back(i);
      reshaped = tensor::ExpandShapeOp::create(rewriter, op.getLoc(), result,
                                               reshaped, groups);
    }
    rewriter.replaceOp(op, reshaped);
    return success();
  }
};

} // namespace

void UnfoldOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  populateCastPatterns<UnfoldOp>(patterns);
  patterns.add<ReshapeForIdentityUnfold>(context);
}

} // namespace dml
