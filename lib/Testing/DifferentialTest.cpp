//===- DifferentialTest.cpp - A device against the evaluator --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/DifferentialTest.h"
#include "CaseRunner.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "dml/Runtime/Program.h"
#include "dml/Runtime/Values/Compare.h"
#include "dml/Testing/Reproducer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/Signals.h"
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

using namespace mlir;

namespace dml {

static StringRef describe(TestMode mode) {
  static constexpr llvm::StringLiteral names[kNumTestModes] = {
      "static", "refined", "dynamic"};
  return names[static_cast<unsigned>(mode)];
}

void DifferentialTestSummary::add(const DifferentialTestSummary &other) {
  equal += other.equal;
  different += other.different;
  refused += other.refused;
  skipped += other.skipped;
  outOfRange += other.outOfRange;
  for (auto [count, more] : llvm::zip_equal(subjects, other.subjects))
    count += more;
  for (auto [count, more] : llvm::zip_equal(modes, other.modes))
    count += more;
}

void DifferentialTestSummary::print(raw_ostream &os) const {
  os << equal + different + skipped << " cases: " << equal << " equal, "
     << different << " different (";
  for (auto [i, count] : llvm::enumerate(subjects))
    os << (i ? ", " : "") << stringify(static_cast<TestSubject>(i)) << " "
       << count;
  os << "; ";
  for (auto [i, count] : llvm::enumerate(modes))
    os << (i ? ", " : "") << describe(static_cast<TestMode>(i)) << " " << count;
  os << "; refused alike " << refused << ", reported alike " << outOfRange;
  if (skipped > 0)
    os << "; not for this device " << skipped;
  os << ")\n";
}

namespace {

/// What a program is compiled and run with.
struct Setup {
  unsigned numThreads;
  /// Whether tasks run from the last one on.
  bool reversesTasks;
  unsigned optimizationLevel;
  /// Whether outputs are written as if no cache could hold them.
  bool bypassesCache;
  /// Whether kernels may need what not every device has.
  bool optionalFeatures;
  /// Whether kernels are for pooled indices first.
  bool assumesPooled;
  /// Whether kernels reach buffers by addresses where they can.
  bool addresses;

