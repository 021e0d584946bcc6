//===- AccessNest.cpp - What a structured operation reads and writes ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Analysis/AccessNest.h"
#include "IndexAnalysis.h"
#include "LinearFormReader.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {
namespace {

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// `sum + index * stride`: kDynamic if the stride is unknown and the index is
/// not 0, nothing if it overflows.
std::optional<int64_t> addScaled(int64_t sum, int64_t index, int64_t stride) {
  if (index == 0 || ShapedType::isDynamic(sum))
    return sum;
  if (ShapedType::isDynamic(stride))
    return ShapedType::kDynamic;
  return llvm::checkedMulAdd(index, stride, sum);
}

/// Fills in strides and offset from the indices, over the operation's loops:
/// before they are merged.
LogicalResult locate(Access &access, unsigned numLoops) {
  auto type = cast<MemRefType>(access.buffer.getType());
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, access.offset)))
    return failure();
  access.strides.assign(numLoops, 0);
  access.divisions.assign(numLoops, LoopDivision());
  SmallVector<int64_t> factors(numLoops, 0);
  for (auto [index, stride] : llvm::zip_equal(access.indices, strides)) {
    if (!mergeDivisions(factors, access.divisions, index.factors,
                        index.divisions))
      return failure();
    for (auto [used, factor] : llvm::zip_equal(factors, index.factors))
      used |= factor;
    std::optional<int64_t> offset =
        addScaled(access.offset, index.constant, stride);
    if (!offset)
      return failure();
    access.offset = *offset;
    for (auto [step, factor] : llvm::zip_equal(access.strides, index.factors)) {
      std::optional<int64_t> sum = addScaled(step, factor, stride);
      if (!sum)
        return failure();
      step = *sum;
    }
  }
  if (llvm::all_of(access.divisions, [](const LoopDivision &division) {
        return division.divisor == 1;
      }))
    access.divisions.clear();
  return success();
}

class NestBuilder {
public:
  explicit NestBuilder(linalg::LinalgOp op) : op(op), forms(op) {}

