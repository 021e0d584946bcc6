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
#include <limits>

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
/// The lines that the lanes of a read come from, and where each lane is if
/// these lines are put one after the other.
struct LaneSources {
  SmallVector<int64_t> lines, positions;

  /// `begins` are the first positions of all lines, in ascending order.
  LaneSources(ArrayRef<int64_t> lanes, ArrayRef<int64_t> begins,
              int64_t length) {
    int64_t least = *llvm::min_element(lanes), most = *llvm::max_element(lanes);
    const int64_t *whole = llvm::find_if(begins, [&](int64_t begin) {
      return begin <= least && most < begin + length;
    });
    for (int64_t lane : lanes) {
      // A line that has all lanes is enough. Else it is the first that has this
      // one.
      const int64_t *begin = whole;
      if (whole == begins.end())
        begin = llvm::find_if(
            begins, [&](int64_t begin) { return lane < begin + length; });
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

/// The lines that several reads share, and where their lanes lie in these.
struct SharedLines {
  SmallVector<int64_t> begins;
  SmallVector<LaneSources> sources;

  SharedLines(ArrayRef<ArrayRef<int64_t>> reads, int64_t length) {
    SmallVector<int64_t> positions;
    for (ArrayRef<int64_t> lanes : reads)
      llvm::append_range(positions, lanes);
    begins = coverInside(positions, length);
    for (ArrayRef<int64_t> lanes : reads)
      sources.emplace_back(lanes, begins, length);
  }

  /// A load and a shuffle cost the same: most loads cross the end of a cache
  /// line and take as long as two, and a shuffle is one to three instructions.
  int64_t getCost() const {
    int64_t cost = begins.size();
    for (const LaneSources &source : sources)
      cost += source.countShuffles();
    return cost;
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

/// The most reads that share lines. A limit keeps the search for parts short.
constexpr static int64_t kMaxSharing = 16;

/// Reads whose positions are counted from one place are split into parts, each
/// of neighbours in the order of their positions. The reads of a part share
/// lines. Of all splits, this one costs least.
void BodyVectorizer::shareReads(MutableArrayRef<Read> group,
                                MutableArrayRef<Value> results) {
  llvm::sort(group, [](const Read &lhs, const Read &rhs) {
    return lhs.positions.front() < rhs.positions.front();
  });
  SmallVector<ArrayRef<int64_t>> lanes;
  for (const Read &read : group)
    lanes.push_back(read.positions);
  // The first n reads cost costs[n] at least, and the last part of them begins
  // at begins[n].
  SmallVector<int64_t> costs(1, 0), begins(1, 0);
  for (int64_t end = 1, e = group.size(); end <= e; ++end) {
    int64_t least = std::numeric_limits<int64_t>::max(), best = 0;
    for (int64_t begin = end - 1;
         begin >= std::max<int64_t>(0, end - kMaxSharing); --begin) {
      SharedLines shared(ArrayRef(lanes).slice(begin, end - begin), length);
      int64_t cost = costs[begin] + shared.getCost();
      // Of parts that cost the same, longer ones load less.
      if (cost <= least) {
        least = cost;
        best = begin;
      }
    }
    costs.push_back(least);
    begins.push_back(best);
  }
  for (int64_t end = group.size(); end > 0; end = begins[end])
    if (end - begins[end] > 1)
      loadTogether(group.slice(begins[end], end - begins[end]), results);
}

/// Replaces the lanes of these reads by shuffles of common lines.
void BodyVectorizer::loadTogether(MutableArrayRef<Read> group,
                                  MutableArrayRef<Value> results) {
  SmallVector<ArrayRef<int64_t>> lanes;
  for (const Read &read : group)
    lanes.push_back(read.positions);
  SharedLines shared(lanes, length);
  // Lines are loaded in front of the first read, for all reads to use them.
  Read &front = *llvm::min_element(group, [](Read &lhs, Read &rhs) {
    return lhs.lanes.getDefiningOp()->isBeforeInBlock(
        rhs.lanes.getDefiningOp());
  });
  Type elementType = cast<MemRefType>(front.buffer.getType()).getElementType();
  auto line = VectorType::get(
      length, b.getIntegerType(8 * *getLineElementBytes(elementType)));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(front.lanes.getDefiningOp());
  SmallVector<Value> lines;
  for (int64_t begin : shared.begins) {
    SmallVector<Value> index(front.first);
    index.back() = add(index.back(), begin - front.addend);
    lines.push_back(loadAs(front.buffer, index, line));
  }
  for (auto [read, source] : llvm::zip_equal(group, shared.sources)) {
    b.setInsertionPoint(read.lanes.getDefiningOp());
    SmallVector<Value> used = llvm::map_to_vector(
        source.lines, [&](int64_t number) { return lines[number]; });
    source.positions.resize(length, vector::ShuffleOp::kPoisonIndex);
    Value shuffled = gatherFromLines(b, loc, used, source.positions);
    if (shuffled.getType() != read.lanes.getType())
      shuffled =
          arith::BitcastOp::create(b, loc, read.lanes.getType(), shuffled);
    llvm::replace(results, read.lanes, shuffled);
    read.lanes.replaceAllUsesWith(shuffled);
  }
}

} // namespace dml
