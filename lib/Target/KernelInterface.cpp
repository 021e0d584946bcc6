//===- KernelInterface.cpp - What a kernel says of itself -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Target/KernelInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <spirv-tools/libspirv.hpp>

namespace dml {

using llvm::ArrayRef;
using llvm::createStringError;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// Numbers of SPIR-V's specification, chapter 3.
enum Opcode : uint16_t {
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpTypeInt = 21,
  OpTypeFloat = 22,
  OpTypeVector = 23,
  OpTypeArray = 28,
  OpTypeStruct = 30,
  OpTypePointer = 32,
  OpConstant = 43,
  OpConstantComposite = 44,
  OpSpecConstant = 50,
  OpSpecConstantComposite = 51,
  OpVariable = 59,
  OpDecorate = 71,
  OpMemberDecorate = 72
};
constexpr uint32_t kGLCompute = 5, kLocalSize = 17;
/// Every device of Vulkan has them.
constexpr uint32_t kMatrix = 0, kShader = 1;
constexpr uint32_t kBuiltIn = 11, kWorkgroupSizeConstant = 25;
constexpr uint32_t kBinding = 33, kDescriptorSet = 34, kOffset = 35;
constexpr uint32_t kWorkgroupStorage = 4, kPushConstantStorage = 9;

/// The capabilities that devices have as options (PhysicalDevices.cpp).
constexpr std::pair<uint32_t, StringRef> kCapabilityNames[] = {
    {9, "Float16"},
    {10, "Float64"},
    {11, "Int64"},
    {22, "Int16"},
    {39, "Int8"},
    {4433, "StorageBuffer16BitAccess"},
    {4448, "StorageBuffer8BitAccess"},
    {5347, kAddressesCapability},
};
/// Capabilities of float controls; execution modes say what widths need them.
constexpr uint32_t kFirstFloatControl = 4464, kLastFloatControl = 4468;
/// These modes, and what devices call them for f32. All of f16 are one there.
constexpr std::pair<uint32_t, StringRef> kFloatModeNames[] = {
    {4459, "DenormPreserve"},
    {4461, "SignedZeroInfNanPreserve"},
    {4462, "RoundingModeRTE"}};

/// Reads a module from its first instruction to its last.
class InterfaceReader {
public:
  Error read(const GPUKernel &kernel);

  std::vector<std::string> capabilities;
  std::vector<std::string> entryPoints;
  std::optional<std::array<uint32_t, 3>> workgroupSize;
  /// What replaces it.
  std::optional<std::array<uint32_t, 3>> workgroupConstant;
  /// The largest binding and descriptor set.
  uint32_t lastBinding = 0, lastSet = 0;
  uint64_t workgroupMemory = 0;
  /// How many addresses the push constants hold; nothing where they hold
  /// anything else.
  std::optional<size_t> numAddresses = 0;

private:
  void read(const spv_parsed_instruction_t &instruction);
  void readType(ArrayRef<uint32_t> words);
  void readFloatMode(uint32_t mode, uint32_t width);
  bool holdsAddresses(uint32_t type) const;

  /// By the number of the type; those of pointers are of what they point to.
  llvm::DenseMap<uint32_t, uint64_t> typeBytes;
  llvm::DenseMap<uint32_t, uint32_t> pointees;
  llvm::DenseMap<uint32_t, std::vector<uint32_t>> members;
  /// Of a member of a struct, in bytes.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> offsets;
  llvm::DenseSet<uint32_t> integers;
  llvm::DenseMap<uint32_t, uint32_t> constants;
  std::optional<uint32_t> workgroupConstantId;
};
} // namespace

