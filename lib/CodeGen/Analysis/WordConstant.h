//===- WordConstant.h - Constants in 32-bit words ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_ANALYSIS_WORDCONSTANT_H
#define DML_LIB_CODEGEN_ANALYSIS_WORDCONSTANT_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace dml {

constexpr int64_t kWordBytes = 4;
constexpr unsigned kWordBits = 32;

/// An i32 with the value modulo 2^32.
inline mlir::Value createWord(mlir::OpBuilder &b, mlir::Location loc,
                              int64_t value) {
  return mlir::arith::ConstantOp::create(
      b, loc, b.getI32IntegerAttr(static_cast<int32_t>(value)));
}

} // namespace dml

#endif // DML_LIB_CODEGEN_ANALYSIS_WORDCONSTANT_H
