//===- CPUDevice.cpp - Compiling for and running on the host --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemRefDescriptor.h"
#include "ResultLayout.h"
#include "Runtime/CPU/Compile/LowerToLLVM.h"
#include "Runtime/CPU/Copy/HostCopy.h"
#include "Runtime/Compile/IsolateFunction.h"
#include "dml/Runtime/CPU/Compile/HostCode.h"
#include "dml/Runtime/CPU/HostInvocation.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Compile/CompileCache.h"
#include "dml/Runtime/Device.h"
#include "dml/Runtime/Values/AlignedMemory.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <mutex>

using namespace mlir;

namespace dml {
namespace {

class CPUExecutable : public Executable {
public:
  CPUExecutable(std::unique_ptr<HostCode> code, std::string name,
                Signature signature, unsigned numThreads, bool reversesTasks)
      : code(std::move(code)), name(std::move(name)),
        signature(std::move(signature)), numThreads(numThreads),
        reversesTasks(reversesTasks) {}

  llvm::Error run(ArrayRef<const Tensor *> inputs, RunResult &result,
                  const RunMeasures &measures) override {
    std::vector<std::optional<Tensor>> outputs;
    HostInvocation invocation(numThreads, reversesTasks);
    if (measures.profile)
      invocation.timeLoops();
    for (HostMemory &memory : exchangeIntermediates({}))
      invocation.recycle(std::move(memory));
    if (llvm::Error error =
            allocateOutputs(std::move(result.outputs), outputs, invocation))
      return error;
    result = RunResult();

    // Descriptors, pointers to them, and pointers to these, as the packed
    // interface wants it.
    std::vector<MemRefDescriptor> descriptors;
    std::vector<void *> pointers;
    descriptors.reserve(inputs.size() + outputs.size());
    pointers.reserve(inputs.size() + outputs.size() + 1);
    std::vector<void *> arguments;
    auto passBuffer = [&](const Tensor &tensor) {
      descriptors.emplace_back(tensor.data(),
                               tensor.getType().getStorageSizes());
      pointers.push_back(descriptors.back().data());
      arguments.push_back(&pointers.back());
    };

    ResultLayout layout;
    for (auto [type, output] : llvm::zip_equal(signature.results, outputs))
      if (!output)
        layout.add(type.isScalar, getByteWidth(type.elementType),
                   type.sizes.size());
    std::vector<int64_t> results(layout.getNumBytes() / 8 + 1);
    if (layout.hasStruct()) {
      pointers.push_back(results.data());
      arguments.push_back(&pointers.back());
    }
    for (auto [type, input] : llvm::zip_equal(signature.arguments, inputs)) {
      if (type.isScalar)
        arguments.push_back(const_cast<char *>(input->data()));
      else
        passBuffer(*input);
    }
    for (const std::optional<Tensor> &output : outputs)
      if (output)
        passBuffer(*output);
    if (layout.isLoneScalar())
      arguments.push_back(results.data());

    invocation.run([&] { code->call(arguments.data()); });
    if (measures.profile)
      addLoops(*measures.profile, invocation.takeLoops());
    if (std::optional<std::string> failure = invocation.takeFailure())
      return llvm::createStringError(*failure);

    exchangeIntermediates(invocation.takeFreed());
    result.outOfRange = invocation.takeOutOfRange();
    size_t next = 0;
    for (auto [type, output] : llvm::zip_equal(signature.results, outputs)) {
      if (output) {
        result.outputs.push_back(std::move(*output));
        continue;
      }
      const char *memory = reinterpret_cast<const char *>(results.data()) +
                           layout.getOffset(next++);
      llvm::Expected<Tensor> tensor = takeResult(type, memory, invocation);
      if (!tensor)
        return tensor.takeError();
      result.outputs.push_back(std::move(*tensor));
    }
    return llvm::Error::success();
  }

  bool runsConcurrently() const override { return true; }

private:
  void addLoops(Profile &profile, ArrayRef<HostLoop> loops) const {
    for (const HostLoop &loop : loops) {
      ProfileEvent event;
      std::string body = code->getFunctionName(loop.body);
      StringRef suffix = body;
      event.name =
          suffix.consume_front(kEntryName) ? name + suffix.str() : body;
      event.category = ProfileCategory::Kernel;
      event.begin = profile.toTime(loop.begin);
      event.duration = profile.toTime(loop.end) - event.begin;
      event.numThreads = loop.numThreads;
      profile.add(std::move(event));
    }
  }

