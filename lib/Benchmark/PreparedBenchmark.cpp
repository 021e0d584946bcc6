//===- PreparedBenchmark.cpp - A case, ready to be timed ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Benchmark/PreparedBenchmark.h"
#include "Kernels.h"
#include "dml/Reference/Evaluator.h"
#include "dml/Runtime/FlagFunction.h"
#include "dml/Runtime/Program.h"
#include "dml/Runtime/RefineToInputs.h"
#include "dml/Runtime/Timing/Stopwatch.h"
#include "dml/Runtime/Values/Compare.h"
#include <limits>

using namespace mlir;

namespace dml {

/// What takes less is over before a clock has ticked often.
constexpr static int64_t kSmallBytes = 1 << 20;
/// A device that still warms up becomes faster by more than that.
constexpr static double kFaster = 29.0 / 30;
/// What results are before the first run; one that keeps it was not written.
constexpr static uint64_t kPoison = 0x5A5A5A5A5A5A5A5A;

static llvm::Expected<Tensor> makePoisoned(const TensorType &type) {
  llvm::Expected<Tensor> tensor = Tensor::allocate(type);
  if (tensor)
    tensor->fill(kPoison);
  return tensor;
}

/// Outputs of the static result types, for a device to overwrite; it replaces
/// the others.
static llvm::Expected<std::vector<Tensor>>
makePoisonedOutputs(func::FuncOp function) {
  llvm::Expected<Signature> signature = getSignature(function);
  if (!signature)
    return signature.takeError();
  std::vector<Tensor> outputs;
  for (const DeclaredType &declared : signature->results) {
    std::optional<TensorType> type = getStaticType(declared);
    llvm::Expected<Tensor> tensor =
        makePoisoned(type.value_or(TensorType{declared.elementType, {}}));
    if (!tensor)
      return tensor.takeError();
    outputs.push_back(std::move(*tensor));
  }
  return std::move(outputs);
}

bool PreparedBenchmark::isSmall() const { return numBytes < kSmallBytes; }

/// Runs once, which touches fresh memory.
llvm::Error PreparedBenchmark::warmUp(func::FuncOp function) {
  auto outputs = makePoisonedOutputs(function);
  if (!outputs)
    return outputs.takeError();
  result.outputs = std::move(*outputs);
  if (llvm::Error error =
          executable->run(inputPointers, result, {/*deviceTimes=*/true}))
    return error;
  if (result.outOfRange.empty())
    return llvm::Error::success();
  const OutOfRangeReport &report = result.outOfRange.front();
  return llvm::createStringError(report.prefix +
                                 messages::indicesOutOfRange(report.indices));
}

/// Compares the results with the evaluator's, where it knows the function.
llvm::Error PreparedBenchmark::check(func::FuncOp function) {
  if (llvm::Error error = checkEvaluable(function)) {
    llvm::consumeError(std::move(error));
    return llvm::Error::success();
  }
  llvm::Expected<RunResult> expected =
      evaluateFunction(function, inputPointers);
  if (!expected)
    return expected.takeError();
  for (auto [i, tensors] :
       llvm::enumerate(llvm::zip_equal(expected->outputs, result.outputs))) {
    Comparison comparison =
        compareTensors(std::get<0>(tensors), std::get<1>(tensors));
    if (!comparison.isMatch())
      return llvm::createStringError(
          "not what the reference evaluator gives: " +
          comparison.describe(("result[" + Twine(i) + "]").str()));
  }
  checked = true;
  return llvm::Error::success();
}

llvm::Error PreparedBenchmark::createCopies(Device &device) {
  auto plain = device.createCopy(numBytes, CopyKind::Plain);
  if (!plain)
    return plain.takeError();
  plainCopy = std::move(*plain);
  auto nonTemporal = device.createCopy(numBytes, CopyKind::NonTemporal);
  if (!nonTemporal)
    return nonTemporal.takeError();
  bestCopy = std::move(*nonTemporal);
  // A device with one copy only is compared with that.
  if (!bestCopy)
    std::swap(bestCopy, plainCopy);
  return llvm::Error::success();
}

/// To compare the launches of small functions with.
llvm::Error PreparedBenchmark::createEmptyKernel(Device &device) {
  if (!runsKernels || !isSmall())
    return llvm::Error::success();
  auto loaded = device.load(makeEmptyPlan(), /*resultTypes=*/{});
  if (!loaded)
    return loaded.takeError();
  emptyKernel = std::move(*loaded);
  if (!emptyKernel)
    return llvm::Error::success();
  RunResult unused;
  if (llvm::Error error = emptyKernel->run({}, unused))
    return error;
  // The first launch records commands.
  BenchmarkTimes first;
  return runLaunches(first);
}

/// Makes what was written by hand ready and compares its results with those of
/// the compiled function.
llvm::Error PreparedBenchmark::createHandwritten(Device &device,
                                                 llvm::StringRef name,
                                                 llvm::StringRef folder) {
  auto plan = readHandwrittenPlan(folder, name, inputPointers, result.outputs);
  if (!plan)
    return plan.takeError();
  if (!*plan)
    return llvm::Error::success();
  RunResult other;
  llvm::SmallVector<TensorType> types;
  for (const Tensor &output : result.outputs) {
    types.push_back(output.getType());
    llvm::Expected<Tensor> tensor = makePoisoned(output.getType());
    if (!tensor)
      return tensor.takeError();
    other.outputs.push_back(std::move(*tensor));
  }
  auto loaded = device.load(std::move(**plan), types);
  if (!loaded)
    return loaded.takeError();
  handwritten = std::move(*loaded);
  if (!handwritten)
    return llvm::createStringError(
        "this device runs no kernels that were written by hand");
  if (llvm::Error error = handwritten->run(inputPointers, other))
    return error;
  handwrittenEqual = llvm::all_of(
      llvm::zip_equal(result.outputs, other.outputs), [](auto tensors) {
        auto &[ours, theirs] = tensors;
        return compareTensors(ours, theirs).isMatch();
      });
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<PreparedBenchmark>>
PreparedBenchmark::create(const BenchmarkCase &benchmark, Device &device,
                          const BenchmarkSettings &settings) {
  ParsedProgram program(
      llvm::MemoryBuffer::getMemBuffer(benchmark.program, benchmark.source),
      llvm::errs());
  if (llvm::Error error = program.parse())
    return std::move(error);
  auto chosen = findFlagFunction(program.getModule(), benchmark.function,
                                 settings.featureLevel);
  if (!chosen)
    return chosen.takeError();
  auto inputs = chosen->parseInputs(benchmark.inputs);
  if (!inputs)
    return inputs.takeError();

  std::unique_ptr<PreparedBenchmark> prepared(new PreparedBenchmark());
  prepared->inputs = std::move(*inputs);
  for (const Tensor &input : prepared->inputs) {
    prepared->inputPointers.push_back(&input);
    prepared->numBytes += input.getNumBytes();
  }
  Stopwatch watch;
  if (settings.refine && device.wantsRefinedTypes())
    if (llvm::Error error =
            refineToInputs(chosen->function, prepared->inputPointers))
      return std::move(error);
  auto compiled = program.getModule().lookupSymbol<func::FuncOp>(chosen->name);
  auto executable = device.compile(compiled);
  if (!executable)
    return executable.takeError();
  prepared->compileTime = watch.lap();
  prepared->executable = std::move(*executable);

  if (llvm::Error error = prepared->warmUp(compiled))
    return std::move(error);
  for (const Tensor &output : prepared->result.outputs)
    prepared->numBytes += output.getNumBytes();
  if (settings.check && benchmark.check)
    if (llvm::Error error = prepared->check(compiled))
      return std::move(error);
  prepared->isTimedApart =
      prepared->isSmall() && prepared->result.deviceTimes.has_value();
  // The first run without times records its commands, which is not measured.
  if (prepared->isTimedApart)
    if (llvm::Error error = prepared->executable->run(prepared->inputPointers,
                                                      prepared->result))
      return std::move(error);
  llvm::Expected<std::optional<double>> rerun = prepared->executable->rerun();
  if (!rerun)
    return rerun.takeError();
  prepared->runsKernels = rerun->has_value();
  if (llvm::Error error = prepared->createEmptyKernel(device))
    return std::move(error);
  prepared->warmUpTime = settings.warmUpTime;
  if (prepared->runsKernels && !settings.handwrittenFolder.empty())
    if (llvm::Error error = prepared->createHandwritten(
            device, benchmark.name, settings.handwrittenFolder))
      return std::move(error);
  if (llvm::Error error = prepared->createCopies(device))
    return std::move(error);
  prepared->context = std::move(program).takeContext();
  return std::move(prepared);
}

/// Runs the function as its user does. Small functions are run again for the
/// device's times, which would lengthen the run.
llvm::Error PreparedBenchmark::runWhole(BenchmarkTimes &times) {
  Stopwatch watch;
  if (llvm::Error error = executable->run(inputPointers, result,
                                          {/*deviceTimes=*/!isTimedApart}))
    return error;
  times.run.push_back(watch.lap());
  if (isTimedApart)
    if (llvm::Error error =
            executable->run(inputPointers, result, {/*deviceTimes=*/true}))
      return error;
  DeviceTimes deviceTimes = result.deviceTimes.value_or(
      DeviceTimes{/*upload=*/0, times.run.back(), /*download=*/0});
  times.upload.push_back(deviceTimes.upload);
  times.download.push_back(deviceTimes.download);
  if (!runsKernels)
    times.kernels.push_back(deviceTimes.kernels);
  return llvm::Error::success();
}

llvm::Error PreparedBenchmark::warmUpKernels() {
  Stopwatch watch;
  double fastest = std::numeric_limits<double>::infinity();
  for (double sinceFastest = 0; sinceFastest < warmUpTime;
       sinceFastest += watch.lap()) {
    auto milliseconds = executable->rerun();
    if (!milliseconds)
      return milliseconds.takeError();
    if (**milliseconds >= fastest * kFaster)
      continue;
    fastest = **milliseconds;
    sinceFastest = 0;
  }
  return llvm::Error::success();
}

/// Runs kernels on tensors that are there.
llvm::Error PreparedBenchmark::runKernels(BenchmarkTimes &times) {
  auto addTime = [](Executable &kernels,
                    std::vector<double> &milliseconds) -> llvm::Error {
    auto time = kernels.rerun();
    if (!time)
      return time.takeError();
    milliseconds.push_back(**time);
    return llvm::Error::success();
  };
  if (emptyKernel)
    if (llvm::Error error = runLaunches(times))
      return error;
  if (llvm::Error error = addTime(*executable, times.kernels))
    return error;
  if (!handwritten)
    return llvm::Error::success();
  return addTime(*handwritten, times.handwritten);
}

/// Launches the kernels and an empty one, by the host's clock.
llvm::Error PreparedBenchmark::runLaunches(BenchmarkTimes &times) {
  auto launch = [](Executable &kernels) -> llvm::Expected<double> {
    Stopwatch watch;
    llvm::Expected<bool> isDone = kernels.relaunch();
    double milliseconds = watch.lap();
    if (!isDone)
      return isDone.takeError();
    if (!*isDone)
      return llvm::createStringError("the kernels cannot be run again");
    return milliseconds;
  };
  llvm::Expected<double> own = launch(*executable);
  if (!own)
    return own.takeError();
  llvm::Expected<double> empty = launch(*emptyKernel);
  if (!empty)
    return empty.takeError();
  times.launch.push_back(*own);
  times.ratioToEmptyKernel.push_back(*own / *empty);
  return llvm::Error::success();
}

llvm::Error PreparedBenchmark::run(BenchmarkTimes &times) {
  // Moving large tensors takes many times as long as what is to be timed.
  bool isFirst = times.run.empty();
  if (!runsKernels || isSmall() || isFirst)
    if (llvm::Error error = runWhole(times))
      return error;
  if (runsKernels && isFirst)
    if (llvm::Error error = warmUpKernels())
      return error;
  if (runsKernels)
    if (llvm::Error error = runKernels(times))
      return error;

  auto addRatio = [&](DeviceCopy *copy,
                      std::vector<double> &ratios) -> llvm::Error {
    if (!copy)
      return llvm::Error::success();
    llvm::Expected<double> milliseconds = copy->run();
    if (!milliseconds)
      return milliseconds.takeError();
    ratios.push_back(*milliseconds / times.kernels.back());
    return llvm::Error::success();
  };
  if (llvm::Error error = addRatio(bestCopy.get(), times.shareOfCopy))
    return error;
  return addRatio(plainCopy.get(), times.ratioToMemcpy);
}

} // namespace dml
