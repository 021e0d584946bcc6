//===- NumPyTest.cpp - Tests of the .npy file format ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/NumPy.h"
#include "Runtime/TestUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace dml::test;

namespace {
/// A file with this dictionary and these bytes of elements.
std::string makeFile(llvm::StringRef dictionary, llvm::StringRef data,
                     int version = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    file += static_cast<char>(dictionary.size() >> (8 * i));
  return file + dictionary.str() + data.str();
}

/// The printed form of a file's tensor, or why it cannot be read.
std::string read(llvm::StringRef file) {
  llvm::Expected<Tensor> tensor = parseNumPy(file, "x.npy");
  if (tensor)
    return print(*tensor);
  std::string message = llvm::toString(tensor.takeError());
  llvm::StringRef rest = message;
  EXPECT_TRUE(rest.consume_front("cannot read .npy file 'x.npy': ")) << message;
  return rest.str();
}

std::string readDictionary(llvm::StringRef dictionary,
                           llvm::StringRef data = "") {
  return read(makeFile(dictionary, data));
}

std::string readDescr(llvm::StringRef descr, llvm::StringRef data) {
  return readDictionary(
      ("{'descr': " + descr + ", 'fortran_order': False, 'shape': (2,), }")
          .str(),
      data);
}

std::string readShape(llvm::StringRef shape, llvm::StringRef data = "") {
  return readDictionary(
      ("{'descr': '|u1', 'fortran_order': False, 'shape': " + shape + ", }")
          .str(),
      data);
}

std::string write(const Tensor &tensor) {
  std::string file;
  llvm::raw_string_ostream os(file);
  writeNumPy(os, tensor);
  return file;
}
} // namespace

TEST(NumPyTest, Magic) {
  EXPECT_TRUE(hasNumPyMagic("\x93NUMPY"));
  EXPECT_TRUE(hasNumPyMagic("\x93NUMPY\x01"));
  EXPECT_FALSE(hasNumPyMagic("\x93NUMP"));
  EXPECT_FALSE(hasNumPyMagic(""));
  EXPECT_FALSE(hasNumPyMagic("NUMPY\x93"));
}

// What numpy.save writes, byte for byte.
TEST(NumPyTest, WritesWhatNumPyWrites) {
  std::string expected =
      std::string("\x93NUMPY\x01\0v\0", 10) +
      "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 1), }";
  expected += std::string(127 - expected.size(), ' ') + "\n";
  expected += std::string("\x01\0\xFE\xFF", 4);
  EXPECT_EQ(write(makeTensor("2x1xi16=1 -2")), expected);
}

TEST(NumPyTest, RoundTrips) {
  for (llvm::StringRef type : {"f64", "f32", "f16", "i64", "i32", "i16", "i8",
                               "ui64", "ui32", "ui16", "ui8"}) {
    for (llvm::StringRef sizes : {"", "1x", "7x", "2x3x", "1x2x3x4x5x6x7x8x"}) {
      Tensor tensor = makeTensor((sizes + type + "=random:1").str());
      std::string file = write(tensor);
      EXPECT_EQ((file.size() - tensor.getNumBytes()) % 64, 0u);
      Tensor parsed = llvm::cantFail(parseNumPy(file, "x.npy"));
      EXPECT_EQ(stringify(parsed.getType()), stringify(tensor.getType()));
      EXPECT_EQ(parsed.bytes(), tensor.bytes());
      EXPECT_FALSE(parsed.getType().isScalar);
    }
  }
}

TEST(NumPyTest, IndexIsWrittenAsI64) {
  EXPECT_EQ(read(write(makeTensor("index=-3"))), "i64=-3");
}

TEST(NumPyTest, LongHeaderIsVersion2) {
  TensorType type = {ElementType::I8, {}};
  EXPECT_EQ(getNumPyHeader(type)[6], 1);
  type.sizes.assign(30000, 1);
  std::string header = getNumPyHeader(type);
  EXPECT_EQ(header[6], 2);
  EXPECT_EQ(header.size() % 64, 0u);
  EXPECT_EQ(header.back(), '\n');
  std::string file = header + "\x01";
  EXPECT_EQ(read(file), "rank 30000 is above 8 [T2]");
}

TEST(NumPyTest, Versions) {
  llvm::StringRef dictionary =
      "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }   \n";
  for (int version : {1, 2, 3})
    EXPECT_EQ(read(makeFile(dictionary, "\x01\x02", version)), "2xui8=[1 2]");
  EXPECT_EQ(read(makeFile(dictionary, "\x01\x02", 4)),
            "its version is 4.0; expected 1.0, 2.0 or 3.0");
  EXPECT_EQ(read(makeFile(dictionary, "\x01\x02", 0)),
            "its version is 0.0; expected 1.0, 2.0 or 3.0");
}

