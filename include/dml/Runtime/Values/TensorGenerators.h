//===- TensorGenerators.h - Tensors from a rule -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element depends on the seed and its row-major position only, so that a
// spelling means the same bits on every machine. The random numbers are those
// of SplitMix64, whose n-th number takes no state but n.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_TENSORGENERATORS_H
#define DML_RUNTIME_VALUES_TENSORGENERATORS_H

#include "dml/Runtime/Values/Tensor.h"

namespace dml {

/// 0, 1, 2, ... in row-major order. Integers wrap around modulo 2^bits; floats
/// are rounded to the nearest, which for f16 is inf from 65520 on.
void fillIota(Tensor &tensor);

/// Uniformly distributed bits: for a float all of them, NaNs included. Element
/// n is the top bits of the n-th number of SplitMix64.
void fillRandom(Tensor &tensor, uint64_t seed);

/// Integers in [0, bound): the top 64 bits of the product of the bound and the
/// n-th number of SplitMix64. Fails for floats, a bound of 0, and a bound - 1
/// that does not fit the element type.
llvm::Error fillRandomBelow(Tensor &tensor, uint64_t seed, uint64_t bound);

/// The indices of a max-pooling with disjoint windows, as max_unpooling takes
/// them: the tensor has the input's sizes NxCxHxW, and each element is a
/// row-major position in an output of sizes NxCxHoxWo, in the same n and c, and
/// in the block of rows [h*Ho/H, max(h*Ho/H + 1, (h+1)*Ho/H)) and the same of
/// columns. Where Ho >= H and Wo >= W no position comes twice. Fails unless the
/// element type is i32, i64, ui32 or ui64 and holds every position.
llvm::Error fillPooled(Tensor &tensor, uint64_t seed,
                       llvm::ArrayRef<int64_t> outputSizes);

/// Windows of a max-pooling in one dimension.
struct PoolingWindow {
  int64_t size, stride, padding;
};

/// The same for windows that may overlap: those of row h are the rows of the
/// output in [h*stride - padding, h*stride - padding + size), and columns
/// alike. Fails where there are none.
llvm::Error fillPooled(Tensor &tensor, uint64_t seed,
                       llvm::ArrayRef<int64_t> outputSizes,
                       const PoolingWindow &rows, const PoolingWindow &columns);

/// The same anywhere in the output's plane of the same n and c.
llvm::Error fillShuffled(Tensor &tensor, uint64_t seed,
                         llvm::ArrayRef<int64_t> outputSizes);

/// Whether the contents of a value start like the name of a generator.
bool isGenerator(llvm::StringRef text);

/// Fills a new tensor by `iota`, `random:SEED`, `random:SEED:BOUND`,
/// `uniform:SEED:LOW:HIGH`, `normal:SEED`, `pooled:SEED:NxCxHoxWo`, the same
/// followed by `:WINDOW:STRIDE:PADDING`, or `shuffled:SEED:NxCxHoxWo`. Window,
/// stride and padding are numbers, or two as in `3x2` for rows and columns.
/// Seed and bound are decimal or `0x` numbers below 2^64.
llvm::Expected<Tensor> generateTensor(llvm::StringRef text,
                                      const TensorType &type);

} // namespace dml

#endif // DML_RUNTIME_VALUES_TENSORGENERATORS_H
