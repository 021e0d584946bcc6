//===- HostCode.cpp - Machine code for the host ---------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CPU/Compile/HostCode.h"
#include "LLVMModule.h"
#include "dml/CodeGen/CPU/Pipeline.h"
#include "dml/Runtime/CPU/HostFunctions.h"
#include "dml/Runtime/CPU/HostInvocation.h"
#include "dml/Runtime/CPU/TryForEach.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>
#include <mutex>

using namespace llvm;

namespace dml {

/// Moves the cold functions to a module of their own, which is compiled lazily.
/// Returns null if there are none.
static std::unique_ptr<Module> takeColdFunctions(Module &module) {
  auto isCold = [](const GlobalValue &value) {
    auto *function = dyn_cast<Function>(&value);
    return function && function->hasFnAttribute(kColdFunctionAttrName);
  };
  if (none_of(module, isCold))
    return nullptr;
  ValueToValueMapTy copies;
  std::unique_ptr<Module> coldModule =
      CloneModule(module, copies, [&](const GlobalValue *value) {
        auto *variable = dyn_cast<GlobalVariable>(value);
        return isCold(*value) || (variable && variable->isConstant() &&
                                  variable->hasLocalLinkage());
      });
  for (Function &function : module)
    if (isCold(function))
      function.deleteBody();
  internalizeModule(*coldModule, [&](const GlobalValue &value) {
    Function *original = module.getFunction(value.getName());
    return original && !original->use_empty();
  });
  return coldModule;
}

constexpr static StringLiteral kMissingFunction =
    "cannot compile a function when it was first called";

/// Generated code calls this handler, with the same arguments, instead of a
/// cold function without result that could not be compiled. It leaves them
/// alone.
static void reportMissingFunction() {
  HostInvocation::getCurrent()->reportFailure(kMissingFunction.str());
}

/// Says why code could not be compiled: as the failure of the call that this
/// thread is in, or else to standard error.
static void reportCompileError(Error error) {
  std::string message = toString(std::move(error));
  if (HostInvocation *current = HostInvocation::getCurrent())
    current->reportFailure((kMissingFunction + ": " + message).str());
  else
    errs() << "error: " << message << "\n";
}

/// Name and address of every function of the runtime that generated code calls.
static ArrayRef<std::pair<StringRef, void *>> getHostFunctions() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  static const std::pair<StringRef, void *> functions[] = {
      {"dmlHasFailed", address(dmlHasFailed)},
      {"dmlParallelFor", address(dmlParallelFor)},
      {"dmlReportFailure", address(dmlReportFailure)},
      {"dmlReportOutOfRangeIndices", address(dmlReportOutOfRangeIndices)},
      // As MLIR names them.
      {"_mlir_memref_to_llvm_alloc", address(dmlAllocate)},
      {"_mlir_memref_to_llvm_aligned_alloc", address(dmlAllocateAligned)},
      {"_mlir_memref_to_llvm_free", address(dmlFree)}};
  return functions;
}

/// The functions of object files that have been loaded.
class FunctionNames {
public:
  void add(const object::ObjectFile &object,
           const RuntimeDyld::LoadedObjectInfo &loaded) {
    std::lock_guard<std::mutex> lock(mutex);
    for (const object::SymbolRef &symbol : object.symbols()) {
      auto type = expectedToOptional(symbol.getType());
      auto name = expectedToOptional(symbol.getName());
      auto section = expectedToOptional(symbol.getSection());
      auto address = expectedToOptional(symbol.getAddress());
      if (type != object::SymbolRef::ST_Function || !name || !section ||
          *section == object.section_end() || !address)
        continue;
      uint64_t offset = *address - (*section)->getAddress();
      names[loaded.getSectionLoadAddress(**section) + offset] = name->str();
    }
  }

  std::string find(const void *address) {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = names.find(reinterpret_cast<uintptr_t>(address));
    return found == names.end() ? "" : found->second;
  }

private:
  std::mutex mutex;
  std::map<uint64_t, std::string> names;
};

HostCode::HostCode() : names(std::make_unique<FunctionNames>()) {}
HostCode::~HostCode() = default;

