//===- FeatureLevels.cpp - DirectML's feature levels ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/FeatureLevels.h"
#include "dml/IR/Operators.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

constexpr static llvm::StringLiteral kLevelNames[] = {
#define DML_FEATURE_LEVEL(level) #level,
#include "dml/IR/FeatureLevels.def"
};

llvm::StringRef dml::stringify(FeatureLevel level) {
  return kLevelNames[static_cast<unsigned>(level)];
}

std::optional<dml::FeatureLevel>
dml::symbolizeFeatureLevel(llvm::StringRef name) {
  const auto *found = llvm::find(kLevelNames, name);
  if (found == std::end(kLevelNames))
    return std::nullopt;
  return static_cast<FeatureLevel>(found - kLevelNames);
}

std::string dml::listFeatureLevels() {
  return llvm::join(ArrayRef(kLevelNames), ", ");
}

bool llvm::cl::parser<dml::FeatureLevel>::parse(llvm::cl::Option &option,
                                                llvm::StringRef name,
                                                llvm::StringRef text,
                                                dml::FeatureLevel &level) {
  std::optional<dml::FeatureLevel> parsed = dml::symbolizeFeatureLevel(text);
  if (!parsed)
    return option.error("expected one of " + dml::listFeatureLevels() +
                            ", given '" + text + "'",
                        name);
  level = *parsed;
  return false;
}

