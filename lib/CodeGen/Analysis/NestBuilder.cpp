//===- NestBuilder.cpp - Structured operations read as nests --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Analysis/AccessNest.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <numeric>

using namespace mlir;

namespace dml {
namespace {

//===----------------------------------------------------------------------===//
// Linear forms
//===----------------------------------------------------------------------===//

/// What factors and constants stay below.
constexpr int64_t kMaxFactor = int64_t(1) << 31;

std::optional<LinearForm> checkSize(LinearForm form) {
  auto fits = [](int64_t value) {
    return -kMaxFactor < value && value < kMaxFactor;
  };
  if (!fits(form.constant) || !llvm::all_of(form.factors, fits))
    return std::nullopt;
  return form;
}

/// Takes over how `others` divides loops, where their factors are not 0.
/// Returns false where both divide a loop in different ways.
bool mergeDivisions(ArrayRef<int64_t> factors,
                    MutableArrayRef<LoopDivision> divisions,
                    ArrayRef<int64_t> otherFactors,
                    ArrayRef<LoopDivision> others) {
  for (size_t i = 0; i < factors.size(); ++i) {
    if (otherFactors[i] == 0)
      continue;
    if (factors[i] != 0 && !(divisions[i] == others[i]))
      return false;
    divisions[i] = others[i];
  }
  return true;
}

std::optional<LinearForm> add(LinearForm lhs, const LinearForm &rhs) {
  if (!mergeDivisions(lhs.factors, lhs.divisions, rhs.factors, rhs.divisions))
    return std::nullopt;
  for (auto [sum, term] : llvm::zip_equal(lhs.factors, rhs.factors))
    sum += term;
  lhs.constant += rhs.constant;
  return checkSize(std::move(lhs));
}

/// Of one loop, or its quotient, plus a constant.
std::optional<LinearForm> floorDivide(const LinearForm &form, int64_t divisor) {
  unsigned loop = llvm::find(form.factors, 1) - form.factors.begin();
  unsigned numUsed =
      llvm::count_if(form.factors, [](int64_t factor) { return factor != 0; });
  if (divisor < 1 || numUsed != 1 || loop == form.factors.size())
    return std::nullopt;
  LinearForm quotient = form;
  quotient.constant = 0;
  LoopDivision &division = quotient.divisions[loop];
  int64_t moved;
  if (llvm::MulOverflow(form.constant, division.divisor, moved) ||
      llvm::AddOverflow(division.shift, moved, division.shift) ||
      llvm::MulOverflow(division.divisor, divisor, division.divisor) ||
      std::max<uint64_t>(llvm::AbsoluteValue(division.shift),
                         division.divisor) >= kMaxFactor)
    return std::nullopt;
  return quotient;
}

LinearForm multiply(LinearForm form, int64_t number) {
  for (int64_t &factor : form.factors)
    factor *= number;
  form.constant *= number;
  return form;
}

/// Reads the index arithmetic in the body of one structured operation as linear
/// forms of its loops. Gives nothing where it is none, or where a factor or the
/// constant has more than 31 bits: sums of a few products of forms and
/// sizes then fit in 64 bits.
class LinearFormReader {
public:
  explicit LinearFormReader(linalg::LinalgOp op)
      : op(op), numLoops(op.getNumLoops()), divisions(numLoops) {}

  /// For each loop the least common multiple of the divisors that were read
  /// since the last call.
  SmallVector<LoopDivision> takeDivisions() {
    return std::exchange(divisions, SmallVector<LoopDivision>(numLoops));
  }

  /// Whether an index that was read since the last call also depends on loops
  /// of the body. It was read as if those stood still.
  bool takeReadsInnerLoops() { return std::exchange(readsInnerLoops, false); }

