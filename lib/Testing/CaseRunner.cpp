//===- CaseRunner.cpp - Cases on a device and in the evaluator ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseRunner.h"
#include "dml/Reference/Evaluator.h"
#include "dml/Runtime/RefineToInputs.h"
#include "dml/Transforms/FindFunction.h"
#include "mlir/Parser/Parser.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;

namespace dml {
namespace {

/// What results are before a run; a result that keeps it was not written.
constexpr char kUnwritten = '\x5A';
/// Bytes after a result, more than any vector.
constexpr size_t kGuardBytes = 256;
constexpr char kGuard = '\xA5';
/// What is larger a device allocates itself.
constexpr int64_t kMaxGuardedBytes = 1 << 28;

/// Collects diagnostics instead of printing them.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          text += (text.empty() ? "" : "\n") + diagnostic.str();
        }) {}

  std::string text;

private:
  ScopedDiagnosticHandler handler;
};

/// An output for a device to write to.
Tensor makeGuardedOutput(const TensorType &type) {
  constexpr size_t alignment = 64;
  size_t size = type.getNumBytes();
  auto *memory = static_cast<char *>(std::aligned_alloc(
      alignment, llvm::alignTo(size + kGuardBytes, alignment)));
  if (!memory)
    llvm::report_fatal_error("out of memory");
  std::memset(memory, kUnwritten, size);
  std::memset(memory + size, kGuard, kGuardBytes);
  return Tensor::adopt(type, memory);
}

bool isGuardIntact(const char *end) {
  return llvm::all_of(ArrayRef(end, kGuardBytes),
                      [](char byte) { return byte == kGuard; });
}

/// Outputs for the results of static type, which a device writes in place; it
/// replaces the others.
std::vector<Tensor> makeGuardedOutputs(func::FuncOp function) {
  std::vector<Tensor> outputs;
  for (const DeclaredType &declared :
       llvm::cantFail(getSignature(function)).results) {
    std::optional<TensorType> type = getStaticType(declared);
    // Programs that are to be refused may have results of any size.
    if (type && type->getNumBytes() > kMaxGuardedBytes)
      type = std::nullopt;
    outputs.push_back(
        makeGuardedOutput(type.value_or(TensorType{declared.elementType, {}})));
  }
  return outputs;
}

/// Whether the bytes of a result that belong to no element are as they were.
bool areGapsIntact(const Tensor &output) {
  if (!output.getType().hasGaps())
    return true;
  // The same elements in memory that was not written.
  Tensor expected = makeGuardedOutput(output.getType());
  expected.copyElementsFrom(output);
  return expected.bytes() == output.bytes();
}

/// Compares what surrounds the results and the inputs with what it was.
std::string checkMemory(func::FuncOp function, ArrayRef<const char *> ends,
                        const RunResult &result) {
  for (auto [type, end, output] :
       llvm::zip_equal(function.getResultTypes(), ends, result.outputs)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    bool isInPlace =
        tensor && tensor.hasStaticShape() && output.bytes().end() == end;
    if (isInPlace && !isGuardIntact(end))
      return "bytes after a result were written to";
    if (isInPlace && !areGapsIntact(output))
      return "bytes between the elements of a result were written to";
  }
  return "";
}

/// Inputs in the layouts that a function takes. Elements that overlap are the
/// last of those that were given.
class LaidOutInputs {
public:
  LaidOutInputs(func::FuncOp function, ArrayRef<const Tensor *> packed);

  ArrayRef<const Tensor *> get() const { return pointers; }
  /// Moves them to memory whose given end is guarded.
  void guard(GuardedEnd end);

private:
  std::vector<Tensor> tensors;
  std::vector<std::unique_ptr<GuardedMemory>> memories;
  SmallVector<const Tensor *> pointers;
};

LaidOutInputs::LaidOutInputs(func::FuncOp function,
                             ArrayRef<const Tensor *> packedInputs) {
  Signature signature = llvm::cantFail(getSignature(function));
  tensors.reserve(packedInputs.size());
  for (auto [type, packed] : llvm::zip_equal(signature.arguments, packedInputs))
    pointers.push_back(&tensors.emplace_back(llvm::cantFail(
        Tensor::convert(llvm::cantFail(packed->clone()),
                        packed->getType().withStrides(type.strides)))));
}

