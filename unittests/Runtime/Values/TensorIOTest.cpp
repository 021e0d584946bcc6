//===- TensorIOTest.cpp - Tests of tensors in files -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/TensorIO.h"
#include "Runtime/TestUtils.h"
#include "TemporaryDirectoryTest.h"
#include "dml/Runtime/Values/FlagValues.h"
#include "dml/Runtime/Values/NumPy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace dml;
using namespace dml::test;
namespace fs = llvm::sys::fs;

/// What cannot be replaced, as if something were mounted there; all else goes
/// to the kernel.
static std::string mountedFile;

extern "C" int rename(const char *from, const char *to) noexcept {
  if (to != mountedFile)
    return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  errno = EBUSY;
  return -1;
}

namespace {
class TensorIOTest : public TemporaryDirectoryTest {
protected:
  std::string createFile(llvm::StringRef name, llvm::StringRef contents) {
    std::error_code error;
    llvm::raw_fd_ostream os(getPath(name), error);
    EXPECT_FALSE(error);
    os << contents;
    return getPath(name);
  }

  std::string readBytes(llvm::StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(getPath(name));
    return buffer ? (*buffer)->getBuffer().str() : "no file";
  }

  /// The names in the folder, sorted.
  std::vector<std::string> listFiles() {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; it != end;
         it.increment(error))
      names.push_back(llvm::sys::path::filename(it->path()).str());
    std::sort(names.begin(), names.end());
    return names;
  }

  /// The message with the folder's name left out.
  std::string shorten(std::string message) {
    std::string prefix = (directory + "/").str();
    for (size_t at; (at = message.find(prefix)) != std::string::npos;)
      message.erase(at, prefix.size());
    return message;
  }

  std::string write(llvm::ArrayRef<TensorOutput> outputs) {
    return shorten(getMessage(writeTensorFiles(outputs)));
  }

  std::string readValue(const std::string &text,
                        const DeclaredType *declared = nullptr) {
    return shorten(reprint(text, declared));
  }

  /// What a file with these bytes holds.
  std::string readFile(llvm::StringRef bytes, const std::string &prefix = "") {
    return readValue(prefix + "@" + createFile("stream", bytes));
  }

  /// What a pipe with these bytes, which fit its buffer, holds. The message
  /// says `stream` for its name; `rest` is what was not read.
  std::string readPipe(llvm::StringRef bytes, const std::string &prefix = "",
                       std::string *rest = nullptr) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    EXPECT_EQ(::write(ends[1], bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
    close(ends[1]);
    std::string path = "/dev/fd/" + std::to_string(ends[0]);
    std::string value = readValue(prefix + "@" + path);
    for (size_t at; (at = value.find(path)) != std::string::npos;)
      value.replace(at, path.size(), "stream");
    char byte;
    while (::read(ends[0], &byte, 1) == 1)
      if (rest)
        *rest += byte;
    close(ends[0]);
    return value;
  }
};

using Names = std::vector<std::string>;
} // namespace

TEST_F(TensorIOTest, WritesBothFormats) {
  Tensor tensor = makeTensor("2xui16=1 2");
  std::string npy = getPath("a.npy"), raw = getPath("b.bin");
  EXPECT_EQ(write({{npy, &tensor}, {raw, &tensor}}), "");
  EXPECT_EQ(listFiles(), (Names{"a.npy", "b.bin"}));
  EXPECT_EQ(readBytes("b.bin"), std::string("\x01\0\x02\0", 4));
  EXPECT_EQ(readValue("@" + npy), "2xui16=[1 2]");
  EXPECT_EQ(readValue("2xui16=@" + npy), "2xui16=[1 2]");
  EXPECT_EQ(readValue("2xui16=@" + raw), "2xui16=[1 2]");
  EXPECT_EQ(readValue("4xi8=@" + raw), "4xi8=[1 0 2 0]");
}

