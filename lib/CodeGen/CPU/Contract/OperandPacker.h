//===- OperandPacker.h - Copies of a contraction's operands -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_OPERANDPACKER_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_OPERANDPACKER_H

#include "CodeGen/CPU/IndexBuilder.h"
#include "ContractionBody.h"

namespace dml {

/// Copies elements of an operand to where they are neighbours: as im2col does,
/// a part at a time.
class OperandPacker {
public:
  using Value = mlir::Value;
  /// Iterations [begin, end) of some loops.
  struct Range {
    llvm::ArrayRef<unsigned> loops;
    Value begin, end;
  };

  OperandPacker(IndexBuilder &i, const AccessNest &nest,
                const ReadFactor &factor, int64_t vectorLength);

  int64_t getInnerStride(llvm::ArrayRef<unsigned> loops) const {
    return getLoopGroup(nest, access, loops).innerStride();
  }
  /// The operand's buffer as a flat view.
  Value getView() const { return view; }
  /// The position of the element that other loops than those of ranges select.
  Value getStart() const { return start; }
  void setStart(Value position) { start = position; }

  /// Memory for so many iterations of rows, `pitch` elements each, and for what
  /// pack overwrites.
  Value allocate(llvm::ArrayRef<unsigned> rows,
                 llvm::ArrayRef<unsigned> columns, int64_t numRows,
                 int64_t pitch);

  /// Copies rows with these columns, `pitch` elements from each to the next.
  /// Elements of the pitch that have no column, and a vector or rows behind the
  /// last row, may be overwritten with anything.
  void pack(const Range &rows, const Range &columns, Value buffer,
            int64_t pitch);

private:
  Value getOffset(const LoopGroup &loops, Value iteration);
  /// Whether neighbours lie along rows, and are transposed in registers.
  bool isTransposed(const LoopGroup &rows, const LoopGroup &columns) const;
  void packTransposed(const LoopGroup &columnLoops, const Range &rows,
                      const Range &columns, Value buffer, int64_t pitch);
  /// A vector whose first `count` elements exist.
  Value loadPart(Value position, Value count);
  void packRun(int64_t stride, Value from, Value count, Value buffer, Value to);
  Value convert(Value elements);

  IndexBuilder &i;
  const AccessNest &nest;
  const ReadFactor &factor;
  const Access &access;
  int64_t vectorLength;
  Value view, start;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_OPERANDPACKER_H
