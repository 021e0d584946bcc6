//===- dml-benchmark.cpp - How fast functions run -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/FunctionFlags.h"
#include "../Common/StandardStreams.h"
#include "../Common/ToolHelp.h"
#include "dml/Benchmark/BenchmarkRunner.h"
#include "dml/Benchmark/OperatorSuites.h"
#include "dml/Benchmark/ProgramSuite.h"
#include "dml/Runtime/Program.h"
#include "dml/Runtime/Runner.h"
#include "dml/Runtime/Values/FlagValues.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using dml::Switch;

constexpr int kSuccess = 0;
constexpr int kFailed = 2;

constexpr llvm::StringLiteral kExamples(
    "  dml-benchmark x.mlir --input=1x64x56x56xf32=normal:1 --device=vulkan\n"
    "  dml-benchmark --suite=operators --benchmark_filter=unfold\n"
    "  dml-benchmark --suite=random --seed=3 --cases=20 "
    "--benchmark_format=json\n");

enum class Suite {
  Operators,
  OddWidths,
  GPUOperators,
  GPUOddWidths,
  Programs,
  Random
};

/// Constructed after LLVM's own flags are gone, one of which is --threads too.
struct Flags {
  cl::OptionCategory category{"dml-benchmark options"};
  dml::FunctionFlags common{category};
  cl::opt<Suite> suite{
      "suite", cl::cat(category),
      cl::desc("What to run instead of a file; --benchmark_filter chooses"),
      cl::values(
          clEnumValN(Suite::Operators, "operators",
                     "the operators, on shapes of models"),
          clEnumValN(Suite::OddWidths, "odd-widths",
                     "the operators, on rows of 1 to 256 elements"),
          clEnumValN(Suite::GPUOperators, "gpu-operators",
                     "the operators, on 256 MiB to 1 GiB"),
          clEnumValN(Suite::GPUOddWidths, "gpu-odd-widths",
                     "the same, with rows that are no whole vectors"),
          clEnumValN(Suite::Programs, "programs", "networks and parts of them"),
          clEnumValN(Suite::Random, "random",
                     "the operators, on random shapes of models"))};
  cl::opt<uint64_t> seed{
      "seed", cl::init(0), cl::value_desc("S"), cl::cat(category),
      cl::desc("Random suite: what the random numbers start from")};
  cl::opt<uint64_t> cases{
      "cases", cl::init(100), cl::value_desc("N"), cl::cat(category),
      cl::desc(
          "Random suite: how many cases; more of them begin with the same")};
  cl::opt<std::string> operatorName{
      "operator", cl::value_desc("NAME"), cl::cat(category),
      cl::desc("Random suite: one operator, such as unfold; other cases than "
               "those of this operator among all")};
  cl::opt<uint64_t> minBytes{
      "min-bytes", cl::value_desc("N"), cl::cat(category),
      cl::desc("Random suite: least bytes of a case's largest tensor; 4 MiB by "
               "default, 16 MiB on Vulkan")};
  cl::opt<uint64_t> maxBytes{
      "max-bytes", cl::value_desc("N"), cl::cat(category),
      cl::desc("Random suite: most bytes of a case's largest tensor; 64 MiB by "
               "default, 1 GiB on Vulkan")};
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
  cl::opt<unsigned> warmUp{
      "warm-up", cl::init(500), cl::value_desc("MS"), cl::cat(category),
      cl::desc(
          "Vulkan: begin when kernels have not become faster for so long")};
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
  std::vector<std::string> inputs(flags.inputs.begin(), flags.inputs.end());
  if (Error error = dml::checkStandardInput(flags.file, {{"--input", inputs}}))
    return std::move(error);
  Expected<std::unique_ptr<MemoryBuffer>> file = dml::openProgram(flags.file);
  if (!file)
    return file.takeError();
  dml::BenchmarkCase result;
  result.program = (*file)->getBuffer().str();
  result.source = (*file)->getBufferIdentifier().str();
  result.function = flags.getFunction();
  result.name = result.function.empty() ? sys::path::stem(result.source).str()
                                        : result.function;
  result.inputs = std::move(inputs);
  return result;
}

