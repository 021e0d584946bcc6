//===- CompileCache.h - What was compiled before ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of files, one for each executable. Any number of processes may use
// it at the same time: an entry is written to a file of another name and
// renamed. A damaged entry counts as missing.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_COMPILE_COMPILECACHE_H
#define DML_RUNTIME_COMPILE_COMPILECACHE_H

#include "dml/Target/LaunchPlanFiles.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassOptions.h"
#include <optional>

namespace dml {

/// The user's folder for compiled functions: $XDG_CACHE_HOME/dml, or else
/// ~/.cache/dml. Empty where there is neither.
std::string getDefaultCacheDirectory();

/// The folder that a text stands for: the user's for `on`, the text itself for
/// a path, and the empty text, which stands for no cache, for `off` or nothing.
std::string getCacheDirectory(llvm::StringRef text);

/// The options of a pipeline as text, for a key.
std::string printOptions(mlir::detail::PassOptions &options);

/// Notes whether the context emits diagnostics, which go on to the other
/// handlers. The cache keeps no diagnostics, so it must not keep the result of
/// a compilation that emits some either.
class DiagnosticWatch {
public:
  explicit DiagnosticWatch(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &) {
          hasSeen = true;
          return mlir::failure();
        }) {}
  bool hasSeenAny() const { return hasSeen; }

private:
  bool hasSeen = false;
  mlir::ScopedDiagnosticHandler handler;
};

class CompileCache {
public:
  constexpr static uint64_t kDefaultMaxBytes = uint64_t(256) << 20;

  /// An empty directory turns the cache off. The least recently used entries
  /// are removed when all entries together exceed `maxBytes` or a quarter of
  /// the space that is left in the file system.
  explicit CompileCache(std::string directory,
                        uint64_t maxBytes = kDefaultMaxBytes)
      : directory(std::move(directory)), maxBytes(maxBytes) {}

  bool isOn() const { return !directory.empty(); }

  /// A key for all that the result of a compilation depends on: the module,
  /// with its locations, the settings, and the files that hold dml's, MLIR's
  /// and LLVM's code. Empty where these files cannot be found; nothing is
  /// stored under an empty key.
  static std::string makeKey(mlir::ModuleOp module,
                             llvm::ArrayRef<std::string> settings);

  /// What was stored under the key.
  std::optional<std::vector<NamedBytes>> load(llvm::StringRef key) const;

  /// Does nothing where the folder cannot be written.
  void store(llvm::StringRef key, llvm::ArrayRef<NamedBytes> files) const;

private:
  std::string getPath(llvm::StringRef key) const;

  std::string directory;
  uint64_t maxBytes;
};

} // namespace dml

#endif // DML_RUNTIME_COMPILE_COMPILECACHE_H
