//===- RuntimeTest.cpp - libdml.so through its C interface ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CAPITestUtils.h"
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

using namespace dml::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::string call(const Function &function, std::vector<DmlTensor> arguments,
                 std::vector<DmlTensor> &results, uint32_t flags = 0,
                 DmlTimings *timings = nullptr) {
  return take(dmlFunctionCall(function.get(), arguments.data(),
                              arguments.size(), results.data(), results.size(),
                              flags, timings));
}

std::string call(const Function &function, std::vector<DmlTensor> arguments,
                 DmlTensor result) {
  std::vector<DmlTensor> results = {result};
  return call(function, std::move(arguments), results);
}

const char kDepthToSpace[] = R"(
func.func @main(%x: tensor<?x4x?x?xui8>) -> tensor<?x?x?x?xui8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x4x?x?xui8>) -> tensor<?x?x?x?xui8>
  return %y : tensor<?x?x?x?xui8>
})";

const char kUnfold[] = R"(
func.func @main(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %y = dml.unfold %x, window_sizes = [5]
      : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
})";

const char kUnpool[] = R"(
func.func @main(%v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui32>)
    -> tensor<1x1x2x2xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
})";

const char kSlice[] = R"(
func.func @main(%x: tensor<8xi32>, %n: index) -> tensor<?xi32> {
  %y = tensor.extract_slice %x[0] [%n] [1] : tensor<8xi32> to tensor<?xi32>
  return %y : tensor<?xi32>
})";

TEST(CAPIRuntimeTest, VersionIsThatOfTheProject) {
  EXPECT_STREQ(dmlGetVersion(), DML_VERSION);
}

TEST(CAPIRuntimeTest, DevicesBeginWithTheCPU) {
  std::vector<std::string> uris;
  dmlVisitDevices(
      [](const char *uri, const char *description, void *userData) {
        EXPECT_STRNE(description, "");
        static_cast<std::vector<std::string> *>(userData)->push_back(uri);
      },
      &uris);
  ASSERT_GE(uris.size(), 2u);
  EXPECT_EQ(uris[0], "cpu");
  EXPECT_EQ(uris[1], "reference");
  for (const std::string &uri : uris)
    openDevice(uri.c_str());
}

TEST(CAPIRuntimeTest, UnknownDevicesAndOptionsAreRefused) {
  DmlDevice *device;
  EXPECT_THAT(take(dmlDeviceOpen("gpu", nullptr, &device)),
              HasSubstr("unknown device 'gpu'; expected cpu"));
  EXPECT_EQ(device, nullptr);
  DmlDeviceOptions options = {sizeof(options), 5000};
  EXPECT_EQ(take(dmlDeviceOpen("cpu", &options, &device)),
            "expected at most 4096 threads, given 5000");
}

TEST(CAPIRuntimeTest, BrokenProgramsComeWithTheirDiagnostics) {
  Program program;
  std::string message = parse(R"(
func.func @main(%x: tensor<1x3x1x1xf32>) -> tensor<1x1x2x2xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x3x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
})",
                              program);
  EXPECT_EQ(program, nullptr);
  EXPECT_THAT(message, HasSubstr("test.mlir is not a valid module\n"
                                 "test.mlir:3:8: error: "));
  EXPECT_THAT(message, HasSubstr("[D2]"));
}

TEST(CAPIRuntimeTest, FilesThatAreNoPrograms) {
  DmlProgram *program;
  EXPECT_THAT(take(dmlProgramLoad("/no/such/file.mlir", &program)),
              HasSubstr("No such file"));
  EXPECT_EQ(program, nullptr);
}

