//===- Tensor.cpp - A tensor or scalar in host memory ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/Tensor.h"
#include "dml/IR/Shapes/Strides.h"
#include "dml/Runtime/Values/AlignedMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace dml;
using llvm::createStringError;
using llvm::Twine;

// Raw files, .npy files and the bits of an element are little-endian; the
// memory of a tensor is copied to and from them as it is.
static_assert(llvm::endianness::native == llvm::endianness::little,
              "the runtime needs a little-endian host");

// The bounds of rule T2.
constexpr static size_t kMaxRank = 8;
constexpr static int64_t kMaxElements = UINT32_MAX;

//===----------------------------------------------------------------------===//
// TensorType
//===----------------------------------------------------------------------===//

/// The product of the sizes; none when one is negative or it overflows.
static std::optional<int64_t>
computeNumElements(llvm::ArrayRef<int64_t> sizes) {
  if (llvm::any_of(sizes, [](int64_t size) { return size < 0; }))
    return std::nullopt;
  // An empty tensor is empty however large its other sizes are.
  if (llvm::is_contained(sizes, 0))
    return 0;
  std::optional<int64_t> product = 1;
  for (int64_t size : sizes) {
    product = llvm::checkedMul(*product, size);
    if (!product)
      return std::nullopt;
  }
  return product;
}

int64_t TensorType::getNumElements() const {
  std::optional<int64_t> numElements = computeNumElements(sizes);
  assert(numElements && "sizes are negative or overflow");
  return *numElements;
}

/// The strides, or those that a packed tensor has.
static Sizes getStrides(const TensorType &type) {
  return type.isStrided() ? Sizes(SizesRef(type.strides))
                          : getPackedStrides(type.sizes);
}

bool TensorType::hasSameLayout(const TensorType &other) const {
  return llvm::all_of(
      llvm::zip_equal(sizes, getStrides(*this), getStrides(other)),
      [](auto dimension) {
        auto [size, stride, otherStride] = dimension;
        return size <= 1 || stride == otherStride;
      });
}

TensorType TensorType::getPacked() const {
  TensorType packed = *this;
  packed.strides.clear();
  return packed;
}

TensorType TensorType::withStrides(llvm::ArrayRef<int64_t> strides) const {
  TensorType type = getPacked();
  type.strides.assign(strides.begin(), strides.end());
  return type;
}

llvm::SmallVector<int64_t, 4> TensorType::getStorageSizes() const {
  if (!isStrided())
    return sizes;
  return {getStorageElements(sizes, strides)};
}

bool TensorType::hasGaps() const {
  return isStrided() && dml::hasGaps(sizes, strides);
}

int64_t TensorType::getNumBytes() const {
  int64_t elements =
      isStrided() ? getStorageElements(sizes, strides) : getNumElements();
  return elements * getByteWidth(elementType);
}

int64_t TensorType::getNumFileBytes() const {
  return isStrided()
             ? getStorageBytes(sizes, strides, getByteWidth(elementType))
             : getNumBytes();
}

std::optional<int64_t> TensorType::computeNumBytes() const {
  if (isStrided())
    return getNumBytes();
  std::optional<int64_t> numElements = computeNumElements(sizes);
  if (!numElements)
    return std::nullopt;
  return llvm::checkedMul<int64_t>(*numElements, getByteWidth(elementType));
}

bool TensorType::operator==(const TensorType &other) const {
  return elementType == other.elementType && sizes == other.sizes &&
         isScalar == other.isScalar && strides == other.strides;
}

std::string dml::stringify(const TensorType &type) {
  std::string text;
  for (int64_t size : type.sizes)
    text += std::to_string(size) + "x";
  text += stringify(type.elementType).str();
  if (!type.isStrided())
    return text;
  return text + "{" +
         llvm::join(llvm::map_range(
                        type.strides,
                        [](int64_t stride) { return std::to_string(stride); }),
                    ",") +
         "}";
}

/// Reads `8,4,1`.
static llvm::Expected<llvm::SmallVector<int64_t, 4>>
parseStrides(llvm::StringRef text) {
  llvm::SmallVector<int64_t, 4> strides;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  text.split(parts, ',');
  for (llvm::StringRef part : parts) {
    int64_t stride;
    if (!llvm::all_of(part.trim(), llvm::isDigit) ||
        part.trim().getAsInteger(10, stride))
      return createStringError("'" + part.trim() + "' is not a stride (in '{" +
                               text + "}') [T3]");
    strides.push_back(stride);
  }
  return strides;
}