std::string HostCode::getFunctionName(const void *address) const {
  return names->find(address);
}

namespace {
/// The host's processor.
struct HostTarget {
  orc::JITTargetMachineBuilder builder;
  std::unique_ptr<TargetMachine> machine;
};
} // namespace

static Expected<HostTarget> createHostTarget(unsigned optimizationLevel) {
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(getCodeGenLevel(optimizationLevel));
  builder->addFeatures(getTargetFeatures(builder->getTargetTriple()));
  initializeHostTarget();
  auto machine = builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  return HostTarget{std::move(*builder), std::move(*machine)};
}

static Expected<std::unique_ptr<orc::LLLazyJIT>>
createJIT(HostTarget host, FunctionNames &names) {
  orc::LLLazyJITBuilder jitBuilder;
  jitBuilder.setJITTargetMachineBuilder(std::move(host.builder))
      .setCompileFunctionCreator(
          [&](orc::JITTargetMachineBuilder)
              -> Expected<std::unique_ptr<orc::IRCompileLayer::IRCompiler>> {
            return std::make_unique<orc::TMOwningSimpleCompiler>(
                std::move(host.machine));
          })
      .setObjectLinkingLayerCreator(
          [&names](orc::ExecutionSession &session)
              -> Expected<std::unique_ptr<orc::ObjectLayer>> {
            auto layer = std::make_unique<orc::RTDyldObjectLinkingLayer>(
                session, [](const MemoryBuffer &) {
                  return std::make_unique<SectionMemoryManager>();
                });
            layer->setNotifyLoaded(
                [&names](orc::MaterializationResponsibility &,
                         const object::ObjectFile &object,
                         const RuntimeDyld::LoadedObjectInfo &loaded) {
                  names.add(object, loaded);
                });
            return layer;
          })
      // There are no global constructors.
      .setPlatformSetUp(orc::setUpInactivePlatform)
      .setLinkProcessSymbolsByDefault(false)
      .setLazyCompileFailureAddr(
          orc::ExecutorAddr::fromPtr(&reportMissingFunction));
  auto jit = jitBuilder.create();
  if (!jit)
    return jit.takeError();
  (*jit)->getExecutionSession().setErrorReporter(reportCompileError);
  (*jit)->setPartitionFunction(orc::IRPartitionLayer::compileWholeModule);

  // Beside the runtime's functions code may call those of the C library.
  orc::SymbolMap symbols;
  for (auto [name, address] : getHostFunctions())
    symbols[(*jit)->mangleAndIntern(name)] = {
        orc::ExecutorAddr::fromPtr(address), JITSymbolFlags::Exported};
  orc::JITDylib &main = (*jit)->getMainJITDylib();
  if (Error error = main.define(orc::absoluteSymbols(std::move(symbols))))
    return std::move(error);
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  main.addGenerator(std::move(*process));
  return std::move(*jit);
}

std::string describeHostTarget() {
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    consumeError(builder.takeError());
    return "";
  }
  return (builder->getTargetTriple().str() + " " + builder->getCPU() + " " +
          builder->getFeatures().getString());
}

static VectorSupport detectVectorSupport() {
  initializeHostTarget();
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  auto target = builder ? builder->createTargetMachine() : builder.takeError();
  if (target)
    return getVectorSupport(**target);
  consumeError(target.takeError());
  return VectorSupport();
}

const VectorSupport &getHostVectorSupport() {
  static const VectorSupport support = detectVectorSupport();
  return support;
}

namespace {
/// A function with all that it calls, but for the cold functions.
struct TranslatedFunction {
  HostTarget host;
  std::unique_ptr<LLVMContext> context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> module = nullptr;
  /// Null where there are none.
  std::unique_ptr<Module> coldModule = nullptr;
};
} // namespace

static Expected<TranslatedFunction> translate(mlir::ModuleOp source,
                                              StringRef function,
                                              unsigned optimizationLevel) {
  auto host = createHostTarget(optimizationLevel);
  if (!host)
    return host.takeError();
  TranslatedFunction result = {std::move(*host)};
  auto module =
      translateToLLVM(source, function, *result.host.machine, *result.context);
  if (!module)
    return module.takeError();
  result.module = std::move(*module);
  result.coldModule = takeColdFunctions(*result.module);
  internalizeModule(*result.module, [](const GlobalValue &value) {
    return value.getName() == kPackedName;
  });
  return result;
}

