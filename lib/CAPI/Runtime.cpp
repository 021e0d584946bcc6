//===- Runtime.cpp - Compile and run programs from C ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "dml/Runtime/Compile/CompileCache.h"
#include "dml/Runtime/Program.h"
#include "dml/Runtime/Timing/Stopwatch.h"
#include "dml/Runtime/Vulkan/Device/PhysicalDevices.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include <cstring>

using namespace dml;
using llvm::ArrayRef;
using llvm::createStringError;
using llvm::Twine;

static_assert(int(ElementType::F64) == DML_F64 &&
                  int(ElementType::UI8) == DML_UI8 &&
                  int(ElementType::Index) == DML_INDEX,
              "element types are numbered as those of the runtime");

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// What messages call the layout of a tensor.
static std::string describeStrides(ArrayRef<int64_t> strides) {
  if (strides.empty())
    return "row-major order without gaps (strides of zero)";
  return "strides {" +
         llvm::join(llvm::map_range(
                        strides,
                        [](int64_t stride) { return std::to_string(stride); }),
                    ",") +
         "}";
}

/// The type of the caller's tensor, whose layout must be that of the other
/// DeclaredType or TensorType.
template <typename Type>
static llvm::Expected<TensorType> getType(const DmlTensor &tensor,
                                          const Type &declared) {
  if (tensor.elementType < DML_F64 || tensor.elementType > DML_INDEX)
    return createStringError(Twine(tensor.elementType) +
                             " is not an element type");
  if (tensor.rank < 0 || tensor.rank > DML_MAX_RANK)
    return createStringError("rank " + Twine(tensor.rank) +
                             " is not between 0 and 8 [T2]");
  TensorType type;
  type.elementType = static_cast<ElementType>(tensor.elementType);
  type.sizes.assign(tensor.sizes, tensor.sizes + tensor.rank);
  type.isScalar = declared.isScalar && tensor.rank == 0;
  ArrayRef<int64_t> strides(tensor.strides, tensor.rank);
  if (llvm::any_of(strides, [](int64_t stride) { return stride != 0; }))
    type.strides.assign(strides.begin(), strides.end());
  if (type.strides != declared.strides)
    return createStringError("expected " + describeStrides(declared.strides) +
                             ", given " + describeStrides(type.strides) +
                             " [T3]");
  return type;
}

/// Writes a type alone.
static DmlError *writeType(ArrayRef<DeclaredType> types, size_t index,
                           DmlTensor *written) {
  *written = DmlTensor();
  if (index >= types.size())
    return takeError(createStringError("there is no #" + Twine(index) + " of " +
                                       Twine(types.size())));
  const DeclaredType &type = types[index];
  if (type.sizes.size() > DML_MAX_RANK)
    return takeError(createStringError("rank " + Twine(type.sizes.size()) +
                                       " is above 8 [T2]"));
  written->elementType = static_cast<int32_t>(type.elementType);
  written->rank = static_cast<int32_t>(type.sizes.size());
  std::replace_copy(type.sizes.begin(), type.sizes.end(), written->sizes,
                    kDynamicSize, int64_t(DML_DYNAMIC));
  llvm::copy(type.strides, written->strides);
  return nullptr;
}

/// What memory a tensor must have.
enum class Memory { Optional, OfIndices, Required };

/// The caller's memory as tensors in the layouts of the types.
template <typename Type>
static llvm::Expected<std::vector<Tensor>>
borrow(ArrayRef<DmlTensor> tensors, ArrayRef<Type> declared,
       llvm::StringRef what, Memory memory) {
  if (tensors.size() != declared.size())
    return createStringError("expected " + Twine(declared.size()) + " " + what +
                             "(s), given " + Twine(tensors.size()));
  std::vector<Tensor> borrowed;
  borrowed.reserve(tensors.size());
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    auto refuse = [&, i = i](const Twine &message) {
      return createStringError(what + " #" + Twine(i) + ": " + message);
    };
    if (!tensor.data && memory == Memory::Optional) {
      borrowed.push_back(Tensor::borrow({ElementType::UI8, {0}}, nullptr));
      continue;
    }
    llvm::Expected<TensorType> type = getType(tensor, declared[i]);
    if (!type)
      return refuse(llvm::toString(type.takeError()));
    if (!tensor.data &&
        (memory == Memory::Required || type->elementType == ElementType::Index))
      return refuse("expected data, given null");
    unsigned width = getByteWidth(type->elementType);
    if (reinterpret_cast<uintptr_t>(tensor.data) % width != 0)
      return refuse("expected data on a boundary of " + Twine(width) +
                    " bytes, of which an element of " + stringify(*type) +
                    " has as many");
    borrowed.push_back(
        Tensor::borrow(std::move(*type), static_cast<char *>(tensor.data)));
  }
  return std::move(borrowed);
}

