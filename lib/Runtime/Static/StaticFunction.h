//===- StaticFunction.h - A function that was compiled before ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What object files hold and libdml_rt.a reads: ObjectFile.cpp writes structs
// of the same layout.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_STATIC_STATICFUNCTION_H
#define DML_LIB_RUNTIME_STATIC_STATICFUNCTION_H

#include "dml-c/StaticRuntime.h"
#include <cstdint>

namespace dml {

/// The type of an argument or result. That of a tensor with strides is of its
/// memory, in one dimension.
struct StaticType {
  /// Whether it is a scalar, and no tensor.
  int64_t isScalar;
  int64_t elementBytes;
  int64_t rank;
  /// One for each dimension; kStaticDynamicSize where a call says.
  const int64_t *sizes;
};

constexpr int64_t kStaticDynamicSize = -1;

struct StaticFunction {
  int64_t numArguments, numResults;
  const StaticType *arguments, *results;
  /// Takes what HostCode::call takes.
  void (*code)(void **arguments);
};

} // namespace dml

extern "C" {
/// Calls the function, and returns what compiled functions return.
/// `arguments` points to the elements of tensors and to scalars, and
/// `argumentSizes` to all sizes of tensors that have dynamic ones. `results`
/// points to memory for tensors of static sizes and for scalars, and otherwise
/// to a pointer that is set; `resultSizes` to memory for the sizes of these.
/// The error may be null.
int dmlCallStatic(const dml::StaticFunction *function,
                  const void *const *arguments,
                  const int64_t *const *argumentSizes, void *const *results,
                  int64_t *const *resultSizes, DmlRtError *error);
}

#endif // DML_LIB_RUNTIME_STATIC_STATICFUNCTION_H
