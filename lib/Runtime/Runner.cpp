//===- Runner.cpp - Compile, run, compare, write --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Runner.h"
#include "Runtime/Timing/ByteBound.h"
#include "Runtime/Timing/KernelTable.h"
#include "Runtime/Timing/RunTiming.h"
#include "WriteFile.h"
#include "dml/Runtime/Compile/PlanProgram.h"
#include "dml/Runtime/FlagFunction.h"
#include "dml/Runtime/Program.h"
#include "dml/Runtime/Progress.h"
#include "dml/Runtime/RefineToInputs.h"
#include "dml/Runtime/Values/FlagValues.h"
#include "dml/Runtime/Values/TensorIO.h"
#include "dml/Runtime/Values/TensorPrinter.h"
#include "dml/Runtime/Vulkan/Device/PhysicalDevices.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace dml {

namespace {

/// One invocation of the tool.
class Runner {
public:
  Runner(const RunnerOptions &options, raw_ostream &out, raw_ostream &err)
      : options(options), out(out), err(err),
        progress(options.showProgress ? &err : nullptr, "dml-run"),
        profile(options.profile.empty() ? nullptr
                                        : std::make_unique<Profile>()) {}

  llvm::Expected<RunnerStatus> run();

private:
  using Compile =
      llvm::function_ref<llvm::Expected<std::unique_ptr<Executable>>(
          ArrayRef<const Tensor *>)>;
  llvm::Expected<RunnerStatus>
  runProgram(std::unique_ptr<llvm::MemoryBuffer> file);
  llvm::Expected<RunnerStatus> runPlan(const llvm::MemoryBuffer &manifest);
  llvm::Expected<RunnerStatus> runFunction(const Signature &signature,
                                           const std::string &name,
                                           Compile compile);
  void beginStep(const Twine &name);
  llvm::Error checkProfile() const;
  llvm::Error writeProfile();
  llvm::Error execute(Executable &executable, ArrayRef<const Tensor *> inputs,
                      ArrayRef<Tensor> expected);
  llvm::Error checkOptions() const;
  bool compilesOnly(const Signature &signature) const;
  llvm::Expected<RunnerStatus> compileOnly(func::FuncOp function);
  llvm::Expected<std::vector<Tensor>>
  parseExpected(const Signature &signature, const std::string &name) const;
  llvm::Error checkIndices();
  bool isAsExpected(ArrayRef<Tensor> expected) const;
  bool compareOutputs(ArrayRef<Tensor> expected);
  llvm::Error writeOutputs(StringRef function);
  llvm::Error readGaps(ArrayRef<DeclaredType> results);

