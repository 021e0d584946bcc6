//===- UnpoolBlocks.cpp - dml.unpool: undoes pooling of 2x2 blocks --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the destination is twice as high and twice as wide, pooling of 2x2
// blocks made the indices, most likely: each lies in the block of its own
// input. Then two rows of the destination are made of one row of inputs by
// comparisons, without a scattered write: every line is written once, whole.
// The comparisons show as well if some index lies elsewhere.
//
//===----------------------------------------------------------------------===//

#include "CacheLines.h"
#include "UnpoolBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {
namespace {

using Values = UnpoolBuilder::Values;

class BlockRows {
public:
  /// `width` is that of a row of inputs.
  BlockRows(UnpoolBuilder &u, Value width, LineStore kind)
      : u(u), width(width), outputWidth(u.add(width, width)), kind(kind),
        lanes(u.getLineElements() / 2),
        indexType(cast<MemRefType>(u.indices.getType()).getElementType()) {}

  /// Rows of inputs, as long as all indices lie in their blocks. Yields whether
  /// that was to the end.
  Value fill(Value first, Value last) {
    Values inits = {first, u.boolean(true)};
    SmallVector<Type> types(ValueRange(inits).getTypes());
    auto loop = scf::WhileOp::create(
        u.b, u.loc, types, inits,
        [&](OpBuilder &, Location, ValueRange carried) {
          Value goesOn = u.both(u.isBelow(carried[0], last), carried[1]);
          scf::ConditionOp::create(u.b, u.loc, goesOn, carried);
        },
        [&](OpBuilder &, Location, ValueRange carried) {
          Value allInBlocks = fillRow(carried[0]);
          Value next = u.add(carried[0], u.constant(1));
          scf::YieldOp::create(u.b, u.loc, ValueRange{next, allInBlocks});
        });
    return loop.getResult(1);
  }

private:
  Value splat(Value scalar) {
    auto type = VectorType::get(lanes, scalar.getType());
    return vector::BroadcastOp::create(u.b, u.loc, type, scalar);
  }

  /// Distances in 32 bits, those that need more as the largest number, which is
  /// none in a block. As many lanes again fit a register.
  Value narrow(Value distance) {
    if (indexType.isInteger(32))
      return distance;
    auto type = cast<VectorType>(distance.getType());
    auto max = DenseElementsAttr::get(
        type, u.b.getIntegerAttr(indexType, llvm::maxUIntN(32)));
    distance = u.minimum(distance, arith::ConstantOp::create(u.b, u.loc, max));
    return arith::TruncIOp::create(
        u.b, u.loc, VectorType::get(type.getShape(), u.b.getI32Type()),
        distance);
  }

  Value fillRow(Value row) {
    Value inputs = u.multiply(row, width);
    Value outputs = u.multiply(inputs, u.constant(4));
    auto maskType = VectorType::get(lanes, u.b.getI1Type());
    Value all = arith::ConstantOp::create(
        u.b, u.loc, DenseElementsAttr::get(maskType, true));
    Value lastChunk = u.subtract(width, u.constant(lanes));
    all = u.forEach(u.constant(0), width, lanes, {all},
                    [&](Value column, ValueRange carried) {
                      // The last chunk may overlap the one before it.
                      Value at = u.minimum(column, lastChunk);
                      Value inBlocks = fillChunk(u.add(inputs, at),
                                                 u.add(outputs, u.add(at, at)));
                      return Values{u.both(carried[0], inBlocks)};
                    })[0];
    return vector::ReductionOp::create(u.b, u.loc, vector::CombiningKind::AND,
                                       all);
  }

