//===- StaticRuntime.cpp - What ahead-of-time code runs on ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CPU/MemRefDescriptor.h"
#include "../CPU/ResultLayout.h"
#include "StaticFunction.h"
#include "dml/Runtime/CPU/HostInvocation.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Values/AlignedMemory.h"
#include <cstring>

using namespace dml;

static std::atomic<unsigned> numThreads = 0;

// Also outside of a shared library that holds them.
#define DML_RT_EXPORT __attribute__((visibility("default")))

DML_RT_EXPORT void dmlRtSetThreads(unsigned count) { numThreads = count; }

DML_RT_EXPORT void dmlRtFree(void *result) { std::free(result); }

static bool isDynamic(const StaticType &type) {
  for (int64_t i = 0; i < type.rank; ++i)
    if (type.sizes[i] == kStaticDynamicSize)
      return true;
  return false;
}

namespace {
/// Elements of a tensor (rule T2).
constexpr uint64_t kMaxElements = UINT32_MAX;

/// One call of a function.
class StaticCall {
public:
  StaticCall(const StaticFunction &function, const void *const *arguments,
             const int64_t *const *argumentSizes, void *const *results,
             int64_t *const *resultSizes)
      : function(function), arguments(arguments), argumentSizes(argumentSizes),
        results(results), resultSizes(resultSizes),
        invocation(numThreads == 0 ? WorkerPool::getNumCores()
                                   : numThreads.load()) {}

  int run();
  const std::string &getMessage() const { return message; }

private:
  bool isReturned(const StaticType &type) const {
    return type.isScalar || isDynamic(type);
  }
  bool checkSizes(int64_t number);
  bool check();
  void call();
  void passBuffer(const void *data, const int64_t *sizes, int64_t rank);
  bool takeResults();
  bool takeTensor(const StaticType &type, const char *descriptor, void **result,
                  int64_t *sizes);
  bool fail(std::string text) {
    message = std::move(text);
    return false;
  }

  const StaticFunction &function;
  const void *const *arguments;
  const int64_t *const *argumentSizes;
  void *const *results;
  int64_t *const *resultSizes;
  HostInvocation invocation;
  std::string message;
  ResultLayout layout;
  /// What generated code returns.
  std::vector<int64_t> returned;
  /// Descriptors, pointers to them, and pointers to these, as packed calls want
  /// it.
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<void *> pointers, packed;
};
} // namespace

bool StaticCall::checkSizes(int64_t number) {
  const StaticType &type = function.arguments[number];
  std::string name = "argument " + std::to_string(number);
  if (!argumentSizes[number])
    return fail(name + ": expected sizes, given a null pointer");
  uint64_t numElements = 1;
  for (int64_t i = 0; i < type.rank; ++i) {
    int64_t size = argumentSizes[number][i];
    std::string given = std::to_string(size);
    if (type.sizes[i] != kStaticDynamicSize && size != type.sizes[i])
      return fail(name + ", dimension " + std::to_string(i) + ": expected " +
                  std::to_string(type.sizes[i]) + ", given " + given);
    if (size < 1)
      return fail(name + ", dimension " + std::to_string(i) +
                  ": expected at least 1, given " + given + " [T2]");
    if (static_cast<uint64_t>(size) > kMaxElements / numElements)
      return fail(name + ": expected at most " + std::to_string(kMaxElements) +
                  " elements, given more [T2]");
    numElements *= size;
  }
  return true;
}

bool StaticCall::check() {
  for (int64_t i = 0; i < function.numArguments; ++i) {
    const StaticType &type = function.arguments[i];
    if (isDynamic(type) && !checkSizes(i))
      return false;
    std::string name = "argument " + std::to_string(i);
    if (!arguments[i])
      return fail(name + ": expected elements, given a null pointer");
    if (reinterpret_cast<uintptr_t>(arguments[i]) % type.elementBytes != 0)
      return fail(name + ": expected an address that is a multiple of " +
                  std::to_string(type.elementBytes));
  }
  for (int64_t i = 0; i < function.numResults; ++i) {
    const StaticType &type = function.results[i];
    std::string name = "result " + std::to_string(i);
    if (!results[i] || (isDynamic(type) && !resultSizes[i]))
      return fail(name + ": expected memory, given a null pointer");
    if (!isReturned(type) &&
        reinterpret_cast<uintptr_t>(results[i]) % type.elementBytes != 0)
      return fail(name + ": expected an address that is a multiple of " +
                  std::to_string(type.elementBytes));
  }
  return true;
}

