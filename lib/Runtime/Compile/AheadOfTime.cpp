//===- AheadOfTime.cpp - Compile now, run elsewhere -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Compile/AheadOfTime.h"
#include "CompilePlan.h"
#include "Runtime/CPU/Compile/LLVMModule.h"
#include "Runtime/CPU/Compile/LowerToLLVM.h"
#include "Runtime/CPU/Compile/ObjectFile.h"
#include "Runtime/WriteFile.h"
#include "dml/Runtime/Compile/PlanProgram.h"
#include "dml/Runtime/FlagFunction.h"
#include "dml/Runtime/Program.h"
#include "dml/Runtime/RefineToInputs.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

namespace dml {

constexpr static llvm::StringLiteral kVulkanTarget("vulkan1.1");

/// The type and value that an `--arguments` spells, such as `2x?xf32`, `f32` or
/// `index=3`, where a type is declared.
static llvm::Expected<RefinedArgument> parseArgument(StringRef text,
                                                     Type declared) {
  auto [spelling, value] = text.split('=');
  std::string type = isa<mlir::TensorType>(declared)
                         ? ("tensor<" + spelling + ">").str()
                         : spelling.str();
  RefinedArgument argument;
  {
    // The parser would cite the type as a file.
    ScopedDiagnosticHandler silence(declared.getContext(),
                                    [](Diagnostic &) { return success(); });
    argument.type = parseType(type, declared.getContext());
  }
  if (!argument.type)
    return llvm::createStringError(
        "expected a type such as 2x?xf32, f32 or index=3");
  if (!text.contains('='))
    return argument;
  int64_t number;
  if (!argument.type.isIndex() || value.getAsInteger(10, number))
    return llvm::createStringError(
        "expected a value of an index alone, such as index=3");
  argument.value = number;
  return argument;
}

static llvm::Error refineTo(const FlagFunction &chosen,
                            ArrayRef<std::string> texts) {
  if (texts.empty())
    return llvm::Error::success();
  func::FuncOp function = chosen.function;
  if (texts.size() != function.getNumArguments())
    return llvm::createStringError(
        "--arguments: expected " + Twine(function.getNumArguments()) +
        " (one for each argument of @" + chosen.name + "), given " +
        Twine(texts.size()));
  SmallVector<RefinedArgument> arguments;
  for (auto [i, text] : llvm::enumerate(texts)) {
    llvm::Expected<RefinedArgument> argument =
        parseArgument(text, function.getArgumentTypes()[i]);
    if (!argument)
      return llvm::createStringError(
          "--arguments #" + Twine(i) + " '" + text +
          "': " + llvm::toString(argument.takeError()));
    arguments.push_back(*argument);
  }
  return refineTo(function, arguments);
}

/// The options of a pipeline that are given.
template <typename PipelineOptions>
static llvm::Error parseOptions(PipelineOptions &pipeline,
                                const AheadOfTimeOptions &options) {
  std::string message;
  llvm::raw_string_ostream os(message);
  if (succeeded(pipeline.parseFromString(options.pipelineOptions, os)))
    return llvm::Error::success();
  return llvm::createStringError("--pipeline-options: " +
                                 StringRef(message).trim());
}

/// Whether a name is one of an object file or a shared library.
static bool isObjectName(StringRef name) {
  return is_contained({".o", ".so"}, llvm::sys::path::extension(name));
}

/// A folder with a manifest and kernels.
static llvm::Error compileForVulkan(func::FuncOp function,
                                    const AheadOfTimeOptions &options) {
  if (isObjectName(options.output))
    return llvm::createStringError("-o: expected a folder for this target, "
                                   "given '" +
                                   options.output + "'");
  GPUPipelineOptions pipeline;
  if (llvm::Error error = parseOptions(pipeline, options))
    return error;
  llvm::Expected<PlanSource> source =
      preparePlan(function, "--arguments gives sizes");
  if (!source)
    return source.takeError();
  llvm::Expected<LaunchPlan> plan = compilePlan(*source, pipeline);
  if (!plan)
    return plan.takeError();
  if (plan->failure)
    return llvm::createStringError("every run of @" + source->name +
                                   " fails: " + *plan->failure);
  if (llvm::Error error = validateKernels(*plan))
    return error;
  PlanProgram program;
  program.function = source->name;
  for (const DeclaredType &type : source->signature.arguments)
    program.arguments.push_back(*getStaticType(type));
  for (dml::TensorType &type : getResultTypes(*plan, source->signature))
    program.results.push_back(std::move(type));
  program.plan = std::move(*plan);
  return writePlanProgram(program, options.output);
}

/// What a compiler driver of C links shared libraries with.
static llvm::Error linkLibrary(StringRef object, StringRef library) {
  llvm::ErrorOr<std::string> driver = llvm::sys::findProgramByName("cc");
  if (!driver)
    return llvm::createStringError(
        "-o: a shared library needs cc, which links it; FILE.o does not");
  std::string tool = llvm::sys::fs::getMainExecutable(
      /*argv0=*/nullptr, reinterpret_cast<void *>(&linkLibrary));
  SmallString<128> runtime(llvm::sys::path::parent_path(tool));
  llvm::sys::path::append(runtime, "..", DML_LIBDIR, "libdml_rt.a");
  if (!llvm::sys::fs::exists(runtime))
    return llvm::createStringError("-o: there is no '" + runtime.str() + "'");
  StringRef arguments[] = {*driver, "-shared",  "-o",  library,   object,
                           runtime, "-lstdc++", "-lm", "-pthread"};
  std::string message;
  if (llvm::sys::ExecuteAndWait(*driver, arguments, /*Env=*/std::nullopt,
                                /*Redirects=*/{}, /*SecondsToWait=*/0,
                                /*MemoryLimit=*/0, &message) == 0)
    return llvm::Error::success();
  return llvm::createStringError("cc failed to link '" + library + "'" +
                                 (message.empty() ? "" : ": " + message));
}

/// Writes an object file, or a shared library with what is in it.
static llvm::Error writeObject(StringRef object, StringRef output) {
  if (llvm::sys::path::extension(output) == ".o")
    return writeFile(output, object);
  SmallString<128> temporary;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("dml-compile", "o", temporary))
    return llvm::createStringError("cannot write a temporary file: " +
                                   error.message());
  llvm::FileRemover remover(temporary);
  if (llvm::Error error = writeFile(temporary, object))
    return error;
  return linkLibrary(temporary, output);
}

