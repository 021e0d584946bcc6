//===- ObjectFile.cpp - Functions as object files -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectFile.h"
#include "LLVMModule.h"
#include "Runtime/Static/StaticFunction.h"
#include "dml/CodeGen/CPU/Pipeline.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;

namespace dml {

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<TargetMachine>>
createTargetMachine(StringRef name, unsigned optimizationLevel) {
  initializeHostTarget();
  Triple triple(sys::getProcessTriple());
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return createStringError("--target: " + message);
  bool isNative = name == "native";
  std::string cpu = isNative ? sys::getHostCPUName().str() : name.str();
  SubtargetFeatures features;
  if (isNative)
    for (const auto &feature : sys::getHostCPUFeatures())
      features.AddFeature(feature.first(), feature.second);
  features.addFeaturesVector(getTargetFeatures(triple));
  // It would print a warning, and compile for another one.
  std::unique_ptr<MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!isNative && !known->isCPUStringValid(cpu))
    return createStringError(
        "--target: expected native, x86-64, x86-64-v2, x86-64-v3, x86-64-v4, "
        "another processor of " +
        triple.getArchName() + " that LLVM knows, or vulkan1.1; given '" +
        name + "'");
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, cpu, features.getString(), TargetOptions(), Reloc::PIC_,
      std::nullopt, getCodeGenLevel(optimizationLevel)));
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

static bool isDynamic(const DeclaredType &type) {
  return is_contained(type.sizes, kDynamicSize);
}

Error checkStaticSignature(const Signature &signature) {
  for (auto [what, types] : {std::pair("argument", &signature.arguments),
                             std::pair("result", &signature.results)})
    for (auto [i, type] : enumerate(*types))
      if (isDynamic(type) && !type.strides.empty())
        return createStringError(
            Twine(what) + " " + Twine(i) + " is " + stringify(type) +
            ", of dynamic sizes and strides; --arguments gives sizes");
  return Error::success();
}

namespace {
/// Something that the function of C takes.
struct Parameter {
  /// Passed by value; else a pointer.
  bool isValue;
  ElementType elementType;
  /// As in C, with its name.
  std::string declaration;
};

/// The parameters of an argument or a result, in their order.
struct Parameters {
  Parameter value;
  std::optional<Parameter> sizes;
};
} // namespace

static StringRef getCType(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return "double";
  case ElementType::F32:
    return "float";
  // Its bits; C99 has no such type.
  case ElementType::F16:
  case ElementType::UI16:
    return "uint16_t";
  case ElementType::I64:
  case ElementType::Index:
    return "int64_t";
  case ElementType::I32:
    return "int32_t";
  case ElementType::I16:
    return "int16_t";
  case ElementType::I8:
    return "int8_t";
  case ElementType::UI64:
    return "uint64_t";
  case ElementType::UI32:
    return "uint32_t";
  case ElementType::UI8:
    return "uint8_t";
  }
  llvm_unreachable("no such type");
}

static Parameters describeArgument(const DeclaredType &type, size_t number) {
  std::string name = "argument" + std::to_string(number);
  StringRef element = getCType(type.elementType);
  if (type.isScalar)
    return {{true, type.elementType, (element + " " + name).str()}, {}};
  Parameters result = {
      {false, type.elementType, ("const " + element + " *" + name).str()}, {}};
  if (isDynamic(type))
    result.sizes = {false, ElementType::I64,
                    "const int64_t " + name + "_sizes[" +
                        std::to_string(type.sizes.size()) + "]"};
  return result;
}

static Parameters describeResult(const DeclaredType &type, size_t number) {
  std::string name = "result" + std::to_string(number);
  StringRef element = getCType(type.elementType);
  bool isAllocated = isDynamic(type);
  Parameters result = {{false, type.elementType,
                        (element + (isAllocated ? " **" : " *") + name).str()},
                       {}};
  if (isAllocated)
    result.sizes = {false, ElementType::I64,
                    "int64_t " + name + "_sizes[" +
                        std::to_string(type.sizes.size()) + "]"};
  return result;
}

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