  std::vector<HostMemory> exchangeIntermediates(std::vector<HostMemory> now) {
    std::lock_guard<std::mutex> lock(mutex);
    return std::exchange(intermediates, std::move(now));
  }

  /// Memory for the results of static shape, old outputs reused; nothing for
  /// those that the function returns, which may reuse what is left.
  llvm::Error allocateOutputs(std::vector<Tensor> old,
                              std::vector<std::optional<Tensor>> &outputs,
                              HostInvocation &invocation) {
    for (auto [i, type] : llvm::enumerate(signature.results)) {
      std::optional<TensorType> known = getStaticType(type);
      outputs.emplace_back();
      if (type.isScalar || !known) {
        if (i < old.size() && old[i].ownsMemory())
          invocation.recycle(takeMemory(std::move(old[i])));
        continue;
      }
      if (i < old.size() && old[i].getType() == *known) {
        outputs.back() = std::move(old[i]);
        continue;
      }
      llvm::Expected<Tensor> tensor = Tensor::allocateWithZeroGaps(*known);
      if (!tensor)
        return tensor.takeError();
      outputs.back() = std::move(*tensor);
    }
    return llvm::Error::success();
  }

  static HostMemory takeMemory(Tensor tensor) {
    size_t size = getAlignedSize(tensor.getNumBytes());
    std::unique_ptr<char, HostMemory::Free> block(
        std::move(tensor).releaseMemory());
    return {std::move(block), size};
  }

  static llvm::Expected<Tensor> takeResult(const DeclaredType &type,
                                           const char *memory,
                                           HostInvocation &invocation) {
    TensorType actual = {type.elementType, type.sizes, type.isScalar};
    if (type.isScalar) {
      llvm::Expected<Tensor> tensor = Tensor::allocate(actual);
      if (tensor)
        std::memcpy(tensor->data(), memory, tensor->getNumBytes());
      return tensor;
    }
    MemRefView view(memory, type.sizes.size());
    llvm::copy(view.getSizes(), actual.sizes.begin());
    if (view.getOffset() == 0 && view.getAligned() == view.getAllocated() &&
        invocation.release(view.getAllocated()))
      return Tensor::adopt(actual, view.getAllocated());
    llvm::Expected<Tensor> tensor = Tensor::allocate(actual);
    if (tensor)
      std::memcpy(tensor->data(),
                  view.getAligned() +
                      view.getOffset() * getByteWidth(type.elementType),
                  tensor->getNumBytes());
    return tensor;
  }

  std::unique_ptr<HostCode> code;
  /// What the user calls the function.
  std::string name;
  Signature signature;
  unsigned numThreads;
  bool reversesTasks;
  /// Guards the memory of the last run's intermediate tensors, which the next
  /// one uses.
  std::mutex mutex;
  std::vector<HostMemory> intermediates;
};

/// Bytes of the last cache that this machine's first core uses, as Linux tells
/// it (in KiB or MiB), or a usual size. sysconf adds up those of all sockets.
int64_t getLastCacheBytes() {
  constexpr int64_t kUsualSize = 32 << 20;
  int64_t size = 0;
  for (int level : {2, 3}) {
    auto file = llvm::MemoryBuffer::getFileAsStream(
        ("/sys/devices/system/cpu/cpu0/cache/index" + Twine(level) + "/size")
            .str());
    if (!file)
      continue;
    StringRef text = (*file)->getBuffer().trim();
    int64_t unit = 1;
    if (text.consume_back("K"))
      unit = int64_t(1) << 10;
    else if (text.consume_back("M"))
      unit = int64_t(1) << 20;
    int64_t number;
    if (!text.getAsInteger(10, number) && number > 0 && number < (1 << 30))
      size = number * unit;
  }
  return size > 0 ? size : kUsualSize;
}

/// Sets the limits above which operations write past the caches. Few cores
/// share a last cache of up to 64 MiB, so it keeps much of what an operation
/// writes. A larger cache mostly belongs to a server's socket. All cores of the
/// socket use it, and it keeps little more for a few of them than their second
/// caches do. Measured: benchmarks/results/2026-12-01-cpu-cache-limits.md.
void setCacheLimits(CPUPipelineOptions &pipeline,
                    const DeviceOptions &options) {
  constexpr int64_t kMaxUsualSize = 64 << 20;
  constexpr int64_t kBytesOfThread = 2 << 20;
  int64_t size = getLastCacheBytes();
  bool isOfSocket = size > kMaxUsualSize;
  int64_t usual =
      isOfSocket
          ? std::min<int64_t>(size / 4, kBytesOfThread * options.numThreads)
          : size / 8 * 3;
  pipeline.cacheBytes = options.cacheBytes.value_or(usual);
  pipeline.keptMultiple = isOfSocket ? 2 : 4;
}

/// Of an entry of the cache.
constexpr llvm::StringLiteral kCodeFile("code.o");
constexpr llvm::StringLiteral kColdCodeFile("cold-code.o");

class CPUDevice : public Device {
public:
  explicit CPUDevice(const DeviceOptions &options)
      : options(options), cache(options.cacheDirectory) {
    if (this->options.numThreads == 0)
      this->options.numThreads = WorkerPool::getNumCores();
  }

