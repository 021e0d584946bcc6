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

/// The manifest's version, which rises with changes that older readers would
/// misread.
constexpr int64_t kManifestVersion = 2;

/// Returns the manifest's members that describe the plan, and adds the files of
/// kernels and constants that they name to `files`. Fails where a text of the
/// plan is not UTF-8, which JSON cannot hold.
llvm::Expected<llvm::json::Object>
writeLaunchPlan(const LaunchPlan &plan, std::vector<NamedBytes> &files);

/// Parses JSON. Fails where it is nested more deeply than a manifest.
llvm::Expected<llvm::json::Value> parseManifest(llvm::StringRef text);

/// Reads a file in the manifest's folder.
using FileReader =
    llvm::function_ref<llvm::Expected<std::string>(llvm::StringRef name)>;

/// Returns the plan that a manifest describes. Fails where a member is missing
/// or of another type, naming it. checkPlan says whether the plan is valid.
llvm::Expected<LaunchPlan> readLaunchPlan(const llvm::json::Value &manifest,
                                          FileReader readFile);

constexpr llvm::StringLiteral kManifestName("manifest.json");

/// Write and read a plan as files, of which the manifest is one.
llvm::Expected<std::vector<NamedBytes>> packLaunchPlan(const LaunchPlan &plan);
llvm::Expected<LaunchPlan> unpackLaunchPlan(llvm::ArrayRef<NamedBytes> files);

} // namespace dml

#endif // DML_TARGET_LAUNCHPLANFILES_H