static llvm::Expected<std::vector<Tensor>>
borrowArguments(ArrayRef<DmlTensor> arguments, const CallableFunction &function,
                Memory memory) {
  ArrayRef<DeclaredType> declared = function.getSignature().arguments;
  return borrow(arguments, declared, "argument", memory);
}

/// Fails where memory of a result is also that of another tensor.
static llvm::Error checkDisjoint(const Tensor &result, const Twine &name,
                                 const Tensor &other, const Twine &otherName) {
  auto getBytes = [](const Tensor &tensor) {
    auto begin = reinterpret_cast<uintptr_t>(tensor.data());
    return std::make_pair(
        begin, begin + tensor.getType().computeNumBytes().value_or(0));
  };
  auto [begin, end] = getBytes(result);
  auto [otherBegin, otherEnd] = getBytes(other);
  uintptr_t first = std::max(begin, otherBegin);
  uintptr_t last = std::min(end, otherEnd);
  if (first >= last)
    return llvm::Error::success();
  return createStringError(name + ": bytes " + Twine(first - begin) + " to " +
                           Twine(last - begin - 1) + " are bytes " +
                           Twine(first - otherBegin) + " to " +
                           Twine(last - otherBegin - 1) + " of " + otherName +
                           "; expected memory of its own");
}

/// Fails where a result in the caller's memory overlaps an argument or another
/// result.
static llvm::Error checkDisjoint(ArrayRef<const Tensor *> inputs,
                                 ArrayRef<Tensor> outputs) {
  for (auto [i, output] : llvm::enumerate(outputs)) {
    std::string name = ("result #" + Twine(i)).str();
    for (auto [j, input] : llvm::enumerate(inputs))
      if (llvm::Error error =
              checkDisjoint(output, name, *input, "argument #" + Twine(j)))
        return error;
    for (auto [j, other] : llvm::enumerate(outputs.take_front(i)))
      if (llvm::Error error =
              checkDisjoint(output, name, other, "result #" + Twine(j)))
        return error;
  }
  return llvm::Error::success();
}

static llvm::SmallVector<const Tensor *>
getPointers(const std::vector<Tensor> &tensors) {
  llvm::SmallVector<const Tensor *> pointers;
  for (const Tensor &tensor : tensors)
    pointers.push_back(&tensor);
  return pointers;
}

/// Fails where a text that is needed is null.
static llvm::Error checkText(const char *text, llvm::StringRef name) {
  if (text)
    return llvm::Error::success();
  return createStringError(name + ": expected a text, given null");
}

//===----------------------------------------------------------------------===//
// Errors and tensors
//===----------------------------------------------------------------------===//

const char *dmlGetVersion(void) { return DML_VERSION; }

const char *dmlErrorGetMessage(const DmlError *error) {
  return error->message.c_str();
}

void dmlErrorDestroy(DmlError *error) { delete error; }

void dmlTensorFree(DmlTensor *tensor) {
  std::free(tensor->data);
  tensor->data = nullptr;
}

//===----------------------------------------------------------------------===//
// Devices and programs
//===----------------------------------------------------------------------===//

DmlError *dmlDeviceOpen(const char *uri, const DmlDeviceOptions *options,
                        DmlDevice **device) {
  *device = nullptr;
  if (llvm::Error error = checkText(uri, "uri"))
    return takeError(std::move(error));
  DmlDeviceOptions given = {sizeof(DmlDeviceOptions), 0};
  if (options)
    std::memcpy(&given, options, std::min(options->size, sizeof(given)));
  if (given.numThreads > kMaxThreads)
    return takeError(createStringError("expected at most " +
                                       Twine(kMaxThreads) + " threads, given " +
                                       Twine(given.numThreads)));
  DeviceOptions deviceOptions;
  deviceOptions.numThreads = given.numThreads;
  deviceOptions.cacheDirectory = getCacheDirectory(
      llvm::sys::Process::GetEnv("DML_CACHE").value_or("off"));
  return give(openDevice(uri, deviceOptions), device);
}

