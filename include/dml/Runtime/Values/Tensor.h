//===- Tensor.h - A tensor or scalar in host memory -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_TENSOR_H
#define DML_RUNTIME_VALUES_TENSOR_H

#include "dml/Runtime/Values/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace dml {

/// The type of a runtime value: element type and sizes of a tensor, or a
/// scalar.
struct TensorType {
  ElementType elementType = ElementType::F32;
  llvm::SmallVector<int64_t, 4> sizes;
  /// A scalar (`f32`), as opposed to a tensor of rank 0 (`tensor<f32>`).
  bool isScalar = false;
  /// Of elements, one for each dimension (T3); empty for packed row-major.
  llvm::SmallVector<int64_t, 4> strides = {};

  bool isStrided() const { return !strides.empty(); }
  /// Whether an element of this type's tensors lies where it lies in the other
  /// type's, which has the same sizes.
  bool hasSameLayout(const TensorType &other) const;
  /// The same, packed; and with these strides, packed where they are none.
  TensorType getPacked() const;
  TensorType withStrides(llvm::ArrayRef<int64_t> strides) const;
  /// The sizes of the memory: for a strided tensor, how many elements there
  /// are from the first to the last.
  llvm::SmallVector<int64_t, 4> getStorageSizes() const;
  /// Whether the memory has bytes that belong to no element.
  bool hasGaps() const;

  /// Product of the sizes. The sizes of a Tensor never overflow it.
  int64_t getNumElements() const;
  /// Of the memory, gaps included.
  int64_t getNumBytes() const;
  /// Of a raw file: for a strided tensor rounded up (T4).
  int64_t getNumFileBytes() const;

  /// The bytes of a tensor of any sizes; none when a size is negative or the
  /// count overflows 63 bits.
  std::optional<int64_t> computeNumBytes() const;

  bool operator==(const TensorType &other) const;
  bool operator!=(const TensorType &other) const { return !(*this == other); }
};

/// The spelling of the command line: `2x3xf32`, `2x3xf32{1,2}` with strides,
/// and `f32` for a scalar as well as for a tensor of rank 0.
std::string stringify(const TensorType &type);

/// Reads `2x3x4` and nothing else; an empty text has no sizes.
llvm::Expected<llvm::SmallVector<int64_t, 4>> parseSizes(llvm::StringRef text);

/// Reads what `stringify` writes. A type without sizes is a scalar.
llvm::Expected<TensorType> parseTensorType(llvm::StringRef text);

/// Fails unless the type obeys rule T2: sizes of at least 1, at most 2^32-1
/// elements, rank at most 8. Strides obey T3 and T4 for tensors that are read.
llvm::Error checkTensorLimits(const TensorType &type);

/// A tensor (or scalar) and its elements. The memory starts on a 64-byte
/// boundary, unless it is borrowed. Movable; `clone` copies.
class Tensor {
public:
  /// Uninitialised elements. Fails when a size is negative, when the byte count
  /// overflows 63 bits, and when there is not enough memory.
  static llvm::Expected<Tensor> allocate(TensorType type);
  /// As `allocate`, with all bits zero.
  static llvm::Expected<Tensor> allocateZeroed(TensorType type);
  /// As `allocate`, with zero in the bytes that belong to no element.
  static llvm::Expected<Tensor> allocateWithZeroGaps(TensorType type);

  /// Takes over memory that `std::free` frees and that holds the elements.
  static Tensor adopt(TensorType type, char *memory);

  /// The reverse, for a tensor that owns its memory: whoever calls this frees
  /// it.
  char *releaseMemory() && { return storage.release(); }

  /// Uses the elements in somebody's memory, which outlives the tensor and lies
  /// on a boundary of an element.
  static Tensor borrow(TensorType type, char *memory);
  bool ownsMemory() const { return storage.get_deleter().isOwner; }

  llvm::Expected<Tensor> clone() const;

  /// The same elements in another layout; gaps are zero.
  static llvm::Expected<Tensor> convert(Tensor tensor, TensorType type);
  /// Writes the elements of a tensor of the same sizes and element type, and no
  /// gaps.
  void copyElementsFrom(const Tensor &other);

  const TensorType &getType() const { return type; }
  ElementType getElementType() const { return type.elementType; }
  llvm::ArrayRef<int64_t> getSizes() const { return type.sizes; }
  int64_t getNumElements() const { return type.getNumElements(); }
  int64_t getNumBytes() const { return type.getNumBytes(); }

  char *data() { return storage.get(); }
  const char *data() const { return storage.get(); }
  llvm::ArrayRef<char> bytes() const {
    return {data(), static_cast<size_t>(getNumBytes())};
  }

  /// The bits of the element at a row-major position, zero-extended; and the
  /// low bits written to it.
  uint64_t getElementBits(int64_t position) const;
  void setElementBits(int64_t position, uint64_t bits);

  /// Gives every element the same bits.
  void fill(uint64_t bits);

private:
  struct Free {
    Free() : Free(true) {}
    explicit Free(bool isOwner) : isOwner(isOwner) {}
    bool isOwner;
    void operator()(char *memory) const;
  };
  /// Where the element at a row-major position lies.
  int64_t getOffset(int64_t position) const;
  Tensor(TensorType type, std::unique_ptr<char, Free> storage)
      : type(std::move(type)), storage(std::move(storage)) {}

  TensorType type;
  std::unique_ptr<char, Free> storage;
};

} // namespace dml

#endif // DML_RUNTIME_VALUES_TENSOR_H
