//===- WindowClauses.cpp - Windows in the text of operators ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowClauses.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace dml {

static DenseI64ArrayAttr fillWith(Builder &builder, size_t rank,
                                  int64_t entry) {
  return builder.getDenseI64ArrayAttr(SmallVector<int64_t>(rank, entry));
}

WindowAttributes::WindowAttributes(Builder &builder,
                                   ArrayRef<int64_t> windowSizes,
                                   ArrayRef<int64_t> strides,
                                   ArrayRef<int64_t> dilations,
                                   ArrayRef<int64_t> startPadding,
                                   ArrayRef<int64_t> endPadding) {
  auto orDefault = [&](ArrayRef<int64_t> entries, int64_t entry) {
    return entries.empty() ? fillWith(builder, windowSizes.size(), entry)
                           : builder.getDenseI64ArrayAttr(entries);
  };
  this->windowSizes = builder.getDenseI64ArrayAttr(windowSizes);
  this->strides = orDefault(strides, 1);
  this->dilations = orDefault(dilations, 1);
  this->startPadding = orDefault(startPadding, 0);
  this->endPadding = orDefault(endPadding, 0);
}

namespace {

struct Clause {
  StringRef name;
  DenseI64ArrayAttr &attribute;
  int64_t defaultEntry;
};

/// Parses clauses up to the first that no comma stands before. `output_sizes`
/// is one where there are operands for it.
class ClauseParser {
public:
  ClauseParser(OpAsmParser &parser, MutableArrayRef<Clause> clauses,
               UnresolvedOperands *outputSizes)
      : parser(parser), clauses(clauses), outputSizes(outputSizes) {}

  ParseResult parse() {
    SMLoc start = parser.getCurrentLocation();
    while (succeeded(parser.parseOptionalComma()))
      if (parseClause())
        return failure();
    DenseI64ArrayAttr windowSizes = clauses.front().attribute;
    if (!windowSizes)
      return parser.emitError(start) << "expected ', window_sizes = [...]'";
    for (Clause &clause : clauses)
      if (!clause.attribute)
        clause.attribute = fillWith(parser.getBuilder(), windowSizes.size(),
                                    clause.defaultEntry);
    return success();
  }

private:
  ParseResult parseClause() {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (outputSizes && name == "output_sizes") {
      if (std::exchange(hasOutputSizes, true))
        return emitGivenTwice(loc, name);
      return parser.parseOperandList(*outputSizes,
                                     OpAsmParser::Delimiter::Paren);
    }
    Clause *clause =
        llvm::find_if(clauses, [&](Clause &c) { return c.name == name; });
    if (clause == clauses.end())
      return parser.emitError(loc)
             << "expected window_sizes, strides, dilations, start_padding"
             << (outputSizes ? ", end_padding or output_sizes"
                             : " or end_padding")
             << ", given '" << name << "'";
    if (clause->attribute)
      return emitGivenTwice(loc, name);
    SmallVector<int64_t> entries;
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] {
          return parser.parseInteger(entries.emplace_back());
        }))
      return failure();
    clause->attribute = parser.getBuilder().getDenseI64ArrayAttr(entries);
    return success();
  }

  ParseResult emitGivenTwice(SMLoc loc, StringRef name) {
    return parser.emitError(loc) << "'" << name << "' given twice";
  }

  OpAsmParser &parser;
  MutableArrayRef<Clause> clauses;
  UnresolvedOperands *outputSizes;
  bool hasOutputSizes = false;
};

} // namespace

static ParseResult
parseClauses(OpAsmParser &parser, DenseI64ArrayAttr &windowSizes,
             DenseI64ArrayAttr &strides, DenseI64ArrayAttr &dilations,
             DenseI64ArrayAttr &startPadding, DenseI64ArrayAttr &endPadding,
             UnresolvedOperands *outputSizes) {
  Clause clauses[] = {{"window_sizes", windowSizes, 1},
                      {"strides", strides, 1},
                      {"dilations", dilations, 1},
                      {"start_padding", startPadding, 0},
                      {"end_padding", endPadding, 0}};
  return ClauseParser(parser, clauses, outputSizes).parse();
}

ParseResult parseWindowClauses(OpAsmParser &parser,
                               DenseI64ArrayAttr &windowSizes,
                               DenseI64ArrayAttr &strides,
                               DenseI64ArrayAttr &dilations,
                               DenseI64ArrayAttr &startPadding,
                               DenseI64ArrayAttr &endPadding) {
  return parseClauses(parser, windowSizes, strides, dilations, startPadding,
                      endPadding, /*outputSizes=*/nullptr);
}

ParseResult
parseFoldClauses(OpAsmParser &parser, DenseI64ArrayAttr &windowSizes,
                 DenseI64ArrayAttr &strides, DenseI64ArrayAttr &dilations,
                 DenseI64ArrayAttr &startPadding, DenseI64ArrayAttr &endPadding,
                 UnresolvedOperands &outputSizes) {
  return parseClauses(parser, windowSizes, strides, dilations, startPadding,
                      endPadding, &outputSizes);
}

void printWindowClauses(OpAsmPrinter &printer, Operation *,
                        DenseI64ArrayAttr windowSizes,
                        DenseI64ArrayAttr strides, DenseI64ArrayAttr dilations,
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

void printFoldClauses(OpAsmPrinter &printer, Operation *op,
                      DenseI64ArrayAttr windowSizes, DenseI64ArrayAttr strides,
                      DenseI64ArrayAttr dilations,
                      DenseI64ArrayAttr startPadding,
                      DenseI64ArrayAttr endPadding, OperandRange outputSizes) {
  printWindowClauses(printer, op, windowSizes, strides, dilations, startPadding,
                     endPadding);
  if (!outputSizes.empty())
    printer << ", output_sizes(" << outputSizes << ")";
}

} // namespace dml
