//===- dml-run.cpp - Compile and run a function on given values -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/FunctionFlags.h"
#include "../Common/StandardStreams.h"
#include "../Common/ToolHelp.h"
#include "dml/Runtime/Runner.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;

enum class OutOfRange { Error, Ignore };

constexpr llvm::StringLiteral kExamples(
    "  dml-run x.mlir --input=@x.npy --output=@y.npy\n"
    "  dml-run x.mlir --input=1x4x8x8xf32=normal:1 --device=vulkan --time\n"
    "  dml-run x.mlir --input=@x.npy --expected-output=@y.npy "
    "--tolerance=1e-5\n"
    "  dml-opt x.mlir --canonicalize | dml-run - --input=4xui8=iota\n");

/// Constructed after LLVM's own flags are gone, one of which is --threads too.
struct Flags {
  cl::OptionCategory category{"dml-run options"};
  dml::FunctionFlags common{category};
  cl::list<std::string> outputs{
      "output", cl::value_desc("-|@FILE|"), cl::cat(category),
      cl::desc(
          "Where a result goes, in order: - prints it, @y.npy and @y.bin "
          "write a file, @- a .npy file to standard output, nothing discards "
          "it; without any, all are printed")};
  cl::list<std::string> expected{
      "expected-output", cl::value_desc("VALUE"), cl::cat(category),
      cl::desc("What a result must be, in order, spelled as an input; "
               "compared bit for bit, with --time after every run")};
  cl::opt<std::string> tolerance{
      "tolerance", cl::value_desc("ABS[,REL]"), cl::cat(category),
      cl::desc("Let floats differ from --expected-output by ABS + REL*|x|")};
  cl::opt<OutOfRange> outOfRange{
      "out-of-range-indices", cl::init(OutOfRange::Error), cl::cat(category),
      cl::desc("What an unpooling index outside of the result does"),
      cl::values(clEnumValN(OutOfRange::Error, "error", "fail (default)"),
                 clEnumValN(OutOfRange::Ignore, "ignore",
                            "drop it, as DirectML's 2020 page says"))};
  cl::opt<std::string> spirvDirectory{
      "dump-spirv", cl::value_desc("DIR"), cl::cat(category),
      cl::desc("Vulkan: write each kernel to DIR/NAME.spv; without --input a "
               "function of static types is compiled and does not run")};
  cl::opt<std::string> timing{
      "time", cl::ValueOptional, cl::value_desc("N"), cl::cat(category),
      cl::desc("Time each step, N runs (10 by default), and each kernel of one "
               "more run")};
  cl::opt<std::string> profile{
      "profile", cl::value_desc("FILE"), cl::cat(category),
      cl::desc("Write a trace of each step, pass, transfer and kernel, which "
               "Perfetto and Chrome show")};
  cl::opt<int64_t> printLimit{
      "print-limit", cl::init(1024), cl::value_desc("N"), cl::cat(category),
      cl::desc("Elements of a result to print; -1: all")};
};

static int fail(const Twine &message) {
  errs() << "dml-run: error: " << message << "\n";
  return static_cast<int>(dml::RunnerStatus::Failed);
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  dml::watchStandardStreams(
      {"dml-run", static_cast<int>(dml::RunnerStatus::Failed)});
  cl::ResetCommandLineParser();
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  dml::wrapDescriptions(flags.category);
  std::string examples = ("\ndml-run examples:\n\n" + kExamples).str();
  cl::extrahelp help(examples);
  dml::setVersion(dml::listDevices);
  if (!cl::ParseCommandLineOptions(argc, argv,
                                   "Compiles a function of an MLIR file with "
                                   "dml operators and runs it\n",
                                   &errs()))
    return static_cast<int>(dml::RunnerStatus::Failed);
  if (flags.common.listDevices) {
    dml::listDevices(outs());
    return static_cast<int>(dml::RunnerStatus::Success);
  }
  if (dml::refuseTerminal("dml-run", flags.common.file, kExamples))
    return static_cast<int>(dml::RunnerStatus::Failed);

  dml::RunnerOptions options;
  options.file = flags.common.file;
  options.function = flags.common.getFunction();
  if (flags.common.device.getNumOccurrences() > 0)
    options.device = flags.common.device;
  options.deviceOptions = flags.common.getDeviceOptions(
      sys::Process::GetEnv("DML_CACHE").value_or("on"));
  options.deviceOptions.spirvDirectory = flags.spirvDirectory;
  options.inputs = flags.common.inputs;
  options.outputs = flags.outputs;
  options.expectedOutputs = flags.expected;
  options.featureLevel = flags.common.featureLevel;
  options.refine = flags.common.refine == dml::Switch::On;
  options.ignoreOutOfRangeIndices = flags.outOfRange == OutOfRange::Ignore;
  options.printLimit = flags.printLimit;
  options.profile = flags.profile;
  options.showProgress = sys::Process::StandardErrIsDisplayed();
  if (flags.tolerance.getNumOccurrences() > 0) {
    Expected<dml::Tolerance> tolerance = dml::parseTolerance(flags.tolerance);
    if (!tolerance)
      return fail("--tolerance: " + toString(tolerance.takeError()));
    options.compare.tolerance = *tolerance;
  }
  if (flags.printLimit < -1)
    return fail("--print-limit: expected -1 or more, given " +
                Twine(flags.printLimit));
  if (Error error = dml::checkThreads(flags.common.threads))
    return fail(toString(std::move(error)));
  if (flags.timing.getNumOccurrences() > 0) {
    options.timedRuns = 10;
    if (!flags.timing.empty() &&
        (StringRef(flags.timing).getAsInteger(10, options.timedRuns) ||
         options.timedRuns == 0))
      return fail("--time: expected a number of runs of at least 1, given '" +
                  flags.timing + "'");
  }
  return static_cast<int>(dml::runFunction(options, outs(), errs()));
}
