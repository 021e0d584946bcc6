//===- TensorOpMessages.cpp - The words of broken tensor ops --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Messages/TensorOpMessages.h"
#include "dml/IR/Shapes/ShapeInference.h"

using namespace llvm;

namespace dml::messages {

std::string withGiven(const Twine &message, const Twine &given) {
  return (message + ", given " + given).str();
}

std::string mismatch(const Twine &what, const Twine &expected,
                     const Twine &given) {
  return withGiven(what + ": expected " + expected, given);
}

std::string sliceOutside(int64_t dimension, const Twine &offset,
                         const Twine &size, const Twine &stride,
                         const Twine &end) {
  return ("slice in dimension " + Twine(dimension) + ": expected offset " +
          offset + ", size " + size + ", stride " + stride + " inside " + end)
      .str();
}

std::string badResultSize(int64_t dimension, const Twine &size) {
  return mismatch("dimension " + Twine(dimension) + " of the result",
                  "0 to " + Twine(kMaxUInt32), size);
}

std::string badPadding(int64_t dimension, const Twine &padding) {
  return mismatch("padding of dimension " + Twine(dimension),
                  "0 to " + Twine(kMaxUInt32), padding);
}

std::string indexOutside(int64_t dimension, const Twine &bound) {
  return ("index of dimension " + Twine(dimension) +
          ": expected at least 0 and less than " + bound)
      .str();
}

std::string stepBelowOne() { return "step: expected at least 1"; }

std::string upperBoundTooLarge() {
  return "upper bound: expected so small that a step beyond it does not "
         "overflow";
}

std::string distanceOverflows() {
  return "bounds: expected a distance that does not overflow";
}

std::string dividesByZero() { return "divides by zero"; }

std::string divisionOverflows() {
  return "overflows: the smallest integer divided by -1";
}

} // namespace dml::messages
