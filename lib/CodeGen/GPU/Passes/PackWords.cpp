//===- PackWords.cpp - Elements in buffers to 32-bit words ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/SumPacker.h"
#include "CodeGen/GPU/Words/WordPacker.h"
#include "CodeGen/GPU/Words/WordSelector.h"
#include "ReadableMargin.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Target/LaunchPlan.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace dml {
#define GEN_PASS_DEF_GPUPACKWORDS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Whether a buffer holds elements that words can be made of, as opposed to
/// words already: views, and the memory of a workgroup.
bool holdsElements(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return hasWords(type.getElementType()) && !type.getMemorySpace() &&
         !buffer.getDefiningOp<ViewWordsOp>();
}

/// Emits an error if words cannot be made of an access.
LogicalResult checkAccess(Operation *op, Value buffer) {
  std::string obstacle = findObstacle(buffer);
  if (!obstacle.empty())
    return op->emitOpError(obstacle);
  Value root = getRootBuffer(buffer);
  if (getElementTypeOrSelf(root.getType()) !=
      getElementTypeOrSelf(buffer.getType()))
    return op->emitOpError("has a view of other elements than its buffer's: ")
           << buffer.getType() << " of " << root.getType();
  auto store = dyn_cast<vector::StoreOp>(op);
  if (!store)
    return success();
  VectorType type = store.getVectorType();
  int64_t bytes =
      type.getNumElements() * getElementBytes(type.getElementType());
  if (type.getRank() != 1 || type.isScalable() ||
      (type.getNumElements() != 1 && bytes % kVectorBytes != 0 &&
       bytes != kWordBytes && bytes != 2 * kWordBytes))
    return op->emitOpError("expected one element, one or two words or whole "
                           "vectors of ")
           << kVectorBytes << " bytes in one dimension, given " << type;
  return success();
}

LogicalResult checkAccesses(gpu::LaunchOp launch) {
  WalkResult result = launch.walk([](Operation *op) {
    Value buffer;
    if (auto load = dyn_cast<memref::LoadOp>(op))
      buffer = load.getMemRef();
    else if (auto store = dyn_cast<vector::StoreOp>(op))
      buffer = store.getBase();
    else if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
      buffer = update.getMemref();
    return buffer && holdsElements(buffer) && failed(checkAccess(op, buffer))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Whether elements may be parts of words. The bits of a boolean are none.
bool isNarrow(Type type) {
  return hasWords(type) && !type.isInteger(1) &&
         getElementBytes(type) < kWordBytes;
}

/// Guarded loops yield words in place of narrower elements, which a device
/// need not support.
void yieldWords(IRRewriter &rewriter, scf::IfOp op) {
  Location loc = op.getLoc();
  if (llvm::none_of(op.getResultTypes(), isNarrow))
    return;
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(isNarrow(type) ? rewriter.getI32Type() : type);
  rewriter.setInsertionPoint(op);
  auto widened = scf::IfOp::create(rewriter, loc, types, op.getCondition(),
                                   /*withElseRegion=*/true);
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), widened->getRegions())) {
    rewriter.eraseBlock(&to.front());
    rewriter.inlineRegionBefore(from, to, to.end());
    Operation *yield = to.front().getTerminator();
    rewriter.setInsertionPoint(yield);
    for (OpOperand &operand : yield->getOpOperands()) {
      Value element = operand.get();
      Type type = element.getType();
      if (!isNarrow(type))
        continue;
      Type integer = rewriter.getIntegerType(type.getIntOrFloatBitWidth());
      element = rewriter.createOrFold<arith::BitcastOp>(loc, integer, element);
      operand.set(arith::ExtUIOp::create(rewriter, loc, rewriter.getI32Type(),
                                         element));
    }
  }
  rewriter.setInsertionPointAfter(widened);
  SmallVector<Value> results;
  for (auto [type, result] :
       llvm::zip_equal(op.getResultTypes(), widened.getResults())) {
    Value element = result;
    if (isNarrow(type)) {
      Type integer = rewriter.getIntegerType(type.getIntOrFloatBitWidth());
      element = arith::TruncIOp::create(rewriter, loc, integer, element);
      element = rewriter.createOrFold<arith::BitcastOp>(loc, type, element);
    }
    results.push_back(element);
  }
  rewriter.replaceOp(op, results);
}

