//===- LaunchPlanFiles.h - Launch plans as files ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The serialised form of a plan: a manifest in JSON, and one file for each
// kernel (SPIR-V) and each constant (little-endian elements), which the
// manifest names. docs/AheadOfTime.md describes the manifest. Free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef DML_TARGET_LAUNCHPLANFILES_H
#define DML_TARGET_LAUNCHPLANFILES_H

#include "dml/Target/LaunchPlan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace dml {

/// A file without its folder.
struct NamedBytes {
  std::string name;
  std::string bytes;
};

/// The bytes of the file of a name; null where there is none.
const std::string *findFile(llvm::ArrayRef<NamedBytes> files,
                            llvm::StringRef name);

/// The manifest's version, which rises when older readers would go wrong.
constexpr int64_t kManifestVersion = 1;

/// The members of the manifest that say all of the plan; kernels and constants
/// are added to `files`. Fails where a text of the plan is not UTF-8, which
/// JSON cannot hold.
llvm::Expected<llvm::json::Object>
writeLaunchPlan(const LaunchPlan &plan, std::vector<NamedBytes> &files);

/// Parses JSON, which is nested as deeply as a manifest at most.
llvm::Expected<llvm::json::Value> parseManifest(llvm::StringRef text);

/// Yields the bytes of a file beside the manifest.
using FileReader =
    llvm::function_ref<llvm::Expected<std::string>(llvm::StringRef name)>;

/// The plan of a manifest. Fails where a member is missing or is not what it
/// should be, naming it. Whether the plan makes sense is checkPlan's to say.
llvm::Expected<LaunchPlan> readLaunchPlan(const llvm::json::Value &manifest,
                                          FileReader readFile);

constexpr llvm::StringLiteral kManifestName("manifest.json");

/// The same with the manifest among the files, and back.
llvm::Expected<std::vector<NamedBytes>> packLaunchPlan(const LaunchPlan &plan);
llvm::Expected<LaunchPlan> unpackLaunchPlan(llvm::ArrayRef<NamedBytes> files);

} // namespace dml

#endif // DML_TARGET_LAUNCHPLANFILES_H
