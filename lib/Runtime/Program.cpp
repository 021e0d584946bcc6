//===- Program.cpp - MLIR files to run ------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Program.h"
#include "dml/Runtime/Values/NumPy.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"

using namespace mlir;

namespace dml {

/// Fails on files that are no MLIR and begin like something else. No text of
/// MLIR begins so, and bytecode has a magic number of its own.
static llvm::Error checkFormat(StringRef name, StringRef bytes) {
  auto refuse = [&](const Twine &what) {
    return llvm::createStringError("'" + name + "' is " + what);
  };
  // A protocol buffer whose first field is the format's version.
  if (bytes.starts_with("\x08"))
    return refuse("an ONNX model; expected MLIR, such as torch-mlir or "
                  "onnx-mlir make of it, in linalg, tensor, arith or tosa");
  if (hasNumPyMagic(bytes))
    return refuse("a .npy file; expected MLIR, and the array as --input=@" +
                  name);
  if (bytes.starts_with("PK\x03\x04"))
    return refuse("a .zip archive, as .npz and PyTorch's files are; expected "
                  "MLIR");
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openProgram(StringRef path) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &message);
  if (!file)
    return llvm::createStringError(message);
  if (llvm::Error error =
          checkFormat(file->getBufferIdentifier(), file->getBuffer()))
    return std::move(error);
  return file;
}

llvm::Expected<OwningOpRef<ModuleOp>> parseProgram(llvm::SourceMgr &sources,
                                                   MLIRContext &context) {
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return llvm::createStringError(
        sources.getMemoryBuffer(sources.getMainFileID())
            ->getBufferIdentifier() +
        " is not a valid module");
  return module;
}

} // namespace dml
