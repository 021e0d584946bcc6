//===- Program.cpp - MLIR files to run ------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Program.h"
#include "dml/CodeGen/Common/ModulePipeline.h"
#include "dml/Runtime/Values/NumPy.h"
#include "dml/Transforms/RealizeCasts.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
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

static bool isTosa(Operation *op) {
  return isa_and_nonnull<tosa::TosaDialect>(op->getDialect());
}

/// Fails where operations of tosa are left that anything needs.
static LogicalResult checkNoTosa(ModuleOp module) {
  // Constants of shapes are left behind, after their users.
  module.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isTosa(op) && isOpTriviallyDead(op))
      op->erase();
  });
  WalkResult result = module.walk([](Operation *op) {
    if (!isTosa(op))
      return WalkResult::advance();
    op->emitOpError("cannot be lowered to linalg, tensor, arith and scf");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Lowers tosa with MLIR's conversions, and without its canonicalisation, which
/// may change what a program reports.
static LogicalResult lowerTosa(ModuleOp module) {
  bool hasTosa =
      module
          .walk([](Operation *op) {
            return isTosa(op) ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  if (!hasTosa)
    return success();
  PassManager pm(module->getContext(), ModuleOp::getOperationName());
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(tosa::createTosaOptionalDecompositionsPass());
  functions.addPass(tosa::createTosaMakeBroadcastablePass());
  functions.addPass(tosa::createTosaToLinalgNamed());
  functions.addPass(tosa::createTosaToLinalg());
  functions.addPass(createTosaToTensorPass());
  TosaToArithPassOptions arith;
  arith.includeApplyRescale = true;
  functions.addPass(createTosaToArithPass(arith));
  functions.addPass(createTosaToSCFPass());
  return success(succeeded(pm.run(module)) && succeeded(checkNoTosa(module)));
}

std::unique_ptr<MLIRContext> createProgramContext() {
  DialectRegistry registry;
  registerPipelineDialects(registry);
  registry.insert<tosa::TosaDialect>();
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

ParsedProgram::ParsedProgram(std::unique_ptr<llvm::MemoryBuffer> source,
                             llvm::raw_ostream &diagnostics)
    : context(createProgramContext()) {
  sources.AddNewSourceBuffer(std::move(source), llvm::SMLoc());
  handler.emplace(sources, context.get(), diagnostics);
}

llvm::Error ParsedProgram::parse() {
  StringRef name =
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferIdentifier();
  module = parseSourceFile<ModuleOp>(sources, context.get());
  if (!module)
    return llvm::createStringError(name + " is not a valid module");
  if (failed(lowerTosa(*module)))
    return llvm::createStringError(
        name + ": operations of tosa that cannot be lowered to linalg");
  if (failed(realizeCasts(*module)))
    return llvm::createStringError(name +
                                   ": casts that no device can carry out");
  return llvm::Error::success();
}

std::unique_ptr<MLIRContext> ParsedProgram::takeContext() && {
  handler.reset();
  module = nullptr;
  return std::move(context);
}

} // namespace dml