/// Whether the flags that only the random suite has are there for it, and their
/// values are possible.
static Error checkRandomFlags(const Flags &flags) {
  const cl::Option *options[] = {&flags.seed, &flags.cases, &flags.operatorName,
                                 &flags.minBytes, &flags.maxBytes};
  bool isRandom =
      flags.suite.getNumOccurrences() > 0 && flags.suite == Suite::Random;
  for (const cl::Option *option : options)
    if (!isRandom && option->getNumOccurrences() > 0)
      return createStringError("--" + option->ArgStr +
                               ": expected --suite=random beside it");
  if (flags.cases == 0)
    return createStringError("--cases: expected at least 1, given 0");
  return Error::success();
}

static Expected<std::vector<dml::BenchmarkCase>>
makeRandomCases(const Flags &flags) {
  dml::RandomSuiteOptions options;
  options.seed = flags.seed;
  options.numCases = flags.cases;
  options.operatorName = flags.operatorName;
  bool isGPU = StringRef(flags.common.device).starts_with("vulkan");
  std::tie(options.minBytes, options.maxBytes) =
      isGPU ? dml::kRandomBytesGPU : dml::kRandomBytesCPU;
  constexpr uint64_t limit = uint64_t(1) << 40;
  for (auto [flag, value] : {std::pair(&flags.minBytes, &options.minBytes),
                             std::pair(&flags.maxBytes, &options.maxBytes)}) {
    if (flag->getNumOccurrences() == 0)
      continue;
    if (*flag < 1 || *flag > limit)
      return createStringError("--" + flag->ArgStr + ": expected 1 to " +
                               Twine(limit) + ", given " + Twine(*flag));
    *value = *flag;
  }
  if (options.minBytes > options.maxBytes)
    return createStringError("--min-bytes: expected at most --max-bytes, " +
                             Twine(options.maxBytes) + ", given " +
                             Twine(options.minBytes));
  auto cases = dml::makeRandomSuite(options);
  if (!cases)
    return createStringError("--suite=random: " + toString(cases.takeError()));
  return cases;
}

static Expected<std::vector<dml::BenchmarkCase>> makeCases(const Flags &flags) {
  if (Error error = checkRandomFlags(flags))
    return std::move(error);
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
  case Suite::Programs:
    return dml::makeProgramSuite();
  case Suite::Random:
    return makeRandomCases(flags);
  }
  llvm_unreachable("no such suite");
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  dml::watchStandardStreams({"dml-benchmark", kFailed});
  cl::ResetCommandLineParser();
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  dml::wrapDescriptions(flags.category);
  std::string examples = ("\ndml-benchmark examples:\n\n" + kExamples).str();
  cl::extrahelp help(examples);
  dml::setVersion(dml::listDevices);
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
  if (flags.common.listDevices) {
    dml::listDevices(outs());
    return kSuccess;
  }
  if (flags.suite.getNumOccurrences() == 0 &&
      dml::refuseTerminal("dml-benchmark", flags.common.file, kExamples))
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
  options.deviceOptions = flags.common.getDeviceOptions(/*cacheDefault=*/"off");
  options.settings.featureLevel = flags.common.featureLevel;
  options.settings.refine = flags.common.refine == Switch::On;
  options.settings.check = flags.check == Switch::On;
  options.settings.handwrittenFolder = flags.handwritten;
  options.settings.warmUpTime = flags.warmUp;
  options.numRuns = flags.runs;
  if (flags.suite.getNumOccurrences() > 0 && flags.suite == Suite::Random) {
    constexpr unsigned numWorst = 10;
    options.numWorst = numWorst;
    options.context = {{"suite", "random"},
                       {"seed", std::to_string(flags.seed)}};
  }
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
