//===- DMLDialect.cpp - The dml dialect -----------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "OperatorUtils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

static_assert(dml::kDynamic == ShapedType::kDynamic,
              "shape functions and types must agree on what is dynamic");

#include "dml/IR/DMLDialect.cpp.inc"
#include "dml/IR/DMLEnums.cpp.inc"
#include "dml/IR/DMLInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dml/IR/DMLAttributes.cpp.inc"

namespace dml {
namespace {

/// Every operation may move to where its function is called.
struct DMLInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void DMLDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dml/IR/DMLOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dml/IR/DMLAttributes.cpp.inc"
      >();
  addInterfaces<DMLInlinerInterface>();
  declarePromisedInterface<bufferization::BufferizableOpInterface, UnpoolOp>();
}

Operation *DMLDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

//===----------------------------------------------------------------------===//
// Clauses of depth_to_space1
//===----------------------------------------------------------------------===//

/// The attribute's own parser would report an unknown order twice.
static ParseResult parseDepthSpaceOrder(OpAsmParser &parser,
                                        DepthSpaceOrderAttr &order) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<DepthSpaceOrder> value = symbolizeDepthSpaceOrder(name);
  if (!value)
    return parser.emitError(loc)
           << "expected depth_column_row or column_row_depth, given '" << name
           << "'";
  order = DepthSpaceOrderAttr::get(parser.getContext(), *value);
  return success();
}

static void printDepthSpaceOrder(OpAsmPrinter &printer, Operation *,
                                 DepthSpaceOrderAttr order) {
  printer << stringifyDepthSpaceOrder(order.getValue());
}

//===----------------------------------------------------------------------===//
// Clauses of unfold
//===----------------------------------------------------------------------===//

/// `, NAME = [1, 2]` in any order, each at most once; what is left out gets its
/// default.
static ParseResult parseUnfoldClauses(OpAsmParser &parser,
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

static void printUnfoldClauses(OpAsmPrinter &printer, Operation *,
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

} // namespace dml

using namespace dml;
#define GET_OP_CLASSES
#include "dml/IR/DMLOps.cpp.inc"