TEST_F(TensorIOTest, NumPyIsRecognisedByItsContents) {
  Tensor tensor = makeTensor("2xf32=1 2");
  std::string npy = getPath("a.npy"), renamed = getPath("a.bin");
  EXPECT_EQ(write({{npy, &tensor}}), "");
  ASSERT_FALSE(fs::rename(npy, renamed));
  EXPECT_EQ(readValue("@" + renamed), "2xf32=[1 2]");
  // IREE reads the header as elements here.
  EXPECT_EQ(readValue("34xf32=@" + renamed),
            "error: 'a.bin': dimension 0: expected 34, given 2 (declared "
            "34xf32, given 2xf32)");
  EXPECT_EQ(readValue("2xi32=@" + renamed),
            "error: 'a.bin': element type: expected i32, given f32 (declared "
            "2xi32, given 2xf32)");
  DeclaredType declared = {ElementType::F32, {kDynamicSize, 2}, false};
  EXPECT_EQ(readValue("@" + renamed, &declared),
            "error: 'a.bin': rank: expected 2, given 1 (declared ?x2xf32, "
            "given 2xf32)");
  declared.sizes = {kDynamicSize};
  EXPECT_EQ(readValue("@" + renamed, &declared), "2xf32=[1 2]");
}

TEST_F(TensorIOTest, RankZeroBecomesWhatIsDeclared) {
  Tensor index = makeTensor("index=-3");
  std::string path = getPath("a.npy");
  EXPECT_EQ(write({{path, &index}}), "");
  DeclaredType declared = {ElementType::Index, {}, /*isScalar=*/true};
  Tensor scalar = llvm::cantFail(parseTensor("@" + path, &declared));
  EXPECT_TRUE(scalar.getType().isScalar);
  EXPECT_EQ(print(scalar), "index=-3");
  EXPECT_EQ(readValue("index=@" + path), "index=-3");
  EXPECT_EQ(readValue("@" + path), "i64=-3");
  declared.elementType = ElementType::F64;
  EXPECT_EQ(readValue("@" + path, &declared),
            "error: 'a.npy': element type: expected f64, given i64 (declared "
            "f64, given i64)");
}

TEST_F(TensorIOTest, IntegersOfAnotherTypeFitWhereTheirValuesDo) {
  Tensor indices = makeTensor("2x2xi64=3 1 4 -1");
  std::string path = getPath("i.npy");
  EXPECT_EQ(write({{path, &indices}}), "");
  DeclaredType declared = {ElementType::UI64, {kDynamicSize, 2}, false};
  EXPECT_EQ(readValue("@" + path, &declared),
            "error: 'i.npy': element 3 in row-major order is -1, which does "
            "not fit ui64 (0 to 18446744073709551615)");
  indices.setElementBits(3, 5);
  EXPECT_EQ(write({{path, &indices}}), "");
  EXPECT_EQ(readValue("@" + path, &declared), "2x2xui64=[[3 1][4 5]]");
  EXPECT_EQ(readValue("2x2xui8=@" + path), "2x2xui8=[[3 1][4 5]]");
  declared.sizes = {2, 3};
  EXPECT_EQ(readValue("@" + path, &declared),
            "error: 'i.npy': dimension 1: expected 3, given 2 (declared "
            "2x3xui64, given 2x2xui64)");
  declared = {ElementType::F32, {2, 2}, false};
  EXPECT_EQ(readValue("@" + path, &declared),
            "error: 'i.npy': element type: expected f32, given i64 (declared "
            "2x2xf32, given 2x2xi64)");
}

TEST_F(TensorIOTest, FilesAreNamedBehindAnAtSign) {
  std::string file = createFile("existing", "1234");
  EXPECT_EQ(readValue("x.npy"),
            "error: expected '@' before the name of a file: @x.npy");
  EXPECT_EQ(readValue(file),
            "error: expected '@' before the name of a file: @existing");
  EXPECT_EQ(readValue("2xf16=" + file),
            "error: expected '@' before the name of a file: 2xf16=@existing");
  EXPECT_EQ(readValue("2xf16=x.bin"),
            "error: expected '@' before the name of a file: 2xf16=@x.bin");
}

