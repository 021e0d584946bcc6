//===- ModulePipeline.h - Registering pipelines for modules -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_COMMON_MODULEPIPELINE_H
#define DML_CODEGEN_COMMON_MODULEPIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace dml {

/// The dialects and interface models that the pipelines of both devices need.
void registerPipelineDialects(mlir::DialectRegistry &registry);

/// As mlir::PassPipelineRegistration, for passes that run on a module. A
/// pipeline that adds them to another operation is refused with an error;
/// without this check, adding them ends the process.
template <typename OptionsT>
void registerModulePipeline(llvm::StringRef name, llvm::StringRef description,
                            void (*build)(mlir::OpPassManager &,
                                          const OptionsT &)) {
  using namespace mlir;
  registerPassPipeline(
      name, description,
      [=](OpPassManager &pm, llvm::StringRef text,
          llvm::function_ref<LogicalResult(const llvm::Twine &)> emitError) {
        std::optional<llvm::StringRef> anchor = pm.getOpName();
        if (anchor && *anchor != ModuleOp::getOperationName())
          return emitError(name + " runs on builtin.module, not on " + *anchor);
        OptionsT options;
        if (failed(options.parseFromString(text)))
          return failure();
        build(pm, options);
        return success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> describe) {
        describe(OptionsT());
      });
}

} // namespace dml

#endif // DML_CODEGEN_COMMON_MODULEPIPELINE_H
