//===- BytecodeInterface.cpp - The dialect's version in bytecode ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeInterface.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/DialectVersion.h"

using namespace mlir;

namespace dml {
namespace {

/// Operations and attributes have MLIR's encoding of properties and attributes.
struct DMLBytecodeInterface : BytecodeDialectInterface {
  explicit DMLBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const final {
    FailureOr<const DialectVersion *> requested =
        writer.getDialectVersion<DMLDialect>();
    writer.writeVarInt(
        succeeded(requested)
            ? static_cast<const DMLDialectVersion *>(*requested)->number
            : kDialectVersion);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > kDialectVersion) {
      reader.emitError() << "made by a newer dml: version " << number
                         << " of the dialect, where this dml reads version "
                         << kDialectVersion << " and older ones";
      return nullptr;
    }
    return std::make_unique<DMLDialectVersion>(number);
  }
};

} // namespace

std::unique_ptr<DialectInterface> createBytecodeInterface(Dialect *dialect) {
  return std::make_unique<DMLBytecodeInterface>(dialect);
}

} // namespace dml
