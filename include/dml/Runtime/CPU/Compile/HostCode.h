//===- HostCode.h - Machine code for the host -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_CPU_COMPILE_HOSTCODE_H
#define DML_RUNTIME_CPU_COMPILE_HOSTCODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
namespace orc {
class LLLazyJIT;
} // namespace orc
} // namespace llvm

namespace dml {

class FunctionNames;

/// The host's processor as LLVM names it, with its features. All machine code
/// is for this one.
std::string describeHostTarget();

/// What the vector instructions of a processor can do.
struct VectorSupport {
  /// Bytes of a vector register.
  int64_t bytes = 16;
  /// Whether instructions compare f16, denormals and NaNs included.
  bool comparesHalves = false;
};

const VectorSupport &getHostVectorSupport();

/// Object files of a function, and of the cold functions that it calls; empty
/// where there are none.
struct HostObjects {
  std::string code, coldCode;
};

/// A function of a module in the LLVM dialect, as machine code. It may call
/// the functions of HostFunctions.h.
class HostCode {
public:
  /// LLVM's optimisation level is 0 to 3. The first call of a cold function,
  /// which has kColdFunctionAttrName, compiles all of them; any thread may make
  /// it.
  static llvm::Expected<std::unique_ptr<HostCode>>
  compile(mlir::ModuleOp module, llvm::StringRef function,
          unsigned optimizationLevel);

  /// The same code in two steps, cold functions included.
  static llvm::Expected<HostObjects> compileObjects(mlir::ModuleOp module,
                                                    llvm::StringRef function,
                                                    unsigned optimizationLevel);
  static llvm::Expected<std::unique_ptr<HostCode>>
  link(const HostObjects &objects);
  ~HostCode();

  /// Calls the function with pointers to its arguments and, if it has one, to
  /// its result.
  void call(void **arguments) const { entry(arguments); }

  /// The name of the function at an address; empty where there is none. Any
  /// thread may ask.
  std::string getFunctionName(const void *address) const;

private:
  HostCode();
  llvm::Error findEntry();

  llvm::TargetMachine *target = nullptr;
  // Before the code, which adds to them when it is loaded.
  std::unique_ptr<FunctionNames> names;
  std::unique_ptr<llvm::orc::LLLazyJIT> jit;
  void (*entry)(void **) = nullptr;
};

} // namespace dml

#endif // DML_RUNTIME_CPU_COMPILE_HOSTCODE_H
