//===- LLVMModule.cpp - From the LLVM dialect to LLVM ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMModule.h"
#include "SplitByteShuffles.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>

using namespace llvm;

namespace dml {

void initializeHostTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
}

CodeGenOptLevel getCodeGenLevel(unsigned optimizationLevel) {
  return CodeGenOpt::getLevel(static_cast<int>(optimizationLevel))
      .value_or(CodeGenOptLevel::Aggressive);
}

static void definePackedCall(Module &module, Function &callee) {
  IRBuilder<> b(module.getContext());
  Type *pointer = b.getPtrTy();
  auto *packed =
      Function::Create(FunctionType::get(b.getVoidTy(), pointer, false),
                       GlobalValue::ExternalLinkage, kPackedName, module);
  b.SetInsertPoint(BasicBlock::Create(module.getContext(), "", packed));
  auto loadPointer = [&](unsigned index) {
    return b.CreateLoad(
        pointer, b.CreateConstGEP1_32(pointer, packed->getArg(0), index));
  };
  SmallVector<Value *> arguments;
  for (Argument &argument : callee.args())
    arguments.push_back(
        b.CreateLoad(argument.getType(), loadPointer(argument.getArgNo())));
  CallInst *result = b.CreateCall(&callee, arguments);
  if (!result->getType()->isVoidTy())
    b.CreateStore(result, loadPointer(callee.arg_size()));
  b.CreateRetVoid();
}

Expected<std::unique_ptr<Module>> translateToLLVM(mlir::ModuleOp source,
                                                  StringRef function,
                                                  const TargetMachine &target,
                                                  LLVMContext &context) {
  std::unique_ptr<Module> module =
      mlir::translateModuleToLLVMIR(source, context);
  Function *callee = module ? module->getFunction(function) : nullptr;
  if (!callee)
    return createStringError("cannot be translated to LLVM's IR");
  module->setTargetTriple(target.getTargetTriple());
  module->setDataLayout(target.createDataLayout());
  definePackedCall(*module, *callee);
  return std::move(module);
}

Error optimizeModule(Module &module, unsigned level, TargetMachine &target) {
  if (Error error = mlir::makeOptimizingTransformer(level, /*sizeLevel=*/0,
                                                    &target)(&module))
    return error;
  if (target.getTargetTriple().isX86() &&
      target.getMCSubtargetInfo()->checkFeatures("+avx512bw"))
    for (Function &function : module)
      splitByteShuffles(function);
  return Error::success();
}

Error compileModule(Module &module, unsigned level, TargetMachine &target,
                    std::string &object) {
  if (Error error = optimizeModule(module, level, target))
    return error;
  auto compiled = orc::SimpleCompiler(target)(module);
  if (!compiled)
    return compiled.takeError();
  object = (*compiled)->getBuffer().str();
  return Error::success();
}

std::vector<std::string> getTargetFeatures(const Triple &triple) {
  if (triple.isX86())
    return {"-fast-variable-crosslane-shuffle"};
  return {};
}

VectorSupport getVectorSupport(const TargetMachine &target) {
  VectorSupport support;
  if (!target.getTargetTriple().isX86())
    return support;
  const MCSubtargetInfo &subtarget = *target.getMCSubtargetInfo();
  if (subtarget.checkFeatures("+avx512f"))
    support.bytes = 64;
  else if (subtarget.checkFeatures("+avx"))
    support.bytes = 32;
  support.comparesHalves = subtarget.checkFeatures("+avx512fp16");
  return support;
}

} // namespace dml
