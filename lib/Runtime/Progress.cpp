//===- Progress.cpp - What takes long -------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Progress.h"

namespace dml {

Progress::Progress(llvm::raw_ostream *os, llvm::StringRef name,
                   std::chrono::milliseconds delay)
    : os(os), name(name) {
  if (os)
    thread = std::thread([this, delay] { work(delay); });
}

void Progress::setStep(const llvm::Twine &newStep) {
  if (!os)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  step = newStep.str();
}

void Progress::finish() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isFinished = true;
  }
  wake.notify_one();
  thread.join();
}

void Progress::work(std::chrono::milliseconds delay) {
  constexpr std::chrono::milliseconds interval(200);
  std::unique_lock<std::mutex> lock(mutex);
  auto mustEnd = [this] { return isFinished; };
  for (auto next = start + delay; !wake.wait_until(lock, next, mustEnd);
       next += interval) {
    auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(next - start);
    show(name + ": " + step + ", " + std::to_string(seconds.count()) + " s");
  }
  if (shownLength > 0)
    show("");
}

void Progress::show(llvm::StringRef line) {
  // Spaces take away what is left of a longer line, on any terminal.
  *os << "\r" << line;
  if (line.size() < shownLength)
    os->indent(shownLength - line.size());
  if (line.empty())
    *os << "\r";
  shownLength = line.size();
  os->flush();
}

} // namespace dml