void dmlDeviceDestroy(DmlDevice *device) { delete device; }

void dmlVisitDevices(void (*visitor)(const char *, const char *, void *),
                     void *userData) {
  for (const HostDevice &device : getHostDevices())
    visitor(device.uri, device.description, userData);
  auto devices = listVulkanDevices();
  if (!devices)
    return llvm::consumeError(devices.takeError());
  for (const VulkanDeviceDescription &device : *devices)
    if (device.unusableReason.empty())
      visitor(("vulkan://" + Twine(device.index)).str().c_str(),
              device.name.c_str(), userData);
}

static DmlError *load(std::unique_ptr<llvm::MemoryBuffer> source,
                      DmlProgram **program) {
  return give(LoadedProgram::load(std::move(source)), program);
}

DmlError *dmlProgramParse(const char *source, size_t length, const char *name,
                          DmlProgram **program) {
  *program = nullptr;
  if (llvm::Error error = checkText(source, "source"))
    return takeError(std::move(error));
  return load(llvm::MemoryBuffer::getMemBufferCopy({source, length},
                                                   name ? name : "<memory>"),
              program);
}

DmlError *dmlProgramLoad(const char *path, DmlProgram **program) {
  *program = nullptr;
  if (llvm::Error error = checkText(path, "path"))
    return takeError(std::move(error));
  auto file = openProgram(path);
  if (!file)
    return takeError(file.takeError());
  return load(std::move(*file), program);
}

void dmlProgramDestroy(DmlProgram *program) { delete program; }

size_t dmlProgramGetNumFunctions(const DmlProgram *program) {
  return program->program->getFunctions().size();
}