TEST(CAPIRuntimeTest, FunctionsHaveNamesAndTypes) {
  Program program;
  ASSERT_EQ(parse("func.func @a(%x: tensor<?x2xf16>, %n: index)"
                  " -> tensor<?x2xf16> { return %x : tensor<?x2xf16> }\n"
                  "func.func private @b() { return }\n"
                  "func.func @c() { return }",
                  program),
            "");
  ASSERT_EQ(dmlProgramGetNumFunctions(program.get()), 2u);
  EXPECT_STREQ(dmlProgramGetFunctionName(program.get(), 0), "a");
  EXPECT_STREQ(dmlProgramGetFunctionName(program.get(), 1), "c");
  EXPECT_EQ(dmlProgramGetFunctionName(program.get(), 2), nullptr);

  Device device = openDevice("cpu");
  DmlFunction *made;
  EXPECT_THAT(
      take(dmlFunctionCreate(program.get(), nullptr, device.get(), &made)),
      HasSubstr("several public functions; choose one of @a, @c"));
  ASSERT_EQ(take(dmlFunctionCreate(program.get(), "a", device.get(), &made)),
            "");
  Function function(made);
  EXPECT_EQ(dmlFunctionGetNumArguments(made), 2u);
  EXPECT_EQ(dmlFunctionGetNumResults(made), 1u);
  DmlTensor type;
  ASSERT_EQ(take(dmlFunctionGetArgumentType(made, 0, &type)), "");
  EXPECT_EQ(type.elementType, DML_F16);
  EXPECT_EQ(type.rank, 2);
  EXPECT_EQ(type.sizes[0], DML_DYNAMIC);
  EXPECT_EQ(type.sizes[1], 2);
  ASSERT_EQ(take(dmlFunctionGetArgumentType(made, 1, &type)), "");
  EXPECT_EQ(type.elementType, DML_INDEX);
  EXPECT_EQ(take(dmlFunctionGetResultType(made, 1, &type)),
            "there is no #1 of 1");
}

TEST(CAPIRuntimeTest, CallsReadAndWriteTheCallersMemory) {
  for (const char *uri : {"cpu", "reference", "vulkan"}) {
    Function function = createFunction(kDepthToSpace, uri);
    uint8_t x[] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8] = {};
    EXPECT_EQ(call(function, {makeTensor(x, DML_UI8, {1, 4, 1, 2})},
                   makeTensor(y, DML_UI8, {1, 1, 2, 4})),
              "");
    EXPECT_THAT(y, ElementsAre(1, 3, 2, 4, 5, 7, 6, 8)) << uri;
  }
}

TEST(CAPIRuntimeTest, ResultsWithoutMemoryGetSome) {
  for (const char *uri : {"cpu", "reference", "vulkan"}) {
    Function function = createFunction(kDepthToSpace, uri);
    uint8_t x[] = {1, 2, 3, 4, 5, 6, 7, 8};
    std::vector<DmlTensor> results(1);
    ASSERT_EQ(call(function, {makeTensor(x, DML_UI8, {2, 4, 1, 1})}, results),
              "");
    EXPECT_EQ(results[0].elementType, DML_UI8);
    EXPECT_EQ(results[0].rank, 4);
    EXPECT_EQ(results[0].sizes[0], 2);
    EXPECT_EQ(results[0].sizes[3], 2);
    EXPECT_EQ(std::memcmp(results[0].data, x, sizeof(x)), 0);
    dmlTensorFree(&results[0]);
    EXPECT_EQ(results[0].data, nullptr);
  }
}

/// Vectors, non-temporal stores and what stands before them begin anywhere.
TEST(CAPIRuntimeTest, MemoryBeginsAtAnyElement) {
  Function function = createFunction(kUnfold);
  for (int64_t size : {19, 1031, 400003}) {
    int64_t numWindows = size - 4;
    std::vector<float> x(size + 16), y(5 * numWindows + 16);
    std::iota(x.begin(), x.end(), 0.0f);
    for (int64_t offset = 0; offset < 16; offset += size > 1031 ? 5 : 1) {
      std::fill(y.begin(), y.end(), -1.0f);
      float *result = y.data() + 15 - offset;
      ASSERT_EQ(call(function,
                     {makeTensor(x.data() + offset, DML_F32, {1, 1, size})},
                     makeTensor(result, DML_F32, {1, 5, numWindows})),
                "");
      for (int64_t r = 0; r < 5; ++r)
        ASSERT_TRUE(std::equal(result + r * numWindows,
                               result + (r + 1) * numWindows,
                               x.data() + offset + r))
            << size << " at " << offset;
      for (float *before = y.data(); before != result; ++before)
        EXPECT_EQ(*before, -1.0f);
      for (float *after = result + 5 * numWindows; after != &*y.end(); ++after)
        EXPECT_EQ(*after, -1.0f);
    }
  }
}

