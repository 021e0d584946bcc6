//===- HostCodeTest.cpp - Tests of machine code for the host --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CPU/Compile/HostCode.h"
#include "Runtime/TestUtils.h"
#include "dml/Runtime/CPU/HostInvocation.h"
#include "dml/Runtime/Device.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "gtest/gtest.h"
#include <thread>

using namespace dml;

namespace {
class HostCodeTest : public testing::Test {
protected:
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    // It sets LLVM up for the host.
    createCPUDevice(DeviceOptions());
    mlir::registerBuiltinDialectTranslation(context);
    mlir::registerLLVMDialectTranslation(context);
    context.loadDialect<mlir::LLVM::LLVMDialect>();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return module;
  }

  /// Compiles @main; null after a failure.
  std::unique_ptr<HostCode> compile(llvm::StringRef text) {
    auto module = parse(text);
    if (!module)
      return nullptr;
    auto code = HostCode::compile(*module, "main", /*optimizationLevel=*/1);
    if (code)
      return std::move(*code);
    ADD_FAILURE() << llvm::toString(code.takeError());
    return nullptr;
  }

  /// Calls code of an i64 and yields its i64; sets `failure` if that failed.
  int64_t call(const HostCode &code, int64_t argument) {
    int64_t result = 0;
    void *arguments[] = {&argument, &result};
    HostInvocation invocation(/*numThreads=*/1);
    invocation.run([&] { code.call(arguments); });
    failure = invocation.takeFailure().value_or("");
    return result;
  }

  mlir::MLIRContext context;
  std::string failure;
};

constexpr llvm::StringLiteral kColdModule = R"(
  llvm.mlir.global internal constant @factors(dense<[3, 5]> : tensor<2xi64>)
      : !llvm.array<2 x i64>
  llvm.func @main(%x: i64) -> i64 {
    %one = llvm.mlir.constant(1 : i64) : i64
    %slot = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
    llvm.store %x, %slot : i64, !llvm.ptr
    %is_many = llvm.icmp "ugt" %x, %one : i64
    llvm.cond_br %is_many, ^many, ^done
  ^many:
    llvm.call @cold(%slot) : (!llvm.ptr) -> ()
    llvm.br ^done
  ^done:
    %y = llvm.load %slot : !llvm.ptr -> i64
    llvm.return %y : i64
  }
  llvm.func @cold(%slot: !llvm.ptr)
      attributes {passthrough = ["dml-cold"]} {
    %x = llvm.load %slot : !llvm.ptr -> i64
    %y = llvm.call @scale(%x) : (i64) -> i64
    llvm.store %y, %slot : i64, !llvm.ptr
    llvm.return
  }
)";

TEST_F(HostCodeTest, ColdFunctions) {
  auto code = compile((kColdModule + R"(
    llvm.func @scale(%x: i64) -> i64
        attributes {passthrough = ["dml-cold", "noinline"]} {
      %factors = llvm.mlir.addressof @factors : !llvm.ptr
      %last = llvm.getelementptr %factors[0, 1]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i64>
      %five = llvm.load %last : !llvm.ptr -> i64
      %y = llvm.mul %x, %five : i64
      llvm.return %y : i64
    }
  )")
                          .str());
  ASSERT_TRUE(code);
  EXPECT_EQ(call(*code, 1), 1);
  EXPECT_EQ(call(*code, 2), 10);
  EXPECT_EQ(call(*code, 3), 15);
  EXPECT_EQ(failure, "");
}

/// The same in two steps, of which the second needs no module.
TEST_F(HostCodeTest, Objects) {
  auto module = parse((kColdModule + R"(
    llvm.func @scale(%x: i64) -> i64
        attributes {passthrough = ["dml-cold", "noinline"]} {
      %five = llvm.mlir.constant(5 : i64) : i64
      %y = llvm.mul %x, %five : i64
      llvm.return %y : i64
    }
  )")
                          .str());
  ASSERT_TRUE(module);
  auto objects =
      HostCode::compileObjects(*module, "main", /*optimizationLevel=*/1);
  ASSERT_TRUE(static_cast<bool>(objects));
  EXPECT_FALSE(objects->coldCode.empty());
  for (int i = 0; i < 2; ++i) {
    auto code = HostCode::link(*objects);
    ASSERT_TRUE(static_cast<bool>(code));
    EXPECT_EQ(call(**code, 1), 1);
    EXPECT_EQ(call(**code, 3), 15);
    EXPECT_EQ(failure, "");
  }
  auto broken = HostCode::link({"no object file", ""});
  EXPECT_FALSE(static_cast<bool>(broken));
  llvm::consumeError(broken.takeError());
}

/// Each thread calls first.
TEST_F(HostCodeTest, ColdFunctionsOnManyThreads) {
  auto code = compile((kColdModule + R"(
    llvm.func @scale(%x: i64) -> i64
        attributes {passthrough = ["dml-cold"]} {
      %three = llvm.mlir.constant(3 : i64) : i64
      %y = llvm.mul %x, %three : i64
      llvm.return %y : i64
    }
  )")
                          .str());
  ASSERT_TRUE(code);
  std::vector<int64_t> results(8);
  std::vector<std::thread> threads;
  for (int64_t i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      int64_t argument = i + 2;
      void *arguments[] = {&argument, &results[i]};
      HostInvocation invocation(/*numThreads=*/1);
      invocation.run([&] { code->call(arguments); });
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int64_t i = 0; i < 8; ++i)
    EXPECT_EQ(results[i], 3 * (i + 2));
}

/// What cannot be compiled fails when it is called, each time, and not before.
TEST_F(HostCodeTest, ColdFunctionFailure) {
  auto code = compile(
      (kColdModule + "llvm.func @scale(i64) -> i64 // is nowhere\n").str());
  ASSERT_TRUE(code);
  EXPECT_EQ(call(*code, 1), 1);
  EXPECT_EQ(failure, "");
  for (int i = 0; i < 2; ++i) {
    call(*code, 2);
    if (i == 0)
      EXPECT_TRUE(llvm::StringRef(failure).contains("scale")) << failure;
    EXPECT_TRUE(llvm::StringRef(failure).starts_with(
        "cannot compile a function when it was first called: "))
        << failure;
  }
  EXPECT_EQ(call(*code, 0), 0);
  EXPECT_EQ(failure, "");
}
TEST_F(HostCodeTest, VectorsOfTheHost) {
  VectorSupport expected;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    expected.bytes = 64;
  else if (__builtin_cpu_supports("avx"))
    expected.bytes = 32;
  expected.comparesHalves = __builtin_cpu_supports("avx512fp16");
#endif
  EXPECT_EQ(getHostVectorSupport().bytes, expected.bytes);
  EXPECT_EQ(getHostVectorSupport().comparesHalves, expected.comparesHalves);
}

} // namespace
