//===- InitAll.cpp - The list of passes, pipelines and dialects -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/InitAll.h"
#include "dml/CodeGen/Analysis/Passes.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "dml/CodeGen/CPU/Pipeline.h"
#include "dml/CodeGen/Common/ModulePipeline.h"
#include "dml/CodeGen/Common/Passes.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/CodeGen/GPU/Pipeline.h"
#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "dml/Interfaces/ExternalModels.h"
#include "dml/Transforms/Checks/Passes.h"
#include "dml/Transforms/Passes.h"

namespace dml {

void registerAllPasses() {
  registerDMLTransformsPasses();
  registerDMLChecksPasses();
  registerDMLToLinalgPasses();
  registerDMLCodeGenAnalysisPasses();
  registerDMLCodeGenCommonPasses();
  registerDMLCodeGenCPUPasses();
  registerDMLCodeGenGPUPasses();
  registerCPUPipeline();
  registerGPUPipeline();
}

void registerAllDialects(mlir::DialectRegistry &registry) {
  registerPipelineDialects(registry);
  registerBufferizableOpInterfaceExternalModels(registry);
  registerTilingInterfaceExternalModels(registry);
  registerValueBoundsOpInterfaceExternalModels(registry);
}

} // namespace dml
