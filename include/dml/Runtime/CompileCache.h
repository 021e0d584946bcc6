//===- CompileCache.h - What was compiled before ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of files, one for each executable. Any number of processes may use
// it at the same time: an entry is written to a file of another name and
// renamed. An entry that is not as it was written is taken for missing.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_COMPILECACHE_H
#define DML_RUNTIME_COMPILECACHE_H

#include "dml/Target/LaunchPlanFiles.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassOptions.h"
#include <optional>

namespace dml {

/// The user's folder for compiled functions: $XDG_CACHE_HOME/dml, or else
/// ~/.cache/dml. Empty where there is neither.
std::string getDefaultCacheDirectory();

/// The folder that a text stands for: that of the user for `on`, none for
/// `off`, and otherwise the text itself. An empty one is none.
std::string getCacheDirectory(llvm::StringRef text);

/// The options of a pipeline as text, for a key.
std::string printOptions(mlir::detail::PassOptions &options);

/// Whether there were diagnostics since this was made; each goes on to the
/// other handlers. What a compilation says is not kept, so neither is its
/// result.
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

  /// Keeps nothing where the directory is empty. Beyond `maxBytes`, or a
  /// quarter of the space that the file system has left, the entries that were
  /// not used for the longest time are removed.
  explicit CompileCache(std::string directory,
                        uint64_t maxBytes = kDefaultMaxBytes)
      : directory(std::move(directory)), maxBytes(maxBytes) {}

  bool isOn() const { return !directory.empty(); }

  /// Names all that the result of a compilation depends on: the module, with
  /// the places that messages cite, what the caller lists, and the files that
  /// hold dml's, MLIR's and LLVM's code. Empty, which names nothing, where
  /// these cannot be found.
  static std::string makeKey(mlir::ModuleOp module,
                             llvm::ArrayRef<std::string> settings);

  /// What was stored under the key.
  std::optional<std::vector<NamedBytes>> load(llvm::StringRef key) const;

  /// A folder that cannot be written keeps nothing, which is no error.
  void store(llvm::StringRef key, llvm::ArrayRef<NamedBytes> files) const;

private:
  std::string getPath(llvm::StringRef key) const;

  std::string directory;
  uint64_t maxBytes;
};

} // namespace dml

#endif // DML_RUNTIME_COMPILECACHE_H