llvm::Expected<llvm::SmallVector<int64_t, 4>>
dml::parseSizes(llvm::StringRef text) {
  llvm::SmallVector<int64_t, 4> sizes;
  if (text.empty())
    return sizes;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  text.split(parts, 'x');
  for (llvm::StringRef part : parts) {
    if (part.empty() || !llvm::all_of(part, llvm::isDigit))
      return createStringError("'" + part + "' is not a size (in '" + text +
                               "')");
    int64_t size;
    if (part.getAsInteger(10, size))
      return createStringError("size " + part + " does not fit 63 bits");
    sizes.push_back(size);
  }
  return sizes;
}

llvm::Expected<TensorType> dml::parseTensorType(llvm::StringRef text) {
  llvm::StringRef strides;
  bool hasStrides = text.consume_back("}");
  if (hasStrides) {
    std::tie(text, strides) = text.split('{');
    text = text.rtrim();
  }
  // The element type starts at the first letter that does not separate sizes.
  size_t start =
      text.find_if([](char c) { return llvm::isAlpha(c) && c != 'x'; });
  if (start == llvm::StringRef::npos)
    return createStringError("'" + text +
                             "' is not a type; expected sizes and an element "
                             "type, such as 2x3xf32 or f32");
  llvm::StringRef name = text.substr(start);
  std::optional<ElementType> elementType = symbolizeElementType(name);
  if (!elementType)
    return createStringError("unknown element type '" + name +
                             "'; expected one of " + listElementTypes() +
                             ", or index for a scalar");

  TensorType type;
  type.elementType = *elementType;
  llvm::StringRef prefix = text.take_front(start);
  if (prefix.empty()) {
    if (hasStrides)
      return createStringError("a scalar has no strides [T3]");
    type.isScalar = true;
    return type;
  }
  if (!prefix.consume_back("x") || prefix.empty())
    return createStringError("'" + text.take_front(start) + "' before '" +
                             name + "' is not a list of sizes such as 2x3x");
  auto sizes = parseSizes(prefix);
  if (!sizes)
    return sizes.takeError();
  if (*elementType == ElementType::Index)
    return createStringError("a tensor of index is not supported; expected one "
                             "of " +
                             listElementTypes() + " [T1]");
  type.sizes = std::move(*sizes);
  if (hasStrides) {
    auto parsed = parseStrides(strides);
    if (!parsed)
      return parsed.takeError();
    type.strides = std::move(*parsed);
  }
  return type;
}

llvm::Error dml::checkTensorLimits(const TensorType &type) {
  if (type.sizes.size() > kMaxRank)
    return createStringError("rank " + Twine(type.sizes.size()) +
                             " is above 8 [T2]");
  for (auto [dimension, size] : llvm::enumerate(type.sizes))
    if (size < 1)
      return createStringError("dimension " + Twine(dimension) + " of " +
                               stringify(type) + " has size " + Twine(size) +
                               "; every size must be at least 1 [T2]");
  std::optional<int64_t> numElements = computeNumElements(type.sizes);
  if (!numElements || *numElements > kMaxElements)
    return createStringError(stringify(type) + " has more than " +
                             Twine(kMaxElements) + " elements [T2]");
  if (!type.isStrided())
    return llvm::Error::success();
  return checkStrides("tensor", type.sizes, type.strides,
                      getByteWidth(type.elementType), StridedUse::Read);
}

//===----------------------------------------------------------------------===//
// Tensor
//===----------------------------------------------------------------------===//

void Tensor::Free::operator()(char *memory) const {
  if (isOwner)
    std::free(memory);
}

llvm::Expected<Tensor> Tensor::allocate(TensorType type) {
  for (auto [dimension, size] : llvm::enumerate(type.sizes))
    if (size < 0)
      return createStringError("dimension " + Twine(dimension) +
                               " has negative size " + Twine(size));
  std::optional<int64_t> numBytes = type.computeNumBytes();
  if (!numBytes || *numBytes > INT64_MAX - int64_t(kTensorAlignment))
    return createStringError("the byte count of a " + stringify(type) +
                             " tensor overflows 63 bits");

  char *memory = allocateAligned(*numBytes);
  if (!memory)
    return createStringError("cannot allocate " + Twine(*numBytes) +
                             " bytes for a " + stringify(type) + " tensor");
  return Tensor(std::move(type), std::unique_ptr<char, Free>(memory));
}

