//===- WordBuilder.h - Arithmetic on 32-bit words ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_WORDBUILDER_H
#define DML_LIB_CODEGEN_GPU_WORDS_WORDBUILDER_H

#include "CodeGen/Analysis/WordConstant.h"
#include "CodeGen/Common/ScalarBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dml {

/// Builds arithmetic on words, which are i32, or on vectors of 2 to 4 words,
/// and accesses of buffers at positions that are words.
class WordBuilder : public ScalarBuilder {
public:
  WordBuilder(mlir::OpBuilder &b, mlir::Location loc) : ScalarBuilder(b, loc) {}

  /// A word with the value modulo 2^32.
  Value constant(int64_t value) {
    return mlir::arith::ConstantOp::create(
        b, loc, b.getI32IntegerAttr(static_cast<int32_t>(value)));
  }

  /// The vector of elements of one type.
  Value makeVector(llvm::ArrayRef<Value> elements) {
    auto type =
        mlir::VectorType::get(elements.size(), elements.front().getType());
    return mlir::vector::FromElementsOp::create(b, loc, type, elements);
  }

  // Vectors of words. A vector of one word is that word.
  Value join(llvm::ArrayRef<Value> words) {
    return words.size() == 1 ? words.front() : makeVector(words);
  }
  llvm::SmallVector<Value> split(Value vector) {
    auto type = mlir::dyn_cast<mlir::VectorType>(vector.getType());
    if (!type)
      return {vector};
    llvm::SmallVector<Value> words;
    for (int64_t i = 0; i < type.getDimSize(0); ++i)
      words.push_back(mlir::vector::ExtractOp::create(b, loc, vector, i));
    return words;
  }

  /// Keeps the bits that are set in `bits`.
  Value mask(Value words, int64_t bits) { return bitAnd(words, bits); }

  /// Zero-extends a word to 64 bits.
  Value extend(Value word) {
    return emit<mlir::arith::ExtUIOp>(b.getI64Type(), word);
  }
  /// The 64-bit integer that two words make up.
  Value joinWords(Value low, Value high) {
    return bitOr(extend(low), shiftLeft(extend(high), 32));
  }
  /// The low word of a pair that is shifted to the right by less than 64 bits.
  /// NVIDIA's GPUs have an instruction for that.
  Value shiftPairRight(Value low, Value high, Value bits) {
    return emit<mlir::arith::TruncIOp>(
        b.getI32Type(), shiftRight(joinWords(low, high), extend(bits)));
  }

  /// Zero-extends a word.
  Value asIndex(Value word) {
    return emit<mlir::arith::IndexCastUIOp>(b.getIndexType(), word);
  }
  /// Drops the bits of an index above the lowest 32.
  Value asWord(Value index) {
    return emit<mlir::arith::IndexCastUIOp>(b.getI32Type(), index);
  }

  /// An index: a function of indices.
  Value apply(mlir::AffineExpr expr, mlir::ValueRange operands) {
    return mlir::affine::AffineApplyOp::create(
        b, loc, mlir::AffineMap::get(operands.size(), 0, expr), operands);
  }

  // Positions count elements of the buffer, which has one dimension.
  Value load(Value buffer, Value position) {
    return mlir::memref::LoadOp::create(b, loc, buffer,
                                        mlir::ValueRange(asIndex(position)));
  }
  Value load(Value buffer, int64_t position) {
    return load(buffer, constant(position));
  }
  /// So many elements that follow each other.
  llvm::SmallVector<Value> load(Value buffer, Value first, int64_t count) {
    llvm::SmallVector<Value> elements;
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(load(buffer, add(first, i)));
    return elements;
  }
  void store(Value value, Value buffer, Value position) {
    mlir::memref::StoreOp::create(b, loc, value, buffer,
                                  mlir::ValueRange(asIndex(position)));
  }
  /// Updates an element atomically. Returns what it was before.
  Value update(mlir::arith::AtomicRMWKind kind, Value value, Value buffer,
               Value position) {
    return mlir::memref::AtomicRMWOp::create(
        b, loc, kind, value, buffer, mlir::ValueRange(asIndex(position)));
  }

  /// Divides the numbers [0, end) among `numThreads` threads: calls `body` for
  /// `thread` and every `numThreads`th number after. Threads of at most
  /// `maxUnrolled` numbers have no loop. Other threads all loop equally
  /// often: on lavapipe, threads that left a loop before others were seen to
  /// write nothing behind the next barrier.
  void forEachOfThread(Value thread, int64_t end, int64_t numThreads,
                       llvm::function_ref<void(Value)> body,
                       int64_t maxUnrolled = 0) {
    auto emit = [&](Value i, bool isBeforeEnd) {
      ifThen(isBeforeEnd ? Value() : isLessUnsigned(i, end), [&] { body(i); });
    };
    if (end <= maxUnrolled * numThreads) {
      for (int64_t first = 0; first < end; first += numThreads)
        emit(add(thread, first), first + numThreads <= end);
      return;
    }
    forEach(constant(0), end, numThreads, [&](Value first) {
      emit(add(first, thread), end % numThreads == 0);
    });
  }
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_WORDBUILDER_H
