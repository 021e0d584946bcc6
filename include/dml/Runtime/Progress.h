//===- Progress.h - What takes long -----------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_PROGRESS_H
#define DML_RUNTIME_PROGRESS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace dml {

/// A line on a terminal that says which step a program is at, and for how long
/// it has been running. The line is there once that is longer than the delay,
/// and is gone at the end.
class Progress {
public:
  /// Nothing is shown where there is no stream. `name` begins the line.
  Progress(llvm::raw_ostream *os, llvm::StringRef name,
           std::chrono::milliseconds delay = std::chrono::seconds(2));
  ~Progress() { finish(); }

  void setStep(const llvm::Twine &step);

  /// Takes the line away for good. Called before anything else is printed, and
  /// as often as one likes.
  void finish();

private:
  void work(std::chrono::milliseconds delay);
  /// Writes over the line that is there.
  void show(llvm::StringRef line);

  llvm::raw_ostream *os;
  const std::string name;
  const std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  std::mutex mutex;
  std::condition_variable wake;
  /// The three are used with the mutex locked.
  std::string step;
  size_t shownLength = 0;
  bool isFinished = false;
  std::thread thread;
};

} // namespace dml

#endif // DML_RUNTIME_PROGRESS_H
