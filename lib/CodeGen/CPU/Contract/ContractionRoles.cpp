//===- ContractionRoles.cpp - The roles of a contraction's loops ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionRoles.h"

using namespace mlir;

namespace dml {

int64_t LoopGroup::count() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

LoopGroup getLoopGroup(const AccessNest &nest, const Access &access,
                       ArrayRef<unsigned> loops) {
  LoopGroup group;
  for (unsigned loop : loops) {
    int64_t size = nest.loops[loop].size, stride = access.strides[loop];
    if (!group.sizes.empty() && group.strides.back() == stride * size) {
      group.sizes.back() *= size;
      group.strides.back() = stride;
      continue;
    }
    group.sizes.push_back(size);
    group.strides.push_back(stride);
  }
  return group;
}

/// Whether all positions are sums of loops times known strides.
static bool isLinear(const AccessNest &nest, const Access &access) {
  return access.divisions.empty() && access.predicates.empty() &&
         !access.hasOtherConditions && !access.combiner &&
         llvm::all_of(access.strides,
                      [](int64_t stride) {
                        return !ShapedType::isDynamic(stride) && stride >= 0;
                      }) &&
         llvm::all_of(access.indices, [](const LinearForm &index) {
           return index.constant == 0;
         });
}

/// Loops that run through the result as one loop, outermost first: `first` is
/// the innermost, and the others are among `candidates`.
static SmallVector<unsigned> growGroup(const AccessNest &nest, unsigned first,
                                       ArrayRef<unsigned> candidates) {
  ArrayRef<int64_t> strides = nest.writes.front().strides;
  SmallVector<unsigned> group = {first};
  int64_t next = strides[first] * nest.loops[first].size;
  while (true) {
    const unsigned *it = llvm::find_if(candidates, [&](unsigned loop) {
      return strides[loop] == next && !llvm::is_contained(group, loop);
    });
    if (it == candidates.end())
      break;
    group.insert(group.begin(), *it);
    next *= nest.loops[*it].size;
  }
  return group;
}

FailureOr<ContractionRoles> findContractionRoles(const AccessNest &nest) {
  if (nest.reads.size() != 2 || nest.writes.size() != 1 ||
      !nest.otherReads.empty() || nest.usesIndices || nest.hasInnerLoops)
    return failure();
  const Access &result = nest.writes.front();
  for (const Access *access : {&nest.reads[0], &nest.reads[1], &result})
    if (!isLinear(nest, *access))
      return failure();
  // What is written must not be an operand.
  if (nest.readsResults())
    return failure();

  ContractionRoles roles;
  // By the first operand and by the second one.
  SmallVector<unsigned> moved[2];
  std::optional<unsigned> innermost;
  for (auto [i, loop] : llvm::enumerate(nest.loops)) {
    if (ShapedType::isDynamic(loop.size) || loop.size == 0)
      return failure();
    if (loop.isReduction) {
      roles.reduction.push_back(i);
      continue;
    }
    bool moves[2] = {nest.reads[0].strides[i] != 0,
                     nest.reads[1].strides[i] != 0};
    if (result.strides[i] == 1)
      innermost = i;
    if (moves[0] != moves[1])
      moved[moves[1]].push_back(i);
  }
  if (!innermost || roles.reduction.empty())
    return failure();
  roles.columnOperand = llvm::is_contained(moved[1], *innermost);
  roles.rowOperand = 1 - roles.columnOperand;
  ArrayRef<unsigned> columns = moved[roles.columnOperand];
  if (!llvm::is_contained(columns, *innermost))
    return failure();
  roles.columns = growGroup(nest, *innermost, columns);

  ArrayRef<unsigned> rows = moved[roles.rowOperand];
  int64_t most = 1;
  for (unsigned first : rows) {
    SmallVector<unsigned> group = growGroup(nest, first, rows);
    int64_t count = getLoopGroup(nest, result, group).count();
    if (count > most) {
      most = count;
      roles.rows = group;
    }
  }
  for (unsigned i = 0; i < nest.loops.size(); ++i)
    if (!nest.loops[i].isReduction && !llvm::is_contained(roles.rows, i) &&
        !llvm::is_contained(roles.columns, i))
      roles.batch.push_back(i);
  return roles;
}

} // namespace dml
