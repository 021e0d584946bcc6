//===- MemRefDescriptor.h - Buffers as generated code sees them -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_CPU_MEMREFDESCRIPTOR_H
#define DML_LIB_RUNTIME_CPU_MEMREFDESCRIPTOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace dml {

/// MLIR's descriptor of a ranked memref: {allocated, aligned, offset,
/// sizes[rank], strides[rank]}, all of 64 bits.
class MemRefDescriptor {
public:
  static size_t getNumBytes(size_t rank) { return (3 + 2 * rank) * 8; }

  /// Describes packed row-major memory in words of these bytes.
  static void write(int64_t *words, const void *data, const int64_t *sizes,
                    size_t rank) {
    words[0] = words[1] = reinterpret_cast<int64_t>(data);
    words[2] = 0;
    int64_t stride = 1;
    for (size_t i = rank; i-- > 0;) {
      words[3 + i] = sizes[i];
      words[3 + rank + i] = stride;
      stride *= sizes[i];
    }
  }

  MemRefDescriptor(const char *data, llvm::ArrayRef<int64_t> sizes)
      : words(3 + 2 * sizes.size()) {
    write(words.data(), data, sizes.data(), sizes.size());
  }

  int64_t *data() { return words.data(); }

private:
  llvm::SmallVector<int64_t, 19> words;
};

/// A descriptor that generated code filled in.
class MemRefView {
public:
  MemRefView(const char *memory, size_t rank)
      : words(reinterpret_cast<const int64_t *>(memory), 3 + 2 * rank),
        rank(rank) {}

  char *getAllocated() const { return reinterpret_cast<char *>(words[0]); }
  char *getAligned() const { return reinterpret_cast<char *>(words[1]); }
  int64_t getOffset() const { return words[2]; }
  llvm::ArrayRef<int64_t> getSizes() const { return words.slice(3, rank); }

private:
  llvm::ArrayRef<int64_t> words;
  size_t rank;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_CPU_MEMREFDESCRIPTOR_H