TEST_F(TensorIOTest, ArchivesAreNoTensors) {
  std::string path = createFile("x.npz", "PK\x03\x04 and more");
  EXPECT_EQ(readValue("@" + path),
            "error: 'x.npz' is an archive of several arrays (.npz); expected "
            "one of its .npy files, which unzip takes out");
  // Raw elements may have these bytes.
  createFile("x.npz", "PK\x03\x04");
  EXPECT_EQ(readValue("4xui8=@" + path), "4xui8=[80 75 3 4]");
}

TEST_F(TensorIOTest, StandardInputIsReadOnce) {
  EXPECT_TRUE(readsStandardInput("@-"));
  EXPECT_TRUE(readsStandardInput(" 2x3xf32= @-"));
  EXPECT_FALSE(readsStandardInput("@-.npy"));
  EXPECT_FALSE(readsStandardInput("2xf32=-1"));
  std::vector<std::string> inputs = {"2xf32=1", "@-"};
  std::vector<std::string> expected = {"2xf32=@-"};
  EXPECT_EQ(getMessage(checkStandardInput("x.mlir", {{"--input", inputs}})),
            "");
  EXPECT_EQ(getMessage(checkStandardInput("-", {{"--input", inputs}})),
            "standard input ('-') can be read once; expected it in one place, "
            "given in FILE, --input #1");
  EXPECT_EQ(
      getMessage(checkStandardInput(
          "x.mlir", {{"--input", inputs}, {"--expected-output", expected}})),
      "standard input ('-') can be read once; expected it in one place, "
      "given in --input #1, --expected-output #0");
}

TEST_F(TensorIOTest, ReadErrors) {
  std::string raw = createFile("a.bin", "12345");
  EXPECT_EQ(readValue("@" + raw), "error: 'a.bin' is not a .npy file; say its "
                                  "type before '@', such as 2x3xf32=@a.bin");
  EXPECT_EQ(readValue("2xf16=@" + raw),
            "error: 'a.bin' is not a .npy file, and 2xf16 takes exactly 4 raw "
            "bytes: found 5");
  EXPECT_EQ(readValue("3xf16=@" + raw),
            "error: 'a.bin' is not a .npy file, and 3xf16 takes exactly 6 raw "
            "bytes: found 5");
  EXPECT_EQ(readValue("2xf16=@" + getPath("none")),
            "error: cannot read 'none': No such file or directory");
  EXPECT_EQ(readValue("2xf16=@"), "error: expected the name of a file after "
                                  "'@'");
  std::string parent = directory.str().str();
  EXPECT_EQ(readValue("2xf16=@" + parent),
            "error: cannot read '" + parent + "': Is a directory");
  // Refused by the size of the file, before the memory is taken.
  EXPECT_EQ(readValue("65535x65535xf64=@" + raw),
            "error: 'a.bin' is not a .npy file, and 65535x65535xf64 takes "
            "exactly 34358689800 raw bytes: found 5");

  std::string damaged = createFile("b.npy", "\x93NUMPY");
  EXPECT_EQ(readValue("@" + damaged),
            "error: cannot read .npy file 'b.npy': it ends before the version");
  TensorType empty = makeType("0x2xi8");
  createFile("c.npy", getNumPyHeader(empty));
  EXPECT_EQ(readValue("@" + getPath("c.npy")),
            "error: cannot read .npy file 'c.npy': dimension 0 of 0x2xi8 has "
            "size 0; every size must be at least 1 [T2]");
}