  const RunnerOptions &options;
  raw_ostream &out, &err;
  std::unique_ptr<Device> device;
  RunResult result;
  RunTiming timing;
  Progress progress;
  /// Null where no file is asked for.
  std::unique_ptr<Profile> profile;
  std::optional<ProfileSpan> step;
};

/// Ends the step before it.
void Runner::beginStep(const Twine &name) {
  progress.setStep(name);
  step.reset();
  step.emplace(profile.get(), ProfileCategory::Step, name);
}

/// Fails where the profile could not be written after the outputs.
llvm::Error Runner::checkProfile() const {
  // These two are written without a file beside them.
  if (!profile || options.profile == "-" || options.profile == "/dev/null")
    return llvm::Error::success();
  StringRef folder = llvm::sys::path::parent_path(options.profile);
  std::error_code error = llvm::sys::fs::access(
      folder.empty() ? "." : folder, llvm::sys::fs::AccessMode::Write);
  if (!error && llvm::sys::fs::is_directory(options.profile))
    error = std::make_error_code(std::errc::is_a_directory);
  if (!error)
    return llvm::Error::success();
  return llvm::createStringError("--profile: cannot write '" + options.profile +
                                 "': " + error.message());
}

llvm::Error Runner::writeProfile() {
  step.reset();
  if (!profile)
    return llvm::Error::success();
  compareWithCopies(*profile, *device);
  std::string text;
  llvm::raw_string_ostream(text) << profile->toJSON() << "\n";
  if (llvm::Error error = writeFile(options.profile, text))
    return llvm::createStringError("--profile: " +
                                   llvm::toString(std::move(error)));
  return llvm::Error::success();
}

/// Stops after a run whose results are not the expected ones.
llvm::Error Runner::execute(Executable &executable,
                            ArrayRef<const Tensor *> inputs,
                            ArrayRef<Tensor> expected) {
  beginStep("run");
  if (llvm::Error error = executable.run(
          inputs, result, {/*deviceTimes=*/false, profile.get()}))
    return error;
  // The first run touches fresh memory; only a tool asked to time repeats it.
  for (unsigned i = 0; i < options.timedRuns && isAsExpected(expected); ++i) {
    beginStep("run " + Twine(i + 1) + " of " + Twine(options.timedRuns));
    Stopwatch watch;
    if (llvm::Error error =
            executable.run(inputs, result, {/*deviceTimes=*/true}))
      return error;
    timing.addRun(watch.lap(), result);
  }
  // Timing each kernel would slow the runs above down.
  if (options.timedRuns == 0 || !isAsExpected(expected))
    return llvm::Error::success();
  beginStep("run, each kernel timed");
  return executable.run(
      inputs, result,
      {/*deviceTimes=*/true, &timing.startKernels(profile.get())});
}

llvm::Error Runner::checkIndices() {
  if (result.outOfRange.empty() || options.ignoreOutOfRangeIndices)
    return llvm::Error::success();
  return llvm::createStringError(
      stringify(result.outOfRange) +
      "\n(--out-of-range-indices=ignore drops them)");
}

bool Runner::isAsExpected(ArrayRef<Tensor> expected) const {
  // There is one for each result, or none at all.
  return expected.empty() ||
         llvm::all_of(llvm::zip_equal(expected, result.outputs),
                      [this](const auto &tensors) {
                        return compareTensors(std::get<0>(tensors),
                                              std::get<1>(tensors),
                                              options.compare)
                            .isMatch();
                      });
}

bool Runner::compareOutputs(ArrayRef<Tensor> expected) {
  bool isMatch = true;
  for (auto [i, tensors] :
       llvm::enumerate(llvm::zip_equal(expected, result.outputs))) {
    auto &[expectedTensor, actual] = tensors;
    Comparison comparison =
        compareTensors(expectedTensor, actual, options.compare);
    if (comparison.isMatch())
      continue;
    isMatch = false;
    out << comparison.describe(("result[" + Twine(i) + "]").str()) << "\n";
  }
  if (isMatch)
    out << "all results are as expected\n";
  return isMatch;
}

/// A raw file that a result with gaps replaces keeps what stands in them.
llvm::Error Runner::readGaps(ArrayRef<DeclaredType> results) {
  auto hasGaps = [](const DeclaredType &declared) {
    std::optional<TensorType> type = getStaticType(declared);
    return type && type->hasGaps();
  };
  if (llvm::none_of(results, hasGaps))
    return llvm::Error::success();
  auto isRaw = [](StringRef target) {
    return target.consume_front("@") && !writesNumPy(target);
  };
  std::vector<Tensor> outputs;
  for (auto [i, declared] : llvm::enumerate(results)) {
    TensorType type = hasGaps(declared) ? *getStaticType(declared)
                                        : TensorType{declared.elementType, {}};
    StringRef path =
        options.outputs.empty() ? "" : StringRef(options.outputs[i]);
    uint64_t size;
    bool exists = type.hasGaps() && isRaw(path) &&
                  !llvm::sys::fs::file_size(path.drop_front(), size) &&
                  size == static_cast<uint64_t>(type.getNumFileBytes());
    llvm::Expected<Tensor> output =
        exists ? readTensorFile(path.drop_front(), &type)
               : Tensor::allocateZeroed(type);
    if (!output)
      return output.takeError();
    outputs.push_back(std::move(*output));
  }
  result.outputs = std::move(outputs);
  return llvm::Error::success();
}

llvm::Error Runner::writeOutputs(StringRef function) {
  std::vector<TensorOutput> files;
  std::vector<size_t> printed;
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    bool isDefault = options.outputs.empty();
    StringRef target = isDefault ? "-" : StringRef(options.outputs[i]);
    if (target == "-" && (!isDefault || options.expectedOutputs.empty()))
      printed.push_back(i);
    else if (target.consume_front("@"))
      files.push_back({target, &result.outputs[i]});
  }
  // Files first: nothing is printed when one of them cannot be written.
  if (llvm::Error error = writeTensorFiles(files))
    return error;
  if (!printed.empty())
    out << "@" << function << "\n";
  for (size_t i : printed) {
    out << "result[" << i << "]:\n";
    printTensor(out, result.outputs[i], options.printLimit);
    out << "\n";
  }
  return llvm::Error::success();
}

