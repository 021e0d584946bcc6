//===- CAPITestUtils.h - What the C interface's tests share -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_CAPI_CAPITESTUTILS_H
#define DML_UNITTESTS_CAPI_CAPITESTUTILS_H

#include "dml-c/Runtime.h"
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace dml::test {

/// The message of an error, which is freed; empty for none.
inline std::string take(DmlError *error) {
  if (!error)
    return "";
  std::string message = dmlErrorGetMessage(error);
  dmlErrorDestroy(error);
  return message;
}

template <auto destroy> struct Destroy {
  template <typename T> void operator()(T *handle) const { destroy(handle); }
};
using Device = std::unique_ptr<DmlDevice, Destroy<dmlDeviceDestroy>>;
using Program = std::unique_ptr<DmlProgram, Destroy<dmlProgramDestroy>>;
using Function = std::unique_ptr<DmlFunction, Destroy<dmlFunctionDestroy>>;
using Executable =
    std::unique_ptr<DmlExecutable, Destroy<dmlExecutableDestroy>>;

inline Device openDevice(const char *uri) {
  DmlDevice *device;
  EXPECT_EQ(take(dmlDeviceOpen(uri, nullptr, &device)), "");
  return Device(device);
}

/// What loading a text fails with.
inline std::string parse(const std::string &source, Program &program) {
  DmlProgram *parsed;
  std::string message =
      take(dmlProgramParse(source.data(), source.size(), "test.mlir", &parsed));
  program.reset(parsed);
  return message;
}

/// The only function of a text.
inline Function createFunction(const std::string &source,
                               const Device &device) {
  Program program;
  EXPECT_EQ(parse(source, program), "");
  DmlFunction *function;
  EXPECT_EQ(
      take(dmlFunctionCreate(program.get(), nullptr, device.get(), &function)),
      "");
  return Function(function);
}
inline Function createFunction(const std::string &source,
                               const char *uri = "cpu") {
  return createFunction(source, openDevice(uri));
}

template <typename T>
DmlTensor makeTensor(T *data, int32_t elementType,
                     std::initializer_list<int64_t> sizes) {
  DmlTensor tensor = {};
  tensor.data = const_cast<std::remove_const_t<T> *>(data);
  tensor.elementType = elementType;
  tensor.rank = static_cast<int32_t>(sizes.size());
  std::copy(sizes.begin(), sizes.end(), tensor.sizes);
  return tensor;
}

} // namespace dml::test

#endif // DML_UNITTESTS_CAPI_CAPITESTUTILS_H
