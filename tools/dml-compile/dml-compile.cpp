//===- dml-compile.cpp - Compile a function ahead of time -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/StandardStreams.h"
#include "../Common/ToolHelp.h"
#include "dml/Runtime/Compile/AheadOfTime.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;

constexpr int kSuccess = 0;
constexpr int kFailed = 2;

constexpr llvm::StringLiteral kExamples(
    "  dml-compile x.mlir --arguments=1x16x512x512xf32 --target=x86-64-v3 "
    "-o x.o\n"
    "  dml-compile x.mlir --target=native -o x.so\n"
    "  dml-compile x.mlir --arguments=1x16x512x512xf32 --target=vulkan1.1 "
    "-o out\n"
    "  dml-run out/manifest.json --input=@x.npy\n");

struct Flags {
  cl::OptionCategory category{"dml-compile options"};
  cl::opt<std::string> file{cl::Positional, cl::desc("FILE|-"), cl::init("-"),
                            cl::cat(category)};
  cl::opt<std::string> function{
      "function", cl::value_desc("NAME"), cl::cat(category),
      cl::desc("Function to compile; the only public one by default")};
  cl::list<std::string> arguments{
      "arguments", cl::CommaSeparated, cl::value_desc("TYPE,..."),
      cl::cat(category),
      cl::desc("Types to specialise the arguments to, in order: 2x3xf32, "
               "2x?xf32 (any size), f32 (a scalar), index=3 (a value); those "
               "of the function by default")};
  cl::opt<std::string> target{
      "target", cl::value_desc("NAME"), cl::init("native"), cl::cat(category),
      cl::desc("What to compile for: native (this machine's processor, the "
               "default), x86-64, x86-64-v2, x86-64-v3, x86-64-v4 or another "
               "processor that LLVM knows; vulkan1.1")};
  cl::opt<std::string> output{
      "o", cl::value_desc("OUTPUT"), cl::cat(category),
      cl::desc("What to write: FILE.o or FILE.so and the header FILE.h; for "
               "vulkan1.1 a folder for manifest.json and kernels")};
  cl::opt<dml::FeatureLevel> featureLevel{
      "feature-level", cl::value_desc("LEVEL"),
      cl::init(dml::kHighestFeatureLevel), cl::cat(category),
      cl::desc("Refuse operators and types that DirectML has only from a later "
               "feature level on, such as 3_0; the highest by default")};
  cl::opt<std::string> pipelineOptions{
      "pipeline-options", cl::value_desc("OPTIONS"), cl::cat(category),
      cl::desc("Options of --dml-cpu-pipeline or --dml-gpu-pipeline, which "
               "dml-opt --help-hidden lists: what the device has, such as "
               "'workgroup-size=256 max-invocations=1024 capabilities=Int64'; "
               "by default what every device of Vulkan has")};
  cl::opt<unsigned> optimizationLevel{
      "O",
      cl::Prefix,
      cl::init(3),
      cl::value_desc("0-3"),
      cl::cat(category),
      cl::desc("LLVM's optimisation level; 3 by default")};
};

static int fail(const Twine &message) {
  errs() << "dml-compile: error: " << message << "\n";
  return kFailed;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  dml::watchStandardStreams({"dml-compile", kFailed});
  cl::ResetCommandLineParser();
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  dml::wrapDescriptions(flags.category);
  std::string examples = ("\ndml-compile examples:\n\n" + kExamples).str();
  cl::extrahelp help(examples);
  dml::setVersion(nullptr);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Compiles a function of an MLIR file with dml operators for programs "
          "that run without the compiler\n",
          &errs()))
    return kFailed;
  if (dml::refuseTerminal("dml-compile", flags.file, kExamples))
    return kFailed;
  if (flags.optimizationLevel > 3)
    return fail("-O: expected 0 to 3, given " + Twine(flags.optimizationLevel));

  dml::AheadOfTimeOptions options;
  options.file = flags.file;
  options.function = StringRef(flags.function).ltrim('@').str();
  options.featureLevel = flags.featureLevel;
  options.arguments = flags.arguments;
  options.target = flags.target;
  options.output = flags.output;
  options.pipelineOptions = flags.pipelineOptions;
  options.optimizationLevel = flags.optimizationLevel;
  if (Error error = dml::compileAheadOfTime(options, errs()))
    return fail(toString(std::move(error)));
  return kSuccess;
}