const char *dmlProgramGetFunctionName(const DmlProgram *program, size_t index) {
  ArrayRef<std::string> functions = program->program->getFunctions();
  return index < functions.size() ? functions[index].c_str() : nullptr;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

DmlError *dmlFunctionCreate(const DmlProgram *program, const char *name,
                            DmlDevice *device, DmlFunction **function) {
  return give(CallableFunction::create(program->program, name ? name : "",
                                       device->device),
              function);
}

void dmlFunctionDestroy(DmlFunction *function) { delete function; }

size_t dmlFunctionGetNumArguments(const DmlFunction *function) {
  return function->function->getSignature().arguments.size();
}

size_t dmlFunctionGetNumResults(const DmlFunction *function) {
  return function->function->getSignature().results.size();
}

DmlError *dmlFunctionGetArgumentType(const DmlFunction *function, size_t index,
                                     DmlTensor *type) {
  return writeType(function->function->getSignature().arguments, index, type);
}

DmlError *dmlFunctionGetResultType(const DmlFunction *function, size_t index,
                                   DmlTensor *type) {
  return writeType(function->function->getSignature().results, index, type);
}

DmlError *dmlFunctionCompile(DmlFunction *function, const DmlTensor *arguments,
                             size_t numArguments, DmlExecutable **executable) {
  *executable = nullptr;
  CallableFunction &callable = *function->function;
  auto inputs =
      borrowArguments({arguments, numArguments}, callable, Memory::OfIndices);
  if (!inputs)
    return takeError(inputs.takeError());
  return give(callable.specialize(getPointers(*inputs)), executable);
}

DmlError *dmlExecutableLoad(const char *path, DmlDevice *device,
                            DmlExecutable **executable) {
  *executable = nullptr;
  if (llvm::Error error = checkText(path, "path"))
    return takeError(std::move(error));
  auto file = openProgram(path);
  if (!file)
    return takeError(file.takeError());
  return give(SpecializedFunction::load(**file, *device->device), executable);
}

void dmlExecutableDestroy(DmlExecutable *executable) { delete executable; }

size_t dmlExecutableGetNumArguments(const DmlExecutable *executable) {
  return executable->function->getArguments().size();
}

DmlError *dmlExecutableGetArgumentType(const DmlExecutable *executable,
                                       size_t index, DmlTensor *type) {
  return writeType(getDeclaredTypes(executable->function->getArguments()),
                   index, type);
}

size_t dmlExecutableGetNumResults(const DmlExecutable *executable) {
  return executable->function->getResults().size();
}

DmlError *dmlExecutableGetResultType(const DmlExecutable *executable,
                                     size_t index, DmlTensor *type) {
  return writeType(executable->function->getResults(), index, type);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The results that the caller has memory for, as outputs of a run. The others
/// are empty tensors, which the run replaces.
static llvm::Expected<std::vector<Tensor>>
borrowResults(ArrayRef<DmlTensor> results, ArrayRef<DeclaredType> declared) {
  auto borrowed = borrow(results, declared, "result", Memory::Optional);
  if (!borrowed)
    return borrowed.takeError();
  for (auto [i, tensor] : llvm::enumerate(*borrowed)) {
    if (!tensor.data())
      continue;
    if (llvm::Error error = checkFits(tensor.getType(), declared[i]))
      return createStringError("result #" + Twine(i) + ": " +
                               llvm::toString(std::move(error)));
  }
  return borrowed;
}

/// Hands an output over to the caller, in the caller's memory where there is
/// some.
static llvm::Error giveResult(Tensor output, size_t number, DmlTensor &result) {
  const TensorType &type = output.getType();
  if (!result.data) {
    result = DmlTensor();
    result.elementType = static_cast<int32_t>(type.elementType);
    result.rank = static_cast<int32_t>(type.sizes.size());
    llvm::copy(type.sizes, result.sizes);
    llvm::copy(type.strides, result.strides);
    result.data = std::move(output).releaseMemory();
    return llvm::Error::success();
  }
  if (output.data() == result.data)
    return llvm::Error::success();
  // Sizes that only the run has shown.
  if (ArrayRef<int64_t>(result.sizes, result.rank) != output.getSizes())
    return createStringError("result #" + Twine(number) + " is " +
                             stringify(type) +
                             "; the memory given is of other sizes");
  Tensor::borrow(type, static_cast<char *>(result.data))
      .copyElementsFrom(output);
  return llvm::Error::success();
}

static void writeTimings(const RunResult &result, double run,
                         DmlTimings *timings) {
  DmlTimings measured = {timings->size, run, -1, -1, -1};
  if (const std::optional<DeviceTimes> &times = result.deviceTimes) {
    measured.upload = times->upload;
    measured.kernels = times->kernels;
    measured.download = times->download;
  }
  std::memcpy(timings, &measured, std::min(timings->size, sizeof(measured)));
}

static llvm::Error run(SpecializedFunction &function,
                       ArrayRef<const Tensor *> inputs,
                       llvm::MutableArrayRef<DmlTensor> results, uint32_t flags,
                       DmlTimings *timings) {
  Stopwatch watch;
  RunResult result;
  auto outputs = borrowResults(results, function.getResults());
  if (!outputs)
    return outputs.takeError();
  if (llvm::Error error = checkDisjoint(inputs, *outputs))
    return error;
  result.outputs = std::move(*outputs);
  if (llvm::Error error =
          function.run(inputs, result, {/*deviceTimes=*/timings != nullptr}))
    return error;
  if (llvm::Error error = checkIndices(result.outOfRange, flags))
    return error;
  for (auto [i, output] : llvm::enumerate(result.outputs))
    if (llvm::Error error = giveResult(std::move(output), i, results[i]))
      return error;
  if (timings)
    writeTimings(result, watch.lap(), timings);
  return llvm::Error::success();
}

DmlError *dmlExecutableRun(DmlExecutable *executable,
                           const DmlTensor *arguments, size_t numArguments,
                           DmlTensor *results, size_t numResults,
                           uint32_t flags, DmlTimings *timings) {
  SpecializedFunction &function = *executable->function;
  auto inputs = borrow({arguments, numArguments}, function.getArguments(),
                       "argument", Memory::Required);
  if (!inputs)
    return takeError(inputs.takeError());
  return takeError(run(function, getPointers(*inputs), {results, numResults},
                       flags, timings));
}

DmlError *dmlFunctionCall(DmlFunction *function, const DmlTensor *arguments,
                          size_t numArguments, DmlTensor *results,
                          size_t numResults, uint32_t flags,
                          DmlTimings *timings) {
  CallableFunction &callable = *function->function;
  auto inputs =
      borrowArguments({arguments, numArguments}, callable, Memory::Required);
  if (!inputs)
    return takeError(inputs.takeError());
  llvm::SmallVector<const Tensor *> pointers = getPointers(*inputs);
  auto specialized = callable.specialize(pointers);
  if (!specialized)
    return takeError(specialized.takeError());
  return takeError(
      run(**specialized, pointers, {results, numResults}, flags, timings));
}
