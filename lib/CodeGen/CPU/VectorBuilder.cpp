//===- VectorBuilder.cpp - Cache lines, and other vectors -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorBuilder.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

std::optional<int64_t> getLineElementBytes(Type elementType) {
  if (!elementType.isIntOrFloat() ||
      !llvm::is_contained({8, 16, 32, 64}, elementType.getIntOrFloatBitWidth()))
    return std::nullopt;
  return elementType.getIntOrFloatBitWidth() / 8;
}

VectorType getLineType(Type elementType) {
  int64_t bytes = *getLineElementBytes(elementType);
  return VectorType::get(kLineBytes / bytes,
                         IntegerType::get(elementType.getContext(), 8 * bytes));
}

//===----------------------------------------------------------------------===//
// Indices and loops
//===----------------------------------------------------------------------===//

Value VectorBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}
Value VectorBuilder::product(ValueRange values) {
  Value result = constant(1);
  for (Value value : values)
    result = multiply(result, value);
  return result;
}
Value VectorBuilder::ceilDivide(Value lhs, Operand rhs) {
  return emit<arith::CeilDivUIOp>(lhs, resolve(lhs, rhs));
}
Value VectorBuilder::signedMinimum(Value lhs, Operand rhs) {
  return emit<arith::MinSIOp>(lhs, resolve(lhs, rhs));
}
Value VectorBuilder::signedMaximum(Value lhs, Operand rhs) {
  return emit<arith::MaxSIOp>(lhs, resolve(lhs, rhs));
}
Value VectorBuilder::isLessSigned(Value lhs, Operand rhs) {
  return emit<arith::CmpIOp>(arith::CmpIPredicate::slt, lhs, resolve(lhs, rhs));
}
Value VectorBuilder::isRangeInside(Value position, Value size, Value extent) {
  Value exists = emit<arith::CmpIOp>(arith::CmpIPredicate::sle, size, extent);
  Value isInside = emit<arith::CmpIOp>(arith::CmpIPredicate::ule, position,
                                       subtract(extent, size));
  return bitAnd(exists, isInside);
}
void VectorBuilder::restrict(Value &first, Value &last, Value start,
                             int64_t step, Value bound) {
  auto countBelow = [&](Value limit) -> Value {
    Value distance = signedMaximum(subtract(limit, start), 0);
    return divide(add(distance, step - 1), constant(step));
  };
  first = signedMaximum(first, countBelow(constant(0)));
  last = signedMinimum(last, countBelow(bound));
}

Value VectorBuilder::roundDown(Value value, int64_t multiple) {
  return bitAnd(value, -multiple);
}
Value VectorBuilder::roundUp(Value value, int64_t multiple) {
  return roundDown(add(value, multiple - 1), multiple);
}

SmallVector<Value> VectorBuilder::delinearize(Value element,
                                              ArrayRef<Value> sizes) {
  SmallVector<Value> position(sizes.size());
  for (unsigned i = sizes.size(); i-- > 1;) {
    position[i] = remainder(element, sizes[i]);
    element = divide(element, sizes[i]);
  }
  if (!sizes.empty())
    position[0] = element;
  return position;
}

void VectorBuilder::forEachPart(Value begin, Value end, int64_t length,
                                llvm::function_ref<void(Value)> body) {
  Value last = subtract(end, length);
  VectorBuilder(b, loc).forEach(begin, end, length,
                                [&](Value i) { body(signedMinimum(i, last)); });
}

Value VectorBuilder::load(Value buffer, Value position) {
  return memref::LoadOp::create(b, loc, buffer, position);
}
void VectorBuilder::store(Value value, Value buffer, Value position) {
  memref::StoreOp::create(b, loc, value, buffer, position);
}

Value VectorBuilder::saveStack() {
  return LLVM::StackSaveOp::create(b, loc,
                                   LLVM::LLVMPointerType::get(b.getContext()));
}
void VectorBuilder::restoreStack(Value stack) {
  LLVM::StackRestoreOp::create(b, loc, stack);
}

void VectorBuilder::parallelForEach(Value end, Operand step,
                                    llvm::function_ref<void(Value)> body) {
  auto tasks = scf::ParallelOp::create(
      b, loc, constant(0), end, resolve(end, step),
      [&](OpBuilder &, Location, ValueRange i) { body(i.front()); });
  // LLVM would make calls of memcpy from loops over a few lines.
  tasks->setAttr("passthrough", b.getStrArrayAttr({"no-builtins"}));
}

