//===- CallableFunction.h - Functions compiled when called ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an application does with a program: it loads it once, and calls its
// functions from any thread on arguments of any types that fit. A function is
// compiled anew for types that it has not met yet.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_CALLABLEFUNCTION_H
#define DML_RUNTIME_CALLABLEFUNCTION_H

#include "dml/Runtime/Device.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/MemoryBuffer.h"
#include <mutex>
#include <unordered_map>

namespace dml {

/// A function of a program that has a body.
struct LoadedFunction {
  std::string name;
  bool isPublic;
  /// Nothing where the runtime cannot pass an argument or a result; `error`
  /// says which.
  std::optional<Signature> signature = std::nullopt;
  std::string error = "";
};

/// A program in text or bytecode that has been parsed and verified. Threads may
/// share it.
class LoadedProgram {
public:
  /// Fails with the diagnostics of what is wrong with it. Messages call the
  /// program by the buffer's name.
  static llvm::Expected<std::shared_ptr<const LoadedProgram>>
  load(std::unique_ptr<llvm::MemoryBuffer> source);

  llvm::MemoryBufferRef getSource() const { return *source; }
  /// The names of the public functions that have a body.
  llvm::ArrayRef<std::string> getFunctions() const { return publicNames; }

  /// The function of that name; with an empty name the only public one. Fails
  /// where there is none, and where it has no signature.
  llvm::Expected<const LoadedFunction &>
  findFunction(llvm::StringRef name) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> source;
  std::vector<LoadedFunction> functions;
  std::vector<std::string> publicNames;
};

/// A function compiled for arguments of given types. Threads may share it; they
/// take turns where the device runs one call at a time.
class SpecializedFunction {
public:
  SpecializedFunction(std::unique_ptr<mlir::MLIRContext> context,
                      std::unique_ptr<Executable> executable,
                      llvm::SmallVector<TensorType> arguments,
                      llvm::SmallVector<DeclaredType> results);
  ~SpecializedFunction();

  /// What dml-compile made for a Vulkan device, from its manifest.
  static llvm::Expected<std::shared_ptr<SpecializedFunction>>
  load(const llvm::MemoryBuffer &manifest, Device &device);

  llvm::ArrayRef<TensorType> getArguments() const { return arguments; }
  /// Sizes that depend on values are dynamic.
  llvm::ArrayRef<DeclaredType> getResults() const { return results; }

  /// Runs it as Executable::run does. Fails where the types of inputs are not
  /// those that it was compiled for.
  llvm::Error run(llvm::ArrayRef<const Tensor *> inputs, RunResult &result,
                  const RunMeasures &measures = {});

  /// See Executable.
  const VulkanPlanRecorder *getRecorder() const {
    return executable->getRecorder();
  }

private:
  /// Null where the executable needs none.
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<Executable> executable;
  llvm::SmallVector<TensorType> arguments;
  llvm::SmallVector<DeclaredType> results;
  std::mutex mutex;
};

/// A function of a program on a device. Threads may share it.
class CallableFunction {
public:
  /// An empty name stands for the only public function.
  static llvm::Expected<std::unique_ptr<CallableFunction>>
  create(std::shared_ptr<const LoadedProgram> program, llvm::StringRef name,
         std::shared_ptr<Device> device);
  ~CallableFunction();

  llvm::StringRef getName() const { return name; }
  const Signature &getSignature() const { return signature; }

  /// The function for arguments of the inputs' types, and for the values of
  /// those of type index. It is compiled once for each of them, however many
  /// threads ask; what was not used for longest is dropped when there are too
  /// many. Fails with diagnostics.
  llvm::Expected<std::shared_ptr<SpecializedFunction>>
  specialize(llvm::ArrayRef<const Tensor *> inputs);

private:
  struct Key {
    llvm::SmallVector<TensorType> types;
    /// Values of arguments of type index.
    llvm::SmallVector<int64_t> values;
    bool operator==(const Key &other) const {
      return types == other.types && values == other.values;
    }
  };
  struct HashKey {
    size_t operator()(const Key &key) const;
  };
  struct Entry;

  CallableFunction(std::shared_ptr<const LoadedProgram> program,
                   std::shared_ptr<Device> device, std::string name,
                   Signature signature);

  llvm::Error checkInputs(llvm::ArrayRef<const Tensor *> inputs) const;
  std::shared_ptr<Entry> findEntry(const Key &key);
  void dropLeastRecent();
  llvm::Expected<std::shared_ptr<SpecializedFunction>>
  compile(llvm::ArrayRef<const Tensor *> inputs) const;

  std::shared_ptr<const LoadedProgram> program;
  std::shared_ptr<Device> device;
  std::string name;
  Signature signature;
  /// Guards what follows.
  std::mutex mutex;
  std::unordered_map<Key, std::shared_ptr<Entry>, HashKey> entries;
  uint64_t numUses = 0;
};

} // namespace dml

#endif // DML_RUNTIME_CALLABLEFUNCTION_H
