//===- ReadPattern.h - Reads by dimensions of the results -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_READPATTERN_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_READPATTERN_H

#include "CodeGen/Analysis/WordConstant.h"
#include "ThreadSchedule.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <optional>
#include <set>

namespace dml {

/// An operation's reads, by dimensions of its results.
class ReadPattern {
public:
  explicit ReadPattern(const AccessNest &nest) {
    llvm::SmallVector<unsigned> loops = nest.getResultLoops();
    for (unsigned loop : loops) {
      sizes.push_back(nest.loops[loop].size);
      computed.push_back(nest.loops[loop].isComputed);
    }
    auto isDynamic = [](const Access &read) {
      return read.strides.empty() ||
             mlir::ShapedType::isDynamicShape(read.strides);
    };
    if (llvm::any_of(nest.getAllReads(), isDynamic))
      return;
    for (const Access &read : nest.getAllReads()) {
      llvm::SmallVector<uint64_t> &steps = reads.emplace_back();
      for (unsigned loop : loops)
        steps.push_back(llvm::AbsoluteValue(read.strides[loop]));
      for (auto [dim, loop] : llvm::enumerate(loops))
        if (read.isDivided(loop))
          divisors[dim].insert(read.divisions[loop].divisor);
    }
  }

  /// How many steps of a dimension have one quotient; 1 where no read divides
  /// it, or several do by different numbers.
  int64_t getDivisor(size_t dim) const {
    auto found = divisors.find(dim);
    return found == divisors.end() || found->second.size() > 1
               ? 1
               : *found->second.begin();
  }

  bool hasDivisions() const { return !divisors.empty(); }

  /// Whether what so many elements along the innermost dimension read lies
  /// among each other for neighbouring steps of a dimension.
  bool isShared(size_t dim, int64_t elements) const {
    return llvm::any_of(reads, [&](llvm::ArrayRef<uint64_t> steps) {
      return steps[dim] > 0 &&
             getDensestDim(steps, dim + 1) == sizes.size() - 1 &&
             steps[dim] / static_cast<uint64_t>(elements) < steps.back();
    });
  }

  /// Whether all reads take smaller steps along a dimension than along another.
  bool hasSmallerSteps(size_t dim, size_t other) const {
    return llvm::all_of(reads, [&](llvm::ArrayRef<uint64_t> steps) {
      return steps[dim] > 0 && steps[dim] < steps[other];
    });
  }

  /// Whether all reads of neighbours along a dimension lie within a vector of
  /// each other.
  bool isDense(size_t dim, int64_t elementBytes) const {
    uint64_t limit = kVectorBytes / elementBytes;
    return !reads.empty() &&
           llvm::all_of(reads, [&](llvm::ArrayRef<uint64_t> steps) {
             return steps[dim] > 0 && steps[dim] <= limit;
           });
  }

  /// Whether all reads go on in the next step of a dimension where those of the
  /// dimension inside of it end.
  bool goesOn(size_t dim) const {
    uint64_t size = sizes[dim + 1];
    return !reads.empty() && !divisors.count(dim) && !divisors.count(dim + 1) &&
           llvm::all_of(reads, [&](llvm::ArrayRef<uint64_t> steps) {
             return steps[dim] / size == steps[dim + 1] &&
                    steps[dim] % size == 0;
           });
  }

  /// Whether nothing else tells their steps apart, either.
  bool isContinued(size_t dim) const {
    return !computed[dim] && !computed[dim + 1] && goesOn(dim);
  }

  /// The dimension of the smallest steps, where all reads have the same.
  std::optional<size_t> getDensestDim() const {
    std::optional<size_t> densest;
    for (llvm::ArrayRef<uint64_t> steps : reads) {
      std::optional<size_t> here = getDensestDim(steps, 0);
      if (!here || (densest && densest != here))
        return std::nullopt;
      densest = here;
    }
    return densest;
  }

  /// The rows of which strips of so many elements touch one or two; nothing
  /// where there is one row only, or its reads are not side by side.
  std::optional<ThreadSchedule::Rows> findRows(int64_t stripElements,
                                               int64_t elementBytes) const {
    int64_t stepElements = 1;
    for (size_t dim = sizes.size(); dim-- > 0;) {
      size_t densest = dim;
      int64_t numSteps = sizes[dim];
      while (dim > 0 && isContinued(dim - 1))
        numSteps *= sizes[--dim];
      ThreadSchedule::Rows rows = {dim, numSteps, stepElements};
      int64_t rowElements = rows.getNumElements();
      if (rowElements < stripElements) {
        stepElements = rowElements;
        continue;
      }
      bool hasOneRow = llvm::all_of(llvm::ArrayRef(sizes).take_front(dim),
                                    [](int64_t size) { return size == 1; });
      // Elements of whole words need not be put together.
      if (hasOneRow || stripElements % stepElements != 0 ||
          !isDense(densest, elementBytes) ||
          (elementBytes >= kWordBytes && stepElements > 1))
        return std::nullopt;
      return rows;
    }
    return std::nullopt;
  }

  /// The sizes of the results' dimensions.
  llvm::SmallVector<int64_t> sizes;

private:
  std::optional<size_t> getDensestDim(llvm::ArrayRef<uint64_t> steps,
                                      size_t first) const {
    std::optional<size_t> densest;
    for (size_t dim = first; dim < sizes.size(); ++dim)
      if (sizes[dim] > 1 && steps[dim] > 0 &&
          (!densest || steps[dim] < steps[*densest]))
        densest = dim;
    return densest;
  }

  llvm::SmallVector<llvm::SmallVector<uint64_t>> reads;
  /// The divisors of dimensions along which some read moves only every few
  /// steps.
  std::map<size_t, std::set<int64_t>> divisors;
  /// For each dimension, whether the body uses its index for more than
  /// positions of loads.
  llvm::SmallVector<bool> computed;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_READPATTERN_H