TEST(CAPIRuntimeTest, ArgumentsThatDoNotFitAreRefused) {
  Function function = createFunction(kDepthToSpace);
  uint8_t x[32], y[32];
  DmlTensor input = makeTensor(x, DML_UI8, {1, 4, 1, 2});
  DmlTensor result = makeTensor(y, DML_UI8, {1, 1, 2, 4});
  EXPECT_EQ(call(function, {}, result), "expected 1 argument(s), given 0");
  EXPECT_THAT(call(function, {makeTensor(x, DML_UI8, {1, 5, 1, 2})}, result),
              HasSubstr("argument #0: dimension 1: expected 4, given 5"));
  EXPECT_THAT(call(function, {makeTensor(x, DML_I8, {1, 4, 1, 2})}, result),
              HasSubstr("expected ui8, given i8"));
  EXPECT_THAT(call(function, {makeTensor(x, 12, {1, 4, 1, 2})}, result),
              HasSubstr("argument #0: 12 is not an element type"));
  EXPECT_THAT(call(function, {makeTensor(x, DML_UI8, {1, 4, 0, 2})}, result),
              HasSubstr("every size must be at least 1 [T2]"));
  EXPECT_THAT(call(function, {makeTensor(x, DML_UI8, {1, 4, -1, 2})}, result),
              HasSubstr("[T2]"));
  EXPECT_EQ(call(function,
                 {makeTensor<uint8_t>(nullptr, DML_UI8, {1, 4, 1, 2})}, result),
            "argument #0: expected data, given null");
  DmlTensor deep = input;
  deep.rank = 9;
  EXPECT_EQ(call(function, {deep}, result),
            "argument #0: rank 9 is not between 0 and 8 [T2]");
  DmlTensor strided = input;
  strided.strides[3] = 2;
  EXPECT_EQ(call(function, {strided}, result),
            "argument #0: expected row-major order without gaps (strides of "
            "zero), given strides {0,0,0,2} [T3]");
  EXPECT_THAT(call(function, {input}, makeTensor(y, DML_UI8, {1, 1, 4, 2})),
              HasSubstr("result #0: dimension 2: expected 2, given 4"));
  std::vector<DmlTensor> none;
  EXPECT_EQ(call(function, {input}, none), "expected 1 result(s), given 0");
}

TEST(CAPIRuntimeTest, ResultsThatOverlapAreRefused) {
  Function function = createFunction(R"(
func.func @main(%x: tensor<4xi16>, %y: tensor<4xi16>)
    -> (tensor<4xi16>, tensor<4xi16>) {
  return %y, %x : tensor<4xi16>, tensor<4xi16>
})");
  int16_t memory[16] = {1, 2, 3, 4, 5, 6, 7, 8};
  auto at = [&](int offset) {
    return makeTensor(memory + offset, DML_I16, {4});
  };
  std::vector<DmlTensor> results = {at(8), at(7)};
  EXPECT_EQ(call(function, {at(0), at(4)}, results),
            "result #1: bytes 0 to 1 are bytes 6 to 7 of argument #1; expected "
            "memory of its own");
  results = {at(8), at(9)};
  EXPECT_EQ(call(function, {at(0), at(4)}, results),
            "result #1: bytes 0 to 5 are bytes 2 to 7 of result #0; expected "
            "memory of its own");
  results = {at(0), DmlTensor()};
  EXPECT_EQ(call(function, {at(0), at(4)}, results),
            "result #0: bytes 0 to 7 are bytes 0 to 7 of argument #0; expected "
            "memory of its own");
  // Neighbours, and arguments that are the same.
  results = {at(4), at(8)};
  EXPECT_EQ(call(function, {at(0), at(0)}, results), "");
  EXPECT_EQ(memory[4], 1);
  EXPECT_EQ(memory[11], 4);
}