TEST_F(TensorIOTest, Devices) {
  EXPECT_EQ(readValue("2xf16=@/dev/null"),
            "error: '/dev/null' is not a .npy file, and 2xf16 takes exactly 4 "
            "raw bytes: found 0");
  // Endless.
  EXPECT_EQ(readValue("2xf16=@/dev/zero"),
            "error: '/dev/zero' is not a .npy file, and 2xf16 takes exactly 4 "
            "raw bytes: found at least 7");
  EXPECT_EQ(readValue("@/dev/zero"),
            "error: '/dev/zero' is not a .npy file; say its type before '@', "
            "such as 2x3xf32=@/dev/zero");
  Tensor tensor = makeTensor("2xi8=1 2");
  EXPECT_EQ(write({{"/dev/null", &tensor}, {"/dev/null", &tensor}}), "");
}

TEST_F(TensorIOTest, PipesAreReadToOneByteBehindTheElements) {
  Tensor tensor = makeTensor("2xi16=1 2");
  std::string npy = getNumPyHeader(tensor.getType()) +
                    std::string(tensor.bytes().begin(), tensor.bytes().end());
  std::string more(1000, 'x'), rest;
  EXPECT_EQ(readPipe(npy), "2xi16=[1 2]");
  EXPECT_EQ(readPipe(npy + more, "", &rest),
            "error: cannot read .npy file 'stream': expected 4 bytes of "
            "elements for 2xi16, found at least 5");
  EXPECT_EQ(rest.size(), 999u);
  EXPECT_EQ(readFile(npy + more),
            "error: cannot read .npy file 'stream': expected 4 bytes of "
            "elements for 2xi16, found 1004");

  rest.clear();
  EXPECT_EQ(readPipe(more, "8xi8=", &rest),
            "error: 'stream' is not a .npy file, and 8xi8 takes exactly 8 raw "
            "bytes: found at least 9");
  EXPECT_EQ(rest.size(), 991u);
  EXPECT_EQ(readPipe("12345678", "8xi8="), readFile("12345678", "8xi8="));
}

TEST_F(TensorIOTest, DamagedPipesAreReportedAsFilesAndNotReadOn) {
  auto readRest = [&](llvm::StringRef start) {
    std::string bytes = start.str() + std::string(5000, ' '), rest;
    EXPECT_EQ(readPipe(bytes, "", &rest), readFile(bytes));
    return rest.size();
  };
  EXPECT_EQ(readRest(llvm::StringRef("\x93NUMPY\x07\0", 8)), 4995u);
  EXPECT_EQ(readRest(llvm::StringRef("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF", 12)),
            4999u);
  // A header of 100 bytes that is no dictionary.
  EXPECT_EQ(readRest(llvm::StringRef("\x93NUMPY\x01\0d\0{", 11)), 4900u);
  // Elements that do not come take no memory.
  std::string header = getNumPyHeader(makeType("4294967295xf64"));
  EXPECT_EQ(readRest(header), 0u);
  // No tensor is as large.
  header = getNumPyHeader(makeType("1099511627776xi8"));
  EXPECT_EQ(readRest(header), 4999u);

  Tensor tensor = makeTensor("2x3xf32=iota");
  std::string npy = getNumPyHeader(tensor.getType()) +
                    std::string(tensor.bytes().begin(), tensor.bytes().end());
  for (size_t size = 0; size < npy.size(); ++size) {
    llvm::StringRef bytes = llvm::StringRef(npy).take_front(size);
    std::string message = readPipe(bytes);
    EXPECT_EQ(llvm::StringRef(message).take_front(7), "error: ");
    EXPECT_EQ(message, readFile(bytes));
  }
}

TEST_F(TensorIOTest, ReplacesFiles) {
  Tensor tensor = makeTensor("2xi8=65 66");
  std::string path = createFile("a.bin", "previous contents");
  std::string link = getPath("link.bin");
  ASSERT_FALSE(fs::create_link(path, link));
  EXPECT_EQ(write({{link, &tensor}}), "");
  EXPECT_EQ(readBytes("a.bin"), "AB");
  EXPECT_TRUE(fs::is_symlink_file(link));
  EXPECT_EQ(listFiles(), (Names{"a.bin", "link.bin"}));
}

