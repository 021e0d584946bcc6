//===- AccessNest.cpp - What a structured operation reads and writes ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Analysis/AccessNest.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <set>

using namespace mlir;

namespace dml {
namespace {

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether an access moves through two neighbouring loops as through one.
bool isOneLoop(const AccessNest &nest, const Access &access, unsigned outer,
               unsigned inner) {
  auto sees = [&](const Predicate &predicate) {
    return predicate.position.factors[outer] != 0 ||
           predicate.position.factors[inner] != 0;
  };
  if (llvm::any_of(access.predicates, sees) || access.isDivided(outer) ||
      access.isDivided(inner))
    return false;
  if (access.isPacked)
    return true;
  int64_t outerStride = access.strides[outer];
  int64_t innerStride = access.strides[inner];
  return !ShapedType::isDynamic(outerStride) &&
         !ShapedType::isDynamic(innerStride) &&
         llvm::checkedMul(innerStride, nest.loops[inner].size) == outerStride;
}

bool canMerge(const AccessNest &nest, unsigned outer, unsigned inner) {
  const NestLoop &first = nest.loops[outer], &second = nest.loops[inner];
  return !first.isReduction && !second.isReduction && !first.isDynamic() &&
         !second.isDynamic() && llvm::checkedMul(first.size, second.size) &&
         llvm::all_of(llvm::concat<const Access>(nest.reads, nest.writes),
                      [&](const Access &access) {
                        return isOneLoop(nest, access, outer, inner);
                      });
}

template <typename T>
void keep(SmallVector<T> &entries, ArrayRef<unsigned> kept) {
  SmallVector<T> result;
  for (unsigned i : kept)
    result.push_back(entries[i]);
  entries = std::move(result);
}

} // namespace

Value getRootBuffer(Value view) {
  return memref::skipViewLikeOps(cast<MemrefValue>(view));
}

bool LinearForm::isConstant() const {
  return llvm::all_of(factors, [](int64_t factor) { return factor == 0; });
}

int64_t AccessNest::getNumIterations() const {
  if (llvm::any_of(loops, [](const NestLoop &loop) { return loop.size == 0; }))
    return 0;
  int64_t product = 1;
  for (const NestLoop &loop : loops)
    if (llvm::MulOverflow(product, loop.size, product))
      return std::numeric_limits<int64_t>::max();
  return product;
}

AccessNest AccessNest::assumeSizes() const {
  // A multiple of many divisors; three such loops keep numbers far from the
  // largest.
  constexpr int64_t assumedSize = 5040;
  AccessNest assumed = *this;
  for (NestLoop &loop : assumed.loops)
    if (loop.isDynamic())
      loop.size = assumedSize;
  return assumed;
}

SmallVector<unsigned> AccessNest::getResultLoops() const {
  const Access &write = getMainWrite();
  if (write.combiner)
    return llvm::to_vector(llvm::seq<unsigned>(0, loops.size()));
  SmallVector<unsigned> result;
  for (const LinearForm &index : write.indices)
    result.push_back(llvm::find(index.factors, 1) - index.factors.begin());
  return result;
}

std::optional<unsigned> AccessNest::getInnermostResultLoop() const {
  // llvm::reverse does not extend the life of a temporary.
  SmallVector<unsigned> resultLoops = getResultLoops();
  for (unsigned loop : llvm::reverse(resultLoops))
    if (loops[loop].size != 1)
      return loop;
  return std::nullopt;
}

std::optional<int64_t> AccessNest::getUniformDivisor(unsigned loop) const {
  std::optional<int64_t> divisor;
  for (const Access &read : getAllReads()) {
    if (!read.isDivided(loop) ||
        divisor.value_or(read.divisions[loop].divisor) !=
            read.divisions[loop].divisor)
      return std::nullopt;
    divisor = read.divisions[loop].divisor;
  }
  return divisor;
}

int64_t AccessNest::countPlaces(unsigned loop, int64_t steps) const {
  // Reads of one buffer differ by where they begin, or by how other loops move
  // them.
  std::set<std::tuple<void *, int64_t, SmallVector<int64_t>>> places;
  for (const Access &read : reads) {
    SmallVector<int64_t> others(read.strides);
    LoopDivision along = read.getDivision(loop);
    for (auto [i, division] : llvm::enumerate(read.divisions))
      if (i != loop)
        others.append({division.shift, division.divisor});
    for (int64_t step = 0; step < steps; ++step)
      places.insert({read.buffer.getAsOpaquePointer(),
                     read.offset + read.strides[loop] *
                                       llvm::divideFloorSigned(
                                           step + along.shift, along.divisor),
                     others});
  }
  return places.size();
}

bool AccessNest::readsResults() const {
  auto isResult = [&](const Access &read) {
    return llvm::any_of(writes, [&](const Access &write) {
      return getRootBuffer(read.buffer) == getRootBuffer(write.buffer);
    });
  };
  return llvm::any_of(reads, isResult) || llvm::any_of(otherReads, isResult);
}

int64_t AccessNest::countElementResults() const {
  return llvm::count_if(
      writes, [](const Access &write) { return !write.combiner.has_value(); });
}

const Access &AccessNest::getMainWrite() const {
  auto it = llvm::find_if(writes,
                          [](const Access &write) { return !write.combiner; });
  return it == writes.end() ? writes.front() : *it;
}

std::optional<std::pair<int64_t, int64_t>> AccessNest::getWrittenBytes() const {
  std::optional<std::pair<int64_t, int64_t>> range;
  for (const Access &write : writes) {
    if (write.combiner)
      continue;
    int64_t bytes = getElementBytes(write.elementType);
    auto [narrowest, widest] = range.value_or(std::pair(bytes, bytes));
    range = {std::min(narrowest, bytes), std::max(widest, bytes)};
  }
  return range;
}

AccessNest AccessNest::mergeLoops() const {
  AccessNest merged = *this;
  for (Access &read : merged.otherReads) {
    read.strides.clear();
    read.predicates.clear();
    read.divisions.clear();
  }
  SmallVector<unsigned> kept;
  for (unsigned i = 0; i < loops.size(); ++i) {
    if (loops[i].size == 1)
      continue;
    if (!kept.empty() && canMerge(merged, kept.back(), i)) {
      merged.loops[i].size *= merged.loops[kept.back()].size;
      kept.back() = i;
      continue;
    }
    kept.push_back(i);
  }
  keep(merged.loops, kept);
  for (Access &access : llvm::concat<Access>(merged.reads, merged.writes)) {
    keep(access.strides, kept);
    if (!access.divisions.empty())
      keep(access.divisions, kept);
    for (Predicate &predicate : access.predicates) {
      keep(predicate.position.factors, kept);
      keep(predicate.position.divisions, kept);
    }
  }
  return merged;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printNumber(llvm::raw_ostream &os, int64_t number) {
  if (ShapedType::isDynamic(number))
    os << '?';
  else
    os << number;
}

int64_t Access::getDistance(unsigned loop, int64_t iteration) const {
  LoopDivision division = getDivision(loop);
  auto divide = [&](int64_t index) {
    return llvm::divideFloorSigned(index + division.shift, division.divisor);
  };
  return (divide(iteration) - divide(0)) * strides[loop];
}

/// A sum of the loops i0, i1, … or their quotients by their factors.
static void printForm(llvm::raw_ostream &os, ArrayRef<int64_t> factors,
                      ArrayRef<LoopDivision> divisions, int64_t constant) {
  bool isFirst = true;
  for (auto [i, factor] : llvm::enumerate(factors)) {
    if (factor == 0)
      continue;
    os << (isFirst ? "" : " + ");
    isFirst = false;
    if (factor != 1) {
      printNumber(os, factor);
      os << " * ";
    }
    LoopDivision division = divisions.empty() ? LoopDivision() : divisions[i];
    if (division.divisor == 1) {
      os << 'i' << i;
      continue;
    }
    os << "((i" << i;
    if (division.shift != 0)
      os << " + " << division.shift;
    os << ") floordiv " << division.divisor << ')';
  }
  if (!isFirst && constant == 0)
    return;
  os << (isFirst ? "" : " + ");
  printNumber(os, constant);
}

static void printAccess(llvm::raw_ostream &os, StringRef kind,
                        const Access &access) {
  os << "  " << kind << ' ' << access.buffer.getType() << " at ";
  printForm(os, access.strides, access.divisions, access.offset);
  for (auto [i, predicate] : llvm::enumerate(access.predicates)) {
    os << (i == 0 ? " where 0 <= " : " and 0 <= ");
    printForm(os, predicate.position.factors, predicate.position.divisions,
              predicate.position.constant);
    os << " < ";
    if (std::optional<int64_t> bound = getConstantIntValue(predicate.bound))
      os << *bound;
    else
      os << '?';
  }
  if (access.hasOtherConditions)
    os << " under other conditions";
  if (access.combiner)
    os << " combined by " << arith::stringifyAtomicRMWKind(*access.combiner);
  os << '\n';
}

void AccessNest::print(llvm::raw_ostream &os) const {
  os << "  loops";
  for (auto [i, loop] : llvm::enumerate(loops)) {
    os << (i == 0 ? " i" : ", i") << i << " < ";
    printNumber(os, loop.size);
    if (loop.isReduction)
      os << " (reduction)";
  }
  os << '\n';
  for (const Access &read : reads)
    printAccess(os, "read", read);
  if (!otherReads.empty())
    os << "  reads elsewhere\n";
  for (const Access &write : writes)
    printAccess(os, "write", write);
  os << (isMove ? "  moves" : "  computes");
  if (otherwise)
    os << ", otherwise " << otherwise;
  os << '\n';
}

} // namespace dml