TEST(NumPyTest, ByteOrders) {
  llvm::StringRef data("\x01\0\x02\0", 4), swapped("\0\x01\0\x02", 4);
  for (llvm::StringRef descr : {"'<i2'", "'=i2'", "'|i2'", "'i2'", "\"<i2\""})
    EXPECT_EQ(readDescr(descr, data), "2xi16=[1 2]");
  EXPECT_EQ(readDescr("'>i2'", swapped), "2xi16=[1 2]");
  EXPECT_EQ(readDescr("u'>i2'", swapped), "2xi16=[1 2]");
  EXPECT_EQ(readDescr("'>u1'", "\x01\x02"), "2xui8=[1 2]");
  EXPECT_EQ(readDescr("'>f4'", llvm::StringRef("\x3F\xC0\0\0\0\0\0\0", 8)),
            "2xf32=[1.5 0]");
  EXPECT_EQ(readDescr("'>f8'", std::string(8, '\0') +
                                   std::string("\x3F\xF8\0\0\0\0\0\0", 8)),
            "2xf64=[0 1.5]");
}

TEST(NumPyTest, ElementTypes) {
  EXPECT_EQ(readDescr("'<f2'", std::string(4, '\0')), "2xf16=[0 0]");
  EXPECT_EQ(readDescr("'<u4'", std::string(8, '\xFF')),
            "2xui32=[4294967295 4294967295]");
  EXPECT_EQ(readDescr("'<i8'", std::string(16, '\xFF')), "2xi64=[-1 -1]");
  EXPECT_EQ(readDescr("'|b1'", llvm::StringRef("\x01\0", 2)), "2xui8=[1 0]");

  auto refused = [](llvm::StringRef descr, llvm::StringRef kind) {
    return ("the element type '" + descr + "'" + kind +
            " is not supported; expected one of f8, f4, f2, i8, i4, i2, i1, "
            "u8, u4, u2, u1")
        .str();
  };
  EXPECT_EQ(readDescr("'<c16'", ""), refused("<c16", " (complex)"));
  EXPECT_EQ(readDescr("'<f16'", ""), refused("<f16", " (long double)"));
  EXPECT_EQ(readDescr("'|O'", ""), refused("|O", " (Python objects)"));
  EXPECT_EQ(readDescr("'|S5'", ""), refused("|S5", " (byte strings)"));
  EXPECT_EQ(readDescr("'<U5'", ""), refused("<U5", " (strings)"));
  EXPECT_EQ(readDescr("'<M8[ns]'", ""), refused("<M8[ns]", " (datetime)"));
  EXPECT_EQ(readDescr("'|V2'", ""), refused("|V2", " (raw data)"));
  EXPECT_EQ(readDescr("''", ""), refused("", ""));
  EXPECT_EQ(readDescr("'<i3'", ""), refused("<i3", ""));
  EXPECT_EQ(readDescr("'<i4 '", ""), refused("<i4 ", ""));
  EXPECT_EQ(readDescr("'<\xC3\xA9'", ""), refused("<\\C3\\A9", ""));
  EXPECT_EQ(readDescr("[('a', '<f4')]", ""),
            "structured element types are not supported; expected one of f8, "
            "f4, f2, i8, i4, i2, i1, u8, u4, u2, u1");
}

TEST(NumPyTest, FortranOrder) {
  auto read = [](llvm::StringRef shape, llvm::StringRef data) {
    return readDictionary(
        ("{'descr': '|i1', 'fortran_order': True, 'shape': " + shape + "}")
            .str(),
        data);
  };
  EXPECT_EQ(read("(2, 3)", "\x01\x04\x02\x05\x03\x06"),
            "2x3xi8{1,2}=[[1 2 3][4 5 6]]");
  EXPECT_EQ(read("(2, 1, 3)", "\x01\x04\x02\x05\x03\x06"),
            "2x1x3xi8{1,2,2}=[[[1 2 3]][[4 5 6]]]");
  EXPECT_EQ(read("(2, 2, 2)", "\x01\x05\x03\x07\x02\x06\x04\x08"),
            "2x2x2xi8{1,2,4}=[[[1 2][3 4]][[5 6][7 8]]]");
  EXPECT_EQ(read("()", "\x07"), "i8=7");
  EXPECT_EQ(read("(3,)", "\x01\x02\x03"), "3xi8=[1 2 3]");
  EXPECT_EQ(
      readDictionary("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 2)}",
                     llvm::StringRef("\0\x01\0\x03\0\x02\0\x04", 8)),
      "2x2xi16{1,2}=[[1 2][3 4]]");
}

