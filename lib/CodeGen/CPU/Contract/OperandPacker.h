//===- OperandPacker.h - Copies of a contraction's operands -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_OPERANDPACKER_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_OPERANDPACKER_H

#include "CodeGen/CPU/VectorBuilder.h"
#include "ContractionBody.h"

namespace dml {

/// Copies elements of an operand to where they are neighbours: as im2col does,
/// a part at a time.
class OperandPacker : VectorBuilder {
public:
  /// Iterations [begin, end) of some loops.
  struct Range {
    llvm::ArrayRef<unsigned> loops;
    Value begin, end;
  };

  OperandPacker(const VectorBuilder &v, const AccessNest &nest,
                const ReadFactor &factor, int64_t vectorLength);

  /// The operand's buffer as a flat view.
  Value getView() const { return view; }
  /// The position of the element that other loops than those of ranges select.
  Value getStart() const { return start.front(); }
  /// Selects iterations of the other loops.
  void setBatch(llvm::ArrayRef<unsigned> loops, mlir::ValueRange indices);

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
  /// The positions of an element and of the access's predicates.
  using Positions = llvm::SmallVector<Value>;
  LoopGroup getGroup(llvm::ArrayRef<unsigned> loops) const {
    return getLoopGroup(nest, access, loops);
  }
  Positions move(const Positions &from, const LoopGroup &loops,
                 Value iteration);
  /// Whether neighbours lie along rows, and are transposed in registers.
  bool isTransposed(const LoopGroup &rows, const LoopGroup &columns) const;
  void packTransposed(const LoopGroup &columnLoops, const Range &rows,
                      const Range &columns, Value buffer, int64_t pitch);
  void packRun(llvm::ArrayRef<int64_t> steps, const Positions &from,
               Value begin, Value end, Value buffer, Value to);
  struct Run {
    Value begin, end;
    /// Whether those predicates hold that all elements share.
    Value exists;
  };
  /// The elements of [begin, end) whose predicates hold.
  Run findExisting(llvm::ArrayRef<int64_t> steps, const Positions &from,
                   Value begin, Value end);
  /// A vector of factors. The elements in lanes [begin, end) are read.
  Value loadPart(Value position, Value begin, Value end);
  /// A part of the factor's body on an element, or on a vector of them.
  Value compute(const BodyPart &part, Value from);
  Value getOtherwise(mlir::Type like);

  const AccessNest &nest;
  const ReadFactor &factor;
  const Access &access;
  int64_t vectorLength;
  Value view;
  Positions start;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_OPERANDPACKER_H
