//===- NumPy.cpp - The .npy file format -----------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/NumPy.h"
#include "dml/IR/Shapes/ShapeInference.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

constexpr static StringRef kMagic("\x93NUMPY", kNumPyMagicSize);
/// With the version and the header's length, which takes 4 bytes or 2.
constexpr static size_t kMaxPrefixSize = kNumPyMagicSize + 2 + 4;
constexpr static const char *kElementTypes =
    "f8, f4, f2, i8, i4, i2, i1, u8, u4, u2, u1";

/// NumPy writes some 100 bytes, and more only for structured element types; the
/// field could say 4 GiB.
constexpr static uint64_t kMaxHeaderSize = 1 << 20;

/// The bytes as they can be shown in a message.
static std::string escape(StringRef bytes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::printEscapedString(bytes, os);
  return text;
}

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

namespace {
/// What a header says.
struct Header {
  TensorType type;
  bool isBigEndian = false;
  bool isFortranOrder = false;
};

/// Reads the Python literal `{'descr': '<f4', 'fortran_order': False,
/// 'shape': (2, 3), }`.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : text(text) {}

  Expected<Header> parse();

private:
  void skipSpace() { text = text.ltrim(" \t\r\n\f"); }
  /// Skips space and the token; false when something else comes.
  bool consume(StringRef token) {
    skipSpace();
    return text.consume_front(token);
  }
  Error unexpected(const Twine &expected);

  Error parseEntry();
  Expected<StringRef> parseString(const Twine &what);
  Error parseElementType();
  Error parseOrder();
  Error parseShape();
  Error parseSize();

  StringRef text;
  Header header;
  llvm::SmallVector<StringRef, 3> keys;
};
} // namespace

Error HeaderParser::unexpected(const Twine &expected) {
  skipSpace();
  if (text.empty())
    return createStringError("the header ends where " + expected +
                             " is expected");
  return createStringError("expected " + expected + " in the header, found '" +
                           escape(text.take_front(16)) + "'");
}

Expected<Header> HeaderParser::parse() {
  if (!consume("{"))
    return unexpected("'{'");
  while (!consume("}")) {
    if (Error error = parseEntry())
      return error;
    if (consume(","))
      continue;
    if (!consume("}"))
      return unexpected("',' or '}'");
    break;
  }
  skipSpace();
  if (!text.empty())
    return unexpected("nothing after '}'");
  for (StringRef key : {"descr", "fortran_order", "shape"})
    if (!llvm::is_contained(keys, key))
      return createStringError("the header has no key '" + key + "'");
  if (Error error = checkTensorLimits(header.type))
    return error;
  return header;
}

Error HeaderParser::parseEntry() {
  Expected<StringRef> key = parseString("a key");
  if (!key)
    return key.takeError();
  if (llvm::is_contained(keys, *key))
    return createStringError("the header has the key '" + *key + "' twice");
  if (!consume(":"))
    return unexpected("':'");
  keys.push_back(*key);
  if (*key == "descr")
    return parseElementType();
  if (*key == "fortran_order")
    return parseOrder();
  if (*key == "shape")
    return parseShape();
  return createStringError("the header has the unknown key '" + escape(*key) +
                           "'; expected descr, fortran_order and shape");
}

Expected<StringRef> HeaderParser::parseString(const Twine &what) {
  skipSpace();
  StringRef rest = text;
  rest.consume_front("u"); // As Python 2 writes a unicode string.
  if (!rest.starts_with("'") && !rest.starts_with("\""))
    return unexpected(what + " in quotes");
  size_t end = rest.find(rest.front(), 1);
  if (end == StringRef::npos)
    return createStringError("the header ends inside a string");
  text = rest.drop_front(end + 1);
  return rest.slice(1, end);
}

/// What NumPy calls the types that are not supported.
static StringRef describeKind(StringRef code) {
  if (code == "f16" || code == "f12" || code == "g")
    return " (long double)";
  switch (code.empty() ? '\0' : code.front()) {
  case 'c':
    return " (complex)";
  case 'm':
    return " (timedelta)";
  case 'M':
    return " (datetime)";
  case 'O':
    return " (Python objects)";
  case 'S':
  case 'a':
    return " (byte strings)";
  case 'U':
    return " (strings)";
  case 'V':
    return " (raw data)";
  default:
    return "";
  }
}

