//===- Handles.h - What the handles of the C interface hold -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CAPI_HANDLES_H
#define DML_LIB_CAPI_HANDLES_H

#include "dml-c/Runtime.h"
#include "dml/Runtime/CallableFunction.h"

struct DmlError {
  std::string message;
};

struct DmlDevice {
  std::shared_ptr<dml::Device> device;
};

struct DmlProgram {
  std::shared_ptr<const dml::LoadedProgram> program;
};

struct DmlFunction {
  std::unique_ptr<dml::CallableFunction> function;
};

struct DmlExecutable {
  std::shared_ptr<dml::SpecializedFunction> function;
};

namespace dml {

inline DmlError *takeError(llvm::Error error) {
  if (!error)
    return nullptr;
  return new DmlError{llvm::toString(std::move(error))};
}

/// Puts what was made behind a new handle.
template <typename Handle, typename T>
DmlError *give(llvm::Expected<T> made, Handle **handle) {
  *handle = nullptr;
  if (!made)
    return takeError(made.takeError());
  *handle = new Handle{std::move(*made)};
  return nullptr;
}

/// `outOfRange` as an error, unless the flags say otherwise.
inline llvm::Error checkIndices(llvm::ArrayRef<OutOfRangeReport> outOfRange,
                                uint32_t flags) {
  if (outOfRange.empty() || flags & DML_IGNORE_OUT_OF_RANGE_INDICES)
    return llvm::Error::success();
  return llvm::createStringError(stringify(outOfRange));
}

} // namespace dml

#endif // DML_LIB_CAPI_HANDLES_H
