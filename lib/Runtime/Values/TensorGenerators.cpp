//===- TensorGenerators.cpp - Tensors from a rule -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/TensorGenerators.h"
#include "FillElements.h"
#include "dml/Runtime/Values/Distributions.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// iota
//===----------------------------------------------------------------------===//

/// No half lies between 65504 and inf, so only the first positions need the
/// slow conversion.
static uint64_t getHalfBits(int64_t value) {
  constexpr int64_t firstInfinite = 65520;
  constexpr uint64_t infinity = 0x7C00;
  if (value >= firstInfinite)
    return infinity;
  llvm::APFloat half(llvm::APFloat::IEEEhalf());
  half.convertFromAPInt(llvm::APInt(64, value), /*IsSigned=*/false,
                        llvm::APFloat::rmNearestTiesToEven);
  return half.bitcastToAPInt().getZExtValue();
}

void dml::fillIota(Tensor &tensor) {
  auto identity = [](int64_t i) { return i; };
  switch (tensor.getElementType()) {
  case ElementType::F64:
    return fillAs<double>(tensor, identity);
  case ElementType::F32:
    return fillAs<float>(tensor, identity);
  case ElementType::F16:
    return fillAs<uint16_t>(tensor, getHalfBits);
  default:
    return fillBits(tensor, identity);
  }
}

//===----------------------------------------------------------------------===//
// random
//===----------------------------------------------------------------------===//

void dml::fillRandom(Tensor &tensor, uint64_t seed) {
  unsigned shift = 64 - 8 * getByteWidth(tensor.getElementType());
  fillBits(tensor, [=](uint64_t i) { return splitMix64(seed, i) >> shift; });
}

static Error checkBound(ElementType type, uint64_t bound) {
  if (isFloat(type))
    return createStringError("random with a bound makes integers, and " +
                             stringify(type) +
                             " is a float type; leave the bound out for "
                             "random bits");
  if (bound == 0)
    return createStringError("a bound of 0 leaves no number below it");
  if (bound - 1 > getMaxInteger(type))
    return createStringError("numbers below " + Twine(bound) + " do not fit " +
                             stringify(type) + ", whose largest is " +
                             Twine(getMaxInteger(type)));
  return Error::success();
}

Error dml::fillRandomBelow(Tensor &tensor, uint64_t seed, uint64_t bound) {
  if (Error error = checkBound(tensor.getElementType(), bound))
    return error;
  fillBits(tensor, [=](uint64_t i) {
    return scaleToBound(splitMix64(seed, i), bound);
  });
  return Error::success();
}

//===----------------------------------------------------------------------===//
// pooled
//===----------------------------------------------------------------------===//

static Error checkPooled(const TensorType &type,
                         llvm::ArrayRef<int64_t> outputSizes) {
  switch (type.elementType) {
  case ElementType::I32:
  case ElementType::I64:
  case ElementType::UI32:
  case ElementType::UI64:
    break;
  default:
    return createStringError("pooled makes indices of type ui32, ui64, i32 or "
                             "i64, not " +
                             stringify(type.elementType));
  }
  if (type.sizes.size() != 4 || outputSizes.size() != 4)
    return createStringError("pooled needs 4 dimensions on both sides, given " +
                             Twine(type.sizes.size()) + " and " +
                             Twine(outputSizes.size()));

  TensorType output = {type.elementType, {}, /*isScalar=*/false};
  output.sizes.assign(outputSizes.begin(), outputSizes.end());
  for (const TensorType &checked : {type, output})
    if (Error error = checkTensorLimits(checked))
      return error;
  for (int dimension : {0, 1})
    if (type.sizes[dimension] != outputSizes[dimension])
      return createStringError("dimension " + Twine(dimension) + ": expected " +
                               Twine(type.sizes[dimension]) + " as in " +
                               stringify(type) + ", given " +
                               Twine(outputSizes[dimension]));
  uint64_t lastPosition = output.getNumElements() - 1;
  if (lastPosition > getMaxInteger(type.elementType))
    return createStringError("positions up to " + Twine(lastPosition) +
                             " do not fit " + stringify(type.elementType));
  return Error::success();
}

