//===- SPIRVBinary.cpp - Checking and writing SPIR-V modules --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Target/SPIRVBinary.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <spirv-tools/libspirv.hpp>

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

constexpr spv_target_env kEnvironment = SPV_ENV_VULKAN_1_1;

/// Of a file's name without its number and ending; file systems take 255 bytes.
constexpr size_t kMaxNameSize = 200;

namespace {
/// SPIRV-Tools, and what it has to say.
class Tools {
public:
  Tools() : tools(kEnvironment) {
    // The place is left out: the messages cite it, or the instruction.
    tools.SetMessageConsumer([this](spv_message_level_t level, const char *,
                                    const spv_position_t &,
                                    const char *message) {
      if (level > SPV_MSG_ERROR)
        return;
      if (!messages.empty())
        messages += "\n";
      messages += StringRef(message).rtrim();
    });
  }

  const spvtools::SpirvTools *operator->() const { return &tools; }

  StringRef getMessages() const {
    return messages.empty() ? StringRef("no reason given") : messages;
  }

private:
  spvtools::SpirvTools tools;
  std::string messages;
};
} // namespace

Error dml::validateSPIRV(llvm::ArrayRef<uint32_t> words, StringRef kernelName) {
  Tools tools;
  if (tools->Validate(words.data(), words.size()))
    return Error::success();
  return createStringError(
      "kernel '" + kernelName +
      "' is not valid SPIR-V for Vulkan 1.1: " + tools.getMessages());
}

Expected<std::string> dml::disassembleSPIRV(llvm::ArrayRef<uint32_t> words) {
  Tools tools;
  std::string text;
  if (tools->Disassemble(words.data(), words.size(), &text))
    return text;
  return createStringError("the words are no SPIR-V module: " +
                           tools.getMessages());
}

/// A name without directories, blanks, leading dots and the like.
static std::string makeFileName(StringRef name) {
  std::string result;
  for (char c : name.take_front(kMaxNameSize)) {
    bool isFit = llvm::isAlnum(c) || c == '_' || c == '-' ||
                 (c == '.' && !result.empty());
    result += isFit ? c : '_';
  }
  return result.empty() ? "kernel" : result;
}

Error dml::writeSPIRVFile(StringRef directory, StringRef name,
                          llvm::ArrayRef<uint32_t> words) {
  namespace fs = llvm::sys::fs;
  if (std::error_code error = fs::create_directories(directory))
    return createStringError("cannot create the directory '" + directory +
                             "': " + error.message());
  std::string stem = makeFileName(name);
  llvm::SmallString<128> path;
  int file = -1;
  std::error_code error;
  unsigned number = 0;
  do {
    path = directory;
    std::string suffix = number == 0 ? "" : "-" + std::to_string(number);
    llvm::sys::path::append(path, stem + suffix + ".spv");
    error = fs::openFileForWrite(path, file, fs::CD_CreateNew);
    ++number;
  } while (error == std::errc::file_exists);
  if (!error) {
    llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
    os.write(reinterpret_cast<const char *>(words.data()),
             words.size() * sizeof(uint32_t));
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (error)
    return createStringError("cannot write '" + path.str() +
                             "': " + error.message());
  return Error::success();
}