/// Guarded reads become reads and selections: reads of words are limited to
/// what can be read, so no guard is needed.
void speculateReads(gpu::LaunchOp launch) {
  IRRewriter rewriter(launch.getContext());
  launch.walk([&](scf::IfOp op) {
    if (op.getNumResults() == 0 || !op.elseBlock())
      return;
    auto canHoist = [](Operation &inner) {
      if (auto load = dyn_cast<memref::LoadOp>(inner))
        return holdsElements(load.getMemRef());
      return isPure(&inner) && inner.getNumRegions() == 0;
    };
    for (Block *block : {op.thenBlock(), op.elseBlock()})
      if (!llvm::all_of(block->without_terminator(), canHoist))
        return yieldWords(rewriter, op);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> results;
    for (auto [then, otherwise] : llvm::zip_equal(op.thenYield().getOperands(),
                                                  op.elseYield().getOperands()))
      results.push_back(arith::SelectOp::create(
          rewriter, op.getLoc(), op.getCondition(), then, otherwise));
    // The selections stay behind what they select from.
    Operation *front = results.front().getDefiningOp();
    for (Block *block : {op.thenBlock(), op.elseBlock()})
      for (Operation &inner :
           llvm::make_early_inc_range(block->without_terminator()))
        rewriter.moveOpBefore(&inner, front);
    rewriter.replaceOp(op, results);
  });
}

/// Whether nothing depends on other bits of a word than the highest `width`:
/// those of one element. The largest of several words has the highest bits of
/// the largest element, whatever the other bits are. Words that were asked
/// about may be erased, but no maxima or selections may be created between
/// calls: a new one could have the address of an erased one in `known`.
bool areAllThatCount(Value word, unsigned width,
                     DenseMap<std::pair<Value, unsigned>, bool> &known) {
  auto [found, isNew] = known.try_emplace({word, width}, false);
  if (!isNew)
    return found->second;
  bool result = llvm::all_of(word.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto shift = dyn_cast<arith::ShRUIOp>(user))
      return use.getOperandNumber() == 0 &&
             getConstantIntValue(shift.getRhs()) == kWordBits - width;
    bool isSelected = isa<arith::SelectOp>(user) && use.getOperandNumber() > 0;
    return (isSelected || isa<arith::MaxUIOp, arith::MaxSIOp>(user)) &&
           areAllThatCount(user->getResult(0), width, known);
  });
  return known[{word, width}] = result;
}

class LaunchPacker {
public:
  LaunchPacker(gpu::LaunchOp launch, int64_t readableMargin)
      : launch(launch), views(launch, readableMargin), selector(analysis),
        packer(bits), sums(bits, packer, selector) {}

  void run() {
    speculateReads(launch);
    launch.walk([&](Block *block) { readWords(*block); });
    launch.walk([&](vector::FromElementsOp op) { sums.request(op); });
    sums.emit();
    launch.walk([&](Block *block) { selectElementWords(*block); });
    forEach(&LaunchPacker::storeWords);
    forEach(&LaunchPacker::updateWord);
    forEach(&LaunchPacker::packVector);
    forEach(&LaunchPacker::takeWord);
    forEach(&LaunchPacker::takeBits);
    forEach(&LaunchPacker::widenElement);
    forEach(&LaunchPacker::replaceLoad);
    IRRewriter rewriter(launch.getContext());
    (void)runRegionDCE(rewriter, launch.getBody());
  }

private:
  /// Calls the function for the operations that there are now, with a builder
  /// in front of each.
  template <typename OpT>
  void forEach(void (LaunchPacker::*rewrite)(WordBuilder &, OpT)) {
    SmallVector<OpT> ops;
    launch.walk([&](OpT op) { ops.push_back(op); });
    for (OpT op : ops) {
      OpBuilder b(op);
      WordBuilder w(b, op.getLoc());
      (this->*rewrite)(w, op);
    }
  }

  /// An element so many bytes from others.
  struct Load {
    memref::LoadOp op;
    int64_t byte;
  };

  /// The position of an element of a buffer, in bytes. Its constant is small
  /// enough for sums and multiples of it.
  IndexExpr getBytes(Operation *op, Value buffer, ValueRange indices) {
    auto type = cast<MemRefType>(buffer.getType());
    int64_t elementBytes = getElementBytes(type.getElementType());
    IndexExpr bytes =
        analysis.exprs.scale(analysis.getPosition(type, indices), elementBytes);
    // Further than any buffer is long.
    constexpr uint64_t limit = uint64_t(1) << 48;
    if (bytes.isValid && llvm::AbsoluteValue(bytes.constant) <= limit)
      return bytes;
    // The lowest 32 bits of the position.
    OpBuilder b(op);
    WordBuilder w(b, op->getLoc());
    auto [strides, offset] = type.getStridesAndOffset();
    Value position = w.constant(offset);
    for (auto [index, stride] : llvm::zip_equal(indices, strides)) {
      Value word = analysis.materialize(b, w.loc, analysis.getExpr(index));
      position = w.add(position, w.multiply(word, stride));
    }
    return analysis.exprs.scale(analysis.getUnknown(position), elementBytes);
  }

