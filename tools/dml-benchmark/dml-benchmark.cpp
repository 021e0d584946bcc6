//===- dml-benchmark.cpp - How fast functions run -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/FunctionFlags.h"
#include "../Common/StandardStreams.h"
#include "dml/Benchmark/BenchmarkRunner.h"
#include "dml/Benchmark/OperatorSuites.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using dml::Switch;

constexpr int kSuccess = 0;
constexpr int kFailed = 2;

enum class Suite { Operators, OddWidths, GPUOperators, GPUOddWidths };

/// Constructed after LLVM's own flags are gone, one of which is --threads too.
struct Flags {
  cl::OptionCategory category{"dml-benchmark options"};
  dml::FunctionFlags common{category};
  cl::opt<Suite> suite{
      "suite", cl::cat(category),
      cl::desc("What to run instead of a file; --benchmark_filter chooses"),
      cl::values(clEnumValN(Suite::Operators, "operators",
                            "the operators, on shapes of models"),
                 clEnumValN(Suite::OddWidths, "odd-widths",
                            "the operators, on rows of 1 to 256 elements"),
                 clEnumValN(Suite::GPUOperators, "gpu-operators",
                            "the operators, on 256 MiB to 1 GiB"),
                 clEnumValN(Suite::GPUOddWidths, "gpu-odd-widths",
                            "the same, with rows that are no whole vectors"))};
  cl::opt<Switch> check{
      "check", cl::init(Switch::On), cl::cat(category),
      cl::desc("Compare a result with the reference evaluator's"),
      cl::values(
          clEnumValN(Switch::On, "on", "where it knows the function (default)"),
          clEnumValN(Switch::Off, "off", "never"))};
  cl::opt<std::string> handwritten{
      "handwritten", cl::value_desc("FOLDER"), cl::cat(category),
      cl::desc("Vulkan: also run the kernels that "
               "benchmarks/handwritten/compile.py wrote there")};
  cl::opt<unsigned> runs{"runs", cl::init(15), cl::value_desc("N"),
                         cl::cat(category),
                         cl::desc("Timed runs, in turn with copies of as many "
                                  "bytes; 100 times as many below 1 MiB")};
  cl::opt<bool> print{
      "print", cl::cat(category),
      cl::desc("Print the cases as shell commands and run none")};
};

static int fail(const Twine &message) {
  errs() << "dml-benchmark: error: " << message << "\n";
  return kFailed;
}

/// The case that the flags spell out.
static Expected<dml::BenchmarkCase> makeCase(const dml::FunctionFlags &flags) {
  std::string message;
  std::unique_ptr<MemoryBuffer> file =
      mlir::openInputFile(flags.file, &message);
  if (!file)
    return createStringError(message);
  dml::BenchmarkCase result;
  result.program = file->getBuffer().str();
  result.source = file->getBufferIdentifier().str();
  result.function = flags.getFunction();
  result.name = result.function.empty() ? sys::path::stem(result.source).str()
                                        : result.function;
  result.inputs.assign(flags.inputs.begin(), flags.inputs.end());
  return result;
}

static Expected<std::vector<dml::BenchmarkCase>> makeCases(const Flags &flags) {
  if (flags.suite.getNumOccurrences() == 0) {
    Expected<dml::BenchmarkCase> benchmark = makeCase(flags.common);
    if (!benchmark)
      return benchmark.takeError();
    return std::vector<dml::BenchmarkCase>{std::move(*benchmark)};
  }
  if (flags.common.file.getNumOccurrences() > 0 ||
      !flags.common.function.empty() || !flags.common.inputs.empty())
    return createStringError(
        "--suite: expected no FILE, --function or --input beside it");
  switch (flags.suite) {
  case Suite::Operators:
    return dml::makeOperatorSuite();
  case Suite::OddWidths:
    return dml::makeOddWidthSuite();
  case Suite::GPUOperators:
    return dml::makeGPUOperatorSuite();
  case Suite::GPUOddWidths:
    return dml::makeGPUOddWidthSuite();
  }
  llvm_unreachable("no such suite");
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  dml::watchStandardStreams({"dml-benchmark", kFailed});
  cl::ResetCommandLineParser();
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  std::vector<const char *> own;
  std::vector<std::string> googleBenchmarkFlags;
  for (const char *argument : ArrayRef(argv, argc)) {
    if (dml::isGoogleBenchmarkFlag(argument))
      googleBenchmarkFlags.push_back(argument);
    else
      own.push_back(argument);
  }
  if (!cl::ParseCommandLineOptions(
          own.size(), own.data(),
          "Times a function of an MLIR file with dml operators, or a suite of "
          "them, beside copies of as many bytes.\nTakes the flags of Google "
          "Benchmark too, such as --benchmark_filter=REGEX, "
          "--benchmark_format=json\nand --benchmark_repetitions=N\n",
          &errs()))
    return kFailed;
  if (Error error = dml::checkThreads(flags.common.threads))
    return fail(toString(std::move(error)));
  if (flags.runs == 0)
    return fail("--runs: expected at least 1, given 0");
  if (flags.print && !googleBenchmarkFlags.empty())
    return fail("--print: expected no flag of Google Benchmark beside it, "
                "given '" +
                googleBenchmarkFlags.front() + "'");

  dml::BenchmarkRunnerOptions options;
  options.device = flags.common.device;
  options.deviceOptions = flags.common.getDeviceOptions();
  options.settings.featureLevel = flags.common.featureLevel;
  options.settings.refine = flags.common.refine == Switch::On;
  options.settings.check = flags.check == Switch::On;
  options.settings.handwrittenFolder = flags.handwritten;
  options.numRuns = flags.runs;
  Expected<std::vector<dml::BenchmarkCase>> cases = makeCases(flags);
  if (!cases)
    return fail(toString(cases.takeError()));
  if (flags.print) {
    for (const dml::BenchmarkCase &benchmark : *cases)
      dml::printBenchmarkCase(outs(), benchmark);
    return kSuccess;
  }
  if (Error error = dml::runBenchmarks(*cases, options, googleBenchmarkFlags))
    return fail(toString(std::move(error)));
  return kSuccess;
}