TEST(CAPIRuntimeTest, TextsThatAreNullAreRefused) {
  DmlDevice *device;
  EXPECT_EQ(take(dmlDeviceOpen(nullptr, nullptr, &device)),
            "uri: expected a text, given null");
  DmlProgram *program;
  EXPECT_EQ(take(dmlProgramParse(nullptr, 0, nullptr, &program)),
            "source: expected a text, given null");
  EXPECT_EQ(take(dmlProgramLoad(nullptr, &program)),
            "path: expected a text, given null");
  EXPECT_EQ(program, nullptr);
  Device opened = openDevice("cpu");
  DmlExecutable *executable;
  EXPECT_EQ(take(dmlExecutableLoad(nullptr, opened.get(), &executable)),
            "path: expected a text, given null");
  EXPECT_EQ(executable, nullptr);
}

TEST(CAPIRuntimeTest, DataLiesOnABoundaryOfAnElement) {
  Function function = createFunction(kUnfold);
  alignas(4) char x[64], y[64];
  EXPECT_THAT(call(function, {makeTensor(x + 1, DML_F32, {1, 1, 5})},
                   makeTensor(y, DML_F32, {1, 5, 1})),
              HasSubstr("argument #0: expected data on a boundary of 4 bytes"));
}

TEST(CAPIRuntimeTest, IndicesOutOfRangeFailUnlessIgnored) {
  for (const char *uri : {"cpu", "reference", "vulkan"}) {
    Function function = createFunction(kUnpool, uri);
    float values[] = {1, 2}, y[4];
    uint32_t indices[] = {3, 4};
    std::vector<DmlTensor> arguments = {
        makeTensor(values, DML_F32, {1, 1, 1, 2}),
        makeTensor(indices, DML_UI32, {1, 1, 1, 2})};
    std::vector<DmlTensor> results = {makeTensor(y, DML_F32, {1, 1, 2, 2})};
    EXPECT_THAT(call(function, arguments, results), HasSubstr("[U3]")) << uri;
    EXPECT_EQ(
        call(function, arguments, results, DML_IGNORE_OUT_OF_RANGE_INDICES),
        "");
    EXPECT_THAT(y, ElementsAre(0, 0, 0, 1)) << uri;
  }
}

TEST(CAPIRuntimeTest, FunctionsAreCompiledForValuesOfTypeIndex) {
  Function function = createFunction(kSlice);
  int32_t x[] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int64_t n : {3, 5, 3}) {
    std::vector<DmlTensor> results(1);
    ASSERT_EQ(call(function,
                   {makeTensor(x, DML_I32, {8}), makeTensor(&n, DML_INDEX, {})},
                   results),
              "");
    EXPECT_EQ(results[0].sizes[0], n);
    dmlTensorFree(&results[0]);
  }
  DmlTensor arguments[] = {makeTensor(x, DML_I32, {8}),
                           makeTensor<int64_t>(nullptr, DML_INDEX, {})};
  DmlExecutable *executable;
  EXPECT_EQ(take(dmlFunctionCompile(function.get(), arguments, 2, &executable)),
            "argument #1: expected data, given null");
}