  /// Reads the words of all elements that a block loads.
  void readWords(Block &block) {
    // By buffer, and by the part of the position that varies.
    using Key = std::pair<void *, IndexExpr>;
    llvm::MapVector<Key, SmallVector<Load>, std::map<Key, unsigned>> groups;
    for (auto op : block.getOps<memref::LoadOp>()) {
      if (!holdsElements(op.getMemRef()))
        continue;
      IndexExpr position = getBytes(op, op.getMemRef(), op.getIndices());
      groups[{getRootBuffer(op.getMemRef()).getAsOpaquePointer(),
              position.getTerms()}]
          .push_back({op, position.constant});
    }
    for (auto &[key, loads] : groups) {
      llvm::sort(loads, [](const Load &lhs, const Load &rhs) {
        return lhs.byte < rhs.byte;
      });
      for (size_t begin = 0, end = 1; end <= loads.size(); ++end) {
        // What lies a vector and more apart has no word in common.
        if (end < loads.size() &&
            loads[end].byte - loads[end - 1].byte <= kVectorBytes)
          continue;
        readWords(ArrayRef(loads).slice(begin, end - begin), key.second);
        begin = end;
      }
    }
  }

  void readWords(ArrayRef<Load> loads, const IndexExpr &terms) {
    memref::LoadOp front = loads.front().op;
    for (const Load &load : loads)
      if (Operation *op = load.op; op->isBeforeInBlock(front))
        front = load.op;
    OpBuilder b(front);
    WordReader reader(b, front.getLoc(), analysis, views,
                      getRootBuffer(front.getMemRef()),
                      getElementBytes(front.getResult().getType()), terms);
    for (const Load &load : loads)
      reader.request(load.byte);
    for (Load load : loads)
      bits[load.op.getResult()] = reader.read(load.byte);
  }

  /// Whether the elements that are selected from may be parts of words.
  static bool isSelectable(arith::SelectOp op) {
    return op.getCondition().getType().isInteger(1) && isNarrow(op.getType());
  }

  /// Selects between read words by the conditions of all of their elements, for
  /// what uses them next: words are made behind the last selection.
  void selectElementWords(Block &block) {
    SmallVector<arith::SelectOp> selects;
    for (Operation &op : block) {
      if (auto select = dyn_cast<arith::SelectOp>(op)) {
        if (isSelectable(select))
          selects.push_back(select);
        continue;
      }
      if (isa<vector::StoreOp, vector::BitCastOp>(op) ||
          op.getNumRegions() > 0 || isWidened(op, selects))
        selectElementWords(std::exchange(selects, {}));
    }
    selectElementWords(selects);
  }

  /// Whether an operation widens what one of the selections gives.
  static bool isWidened(Operation &op, ArrayRef<arith::SelectOp> selects) {
    auto widening = dyn_cast<arith::ExtUIOp>(op);
    return widening &&
           llvm::is_contained(selects, stripBitcasts(widening.getIn())
                                           .getDefiningOp<arith::SelectOp>());
  }

  /// What comes of a selection may be selected from again.
  void selectElementWords(SmallVector<arith::SelectOp> selects) {
    if (selects.empty())
      return;
    OpBuilder b(selects.back().getContext());
    b.setInsertionPointAfter(selects.back());
    while (true) {
      SmallVector<Selection> selections;
      llvm::erase_if(selects, [&](arith::SelectOp op) {
        return addToSelection(op, selections);
      });
      if (selections.empty())
        return;
      for (const Selection &selection : selections)
        selectElements(b, selection);
    }
  }

  /// Selections of some elements of a word, by their places in it, or of others
  /// or zeros.
  struct Selection {
    Value word;
    SmallVector<arith::SelectOp, 4> selects;
    bool hasZeros;
  };

  bool addToSelection(arith::SelectOp op,
                      SmallVectorImpl<Selection> &selections) {
    auto then = bits.find(stripBitcasts(op.getTrueValue()));
    if (then == bits.end())
      return false;
    Value otherwise = stripBitcasts(op.getFalseValue());
    std::optional<APInt> constant = getConstantBits(otherwise);
    bool isZero = constant && constant->isZero();
    if (!isZero && !bits.count(otherwise))
      return false;
    unsigned elementBits = getElementBytes(op.getType()) * 8;
    unsigned place = then->second.shift / elementBits;
    Value word = then->second.words[0];
    auto *selection =
        llvm::find_if(selections, [&](const Selection &selection) {
          return selection.word == word && selection.hasZeros == isZero &&
                 !selection.selects[place];
        });
    if (selection == selections.end()) {
      selection = &selections.emplace_back(Selection{word, {}, isZero});
      selection->selects.resize(kWordBits / elementBits);
    }
    selection->selects[place] = op;
    return true;
  }