namespace {
/// Walks over the blocks [i*Out/In, max(i*Out/In + 1, (i+1)*Out/In)) that
/// divide an output dimension among the positions i of an input dimension.
/// Keeps quotient and remainder of the begin, which saves divisions.
class BlockWalker {
public:
  BlockWalker(uint64_t inputSize, uint64_t outputSize)
      : inputSize(inputSize), step(outputSize / inputSize),
        stepRemainder(outputSize % inputSize) {}

  void advance() {
    begin += step;
    remainder += stepRemainder;
    if (remainder < inputSize)
      return;
    remainder -= inputSize;
    ++begin;
  }

  /// Maps 32 random bits into the block. Sizes are below 2^32 [T2].
  uint64_t select(uint32_t random) const {
    uint64_t carry = remainder + stepRemainder >= inputSize;
    uint64_t size = std::max<uint64_t>(step + carry, 1);
    return begin + ((random * size) >> 32);
  }

private:
  uint64_t inputSize, step, stepRemainder;
  uint64_t begin = 0, remainder = 0;
};
} // namespace

namespace {
/// Walks over the parts [i*stride - padding, i*stride - padding + size) of an
/// output dimension that lie in it.
class WindowWalker {
public:
  WindowWalker(int64_t outputSize, const PoolingWindow &window)
      : outputSize(outputSize), window(window), start(-window.padding) {}

  void advance() { start += window.stride; }

  uint64_t select(uint32_t random) const {
    int64_t begin = std::max<int64_t>(start, 0);
    uint64_t size = std::min(start + window.size, outputSize) - begin;
    return begin + ((random * size) >> 32);
  }

private:
  int64_t outputSize;
  PoolingWindow window;
  int64_t start;
};
} // namespace

/// `makeWalker` makes one for a dimension.
template <typename Element, typename MakeWalker>
static void fillPooledAs(Tensor &tensor, uint64_t seed,
                         llvm::ArrayRef<int64_t> outputSizes,
                         const MakeWalker &makeWalker) {
  llvm::ArrayRef<int64_t> sizes = tensor.getSizes();
  auto *elements = reinterpret_cast<Element *>(tensor.data());
  auto fillPlane = [&](int64_t plane) {
    int64_t i = plane * sizes[2] * sizes[3];
    auto rows = makeWalker(2);
    for (int64_t h = 0; h < sizes[2]; ++h, rows.advance()) {
      auto columns = makeWalker(3);
      for (int64_t w = 0; w < sizes[3]; ++w, ++i, columns.advance()) {
        uint64_t random = splitMix64(seed, i);
        uint64_t row = rows.select(random >> 32);
        uint64_t column = columns.select(random);
        elements[i] = (plane * outputSizes[2] + row) * outputSizes[3] + column;
      }
    }
  };
  int64_t numPlanes = sizes[0] * sizes[1];
  bool isLarge = tensor.getNumElements() > kElementsOfTask;
  WorkerPool::get().forEach(numPlanes, isLarge ? WorkerPool::getNumCores() : 1,
                            fillPlane);
}

template <typename MakeWalker>
static void fillPooledBy(Tensor &tensor, uint64_t seed,
                         llvm::ArrayRef<int64_t> outputSizes,
                         const MakeWalker &makeWalker) {
  if (getByteWidth(tensor.getElementType()) == 4)
    fillPooledAs<uint32_t>(tensor, seed, outputSizes, makeWalker);
  else
    fillPooledAs<uint64_t>(tensor, seed, outputSizes, makeWalker);
}

