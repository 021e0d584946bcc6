//===- StandardStreams.h - Output that nobody takes -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TOOLS_COMMON_STANDARDSTREAMS_H
#define DML_TOOLS_COMMON_STANDARDSTREAMS_H

#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace dml {

/// How a tool ends whose output or messages cannot be written.
struct StandardStreams {
  const char *tool;
  /// The status that says that the tool failed.
  int failure;
};

/// To be called before `main` does anything else. Output that is lost is an
/// error of its own, wherever the tool ends: with --help it ends within LLVM.
/// Messages that are lost change no status; LLVM would end the process with 1,
/// which may mean something else.
inline void watchStandardStreams(StandardStreams how) {
  static StandardStreams streams;
  streams = how;
  // Streams that exist by now are closed after the function below is called.
  llvm::outs();
  llvm::errs();
  std::atexit([] {
    llvm::raw_fd_ostream &out = llvm::outs(), &err = llvm::errs();
    out.flush();
    std::error_code error = out.error();
    out.clear_error();
    if (error)
      err << streams.tool << ": error: standard output: " << error.message()
          << "\n";
    err.flush();
    err.clear_error();
    if (error)
      std::_Exit(streams.failure);
  });
}

} // namespace dml

#endif // DML_TOOLS_COMMON_STANDARDSTREAMS_H
