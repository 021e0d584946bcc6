//===- PlanProgram.cpp - Programs that are launch plans -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Compile/PlanProgram.h"
#include "Runtime/WriteFile.h"
#include "dml/Target/KernelInterface.h"
#include "dml/Target/LaunchPlanFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace dml {

namespace json = llvm::json;
using llvm::ArrayRef;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// What a device must have, by the names of Vulkan's limits.
static Expected<json::Object> describeNeeds(const LaunchPlan &plan) {
  llvm::StringSet<> capabilities;
  uint64_t invocations = 0, memory = 0, bindings = 0, range = 0, allocation = 0;
  std::array<uint64_t, 3> size = {}, count = {};
  for (const GPUKernel &kernel : plan.kernels) {
    Expected<KernelInterface> interface = readInterface(kernel);
    if (!interface)
      return interface.takeError();
    capabilities.insert_range(interface->capabilities);
    uint64_t product = 1;
    for (unsigned d = 0; d < 3; ++d) {
      size[d] = std::max<uint64_t>(size[d], kernel.workgroupSize[d]);
      product *= kernel.workgroupSize[d];
    }
    invocations = std::max(invocations, product);
    memory = std::max<uint64_t>(memory, kernel.workgroupMemory);
    bindings = std::max<uint64_t>(bindings, kernel.numBindings);
  }
  for (const Dispatch &dispatch : plan.dispatches) {
    for (unsigned d = 0; d < 3; ++d)
      count[d] = std::max<uint64_t>(count[d], dispatch.workgroups[d]);
    for (uint32_t buffer : dispatch.buffers)
      range = std::max(range, plan.buffers[buffer].getNumAllocatedBytes());
  }
  for (const PlanBuffer &buffer : plan.buffers)
    allocation = std::max(allocation, buffer.getNumAllocatedBytes());
  std::vector<std::string> names;
  for (const auto &entry : capabilities)
    names.push_back(entry.getKey().str());
  llvm::sort(names);
  return json::Object{{"vulkan", "1.1"},
                      {"capabilities", json::Array(names)},
                      {"maxComputeWorkGroupInvocations", invocations},
                      {"maxComputeWorkGroupSize", json::Array(size)},
                      {"maxComputeWorkGroupCount", json::Array(count)},
                      {"maxComputeSharedMemorySize", memory},
                      {"maxPerStageDescriptorStorageBuffers", bindings},
                      {"maxStorageBufferRange", range},
                      {"maxMemoryAllocationSize", allocation}};
}

static json::Array printTypes(ArrayRef<TensorType> types) {
  json::Array texts;
  for (const TensorType &type : types)
    texts.push_back(stringify(type));
  return texts;
}