void LaidOutInputs::guard(GuardedEnd end) {
  for (Tensor &tensor : tensors) {
    ArrayRef<char> bytes = tensor.bytes();
    GuardedMemory &memory = *memories.emplace_back(
        std::make_unique<GuardedMemory>(bytes.size(), end));
    llvm::copy(bytes, memory.data());
    tensor = Tensor::borrow(tensor.getType(), memory.data());
  }
}

CaseOutcome runGuarded(Executable &executable, func::FuncOp function,
                       ArrayRef<const Tensor *> packedInputs, GuardedEnd end) {
  LaidOutInputs laidOut(function, packedInputs);
  laidOut.guard(end);
  ArrayRef<const Tensor *> inputs = laidOut.get();
  RunResult result;
  result.outputs = makeGuardedOutputs(function);
  SmallVector<const char *> ends;
  for (const Tensor &output : result.outputs)
    ends.push_back(output.bytes().end());
  std::vector<Tensor> before;
  for (const Tensor *input : inputs)
    before.push_back(llvm::cantFail(input->clone()));

  if (llvm::Error error = executable.run(inputs, result))
    return {std::nullopt, llvm::toString(std::move(error))};
  for (auto [input, copy] : llvm::zip_equal(inputs, before))
    if (input->bytes() != copy.bytes())
      return {std::nullopt, "an input was written to"};
  std::string problem = checkMemory(function, ends, result);
  if (!problem.empty())
    return {std::nullopt, problem};
  return {std::move(result), ""};
}

std::string describeFailure(llvm::Error error, StringRef diagnostics) {
  return llvm::toString(std::move(error)) +
         (diagnostics.empty() ? "" : "\n" + diagnostics.str());
}

} // namespace

llvm::Expected<std::unique_ptr<CaseRunner>>
CaseRunner::create(MLIRContext &context, StringRef text) {
  DiagnosticCollector diagnostics(&context);
  // The name that dml-run gives to a piped program: it is part of messages.
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      text, ParserConfig(&context), /*sourceName=*/"<stdin>");
  if (!module)
    return llvm::createStringError("not a valid module: " + diagnostics.text);
  std::unique_ptr<CaseRunner> runner(new CaseRunner(std::move(module)));
  llvm::Expected<func::FuncOp> function = findFunction(*runner->module, "");
  if (!function)
    return function.takeError();
  if (llvm::Error error = checkEvaluable(*function))
    return std::move(error);
  runner->function = *function;
  return runner;
}

CaseOutcome CaseRunner::runReference(ArrayRef<const Tensor *> inputs) {
  llvm::Expected<RunResult> result =
      evaluateFunction(function, LaidOutInputs(function, inputs).get());
  if (!result)
    return {std::nullopt, llvm::toString(result.takeError())};
  return {std::move(*result), ""};
}

CaseOutcome CaseRunner::runAsWritten(Device &device,
                                     ArrayRef<const Tensor *> inputs,
                                     GuardedEnd end) {
  if (!asWritten && compileError.empty()) {
    DiagnosticCollector diagnostics(module->getContext());
    auto executable = device.compile(function);
    if (executable)
      asWritten = std::move(*executable);
    else
      compileError = describeFailure(executable.takeError(), diagnostics.text);
  }
  if (!asWritten)
    return {std::nullopt, compileError, /*isCompileError=*/true};
  return runGuarded(*asWritten, function, inputs, end);
}

CaseOutcome CaseRunner::runRefined(Device &device,
                                   ArrayRef<const Tensor *> inputs,
                                   GuardedEnd end) {
  DiagnosticCollector diagnostics(module->getContext());
  OwningOpRef<ModuleOp> copy = module->clone();
  std::string name = function.getName().str();
  if (llvm::Error error =
          refineToInputs(copy->lookupSymbol<func::FuncOp>(name), inputs))
    return {std::nullopt, describeFailure(std::move(error), diagnostics.text),
            /*isCompileError=*/true};
  auto refined = copy->lookupSymbol<func::FuncOp>(name);
  auto executable = device.compile(refined);
  if (!executable)
    return {std::nullopt,
            describeFailure(executable.takeError(), diagnostics.text),
            /*isCompileError=*/true};
  return runGuarded(**executable, refined, inputs, end);
}

} // namespace dml