std::string writeHeader(const Signature &signature, StringRef symbol,
                        StringRef name, StringRef file) {
  std::string text;
  raw_string_ostream os(text);
  // A name may hold what ends a comment.
  std::string printed = name.str();
  for (char &c : printed)
    if (!isPrint(c) || c == '*' || c == '/')
      c = '_';
  os << "/* " << file << ": @" << printed
     << ", written by dml-compile of dml " DML_VERSION ". */\n\n"
     << "#ifndef DML_COMPILED_" << symbol << "_H\n#define DML_COMPILED_"
     << symbol << "_H\n\n#include <dml-c/StaticRuntime.h>\n"
     << "#include <stdint.h>\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  os << "/* Tensors are row-major unless strides stand behind the type.\n\n";
  std::string parameters;
  auto add = [&](const Parameters &described) {
    parameters += "    " + described.value.declaration + ",\n";
    if (described.sizes)
      parameters += "    " + described.sizes->declaration + ",\n";
  };
  for (auto [i, type] : enumerate(signature.arguments)) {
    os << "   argument" << i << ": " << stringify(type) << "\n";
    add(describeArgument(type, i));
  }
  for (auto [i, type] : enumerate(signature.results)) {
    os << "   result" << i << ": " << stringify(type)
       << (isDynamic(type) ? ", allocated; for dmlRtFree" : "") << "\n";
    add(describeResult(type, i));
  }
  os << "\n   Results overlap with nothing else. Returns DML_RT_SUCCESS,\n"
        "   DML_RT_INDICES_OUT_OF_RANGE or DML_RT_FAILURE; error may be null. "
        "*/\n"
     << "int " << symbol << "(\n"
     << parameters << "    DmlRtError *error);\n\n"
     << "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Object
//===----------------------------------------------------------------------===//

namespace {
/// Adds the function of C to a module. The structs are those of
/// StaticFunction.h.
class EntryWriter {
public:
  EntryWriter(Module &module, const Signature &signature)
      : module(module), signature(signature), b(module.getContext()),
        i64(b.getInt64Ty()), pointer(b.getPtrTy()) {}

  void write(StringRef symbol);

private:
  Constant *addGlobal(Constant *value);
  Constant *writeTypes(ArrayRef<DeclaredType> types);
  Constant *writeFunction();
  Type *getType(const Parameter &parameter);
  Value *createArray(ArrayRef<Value *> values);

  Module &module;
  const Signature &signature;
  IRBuilder<> b;
  Type *i64, *pointer;
};
} // namespace

Constant *EntryWriter::addGlobal(Constant *value) {
  return new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                            GlobalValue::PrivateLinkage, value);
}

Constant *EntryWriter::writeTypes(ArrayRef<DeclaredType> types) {
  auto *layout = StructType::get(i64, i64, i64, pointer);
  SmallVector<Constant *> structs;
  for (const DeclaredType &type : types) {
    std::optional<TensorType> known = getStaticType(type);
    SmallVector<int64_t, 4> sizes =
        known ? known->getStorageSizes() : type.sizes;
    SmallVector<uint64_t> words;
    for (int64_t size : sizes)
      words.push_back(size == kDynamicSize ? kStaticDynamicSize : size);
    structs.push_back(ConstantStruct::get(
        layout,
        {b.getInt64(type.isScalar), b.getInt64(getByteWidth(type.elementType)),
         b.getInt64(sizes.size()),
         addGlobal(ConstantDataArray::get(module.getContext(), words))}));
  }
  return addGlobal(
      ConstantArray::get(ArrayType::get(layout, structs.size()), structs));
}

Constant *EntryWriter::writeFunction() {
  auto *layout = StructType::get(i64, i64, pointer, pointer, pointer);
  return addGlobal(ConstantStruct::get(
      layout,
      {b.getInt64(signature.arguments.size()),
       b.getInt64(signature.results.size()), writeTypes(signature.arguments),
       writeTypes(signature.results), module.getFunction(kPackedName)}));
}

