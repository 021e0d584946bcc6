//===- CompileCacheTest.cpp - Tests of what was compiled before -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Compile/CompileCache.h"
#include "TemporaryDirectoryTest.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <thread>

using namespace dml;

namespace {
class CompileCacheTest : public test::TemporaryDirectoryTest {
protected:
  std::string readEntry(llvm::StringRef key) {
    auto file =
        llvm::MemoryBuffer::getFile(getPath(("llvmcache-" + key).str()));
    return file ? (*file)->getBuffer().str() : "";
  }
  void writeEntry(llvm::StringRef key, llvm::StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream os(getPath(("llvmcache-" + key).str()), error);
    os << bytes;
  }
  static std::string load(const CompileCache &cache, llvm::StringRef key,
                          llvm::StringRef name) {
    auto files = cache.load(key);
    const std::string *bytes = files ? findFile(*files, name) : nullptr;
    return bytes ? *bytes : "nothing";
  }

  std::string makeKey(llvm::StringRef text,
                      llvm::ArrayRef<std::string> settings) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    return module ? CompileCache::makeKey(*module, settings) : "no module";
  }

  mlir::MLIRContext context;
};

TEST_F(CompileCacheTest, KeepsFiles) {
  CompileCache cache(directory.str().str());
  EXPECT_EQ(load(cache, "a", "x"), "nothing");
  std::string binary("\0\xFFz\n", 4);
  cache.store("a", {{"x", "1"}, {"y", binary}, {"z", ""}});
  cache.store("b", {{"x", "2"}});
  EXPECT_EQ(load(cache, "a", "x"), "1");
  EXPECT_EQ(load(cache, "a", "y"), binary);
  EXPECT_EQ(load(cache, "a", "z"), "");
  EXPECT_EQ(load(cache, "a", "no"), "nothing");
  EXPECT_EQ(load(cache, "b", "x"), "2");
  cache.store("a", {{"x", "3"}});
  EXPECT_EQ(load(cache, "a", "x"), "3");
  EXPECT_EQ(load(cache, "a", "y"), "nothing");
}

TEST_F(CompileCacheTest, MakesTheFolder) {
  std::string folder = getPath("a/b");
  CompileCache(folder).store("k", {{"x", "1"}});
  EXPECT_EQ(load(CompileCache(folder), "k", "x"), "1");
}

/// No prefix of an entry, and none with another bit in it, is taken.
TEST_F(CompileCacheTest, DamagedEntries) {
  CompileCache cache(directory.str().str());
  cache.store("k", {{"x", "some bytes"}});
  std::string entry = readEntry("k");
  ASSERT_FALSE(entry.empty());
  for (size_t size = 0; size < entry.size(); ++size) {
    writeEntry("k", llvm::StringRef(entry).take_front(size));
    EXPECT_FALSE(cache.load("k")) << size;
  }
  for (size_t i = 0; i < entry.size(); ++i) {
    std::string damaged = entry;
    damaged[i] ^= 1 << i % 8;
    writeEntry("k", damaged);
    EXPECT_FALSE(cache.load("k")) << i;
  }
  writeEntry("k", entry + "x");
  EXPECT_FALSE(cache.load("k"));
  cache.store("k", {{"x", "some bytes"}});
  EXPECT_EQ(load(cache, "k", "x"), "some bytes");
}

TEST_F(CompileCacheTest, IsBounded) {
  constexpr size_t maxBytes = 40000, numEntries = 40, entryBytes = 4000;
  CompileCache cache(directory.str().str(), maxBytes);
  for (size_t i = 0; i < numEntries; ++i)
    cache.store("k" + std::to_string(i), {{"x", std::string(entryBytes, 'x')}});
  uint64_t numBytes = 0;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(directory, error), end;
       !error && it != end; it.increment(error))
    numBytes += it->status()->getSize();
  EXPECT_LE(numBytes, maxBytes);
  EXPECT_GT(numBytes, maxBytes / 2);
}

TEST_F(CompileCacheTest, IsOff) {
  CompileCache cache("");
  EXPECT_FALSE(cache.isOn());
  cache.store("k", {{"x", "1"}});
  EXPECT_FALSE(cache.load("k"));
  EXPECT_EQ(getCacheDirectory("off"), "");
  EXPECT_EQ(getCacheDirectory("a/b"), "a/b");
  EXPECT_EQ(getCacheDirectory("on"), getDefaultCacheDirectory());
}

TEST_F(CompileCacheTest, NowhereToWrite) {
  CompileCache cache(getPath("file/folder"));
  writeEntry("", "");
  std::error_code error;
  llvm::raw_fd_ostream(getPath("file"), error) << "x";
  cache.store("k", {{"x", "1"}});
  EXPECT_FALSE(cache.load("k"));
}

/// Whoever reads sees one of the entries that were written.
TEST_F(CompileCacheTest, ManyThreads) {
  std::vector<std::thread> threads;
  for (char c : {'a', 'b', 'c', 'd'})
    threads.emplace_back([&, c] {
      CompileCache cache(directory.str().str());
      for (int round = 0; round < 50; ++round) {
        cache.store("k", {{"x", std::string(10000, c)}});
        std::string bytes = load(cache, "k", "x");
        EXPECT_EQ(bytes, std::string(10000, bytes[0]));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(CompileCacheTest, Keys) {
  constexpr llvm::StringLiteral text("module { module @a {} }");
  std::string key = makeKey(text, {"x", "y"});
  EXPECT_EQ(key.size(), 64u);
  EXPECT_EQ(makeKey(text, {"x", "y"}), key);
  EXPECT_NE(makeKey(text, {"x", "z"}), key);
  EXPECT_NE(makeKey(text, {"xy", ""}), key);
  EXPECT_NE(makeKey(text, {"x", "y", ""}), key);
  EXPECT_NE(makeKey("module { module @b {} }", {"x", "y"}), key);
  // Messages cite places.
  EXPECT_NE(makeKey("module {  module @a {} }", {"x", "y"}), key);
}
} // namespace