void VectorBuilder::annotateLoop(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  LLVM::LoopAnnotationAttr annotation = LLVM::LoopAnnotationAttr::get(
      context, /*disableNonforced=*/BoolAttr::get(context, true),
      /*vectorize=*/{}, /*interleave=*/{}, /*unroll=*/{},
      /*unrollAndJam=*/{}, /*licm=*/{}, /*distribute=*/{}, /*pipeline=*/{},
      /*peeled=*/{}, /*unswitch=*/{}, /*mustProgress=*/{},
      /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
      /*parallelAccesses=*/{});
  // `convert-scf-to-cf` and `convert-to-llvm` carry it to the branch that ends
  // the loop, which has a property of this name.
  loop->setAttr("loop_annotation", annotation);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

Value VectorBuilder::loadLine(Value buffer, Value index) {
  return vector::LoadOp::create(
      b, loc, getLineType(getElementTypeOrSelf(buffer)), buffer, index);
}

void VectorBuilder::storeLine(Value line, Value buffer, Value index,
                              LineStore kind) {
  // LLVM splits non-temporal stores of unknown alignment into scalar ones.
  llvm::MaybeAlign alignment;
  if (kind != LineStore::Unaligned)
    alignment = llvm::Align(kLineBytes);
  vector::StoreOp::create(b, loc, line, buffer, index,
                          kind == LineStore::NonTemporal, alignment);
}

void VectorBuilder::chooseStore(Value bypassesCache, LineStore otherwise,
                                llvm::function_ref<void(LineStore)> build) {
  ifElse(
      bypassesCache, [&] { build(LineStore::NonTemporal); },
      [&] { build(otherwise); });
}

void VectorBuilder::copyInLines(Value begin, Value end, Value from,
                                Value fromOffset, Value to, Value toOffset,
                                Value bypassesCache) {
  int64_t line = getLineType(getElementTypeOrSelf(from)).getNumElements();
  auto copyElements = [&](Value first, Value last) {
    forEach(first, last, 1, [&](Value at) {
      store(load(from, add(fromOffset, at)), to, add(toOffset, at));
    });
  };
  // Other threads may write the other elements of the first and last line.
  Value firstLine = signedMinimum(roundUp(begin, line), end);
  Value lastLine = signedMaximum(roundDown(end, line), firstLine);
  copyElements(begin, firstLine);
  chooseStore(bypassesCache, LineStore::Aligned, [&](LineStore kind) {
    forEach(firstLine, lastLine, line, [&](Value at) {
      storeLine(loadLine(from, add(fromOffset, at)), to, add(toOffset, at),
                kind);
    });
  });
  copyElements(lastLine, end);
}

Value VectorBuilder::allocate(MemRefType type, ValueRange sizes) {
  return memref::AllocOp::create(b, loc, type, sizes,
                                 b.getI64IntegerAttr(kLineBytes));
}

Value VectorBuilder::allocateOnStack(MemRefType type, ValueRange sizes) {
  return memref::AllocaOp::create(b, loc, type, sizes,
                                  b.getI64IntegerAttr(kLineBytes));
}

void VectorBuilder::createStoreFence(Value bypassesCache) {
  ifThen(bypassesCache, [&] {
    // A release fence is no instruction on x86, and does not order these.
    LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::seq_cst, StringRef());
  });
}

void VectorBuilder::prefetch(Value buffer, ValueRange indices) {
  memref::PrefetchOp::create(b, loc, buffer, indices, /*isWrite=*/false,
                             /*localityHint=*/3, /*isDataCache=*/true);
}

//===----------------------------------------------------------------------===//
// Vectors of any length
//===----------------------------------------------------------------------===//

Value VectorBuilder::createNumbers(ArrayRef<int64_t> numbers, Type type) {
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  auto bits = llvm::map_to_vector(numbers, [&](int64_t number) {
    return APInt(width, number, /*isSigned=*/true, /*implicitTrunc=*/true);
  });
  return arith::ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(VectorType::get(numbers.size(), type), bits));
}

Value VectorBuilder::bitcastTo(Type elementType, Value value) {
  Type type = elementType;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.cloneWith(std::nullopt, elementType);
  if (value.getType() == type)
    return value;
  return arith::BitcastOp::create(b, loc, type, value);
}

