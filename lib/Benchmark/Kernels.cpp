//===- Kernels.cpp - Kernels to compare with ------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "dml/Target/KernelInterface.h"
#include "dml/Target/SPIRVBinary.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstring>

using namespace llvm;

namespace dml {

/// EmptyKernel.spvasm, assembled.
static const uint32_t kEmptyKernel[] = {
#include "EmptyKernel.inc"
};

LaunchPlan makeEmptyPlan() {
  LaunchPlan plan;
  // No plan's kernel is without a binding.
  plan.buffers.emplace_back().numBytes = sizeof(uint32_t);
  GPUKernel &kernel = plan.kernels.emplace_back();
  kernel.name = "main";
  kernel.spirv = ArrayRef(kEmptyKernel).vec();
  kernel.numBindings = 1;
  kernel.writes = {false};
  plan.dispatches.emplace_back().buffers = {0};
  return plan;
}

static Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef folder,
                                                        StringRef name) {
  SmallString<128> path(folder);
  sys::path::append(path, name);
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return createStringError(path + ": " + file.getError().message());
  return std::move(*file);
}

namespace {
/// An element of a benchmark's list in the index.
struct HandwrittenKernel {
  std::string spirv;
  uint32_t workgroupSize, workgroups;
};

bool fromJSON(const json::Value &value, HandwrittenKernel &kernel,
              json::Path path) {
  json::ObjectMapper mapper(value, path);
  return mapper && mapper.map("spirv", kernel.spirv) &&
         mapper.map("workgroup_size", kernel.workgroupSize) &&
         mapper.map("workgroups", kernel.workgroups);
}
} // namespace

static Expected<std::vector<HandwrittenKernel>> readIndex(StringRef folder,
                                                          StringRef benchmark) {
  auto file = readFile(folder, "index.json");
  if (!file)
    return file.takeError();
  Expected<json::Value> index = json::parse((*file)->getBuffer());
  if (!index)
    return index.takeError();
  std::vector<HandwrittenKernel> kernels;
  const json::Object *benchmarks = index->getAsObject();
  const json::Value *list = benchmarks ? benchmarks->get(benchmark) : nullptr;
  json::Path::Root root(benchmark);
  if (list && !fromJSON(*list, kernels, root))
    return root.getError();
  return kernels;
}

static Expected<std::vector<uint32_t>> readSPIRV(StringRef folder,
                                                 StringRef name) {
  auto file = readFile(folder, name);
  if (!file)
    return file.takeError();
  StringRef bytes = (*file)->getBuffer();
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  return words;
}

Expected<std::optional<LaunchPlan>>
readHandwrittenPlan(StringRef folder, StringRef benchmark,
                    ArrayRef<const Tensor *> inputs, ArrayRef<Tensor> outputs) {
  auto kernels = readIndex(folder, benchmark);
  if (!kernels)
    return kernels.takeError();
  if (kernels->empty())
    return std::nullopt;

  LaunchPlan plan;
  std::vector<uint32_t> bindings;
  std::vector<bool> writes;
  auto addBuffer = [&](const Tensor &tensor, PlanBuffer::Kind kind) {
    bindings.push_back(plan.buffers.size());
    writes.push_back(kind == PlanBuffer::Kind::Allocation);
    PlanBuffer &buffer = plan.buffers.emplace_back();
    buffer.kind = kind;
    buffer.argument = bindings.back();
    buffer.numBytes = tensor.getNumBytes();
  };
  for (const Tensor *input : inputs)
    addBuffer(*input, PlanBuffer::Kind::Input);
  for (const Tensor &output : outputs) {
    plan.results.push_back(plan.buffers.size());
    addBuffer(output, PlanBuffer::Kind::Allocation);
  }
  for (const HandwrittenKernel &entry : *kernels) {
    auto spirv = readSPIRV(folder, entry.spirv);
    if (!spirv)
      return spirv.takeError();
    Dispatch &dispatch = plan.dispatches.emplace_back();
    dispatch.kernel = plan.kernels.size();
    dispatch.workgroups[0] = entry.workgroups;
    dispatch.buffers = bindings;
    dispatch.barrier =
        dispatch.kernel > 0 ? PlanBarrier::Kernels : PlanBarrier::None;
    GPUKernel &kernel = plan.kernels.emplace_back();
    kernel.name = "main";
    kernel.spirv = std::move(*spirv);
    kernel.workgroupSize[0] = entry.workgroupSize;
    kernel.numBindings = bindings.size();
    kernel.writes = writes;
    if (Error error = validateSPIRV(kernel.spirv, kernel.name))
      return std::move(error);
    Expected<KernelInterface> interface = readInterface(kernel);
    if (!interface)
      return interface.takeError();
    kernel.workgroupMemory = interface->workgroupMemory;
  }
  return std::move(plan);
}

} // namespace dml