  void selectElements(OpBuilder &b, const Selection &selection) {
    SmallVector<Value> conditions, others;
    for (arith::SelectOp op : selection.selects) {
      conditions.push_back(op ? op.getCondition() : Value());
      others.push_back(op ? op.getFalseValue() : Value());
    }
    WordBuilder w(b, b.getInsertionPoint()->getLoc());
    Value otherwise;
    if (!selection.hasZeros)
      otherwise = packer.packWord(w, others);
    unsigned elementBits = kWordBits / selection.selects.size();
    Value word =
        selector.select(w, conditions, elementBits, selection.word, otherwise);
    unsigned shift = 0;
    for (arith::SelectOp op : selection.selects) {
      if (op)
        bits[op.getResult()] = {{word}, shift};
      shift += elementBits;
    }
  }

  /// Makes elements that become a vector of words these words.
  void packVector(WordBuilder &w, vector::BitCastOp op) {
    VectorType type = op.getResultVectorType();
    Type source = op.getSourceVectorType().getElementType();
    auto parts = op.getSource().getDefiningOp<vector::FromElementsOp>();
    if (!parts || type.getRank() != 1 || type.getDimSize(0) > kVectorWords ||
        !type.getElementType().isInteger(32) || !hasWords(source) ||
        source.isInteger(1))
      return;
    op.replaceAllUsesWith(w.makeVector(packer.pack(w, parts.getElements())));
    op.erase();
  }

  void storeWords(WordBuilder &w, vector::StoreOp op) {
    if (!holdsElements(op.getBase()))
      return;
    SmallVector<Value> elements;
    if (auto parts =
            op.getValueToStore().getDefiningOp<vector::FromElementsOp>())
      elements = parts.getElements();
    else
      elements = vector::ToElementsOp::create(w.b, w.loc, op.getValueToStore())
                     .getElements();
    if (elements.size() == 1 &&
        getElementBytes(elements.front().getType()) < kWordBytes)
      return storePart(w, op, elements.front());
    SmallVector<Value> words = packer.pack(w, elements);

    // The units that are stored.
    int64_t unitWords = std::min<int64_t>(words.size(), kVectorWords);
    Value view = views.get(getRootBuffer(op.getBase()), unitWords);
    IndexExpr bytes = getBytes(op, op.getBase(), op.getIndices());
    for (size_t i = 0; i < words.size(); i += unitWords) {
      Value stored = w.join(ArrayRef<Value>(words).slice(i, unitWords));
      memref::StoreOp::create(
          w.b, w.loc, stored, view,
          getUnit(w, bytes, unitWords * kWordBytes, i / unitWords));
    }
    op.erase();
  }

  /// Stores one element of 1 or 2 bytes.
  void storePart(WordBuilder &w, vector::StoreOp op, Value element) {
    int64_t partBytes = getElementBytes(element.getType());
    Value part = arith::TruncIOp::create(
        w.b, w.loc, w.b.getIntegerType(partBytes * 8),
        packer.getLowest(w, element,
                         /*hasZeros=*/element.getType().isInteger(1)));
    Value view = views.getParts(getRootBuffer(op.getBase()), partBytes);
    IndexExpr bytes = getBytes(op, op.getBase(), op.getIndices());
    memref::StoreOp::create(w.b, w.loc, part, view,
                            getUnit(w, bytes, partBytes));
    op.erase();
  }

  /// The number of the unit that is so many behind that with a byte, an index.
  Value getUnit(WordBuilder &w, const IndexExpr &bytes, int64_t unitBytes,
                int64_t distance = 0) {
    IndexExpr unit = analysis.exprs.floorDivide(bytes, unitBytes);
    if (!unit.isValid)
      unit = analysis.exprs.floorDivide(
          analysis.getUnknown(analysis.materialize(w.b, w.loc, bytes)),
          unitBytes);
    unit = analysis.exprs.add(unit, IndexExprs::constant(distance));
    return arith::IndexCastOp::create(w.b, w.loc, w.b.getIndexType(),
                                      analysis.materialize(w.b, w.loc, unit));
  }

