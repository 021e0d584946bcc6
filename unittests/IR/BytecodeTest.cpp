//===- BytecodeTest.cpp - The dialect's version in bytecode ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "dml/IR/DialectVersion.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

struct BytecodeTest : testing::Test {
  BytecodeTest() { context.loadDialect<dml::DMLDialect, func::FuncDialect>(); }

  /// A module as bytecode, of this version of the dialect.
  std::string write(std::optional<uint64_t> version) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"(
      func.func @f(%x: tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32> {
        %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
            : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
        return %y : tensor<1x1x2x2xf32>
      })",
                                                               &context);
    BytecodeWriterConfig config;
    if (version)
      config.setDialectVersion<dml::DMLDialect>(
          std::make_unique<dml::DMLDialectVersion>(*version));
    std::string bytecode;
    llvm::raw_string_ostream os(bytecode);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, os, config)));
    return bytecode;
  }

  /// What is wrong with the bytecode; empty if it is read.
  std::string read(StringRef bytecode) {
    std::string messages;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
      return success();
    });
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(bytecode, &context);
    EXPECT_EQ(!module, !messages.empty());
    return messages;
  }

  MLIRContext context;
};

TEST_F(BytecodeTest, ReadsVersionsUpToItsOwn) {
  EXPECT_EQ(read(write(std::nullopt)), "");
  EXPECT_EQ(read(write(dml::kDialectVersion)), "");
  EXPECT_EQ(read(write(0)), "");
}

TEST_F(BytecodeTest, RefusesNewerVersions) {
  std::string messages = read(write(dml::kDialectVersion + 1));
  EXPECT_NE(
      messages.find("made by a newer dml: version 2 of the dialect, where "
                    "this dml reads version 1 and older ones"),
      std::string::npos)
      << messages;
}

} // namespace
