//===- Compare.cpp - Comparison of tensors --------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/Compare.h"
#include "dml/Runtime/Values/TensorPrinter.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace dml;
using llvm::StringRef;

llvm::Expected<Tolerance> dml::parseTolerance(StringRef text) {
  Tolerance tolerance;
  auto [absolute, relative] = text.split(',');
  auto isRefused = [](StringRef number, double &value) {
    return number.getAsDouble(value) || !(value >= 0);
  };
  if (isRefused(absolute, tolerance.absolute) ||
      (text.contains(',') && isRefused(relative, tolerance.relative)))
    return llvm::createStringError(
        "expected ABS or ABS,REL with numbers of at least 0, such as 1e-5 or "
        "0,1e-3, given '" +
        text + "'");
  return tolerance;
}

/// Every float type of T1 converts to double exactly.
static double toDouble(ElementType type, uint64_t bits) {
  llvm::APInt pattern(8 * getByteWidth(type), bits);
  return llvm::APFloat(getFloatSemantics(type), pattern).convertToDouble();
}

static bool isWithin(const Tolerance &tolerance, double expected,
                     double actual) {
  if (std::isnan(expected) || std::isnan(actual))
    return std::isnan(expected) && std::isnan(actual);
  // An infinity would make the allowed difference infinite.
  if (std::isinf(expected) || std::isinf(actual))
    return expected == actual;
  return std::abs(expected - actual) <=
         tolerance.absolute + tolerance.relative * std::abs(expected);
}

/// |expected - actual|; none where one of them is not finite.
static std::optional<double> getError(ElementType type, uint64_t expected,
                                      uint64_t actual) {
  if (isFloat(type)) {
    double difference = toDouble(type, expected) - toDouble(type, actual);
    bool isFinite = std::isfinite(toDouble(type, expected)) &&
                    std::isfinite(toDouble(type, actual));
    return isFinite ? std::optional(std::abs(difference)) : std::nullopt;
  }
  // The difference of two integers of 64 bits needs all of them.
  if (isUnsignedInteger(type))
    return static_cast<double>(std::max(expected, actual) -
                               std::min(expected, actual));
  unsigned bitWidth = 8 * getByteWidth(type);
  int64_t signedExpected = llvm::SignExtend64(expected, bitWidth);
  int64_t signedActual = llvm::SignExtend64(actual, bitWidth);
  return static_cast<double>(
      signedExpected > signedActual
          ? static_cast<uint64_t>(signedExpected) - signedActual
          : static_cast<uint64_t>(signedActual) - signedExpected);
}

static double getMagnitude(ElementType type, uint64_t bits) {
  if (isFloat(type))
    return std::abs(toDouble(type, bits));
  if (isUnsignedInteger(type))
    return static_cast<double>(bits);
  return std::abs(
      static_cast<double>(llvm::SignExtend64(bits, 8 * getByteWidth(type))));
}

/// Takes the errors of a difference into the largest ones.
static void addErrors(Comparison &comparison, uint64_t expected,
                      uint64_t actual) {
  ElementType type = comparison.expectedType.elementType;
  std::optional<double> error = getError(type, expected, actual);
  if (!error)
    return;
  comparison.absoluteError =
      std::max(comparison.absoluteError.value_or(0), *error);
  double magnitude = getMagnitude(type, expected);
  if (magnitude > 0)
    comparison.relativeError =
        std::max(comparison.relativeError.value_or(0), *error / magnitude);
}

static llvm::SmallVector<int64_t, 4>
delinearize(int64_t position, llvm::ArrayRef<int64_t> sizes) {
  llvm::SmallVector<int64_t, 4> coordinates(sizes.size());
  for (int64_t d = static_cast<int64_t>(sizes.size()) - 1; d >= 0; --d) {
    coordinates[d] = position % sizes[d];
    position /= sizes[d];
  }
  return coordinates;
}

Comparison dml::compareTensors(const Tensor &expected, const Tensor &actual,
                               const CompareOptions &options) {
  Comparison comparison;
  comparison.expectedType = expected.getType();
  comparison.actualType = actual.getType();
  // Most tensors are equal in all bits; that is fast to see.
  if (!comparison.hasSameType())
    return comparison;
  bool arePacked =
      !expected.getType().isStrided() && !actual.getType().isStrided();
  if (arePacked &&
      std::memcmp(expected.data(), actual.data(), expected.getNumBytes()) == 0)
    return comparison;

  ElementType type = expected.getElementType();
  bool hasTolerance = options.tolerance && isFloat(type);
  for (int64_t i = 0, end = expected.getNumElements(); i < end; ++i) {
    uint64_t expectedBits = expected.getElementBits(i);
    uint64_t actualBits = actual.getElementBits(i);
    if (expectedBits == actualBits)
      continue;
    if (hasTolerance &&
        isWithin(*options.tolerance, toDouble(type, expectedBits),
                 toDouble(type, actualBits)))
      continue;
    addErrors(comparison, expectedBits, actualBits);
    if (comparison.numDifferences++ < options.maxDifferences)
      comparison.firstDifferences.push_back(
          {delinearize(i, expected.getSizes()), expectedBits, actualBits});
  }
  return comparison;
}

bool Comparison::hasSameType() const {
  return expectedType.elementType == actualType.elementType &&
         expectedType.sizes == actualType.sizes;
}

/// Prints the element; a NaN is printed as its bits, which says what it is only
/// with the word before it.
static void printValue(llvm::raw_ostream &os, ElementType type, uint64_t bits) {
  if (!isFloat(type) || !std::isnan(toDouble(type, bits))) {
    printElement(os, type, bits);
    return;
  }
  os << "nan (";
  printElement(os, type, bits);
  os << ')';
}

std::string Comparison::describe(StringRef name) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << name << ": ";
  if (!hasSameType()) {
    os << "expected " << stringify(expectedType) << ", got "
       << stringify(actualType);
    return text;
  }
  if (numDifferences == 0) {
    os << "no element differs";
    return text;
  }

  int64_t numElements = expectedType.getNumElements();
  os << numDifferences << " of " << numElements
     << (numElements == 1 ? " element differs" : " elements differ");
  if (absoluteError)
    os << llvm::format(", by up to %.3g", *absoluteError);
  if (relativeError)
    os << llvm::format(" (relative %.3g)", *relativeError);
  if (firstDifferences.empty())
    return text;
  os << "; first differences:";
  for (const Difference &difference : firstDifferences) {
    os << "\n  [";
    llvm::interleaveComma(difference.position, os);
    os << "]: expected ";
    printValue(os, expectedType.elementType, difference.expectedBits);
    os << ", got ";
    printValue(os, expectedType.elementType, difference.actualBits);
  }
  return text;
}