TEST_F(TensorIOTest, FilesThatCannotBeReplacedAreWrittenTo) {
  Tensor tensor = makeTensor("2xi8=65 66");
  mountedFile = createFile("a.bin", "previous contents");
  EXPECT_EQ(write({{mountedFile, &tensor}}), "");
  EXPECT_EQ(readBytes("a.bin"), "AB");
  EXPECT_EQ(listFiles(), (Names{"a.bin"}));
  mountedFile.clear();
}

TEST_F(TensorIOTest, OpenFilesAreWrittenWhereTheyStand) {
  Tensor tensor = makeTensor("2xi8=65 66");
  int file = open(createFile("a.bin", "").c_str(), O_WRONLY);
  ASSERT_EQ(::write(file, "before ", 7), 7);
  std::string number = std::to_string(file);
  std::string own = "/proc/self/fd/" + number, link = getPath("link");
  ASSERT_FALSE(fs::create_link("/dev/fd/" + number, link));
  EXPECT_EQ(write({{own, &tensor}, {link, &tensor}}), "");
  ASSERT_EQ(::write(file, " after", 6), 6);
  close(file);
  EXPECT_EQ(readBytes("a.bin"), "before ABAB after");
  EXPECT_EQ(listFiles(), (Names{"a.bin", "link"}));

  file = open(getPath("a.bin").c_str(), O_RDONLY);
  own = "/proc/self/fd/" + std::to_string(file);
  EXPECT_EQ(write({{own, &tensor}}),
            "cannot write '" + own + "': Bad file descriptor");
  close(file);
  EXPECT_EQ(readBytes("a.bin"), "before ABAB after");
}

TEST_F(TensorIOTest, FollowsLinksToFilesThatDoNotExist) {
  Tensor tensor = makeTensor("2xi8=65 66");
  std::string folder = getPath("folder");
  ASSERT_FALSE(fs::create_directory(folder));
  // A link to a link, a name in the folder of its link, and a whole path.
  std::string link = getPath("link.bin"), whole = getPath("whole.bin");
  ASSERT_FALSE(fs::create_link("folder/link.bin", link));
  ASSERT_FALSE(fs::create_link("../new.bin", getPath("folder/link.bin")));
  ASSERT_FALSE(fs::create_link(getPath("folder/other.bin"), whole));
  EXPECT_EQ(write({{link, &tensor}, {whole, &tensor}}), "");
  EXPECT_EQ(listFiles(), (Names{"folder", "link.bin", "new.bin", "whole.bin"}));
  EXPECT_TRUE(fs::is_symlink_file(link));
  EXPECT_TRUE(fs::is_symlink_file(getPath("folder/link.bin")));
  EXPECT_TRUE(fs::is_symlink_file(whole));
  EXPECT_EQ(readBytes("new.bin"), "AB");
  EXPECT_EQ(readBytes("folder/other.bin"), "AB");

  std::string nowhere = getPath("nowhere.bin");
  ASSERT_FALSE(fs::create_link("none/new.bin", nowhere));
  EXPECT_EQ(write({{nowhere, &tensor}}),
            "cannot write 'nowhere.bin': the directory 'none': No such file or "
            "directory");
  EXPECT_TRUE(fs::is_symlink_file(nowhere));
}

TEST_F(TensorIOTest, LoopsOfLinksAreRefused) {
  Tensor tensor = makeTensor("2xi8=65 66");
  std::string first = getPath("first.bin"), second = getPath("second.bin");
  ASSERT_FALSE(fs::create_link("second.bin", first));
  ASSERT_FALSE(fs::create_link("first.bin", second));
  EXPECT_EQ(write({{first, &tensor}}),
            "cannot write 'first.bin': Too many levels of symbolic links");
  EXPECT_TRUE(fs::is_symlink_file(first));
  EXPECT_TRUE(fs::is_symlink_file(second));
  EXPECT_EQ(listFiles(), (Names{"first.bin", "second.bin"}));
}