  FailureOr<AccessNest> build() {
    for (auto [i, size, type] :
         llvm::enumerate(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
      nest.loops.push_back({size, type == utils::IteratorType::reduction,
                            static_cast<unsigned>(i)});
    for (OpOperand *operand : op.getDpsInputOperands())
      if (isa<MemRefType>(operand->get().getType()) &&
          op.payloadUsesValueFromOperand(operand))
        addInput(*operand);
    for (OpOperand &operand : op.getDpsInitsMutable())
      if (isa<MemRefType>(operand.get().getType()) && failed(addInit(operand)))
        return failure();
    op->getRegion(0).walk([&](Operation *inner) {
      if (auto load = dyn_cast<memref::LoadOp>(inner))
        addLoad(load);
      nest.usesIndices |= isa<linalg::IndexOp>(inner);
      nest.hasInnerLoops |= isa<LoopLikeOpInterface>(inner);
    });
    for (auto [i, loop] : llvm::enumerate(nest.loops))
      loop.isReduction &=
          !llvm::all_of(nest.writes, [i = i](const Access &write) {
            return write.combiner || isIndexedBy(write, i);
          });
    nest.isMove = isMove();
    return std::move(nest);
  }

private:
  static bool isIndexedBy(const Access &access, unsigned loop) {
    return llvm::any_of(access.indices, [&](const LinearForm &index) {
      return index.factors[loop] != 0;
    });
  }

  /// Fills in where an access lies, from values or expressions.
  template <typename Range>
  LogicalResult setPlace(Access &access, Range &&indices) {
    for (auto index : indices) {
      std::optional<LinearForm> form = forms.read(index);
      if (!form)
        return failure();
      access.indices.push_back(std::move(*form));
    }
    return locate(access, op.getNumLoops());
  }

  static Access makeAccess(Value buffer) {
    Access access;
    access.buffer = buffer;
    access.elementType = getElementTypeOrSelf(buffer.getType());
    return access;
  }

  void addRead(Access read, LogicalResult place) {
    (succeeded(place) ? nest.reads : nest.otherReads)
        .push_back(std::move(read));
  }

  LogicalResult setOperandPlace(Access &access, OpOperand &operand) {
    access.operand = &operand;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    access.isPacked =
        map.isIdentity() &&
        cast<MemRefType>(access.buffer.getType()).getLayout().isIdentity();
    return setPlace(access, map.getResults());
  }

  void addInput(OpOperand &operand) {
    Access read = makeAccess(operand.get());
    LogicalResult place = setOperandPlace(read, operand);
    addRead(std::move(read), place);
  }

  LogicalResult addInit(OpOperand &operand) {
    Access write = makeAccess(operand.get());
    write.combiner = matchCombiner(operand);
    if (failed(setOperandPlace(write, operand)))
      return failure();
    nest.writes.push_back(std::move(write));
    return success();
  }

  /// Whether the number of iterations fits in 31 bits.
  bool hasCountableLoops() {
    std::optional<int64_t> count = 1;
    for (const NestLoop &loop : nest.loops)
      if (count)
        count = ShapedType::isDynamic(loop.size)
                    ? std::nullopt
                    : llvm::checkedMul(*count, loop.size);
    return count && *count <= std::numeric_limits<int32_t>::max();
  }

  std::optional<arith::AtomicRMWKind> matchCombiner(OpOperand &init) {
    BlockArgument argument = op.getMatchingBlockArgument(&init);
    Value yielded = op.getMatchingYieldValue(&init)->get();
    Operation *combiner = yielded.getDefiningOp();
    if (!hasCountableLoops() || !argument.getType().isInteger(32) ||
        !argument.hasOneUse() || !combiner ||
        *argument.user_begin() != combiner || !yielded.hasOneUse() ||
        !op.getMatchingIndexingMap(&init).getResults().empty())
      return std::nullopt;
    using Kind = arith::AtomicRMWKind;
    return llvm::TypeSwitch<Operation *, std::optional<Kind>>(combiner)
        .Case([](arith::OrIOp) { return Kind::ori; })
        .Case([](arith::AndIOp) { return Kind::andi; })
        .Case([](arith::AddIOp) { return Kind::addi; })
        .Case([](arith::MaxUIOp) { return Kind::maxu; })
        .Case([](arith::MinUIOp) { return Kind::minu; })
        .Case([](arith::MaxSIOp) { return Kind::maxs; })
        .Case([](arith::MinSIOp) { return Kind::mins; })
        .Default(std::nullopt);
  }

  void addLoad(memref::LoadOp load) {
    Access read = makeAccess(load.getMemRef());
    for (Operation *parent = load->getParentOp(); parent != op;
         parent = parent->getParentOp()) {
      auto branch = dyn_cast<scf::IfOp>(parent);
      if (branch && branch.getThenRegion().isAncestor(load->getParentRegion()))
        addConditions(branch.getCondition(), read);
      else
        read.hasOtherConditions = true;
    }
    lastLoad = load;
    bool isOutside =
        !op->isAncestor(read.buffer.getParentBlock()->getParentOp());
    LogicalResult place = success(isOutside);
    if (isOutside)
      place = setPlace(read, load.getIndices());
    addRead(std::move(read), place);
  }

  void addConditions(Value condition, Access &access) {
    if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
      addConditions(both.getLhs(), access);
      addConditions(both.getRhs(), access);
      return;
    }
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::ult ||
        !compare.getLhs().getType().isIndex()) {
      access.hasOtherConditions = true;
      return;
    }
    std::optional<LinearForm> position = forms.read(compare.getLhs());
    OpFoldResult bound = getAsOpFoldResult(compare.getRhs());
    auto value = dyn_cast<Value>(bound);
    if (!position ||
        (value && op->isAncestor(value.getParentBlock()->getParentOp()))) {
      access.hasOtherConditions = true;
      return;
    }
    access.predicates.push_back({std::move(*position), bound, condition});
  }

