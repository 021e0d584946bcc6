#include "dml/CodeGen/CPU/Passes.h"
#include "dml/CodeGen/CPU/Pipeline.h"
#include "dml/CodeGen/Common/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
int main(int argc, char **argv) {
  mlir::registerAllPasses();
  dml::registerDMLToLinalgPasses();
  dml::registerDMLCodeGenCommonPasses();
  dml::registerDMLCodeGenCPUPasses();
  dml::registerCPUPipeline();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<dml::DMLDialect>();
  dml::registerBufferizableOpInterfaceExternalModels(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "dml optimizer driver\n", registry));
}
