//===- CompileCache.cpp - What was compiled before ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Compile/CompileCache.h"
#include "Runtime/WriteFile.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <dlfcn.h>

using namespace llvm;

namespace dml {

/// An entry begins with this and with the hash of what follows. The first line
/// changes with the format.
constexpr static StringLiteral kMagic("dml cache 1\n");
/// Of the hash, in bytes.
constexpr static size_t kHashSize = 32;

std::string getDefaultCacheDirectory() {
  SmallString<128> path;
  if (!sys::path::cache_directory(path))
    return "";
  sys::path::append(path, "dml");
  return path.str().str();
}

std::string getCacheDirectory(StringRef text) {
  if (text == "on")
    return getDefaultCacheDirectory();
  return text == "off" ? "" : text.str();
}

std::string printOptions(mlir::detail::PassOptions &options) {
  std::string text;
  raw_string_ostream os(text);
  options.print(os);
  return text;
}

static std::string hash(StringRef bytes) {
  auto digest = BLAKE3::hash<kHashSize>(arrayRefFromStringRef(bytes));
  return std::string(digest.begin(), digest.end());
}

/// Size and time of the file that holds a function: a build of the same version
/// may compile otherwise. False where they cannot be known.
static bool printFile(raw_ostream &os, void *function) {
  Dl_info info;
  if (dladdr(function, &info) == 0)
    return false;
  std::string path = info.dli_fname;
  // The name of a program that was found in $PATH.
  if (!StringRef(path).contains('/'))
    path = sys::fs::getMainExecutable(/*argv0=*/nullptr, function);
  sys::fs::file_status status;
  if (sys::fs::status(path, status))
    return false;
  os << status.getSize() << ' '
     << status.getLastModificationTime().time_since_epoch().count() << '\n';
  return true;
}

static bool printCompiler(raw_ostream &os) {
  os << DML_VERSION "\n" LLVM_VERSION_STRING "\n";
  return printFile(os, reinterpret_cast<void *>(&printCompiler)) &&
         printFile(os, reinterpret_cast<void *>(&mlir::verify)) &&
         printFile(os, reinterpret_cast<void *>(&sys::getHostCPUName));
}

std::string CompileCache::makeKey(mlir::ModuleOp module,
                                  ArrayRef<std::string> settings) {
  std::string text;
  raw_string_ostream os(text);
  if (!printCompiler(os))
    return "";
  for (const std::string &setting : settings)
    os << setting.size() << ' ' << setting << '\n';
  if (failed(mlir::writeBytecodeToFile(module, os)))
    return "";
  return toHex(hash(text), /*LowerCase=*/true);
}

/// LLVM's pruning looks at files that are called so.
std::string CompileCache::getPath(StringRef key) const {
  SmallString<128> path(directory);
  sys::path::append(path, "llvmcache-" + key);
  return path.str().str();
}

std::optional<std::vector<NamedBytes>> CompileCache::load(StringRef key) const {
  if (!isOn() || key.empty())
    return std::nullopt;
  auto file = MemoryBuffer::getFile(getPath(key), /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return std::nullopt;
  StringRef bytes = (*file)->getBuffer();
  if (!bytes.consume_front(kMagic) || bytes.size() < kHashSize ||
      hash(bytes.drop_front(kHashSize)) != bytes.take_front(kHashSize))
    return std::nullopt;
  msgpack::Document document;
  if (!document.readFromBlob(bytes.drop_front(kHashSize), /*Multi=*/false) ||
      !document.getRoot().isMap())
    return std::nullopt;
  std::vector<NamedBytes> files;
  for (auto &[name, contents] : document.getRoot().getMap()) {
    if (!name.isString() || contents.getKind() != msgpack::Type::Binary)
      return std::nullopt;
    files.push_back(
        {name.getString().str(), contents.getBinary().getBuffer().str()});
  }
  return files;
}

void CompileCache::store(StringRef key, ArrayRef<NamedBytes> files) const {
  if (!isOn() || key.empty())
    return;
  // What is in it is run: it is the user's alone.
  if (sys::fs::create_directories(directory, /*IgnoreExisting=*/true,
                                  sys::fs::owner_all))
    return;
  msgpack::Document document;
  auto map = document.getRoot().getMap(/*Convert=*/true);
  for (const NamedBytes &file : files)
    map[file.name] = document.getNode(MemoryBufferRef(file.bytes, ""));
  std::string bytes;
  document.writeToBlob(bytes);
  consumeError(writeFile(getPath(key), (kMagic + hash(bytes) + bytes).str()));

  CachePruningPolicy policy;
  policy.Interval = std::chrono::seconds(0);
  policy.Expiration = std::chrono::hours(30 * 24);
  policy.MaxSizePercentageOfAvailableSpace = 25;
  policy.MaxSizeBytes = maxBytes;
  pruneCache(directory, policy);
}

} // namespace dml