Expected<std::unique_ptr<HostCode>>
HostCode::compile(mlir::ModuleOp source, StringRef function,
                  unsigned optimizationLevel) {
  auto translated = translate(source, function, optimizationLevel);
  if (!translated)
    return translated.takeError();

  std::unique_ptr<HostCode> code(new HostCode());
  code->target = translated->host.machine.get();
  auto jit = createJIT(std::move(translated->host), *code->names);
  if (!jit)
    return jit.takeError();
  code->jit = std::move(*jit);
  code->jit->getIRTransformLayer().setTransform(
      [target = code->target,
       optimizationLevel](orc::ThreadSafeModule threadSafe,
                          const orc::MaterializationResponsibility &)
          -> Expected<orc::ThreadSafeModule> {
        if (Error error = threadSafe.withModuleDo([&](Module &module) {
              return optimizeModule(module, optimizationLevel, *target);
            }))
          return std::move(error);
        return std::move(threadSafe);
      });

  orc::ThreadSafeContext shared(std::move(translated->context));
  if (Error error = code->jit->addIRModule(
          orc::ThreadSafeModule(std::move(translated->module), shared)))
    return std::move(error);
  if (translated->coldModule)
    if (Error error = code->jit->addLazyIRModule(
            orc::ThreadSafeModule(std::move(translated->coldModule), shared)))
      return std::move(error);
  if (Error error = code->findEntry())
    return std::move(error);
  return std::move(code);
}

/// In a context and for a target machine of its own.
static Error compileBitcode(StringRef bitcode, unsigned level,
                            orc::JITTargetMachineBuilder builder,
                            std::string &object) {
  auto target = builder.createTargetMachine();
  if (!target)
    return target.takeError();
  LLVMContext context;
  auto module = parseBitcodeFile(MemoryBufferRef(bitcode, "dml"), context);
  if (!module)
    return module.takeError();
  return compileModule(**module, level, **target, object);
}

Expected<HostObjects> HostCode::compileObjects(mlir::ModuleOp source,
                                               StringRef function,
                                               unsigned optimizationLevel) {
  auto translated = translate(source, function, optimizationLevel);
  if (!translated)
    return translated.takeError();
  HostObjects objects;
  std::string coldBitcode;
  if (translated->coldModule) {
    raw_string_ostream os(coldBitcode);
    WriteBitcodeToFile(*translated->coldModule, os);
  }
  // Both at the same time.
  if (Error error = tryForEach(
          WorkerPool::get(), coldBitcode.empty() ? 1 : 2,
          WorkerPool::getNumCores(), [&](int64_t part) {
            return part == 0
                       ? compileModule(*translated->module, optimizationLevel,
                                       *translated->host.machine, objects.code)
                       : compileBitcode(coldBitcode, optimizationLevel,
                                        translated->host.builder,
                                        objects.coldCode);
          }))
    return std::move(error);
  return objects;
}

Expected<std::unique_ptr<HostCode>> HostCode::link(const HostObjects &objects) {
  auto host = createHostTarget(/*optimizationLevel=*/0);
  if (!host)
    return host.takeError();
  std::unique_ptr<HostCode> code(new HostCode());
  auto jit = createJIT(std::move(*host), *code->names);
  if (!jit)
    return jit.takeError();
  code->jit = std::move(*jit);
  for (const std::string *object : {&objects.code, &objects.coldCode})
    if (!object->empty())
      if (Error error = code->jit->addObjectFile(
              MemoryBuffer::getMemBufferCopy(*object, "dml")))
        return std::move(error);
  if (Error error = code->findEntry())
    return std::move(error);
  return std::move(code);
}

Error HostCode::findEntry() {
  auto address = jit->lookup(kPackedName);
  if (!address)
    return address.takeError();
  entry = address->toPtr<void (*)(void **)>();
  return Error::success();
}

} // namespace dml
