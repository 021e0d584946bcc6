//===- ArgumentChecks.cpp - Whether arguments fit a function --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RefineArguments.h"
#include "TypeRefinement.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace dml {

/// `argument 1 of @main: `
static std::string describe(func::FuncOp function, unsigned index) {
  return ("argument " + Twine(index) + " of @" + function.getName() + ": ")
      .str();
}

static LogicalResult checkCount(func::FuncOp function, size_t given) {
  if (given == function.getNumArguments())
    return success();
  return emitError(function.getLoc(), "arguments of @")
         << function.getName() << ": expected " << function.getNumArguments()
         << " as declared by " << function.getFunctionType() << ", given "
         << given;
}

//===----------------------------------------------------------------------===//
// Spelling
//===----------------------------------------------------------------------===//

static FailureOr<RefinedArgument> parseArgument(StringRef spelling,
                                                MLIRContext *context) {
  spelling = spelling.trim();
  if (spelling == "_")
    return RefinedArgument{};
  RefinedArgument argument;
  if (size_t equals = spelling.rfind('='); equals != StringRef::npos) {
    int64_t value;
    if (spelling.drop_front(equals + 1).trim().getAsInteger(10, value))
      return failure();
    argument.value = value;
    spelling = spelling.take_front(equals).rtrim();
  }
  // The caller has more to say than the parser.
  ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
  argument.type = parseType(spelling, context);
  if (!argument.type)
    return failure();
  return argument;
}

FailureOr<SmallVector<RefinedArgument>>
parseArguments(func::FuncOp function, ArrayRef<std::string> spellings) {
  if (failed(checkCount(function, spellings.size())))
    return failure();
  SmallVector<RefinedArgument> arguments;
  for (auto [index, spelling] : llvm::enumerate(spellings)) {
    FailureOr<RefinedArgument> argument =
        parseArgument(spelling, function.getContext());
    if (failed(argument))
      return emitError(function.getLoc(), describe(function, index))
             << "expected a type, type=value or _, given '" << spelling << "'";
    arguments.push_back(*argument);
  }
  return arguments;
}

//===----------------------------------------------------------------------===//
// Fit
//===----------------------------------------------------------------------===//

/// Names the first thing in which a tensor type is not the declared one.
static void explainMismatch(InFlightDiagnostic &diagnostic, TensorType declared,
                            TensorType given) {
  auto ranked = dyn_cast<RankedTensorType>(declared);
  auto givenRanked = dyn_cast<RankedTensorType>(given);
  if (declared.getElementType() != given.getElementType()) {
    diagnostic << "element type: expected " << declared.getElementType()
               << ", given " << given.getElementType();
  } else if (!ranked || !givenRanked ||
             ranked.getEncoding() != givenRanked.getEncoding()) {
    diagnostic << "encoding: expected the declared one, given another";
  } else if (ranked.getRank() != givenRanked.getRank()) {
    diagnostic << "rank: expected " << ranked.getRank() << ", given "
               << givenRanked.getRank();
  } else {
    for (auto [dimension, sizes] : llvm::enumerate(
             llvm::zip_equal(ranked.getShape(), givenRanked.getShape()))) {
      auto [expected, size] = sizes;
      if (ShapedType::isDynamic(expected) || ShapedType::isDynamic(size) ||
          expected == size)
        continue;
      diagnostic << "dimension " << dimension << ": expected " << expected
                 << ", given " << size;
      break;
    }
  }
  diagnostic << " (declared " << declared << ", given " << given << ")";
}

static LogicalResult checkValue(func::FuncOp function, unsigned index,
                                Type type, int64_t value) {
  if (type.isIndex())
    return success();
  if (!type.isSignlessInteger())
    return emitError(function.getLoc(), describe(function, index))
           << "expected a value for an index or a signless integer only, given "
           << value << " for " << type;
  unsigned width = type.getIntOrFloatBitWidth();
  if (width >= 64 || llvm::isIntN(width, value) || llvm::isUIntN(width, value))
    return success();
  return emitError(function.getLoc(), describe(function, index))
         << "expected a value of " << type << ", given " << value;
}

FailureOr<SmallVector<RefinedArgument>>
checkArguments(func::FuncOp function, ArrayRef<RefinedArgument> arguments) {
  if (failed(checkCount(function, arguments.size())))
    return failure();
  SmallVector<RefinedArgument> completed(arguments);
  for (auto [index, argument] : llvm::enumerate(completed)) {
    Type declared = function.getArgumentTypes()[index];
    Type given = argument.type ? argument.type : declared;
    argument.type = mergeTypes(declared, given);
    if (!argument.type) {
      InFlightDiagnostic diagnostic =
          emitError(function.getLoc(), describe(function, index));
      if (isa<TensorType>(declared) && isa<TensorType>(given))
        explainMismatch(diagnostic, cast<TensorType>(declared),
                        cast<TensorType>(given));
      else
        diagnostic << "type: expected " << declared << ", given " << given;
      return failure();
    }
    if (argument.value &&
        failed(checkValue(function, index, declared, *argument.value)))
      return failure();
  }
  return completed;
}

} // namespace dml
