//===- CallableFunction.cpp - Functions compiled when called --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CallableFunction.h"
#include "dml/Runtime/Compile/PlanProgram.h"
#include "dml/Runtime/Program.h"
#include "dml/Runtime/RefineToInputs.h"
#include "dml/Transforms/FindFunction.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;

namespace dml {

/// More than a program needs whose batches vary, and few enough for memory.
constexpr static size_t kMaxSpecializations = 128;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

/// A program whose diagnostics are kept for the error that follows them.
class DiagnosedProgram {
public:
  explicit DiagnosedProgram(llvm::MemoryBufferRef source)
      : stream(diagnostics),
        program(llvm::MemoryBuffer::getMemBuffer(
                    source, /*RequiresNullTerminator=*/false),
                stream) {}

  ParsedProgram *operator->() { return &program; }
  ParsedProgram &operator*() { return program; }

  /// Adds the diagnostics to the error that they led to.
  llvm::Error explain(llvm::Error error) {
    if (!error || diagnostics.empty())
      return error;
    return llvm::createStringError(llvm::toString(std::move(error)) + "\n" +
                                   StringRef(diagnostics).rtrim());
  }

private:
  std::string diagnostics;
  llvm::raw_string_ostream stream;
  ParsedProgram program;
};

} // namespace

llvm::Expected<std::shared_ptr<const LoadedProgram>>
LoadedProgram::load(std::unique_ptr<llvm::MemoryBuffer> source) {
  DiagnosedProgram parsed(*source);
  if (llvm::Error error = parsed.explain(parsed->parse()))
    return std::move(error);
  auto program = std::make_shared<LoadedProgram>();
  for (auto function : parsed->getModule().getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    LoadedFunction loaded = {function.getName().str(), function.isPublic()};
    if (loaded.isPublic)
      program->publicNames.push_back(loaded.name);
    if (auto signature = getSignature(function))
      loaded.signature = std::move(*signature);
    else
      loaded.error = llvm::toString(signature.takeError());
    program->functions.push_back(std::move(loaded));
  }
  program->source = std::move(source);
  return program;
}

llvm::Expected<const LoadedFunction &>
LoadedProgram::findFunction(StringRef name) const {
  auto candidates = llvm::map_to_vector(
      functions, [](const LoadedFunction &function) -> FunctionCandidate {
        return {function.name, function.isPublic};
      });
  llvm::Expected<size_t> found = dml::findFunction(candidates, name);
  if (!found)
    return found.takeError();
  const LoadedFunction &function = functions[*found];
  if (!function.signature)
    return llvm::createStringError(function.error);
  return function;
}

//===----------------------------------------------------------------------===//
// SpecializedFunction
//===----------------------------------------------------------------------===//

SpecializedFunction::SpecializedFunction(std::unique_ptr<MLIRContext> context,
                                         std::unique_ptr<Executable> executable,
                                         SmallVector<TensorType> arguments,
                                         SmallVector<DeclaredType> results)
    : context(std::move(context)), executable(std::move(executable)),
      arguments(std::move(arguments)), results(std::move(results)) {}

SpecializedFunction::~SpecializedFunction() = default;

llvm::Expected<std::shared_ptr<SpecializedFunction>>
SpecializedFunction::load(const llvm::MemoryBuffer &manifest, Device &device) {
  if (!isManifest(manifest.getBuffer()))
    return llvm::createStringError("'" + manifest.getBufferIdentifier() +
                                   "' is no manifest of dml-compile");
  llvm::Expected<PlanProgram> program = readPlanProgram(manifest);
  if (!program)
    return program.takeError();
  auto executable = device.load(std::move(program->plan), program->results);
  if (!executable)
    return executable.takeError();
  if (!*executable)
    return llvm::createStringError("'" + manifest.getBufferIdentifier() +
                                   "' is for a Vulkan device");
  SmallVector<TensorType> arguments(program->arguments.begin(),
                                    program->arguments.end());
  return std::make_shared<SpecializedFunction>(
      /*context=*/nullptr, std::move(*executable), std::move(arguments),
      getDeclaredTypes(program->results));
}

llvm::Error SpecializedFunction::run(ArrayRef<const Tensor *> inputs,
                                     RunResult &result,
                                     const RunMeasures &measures) {
  if (inputs.size() != arguments.size())
    return llvm::createStringError("expected " + Twine(arguments.size()) +
                                   " argument(s), given " +
                                   Twine(inputs.size()));
  for (auto [i, type, input] : llvm::enumerate(arguments, inputs))
    if (input->getType() != type)
      return llvm::createStringError(
          "argument #" + Twine(i) + ": expected " + stringify(type) +
          ", which the function was compiled for, given " +
          stringify(input->getType()));
  if (executable->runsConcurrently())
    return executable->run(inputs, result, measures);
  std::lock_guard<std::mutex> lock(mutex);
  return executable->run(inputs, result, measures);
}

//===----------------------------------------------------------------------===//
// CallableFunction
//===----------------------------------------------------------------------===//

