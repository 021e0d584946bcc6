//===- WriteFile.cpp - Writing whole files --------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriteFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace dml {

Error writeFile(StringRef path, StringRef bytes) {
  Error result = writeToOutput(path, [&](raw_ostream &os) -> Error {
    os << bytes;
    os.flush();
    // Left alone, it would end the process.
    if (os.get_kind() != raw_ostream::OStreamKind::OK_FDStream)
      return Error::success();
    auto &file = static_cast<raw_fd_ostream &>(os);
    std::error_code error = file.error();
    file.clear_error();
    return errorCodeToError(error);
  });
  if (!result)
    return Error::success();
  // It may name the file that was to be renamed.
  std::string reason;
  handleAllErrors(
      std::move(result),
      [&](const FileError &error) { reason = error.messageWithoutFileInfo(); },
      [&](const ErrorInfoBase &error) { reason = error.message(); });
  return createStringError("cannot write '" + path + "': " + reason);
}

} // namespace dml
