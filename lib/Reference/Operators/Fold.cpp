//===- Fold.cpp - fold in plain loops -------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Operators/Fold.h"
#include "Parts.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <cstring>

namespace dml::reference {
namespace {

/// Elements that are summed in their own type. Integers are unsigned, so that
/// sums wrap.
template <typename T> struct Plain {
  using Element = T;
  using Sum = T;
  static Sum widen(Element element) { return element; }
  static Element round(Sum sum) {
    if (std::is_floating_point_v<T> && std::isnan(sum))
      return std::numeric_limits<T>::quiet_NaN();
    return sum;
  }
};

/// f16, which is summed in f32 and rounded once (O4).
struct Half {
  using Element = uint16_t;
  using Sum = float;

  static Sum widen(Element element) {
    llvm::APFloat value(llvm::APFloat::IEEEhalf(), llvm::APInt(16, element));
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEsingle(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return value.convertToFloat();
  }
  static Element round(Sum sum) {
    const llvm::fltSemantics &half = llvm::APFloat::IEEEhalf();
    llvm::APFloat value = llvm::APFloat::getQNaN(half);
    if (!std::isnan(sum)) {
      bool losesInfo;
      value = llvm::APFloat(sum);
      value.convert(half, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    }
    return value.bitcastToAPInt().getZExtValue();
  }
};

/// The block whose window has element `k` at `position` of a padded dimension;
/// nothing if there is none.
std::optional<int64_t> findBlock(const UnfoldWindow &window, unsigned i,
                                 int64_t position, int64_t k, int64_t blocks) {
  int64_t first = position - k * window.dilations[i];
  if (first < 0 || first % window.strides[i] != 0 ||
      first / window.strides[i] >= blocks)
    return std::nullopt;
  return first / window.strides[i];
}

class Folder {
public:
  Folder(ConstTensorView input, TensorView result, const UnfoldWindow &window)
      : input(input), result(result), window(window),
        spatialSizes(result.sizes.drop_front(2)),
        blocks(countBlocks(spatialSizes, window)) {}

  template <typename Kind> void run() {
    int64_t planes = result.sizes[0] * result.sizes[1];
    int64_t planeSize = productOf(spatialSizes);
    int64_t windowsSize = productOf(window.sizes) * productOf(blocks);
    forEachPart(result, planes, [&](int64_t plane) {
      int64_t to = plane * planeSize;
      Sizes position(spatialSizes.size(), 0);
      do {
        auto sum = sumAt<Kind>(plane * windowsSize, position);
        store<typename Kind::Element>(to++, sum ? Kind::round(*sum)
                                                : typename Kind::Element(0));
      } while (advance(position, spatialSizes));
    });
  }

private:
  /// The sum of the elements of the window that lie at this position for some
  /// block, in row-major order (O3); nothing if there are none.
  template <typename Kind>
  std::optional<typename Kind::Sum> sumAt(int64_t from, SizesRef position) {
    std::optional<typename Kind::Sum> sum;
    auto visit = [&](auto &visit, unsigned i, int64_t element,
                     int64_t block) -> void {
      if (i == position.size()) {
        auto addend = Kind::widen(load<typename Kind::Element>(
            from + element * productOf(blocks) + block));
        sum = sum ? typename Kind::Sum(*sum + addend) : addend;
        return;
      }
      for (int64_t k = 0; k < window.sizes[i]; ++k)
        if (auto b = findBlock(window, i, position[i] + window.startPadding[i],
                               k, blocks[i]))
          visit(visit, i + 1, element * window.sizes[i] + k,
                block * blocks[i] + *b);
    };
    visit(visit, 0, 0, 0);
    return sum;
  }

  template <typename T> T load(int64_t position) {
    T element;
    std::memcpy(&element, input.data + position * sizeof(T), sizeof(T));
    return element;
  }
  template <typename T> void store(int64_t position, T element) {
    std::memcpy(result.data + position * sizeof(T), &element, sizeof(T));
  }

  ConstTensorView input;
  TensorView result;
  const UnfoldWindow &window;
  SizesRef spatialSizes;
  Sizes blocks;
};

} // namespace

void fold(ConstTensorView input, TensorView result,
          const UnfoldWindow &window) {
  Folder folder(input, result, window);
  // Windows that do not overlap are moved and not summed.
  if (doWindowsOverlap(window)) {
    if (input.elementType == ElementType::F64)
      return folder.run<Plain<double>>();
    if (input.elementType == ElementType::F32)
      return folder.run<Plain<float>>();
    if (input.elementType == ElementType::F16)
      return folder.run<Half>();
  }
  switch (input.getElementBytes()) {
  case 8:
    return folder.run<Plain<uint64_t>>();
  case 4:
    return folder.run<Plain<uint32_t>>();
  case 2:
    return folder.run<Plain<uint16_t>>();
  default:
    return folder.run<Plain<uint8_t>>();
  }
}

} // namespace dml::reference