  std::optional<LinearForm> read(Value index) {
    if (isInnerIndex(index)) {
      readsInnerLoops = true;
      return LinearForm(numLoops);
    }
    if (std::optional<int64_t> constant = getConstantIntValue(index))
      return checkSize(LinearForm(numLoops, *constant));
    if (auto loop = index.getDefiningOp<linalg::IndexOp>()) {
      if (loop->getParentOfType<linalg::LinalgOp>() != op)
        return std::nullopt;
      return getLoop(loop.getDim());
    }
    auto apply = index.getDefiningOp<affine::AffineApplyOp>();
    if (!apply)
      return std::nullopt;
    SmallVector<std::optional<LinearForm>> operands;
    for (Value operand : apply.getOperands())
      operands.push_back(read(operand));
    AffineMap map = apply.getAffineMap();
    return read(map.getResult(0),
                ArrayRef(operands).take_front(map.getNumDims()),
                ArrayRef(operands).drop_front(map.getNumDims()));
  }

  /// Of an indexing map, whose dimensions are the loops.
  std::optional<LinearForm> read(AffineExpr expr) {
    SmallVector<std::optional<LinearForm>> loops;
    for (unsigned i = 0; i < numLoops; ++i)
      loops.push_back(getLoop(i));
    return read(expr, loops, {});
  }

  /// Adds the loops that an index depends on: all where it depends on more.
  void findLoops(Value index, llvm::SmallBitVector &loops) const {
    if (getConstantIntValue(index) || isInnerIndex(index))
      return;
    auto loop = index.getDefiningOp<linalg::IndexOp>();
    if (loop && loop->getParentOfType<linalg::LinalgOp>() == op) {
      loops.set(loop.getDim());
      return;
    }
    auto apply = index.getDefiningOp<affine::AffineApplyOp>();
    if (!apply) {
      loops.set();
      return;
    }
    for (Value operand : apply.getOperands())
      findLoops(operand, loops);
  }
  void findLoops(AffineExpr expr, llvm::SmallBitVector &loops) const {
    for (unsigned i = 0; i < numLoops; ++i)
      if (expr.isFunctionOfDim(i))
        loops.set(i);
  }

private:
  /// Operands that are no linear forms are null.
  std::optional<LinearForm> read(AffineExpr expr,
                                 ArrayRef<std::optional<LinearForm>> dims,
                                 ArrayRef<std::optional<LinearForm>> symbols) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return checkSize(LinearForm(numLoops, constant.getValue()));
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return dims[dim.getPosition()];
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return symbols[symbol.getPosition()];
    auto binary = cast<AffineBinaryOpExpr>(expr);
    std::optional<LinearForm> lhs = read(binary.getLHS(), dims, symbols);
    std::optional<LinearForm> rhs = read(binary.getRHS(), dims, symbols);
    if (!lhs || !rhs)
      return std::nullopt;
    if (expr.getKind() == AffineExprKind::Add)
      return add(std::move(*lhs), *rhs);
    bool isQuotient = expr.getKind() == AffineExprKind::FloorDiv;
    if ((isQuotient || expr.getKind() == AffineExprKind::Mod) &&
        rhs->isConstant()) {
      noteDivisor(*lhs, rhs->constant);
      return isQuotient ? floorDivide(*lhs, rhs->constant) : std::nullopt;
    }
    if (expr.getKind() == AffineExprKind::Mul && rhs->isConstant())
      return checkSize(multiply(std::move(*lhs), rhs->constant));
    return std::nullopt;
  }

  LinearForm getLoop(unsigned loop) const {
    LinearForm form(numLoops);
    form.factors[loop] = 1;
    return form;
  }

  /// So many steps of a loop change a quotient by a whole number, and a
  /// remainder not at all.
  void noteDivisor(const LinearForm &form, int64_t divisor) {
    for (auto [noted, factor, division] :
         llvm::zip_equal(divisions, form.factors, form.divisions)) {
      if (factor == 0 || divisor < 1)
        continue;
      std::optional<int64_t> product =
          llvm::checkedMul(divisor, division.divisor);
      if (!product || *product > std::numeric_limits<int32_t>::max())
        continue;
      int64_t common = std::lcm(noted.divisor, *product);
      if (common <= std::numeric_limits<int32_t>::max())
        noted.divisor = common;
    }
  }