  llvm::Expected<std::unique_ptr<Executable>>
  compile(func::FuncOp function, Profile *profile) override {
    llvm::Expected<Signature> signature = getSignature(function);
    if (!signature)
      return signature.takeError();
    llvm::Expected<OwningOpRef<ModuleOp>> module = prepareForCPU(function);
    if (!module)
      return module.takeError();
    auto code = cache.isOn()
                    ? loadOrCompile(**module, function.getName(), profile)
                    : compile(**module, function.getName(), profile);
    if (!code)
      return code.takeError();
    return std::make_unique<CPUExecutable>(
        std::move(*code), function.getName().str(), std::move(*signature),
        options.numThreads, options.reversesTasks);
  }

  llvm::Expected<std::unique_ptr<DeviceCopy>>
  createCopy(int64_t numBytes, CopyKind kind) override {
    return createHostCopy(numBytes, kind, options.numThreads);
  }

private:
  void setPipelineOptions(CPUPipelineOptions &pipeline) const {
    setCacheLimits(pipeline, options);
    pipeline.fuse = options.fuse;
    pipeline.contract = options.contract;
    pipeline.vectorBytes = getHostVectorSupport().bytes;
    pipeline.comparesHalves = getHostVectorSupport().comparesHalves;
  }

  llvm::Expected<std::unique_ptr<HostCode>>
  compile(ModuleOp module, StringRef name, Profile *profile) const {
    CPUPipelineOptions pipeline;
    setPipelineOptions(pipeline);
    if (llvm::Error error = lowerToLLVM(module, name, pipeline, profile))
      return std::move(error);
    ProfileSpan span(profile, ProfileCategory::Driver, "machine code");
    return HostCode::compile(module, getWrapperName(),
                             options.optimizationLevel);
  }

  llvm::Expected<std::unique_ptr<HostCode>>
  loadOrCompile(ModuleOp module, StringRef name, Profile *profile) const {
    CPUPipelineOptions pipeline;
    setPipelineOptions(pipeline);
    std::string key = CompileCache::makeKey(
        module,
        {"cpu", printOptions(pipeline),
         std::to_string(options.optimizationLevel), describeHostTarget()});
    if (auto files = cache.load(key)) {
      const std::string *code = findFile(*files, kCodeFile);
      const std::string *coldCode = findFile(*files, kColdCodeFile);
      if (code && coldCode)
        return HostCode::link({*code, *coldCode});
    }
    DiagnosticWatch diagnostics(module.getContext());
    if (llvm::Error error = lowerToLLVM(module, name, pipeline, profile))
      return std::move(error);
    ProfileSpan span(profile, ProfileCategory::Driver, "machine code");
    auto objects = HostCode::compileObjects(module, getWrapperName(),
                                            options.optimizationLevel);
    if (!objects)
      return objects.takeError();
    if (!diagnostics.hasSeenAny())
      cache.store(key, {{kCodeFile.str(), objects->code},
                        {kColdCodeFile.str(), objects->coldCode}});
    return HostCode::link(*objects);
  }

  DeviceOptions options;
  CompileCache cache;
};

} // namespace

std::unique_ptr<Device> createCPUDevice(const DeviceOptions &options) {
  return std::make_unique<CPUDevice>(options);
}

} // namespace dml
