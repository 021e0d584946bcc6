//===- dml-difftest.cpp - Random functions against the evaluator ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/FunctionFlags.h"
#include "../Common/StandardStreams.h"
#include "../Common/ToolHelp.h"
#include "dml/Runtime/Runner.h"
#include "dml/Testing/DifferentialTest.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;

constexpr int kEqual = 0;
constexpr int kDifferent = 1;
constexpr int kFailed = 2;

/// Constructed after LLVM's own flags are gone, one of which is --threads too.
struct Flags {
  cl::OptionCategory category{"dml-difftest options"};
  cl::opt<bool> listDevices{
      "list-devices", cl::cat(category),
      cl::desc("List the devices of this machine, and run nothing")};
  cl::opt<uint64_t> seed{"seed", cl::init(0), cl::value_desc("S"),
                         cl::cat(category),
                         cl::desc("What the random numbers start from")};
  cl::opt<uint64_t> first{
      "first", cl::init(0), cl::value_desc("K"), cl::cat(category),
      cl::desc("Number of the first case; the same whatever --cases is")};
  cl::opt<uint64_t> cases{"cases", cl::init(1000), cl::value_desc("N"),
                          cl::cat(category), cl::desc("How many cases")};
  cl::opt<std::string> device{
      "device", cl::init("cpu"), cl::value_desc("URI"), cl::cat(category),
      cl::desc("Where to run: cpu, vulkan, vulkan://INDEX or vulkan://UUID")};
  cl::opt<dml::TestSubject> subject{
      "operator", cl::cat(category),
      cl::desc("What to test; everything but limits by default"),
      cl::values(
#define DML_OPERATOR(Name, mnemonic)                                           \
  clEnumValN(dml::TestSubject::Name, #mnemonic, "functions of this operator"),
#include "dml/IR/Operators.def"
          clEnumValN(dml::TestSubject::Chain, "chain",
                     "functions of several operators"),
          clEnumValN(dml::TestSubject::Mixed, "mixed",
                     "functions of operators, and of arithmetic of arith and "
                     "linalg"),
          clEnumValN(dml::TestSubject::Limits, "limits",
                     "functions of slices, pads, divisions and loops, "
                     "at their limits and beyond"))};
  cl::opt<dml::RefineChoice> refine{
      "refine", cl::cat(category), cl::init(dml::RefineChoice::Mixed),
      cl::desc("Whether to compile for the types and sizes of the inputs"),
      cl::values(clEnumValN(dml::RefineChoice::Mixed, "mixed",
                            "some functions (default)"),
                 clEnumValN(dml::RefineChoice::On, "on", "all functions"),
                 clEnumValN(dml::RefineChoice::Off, "off", "none"))};
  cl::opt<dml::Switch> fuse{
      "fuse", cl::init(dml::Switch::On), cl::cat(category),
      cl::desc("Whether elementwise operations are computed in the loops that "
               "move data"),
      cl::values(
          clEnumValN(dml::Switch::On, "on", "fuse (default)"),
          clEnumValN(dml::Switch::Off, "off", "run each operation by itself"))};
  cl::opt<unsigned> threads{
      "threads", cl::value_desc("N"), cl::cat(category),
      cl::desc("Threads of the CPU; 0: one for each core; 1, 2 and 5 in turn "
               "by default")};
  cl::opt<dml::TaskOrder> taskOrder{
      "task-order", cl::cat(category),
      cl::desc("With which of its tasks of a parallel loop a thread of the CPU "
               "begins; either in turn by default"),
      dml::getTaskOrders()};
  cl::opt<unsigned> level{
      "optimization-level", cl::value_desc("0..3"), cl::cat(category),
      cl::desc("Of the compiled code; mostly 0 by default, to be fast")};
  cl::opt<unsigned> jobs{"jobs", cl::init(1), cl::value_desc("N"),
                         cl::cat(category),
                         cl::desc("Cases to run at the same time")};
  cl::opt<uint64_t> maxDifferences{"max-differences", cl::init(10),
                                   cl::value_desc("N"), cl::cat(category),
                                   cl::desc("Stop after as many")};
  cl::opt<bool> print{
      "print", cl::cat(category),
      cl::desc("Print the cases as shell commands and run none")};
};

static int fail(const Twine &message) {
  errs() << "dml-difftest: error: " << message << "\n";
  return kFailed;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  dml::watchStandardStreams({"dml-difftest", kFailed});
  cl::ResetCommandLineParser();
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  dml::wrapDescriptions(flags.category);
  cl::extrahelp examples(
      "\ndml-difftest examples:\n\n"
      "  dml-difftest --device=vulkan --cases=10000 --jobs=4\n"
      "  dml-difftest --operator=fold --seed=7\n"
      "  dml-difftest --seed=7 --first=123 --cases=1 --print | sh\n");
  dml::setVersion(dml::listDevices);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Compares a device with the reference evaluator on random functions "
          "and inputs\n",
          &errs()))
    return kFailed;
  if (flags.listDevices) {
    dml::listDevices(outs());
    return kEqual;
  }
  if (Error error = dml::checkThreads(flags.threads))
    return fail(toString(std::move(error)));
  if (flags.level > 3)
    return fail("--optimization-level: expected 0 to 3, given " +
                Twine(flags.level));
  if (flags.jobs < 1 || flags.jobs > dml::kMaxThreads)
    return fail("--jobs: expected 1 to " + Twine(dml::kMaxThreads) +
                ", given " + Twine(flags.jobs));
  if (flags.cases > UINT64_MAX - flags.first)
    return fail("--first and --cases: expected a sum below 2^64");

  dml::DifferentialTestOptions options;
  options.seed = flags.seed;
  options.firstCase = flags.first;
  options.numCases = flags.cases;
  options.device = flags.device;
  options.refine = flags.refine;
  options.fuse = flags.fuse == dml::Switch::On;
  if (flags.subject.getNumOccurrences() > 0)
    options.subject = flags.subject;
  if (flags.threads.getNumOccurrences() > 0)
    options.numThreads = flags.threads;
  if (flags.taskOrder.getNumOccurrences() > 0)
    options.reversesTasks = flags.taskOrder == dml::TaskOrder::Reverse;
  if (flags.level.getNumOccurrences() > 0)
    options.optimizationLevel = flags.level;
  options.numJobs = flags.jobs;
  options.maxDifferences = flags.maxDifferences;
  options.print = flags.print;
  Expected<dml::DifferentialTestSummary> summary =
      dml::runDifferentialTest(options, outs());
  if (!summary)
    return fail("--device: " + toString(summary.takeError()));
  if (options.print)
    return kEqual;
  summary->print(outs());
  return summary->different == 0 ? kEqual : kDifferent;
}