  bool isInnerIndex(Value index) const {
    auto argument = dyn_cast<BlockArgument>(index);
    auto loop = argument
                    ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                    : scf::ForOp();
    return loop && op->isAncestor(loop) && index == loop.getInductionVar();
  }

  linalg::LinalgOp op;
  unsigned numLoops;
  SmallVector<LoopDivision> divisions;
  bool readsInnerLoops = false;
};

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
  if (llvm::none_of(access.divisions, std::mem_fn(&LoopDivision::isDivided)))
    access.divisions.clear();
  return success();
}

/// Whether an index says where loads read, and nothing else.
bool isPosition(Value index) {
  return llvm::all_of(index.getUses(), [](OpOperand &use) {
    if (auto apply = dyn_cast<affine::AffineApplyOp>(use.getOwner()))
      return isPosition(apply);
    auto load = dyn_cast<memref::LoadOp>(use.getOwner());
    return load && use.get() != load.getMemRef();
  });
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
    for (OpOperand &operand : op.getDpsInitsMutable()) {
      if (isa<MemRefType>(operand.get().getType()) && failed(addInit(operand)))
        return failure();
      nest.seesOldResults |= op.payloadUsesValueFromOperand(&operand);
    }
    op->getRegion(0).walk([&](Operation *inner) {
      if (auto load = dyn_cast<memref::LoadOp>(inner))
        addLoad(load);
      if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
        nest.usesIndices = true;
        nest.loops[index.getDim()].isComputed |= !isPosition(index);
      }
      nest.hasInnerLoops |= isa<LoopLikeOpInterface>(inner);
      nest.hasVaryingLoops |= isVaryingLoop(inner);
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
  /// Whether an operation is a loop that may take another number of steps each
  /// time.
  static bool isVaryingLoop(Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op);
    return loop ? !loop.getStaticTripCount() : isa<LoopLikeOpInterface>(op);
  }

  static bool isIndexedBy(const Access &access, unsigned loop) {
    return llvm::any_of(access.indices, [&](const LinearForm &index) {
      return index.factors[loop] != 0;
    });
  }

  /// Fills in where an access lies, from values or expressions. Where it fails,
  /// the divisors of loops, and the strides of those that all indices are
  /// linear in.
  template <typename Range>
  LogicalResult setPlace(Access &access, Range &&indices) {
    forms.takeDivisions();
    forms.takeReadsInnerLoops();
    bool isLinear = true;
    llvm::SmallBitVector elsewhere(op.getNumLoops());
    for (auto index : indices) {
      std::optional<LinearForm> form = forms.read(index);
      if (!form) {
        isLinear = false;
        forms.findLoops(index, elsewhere);
      }
      access.indices.push_back(form.value_or(LinearForm(op.getNumLoops())));
    }
    if (failed(locate(access, op.getNumLoops()))) {
      isLinear = false;
      access.strides.assign(op.getNumLoops(), ShapedType::kDynamic);
    }
    if (isLinear && !forms.takeReadsInnerLoops())
      return success();
    access.indices.clear();
    access.divisions = forms.takeDivisions();
    for (unsigned loop : elsewhere.set_bits())
      access.strides[loop] = ShapedType::kDynamic;
    return failure();
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
        count = loop.isDynamic() ? std::nullopt
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
    read.load = load;
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
    else
      read.strides.assign(op.getNumLoops(), ShapedType::kDynamic);
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
    forms.takeReadsInnerLoops();
    std::optional<LinearForm> position = forms.read(compare.getLhs());
    OpFoldResult bound = getAsOpFoldResult(compare.getRhs());
    auto value = dyn_cast<Value>(bound);
    if (!position || forms.takeReadsInnerLoops() ||
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
             return predicate.position.isDivided();
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

} // namespace

FailureOr<AccessNest> AccessNest::create(linalg::LinalgOp op) {
  return NestBuilder(op).build();
}

} // namespace dml