Error dml::fillPooled(Tensor &tensor, uint64_t seed,
                      llvm::ArrayRef<int64_t> outputSizes) {
  if (Error error = checkPooled(tensor.getType(), outputSizes))
    return error;
  llvm::ArrayRef<int64_t> sizes = tensor.getSizes();
  fillPooledBy(tensor, seed, outputSizes, [&](int dimension) {
    return BlockWalker(sizes[dimension], outputSizes[dimension]);
  });
  return Error::success();
}

/// Whether each window of the dimension has a part of the output.
static Error checkWindow(const TensorType &type,
                         llvm::ArrayRef<int64_t> outputSizes,
                         const PoolingWindow &window, int dimension) {
  // Of which products do not overflow.
  constexpr int64_t limit = std::numeric_limits<int32_t>::max();
  auto isBetween = [](int64_t value, int64_t low, int64_t high) {
    return value >= low && value <= high;
  };
  if (!isBetween(window.size, 1, limit) ||
      !isBetween(window.stride, 1, limit) ||
      !isBetween(window.padding, 0, window.size - 1))
    return createStringError("expected a window and a stride of at least 1, "
                             "and a padding less than the window, given " +
                             Twine(window.size) + ", " + Twine(window.stride) +
                             " and " + Twine(window.padding));
  int64_t last = (type.sizes[dimension] - 1) * window.stride - window.padding;
  if (last >= outputSizes[dimension])
    return createStringError("dimension " + Twine(dimension) +
                             ": the last window begins at " + Twine(last) +
                             ", behind the " + Twine(outputSizes[dimension]) +
                             " positions of the output");
  return Error::success();
}

Error dml::fillPooled(Tensor &tensor, uint64_t seed,
                      llvm::ArrayRef<int64_t> outputSizes,
                      const PoolingWindow &rows, const PoolingWindow &columns) {
  if (Error error = checkPooled(tensor.getType(), outputSizes))
    return error;
  for (int dimension : {2, 3})
    if (Error error = checkWindow(tensor.getType(), outputSizes,
                                  dimension == 2 ? rows : columns, dimension))
      return error;
  fillPooledBy(tensor, seed, outputSizes, [&](int dimension) {
    return WindowWalker(outputSizes[dimension],
                        dimension == 2 ? rows : columns);
  });
  return Error::success();
}

