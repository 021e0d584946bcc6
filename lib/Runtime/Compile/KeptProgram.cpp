//===- KeptProgram.cpp - A program to compile again -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptProgram.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Runtime/Program.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// MLIR reads bytecode only from memory that is aligned as its resources are.
constexpr static uint64_t kMinAlignment = 64, kMaxAlignment = 1 << 20;

static uint64_t getResourceAlignment(ModuleOp module) {
  uint64_t alignment = kMinAlignment;
  AttrTypeWalker walker;
  walker.addWalk([&](DenseResourceElementsAttr resource) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      alignment = std::max<uint64_t>(alignment, blob->getDataAlignment());
  });
  module.walk([&](Operation *op) { walker.walk(op->getAttrDictionary()); });
  return alignment;
}

std::optional<KeptProgram> KeptProgram::create(const PlanSource &source) {
  ModuleOp module = source.module.get();
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  uint64_t alignment = getResourceAlignment(module);
  if (alignment > kMaxAlignment || !llvm::isPowerOf2_64(alignment) ||
      failed(writeBytecodeToFile(module, os)))
    return std::nullopt;
  std::unique_ptr<llvm::WritableMemoryBuffer> aligned =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
          bytes.size(), source.name, llvm::Align(alignment));
  if (!aligned)
    return std::nullopt;
  llvm::copy(bytes, aligned->getBufferStart());
  KeptProgram program;
  program.bytecode = std::move(aligned);
  program.kernelName = source.kernelName;
  program.name = source.name;
  return program;
}

llvm::Expected<LaunchPlan> KeptProgram::compile(
    llvm::function_ref<llvm::Expected<LaunchPlan>(const PlanSource &)> compile)
    const {
  std::unique_ptr<MLIRContext> context = createProgramContext();
  std::string errors;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors +=
          describeLocation(diagnostic.getLocation()) + diagnostic.str() + "\n";
    return success();
  });
  PlanSource source;
  source.module =
      parseSourceString<ModuleOp>(bytecode->getBuffer(), context.get());
  source.kernelName = kernelName;
  source.name = name;
  if (!source.module)
    return llvm::createStringError(errors + "@" + name +
                                   " cannot be read again");
  llvm::Expected<LaunchPlan> plan = compile(source);
  if (!plan)
    return llvm::createStringError(errors + llvm::toString(plan.takeError()));
  return plan;
}

} // namespace dml