/// What can be seen before anything is opened.
llvm::Error Runner::checkOptions() const {
  for (auto [i, target] : llvm::enumerate(options.outputs))
    if (!target.empty() && target != "-" && target[0] != '@')
      return llvm::createStringError("--output #" + Twine(i) + " '" + target +
                                     "': expected '-', '@FILE' or nothing; '@" +
                                     target + "' writes a file");
  if (llvm::Error error = checkStandardInput(
          options.file, {{"--input", options.inputs},
                         {"--expected-output", options.expectedOutputs}}))
    return error;
  if (!options.deviceOptions.spirvDirectory.empty() &&
      !isVulkanURI(options.device))
    return llvm::createStringError(
        "--dump-spirv: expected --device=vulkan beside it, which makes "
        "kernels, given --device=" +
        (options.device.empty() ? "cpu" : options.device));
  return llvm::Error::success();
}

/// One for each result, or none where none is given.
llvm::Expected<std::vector<Tensor>>
Runner::parseExpected(const Signature &signature,
                      const std::string &name) const {
  if (options.expectedOutputs.empty())
    return std::vector<Tensor>();
  return parseFlagValues("--expected-output", options.expectedOutputs,
                         signature.results, name);
}

/// Whether kernels are wanted alone, of a function that cannot run without
/// inputs.
bool Runner::compilesOnly(const Signature &signature) const {
  return !options.deviceOptions.spirvDirectory.empty() &&
         !signature.arguments.empty() && options.inputs.empty() &&
         options.outputs.empty() && options.expectedOutputs.empty() &&
         options.timedRuns == 0;
}

llvm::Expected<RunnerStatus> Runner::compileOnly(func::FuncOp function) {
  beginStep("compile");
  auto executable = device->compile(function, profile.get());
  if (!executable)
    return executable.takeError();
  progress.finish();
  out << "@" << function.getName()
      << " was compiled, and not run: no --input\n";
  if (llvm::Error error = writeProfile())
    return std::move(error);
  return RunnerStatus::Success;
}

llvm::Expected<RunnerStatus> Runner::run() {
  if (llvm::Error error = checkOptions())
    return std::move(error);
  beginStep("parse");
  auto file = openProgram(options.file);
  if (!file)
    return file.takeError();
  bool isPlan = isManifest((*file)->getBuffer());
  StringRef uri = options.device;
  if (uri.empty())
    uri = isPlan ? "vulkan" : "cpu";
  beginStep("open " + Twine(uri));
  auto opened = openDevice(uri, options.deviceOptions);
  if (!opened)
    return llvm::createStringError("--device: " +
                                   llvm::toString(opened.takeError()));
  device = std::move(*opened);
  return isPlan ? runPlan(**file) : runProgram(std::move(*file));
}

llvm::Expected<RunnerStatus>
Runner::runProgram(std::unique_ptr<llvm::MemoryBuffer> file) {
  beginStep("parse");
  Stopwatch watch;
  ParsedProgram program(std::move(file), err);
  ScopedDiagnosticHandler endOfProgress(program.getContext(),
                                        [this](Diagnostic &) {
                                          progress.finish();
                                          return failure();
                                        });
  if (llvm::Error error = program.parse())
    return std::move(error);
  ModuleOp module = program.getModule();
  auto chosen =
      findFlagFunction(module, options.function, options.featureLevel);
  if (!chosen)
    return chosen.takeError();
  timing.isByteBound = isByteBound(module);
  timing.parse = watch.lap();
  if (compilesOnly(chosen->signature))
    return compileOnly(chosen->function);
  return runFunction(
      chosen->signature, chosen->name,
      [&](ArrayRef<const Tensor *> inputs)
          -> llvm::Expected<std::unique_ptr<Executable>> {
        watch.lap();
        beginStep("refine");
        if (options.refine && device->wantsRefinedTypes())
          if (llvm::Error error = refineToInputs(chosen->function, inputs))
            return std::move(error);
        timing.refine = watch.lap();
        beginStep("compile");
        return device->compile(module.lookupSymbol<func::FuncOp>(chosen->name),
                               profile.get());
      });
}