TEST_F(TensorIOTest, ReplacedFilesKeepTheirModeAndNewOnesHaveTheMasks) {
  Tensor tensor = makeTensor("2xi8=65 66");
  for (int mode : {0600, 0640, 0666, 0444, 0755}) {
    std::string path = createFile("a.bin", "previous contents");
    ASSERT_FALSE(fs::setPermissions(path, static_cast<fs::perms>(mode)));
    // Allowed to root only, who would take the file away from its owner.
    (void)chown(path.c_str(), 12345, 12345);
    fs::file_status before, after;
    ASSERT_FALSE(fs::status(path, before));
    EXPECT_EQ(write({{path, &tensor}}), "");
    ASSERT_FALSE(fs::status(path, after));
    EXPECT_EQ(readBytes("a.bin"), "AB");
    EXPECT_EQ(after.permissions(), mode);
    EXPECT_EQ(after.getUser(), before.getUser());
    EXPECT_EQ(after.getGroup(), before.getGroup());
    ASSERT_FALSE(fs::remove(path));
  }

  std::string path = getPath("new.bin");
  mode_t previousMask = umask(027);
  EXPECT_EQ(write({{path, &tensor}}), "");
  umask(previousMask);
  EXPECT_EQ(*fs::getPermissions(path), 0640);
  EXPECT_EQ(listFiles(), (Names{"new.bin"}));
}

TEST_F(TensorIOTest, FailureLeavesNothingBehind) {
  Tensor tensor = makeTensor("2xi8=1 2");
  std::string first = getPath("a.npy"), missing = getPath("none/b.npy");
  std::string present = createFile("c.bin", "old");
  EXPECT_EQ(write({{first, &tensor}, {present, &tensor}, {missing, &tensor}}),
            "cannot write 'none/b.npy': the directory 'none': No such file or "
            "directory");
  EXPECT_EQ(listFiles(), (Names{"c.bin"}));
  EXPECT_EQ(readBytes("c.bin"), "old");

  EXPECT_EQ(write({{first, &tensor}, {"/dev/full", &tensor}}),
            "cannot write '/dev/full': No space left on device");
  EXPECT_EQ(listFiles(), (Names{"c.bin"}));

  std::string parent = directory.str().str();
  EXPECT_EQ(write({{first, &tensor}, {parent, &tensor}}),
            "cannot write '" + parent + "': it is a directory");
  EXPECT_EQ(write({{"", &tensor}}), "the name of an output file is empty");
  EXPECT_EQ(listFiles(), (Names{"c.bin"}));
}

TEST_F(TensorIOTest, TwoOutputsToOneFile) {
  Tensor tensor = makeTensor("2xi8=1 2");
  std::string path = getPath("a.bin"), same = getPath("./a.bin");
  EXPECT_EQ(write({{path, &tensor}, {same, &tensor}}),
            "cannot write './a.bin': another output goes to the same file");
  EXPECT_EQ(listFiles(), Names{});

  createFile("b.bin", "old");
  std::string target = getPath("b.bin"), link = getPath("link.bin");
  ASSERT_FALSE(fs::create_link(target, link));
  EXPECT_EQ(write({{target, &tensor}, {link, &tensor}}),
            "cannot write 'link.bin': another output goes to the same file");
  EXPECT_EQ(readBytes("b.bin"), "old");

  std::string fresh = getPath("new.bin"), dangling = getPath("dangling.bin");
  ASSERT_FALSE(fs::create_link("new.bin", dangling));
  EXPECT_EQ(write({{dangling, &tensor}, {fresh, &tensor}}),
            "cannot write 'new.bin': another output goes to the same file");
  EXPECT_EQ(write({{fresh, &tensor}, {dangling, &tensor}}),
            "cannot write 'dangling.bin': another output goes to the same "
            "file");
  EXPECT_EQ(listFiles(), (Names{"b.bin", "dangling.bin", "link.bin"}));
}