/// What is compiled for a key by the first thread that asks; others wait.
struct CallableFunction::Entry {
  std::once_flag once;
  std::shared_ptr<SpecializedFunction> function;
  /// Why there is none.
  std::string error;
  /// The number of uses of the function's entries when this was last used.
  uint64_t lastUse = 0;
};

size_t CallableFunction::HashKey::operator()(const Key &key) const {
  llvm::hash_code hash = llvm::hash_combine_range(key.values);
  for (const TensorType &type : key.types)
    hash = llvm::hash_combine(hash, type.elementType,
                              llvm::hash_combine_range(type.sizes));
  return hash;
}

CallableFunction::CallableFunction(std::shared_ptr<const LoadedProgram> program,
                                   std::shared_ptr<Device> device,
                                   std::string name, Signature signature)
    : program(std::move(program)), device(std::move(device)),
      name(std::move(name)), signature(std::move(signature)) {}

CallableFunction::~CallableFunction() = default;

llvm::Expected<std::unique_ptr<CallableFunction>>
CallableFunction::create(std::shared_ptr<const LoadedProgram> program,
                         StringRef name, std::shared_ptr<Device> device) {
  llvm::Expected<const LoadedFunction &> function = program->findFunction(name);
  if (!function)
    return function.takeError();
  return std::unique_ptr<CallableFunction>(new CallableFunction(
      program, std::move(device), function->name, *function->signature));
}

llvm::Error
CallableFunction::checkInputs(ArrayRef<const Tensor *> inputs) const {
  if (inputs.size() != signature.arguments.size())
    return llvm::createStringError(
        "@" + name + ": expected " + Twine(signature.arguments.size()) +
        " argument(s), given " + Twine(inputs.size()));
  auto refuse = [&](size_t i, llvm::Error error) {
    return llvm::createStringError("@" + name + ": argument #" + Twine(i) +
                                   ": " + llvm::toString(std::move(error)));
  };
  for (auto [i, declared, input] :
       llvm::enumerate(signature.arguments, inputs)) {
    if (llvm::Error error = checkTensorLimits(input->getType()))
      return refuse(i, std::move(error));
    if (llvm::Error error = checkFits(input->getType(), declared))
      return refuse(i, std::move(error));
  }
  return llvm::Error::success();
}

std::shared_ptr<CallableFunction::Entry>
CallableFunction::findEntry(const Key &key) {
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<Entry> &entry = entries[key];
  if (!entry)
    entry = std::make_shared<Entry>();
  entry->lastUse = ++numUses;
  std::shared_ptr<Entry> found = entry;
  if (entries.size() > kMaxSpecializations)
    dropLeastRecent();
  return found;
}

void CallableFunction::dropLeastRecent() {
  entries.erase(std::min_element(entries.begin(), entries.end(),
                                 [](const auto &a, const auto &b) {
                                   return a.second->lastUse < b.second->lastUse;
                                 }));
}

llvm::Expected<std::shared_ptr<SpecializedFunction>>
CallableFunction::specialize(ArrayRef<const Tensor *> inputs) {
  if (llvm::Error error = checkInputs(inputs))
    return std::move(error);
  Key key;
  for (const Tensor *input : inputs) {
    const TensorType &type = input->getType();
    key.types.push_back(type);
    if (type.elementType == ElementType::Index)
      key.values.push_back(static_cast<int64_t>(input->getElementBits(0)));
  }
  std::shared_ptr<Entry> entry = findEntry(key);
  std::call_once(entry->once, [&] {
    auto compiled = compile(inputs);
    if (compiled)
      entry->function = std::move(*compiled);
    else
      entry->error = llvm::toString(compiled.takeError());
  });
  if (entry->function)
    return entry->function;
  // The next call may have more memory, say.
  std::lock_guard<std::mutex> lock(mutex);
  if (auto it = entries.find(key); it != entries.end() && it->second == entry)
    entries.erase(it);
  return llvm::createStringError(entry->error);
}

llvm::Expected<std::shared_ptr<SpecializedFunction>>
CallableFunction::compile(ArrayRef<const Tensor *> inputs) const {
  DiagnosedProgram parsed(program->getSource());
  if (llvm::Error error = parsed.explain(parsed->parse()))
    return std::move(error);
  ModuleOp module = parsed->getModule();
  auto find = [&] { return module.lookupSymbol<func::FuncOp>(name); };
  if (device->wantsRefinedTypes())
    if (llvm::Error error = refineToInputs(find(), inputs))
      return parsed.explain(std::move(error));
  llvm::Expected<Signature> refined = dml::getSignature(find());
  if (!refined)
    return refined.takeError();
  auto executable = device->compile(find());
  if (!executable)
    return parsed.explain(executable.takeError());
  return std::make_shared<SpecializedFunction>(
      device->needsContext() ? std::move(*parsed).takeContext() : nullptr,
      std::move(*executable),
      llvm::map_to_vector(inputs,
                          [](const Tensor *input) { return input->getType(); }),
      std::move(refined->results));
}

} // namespace dml