TEST(CAPIRuntimeTest, ExecutablesSayWhatTheyGive) {
  Function function = createFunction(kDepthToSpace);
  DmlTensor argument = makeTensor<uint8_t>(nullptr, DML_UI8, {3, 4, 5, 6});
  DmlExecutable *made;
  ASSERT_EQ(take(dmlFunctionCompile(function.get(), &argument, 1, &made)), "");
  Executable executable(made);
  function.reset();
  ASSERT_EQ(dmlExecutableGetNumResults(made), 1u);
  DmlTensor type;
  ASSERT_EQ(take(dmlExecutableGetResultType(made, 0, &type)), "");
  EXPECT_THAT(std::vector<int64_t>(type.sizes, type.sizes + type.rank),
              ElementsAre(3, 1, 10, 12));

  uint8_t x[360], y[360];
  argument = makeTensor(x, DML_UI8, {3, 4, 6, 5});
  type.data = y;
  EXPECT_EQ(take(dmlExecutableRun(made, &argument, 1, &type, 1, 0, nullptr)),
            "argument #0: expected 3x4x5x6xui8, which the function was "
            "compiled for, given 3x4x6x5xui8");
}

TEST(CAPIRuntimeTest, StridesAreThoseOfTheFunction) {
  Function function = createFunction(R"(
func.func @main(%x: tensor<2x3xi16> {dml.strides = array<i64: 1, 2>})
    -> (tensor<2x3xi16> {dml.strides = array<i64: 4, 1>}) {
  return %x : tensor<2x3xi16>
})");
  DmlTensor input, result;
  ASSERT_EQ(take(dmlFunctionGetArgumentType(function.get(), 0, &input)), "");
  ASSERT_EQ(take(dmlFunctionGetResultType(function.get(), 0, &result)), "");
  EXPECT_EQ(input.strides[1], 2);
  EXPECT_EQ(result.strides[0], 4);
  int16_t x[] = {1, 4, 2, 5, 3, 6}, y[] = {0, 0, 0, 9, 0, 0, 0};
  input.data = x;
  result.data = y;
  EXPECT_EQ(call(function, {input}, result), "");
  EXPECT_THAT(y, ElementsAre(1, 2, 3, 9, 4, 5, 6));
}

TEST(CAPIRuntimeTest, TimesAreThoseOfTheDevice) {
  Function function = createFunction(kDepthToSpace, "vulkan");
  uint8_t x[8] = {};
  std::vector<DmlTensor> results(1);
  DmlTimings timings = {};
  timings.size = sizeof(timings);
  ASSERT_EQ(call(function, {makeTensor(x, DML_UI8, {1, 4, 1, 2})}, results, 0,
                 &timings),
            "");
  dmlTensorFree(&results[0]);
  EXPECT_GT(timings.run, 0);
  EXPECT_GT(timings.kernels, 0);
  EXPECT_LE(timings.kernels, timings.run);

  // An application that was built with fewer members.
  DmlTimings older = {offsetof(DmlTimings, upload), -2, -2, -2, -2};
  ASSERT_EQ(call(function, {makeTensor(x, DML_UI8, {1, 4, 1, 2})}, results, 0,
                 &older),
            "");
  dmlTensorFree(&results[0]);
  EXPECT_GT(older.run, 0);
  EXPECT_EQ(older.upload, -2);
}

TEST(CAPIRuntimeTest, ThreadsShareFunctionsAndDevices) {
  for (const char *uri : {"cpu", "reference", "vulkan"}) {
    Function function = createFunction(kUnfold, uri);
    auto work = [&](int64_t size) {
      std::vector<float> x(size), y(5 * (size - 4));
      std::iota(x.begin(), x.end(), static_cast<float>(size));
      for (unsigned i = 0; i < 5; ++i) {
        std::fill(y.begin(), y.end(), 0.0f);
        EXPECT_EQ(call(function, {makeTensor(x.data(), DML_F32, {1, 1, size})},
                       makeTensor(y.data(), DML_F32, {1, 5, size - 4})),
                  "");
        for (int64_t r = 0; r < 5; ++r)
          EXPECT_TRUE(std::equal(x.begin() + r, x.begin() + r + size - 4,
                                 y.begin() + r * (size - 4)));
      }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < 6; ++i)
      threads.emplace_back(work, 100 + i % 2);
    for (std::thread &thread : threads)
      thread.join();
  }
}

} // namespace