Error dml::fillShuffled(Tensor &tensor, uint64_t seed,
                        llvm::ArrayRef<int64_t> outputSizes) {
  if (Error error = checkPooled(tensor.getType(), outputSizes))
    return error;
  llvm::ArrayRef<int64_t> sizes = tensor.getSizes();
  uint64_t inputs = sizes[2] * sizes[3];
  uint64_t outputs = outputSizes[2] * outputSizes[3];
  fillBits(tensor, [=](uint64_t i) {
    return i / inputs * outputs + scaleToBound(splitMix64(seed, i), outputs);
  });
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Spelling
//===----------------------------------------------------------------------===//

bool dml::isGenerator(StringRef text) {
  return !text.empty() && llvm::isAlpha(text.front()) &&
         !text.starts_with("inf") && !text.starts_with("nan");
}

static Expected<uint64_t> parseUnsigned(StringRef what, StringRef text) {
  StringRef digits = text;
  unsigned radix = digits.consume_front("0x") ? 16 : 10;
  uint64_t value;
  if (digits.getAsInteger(radix, value))
    return createStringError("'" + text + "' is not a " + what +
                             "; expected a number from 0 to 2^64-1");
  return value;
}

static Expected<Tensor> generateBelow(uint64_t seed, StringRef boundText,
                                      const TensorType &type) {
  Expected<uint64_t> bound = parseUnsigned("bound", boundText);
  if (!bound)
    return bound.takeError();
  // Checked here already, before there is a tensor.
  if (Error error = checkBound(type.elementType, *bound))
    return error;
  Expected<Tensor> tensor = Tensor::allocate(type);
  if (!tensor)
    return tensor;
  if (Error error = fillRandomBelow(*tensor, seed, *bound))
    return error;
  return tensor;
}

/// Window, stride and padding of `pooled:SEED:NxCxHoxWo:K:S:P`, each a number
/// or two, as in `3x2`, for the rows and for the columns.
static Error parseWindows(llvm::ArrayRef<StringRef> parts, PoolingWindow &rows,
                          PoolingWindow &columns) {
  constexpr int64_t PoolingWindow::*members[] = {
      &PoolingWindow::size, &PoolingWindow::stride, &PoolingWindow::padding};
  for (auto [text, member] : llvm::zip_equal(parts.drop_front(3), members)) {
    auto [first, second] = text.split('x');
    if (!text.contains('x'))
      second = first;
    if (first.getAsInteger(10, rows.*member) ||
        second.getAsInteger(10, columns.*member))
      return createStringError("'" + text +
                               "' is not a number, or two as in "
                               "'3x2' (in '" +
                               llvm::join(parts, ":") + "')");
  }
  return Error::success();
}

/// Fills by `pooled:SEED:NxCxHoxWo`, `pooled:SEED:NxCxHoxWo:K:S:P` or
/// `shuffled:SEED:NxCxHoxWo`, split at its colons.
static Expected<Tensor> generatePooled(uint64_t seed,
                                       llvm::ArrayRef<StringRef> parts,
                                       const TensorType &type) {
  auto outputSizes = parseSizes(parts[2]);
  if (!outputSizes)
    return outputSizes.takeError();
  PoolingWindow rows = {}, columns = {};
  if (parts.size() > 3)
    if (Error error = parseWindows(parts, rows, columns))
      return error;
  // Checked here already, before there is a tensor.
  if (Error error = checkPooled(type, *outputSizes))
    return error;
  Expected<Tensor> tensor = Tensor::allocate(type);
  if (!tensor)
    return tensor;
  Error error = parts[0] == "shuffled"
                    ? fillShuffled(*tensor, seed, *outputSizes)
                : parts.size() > 3
                    ? fillPooled(*tensor, seed, *outputSizes, rows, columns)
                    : fillPooled(*tensor, seed, *outputSizes);
  if (error)
    return error;
  return tensor;
}

Expected<Tensor> dml::generateTensor(StringRef text, const TensorType &type) {
  text = text.rtrim();
  llvm::SmallVector<StringRef, 6> parts;
  text.split(parts, ':');
  StringRef name = parts[0];
  bool isIota = name == "iota" && parts.size() == 1;
  bool isRandom = name == "random" && parts.size() == 2;
  bool isBelow = name == "random" && parts.size() == 3;
  bool isUniform = name == "uniform" && parts.size() == 4;
  bool isNormal = name == "normal" && parts.size() == 2;
  bool isPooled =
      (name == "pooled" && (parts.size() == 3 || parts.size() == 6)) ||
      (name == "shuffled" && parts.size() == 3);
  if (!isIota && !isRandom && !isBelow && !isUniform && !isNormal && !isPooled)
    return createStringError("'" + text +
                             "' is neither numbers nor a generator; expected "
                             "iota, random:SEED, random:SEED:BOUND, "
                             "uniform:SEED:LOW:HIGH, normal:SEED, "
                             "pooled:SEED:NxCxHxW[:WINDOW:STRIDE:PADDING] or "
                             "shuffled:SEED:NxCxHxW");

  Expected<uint64_t> seed = isIota ? 0 : parseUnsigned("seed", parts[1]);
  if (!seed)
    return seed.takeError();
  if (isUniform)
    return generateUniform(*seed, parts[2], parts[3], type);
  if (isNormal)
    return generateNormal(*seed, type);
  if (isBelow)
    return generateBelow(*seed, parts[2], type);
  if (isPooled)
    return generatePooled(*seed, parts, type);
  Expected<Tensor> tensor = Tensor::allocate(type);
  if (!tensor)
    return tensor;
  if (isIota)
    fillIota(*tensor);
  else
    fillRandom(*tensor, *seed);
  return tensor;
}
