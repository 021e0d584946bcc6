//===- TensorParser.cpp - Tensors from text -------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/TensorParser.h"
#include "dml/IR/Shapes/Strides.h"
#include "dml/Runtime/Values/Compare.h"
#include "dml/Runtime/Values/ConvertIntegers.h"
#include "dml/Runtime/Values/TensorGenerators.h"
#include "dml/Runtime/Values/TensorIO.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <cstring>
#include <vector>

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Declared types
//===----------------------------------------------------------------------===//

std::string dml::stringify(const DeclaredType &type) {
  std::string text;
  for (int64_t size : type.sizes)
    text += (size == kDynamicSize ? "?" : std::to_string(size)) + "x";
  return text + stringify(type.elementType).str();
}

Error dml::checkFits(const TensorType &type, const DeclaredType &declared) {
  auto mismatch = [&](const Twine &what, const Twine &expected,
                      const Twine &given) {
    return createStringError(what + ": expected " + expected + ", given " +
                             given + " (declared " + stringify(declared) +
                             ", given " + stringify(type) + ")");
  };
  if (type.elementType != declared.elementType)
    return mismatch("element type", stringify(declared.elementType),
                    stringify(type.elementType));
  if (type.sizes.size() != declared.sizes.size())
    return mismatch("rank", Twine(declared.sizes.size()),
                    Twine(type.sizes.size()));
  for (auto [dimension, given, expected] :
       llvm::enumerate(type.sizes, declared.sizes))
    if (expected != kDynamicSize && given != expected)
      return mismatch("dimension " + Twine(dimension), Twine(expected),
                      Twine(given));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static Expected<uint64_t> parseInteger(StringRef text, ElementType type) {
  StringRef digits = text;
  bool isNegative = digits.consume_front("-");
  if (!isNegative)
    digits.consume_front("+");
  bool isHex = digits.consume_front("0x");
  bool isNumber =
      !digits.empty() && (isHex ? llvm::all_of(digits, llvm::isHexDigit)
                                : llvm::all_of(digits, llvm::isDigit));
  if (!isNumber)
    return createStringError("'" + text + "' is not an integer, as " +
                             stringify(type) + " needs");

  uint64_t max = getMaxInteger(type);
  uint64_t min = isUnsignedInteger(type) ? 0 : max + 1; // Its magnitude.
  uint64_t magnitude;
  if (digits.getAsInteger(isHex ? 16 : 10, magnitude) ||
      magnitude > (isNegative ? min : max))
    return createStringError("'" + text + "' does not fit " + stringify(type) +
                             " (" + (min ? "-" : "") + Twine(min) + " to " +
                             Twine(max) + ")");
  uint64_t bits = isNegative ? -magnitude : magnitude;
  return bits & llvm::maskTrailingOnes<uint64_t>(8 * getByteWidth(type));
}

/// Whether the text is digits with at most one point among them and an optional
/// exponent behind them.
static bool isDecimal(StringRef text) {
  auto consumeDigits = [&] {
    StringRef digits = text.take_while(llvm::isDigit);
    text = text.drop_front(digits.size());
    return digits.size();
  };
  size_t numDigits = consumeDigits();
  if (text.consume_front("."))
    numDigits += consumeDigits();
  if (numDigits == 0)
    return false;
  if (text.empty())
    return true;
  if (!text.consume_front_insensitive("e"))
    return false;
  if (!text.consume_front("-"))
    text.consume_front("+");
  return consumeDigits() != 0 && text.empty();
}

static Expected<uint64_t> parseBitPattern(StringRef text, ElementType type) {
  StringRef digits = text.drop_front(2);
  size_t expected = 2 * getByteWidth(type);
  uint64_t bits;
  if (!llvm::all_of(digits, llvm::isHexDigit) || digits.size() != expected ||
      digits.getAsInteger(16, bits))
    return createStringError("'" + text + "' is not a bit pattern of " +
                             stringify(type) + ", which has exactly " +
                             Twine(expected) + " hexadecimal digits after 0x");
  return bits;
}

static Expected<uint64_t> parseFloat(StringRef text, ElementType type) {
  if (text.starts_with("0x"))
    return parseBitPattern(text, type);

  const llvm::fltSemantics &semantics = getFloatSemantics(type);
  auto getBits = [](const llvm::APFloat &value) {
    return value.bitcastToAPInt().getZExtValue();
  };
  StringRef magnitude = text;
  bool isNegative = magnitude.consume_front("-");
  if (!isNegative)
    magnitude.consume_front("+");
  if (magnitude == "inf")
    return getBits(llvm::APFloat::getInf(semantics, isNegative));
  if (magnitude == "nan")
    return getBits(llvm::APFloat::getNaN(semantics, isNegative));
  if (!isDecimal(magnitude))
    return createStringError("'" + text + "' is not a number, as " +
                             stringify(type) + " needs");

  // APFloat clamps exponents to 24000, so that a longer text could come out
  // wrong; this is more digits than any double has.
  constexpr size_t maxLength = 2000;
  if (text.size() > maxLength)
    return createStringError("a number of " + Twine(text.size()) +
                             " characters is longer than the allowed " +
                             Twine(maxLength));
  llvm::APFloat value(semantics);
  auto status =
      value.convertFromString(magnitude, llvm::APFloat::rmNearestTiesToEven);
  if (!status)
    return status.takeError();
  if (value.isInfinity())
    return createStringError("'" + text + "' is beyond the largest " +
                             stringify(type) + "; write inf for infinity");
  if (isNegative)
    value.changeSign();
  return getBits(value);
}

Expected<uint64_t> dml::parseElement(StringRef text, ElementType type) {
  return isFloat(type) ? parseFloat(text, type) : parseInteger(text, type);
}

//===----------------------------------------------------------------------===//
// Lists of elements
//===----------------------------------------------------------------------===//

namespace {
/// Reads the elements of a tensor with brackets around any of them.
class ElementListParser {
public:
  ElementListParser(StringRef text, const TensorType &type)
      : text(text), type(type), rank(type.sizes.size()) {}

  Expected<Tensor> parse();

private:
  constexpr static const char *kSeparators = " \t\r\n,";

  /// Finds out how deep the brackets nest, and fails unless they balance.
  Error scanBrackets();
  /// Reads the text into `values`, and checks the brackets on the way.
  Error parseElements();
  Error addElement(StringRef element);
  Error closeBracket();
  Expected<Tensor> makeTensor();

  StringRef text;
  const TensorType &type;
  size_t rank;

  /// The deepest nesting.
  size_t depth = 0;
  /// The number of bracket pairs outside all others.
  int64_t numOutermost = 0;
  /// Whether the brackets mark every dimension, and so must agree with it.
  bool bracketsMarkDimensions = false;
  /// 1 when the brackets of dimension 0 are left out: `[1 2][3 4]`.
  size_t numOmitted = 0;

  /// The number of items so far in every open bracket; the first entry counts
  /// those outside all brackets.
  llvm::SmallVector<int64_t> numItems = {0};
  std::vector<uint64_t> values;
};
} // namespace

Expected<Tensor> ElementListParser::parse() {
  if (Error error = scanBrackets())
    return error;
  numOmitted = rank >= 2 && depth == rank - 1 && numOutermost > 1;
  bracketsMarkDimensions = depth > 0 && depth + numOmitted == rank;
  if (Error error = parseElements())
    return error;
  return makeTensor();
}

Error ElementListParser::scanBrackets() {
  size_t open = 0;
  for (char c : text) {
    if (c == '[') {
      if (open++ == 0)
        ++numOutermost;
      depth = std::max(depth, open);
    } else if (c == ']' && open-- == 0) {
      return createStringError("unbalanced brackets: ']' without '['");
    }
  }
  if (open > 0)
    return createStringError("unbalanced brackets: " + Twine(open) +
                             " '[' without ']'");
  if (depth > rank)
    return createStringError("brackets nest " + Twine(depth) + " deep, but " +
                             stringify(type) + " has rank " + Twine(rank));
  return Error::success();
}

Error ElementListParser::parseElements() {
  while (true) {
    text = text.ltrim(kSeparators);
    if (text.empty())
      break;
    if (text.consume_front("[")) {
      numItems.push_back(0);
    } else if (text.consume_front("]")) {
      if (Error error = closeBracket())
        return error;
    } else {
      StringRef element = text.take_until(
          [](char c) { return StringRef("[] \t\r\n,").contains(c); });
      text = text.drop_front(element.size());
      if (Error error = addElement(element))
        return error;
    }
  }
  if (!bracketsMarkDimensions)
    return Error::success();
  int64_t expected = numOmitted ? type.sizes[0] : 1;
  if (numItems[0] != expected)
    return createStringError("expected " + Twine(expected) +
                             " outermost brackets for " + stringify(type) +
                             ", given " + Twine(numItems[0]));
  return Error::success();
}

Error ElementListParser::addElement(StringRef element) {
  if (element.contains("..."))
    return createStringError("the value was elided ('...') when it was "
                             "printed; print all of it with a larger "
                             "--print-limit");
  if (bracketsMarkDimensions && numItems.size() - 1 != depth)
    return createStringError("'" + element +
                             "' stands outside the innermost "
                             "brackets");
  Expected<uint64_t> bits = parseElement(element, type.elementType);
  if (!bits)
    return bits.takeError();
  ++numItems.back();
  values.push_back(*bits);
  return Error::success();
}

Error ElementListParser::closeBracket() {
  int64_t given = numItems.pop_back_val();
  ++numItems.back();
  if (!bracketsMarkDimensions)
    return Error::success();
  size_t dimension = numItems.size() - 1 + numOmitted;
  int64_t expected = type.sizes[dimension];
  if (given != expected)
    return createStringError("dimension " + Twine(dimension) + ": expected " +
                             Twine(expected) + " items in every bracket for " +
                             stringify(type) + ", given " + Twine(given));
  return Error::success();
}

Expected<Tensor> ElementListParser::makeTensor() {
  int64_t numElements = type.getNumElements();
  int64_t numValues = values.size();
  bool isSplat = numValues == 1 && depth == 0;
  if (numValues != numElements && !isSplat)
    return createStringError("expected " + Twine(numElements) + " elements" +
                             (depth == 0 ? ", or one for all," : "") + " for " +
                             stringify(type) + ", given " + Twine(numValues));
  Expected<Tensor> tensor = Tensor::allocate(type);
  if (!tensor)
    return tensor;
  if (isSplat) {
    tensor->fill(values.front());
    return tensor;
  }
  for (auto [position, bits] : llvm::enumerate(values))
    tensor->setElementBits(position, bits);
  return tensor;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether the values of a file may be of the wanted type although the file's
/// is another one.
static bool mayConvertIntegers(ElementType given, ElementType wanted) {
  return given != wanted && !isFloat(given) && !isFloat(wanted);
}

/// Reads a file into a tensor of the wanted type where there is one; `spelled`
/// is the type in front of the file.
static Expected<Tensor> parseFile(StringRef path, const TensorType *spelled,
                                  const DeclaredType *wanted) {
  if (path.empty())
    return createStringError("expected the name of a file after '@'");
  auto refuse = [&](Error error) {
    return createStringError("'" + path + "': " + toString(std::move(error)));
  };
  Expected<Tensor> tensor = readTensorFile(path, spelled);
  if (!tensor)
    return tensor;
  if (!wanted)
    return tensor;
  if (mayConvertIntegers(tensor->getElementType(), wanted->elementType)) {
    Expected<Tensor> converted = convertIntegers(*tensor, wanted->elementType);
    if (!converted)
      return refuse(converted.takeError());
    tensor = std::move(converted);
  }
  if (Error error = checkFits(tensor->getType(), *wanted))
    return refuse(std::move(error));
  TensorType type = tensor->getType();
  type.isScalar = wanted->isScalar;
  return Tensor::convert(std::move(*tensor), std::move(type));
}

/// Whether the text rather is the name of a file than a value.
static bool isFileName(StringRef text) {
  constexpr StringRef extensions[] = {".npy", ".npz", ".bin", ".raw"};
  return llvm::any_of(extensions,
                      [&](StringRef end) { return text.ends_with(end); }) ||
         (!text.empty() && llvm::sys::fs::exists(text));
}

/// Says what is missing where a value that is refused is the name of a file.
static Error explain(Error error, StringRef prefix, StringRef contents) {
  if (!isFileName(contents))
    return error;
  llvm::consumeError(std::move(error));
  return createStringError("expected '@' before the name of a file: " + prefix +
                           "@" + contents);
}

static Expected<TensorType> parseSpelledType(StringRef text,
                                             const DeclaredType *declared) {
  Expected<TensorType> type = parseTensorType(text);
  if (!type)
    return type;
  if (Error error = checkTensorLimits(*type))
    return error;
  if (!declared)
    return type;
  if (Error error = checkFits(*type, *declared))
    return error;
  type->isScalar = declared->isScalar;
  return type;
}

/// Whether elements may lie at the same place.
static bool mayOverlap(const TensorType &type) {
  if (!type.isStrided())
    return false;
  Error overlap =
      checkStrides("tensor", type.sizes, type.strides,
                   getByteWidth(type.elementType), StridedUse::Written);
  bool isError = static_cast<bool>(overlap);
  llvm::consumeError(std::move(overlap));
  return isError;
}

Expected<Tensor> dml::convertExactly(Tensor tensor, TensorType type) {
  if (Error error = checkTensorLimits(type))
    return error;
  if (tensor.getType().hasSameLayout(type))
    return Tensor::convert(std::move(tensor), std::move(type));
  Expected<Tensor> converted = Tensor::allocateWithZeroGaps(type);
  if (!converted)
    return converted;
  converted->copyElementsFrom(tensor);
  if (!mayOverlap(type) || compareTensors(tensor, *converted).isMatch())
    return converted;
  return createStringError("elements at the same place of " + stringify(type) +
                           " differ [T3]");
}

Expected<Tensor> dml::parseTensor(StringRef text,
                                  const DeclaredType *declared) {
  text = text.trim();
  if (text.consume_front("@"))
    return parseFile(text, /*spelled=*/nullptr, declared);

  bool hasContents = text.contains('=');
  auto [typeText, contents] = text.split('=');
  Expected<TensorType> type = parseSpelledType(typeText.rtrim(), declared);
  if (!type)
    return explain(type.takeError(), /*prefix=*/"", text);
  if (!hasContents)
    return Tensor::allocateZeroed(*type);

  contents = contents.ltrim();
  TensorType packed = type->getPacked();
  if (contents.consume_front("@")) {
    DeclaredType wanted = {type->elementType, type->sizes, type->isScalar};
    return parseFile(contents, &*type, &wanted);
  }
  Expected<Tensor> tensor = isGenerator(contents)
                                ? generateTensor(contents, packed)
                                : ElementListParser(contents, packed).parse();
  if (!tensor)
    return explain(tensor.takeError(), stringify(*type) + "=", contents);
  return convertExactly(std::move(*tensor), *type);
}

bool dml::readsStandardInput(StringRef text) {
  StringRef value = text.trim();
  if (!value.starts_with("@"))
    value = value.split('=').second.ltrim();
  return value.consume_front("@") && value == kStandardStream;
}