void StaticCall::passBuffer(const void *data, const int64_t *sizes,
                            int64_t rank) {
  std::vector<int64_t> &words =
      descriptors.emplace_back(MemRefDescriptor::getNumBytes(rank) / 8);
  MemRefDescriptor::write(words.data(), data, sizes, rank);
  pointers.push_back(words.data());
  packed.push_back(&pointers.back());
}

void StaticCall::call() {
  // Nothing may move that is pointed to.
  size_t count = function.numArguments + function.numResults + 1;
  descriptors.reserve(count);
  pointers.reserve(count);
  for (int64_t i = 0; i < function.numResults; ++i) {
    const StaticType &type = function.results[i];
    if (isReturned(type))
      layout.add(type.isScalar, type.elementBytes, type.rank);
  }
  returned.resize(layout.getNumBytes() / 8 + 1);
  if (layout.hasStruct()) {
    pointers.push_back(returned.data());
    packed.push_back(&pointers.back());
  }
  for (int64_t i = 0; i < function.numArguments; ++i) {
    const StaticType &type = function.arguments[i];
    if (type.isScalar)
      packed.push_back(const_cast<void *>(arguments[i]));
    else
      passBuffer(arguments[i], isDynamic(type) ? argumentSizes[i] : type.sizes,
                 type.rank);
  }
  for (int64_t i = 0; i < function.numResults; ++i)
    if (!isReturned(function.results[i]))
      passBuffer(results[i], function.results[i].sizes,
                 function.results[i].rank);
  if (layout.isLoneScalar())
    packed.push_back(returned.data());
  invocation.run([&] { function.code(packed.data()); });
}

bool StaticCall::takeTensor(const StaticType &type, const char *descriptor,
                            void **result, int64_t *sizes) {
  MemRefView view(descriptor, type.rank);
  size_t numBytes = type.elementBytes;
  for (int64_t i = 0; i < type.rank; ++i) {
    sizes[i] = view.getSizes()[i];
    numBytes *= sizes[i];
  }
  if (view.getOffset() == 0 && view.getAligned() == view.getAllocated() &&
      invocation.release(view.getAllocated())) {
    *result = view.getAllocated();
    return true;
  }
  *result = allocateAligned(numBytes);
  if (!*result)
    return fail("cannot allocate " + std::to_string(numBytes) +
                " bytes for a result");
  std::memcpy(*result, view.getAligned() + view.getOffset() * type.elementBytes,
              numBytes);
  return true;
}

bool StaticCall::takeResults() {
  size_t next = 0;
  for (int64_t i = 0; i < function.numResults; ++i) {
    const StaticType &type = function.results[i];
    if (!isReturned(type))
      continue;
    const char *source = reinterpret_cast<const char *>(returned.data()) +
                         layout.getOffset(next++);
    if (type.isScalar)
      std::memcpy(results[i], source, type.elementBytes);
    else if (!takeTensor(type, source, static_cast<void **>(results[i]),
                         resultSizes[i]))
      return false;
  }
  return true;
}

int StaticCall::run() {
  if (!check())
    return DML_RT_FAILURE;
  call();
  if (std::optional<std::string> failure = invocation.takeFailure()) {
    message = std::move(*failure);
    return DML_RT_FAILURE;
  }
  if (!takeResults())
    return DML_RT_FAILURE;
  message = stringify(invocation.takeOutOfRange());
  return message.empty() ? DML_RT_SUCCESS : DML_RT_INDICES_OUT_OF_RANGE;
}

/// Cut off between characters of UTF-8.
static void copyMessage(DmlRtError &error, std::string text) {
  constexpr size_t maxBytes = sizeof(error.message) - 1;
  constexpr std::string_view end = "...";
  if (text.size() > maxBytes) {
    size_t size = maxBytes - end.size();
    while (size > 0 && (text[size] & 0xC0) == 0x80)
      --size;
    text.resize(size);
    text += end;
  }
  std::memcpy(error.message, text.c_str(), text.size() + 1);
}

int dmlCallStatic(const StaticFunction *function, const void *const *arguments,
                  const int64_t *const *argumentSizes, void *const *results,
                  int64_t *const *resultSizes, DmlRtError *error) {
  auto forEachAllocated = [&](void (*visit)(void *&)) {
    for (int64_t i = 0; i < function->numResults; ++i)
      if (results[i] && isDynamic(function->results[i]))
        visit(*static_cast<void **>(results[i]));
  };
  forEachAllocated([](void *&result) { result = nullptr; });
  StaticCall call(*function, arguments, argumentSizes, results, resultSizes);
  int status = call.run();
  if (error)
    copyMessage(*error, call.getMessage());
  // A failure may come after some results.
  if (status == DML_RT_FAILURE)
    forEachAllocated(
        [](void *&result) { std::free(std::exchange(result, nullptr)); });
  return status;
}