Error HeaderParser::parseElementType() {
  skipSpace();
  if (text.starts_with("[") || text.starts_with("("))
    return createStringError("structured element types are not supported; "
                             "expected one of " +
                             Twine(kElementTypes));
  Expected<StringRef> descr = parseString("the element type");
  if (!descr)
    return descr.takeError();

  StringRef code = *descr;
  header.isBigEndian = code.starts_with(">");
  if (!code.empty() && StringRef("<>|=").contains(code.front()))
    code = code.drop_front();
  auto elementType = llvm::StringSwitch<std::optional<ElementType>>(code)
                         .Case("f8", ElementType::F64)
                         .Case("f4", ElementType::F32)
                         .Case("f2", ElementType::F16)
                         .Case("i8", ElementType::I64)
                         .Case("i4", ElementType::I32)
                         .Case("i2", ElementType::I16)
                         .Case("i1", ElementType::I8)
                         .Case("u8", ElementType::UI64)
                         .Case("u4", ElementType::UI32)
                         .Case("u2", ElementType::UI16)
                         .Case("u1", ElementType::UI8)
                         // A byte that is 0 or 1.
                         .Case("b1", ElementType::UI8)
                         .Default(std::nullopt);
  if (!elementType)
    return createStringError(
        "the element type '" + escape(*descr) + "'" + describeKind(code) +
        " is not supported; expected one of " + kElementTypes);
  header.type.elementType = *elementType;
  return Error::success();
}

Error HeaderParser::parseOrder() {
  if (consume("True")) {
    header.isFortranOrder = true;
    return Error::success();
  }
  if (consume("False"))
    return Error::success();
  return unexpected("True or False");
}

Error HeaderParser::parseShape() {
  if (!consume("("))
    return unexpected("'(' of the shape");
  bool endsWithComma = true;
  while (!consume(")")) {
    if (!endsWithComma)
      return unexpected("',' or ')' in the shape");
    if (Error error = parseSize())
      return error;
    endsWithComma = consume(",");
  }
  // In Python `(3)` is a number; only `(3,)` is a shape.
  llvm::ArrayRef<int64_t> sizes = header.type.sizes;
  if (sizes.size() == 1 && !endsWithComma)
    return createStringError("the shape (" + Twine(sizes[0]) +
                             ") is not a tuple; expected (" + Twine(sizes[0]) +
                             ",)");
  return Error::success();
}

Error HeaderParser::parseSize() {
  skipSpace();
  if (text.starts_with("-"))
    return createStringError("the shape has a negative size");
  StringRef digits = text.take_while(llvm::isDigit);
  if (digits.empty())
    return unexpected("a size");
  text = text.drop_front(digits.size());
  text.consume_front("L"); // As Python 2 writes a long.
  int64_t size;
  if (digits.getAsInteger(10, size))
    return createStringError("a size of the shape does not fit 63 bits");
  header.type.sizes.push_back(size);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Strides of elements of which the first dimension runs fastest.
static Sizes getFortranStrides(llvm::ArrayRef<int64_t> sizes) {
  Sizes strides(sizes.size());
  int64_t stride = 1;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    strides[i] = stride;
    stride *= size;
  }
  return strides;
}

template <typename Element>
static void copyElements(const Header &header, StringRef data, Tensor &tensor) {
  std::memcpy(tensor.data(), data.data(), data.size());
  if (!header.isBigEndian)
    return;
  auto *elements = reinterpret_cast<Element *>(tensor.data());
  for (int64_t i = 0, end = tensor.getNumElements(); i < end; ++i)
    elements[i] = llvm::byteswap(elements[i]);
}

