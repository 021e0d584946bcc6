//===- BenchmarkRunner.cpp - Cases under Google Benchmark -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Benchmark/BenchmarkRunner.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Timing/Stopwatch.h"
#include "llvm/Support/Format.h"
#include <benchmark/benchmark.h>
#include <iostream>
#include <map>

namespace dml {
namespace {

/// How often a small case runs for each run of a larger one.
constexpr unsigned kRepeatSmall = 100;

/// What the benchmarks of a process share.
class BenchmarkSession {
public:
  BenchmarkSession(Device &device, const BenchmarkRunnerOptions &options)
      : device(device), settings(options.settings) {}

  /// What Google Benchmark calls for each repetition.
  void run(benchmark::State &state, const BenchmarkCase &benchmark);

  unsigned getNumFailures() const { return numFailures; }

  /// The cases with the least share of the copy, in ascending order.
  void printWorst(llvm::raw_ostream &os, size_t count) const;

private:
  llvm::Error measure(benchmark::State &state, const BenchmarkCase &benchmark);

  Device &device;
  const BenchmarkSettings &settings;
  /// Kept for the repetitions of a case; two would need twice the memory.
  const BenchmarkCase *current = nullptr;
  std::unique_ptr<PreparedBenchmark> prepared;
  unsigned numFailures = 0;
  /// By name, the least share of the repetitions.
  std::map<std::string, double> shares;
};

void report(benchmark::State &state, const PreparedBenchmark &prepared,
            const BenchmarkTimes &times, int64_t numFloatOperations) {
  double kernels = getMedian(times.kernels);
  state.counters["compile_ms"] = prepared.getCompileTime();
  state.counters["upload_ms"] = getMedian(times.upload);
  state.counters["kernel_ms"] = kernels;
  state.counters["download_ms"] = getMedian(times.download);
  state.counters["run_ms"] = getMedian(times.run);
  state.counters["bytes"] = prepared.getNumBytes();
  state.counters["gbps"] = prepared.getNumBytes() / kernels * 1e-6;
  if (numFloatOperations > 0)
    state.counters["gflops"] = numFloatOperations / kernels * 1e-6;
  if (!times.shareOfCopy.empty())
    state.counters["share_of_copy"] = getMedian(times.shareOfCopy);
  if (!times.ratioToMemcpy.empty())
    state.counters["ratio_to_memcpy"] = getMedian(times.ratioToMemcpy);
  if (!times.launch.empty())
    state.counters["launch_ms"] = getMedian(times.launch);
  if (!times.ratioToEmptyKernel.empty())
    state.counters["ratio_to_empty_kernel"] =
        getMedian(times.ratioToEmptyKernel);
  if (!times.handwritten.empty()) {
    double milliseconds = getMedian(times.handwritten);
    state.counters["handwritten_ms"] = milliseconds;
    state.counters["handwritten_gbps"] =
        prepared.getNumBytes() / milliseconds * 1e-6;
    state.counters["handwritten_equal"] = *prepared.isHandwrittenEqual();
  }
  state.counters["checked"] = prepared.isChecked();
}

llvm::Error BenchmarkSession::measure(benchmark::State &state,
                                      const BenchmarkCase &benchmark) {
  if (current != &benchmark) {
    current = nullptr;
    prepared.reset();
    auto created = PreparedBenchmark::create(benchmark, device, settings);
    if (!created)
      return created.takeError();
    prepared = std::move(*created);
    current = &benchmark;
  }
  unsigned repeat = prepared->isSmall() ? kRepeatSmall : 1;
  BenchmarkTimes times;
  while (state.KeepRunning()) {
    for (unsigned i = 0; i < repeat; ++i)
      if (llvm::Error error = prepared->run(times))
        return error;
    double sum = 0;
    for (double time : llvm::ArrayRef(times.kernels).take_back(repeat))
      sum += time;
    state.SetIterationTime(sum / repeat * 1e-3);
  }
  report(state, *prepared, times, benchmark.numFloatOperations);
  if (!times.shareOfCopy.empty()) {
    double share = getMedian(times.shareOfCopy);
    double &least = shares.try_emplace(benchmark.name, share).first->second;
    least = std::min(least, share);
  }
  return llvm::Error::success();
}

void BenchmarkSession::printWorst(llvm::raw_ostream &os, size_t count) const {
  std::vector<std::pair<double, llvm::StringRef>> lines;
  for (const auto &[name, share] : shares)
    lines.emplace_back(share, name);
  llvm::sort(lines);
  if (lines.empty() || count == 0)
    return;
  os << "least share of the copy:\n";
  for (const auto &[share, name] : llvm::ArrayRef(lines).take_front(count))
    os << llvm::format("%.2f  ", share) << name << "\n";
}

void BenchmarkSession::run(benchmark::State &state,
                           const BenchmarkCase &benchmark) {
  if (llvm::Error error = measure(state, benchmark)) {
    ++numFailures;
    state.SkipWithError(llvm::toString(std::move(error)).c_str());
  }
}

/// What a report says of where it is from.
void addContext(const Device &device, const BenchmarkRunnerOptions &options) {
  std::string name = device.describe();
  benchmark::AddCustomContext("device", name.empty() ? options.device : name);
  unsigned threads = options.deviceOptions.numThreads;
  if (threads == 0)
    threads = WorkerPool::getNumCores();
  benchmark::AddCustomContext("threads", std::to_string(threads));
  for (const auto &[key, value] : options.context)
    benchmark::AddCustomContext(key, value);
}

} // namespace

bool isGoogleBenchmarkFlag(llvm::StringRef argument) {
  return argument.starts_with("--benchmark_");
}

llvm::Error runBenchmarks(std::vector<BenchmarkCase> cases,
                          const BenchmarkRunnerOptions &options,
                          llvm::ArrayRef<std::string> googleBenchmarkFlags) {
  std::vector<std::string> flags = {"dml-benchmark"};
  flags.insert(flags.end(), googleBenchmarkFlags.begin(),
               googleBenchmarkFlags.end());
  std::vector<char *> arguments;
  for (std::string &flag : flags)
    arguments.push_back(flag.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (count > 1)
    return llvm::createStringError(
        llvm::Twine("Google Benchmark has no flag '") + arguments[1] + "'");

  auto device = openDevice(options.device, options.deviceOptions);
  if (!device)
    return llvm::createStringError("--device: " +
                                   llvm::toString(device.takeError()));
  addContext(**device, options);
  BenchmarkSession session(**device, options);
  for (const BenchmarkCase &benchmark : cases)
    benchmark::RegisterBenchmark(
        benchmark.name.c_str(),
        [&](benchmark::State &state) { session.run(state, benchmark); })
        ->UseManualTime()
        ->Iterations(options.numRuns)
        ->Unit(benchmark::kMillisecond);
  size_t numChosen = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  std::cout.flush();
  if (!std::cout)
    return llvm::createStringError(
        "standard output: the results cannot be written");
  if (numChosen == 0)
    return llvm::createStringError("no benchmark was run");
  session.printWorst(llvm::errs(), options.numWorst);
  if (session.getNumFailures() > 0)
    return llvm::createStringError(llvm::Twine(session.getNumFailures()) +
                                   " benchmark run(s) failed");
  return llvm::Error::success();
}

} // namespace dml