void InterfaceReader::readType(ArrayRef<uint32_t> words) {
  uint16_t opcode = words[0] & 0xFFFF;
  uint64_t &bytes = typeBytes[words[1]];
  switch (opcode) {
  case OpTypeInt:
    integers.insert(words[1]);
    bytes = words[2] / 8;
    return;
  case OpTypeFloat:
    bytes = words[2] / 8;
    return;
  case OpTypeVector:
    bytes = words[3] * typeBytes.lookup(words[2]);
    return;
  case OpTypeArray:
    // At most 2^32 elements of few bytes: more is no valid SPIR-V for Vulkan.
    bytes = llvm::SaturatingMultiply<uint64_t>(constants.lookup(words[3]),
                                               typeBytes.lookup(words[2]));
    return;
  case OpTypeStruct: {
    uint64_t sum = 0;
    for (uint32_t member : words.drop_front(2))
      sum = llvm::SaturatingAdd(sum, typeBytes.lookup(member));
    typeBytes[words[1]] = sum;
    members[words[1]] = words.drop_front(2).vec();
    return;
  }
  default:
    bytes = typeBytes.lookup(words[3]);
    pointees[words[1]] = words[3];
  }
}

/// Whether a struct has 64-bit integers only, one behind the other.
bool InterfaceReader::holdsAddresses(uint32_t type) const {
  auto it = members.find(type);
  if (it == members.end())
    return false;
  for (auto [i, member] : llvm::enumerate(it->second)) {
    auto offset = offsets.find({type, static_cast<uint32_t>(i)});
    if (!integers.contains(member) ||
        typeBytes.lookup(member) != sizeof(uint64_t) ||
        offset == offsets.end() || offset->second != i * sizeof(uint64_t))
      return false;
  }
  return true;
}

void InterfaceReader::readFloatMode(uint32_t mode, uint32_t width) {
  auto name = llvm::find_if(kFloatModeNames,
                            [&](auto &entry) { return entry.first == mode; });
  bool isKnown = name != std::end(kFloatModeNames);
  if (isKnown && width == 16)
    capabilities.push_back("RoundingModeRTE");
  else if (isKnown && width == 32 && name->second != "RoundingModeRTE")
    capabilities.push_back(name->second.str());
  else
    capabilities.push_back("execution mode " + std::to_string(mode) + " of " +
                           std::to_string(width) + " bits");
}

void InterfaceReader::read(const spv_parsed_instruction_t &instruction) {
  ArrayRef<uint32_t> words(instruction.words, instruction.num_words);
  switch (instruction.opcode) {
  case OpCapability: {
    if (words[1] == kMatrix || words[1] == kShader ||
        (words[1] >= kFirstFloatControl && words[1] <= kLastFloatControl))
      return;
    auto name = llvm::find_if(
        kCapabilityNames, [&](auto &entry) { return entry.first == words[1]; });
    capabilities.push_back(name == std::end(kCapabilityNames)
                               ? "capability " + std::to_string(words[1])
                               : name->second.str());
    return;
  }
  case OpEntryPoint:
    // The name ends with a zero byte, which the parser has seen.
    if (words[1] == kGLCompute)
      entryPoints.push_back(reinterpret_cast<const char *>(&words[3]));
    return;
  case OpExecutionMode:
    if (words[2] == kLocalSize && words.size() > 5)
      workgroupSize = {words[3], words[4], words[5]};
    else if (words.size() == 4)
      readFloatMode(words[2], words[3]);
    return;
  case OpDecorate:
    if (words[2] == kBinding)
      lastBinding = std::max(lastBinding, words[3]);
    if (words[2] == kDescriptorSet)
      lastSet = std::max(lastSet, words[3]);
    if (words[2] == kBuiltIn && words[3] == kWorkgroupSizeConstant)
      workgroupConstantId = words[1];
    return;
  case OpMemberDecorate:
    if (words[3] == kOffset)
      offsets[{words[1], words[2]}] = words[4];
    return;
  case OpTypeInt:
  case OpTypeFloat:
  case OpTypeVector:
  case OpTypeArray:
  case OpTypeStruct:
  case OpTypePointer:
    return readType(words);
  case OpConstant:
  case OpSpecConstant:
    constants[words[2]] = words[3];
    return;
  case OpConstantComposite:
  case OpSpecConstantComposite:
    if (words[2] == workgroupConstantId && words.size() == 6)
      workgroupConstant = {{constants.lookup(words[3]),
                            constants.lookup(words[4]),
                            constants.lookup(words[5])}};
    return;
  case OpVariable:
    if (words[3] == kWorkgroupStorage)
      workgroupMemory =
          llvm::SaturatingAdd(workgroupMemory, typeBytes.lookup(words[1]));
    if (words[3] == kPushConstantStorage) {
      uint32_t type = pointees.lookup(words[1]);
      numAddresses = holdsAddresses(type) ? std::optional(members[type].size())
                                          : std::nullopt;
    }
    return;
  }
}