Type *EntryWriter::getType(const Parameter &parameter) {
  if (!parameter.isValue)
    return pointer;
  switch (parameter.elementType) {
  case ElementType::F64:
    return b.getDoubleTy();
  case ElementType::F32:
    return b.getFloatTy();
  default:
    return b.getIntNTy(getByteWidth(parameter.elementType) * 8);
  }
}

Value *EntryWriter::createArray(ArrayRef<Value *> values) {
  Value *array =
      b.CreateAlloca(pointer, b.getInt64(std::max<size_t>(values.size(), 1)));
  for (auto [i, value] : enumerate(values))
    b.CreateStore(value, b.CreateConstGEP1_64(pointer, array, i));
  return array;
}

void EntryWriter::write(StringRef symbol) {
  SmallVector<Parameters> described;
  for (auto [i, type] : enumerate(signature.arguments))
    described.push_back(describeArgument(type, i));
  for (auto [i, type] : enumerate(signature.results))
    described.push_back(describeResult(type, i));
  SmallVector<Type *> types;
  for (const Parameters &parameters : described) {
    types.push_back(getType(parameters.value));
    if (parameters.sizes)
      types.push_back(pointer);
  }
  types.push_back(pointer);
  auto *entry =
      Function::Create(FunctionType::get(b.getInt32Ty(), types, false),
                       GlobalValue::ExternalLinkage, symbol, module);
  b.SetInsertPoint(BasicBlock::Create(module.getContext(), "", entry));

  Value *null = ConstantPointerNull::get(b.getPtrTy());
  SmallVector<Value *> values, sizes;
  auto *parameter = entry->arg_begin();
  for (const Parameters &parameters : described) {
    Value *value = parameter++;
    if (parameters.value.isValue) {
      Value *slot = b.CreateAlloca(value->getType());
      b.CreateStore(value, slot);
      value = slot;
    }
    values.push_back(value);
    sizes.push_back(parameters.sizes ? &*parameter++ : null);
  }
  size_t numArguments = signature.arguments.size();
  auto take = [&](ArrayRef<Value *> all, bool ofResults) {
    return createArray(ofResults ? all.drop_front(numArguments)
                                 : all.take_front(numArguments));
  };
  FunctionCallee runtime =
      module.getOrInsertFunction("dmlCallStatic", b.getInt32Ty(), pointer,
                                 pointer, pointer, pointer, pointer, pointer);
  b.CreateRet(b.CreateCall(runtime, {writeFunction(), take(values, false),
                                     take(sizes, false), take(values, true),
                                     take(sizes, true), &*parameter}));
}

Expected<std::string> compileObject(mlir::ModuleOp source, StringRef function,
                                    const Signature &signature,
                                    StringRef symbol,
                                    unsigned optimizationLevel,
                                    TargetMachine &target) {
  LLVMContext context;
  auto module = translateToLLVM(source, function, target, context);
  if (!module)
    return module.takeError();
  // Names of MLIR's in which other runtimes may have functions, too.
  for (auto [name, own] :
       {std::pair("_mlir_memref_to_llvm_alloc", "dmlAllocate"),
        std::pair("_mlir_memref_to_llvm_aligned_alloc", "dmlAllocateAligned"),
        std::pair("_mlir_memref_to_llvm_free", "dmlFree")})
    if (Function *callee = (*module)->getFunction(name))
      callee->setName(own);
  // As if they were compiled later.
  for (Function &callee : **module)
    if (callee.hasFnAttribute(kColdFunctionAttrName)) {
      callee.addFnAttr(Attribute::NoInline);
      callee.addFnAttr(Attribute::Cold);
    }
  if (GlobalValue *other = (*module)->getNamedValue(symbol))
    other->setName(symbol + ".other");
  EntryWriter(**module, signature).write(symbol);
  internalizeModule(**module, [&](const GlobalValue &value) {
    return value.getName() == symbol;
  });
  std::string object;
  if (Error error = compileModule(**module, optimizationLevel, target, object))
    return std::move(error);
  return object;
}

} // namespace dml
