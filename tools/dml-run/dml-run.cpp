//===- dml-run.cpp - Compile and run a function on given values -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/FunctionFlags.h"
#include "../Common/StandardStreams.h"
#include "dml/Runtime/Runner.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;

enum class OutOfRange { Error, Ignore };

/// Constructed after LLVM's own flags are gone, one of which is --threads too.
struct Flags {
  cl::OptionCategory category{"dml-run options"};
  dml::FunctionFlags common{category};
  cl::opt<bool> listDevices{"list-devices", cl::cat(category),
                            cl::desc("List the devices of this machine")};
  cl::list<std::string> outputs{
      "output", cl::value_desc("-|@FILE|"), cl::cat(category),
      cl::desc(
          "Where a result goes, in order: - prints it, @y.npy and @y.bin "
          "write a file, nothing discards it; without any, all are printed")};
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
      cl::desc("Write each kernel for Vulkan to DIR/NAME.spv")};
  cl::opt<std::string> timing{
      "time", cl::ValueOptional, cl::value_desc("N"), cl::cat(category),
      cl::desc("Time each step, and N runs (10 by default)")};
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
  if (!cl::ParseCommandLineOptions(argc, argv,
                                   "Compiles a function of an MLIR file with "
                                   "dml operators and runs it\n",
                                   &errs()))
    return static_cast<int>(dml::RunnerStatus::Failed);

  dml::RunnerOptions options;
  options.file = flags.common.file;
  options.function = flags.common.getFunction();
  options.device = flags.common.device;
  options.deviceOptions = flags.common.getDeviceOptions();
  options.deviceOptions.spirvDirectory = flags.spirvDirectory;
  options.inputs = flags.common.inputs;
  options.outputs = flags.outputs;
  options.expectedOutputs = flags.expected;
  options.featureLevel = flags.common.featureLevel;
  options.refine = flags.common.refine == dml::Switch::On;
  options.ignoreOutOfRangeIndices = flags.outOfRange == OutOfRange::Ignore;
  options.printLimit = flags.printLimit;
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
  dml::RunnerStatus status = dml::RunnerStatus::Success;
  if (flags.listDevices)
    dml::listDevices(outs());
  else
    status = dml::runFunction(options, outs(), errs());
  return static_cast<int>(status);
}