/// An identifier of C that begins with the name of the output.
static std::string getSymbol(StringRef stem, StringRef function) {
  std::string symbol = (stem + "_" + function).str();
  for (char &c : symbol)
    if (!llvm::isAlnum(c))
      c = '_';
  return llvm::isDigit(symbol.front()) ? "_" + symbol : symbol;
}

/// An object file or a shared library, with a header.
static llvm::Error compileForCPU(func::FuncOp function,
                                 const AheadOfTimeOptions &options) {
  auto target = createTargetMachine(options.target, options.optimizationLevel);
  if (!target)
    return target.takeError();
  if (!isObjectName(options.output))
    return llvm::createStringError("-o: expected FILE.o or FILE.so for this "
                                   "target, given '" +
                                   options.output + "'");
  CPUPipelineOptions pipeline;
  VectorSupport support = getVectorSupport(**target);
  pipeline.vectorBytes = support.bytes;
  pipeline.comparesHalves = support.comparesHalves;
  if (llvm::Error error = parseOptions(pipeline, options))
    return error;
  llvm::Expected<Signature> signature = getSignature(function);
  if (!signature)
    return signature.takeError();
  if (llvm::Error error = checkStaticSignature(*signature))
    return error;
  std::string name = function.getName().str();
  auto module = prepareForCPU(function);
  if (!module)
    return module.takeError();
  if (llvm::Error error = lowerToLLVM(**module, name, pipeline))
    return error;
  std::string symbol = getSymbol(llvm::sys::path::stem(options.output), name);
  auto object = compileObject(**module, getWrapperName(), *signature, symbol,
                              options.optimizationLevel, **target);
  if (!object)
    return object.takeError();

  if (llvm::Error error = writeObject(*object, options.output))
    return error;
  SmallString<128> header(options.output);
  llvm::sys::path::replace_extension(header, ".h");
  return writeFile(header, writeHeader(*signature, symbol, name,
                                       llvm::sys::path::filename(header)));
}

llvm::Error compileAheadOfTime(const AheadOfTimeOptions &options,
                               llvm::raw_ostream &err) {
  if (options.output.empty())
    return llvm::createStringError(
        "-o: expected what to write, a folder for --target=vulkan1.1 and "
        "otherwise FILE.o or FILE.so; given nothing");
  auto file = openProgram(options.file);
  if (!file)
    return file.takeError();
  ParsedProgram program(std::move(*file), err);
  if (llvm::Error error = program.parse())
    return error;
  auto chosen = findFlagFunction(program.getModule(), options.function,
                                 options.featureLevel);
  if (!chosen)
    return chosen.takeError();
  if (llvm::Error error = refineTo(*chosen, options.arguments))
    return error;
  auto function = program.getModule().lookupSymbol<func::FuncOp>(chosen->name);
  if (options.target == kVulkanTarget)
    return compileForVulkan(function, options);
  return compileForCPU(function, options);
}

} // namespace dml