TEST(NumPyTest, Literals) {
  for (llvm::StringRef dictionary :
       {"{'shape': (1L, 2L), 'fortran_order': False, 'descr': '|u1'}",
        "{\"descr\":\"|u1\",\"fortran_order\":False,\"shape\":(1,2,)}",
        " { 'fortran_order' : False ,\n\t'descr' : '|u1' , 'shape' : ( 1 , 2 ) "
        ", } \n\n",
        "{u'descr': u'|u1', u'fortran_order': False, u'shape': (01, 2)}"})
    EXPECT_EQ(readDictionary(dictionary, "\x01\x02"), "1x2xui8=[[1 2]]");
  EXPECT_EQ(readShape("()", "\x07"), "ui8=7");
  EXPECT_EQ(readShape("( )", "\x07"), "ui8=7");
}

TEST(NumPyTest, LiteralErrors) {
  EXPECT_EQ(readDictionary(""), "the header ends where '{' is expected");
  EXPECT_EQ(readDictionary("{"),
            "the header ends where a key in quotes is expected");
  EXPECT_EQ(readDictionary("[]"), "expected '{' in the header, found '[]'");
  EXPECT_EQ(readDictionary("{}"), "the header has no key 'descr'");
  EXPECT_EQ(readDictionary("{,}"),
            "expected a key in quotes in the header, found ',}'");
  EXPECT_EQ(readDictionary("{'descr': '|u1', 'shape': ()}"),
            "the header has no key 'fortran_order'");
  EXPECT_EQ(readDictionary("{'descr': '|u1', 'fortran_order': False}"),
            "the header has no key 'shape'");
  EXPECT_EQ(readDictionary("{'descr': '|u1', 'descr': '|u1'}"),
            "the header has the key 'descr' twice");
  EXPECT_EQ(readDictionary("{'color': 'red'}"),
            "the header has the unknown key 'color'; expected descr, "
            "fortran_order and shape");
  EXPECT_EQ(readDictionary("{'descr' '|u1'}"),
            "expected ':' in the header, found ''|u1'}'");
  EXPECT_EQ(readDictionary("{'descr: |u1}"), "the header ends inside a string");
  EXPECT_EQ(readDictionary("{'descr': 5}"),
            "expected the element type in quotes in the header, found '5}'");
  EXPECT_EQ(readDictionary("{'fortran_order': 0}"),
            "expected True or False in the header, found '0}'");
  EXPECT_EQ(readDictionary("{'fortran_order': False 'shape': ()}"),
            "expected ',' or '}' in the header, found ''shape': ()}'");
  EXPECT_EQ(readDictionary("{'fortran_order': False, 'descr': '|u1', 'shape': "
                           "(1,)} x"),
            "expected nothing after '}' in the header, found 'x'");
  EXPECT_EQ(readDictionary("{\xC3\xA9: 1}"),
            "expected a key in quotes in the header, found '\\C3\\A9: 1}'");
}

TEST(NumPyTest, ShapeErrors) {
  EXPECT_EQ(readShape("3"), "expected '(' of the shape in the header, found "
                            "'3, }'");
  EXPECT_EQ(readShape("(3)"), "the shape (3) is not a tuple; expected (3,)");
  EXPECT_EQ(readShape("(-1,)"), "the shape has a negative size");
  EXPECT_EQ(readShape("(,)"), "expected a size in the header, found ',), }'");
  EXPECT_EQ(readShape("(1 2)"), "expected ',' or ')' in the shape in the "
                                "header, found '2), }'");
  EXPECT_EQ(readShape("(1.5,)"), "expected ',' or ')' in the shape in the "
                                 "header, found '.5,), }'");
  EXPECT_EQ(readShape("(9223372036854775808,)"),
            "a size of the shape does not fit 63 bits");
  // Refused by the file's size, before anything is allocated.
  EXPECT_EQ(readShape("(4294967295,)", "\x01"),
            "expected 4294967295 bytes of elements for 4294967295xui8, found "
            "1");
}

