//===- WordBuilder.h - Arithmetic on 32-bit words ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_WORDBUILDER_H
#define DML_LIB_CODEGEN_GPU_WORDS_WORDBUILDER_H

#include "CodeGen/Analysis/WordConstant.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

namespace dml {

/// Emits unsigned arithmetic on i32 or vectors of them, folding what is
/// constant, and accesses of buffers at positions that are i32.
class WordBuilder {
public:
  using Value = mlir::Value;

  WordBuilder(mlir::OpBuilder &b, mlir::Location loc) : b(b), loc(loc) {}

  mlir::OpBuilder &getBuilder() { return b; }
  mlir::Location getLoc() { return loc; }

  Value constant(int64_t value) { return createWord(b, loc, value); }

  // Vectors of 2 to 4 words or conditions. One of a single word is that word.
  Value constants(llvm::ArrayRef<int64_t> values) {
    if (values.size() == 1)
      return constant(values.front());
    llvm::SmallVector<int32_t> words(values);
    return mlir::arith::ConstantOp::create(
        b, loc,
        mlir::DenseElementsAttr::get(getVectorType(values.size()),
                                     llvm::ArrayRef(words)));
  }
  Value join(llvm::ArrayRef<Value> words) {
    if (words.size() == 1)
      return words.front();
    return mlir::vector::FromElementsOp::create(
        b, loc, getVectorType(words.size()), words);
  }
  Value splat(Value word, int64_t count) {
    if (count == 1)
      return word;
    return mlir::vector::BroadcastOp::create(b, loc, getVectorType(count),
                                             word);
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

  Value add(Value lhs, Value rhs) {
    return emit<mlir::arith::AddIOp>(lhs, rhs);
  }
  Value add(Value lhs, int64_t rhs) { return add(lhs, constantLike(lhs, rhs)); }
  Value subtract(Value lhs, Value rhs) {
    return emit<mlir::arith::SubIOp>(lhs, rhs);
  }
  Value multiply(Value lhs, int64_t rhs) {
    return emit<mlir::arith::MulIOp>(lhs, constantLike(lhs, rhs));
  }
  Value divide(Value lhs, int64_t rhs) {
    return llvm::isPowerOf2_64(rhs)
               ? shiftRight(lhs, llvm::Log2_64(rhs))
               : emit<mlir::arith::DivUIOp>(lhs, constantLike(lhs, rhs));
  }
  Value remainder(Value lhs, int64_t rhs) {
    return llvm::isPowerOf2_64(rhs)
               ? mask(lhs, rhs - 1)
               : emit<mlir::arith::RemUIOp>(lhs, constantLike(lhs, rhs));
  }
  Value min(Value lhs, int64_t rhs) {
    return emit<mlir::arith::MinUIOp>(lhs, constant(rhs));
  }
  Value min(Value lhs, Value rhs) {
    return emit<mlir::arith::MinUIOp>(lhs, rhs);
  }
  Value max(Value lhs, int64_t rhs) { return max(lhs, constant(rhs)); }
  Value max(Value lhs, Value rhs) {
    return emit<mlir::arith::MaxUIOp>(lhs, rhs);
  }
  Value mask(Value lhs, int64_t bits) {
    return emit<mlir::arith::AndIOp>(lhs, constantLike(lhs, bits));
  }
  Value shiftLeft(Value lhs, int64_t bits) {
    return bits == 0 ? lhs : shiftLeft(lhs, constantLike(lhs, bits));
  }
  Value shiftLeft(Value lhs, Value bits) {
    return emit<mlir::arith::ShLIOp>(lhs, bits);
  }
  Value shiftRight(Value lhs, int64_t bits) {
    return bits == 0 ? lhs : shiftRight(lhs, constantLike(lhs, bits));
  }
  Value shiftRight(Value lhs, Value bits) {
    return emit<mlir::arith::ShRUIOp>(lhs, bits);
  }

  // Of words or conditions.
  Value both(Value lhs, Value rhs) {
    return emit<mlir::arith::AndIOp>(lhs, rhs);
  }
  Value either(Value lhs, Value rhs) {
    return emit<mlir::arith::OrIOp>(lhs, rhs);
  }
  Value negate(Value condition) {
    return emit<mlir::arith::XOrIOp>(
        condition, mlir::arith::ConstantIntOp::create(b, loc, 1, 1));
  }

  Value isBelow(Value lhs, Value rhs) {
    return compare(mlir::arith::CmpIPredicate::ult, lhs, rhs);
  }
  Value isBelow(Value lhs, int64_t rhs) {
    return isBelow(lhs, constantLike(lhs, rhs));
  }
  Value isEqual(Value lhs, Value rhs) {
    return compare(mlir::arith::CmpIPredicate::eq, lhs, rhs);
  }
  Value isEqual(Value lhs, int64_t rhs) {
    return isEqual(lhs, constantLike(lhs, rhs));
  }
  Value isNotEqual(Value lhs, int64_t rhs) {
    return compare(mlir::arith::CmpIPredicate::ne, lhs, constantLike(lhs, rhs));
  }
  Value select(Value condition, Value then, Value otherwise) {
    return b.createOrFold<mlir::arith::SelectOp>(loc, condition, then,
                                                 otherwise);
  }

  Value asIndex(Value word) {
    return b.createOrFold<mlir::arith::IndexCastUIOp>(loc, b.getIndexType(),
                                                      word);
  }
  Value asWord(Value index) {
    return b.createOrFold<mlir::arith::IndexCastUIOp>(loc, b.getI32Type(),
                                                      index);
  }
  Value load(Value buffer, Value position) {
    return mlir::memref::LoadOp::create(b, loc, buffer,
                                        mlir::ValueRange(asIndex(position)));
  }
  Value load(Value buffer, int64_t position) {
    return load(buffer, constant(position));
  }
  void store(Value value, Value buffer, Value position) {
    mlir::memref::StoreOp::create(b, loc, value, buffer,
                                  mlir::ValueRange(asIndex(position)));
  }
  /// Gives what was there before.
  Value update(mlir::arith::AtomicRMWKind kind, Value value, Value buffer,
               Value position) {
    return mlir::memref::AtomicRMWOp::create(
        b, loc, kind, value, buffer, mlir::ValueRange(asIndex(position)));
  }

  void ifThen(Value condition, llvm::function_ref<void(WordBuilder &)> then) {
    mlir::scf::IfOp::create(b, loc, condition,
                            [&](mlir::OpBuilder &b, mlir::Location loc) {
                              WordBuilder inner(b, loc);
                              then(inner);
                              mlir::scf::YieldOp::create(b, loc);
                            });
  }
  /// What the one or the other computes: as many values.
  llvm::SmallVector<Value> choose(
      Value condition,
      llvm::function_ref<llvm::SmallVector<Value>(WordBuilder &)> then,
      llvm::function_ref<llvm::SmallVector<Value>(WordBuilder &)> otherwise) {
    auto yield = [](llvm::function_ref<llvm::SmallVector<Value>(WordBuilder &)>
                        compute) {
      return [=](mlir::OpBuilder &b, mlir::Location loc) {
        WordBuilder inner(b, loc);
        mlir::scf::YieldOp::create(b, loc, compute(inner));
      };
    };
    auto results = mlir::scf::IfOp::create(b, loc, condition, yield(then),
                                           yield(otherwise))
                       .getResults();
    return {results.begin(), results.end()};
  }
  /// For as many threads as `step`, of which each has the numbers behind
  /// `first` that are its own and further steps away, while below `end`. All
  /// loop equally often: on lavapipe, those that left a loop before others did
  /// were seen to write nothing behind the next barrier.
  void share(Value first, Value thread, Value end, int64_t step,
             llvm::function_ref<void(WordBuilder &, Value)> body) {
    forEach(first, end, step, [&](WordBuilder &w, Value begin) {
      Value i = w.add(begin, thread);
      w.ifThen(w.isBelow(i, end), [&](WordBuilder &w) { body(w, i); });
    });
  }
  /// From `first`, in steps, while below `end`; at most 2^31 - 1.
  void forEach(Value first, Value end, int64_t step,
               llvm::function_ref<void(WordBuilder &, Value)> body) {
    mlir::scf::ForOp::create(
        b, loc, first, end, constant(step), mlir::ValueRange(),
        [&](mlir::OpBuilder &b, mlir::Location loc, Value i, mlir::ValueRange) {
          WordBuilder inner(b, loc);
          body(inner, i);
          mlir::scf::YieldOp::create(b, loc);
        });
  }

private:
  mlir::VectorType getVectorType(int64_t count) {
    return mlir::VectorType::get(count, b.getI32Type());
  }
  /// As often as `other` has words.
  Value constantLike(Value other, int64_t value) {
    auto type = mlir::dyn_cast<mlir::VectorType>(other.getType());
    return type ? constants(
                      llvm::SmallVector<int64_t>(type.getDimSize(0), value))
                : constant(value);
  }
  template <typename Op> Value emit(Value lhs, Value rhs) {
    return b.createOrFold<Op>(loc, lhs, rhs);
  }
  Value compare(mlir::arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return b.createOrFold<mlir::arith::CmpIOp>(loc, predicate, lhs, rhs);
  }

  mlir::OpBuilder &b;
  mlir::Location loc;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_WORDBUILDER_H