Tensor Tensor::adopt(TensorType type, char *memory) {
  return Tensor(std::move(type), std::unique_ptr<char, Free>(memory));
}

Tensor Tensor::borrow(TensorType type, char *memory) {
  return Tensor(std::move(type),
                std::unique_ptr<char, Free>(memory, Free(/*isOwner=*/false)));
}

llvm::Expected<Tensor> Tensor::allocateZeroed(TensorType type) {
  llvm::Expected<Tensor> tensor = allocate(std::move(type));
  if (tensor)
    std::memset(tensor->data(), 0, tensor->getNumBytes());
  return tensor;
}

llvm::Expected<Tensor> Tensor::allocateWithZeroGaps(TensorType type) {
  // The storage of a strided tensor without elements is one gap.
  return type.hasGaps() || type.getNumElements() == 0
             ? allocateZeroed(std::move(type))
             : allocate(std::move(type));
}

llvm::Expected<Tensor> Tensor::clone() const {
  llvm::Expected<Tensor> copy = allocate(type);
  if (copy)
    std::memcpy(copy->data(), data(), getNumBytes());
  return copy;
}

llvm::Expected<Tensor> Tensor::convert(Tensor tensor, TensorType type) {
  // Only the storage of strided tensors has bytes where there is no element.
  if (tensor.type.hasSameLayout(type) &&
      tensor.getNumBytes() == type.getNumBytes()) {
    tensor.type = std::move(type);
    return tensor;
  }
  llvm::Expected<Tensor> converted = allocateWithZeroGaps(std::move(type));
  if (converted)
    converted->copyElementsFrom(tensor);
  return converted;
}

void Tensor::copyElementsFrom(const Tensor &other) {
  // The other one may have no storage then.
  if (type.getNumElements() == 0)
    return;
  unsigned width = getByteWidth(type.elementType);
  if (type.hasSameLayout(other.type) && !type.hasGaps()) {
    std::memcpy(data(), other.data(), getNumBytes());
    return;
  }
  Sizes to = getStrides(type), from = getStrides(other.type);
  auto copy = [&](auto &copy, size_t i, int64_t target,
                  int64_t source) -> void {
    if (i == type.sizes.size()) {
      std::memcpy(data() + target * width, other.data() + source * width,
                  width);
      return;
    }
    for (int64_t k = 0; k < type.sizes[i]; ++k)
      copy(copy, i + 1, target + k * to[i], source + k * from[i]);
  };
  copy(copy, 0, 0, 0);
}

int64_t Tensor::getOffset(int64_t position) const {
  if (!type.isStrided())
    return position;
  int64_t offset = 0;
  for (size_t i = type.sizes.size(); i-- > 0; position /= type.sizes[i])
    offset += position % type.sizes[i] * type.strides[i];
  return offset;
}

uint64_t Tensor::getElementBits(int64_t position) const {
  unsigned width = getByteWidth(type.elementType);
  uint64_t bits = 0;
  std::memcpy(&bits, data() + getOffset(position) * width, width);
  return bits;
}

void Tensor::setElementBits(int64_t position, uint64_t bits) {
  unsigned width = getByteWidth(type.elementType);
  std::memcpy(data() + getOffset(position) * width, &bits, width);
}

void Tensor::fill(uint64_t bits) {
  if (type.isStrided()) {
    for (int64_t i = 0, e = getNumElements(); i < e; ++i)
      setElementBits(i, bits);
    return;
  }
  switch (getByteWidth(type.elementType)) {
  case 1:
    std::fill_n(reinterpret_cast<uint8_t *>(data()), getNumElements(), bits);
    return;
  case 2:
    std::fill_n(reinterpret_cast<uint16_t *>(data()), getNumElements(), bits);
    return;
  case 4:
    std::fill_n(reinterpret_cast<uint32_t *>(data()), getNumElements(), bits);
    return;
  case 8:
    std::fill_n(reinterpret_cast<uint64_t *>(data()), getNumElements(), bits);
    return;
  }
  llvm_unreachable("unknown element width");
}
