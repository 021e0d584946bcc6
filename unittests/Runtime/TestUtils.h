//===- TestUtils.h - What the runtime's tests share -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_RUNTIME_TESTUTILS_H
#define DML_UNITTESTS_RUNTIME_TESTUTILS_H

#include "dml/Runtime/Values/Tensor.h"
#include "dml/Runtime/Values/TensorParser.h"
#include "dml/Runtime/Values/TensorPrinter.h"
#include "llvm/Support/Error.h"
#include <string>

namespace dml::test {

/// The message of an error, and nothing for success.
inline std::string getMessage(llvm::Error error) {
  return llvm::toString(std::move(error));
}
template <typename T> std::string getMessage(llvm::Expected<T> value) {
  return value ? "" : llvm::toString(value.takeError());
}

inline TensorType makeType(llvm::StringRef text) {
  return llvm::cantFail(parseTensorType(text));
}

/// The tensor that the command line spells so.
inline Tensor makeTensor(llvm::StringRef text) {
  return llvm::cantFail(parseTensor(text));
}

inline std::string print(const Tensor &tensor, int64_t limit = -1) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printTensor(os, tensor, limit);
  return text;
}

/// How a value is printed that is spelled so, or why it is refused.
inline std::string reprint(llvm::StringRef text,
                           const DeclaredType *declared = nullptr) {
  llvm::Expected<Tensor> tensor = parseTensor(text, declared);
  return tensor ? print(*tensor)
                : "error: " + llvm::toString(tensor.takeError());
}

inline std::string printElement(ElementType type, uint64_t bits) {
  std::string text;
  llvm::raw_string_ostream os(text);
  dml::printElement(os, type, bits);
  return text;
}

} // namespace dml::test

#endif // DML_UNITTESTS_RUNTIME_TESTUTILS_H
