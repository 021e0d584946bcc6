//===- SharedReads.cpp - Loads that vectors share -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyVectorizer.h"
#include "CodeGen/CPU/Move/InterleaveLines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

/// Splits a sum into what varies and its constant addend.
static std::pair<AffineExpr, int64_t> splitAddend(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {getAffineConstantExpr(0, expr.getContext()), constant.getValue()};
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (sum && sum.getKind() == AffineExprKind::Add)
    if (auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS()))
      return {sum.getLHS(), constant.getValue()};
  return {expr, 0};
}

void BodyVectorizer::noteRead(Value lanes, Value buffer, ArrayRef<Value> first,
                              ArrayRef<AffineExpr> indices,
                              ArrayRef<int64_t> positions) {
  Read read{lanes, buffer, SmallVector<Value>(first), {}, 0, {}};
  for (AffineExpr index : indices)
    read.place.push_back(simplifyAffineExpr(index, variables.size(), 0));
  std::tie(read.place.back(), read.addend) = splitAddend(read.place.back());
  for (int64_t position : positions)
    read.positions.push_back(position + read.addend);
  vectorReads.push_back(std::move(read));
}

/// The first positions of lines that cover all positions. No line reaches
/// beyond the last position, unless there is one line only.
static SmallVector<int64_t> coverInside(ArrayRef<int64_t> positions,
                                        int64_t length) {
  SmallVector<int64_t> begins = coverWithLines(positions, length);
  int64_t last = *llvm::max_element(positions) + 1 - length;
  if (begins.size() > 1)
    begins.back() = std::min(begins.back(), last);
  return begins;
}

namespace {
/// The lines that lanes come from, and the lanes' positions in these lines one
/// after the other.
struct LaneSources {
  SmallVector<int64_t> lines, positions;

  /// `begins` are the first positions of all lines, in ascending order.
  LaneSources(ArrayRef<int64_t> lanes, ArrayRef<int64_t> begins,
              int64_t length) {
    int64_t least = *llvm::min_element(lanes), most = *llvm::max_element(lanes);
    for (int64_t lane : lanes) {
      // A line that has all lanes, or else the first that has this one.
      auto reaches = [&](int64_t begin) { return lane < begin + length; };
      auto hasAll = [&](int64_t begin) {
        return begin <= least && most < begin + length;
      };
      const int64_t *begin = llvm::find_if(begins, hasAll);
      if (begin == begins.end())
        begin = llvm::find_if(begins, reaches);
      int64_t line = begin - begins.begin();
      int64_t number = llvm::find(lines, line) - lines.begin();
      if (number == static_cast<int64_t>(lines.size()))
        lines.push_back(line);
      positions.push_back(number * length + lane - *begin);
    }
  }

  int64_t countShuffles() const {
    return std::max<int64_t>(1, lines.size() - 1);
  }
};
} // namespace

void BodyVectorizer::shareReads(MutableArrayRef<Value> results) {
  auto isTogether = [](Read &lhs, Read &rhs) {
    return lhs.lanes.getParentBlock() == rhs.lanes.getParentBlock() &&
           getUnflattened(lhs.buffer) == getUnflattened(rhs.buffer) &&
           lhs.place == rhs.place;
  };
  while (!vectorReads.empty()) {
    SmallVector<Read> together, others;
    for (Read &read : vectorReads)
      (isTogether(vectorReads.front(), read) ? together : others)
          .push_back(read);
    vectorReads = std::move(others);
    shareReads(together, results);
  }
}

/// The same for reads whose positions are counted from one place.
void BodyVectorizer::shareReads(MutableArrayRef<Read> group,
                                MutableArrayRef<Value> results) {
  // Of 64 bytes that begin anywhere, most cross the end of a cache line, so
  // that a load takes as long as two.
  constexpr int64_t loadCost = 2, shuffleCost = 1;
  SmallVector<int64_t> positions;
  int64_t costAlone = 0;
  for (const Read &read : group) {
    llvm::append_range(positions, read.positions);
    SmallVector<int64_t> begins = coverWithLines(read.positions, length);
    LaneSources alone(read.positions, begins, length);
    costAlone += loadCost * begins.size() + shuffleCost * alone.countShuffles();
  }
  SmallVector<int64_t> begins = coverInside(positions, length);
  int64_t cost = loadCost * begins.size();
  SmallVector<LaneSources> sources;
  for (const Read &read : group) {
    sources.emplace_back(read.positions, begins, length);
    cost += shuffleCost * sources.back().countShuffles();
  }
  if (cost >= costAlone)
    return;

  // The first read stands before what uses any of them.
  const Read &front = group.front();
  Type elementType = cast<MemRefType>(front.buffer.getType()).getElementType();
  auto line = VectorType::get(
      length, b.getIntegerType(8 * *getLineElementBytes(elementType)));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(front.lanes.getDefiningOp());
  SmallVector<Value> lines;
  for (int64_t begin : begins) {
    SmallVector<Value> index(front.first);
    index.back() = add(index.back(), begin - front.addend);
    lines.push_back(loadAs(front.buffer, index, line));
  }
  for (auto [read, source] : llvm::zip_equal(group, sources)) {
    b.setInsertionPoint(read.lanes.getDefiningOp());
    SmallVector<Value> used = llvm::map_to_vector(
        source.lines, [&](int64_t number) { return lines[number]; });
    source.positions.resize(length, vector::ShuffleOp::kPoisonIndex);
    Value lanes = gatherFromLines(b, loc, used, source.positions);
    if (lanes.getType() != read.lanes.getType())
      lanes = arith::BitcastOp::create(b, loc, read.lanes.getType(), lanes);
    llvm::replace(results, read.lanes, lanes);
    read.lanes.replaceAllUsesWith(lanes);
  }
}

} // namespace dml