  /// Takes an element out of its word, or selects between the words of what it
  /// is selected from. If all that follows is a shift to the highest bits, a
  /// loaded element does not go to the lowest bits first, and its neighbours
  /// below it are not cleared where only those bits count.
  void widenElement(WordBuilder &w, arith::ExtUIOp widened) {
    if (!widened.getType().isInteger(kWordBits) ||
        widened.getIn().getType().isInteger(1))
      return;
    unsigned width = widened.getIn().getType().getIntOrFloatBitWidth();
    for (Operation *user : llvm::make_early_inc_range(widened->getUsers())) {
      auto shift = dyn_cast<arith::ShLIOp>(user);
      if (!shift || getConstantIntValue(shift.getRhs()) != kWordBits - width)
        continue;
      bool hasZeros = !areAllThatCount(shift.getResult(), width, highestBits);
      shift.replaceAllUsesWith(packer.getHighest(w, widened.getIn(), hasZeros));
      shift.erase();
    }
    widened.replaceAllUsesWith(
        packer.getLowest(w, widened.getIn(), /*hasZeros=*/true));
    widened.erase();
  }

  /// One of the words of a loaded 64-bit integer, without a 64-bit integer.
  void takeWord(WordBuilder &w, arith::TruncIOp op) {
    Value whole = op.getIn();
    if (!op.getType().isInteger(kWordBits) ||
        !whole.getType().isInteger(2 * kWordBits))
      return;
    unsigned part = 0;
    if (auto shift = whole.getDefiningOp<arith::ShRUIOp>();
        shift && getConstantIntValue(shift.getRhs()) == kWordBits) {
      whole = shift.getLhs();
      part = 1;
    }
    // A computed integer has no words to take instead. The truncation must not
    // be erased then: it may be a word shifted out of two, to which `bits`
    // refers.
    Value source = stripBitcasts(whole);
    if (source.getType().isInteger() && !bits.count(source) &&
        !source.getDefiningOp<arith::SelectOp>())
      return;
    op.replaceAllUsesWith(packer.getWord(w, whole, part));
    op.erase();
  }

  /// Selects the words of doubles whose bits are used: to select doubles, a
  /// device has to support them.
  void takeBits(WordBuilder &w, arith::BitcastOp op) {
    if (!op.getIn().getType().isF64() || !op.getType().isInteger(64) ||
        !op.getIn().getDefiningOp<arith::SelectOp>())
      return;
    op.replaceAllUsesWith(packer.getWideInteger(w, op.getIn()));
    op.erase();
  }

  void updateWord(WordBuilder &w, memref::AtomicRMWOp op) {
    if (!holdsElements(op.getMemref()) || !op.getType().isInteger(32))
      return;
    IndexExpr bytes = getBytes(op, op.getMemref(), op.getIndices());
    op.getResult().replaceAllUsesWith(
        memref::AtomicRMWOp::create(w.b, w.loc, op.getKind(), op.getValue(),
                                    views.get(getRootBuffer(op.getMemref()), 1),
                                    getUnit(w, bytes, kWordBytes)));
    op.erase();
  }

  /// What is left of the loads is computed with, or dead.
  void replaceLoad(WordBuilder &w, memref::LoadOp op) {
    if (!bits.count(op.getResult()))
      return;
    op.getResult().replaceAllUsesWith(packer.getTyped(w, op.getResult()));
    op.erase();
  }

  gpu::LaunchOp launch;
  IndexAnalysis analysis;
  WordViews views;
  DenseMap<Value, ElementBits> bits;
  WordSelector selector;
  WordPacker packer;
  SumPacker sums;
  /// What areAllThatCount found.
  DenseMap<std::pair<Value, unsigned>, bool> highestBits;
};

/// Whether a launch has no more buffers than dml-gpu-address-buffers replaces.
bool canHaveAddresses(gpu::LaunchOp launch) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(launch.getBody(), captured);
  llvm::SmallDenseSet<Value> roots;
  for (Value value : captured)
    if (isa<MemRefType>(value.getType()))
      roots.insert(getRootBuffer(value));
  return roots.size() <= kMaxAddresses;
}

struct GPUPackWordsPass : impl::GPUPackWordsBase<GPUPackWordsPass> {
  using GPUPackWordsBase::GPUPackWordsBase;

  void runOnOperation() override {
    if (failed(checkReadableMargin(getOperation(), readableMargin)) ||
        failed(checkByteCounts(getOperation())))
      return signalPassFailure();
    WalkResult result = getOperation()->walk([&](gpu::LaunchOp launch) {
      if (failed(checkAccesses(launch)))
        return WalkResult::interrupt();
      LaunchPacker(launch, canHaveAddresses(launch) ? readableMargin : 0).run();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
} // namespace dml