void llvm::cl::parser<dml::FeatureLevel>::anchor() {}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace dml {
namespace {

class ElementTypeSet {
public:
  constexpr ElementTypeSet() = default;
  constexpr ElementTypeSet(ElementType type)
      : bits(1u << static_cast<unsigned>(type)) {}

  constexpr ElementTypeSet operator|(ElementTypeSet other) const {
    other.bits |= bits;
    return other;
  }
  constexpr bool isEmpty() const { return bits == 0; }
  constexpr bool contains(ElementTypeSet other) const {
    return (bits & other.bits) == other.bits;
  }

private:
  unsigned bits = 0;
};

constexpr ElementType kElementTypes[] = {
    ElementType::F64,  ElementType::F32,  ElementType::F16, ElementType::I64,
    ElementType::I32,  ElementType::I16,  ElementType::I8,  ElementType::UI64,
    ElementType::UI32, ElementType::UI16, ElementType::UI8};

enum class Operator {
#define DML_OPERATOR(Name, mnemonic) Name,
#include "dml/IR/Operators.def"
};

/// All types that an operator has at a level.
struct Row {
  Operator op;
  FeatureLevel level;
  ElementTypeSet elements, indices;
};

// The names of types in the table.
constexpr ElementTypeSet None;
constexpr ElementTypeSet F64 = ElementType::F64, F32 = ElementType::F32,
                         F16 = ElementType::F16, I64 = ElementType::I64,
                         I32 = ElementType::I32, I16 = ElementType::I16,
                         I8 = ElementType::I8, UI64 = ElementType::UI64,
                         UI32 = ElementType::UI32, UI16 = ElementType::UI16,
                         UI8 = ElementType::UI8;
constexpr ElementTypeSet All =
    F64 | F32 | F16 | I64 | I32 | I16 | I8 | UI64 | UI32 | UI16 | UI8;

constexpr Row kRows[] = {
#define DML_OPERATOR_TYPES(Name, level, elements, indices)                     \
  {Operator::Name, FeatureLevel::V##level, elements, indices},
#include "dml/IR/FeatureLevels.def"
};

constexpr bool hasEveryOperatorInOrder() {
  unsigned numOperators = 0;
  for (const Row &row : kRows) {
    unsigned op = static_cast<unsigned>(row.op);
    if (op == numOperators)
      ++numOperators;
    else if (op + 1 != numOperators)
      return false;
  }
  return numOperators == kNumOperators;
}
static_assert(
    hasEveryOperatorInOrder(),
    "FeatureLevels.def: expected rows for each operator, in the order "
    "of Operators.def");

constexpr bool hasGrowingTypes() {
  const Row *last = nullptr;
  for (const Row &row : kRows) {
    if (last && last->op == row.op &&
        (last->level >= row.level || !row.elements.contains(last->elements) ||
         !row.indices.contains(last->indices)))
      return false;
    last = &row;
  }
  return true;
}
static_assert(
    hasGrowingTypes(),
    "FeatureLevels.def: expected levels of an operator to ascend, and "
    "to have all types of the one before");

constexpr bool hasIndexTypes(Operator op, bool expected) {
  for (const Row &row : kRows)
    if (row.op == op && row.indices.isEmpty() == expected)
      return false;
  return true;
}

template <typename OpTy>
using get_indices_t = decltype(std::declval<OpTy>().getIndices());
template <typename OpTy>
constexpr bool hasIndices = llvm::is_detected<get_indices_t, OpTy>::value;

#define DML_OPERATOR(Name, mnemonic)                                           \
  static_assert(hasIndexTypes(Operator::Name, hasIndices<Name##Op>),           \
                "FeatureLevels.def: expected types of indices where "          \
                "the operator has getIndices, and None elsewhere");
#include "dml/IR/Operators.def"

/// The levels of one operator, ascending.
ArrayRef<Row> getRows(Operator op) {
  return ArrayRef(kRows)
      .drop_while([op](const Row &row) { return row.op != op; })
      .take_while([op](const Row &row) { return row.op == op; });
}

std::string print(ElementTypeSet types) {
  std::string text;
  for (ElementType type : kElementTypes)
    if (types.contains(type))
      text += (text.empty() ? "" : " ") + stringify(type).str();
  return text;
}

} // namespace

void printOperatorTable(raw_ostream &os) {
  auto printLine = [&os](StringRef op, StringRef level, StringRef elements,
                         StringRef indices) {
    std::string line;
    llvm::raw_string_ostream(line)
        << llvm::left_justify(op, 16) << llvm::left_justify(level, 6)
        << llvm::left_justify(elements, 51) << indices;
    os << StringRef(line).rtrim() << "\n";
  };
  const StringRef names[] = {
#define DML_OPERATOR(Name, mnemonic) #mnemonic,
#include "dml/IR/Operators.def"
  };
  printLine("operator", "level", "element types", "indices");
  for (const Row &row : kRows)
    printLine(names[static_cast<unsigned>(row.op)], stringify(row.level),
              print(row.elements), print(row.indices));
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

/// Checks rule L2 for the element type of a tensor, which messages call `what`.
static LogicalResult checkType(Operation *op, ArrayRef<Row> rows,
                               ElementTypeSet Row::*types, StringRef what,
                               Type tensor, FeatureLevel asked) {
  Type type = getElementTypeOrSelf(tensor);
  std::string name;
  llvm::raw_string_ostream(name) << type;
  std::optional<ElementType> element = symbolizeElementType(name);
  const Row *first = llvm::find_if(rows, [&](const Row &row) {
    return element && (row.*types).contains(*element);
  });
  if (first == rows.end())
    return op->emitOpError()
           << what << " type " << name << " is of no feature level [L2]";
  if (first->level <= asked)
    return success();
  return op->emitOpError() << what << " type " << name
                           << " is of feature level " << stringify(first->level)
                           << " and later, asked for " << stringify(asked)
                           << " [L2]";
}

template <typename OpTy>
static LogicalResult checkFeatureLevelOf(OpTy op, ArrayRef<Row> rows,
                                         FeatureLevel asked) {
  FeatureLevel first = rows.front().level;
  if (asked < first)
    return op->emitOpError()
           << "is of feature level " << stringify(first)
           << " and later, asked for " << stringify(asked) << " [L1]";
  if (failed(checkType(op, rows, &Row::elements, "element",
                       op->getOperand(0).getType(), asked)))
    return failure();
  if constexpr (hasIndices<OpTy>)
    if (Value indices = op.getIndices())
      return checkType(op, rows, &Row::indices, "index", indices.getType(),
                       asked);
  return success();
}

LogicalResult checkFeatureLevel(OperatorInterface op, FeatureLevel level) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  if (auto concrete = dyn_cast<Name##Op>(op.getOperation()))                   \
    return checkFeatureLevelOf(concrete, getRows(Operator::Name), level);
#include "dml/IR/Operators.def"
  llvm_unreachable("expected an operator of Operators.def");
}

} // namespace dml