llvm::Expected<RunnerStatus>
Runner::runPlan(const llvm::MemoryBuffer &manifest) {
  Stopwatch watch;
  llvm::Expected<PlanProgram> program = readPlanProgram(manifest);
  if (!program)
    return program.takeError();
  if (!options.function.empty() && options.function != program->function)
    return llvm::createStringError("--function: no function @" +
                                   options.function + "; the plan is of @" +
                                   program->function);
  Signature signature = {getDeclaredTypes(program->arguments),
                         getDeclaredTypes(program->results)};
  // Nobody knows any more.
  timing.isByteBound = false;
  timing.parse = watch.lap();
  return runFunction(
      signature, program->function,
      [&](ArrayRef<const Tensor *>)
          -> llvm::Expected<std::unique_ptr<Executable>> {
        beginStep("compile");
        auto executable =
            device->load(std::move(program->plan), program->results);
        if (executable && !*executable)
          return llvm::createStringError(
              "--device: expected vulkan, which launch plans are for, given " +
              options.device);
        return executable;
      });
}

llvm::Expected<RunnerStatus> Runner::runFunction(const Signature &signature,
                                                 const std::string &name,
                                                 Compile compile) {
  if (!options.outputs.empty() &&
      options.outputs.size() != signature.results.size())
    return llvm::createStringError("--output: expected " +
                                   Twine(signature.results.size()) +
                                   " (one for each result of @" + name +
                                   "), given " + Twine(options.outputs.size()));
  beginStep("read inputs");
  auto inputs =
      parseFlagValues("--input", options.inputs, signature.arguments, name);
  if (!inputs)
    return inputs.takeError();
  auto expected = parseExpected(signature, name);
  if (!expected)
    return expected.takeError();
  if (llvm::Error error = readGaps(signature.results))
    return std::move(error);
  if (llvm::Error error = checkProfile())
    return std::move(error);
  auto pointers =
      llvm::map_to_vector(*inputs, [](const Tensor &input) { return &input; });
  Stopwatch watch;
  auto executable = compile(pointers);
  if (!executable)
    return executable.takeError();
  timing.compile = watch.lap() - timing.refine;

  if (llvm::Error error = execute(**executable, pointers, *expected))
    return std::move(error);
  if (llvm::Error error = checkIndices())
    return std::move(error);
  progress.finish();
  beginStep("write results");
  if (llvm::Error error = writeOutputs(name))
    return std::move(error);
  bool isMatch = expected->empty() || compareOutputs(*expected);
  if (options.timedRuns > 0 && isMatch) {
    timing.print(out, *device, *inputs, result.outputs);
    timing.printKernels(out, *device);
  }
  if (llvm::Error error = writeProfile())
    return std::move(error);
  return isMatch ? RunnerStatus::Success : RunnerStatus::Different;
}

} // namespace

void listDevices(raw_ostream &out) {
  for (const HostDevice &device : getHostDevices())
    out << device.uri << ": " << device.description << "\n";
  printVulkanDevices(out);
}

RunnerStatus runFunction(const RunnerOptions &options, raw_ostream &out,
                         raw_ostream &err) {
  // Nothing else goes to standard output when a tensor does.
  bool isPiped = llvm::is_contained(options.outputs, "@-");
  llvm::Expected<RunnerStatus> status =
      Runner(options, isPiped ? err : out, err).run();
  if (status)
    return *status;
  err << "dml-run: error: " << llvm::toString(status.takeError()) << "\n";
  return RunnerStatus::Failed;
}

} // namespace dml
