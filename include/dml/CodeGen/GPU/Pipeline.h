//===- Pipeline.h - From dml to SPIR-V and a launch plan --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_GPU_PIPELINE_H
#define DML_CODEGEN_GPU_PIPELINE_H

#include "dml/CodeGen/GPU/IndexAssumptionOption.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace dml {

/// The defaults of the limits are what every Vulkan device has.
struct GPUPipelineOptions : mlir::PassPipelineOptions<GPUPipelineOptions> {
  Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("Bytes of a result that a thread writes; a multiple of "
                     "16"),
      llvm::cl::init(16)};
  Option<int64_t> workgroupSize{*this, "workgroup-size",
                                llvm::cl::desc("Threads of a workgroup"),
                                llvm::cl::init(128)};
  Option<std::string> spirvVersion{
      *this, "spirv-version",
      llvm::cl::desc("Newest version of SPIR-V that kernels may need, such as "
                     "v1.3"),
      llvm::cl::init("v1.3")};
  Option<int64_t> maxInvocations{
      *this, "max-invocations",
      llvm::cl::desc(
          "Threads that a workgroup may have in its first dimension"),
      llvm::cl::init(128)};
  Option<int64_t> maxWorkgroups{
      *this, "max-workgroups",
      llvm::cl::desc("Workgroups that a dimension of a grid may have"),
      llvm::cl::init(65535)};
  Option<int64_t> maxStorageBuffers{
      *this, "max-storage-buffers",
      llvm::cl::desc("Buffers that a kernel may bind"), llvm::cl::init(4)};
  Option<int64_t> maxBufferBytes{
      *this, "max-buffer-bytes",
      llvm::cl::desc("Largest buffer that a kernel may bind"),
      llvm::cl::init(int64_t(1) << 27)};
  Option<int64_t> readableMargin{
      *this, "readable-margin",
      llvm::cl::desc("Bytes before and behind each buffer that kernels with "
                     "its address may read, a multiple of 16"),
      llvm::cl::init(0)};
  Option<bool> fuse{
      *this, "fuse",
      llvm::cl::desc("Compute elementwise operations in the loops that move "
                     "data (dml-fuse)"),
      llvm::cl::init(true)};
  Option<bool> contract{
      *this, "contract",
      llvm::cl::desc("Round products and sums of contractions once (fma)"),
      llvm::cl::init(false)};
  Option<int64_t> cacheBytes{
      *this, "cache-bytes",
      llvm::cl::desc("Bytes of a winner map that the device's cache holds"),
      llvm::cl::init(int64_t(1) << 18)};
  Option<IndexAssumption> assumption{
      *this, "assume",
      llvm::cl::desc("What indices of unpooling are where sizes suggest "
                     "pooling; a run fails where they are not"),
      llvm::cl::init(IndexAssumption::None), getIndexAssumptionValues()};
  Option<int64_t> maxWorkgroupMemory{
      *this, "max-workgroup-memory",
      llvm::cl::desc("Bytes that the threads of a workgroup may share"),
      llvm::cl::init(16384)};
  Option<uint64_t> maxLoopIterations{
      *this, "max-loop-iterations",
      llvm::cl::desc("Iterations after which the device ends the loops of a "
                     "thread; 0 for any number"),
      llvm::cl::init(0)};
  ListOption<std::string> capabilities{
      *this, "capabilities",
      llvm::cl::desc(
          "SPIR-V capabilities of the device: Int8, Int16, Int64, "
          "Float16, Float64; of f32: DenormPreserve, "
          "SignedZeroInfNanPreserve; of f16: RoundingModeRTE; of "
          "buffers, with Int64: PhysicalStorageBufferAddresses; with "
          "Int16: StorageBuffer16BitAccess; with these and Int8: "
          "StorageBuffer8BitAccess")};
};

/// From statically shaped functions that mix dml with func, arith, math, tensor
/// and linalg to launch plans: functions of buffers and dml.dispatch, and
/// gpu.modules that hold the kernels as spirv.modules.
void buildGPUPipeline(mlir::OpPassManager &pm,
                      const GPUPipelineOptions &options);

/// Its two halves: to linalg and other operations on buffers, and from these.
void buildGPUBufferPipeline(mlir::OpPassManager &pm,
                            const GPUPipelineOptions &options);
void buildGPUKernelPipeline(mlir::OpPassManager &pm,
                            const GPUPipelineOptions &options);

/// Registers `dml-gpu-pipeline`.
void registerGPUPipeline();

} // namespace dml

#endif // DML_CODEGEN_GPU_PIPELINE_H