  bool operator<(const Setup &other) const {
    return std::tie(numThreads, reversesTasks, optimizationLevel, bypassesCache,
                    optionalFeatures, assumesPooled, addresses) <
           std::tie(other.numThreads, other.reversesTasks,
                    other.optimizationLevel, other.bypassesCache,
                    other.optionalFeatures, other.assumesPooled,
                    other.addresses);
  }
};

/// More threads than tasks, and than most machines have cores, included.
constexpr unsigned kThreadChoices[] = {1, 2, 5};
/// Compiling takes nearly all of the time, and from level 1 on three times as
/// much as at level 0.
constexpr unsigned kLevelChoices[] = {0, 0, 0, 3};

/// Any device moves elements of each type, and computes with those of 32 bits.
bool needsOptionalFeatures(const ProgramOfCases &program) {
  return !llvm::all_of(program.getComputedTypes(), [](ElementType type) {
    return type == ElementType::I32 || type == ElementType::F32;
  });
}

Setup chooseSetup(const DifferentialTestOptions &options,
                  const ProgramOfCases &program) {
  bool addresses = program.choose(3) > 0;
  // Only code for the CPU depends on threads and levels.
  if (options.device != "cpu")
    return {options.numThreads.value_or(1),
            /*reversesTasks=*/false,
            options.optimizationLevel.value_or(0),
            /*bypassesCache=*/program.choose(4) > 0,
            /*optionalFeatures=*/addresses || needsOptionalFeatures(program),
            /*assumesPooled=*/program.choose(2) > 0,
            addresses};
  constexpr size_t numLevels = std::size(kLevelChoices);
  constexpr size_t numThreads = std::size(kThreadChoices);
  uint64_t choice = program.choose(4 * numThreads * numLevels);
  return {options.numThreads.value_or(
              kThreadChoices[choice / numLevels % numThreads]),
          options.reversesTasks.value_or(choice / numLevels / numThreads >= 2),
          options.optimizationLevel.value_or(kLevelChoices[choice % numLevels]),
          /*bypassesCache=*/choice / numLevels / numThreads % 2 == 1,
          /*optionalFeatures=*/false,
          /*assumesPooled=*/false,
          /*addresses=*/false};
}

llvm::Expected<std::unique_ptr<Device>>
openDeviceFor(const DifferentialTestOptions &options, const Setup &setup) {
  DeviceOptions deviceOptions;
  deviceOptions.numThreads = setup.numThreads;
  deviceOptions.reversesTasks = setup.reversesTasks;
  deviceOptions.optimizationLevel = setup.optimizationLevel;
  deviceOptions.fuse = options.fuse;
  if (setup.bypassesCache)
    deviceOptions.cacheBytes = 0;
  deviceOptions.optionalFeatures = setup.optionalFeatures;
  deviceOptions.assumesPooled = setup.assumesPooled;
  deviceOptions.addresses = setup.addresses;
  return openDevice(options.device, deviceOptions);
}

//===----------------------------------------------------------------------===//
// Crashes
//===----------------------------------------------------------------------===//

/// What the jobs are doing, for the one that ends the process.
constexpr unsigned kMaxTracedJobs = 64;
constexpr uint64_t kNoCase = ~uint64_t(0);
std::atomic<uint64_t> currentCases[kMaxTracedJobs];

void reportCrash(void *) {
  for (std::atomic<uint64_t> &current : currentCases)
    if (uint64_t number = current.load(); number != kNoCase)
      llvm::errs() << "dml-difftest: ended while running case " << number
                   << "; with the same seed and operator, --first=" << number
                   << " --cases=1 --print shows it\n";
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

std::string describeReports(ArrayRef<OutOfRangeReport> reports) {
  std::string text;
  for (const OutOfRangeReport &report : reports)
    text += (text.empty() ? "" : "; ") + report.prefix +
            messages::indicesOutOfRange(report.indices);
  return text.empty() ? "none" : text;
}

/// Whether there is such a report, of the same operator if `atPlace`.
bool hasReport(ArrayRef<OutOfRangeReport> reports,
               const OutOfRangeReport &wanted, bool atPlace) {
  return llvm::any_of(reports, [&](const OutOfRangeReport &report) {
    return (!atPlace || report.prefix == wanted.prefix) &&
           messages::indicesOutOfRange(report.indices) ==
               messages::indicesOutOfRange(wanted.indices);
  });
}

/// Whether the reports are those expected. Of equal operators, a device may
/// compute the first only (U3).
bool areReportsExpected(ArrayRef<OutOfRangeReport> expected,
                        ArrayRef<OutOfRangeReport> given) {
  return llvm::all_of(given,
                      [&](const OutOfRangeReport &report) {
                        return hasReport(expected, report, /*atPlace=*/true);
                      }) &&
         llvm::all_of(expected, [&](const OutOfRangeReport &report) {
           return hasReport(given, report, /*atPlace=*/false);
         });
}

std::string compareResults(const RunResult &expected, const RunResult &actual) {
  if (expected.outputs.size() != actual.outputs.size())
    return "number of results: expected " +
           std::to_string(expected.outputs.size()) + ", given " +
           std::to_string(actual.outputs.size());
  for (auto [i, outputs] :
       llvm::enumerate(llvm::zip_equal(expected.outputs, actual.outputs))) {
    auto &[expectedOutput, output] = outputs;
    Comparison comparison = compareTensors(expectedOutput, output);
    if (!comparison.isMatch())
      return comparison.describe(("result[" + Twine(i) + "]").str());
  }
  if (!areReportsExpected(expected.outOfRange, actual.outOfRange))
    return "reports: expected " + describeReports(expected.outOfRange) +
           "\n  given " + describeReports(actual.outOfRange);
  return "";
}

/// Which of the elements of a tensor stops a run first is not defined: one may
/// divide by zero, another one overflow.
StringRef withoutCause(StringRef message) {
  for (const std::string &cause :
       {messages::dividesByZero(), messages::divisionOverflows()})
    if (message.consume_back(cause))
      return message;
  return message;
}

/// What differs; empty where nothing does.
std::string compareOutcomes(TestMode mode, std::optional<bool> breaksRule,
                            const CaseOutcome &expected,
                            const CaseOutcome &actual) {
  if (breaksRule && *breaksRule != !expected.result)
    return *breaksRule ? "the evaluator accepts what was made to break a rule"
                       : "the evaluator refuses what was made to be valid: " +
                             expected.message;
  if (!expected.result) {
    if (actual.result)
      return "not refused; expected: " + expected.message;
    // Refinement finds some broken rules first, in words for the compiler.
    if (mode != TestMode::Refined &&
        withoutCause(actual.message) != withoutCause(expected.message))
      return "message: expected " + expected.message + "\n  given " +
             actual.message;
    return "";
  }
  if (!actual.result)
    return (actual.isCompileError ? "not compiled: " : "refused: ") +
           actual.message;
  return compareResults(*expected.result, *actual.result);
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

/// What the jobs share.
struct SharedState {
  std::atomic<uint64_t> nextProgram;
  std::atomic<uint64_t> numReported{0};
  std::mutex mutex;
  DifferentialTestSummary summary;
  /// Taken while the other one is held.
  std::mutex devicesMutex;
  /// Jobs share devices: some drivers take it amiss when the thread that closed
  /// one ends.
  std::map<Setup, std::unique_ptr<Device>> devices;
};

/// One thread's part of the test.
class Job {
public:
  Job(const DifferentialTestOptions &options, unsigned number,
      SharedState &shared, raw_ostream &out)
      : options(options), current(currentCases[number % kMaxTracedJobs]),
        shared(shared), out(out) {}

  void run() {
    uint64_t end = options.firstCase + options.numCases;
    while (shared.numReported < options.maxDifferences) {
      uint64_t number = shared.nextProgram++;
      uint64_t first = number * kCasesPerProgram;
      if (first >= end)
        break;
      renewContext();
      runProgram(number, std::max(first, options.firstCase),
                 std::min(first + kCasesPerProgram, end));
    }
    current = kNoCase;
    std::lock_guard<std::mutex> lock(shared.mutex);
    shared.summary.add(summary);
  }

private:
  /// A context keeps every type and attribute that it has seen.
  void renewContext() {
    constexpr unsigned programsPerContext = 64;
    if (context && ++programsInContext < programsPerContext)
      return;
    programsInContext = 0;
    context = createProgramContext();
  }

  void runProgram(uint64_t number, uint64_t first, uint64_t end) {
    current = first;
    lastDifference.clear();
    ProgramOfCases program(options.seed, number, options.subject);
    Setup setup = chooseSetup(options, program);
    if (!canRun(program, getDevice(setup))) {
      summary.skipped += end - first;
      return;
    }
    llvm::Expected<std::unique_ptr<CaseRunner>> runner =
        CaseRunner::create(*context, program.getText());
    std::string invalid = runner ? "" : llvm::toString(runner.takeError());
    for (uint64_t i = first; i < end; ++i) {
      current = i;
      if (invalid.empty())
        runCase(**runner, program, setup, i);
      else
        reportDifference(program, setup, i, program.makeInputs(i), {}, invalid);
    }
  }

  static bool canRun(const ProgramOfCases &program, const Device &device) {
    return !(program.needsHost() && device.needsStaticTypes()) &&
           llvm::all_of(program.getComputedTypes(), [&](ElementType type) {
             return device.computesWith(type);
           });
  }

  void runCase(CaseRunner &runner, const ProgramOfCases &program,
               const Setup &setup, uint64_t number) {
    CaseInputs inputs = program.makeInputs(number);
    auto pointers = llvm::map_to_vector(
        inputs.tensors,
        [](const Tensor &tensor) -> const Tensor * { return &tensor; });
    CaseOutcome expected = runner.runReference(pointers);
    if (options.print) {
      reportCase(program, setup, number, inputs, expected, "");
      return;
    }
    Device &device = getDevice(setup);
    GuardedEnd end = number % 2 == 0 ? GuardedEnd::End : GuardedEnd::Begin;
    CaseOutcome actual =
        getMode(program) == TestMode::Refined && device.wantsRefinedTypes()
            ? runner.runRefined(device, pointers, end)
            : runner.runAsWritten(device, pointers, end);

    std::string difference =
        compareOutcomes(getMode(program), inputs.breaksRule, expected, actual);
    if (!difference.empty())
      return reportDifference(program, setup, number, inputs, expected,
                              difference);
    count(program);
    ++summary.equal;
    summary.refused += !expected.result;
    summary.outOfRange +=
        expected.result && !expected.result->outOfRange.empty();
  }

  /// How the program runs on the device: some take static types only, which
  /// what is about limits has in no mode.
  TestMode getMode(const ProgramOfCases &program) {
    TestMode mode = program.getMode();
    bool isStatic =
        mode == TestMode::Static && program.getSubject() != TestSubject::Limits;
    if (options.refine == RefineChoice::On ||
        (!isStatic &&
         getDevice(chooseSetup(options, program)).needsStaticTypes()))
      return TestMode::Refined;
    if (options.refine == RefineChoice::Off && mode == TestMode::Refined)
      return TestMode::Dynamic;
    return mode;
  }

  /// The first device of the process was opened before; others open alike.
  Device &getDevice(const Setup &setup) {
    std::lock_guard<std::mutex> lock(shared.devicesMutex);
    std::unique_ptr<Device> &device = shared.devices[setup];
    if (!device)
      device = llvm::cantFail(openDeviceFor(options, setup));
    return *device;
  }

  void count(const ProgramOfCases &program) {
    ++summary.subjects[static_cast<unsigned>(program.getSubject())];
    ++summary.modes[static_cast<unsigned>(getMode(program))];
  }

  void reportDifference(const ProgramOfCases &program, const Setup &setup,
                        uint64_t number, const CaseInputs &inputs,
                        const CaseOutcome &expected, StringRef difference) {
    count(program);
    ++summary.different;
    // A program that does not compile says so for each of its cases.
    bool isRepeated = difference == lastDifference;
    lastDifference = difference.str();
    if (isRepeated)
      return;
    ++shared.numReported;
    reportCase(program, setup, number, inputs, expected, difference);
  }

  void reportCase(const ProgramOfCases &program, const Setup &setup,
                  uint64_t number, const CaseInputs &inputs,
                  const CaseOutcome &expected, StringRef difference) {
    std::lock_guard<std::mutex> lock(shared.mutex);
    out << "# dml-difftest --seed=" << options.seed << " --first=" << number
        << " --cases=1 --device=" << options.device
        << " --threads=" << setup.numThreads
        << " --task-order=" << (setup.reversesTasks ? "reverse" : "forward")
        << " --optimization-level=" << setup.optimizationLevel;
    if (options.refine != RefineChoice::Mixed)
      out << " --refine="
          << (options.refine == RefineChoice::On ? "on" : "off");
    if (!options.fuse)
      out << " --fuse=off";
    if (options.subject)
      out << " --operator=" << stringify(*options.subject);
    out << "\n# " << stringify(program.getSubject()) << ", "
        << describe(getMode(program)) << "\n";
    printComment(difference);
    if (!expected.message.empty())
      printComment("expected: " + expected.message);
    Reproducer reproducer = {program.getText(),
                             options.device,
                             setup.numThreads,
                             setup.reversesTasks,
                             setup.bypassesCache,
                             getMode(program) == TestMode::Refined,
                             options.fuse,
                             /*ignoreOutOfRangeIndices=*/false,
                             inputs.tensors,
                             {}};
    if (expected.result) {
      reproducer.expected = expected.result->outputs;
      if (!expected.result->outOfRange.empty()) {
        reproducer.ignoreOutOfRangeIndices = true;
        printComment("without --out-of-range-indices=ignore: " +
                     describeReports(expected.result->outOfRange));
      }
    }
    printReproducer(out, reproducer);
    out << "\n";
    out.flush();
  }

  void printComment(const Twine &text) {
    SmallVector<StringRef> lines;
    std::string storage = text.str();
    StringRef(storage).split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : lines)
      out << "# " << line << "\n";
  }

  const DifferentialTestOptions &options;
  std::atomic<uint64_t> &current;
  SharedState &shared;
  raw_ostream &out;
  DifferentialTestSummary summary;
  std::unique_ptr<MLIRContext> context;
  unsigned programsInContext = 0;
  /// The last one of the program.
  std::string lastDifference;
};

} // namespace

llvm::Expected<DifferentialTestSummary>
runDifferentialTest(const DifferentialTestOptions &options, raw_ostream &out) {
  // A device that cannot be opened is an error here; the jobs expect it to be.
  Setup setup = {options.numThreads.value_or(1),
                 /*reversesTasks=*/false,
                 options.optimizationLevel.value_or(0),
                 /*bypassesCache=*/false,
                 /*optionalFeatures=*/false,
                 /*assumesPooled=*/false,
                 /*addresses=*/false};
  if (llvm::Error error = openDeviceFor(options, setup).takeError())
    return std::move(error);
  for (std::atomic<uint64_t> &current : currentCases)
    current = kNoCase;
  llvm::sys::AddSignalHandler(reportCrash, nullptr);

  SharedState shared;
  shared.nextProgram = options.firstCase / kCasesPerProgram;
  auto runJob = [&](unsigned number) {
    Job(options, number, shared, out).run();
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < options.numJobs; ++i)
    threads.emplace_back(runJob, i);
  runJob(0);
  for (std::thread &thread : threads)
    thread.join();
  return shared.summary;
}

} // namespace dml