Value VectorBuilder::broadcast(Value value, int64_t length) {
  if (isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(
      b, loc, VectorType::get(length, value.getType()), value);
}

Value VectorBuilder::createLaneMask(int64_t length, Value begin, Value end,
                                    unsigned bits) {
  Type lane = b.getIntegerType(bits);
  Value lanes =
      createNumbers(llvm::to_vector(llvm::seq<int64_t>(length)), lane);
  auto splat = [&](Value index) {
    return broadcast(emit<arith::IndexCastOp>(lane, index), length);
  };
  Value size = subtract(end, begin);
  return isLessUnsigned(subtract(lanes, splat(begin)), splat(size));
}

Value VectorBuilder::loadAs(Value buffer, ValueRange indices, Type type,
                            Value mask, Value otherwise) {
  Type elementInBuffer = getElementTypeOrSelf(buffer);
  auto vector = dyn_cast<VectorType>(type);
  if (vector)
    vector = vector.cloneWith(std::nullopt, elementInBuffer);
  if (mask && !otherwise)
    otherwise = arith::getZeroConstant(b, loc, type);
  Value loaded;
  if (mask)
    loaded =
        vector::MaskedLoadOp::create(b, loc, vector, buffer, indices, mask,
                                     bitcastTo(elementInBuffer, otherwise));
  else if (vector)
    loaded = vector::LoadOp::create(b, loc, vector, buffer, indices);
  else
    loaded = memref::LoadOp::create(b, loc, buffer, indices);
  return bitcastTo(getElementTypeOrSelf(type), loaded);
}

void VectorBuilder::storeAs(Value value, Value buffer, Value index,
                            Value mask) {
  value = bitcastTo(getElementTypeOrSelf(buffer), value);
  if (mask)
    vector::MaskedStoreOp::create(b, loc, buffer, index, mask, value);
  else if (isa<VectorType>(value.getType()))
    vector::StoreOp::create(b, loc, value, buffer, index);
  else
    store(value, buffer, index);
}

void VectorBuilder::cloneOnVectors(ArrayRef<Operation *> operations,
                                   int64_t length, IRMapping &mapping) {
  for (Operation *op : operations) {
    Operation *copy = op->clone(mapping);
    auto isVector = [](Type type) { return isa<VectorType>(type); };
    if (llvm::any_of(copy->getOperandTypes(), isVector)) {
      for (OpOperand &operand : copy->getOpOperands())
        operand.set(broadcast(operand.get(), length));
      Type scalar = copy->getResult(0).getType();
      copy->getResult(0).setType(VectorType::get(length, scalar));
    }
    b.insert(copy);
  }
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Value VectorBuilder::getMisalignment(Value buffer) {
  int64_t bytes = *getLineElementBytes(getElementTypeOrSelf(buffer));
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, buffer);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, buffer);
  Value inLine = bitAnd(address, kLineBytes - 1);
  Value misalignment = divide(inLine, constant(bytes));
  Value start = add(misalignment, metadata.getOffset());
  return bitAnd(start, kLineBytes / bytes - 1);
}

Value VectorBuilder::asIntegers(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Type integer = getLineType(type.getElementType()).getElementType();
  if (integer == type.getElementType())
    return buffer;
  // The same in LLVM's dialect, where pointers have no element type.
  MemRefType integers = MemRefType::get(
      type.getShape(), integer, type.getLayout(), type.getMemorySpace());
  return UnrealizedConversionCastOp::create(b, loc, integers, buffer)
      .getResult(0);
}

SmallVector<Value> VectorBuilder::createLoopSizes(const AccessNest &nest) {
  const Access &write = nest.getMainWrite();
  return llvm::map_to_vector(nest.loops, [&](const NestLoop &loop) -> Value {
    if (!loop.isDynamic())
      return constant(loop.size);
    auto dim = llvm::find_if(write.indices, [&](const LinearForm &index) {
      return index.factors[loop.number] != 0;
    });
    return b.createOrFold<memref::DimOp>(loc, write.buffer,
                                         dim - write.indices.begin());
  });
}

Value VectorBuilder::createFlatView(Value buffer) {
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, buffer);
  auto type = cast<MemRefType>(buffer.getType());
  Value zero = constant(0), one = constant(1);
  Value extent = one, isEmpty = boolean(false);
  for (auto [size, stride] :
       llvm::zip(metadata.getSizes(), metadata.getStrides())) {
    extent = add(extent, multiply(subtract(size, one), stride));
    isEmpty = bitOr(isEmpty, isEqual(size, zero));
  }
  extent = select(isEmpty, zero, extent);
  auto flat = MemRefType::get(
      {ShapedType::kDynamic}, type.getElementType(),
      StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, {1}),
      type.getMemorySpace());
  Value view = memref::ReinterpretCastOp::create(
      b, loc, flat, metadata.getBaseBuffer(),
      OpFoldResult(metadata.getOffset()), ArrayRef<OpFoldResult>{extent},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  return asIntegers(view);
}

Value VectorBuilder::getFlatSize(Value view) {
  if (auto cast = view.getDefiningOp<UnrealizedConversionCastOp>())
    view = cast.getOperand(0);
  return b.createOrFold<memref::DimOp>(loc, view, 0);
}

} // namespace dml
