//===- PreparedBenchmark.h - A case, ready to be timed ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_BENCHMARK_PREPAREDBENCHMARK_H
#define DML_BENCHMARK_PREPAREDBENCHMARK_H

#include "dml/Benchmark/BenchmarkCase.h"
#include "dml/IR/FeatureLevels.h"
#include "dml/Runtime/Device.h"

namespace dml {

struct BenchmarkSettings {
  /// What functions may use.
  FeatureLevel featureLevel = kHighestFeatureLevel;
  /// Compile for the types of the inputs.
  bool refine = true;
  /// Compare the first result with the reference evaluator's, unless that does
  /// not know the function.
  bool check = true;
  /// Where kernels are that were written by hand; see
  /// benchmarks/handwritten/compile.py. None if empty.
  std::string handwrittenFolder;
  /// A device that was idle has a low clock, and copies at less than half of
  /// its speed. It has warmed up when it has not become faster by a thirtieth
  /// in so many milliseconds of work: an H200 takes up to 400 to raise its
  /// clock.
  double warmUpTime = 500;
};

/// Milliseconds of every run; on devices with memory of their own, kernels by
/// the device's clock, and fewer of the runs that move tensors there and back.
struct BenchmarkTimes {
  std::vector<double> run, upload, kernels, download;
  /// From submitting kernels to their end, by the host's clock. Empty where
  /// kernels do not run by themselves, and of functions that are not small.
  std::vector<double> launch;
  /// Each launch over that of an empty kernel, which ran right after it. Empty
  /// where `launch` is.
  std::vector<double> ratioToEmptyKernel;
  /// Of the kernels that were written by hand; empty where there are none.
  std::vector<double> handwritten;
  /// The bandwidth of each run's kernels, over that of the device's best copy
  /// and of memcpy, which ran right after it; empty where there is no such
  /// copy.
  std::vector<double> shareOfCopy, ratioToMemcpy;
};

/// A compiled function with its inputs, and copies of as many bytes.
class PreparedBenchmark {
public:
  /// Compiles, runs once and checks the results.
  static llvm::Expected<std::unique_ptr<PreparedBenchmark>>
  create(const BenchmarkCase &benchmark, Device &device,
         const BenchmarkSettings &settings);

  /// Milliseconds, with refinement.
  double getCompileTime() const { return compileTime; }
  /// All inputs and all outputs, each counted once.
  int64_t getNumBytes() const { return numBytes; }
  bool isChecked() const { return checked; }
  /// Whether it is latency that matters.
  bool isSmall() const;
  /// Whether the kernels that were written by hand give the same bits; nothing
  /// where there are none.
  std::optional<bool> isHandwrittenEqual() const { return handwrittenEqual; }

  /// Runs the function and what it is compared with in turn.
  llvm::Error run(BenchmarkTimes &times);

private:
  PreparedBenchmark() = default;
  llvm::Error warmUp(mlir::func::FuncOp function);
  llvm::Error check(mlir::func::FuncOp function);
  llvm::Error createCopies(Device &device);
  llvm::Error createEmptyKernel(Device &device);
  llvm::Error createHandwritten(Device &device, llvm::StringRef name,
                                llvm::StringRef folder);
  llvm::Error runWhole(BenchmarkTimes &times);
  llvm::Error warmUpKernels();
  llvm::Error runKernels(BenchmarkTimes &times);
  llvm::Error runLaunches(BenchmarkTimes &times);

  // Before what may refer to it.
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<Executable> executable;
  std::vector<Tensor> inputs;
  std::vector<const Tensor *> inputPointers;
  RunResult result;
  /// Null where there are none.
  std::unique_ptr<Executable> emptyKernel, handwritten;
  std::optional<bool> handwrittenEqual;
  /// Whether kernels run by themselves, on tensors that are there.
  bool runsKernels = false;
  /// Whether the times of whole runs by the device's clock come from other runs
  /// than those by the host's.
  bool isTimedApart = false;
  double warmUpTime = 0;
  /// Null where the device has no such copy.
  std::unique_ptr<DeviceCopy> bestCopy, plainCopy;
  double compileTime = 0;
  int64_t numBytes = 0;
  bool checked = false;
};

} // namespace dml

#endif // DML_BENCHMARK_PREPAREDBENCHMARK_H