  /// Half a line of inputs to one line in each of two rows. Yields which
  /// indices lie in their blocks.
  Value fillChunk(Value inputs, Value outputs) {
    // Where in its block an index lies, as a distance from the block's start.
    SmallVector<Attribute> starts;
    for (int64_t i = 0; i < lanes; ++i)
      starts.push_back(u.b.getIntegerAttr(indexType, 2 * i));
    auto type = VectorType::get(lanes, indexType);
    Value blocks = arith::ConstantOp::create(
        u.b, u.loc, DenseElementsAttr::get(type, starts));
    blocks = u.add(blocks, splat(arith::IndexCastUIOp::create(
                               u.b, u.loc, indexType, outputs)));
    Value indices = vector::LoadOp::create(u.b, u.loc, type, u.indices, inputs);
    Value distance = narrow(u.subtract(indices, blocks));

    Value values = loadHalfLine(inputs);
    Value inBlock;
    for (Value row : {u.constant(0), outputWidth}) {
      SmallVector<Value, 2> columns;
      for (int64_t column : {0, 1}) {
        Value position = arith::IndexCastUIOp::create(
            u.b, u.loc, u.b.getI32Type(), u.add(row, u.constant(column)));
        Value isHere = arith::CmpIOp::create(
            u.b, u.loc, arith::CmpIPredicate::eq, distance, splat(position));
        columns.push_back(u.select(isHere, values, createZeroHalfLine()));
        inBlock = inBlock ? arith::OrIOp::create(u.b, u.loc, inBlock, isHere)
                          : isHere;
      }
      Value line =
          vector::InterleaveOp::create(u.b, u.loc, columns[0], columns[1]);
      storeLine(u.b, u.loc, line, u.dest, u.add(outputs, row), kind);
    }
    return inBlock;
  }

  VectorType getHalfLineType() {
    return VectorType::get(lanes, u.getBitsType());
  }

  Value createZeroHalfLine() {
    return arith::ConstantOp::create(u.b, u.loc,
                                     u.b.getZeroAttr(getHalfLineType()));
  }

  Value loadHalfLine(Value position) {
    Type element = cast<MemRefType>(u.values.getType()).getElementType();
    Value loaded = vector::LoadOp::create(
        u.b, u.loc, VectorType::get(lanes, element), u.values, position);
    if (loaded.getType() == getHalfLineType())
      return loaded;
    return vector::BitCastOp::create(u.b, u.loc, getHalfLineType(), loaded);
  }

  UnpoolBuilder &u;
  Value width, outputWidth;
  LineStore kind;
  int64_t lanes;
  Type indexType;
};

} // namespace

Value canBeUnpoolBlocks(UnpoolBuilder &u, Value width, Value outputWidth) {
  int64_t line = u.getLineElements();
  auto areEqual = [&](Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(u.b, u.loc, arith::CmpIPredicate::eq, lhs,
                                 rhs);
  };
  Value isTwice =
      u.both(areEqual(outputWidth, u.add(width, width)),
             areEqual(u.numOutputs, u.multiply(u.numInputs, u.constant(4))));
  Value isWide = u.isBelow(u.constant(line / 2 - 1), width);
  // Distances are compared in 32 bits, all of them for 32-bit indices (U3).
  Value isNarrow = u.isBelow(u.numOutputs, u.constant(int64_t(1) << 32));
  // Lines are not staged here, so non-temporal ones have to be whole as they
  // are.
  Value start = arith::OrIOp::create(u.b, u.loc, u.phase, outputWidth);
  Value isAligned =
      areEqual(arith::AndIOp::create(u.b, u.loc, start, u.constant(line - 1)),
               u.constant(0));
  Value isStorable =
      arith::OrIOp::create(u.b, u.loc, u.invert(u.isNonTemporal), isAligned);
  return u.both(u.both(isTwice, isWide), u.both(isNarrow, isStorable));
}

Value emitUnpoolBlocks(UnpoolBuilder &u, Value width) {
  Value rows = u.divide(u.numInputs, width);
  Value rowSize = u.multiply(width, u.constant(4));
  Value grain = u.ceilDivide(u.constant(u.getTaskElements()), rowSize);
  UnpoolFlag flag(u);
  u.parallelForEach(rows, grain, [&](Value first) {
    u.ifThen(u.invert(flag.isRaised()), [&] {
      Value last = u.minimum(u.add(first, grain), rows);
      Value isDone = u.ifElse(
          u.isNonTemporal,
          [&] {
            BlockRows lines(u, width, LineStore::NonTemporal);
            Value result = lines.fill(first, last);
            createStoreFence(u.b, u.loc);
            return Values{result};
          },
          [&] {
            BlockRows lines(u, width, LineStore::Unaligned);
            return Values{lines.fill(first, last)};
          })[0];
      u.ifThen(u.invert(isDone), [&] { flag.raise(); });
    });
  });
  return flag.finish();
}

} // namespace dml
