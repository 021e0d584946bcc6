//===- FeatureLevels.h - DirectML's feature levels --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_FEATURELEVELS_H
#define DML_IR_FEATURELEVELS_H

#include "dml/IR/DMLDialect.h"
#include "llvm/Support/CommandLine.h"

namespace dml {

/// A feature level of DirectML; later ones are greater.
enum class FeatureLevel {
#define DML_FEATURE_LEVEL(level) V##level,
#include "dml/IR/FeatureLevels.def"
};

/// The level that the operators' verifiers check.
constexpr FeatureLevel kHighestFeatureLevel = FeatureLevel::V6_4;

/// The level as flags and messages spell it: `2_1`.
llvm::StringRef stringify(FeatureLevel level);
std::optional<FeatureLevel> symbolizeFeatureLevel(llvm::StringRef name);

/// All levels in order, separated by ", ", for messages.
std::string listFeatureLevels();

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                                     FeatureLevel level) {
  return os << stringify(level);
}

/// Emits an error if this level does not have the operator yet (L1), or not
/// with its element type or type of indices (L2).
mlir::LogicalResult checkFeatureLevel(OperatorInterface op, FeatureLevel level);

/// Prints a line for each operator and each level that gives the operator more
/// types. The line has the operator's name without `dml.`, the level, and all
/// element types and types of indices that the operator has at this level.
void printOperatorTable(llvm::raw_ostream &os);

} // namespace dml

/// The parser of flags and pass options. It refuses unknown levels with a list
/// of the known ones.
template <>
class llvm::cl::parser<dml::FeatureLevel>
    : public llvm::cl::basic_parser<dml::FeatureLevel> {
public:
  using basic_parser::basic_parser;

  /// Returns true on error, as LLVM's parsers do.
  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, dml::FeatureLevel &level);

  llvm::StringRef getValueName() const override { return "level"; }

  /// `basic_parser` needs it for LLVM's --print-options.
  void printOptionDiff(const llvm::cl::Option &option, dml::FeatureLevel,
                       const OptVal &, size_t width) const {
    printOptionNoValue(option, width);
  }

  void anchor() override;
};

#endif // DML_IR_FEATURELEVELS_H