Error InterfaceReader::read(const GPUKernel &kernel) {
  spvtools::Context context(SPV_ENV_VULKAN_1_1);
  auto visit = [](void *reader, const spv_parsed_instruction_t *instruction) {
    static_cast<InterfaceReader *>(reader)->read(*instruction);
    return SPV_SUCCESS;
  };
  if (spvBinaryParse(context.CContext(), this, kernel.spirv.data(),
                     kernel.spirv.size(), nullptr, visit,
                     nullptr) == SPV_SUCCESS)
    return Error::success();
  return createStringError("kernel '" + kernel.name +
                           "' is not a SPIR-V module");
}

llvm::Expected<KernelInterface> readInterface(const GPUKernel &kernel) {
  InterfaceReader reader;
  if (Error error = reader.read(kernel))
    return std::move(error);
  return KernelInterface{std::move(reader.capabilities),
                         static_cast<uint32_t>(std::min<uint64_t>(
                             reader.workgroupMemory, UINT32_MAX))};
}

Error checkInterface(const GPUKernel &kernel,
                     ArrayRef<std::string> capabilities) {
  InterfaceReader reader;
  if (Error error = reader.read(kernel))
    return error;
  auto refuse = [&](const Twine &message) {
    return createStringError("kernel '" + kernel.name + "': " + message);
  };
  for (const std::string &capability : reader.capabilities)
    if (!llvm::is_contained(capabilities, capability))
      return refuse("needs " + capability +
                    ", which this device does not have");
  if (reader.entryPoints != std::vector<std::string>{kernel.name})
    return refuse("expected it to be the one entry point, given " +
                  llvm::join(reader.entryPoints, ", "));
  auto print = [](const std::array<uint32_t, 3> &sizes) {
    return (Twine(sizes[0]) + "x" + Twine(sizes[1]) + "x" + Twine(sizes[2]))
        .str();
  };
  if (reader.workgroupConstant)
    reader.workgroupSize = reader.workgroupConstant;
  if (!reader.workgroupSize || *reader.workgroupSize != kernel.workgroupSize)
    return refuse("expected workgroups of " + print(kernel.workgroupSize) +
                  ", given " +
                  (reader.workgroupSize ? print(*reader.workgroupSize)
                                        : std::string("none")));
  if (reader.lastSet > 0 || reader.lastBinding >= kernel.numBindings)
    return refuse("expected bindings below " + Twine(kernel.numBindings) +
                  " of set 0, given binding " + Twine(reader.lastBinding) +
                  ", set " + Twine(reader.lastSet));
  if (!reader.numAddresses)
    return refuse("expected push constants of 64-bit integers, the addresses "
                  "of its buffers, given others");
  bool hasAddresses =
      llvm::is_contained(reader.capabilities, kAddressesCapability);
  size_t given = hasAddresses ? std::min(kernel.numBindings, kMaxAddresses) : 0;
  if (*reader.numAddresses > given)
    return refuse("expected at most " + Twine(given) +
                  " addresses of buffers as push constants, given " +
                  Twine(*reader.numAddresses));
  if (reader.workgroupMemory > kernel.workgroupMemory)
    return refuse("expected at most " + Twine(kernel.workgroupMemory) +
                  " bytes of workgroup memory, given " +
                  Twine(reader.workgroupMemory));
  return Error::success();
}

} // namespace dml