// Refused by the header, whatever follows it.
TEST(NumPyTest, LimitsOfTensors) {
  EXPECT_EQ(readShape("(1, 1, 1, 1, 1, 1, 1, 1, 1)", "\x01"),
            "rank 9 is above 8 [T2]");
  EXPECT_EQ(readShape("(4294967296,)"),
            "4294967296xui8 has more than 4294967295 elements [T2]");
  EXPECT_EQ(readShape("(4294967296, 4294967296)"),
            "4294967296x4294967296xui8 has more than 4294967295 elements [T2]");
  EXPECT_EQ(readShape("(0, 3)"), "dimension 0 of 0x3xui8 has size 0; every "
                                 "size must be at least 1 [T2]");
  // The distance of its columns overflows.
  EXPECT_EQ(readDictionary("{'descr': '|u1', 'fortran_order': True, 'shape': "
                           "(4611686018427387904, 4, 0)}"),
            "dimension 2 of 4611686018427387904x4x0xui8 has size 0; every size "
            "must be at least 1 [T2]");
}

TEST(NumPyTest, SizeErrors) {
  EXPECT_EQ(readShape("(2,)", "\x01"),
            "expected 2 bytes of elements for 2xui8, found 1");
  EXPECT_EQ(readShape("(2,)", "\x01\x02\x03"),
            "expected 2 bytes of elements for 2xui8, found 3");
  EXPECT_EQ(read(""), "it does not start with the magic string");
  EXPECT_EQ(read("\x93NUMPY"), "it ends before the version");
  EXPECT_EQ(read("\x93NUMPY\x01"), "it ends before the version");
  EXPECT_EQ(read(llvm::StringRef("\x93NUMPY\x01\0\x05", 9)),
            "it ends before the header's length");
  EXPECT_EQ(read(llvm::StringRef("\x93NUMPY\x01\0\x05\0{", 11)),
            "it ends inside the header: expected 5 bytes, found 1");
}

TEST(NumPyTest, HeaderLengthIsBounded) {
  std::string dictionary =
      "{'descr': '|u1', 'fortran_order': False, 'shape': ()}";
  dictionary.resize(1 << 20, ' ');
  EXPECT_EQ(read(makeFile(dictionary, "\x07", 2)), "ui8=7");
  dictionary += ' ';
  EXPECT_EQ(read(makeFile(dictionary, "\x07", 2)),
            "its header takes 1048577 bytes; expected at most 1048576");
  for (char version : {'\2', '\3'})
    EXPECT_EQ(read(std::string("\x93NUMPY") + version +
                   std::string("\0\xFF\xFF\xFF\xFF{", 6)),
              "its header takes 4294967295 bytes; expected at most 1048576");
}

TEST(NumPyTest, SizeIsKnownFromTheHeader) {
  std::string file = write(makeTensor("2x3xf32=iota"));
  llvm::StringRef bytes = file;
  EXPECT_EQ(getMinNumPySize("\x93NUMPY"), 12u);
  EXPECT_EQ(getMinNumPySize(bytes.take_front(12)), 128u);
  EXPECT_EQ(getMinNumPySize(bytes.take_front(127)), 128u);
  EXPECT_EQ(getMinNumPySize(bytes.take_front(128)), 152u);
  EXPECT_EQ(getMinNumPySize(bytes), 152u);
  EXPECT_EQ(getMinNumPySize(file + "more"), 152u);

  for (llvm::StringRef refused :
       {llvm::StringRef("\x93NUMPY\x09\0\x76\0{'", 12),
        llvm::StringRef("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF", 12)})
    EXPECT_EQ(getMinNumPySize(refused), 0u);
  EXPECT_EQ(getMinNumPySize(makeFile("no dictionary", "")), 0u);
  EXPECT_EQ(getMinNumPySize(makeFile("{'descr': '|u1', 'fortran_order': False, "
                                     "'shape': (4294967296,)}",
                                     "")),
            0u);
}

// Nothing to check but that every one is an answer and not a crash.
TEST(NumPyTest, DamagedFiles) {
  std::string file = write(makeTensor("2x3xf32=iota"));
  for (size_t size = 0; size < file.size(); ++size)
    EXPECT_NE(
        getMessage(parseNumPy(llvm::StringRef(file).take_front(size), "x.npy")),
        "");
  for (size_t i = 0; i < file.size(); ++i) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string damaged = file;
      damaged[i] = static_cast<char>(byte);
      getMessage(parseNumPy(damaged, "x.npy"));
    }
    std::string shortened = file, lengthened = file;
    shortened.erase(i, 1);
    lengthened.insert(i, 1, '(');
    EXPECT_NE(getMessage(parseNumPy(shortened, "x.npy")), "");
    EXPECT_NE(getMessage(parseNumPy(lengthened, "x.npy")), "");
  }
}