static Expected<Tensor> makeTensor(const Header &header, StringRef data,
                                   bool hasMore) {
  // Compared before anything is allocated.
  int64_t numBytes = header.type.getNumBytes();
  if (data.size() != static_cast<uint64_t>(numBytes))
    return createStringError("expected " + Twine(numBytes) +
                             " bytes of elements for " +
                             stringify(header.type) + ", found " +
                             (hasMore ? "at least " : "") + Twine(data.size()));

  TensorType type = header.type;
  if (header.isFortranOrder && type.sizes.size() > 1)
    type = type.withStrides(getFortranStrides(type.sizes));
  Expected<Tensor> tensor = Tensor::allocate(type);
  if (!tensor)
    return tensor;
  switch (getByteWidth(header.type.elementType)) {
  case 1:
    copyElements<uint8_t>(header, data, *tensor);
    return tensor;
  case 2:
    copyElements<uint16_t>(header, data, *tensor);
    return tensor;
  case 4:
    copyElements<uint32_t>(header, data, *tensor);
    return tensor;
  case 8:
    copyElements<uint64_t>(header, data, *tensor);
    return tensor;
  }
  llvm_unreachable("unknown element width");
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

bool dml::hasNumPyMagic(StringRef bytes) { return bytes.starts_with(kMagic); }

/// Splits what precedes the header from `bytes`, and returns the header's
/// length.
static Expected<uint64_t> consumePrefix(StringRef &bytes) {
  if (!bytes.consume_front(kMagic))
    return createStringError("it does not start with the magic string");
  if (bytes.size() < 2)
    return createStringError("it ends before the version");
  unsigned major = bytes.bytes_begin()[0], minor = bytes.bytes_begin()[1];
  if (major < 1 || major > 3 || minor != 0)
    return createStringError("its version is " + Twine(major) + "." +
                             Twine(minor) + "; expected 1.0, 2.0 or 3.0");
  bytes = bytes.drop_front(2);

  size_t lengthSize = major == 1 ? 2 : 4;
  if (bytes.size() < lengthSize)
    return createStringError("it ends before the header's length");
  uint64_t length = major == 1 ? llvm::support::endian::read16le(bytes.data())
                               : llvm::support::endian::read32le(bytes.data());
  bytes = bytes.drop_front(lengthSize);
  if (length > kMaxHeaderSize)
    return createStringError("its header takes " + Twine(length) +
                             " bytes; expected at most " +
                             Twine(kMaxHeaderSize));
  return length;
}

uint64_t dml::getMinNumPySize(StringRef start) {
  if (start.size() < kMaxPrefixSize)
    return kMaxPrefixSize;
  StringRef rest = start;
  Expected<uint64_t> length = consumePrefix(rest);
  if (!length) {
    llvm::consumeError(length.takeError());
    return 0;
  }
  uint64_t headerEnd = start.size() - rest.size() + *length;
  if (start.size() < headerEnd)
    return headerEnd;
  Expected<Header> header = HeaderParser(rest.take_front(*length)).parse();
  if (!header) {
    llvm::consumeError(header.takeError());
    return 0;
  }
  return headerEnd + header->type.getNumBytes();
}

static Expected<Tensor> parseFile(StringRef bytes, bool hasMore) {
  Expected<uint64_t> length = consumePrefix(bytes);
  if (!length)
    return length.takeError();
  if (*length > bytes.size())
    return createStringError("it ends inside the header: expected " +
                             Twine(*length) + " bytes, found " +
                             Twine(bytes.size()));
  Expected<Header> header = HeaderParser(bytes.take_front(*length)).parse();
  if (!header)
    return header.takeError();
  return makeTensor(*header, bytes.drop_front(*length), hasMore);
}

Expected<Tensor> dml::parseNumPy(StringRef bytes, StringRef name,
                                 bool hasMore) {
  Expected<Tensor> tensor = parseFile(bytes, hasMore);
  if (tensor)
    return tensor;
  return createStringError("cannot read .npy file '" + name +
                           "': " + toString(tensor.takeError()));
}

/// `<f4`; the byte order of a single byte is `|`.
static std::string getDescr(ElementType type) {
  unsigned width = getByteWidth(type);
  char kind = isFloat(type) ? 'f' : isUnsignedInteger(type) ? 'u' : 'i';
  return std::string(width == 1 ? "|" : "<") + kind + std::to_string(width);
}

/// Whether the memory can be written as it is, the first dimension fastest.
static bool isFortranOrder(const TensorType &type) {
  return type.isStrided() &&
         type.hasSameLayout(type.withStrides(getFortranStrides(type.sizes)));
}

std::string dml::getNumPyHeader(const TensorType &type) {
  std::string dictionary =
      "{'descr': '" + getDescr(type.elementType) +
      "', 'fortran_order': " + (isFortranOrder(type) ? "True" : "False") +
      ", 'shape': (";
  for (auto [dimension, size] : llvm::enumerate(type.sizes))
    dictionary += (dimension ? ", " : "") + std::to_string(size);
  dictionary += type.sizes.size() == 1 ? ",), }" : "), }";

  // Spaces and a newline fill up to where the elements start.
  constexpr uint64_t alignment = 64;
  auto getLength = [&](size_t lengthSize) {
    uint64_t prefix = kMagic.size() + 2 + lengthSize;
    return llvm::alignTo(prefix + dictionary.size() + 1, alignment) - prefix;
  };
  bool isVersion1 = getLength(2) <= UINT16_MAX;
  size_t lengthSize = isVersion1 ? 2 : 4;
  uint64_t length = getLength(lengthSize);

  std::string header = kMagic.str();
  header += isVersion1 ? '\1' : '\2';
  header += '\0';
  for (size_t i = 0; i < lengthSize; ++i)
    header += static_cast<char>(length >> (8 * i));
  header += dictionary;
  header.append(length - dictionary.size() - 1, ' ');
  header += '\n';
  return header;
}

void dml::writeNumPy(llvm::raw_ostream &os, const Tensor &tensor) {
  const TensorType &type = tensor.getType();
  os << getNumPyHeader(type);
  if (!type.isStrided() || isFortranOrder(type)) {
    os.write(tensor.data(), tensor.getNumBytes());
    return;
  }
  // A file has no other layouts.
  unsigned width = getByteWidth(type.elementType);
  llvm::SmallVector<char, 0> buffer;
  constexpr size_t maxBuffered = 1 << 16;
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    uint64_t bits = tensor.getElementBits(i);
    const char *bytes = reinterpret_cast<const char *>(&bits);
    buffer.append(bytes, bytes + width);
    if (buffer.size() < maxBuffered && i + 1 < e)
      continue;
    os.write(buffer.data(), buffer.size());
    buffer.clear();
  }
}