  /// Whether the operation yields what it reads, and does nothing else.
  bool isMove() {
    if (!nest.otherReads.empty() || nest.reads.size() != 1 ||
        nest.writes.size() != 1 || nest.reads.front().hasOtherConditions ||
        dividesLoops(nest.reads.front()) ||
        op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)))
      return false;
    Operation *yield = op.getBlock()->getTerminator();
    // Operations scf.if and memref.load that produce the yielded value.
    unsigned numUsed = 0;
    if (!isRead(yield->getOperand(0), numUsed))
      return false;
    unsigned numEffects = 0;
    op.getBlock()->walk([&](Operation *inner) {
      if (isa<scf::IfOp, memref::LoadOp>(inner) ||
          (!isPure(inner) && !inner->hasTrait<OpTrait::IsTerminator>()))
        ++numEffects;
    });
    return numEffects == numUsed;
  }

  static bool dividesLoops(const Access &access) {
    return !access.divisions.empty() ||
           llvm::any_of(access.predicates, [](const Predicate &predicate) {
             return llvm::any_of(predicate.position.divisions,
                                 [](const LoopDivision &division) {
                                   return division.divisor != 1;
                                 });
           });
  }

  bool isRead(Value value, unsigned &numUsed) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner() == op.getBlock() &&
             isa<MemRefType>(
                 op.getMatchingOpOperand(argument)->get().getType());
    // There is one read: if a load is it, this one.
    auto isLoad = [&](Value value, Block *block) {
      auto load = value.getDefiningOp<memref::LoadOp>();
      return load && load == lastLoad && load->getBlock() == block;
    };
    ++numUsed;
    if (isLoad(value, op.getBlock()))
      return true;
    auto branch = value.getDefiningOp<scf::IfOp>();
    if (!branch || branch.getNumResults() != 1 ||
        branch.getElseRegion().empty())
      return false;
    ++numUsed;
    return isLoad(branch.thenYield().getOperand(0), branch.thenBlock()) &&
           matchPattern(branch.elseYield().getOperand(0),
                        m_Constant(&nest.otherwise));
  }

  linalg::LinalgOp op;
  LinearFormReader forms;
  AccessNest nest;
  /// Of the loads in the body.
  memref::LoadOp lastLoad;
};

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
  return !first.isReduction && !second.isReduction &&
         !ShapedType::isDynamic(first.size) &&
         !ShapedType::isDynamic(second.size) &&
         llvm::checkedMul(first.size, second.size) &&
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

bool LinearForm::isConstant() const {
  return llvm::all_of(factors, [](int64_t factor) { return factor == 0; });
}

FailureOr<AccessNest> AccessNest::create(linalg::LinalgOp op) {
  return NestBuilder(op).build();
}

int64_t AccessNest::getNumIterations() const {
  int64_t product = 1;
  for (const NestLoop &loop : loops)
    product *= loop.size;
  return product;
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

bool AccessNest::readsNeighbours(unsigned loop, int64_t maxStride) const {
  // A dynamic stride is negative.
  return llvm::all_of(reads, [&](const Access &read) {
    return read.strides[loop] >= 0 && read.strides[loop] <= maxStride;
  });
}

bool AccessNest::readsAlong(unsigned loop) const {
  return llvm::any_of(
      reads, [&](const Access &read) { return read.strides[loop] != 0; });
}

bool AccessNest::readsResults() const {
  auto isResult = [&](const Access &read) {
    return llvm::any_of(writes, [&](const Access &write) {
      return getRootBuffer(read.buffer) == getRootBuffer(write.buffer);
    });
  };
  return llvm::any_of(reads, isResult) || llvm::any_of(otherReads, isResult);
}

const Access &AccessNest::getMainWrite() const {
  auto it = llvm::find_if(writes,
                          [](const Access &write) { return !write.combiner; });
  return it == writes.end() ? writes.front() : *it;
}

AccessNest AccessNest::mergeLoops() const {
  AccessNest merged = *this;
  for (Access &read : merged.otherReads)
    read.predicates.clear();
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