Error writePlanProgram(const PlanProgram &program, StringRef directory) {
  std::vector<NamedBytes> files;
  Expected<json::Object> manifest = writeLaunchPlan(program.plan, files);
  if (!manifest)
    return manifest.takeError();
  Expected<json::Object> needs = describeNeeds(program.plan);
  if (!needs)
    return needs.takeError();
  if (!json::isUTF8(program.function))
    return createStringError("the function's name is not UTF-8, and cannot "
                             "stand in a manifest");
  (*manifest)["function"] = program.function;
  (*manifest)["arguments"] = printTypes(program.arguments);
  (*manifest)["resultTypes"] = printTypes(program.results);
  (*manifest)["requires"] = std::move(*needs);
  files.push_back(
      {kManifestName.str(),
       llvm::formatv("{0:2}\n", json::Value(std::move(*manifest))).str()});

  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return createStringError("cannot create the directory '" + directory +
                             "': " + error.message());
  for (const NamedBytes &file : files) {
    llvm::SmallString<128> path(directory);
    llvm::sys::path::append(path, file.name);
    if (Error error = writeFile(path, file.bytes))
      return error;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool isManifest(StringRef contents) {
  // MLIR's text may begin with a brace only where it defines an alias.
  return contents.ltrim().starts_with("{") &&
         !contents.ltrim().starts_with("{-#");
}

static Expected<std::vector<TensorType>>
parseTypes(const json::Object &manifest, StringRef member) {
  const json::Array *texts = manifest.getArray(member);
  if (!texts)
    return createStringError("expected an array at manifest." + member);
  std::vector<TensorType> types;
  for (auto [i, text] : llvm::enumerate(*texts)) {
    std::string where = ("manifest." + member + "[" + Twine(i) + "]").str();
    std::optional<StringRef> string = text.getAsString();
    if (!string)
      return createStringError("expected string at " + where);
    Expected<TensorType> type = parseTensorType(*string);
    if (!type)
      return createStringError(where + ": " + llvm::toString(type.takeError()));
    if (Error error = checkTensorLimits(*type))
      return createStringError(where + ": " + llvm::toString(std::move(error)));
    types.push_back(std::move(*type));
  }
  return types;
}

/// Whether memory has the bytes of its type. Results have no gaps on a device.
static Error checkTypes(const PlanProgram &program) {
  const LaunchPlan &plan = program.plan;
  auto check = [](const Twine &what, uint64_t expected,
                  uint64_t given) -> Error {
    if (expected == given)
      return Error::success();
    return createStringError(what + ": expected a buffer of " +
                             Twine(expected) + " bytes, given " + Twine(given));
  };
  for (const PlanBuffer &buffer : plan.buffers) {
    if (buffer.kind != PlanBuffer::Kind::Input)
      continue;
    if (buffer.argument >= program.arguments.size())
      return createStringError("a buffer is of argument " +
                               Twine(buffer.argument) + " of " +
                               Twine(program.arguments.size()));
    if (Error error = check("argument " + Twine(buffer.argument),
                            program.arguments[buffer.argument].getNumBytes(),
                            buffer.numBytes))
      return error;
  }
  if (program.results.size() != plan.results.size())
    return createStringError("expected types of " + Twine(plan.results.size()) +
                             " results, given " +
                             Twine(program.results.size()));
  for (auto [i, type] : llvm::enumerate(program.results)) {
    uint32_t buffer = plan.results[i];
    if (buffer >= plan.buffers.size())
      return createStringError("result " + Twine(i) + " names buffer " +
                               Twine(buffer) + " of " +
                               Twine(plan.buffers.size()));
    TensorType onDevice = type.hasGaps() ? type.getPacked() : type;
    if (Error error = check("result " + Twine(i), onDevice.getNumBytes(),
                            plan.buffers[buffer].numBytes))
      return error;
  }
  return Error::success();
}

static Expected<PlanProgram> readProgram(llvm::MemoryBufferRef file) {
  Expected<json::Value> manifest = parseManifest(file.getBuffer());
  if (!manifest)
    return manifest.takeError();
  StringRef folder = llvm::sys::path::parent_path(file.getBufferIdentifier());
  Expected<LaunchPlan> plan =
      readLaunchPlan(*manifest, [&](StringRef name) -> Expected<std::string> {
        // Nothing outside of the folder.
        if (name.empty() || name != llvm::sys::path::filename(name) ||
            name == "." || name == "..")
          return createStringError("'" + name +
                                   "': expected the name of a file in the "
                                   "manifest's folder");
        llvm::SmallString<128> path(folder);
        llvm::sys::path::append(path, name);
        auto bytes = llvm::MemoryBuffer::getFile(path);
        if (!bytes)
          return createStringError("'" + path.str() +
                                   "': " + bytes.getError().message());
        return (*bytes)->getBuffer().str();
      });
  if (!plan)
    return plan.takeError();
  PlanProgram program;
  program.plan = std::move(*plan);
  const json::Object &object = *manifest->getAsObject();
  std::optional<StringRef> function = object.getString("function");
  if (!function)
    return createStringError("expected string at manifest.function");
  program.function = function->str();
  for (auto [member, types] : {std::pair("arguments", &program.arguments),
                               std::pair("resultTypes", &program.results)}) {
    Expected<std::vector<TensorType>> parsed = parseTypes(object, member);
    if (!parsed)
      return parsed.takeError();
    *types = std::move(*parsed);
  }
  if (Error error = checkTypes(program))
    return std::move(error);
  return program;
}

Expected<PlanProgram> readPlanProgram(llvm::MemoryBufferRef manifest) {
  Expected<PlanProgram> program = readProgram(manifest);
  if (!program)
    return createStringError(manifest.getBufferIdentifier() + ": " +
                             llvm::toString(program.takeError()));
  return program;
}

} // namespace dml
