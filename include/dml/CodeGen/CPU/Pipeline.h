//===- Pipeline.h - From dml to the LLVM dialect ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_CPU_PIPELINE_H
#define DML_CODEGEN_CPU_PIPELINE_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace dml {

/// The LLVM attribute of cold functions, which few executions call: the runtime
/// compiles them on first call. They must refer to no variables but private
/// constants.
constexpr llvm::StringLiteral kColdFunctionAttrName = "dml-cold";

struct CPUPipelineOptions : mlir::PassPipelineOptions<CPUPipelineOptions> {
  Option<std::string> targetCPU{
      *this, "target-cpu",
      llvm::cl::desc("LLVM's name of the CPU; empty: the generic one")};
  Option<std::string> targetFeatures{
      *this, "target-features",
      llvm::cl::desc("LLVM's target features, such as +avx2,+f16c")};
  Option<unsigned> vectorWidth{
      *this, "vector-width",
      llvm::cl::desc("Preferred vector width in bits; 0: LLVM's choice"),
      llvm::cl::init(0)};
  Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("Bytes of a vector register, for contractions: 64 with "
                     "AVX-512, 32 with AVX"),
      llvm::cl::init(16)};
  Option<bool> comparesHalves{
      *this, "compares-halves",
      llvm::cl::desc("Whether instructions compare f16: with AVX512-FP16"),
      llvm::cl::init(false)};
  Option<bool> contract{
      *this, "contract",
      llvm::cl::desc("Let products and sums of contractions be rounded "
                     "together (fma)"),
      llvm::cl::init(false)};
  Option<bool> fuse{
      *this, "fuse",
      llvm::cl::desc("Compute elementwise operations in the loops that move "
                     "data (dml-fuse)"),
      llvm::cl::init(true)};
  Option<int64_t> cacheBytes{
      *this, "cache-bytes",
      llvm::cl::desc(
          "Bytes that may stay in the caches; operations that touch more, "
          "or twice as many if they move elements in runs, store past them"),
      llvm::cl::init(8 << 20)};
  Option<int64_t> keptMultiple{
      *this, "kept-multiple",
      llvm::cl::desc("What operations that mostly write may write before they "
                     "write past the caches, as a multiple of cache-bytes"),
      llvm::cl::init(4)};
};

/// From functions that mix dml with func, arith, math, tensor, linalg and scf
/// to the LLVM dialect, calling the functions of Runtime/CPU/HostFunctions.h.
/// Statically shaped tensor results become trailing arguments of the public
/// functions (see dml-results-to-out-params).
void buildCPUPipeline(mlir::OpPassManager &pm,
                      const CPUPipelineOptions &options);

/// Registers `dml-cpu-pipeline`.
void registerCPUPipeline();

} // namespace dml

#endif // DML_CODEGEN_CPU_PIPELINE_H
