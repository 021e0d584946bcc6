//===- BindBuffers.cpp - Kernel launches to dispatches --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Analysis/AccessNest.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Target/DispatchHazards.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace dml {
#define GEN_PASS_DEF_GPUBINDBUFFERS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool isWritten(Value buffer) {
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    return hasEffect<MemoryEffects::Write>(user, buffer);
  });
}

using Hazards = DispatchHazards<Value>;

struct GPUBindBuffersPass : impl::GPUBindBuffersBase<GPUBindBuffersPass> {
  using GPUBindBuffersBase::GPUBindBuffersBase;

  void runOnOperation() override {
    if (failed(setTarget()) || failed(checkByteCounts(getOperation())))
      return signalPassFailure();
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      Hazards hazards;
      WalkResult result = function.walk([&](gpu::LaunchFuncOp launch) {
        return WalkResult(bind(launch, hazards));
      });
      if (result.wasInterrupted())
        return signalPassFailure();
    }
  }

private:
  /// Tells the conversion to SPIR-V what the device supports.
  LogicalResult setTarget() {
    ModuleOp module = getOperation();
    std::optional<spirv::Version> version =
        spirv::symbolizeVersion(spirvVersion);
    if (!version)
      return module.emitError("unknown version of SPIR-V '")
             << spirvVersion.getValue() << "'; expected one such as v1.3";
    SmallVector<spirv::Capability> allowed = {spirv::Capability::Shader};
    SmallVector<spirv::Extension> extensions = {
        spirv::Extension::SPV_KHR_storage_buffer_storage_class};
    for (const std::string &name : capabilities) {
      std::optional<spirv::Capability> capability =
          spirv::symbolizeCapability(name);
      if (!capability)
        return module.emitError("unknown capability '") << name << "'";
      allowed.push_back(*capability);
      // That of f16 comes with the others (FinishKernels).
      if (*capability == spirv::Capability::RoundingModeRTE)
        allowed.append({spirv::Capability::DenormPreserve,
                        spirv::Capability::SignedZeroInfNanPreserve});
      // Of several that are the same, Khronos' own is last.
      if (auto needed = spirv::getExtensions(*capability))
        extensions.push_back(needed->back());
    }
    auto triple =
        spirv::VerCapExtAttr::get(*version, allowed, extensions, &getContext());
    module->setAttr(spirv::getTargetEnvAttrName(),
                    spirv::TargetEnvAttr::get(
                        triple, spirv::getDefaultResourceLimits(&getContext()),
                        spirv::ClientAPI::Vulkan));
    return success();
  }

  /// Upstream does not verify launches in loops and branches.
  static FailureOr<gpu::GPUFuncOp> getKernel(gpu::LaunchFuncOp launch) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    if (!kernel)
      return launch.emitError("a launch names a gpu.func, given ")
             << launch.getKernelAttr();
    if (!llvm::equal(launch.getKernelOperands().getTypes(),
                     kernel.getArgumentTypes()))
      return launch.emitError("a launch has operands of the kernel's types: "
                              "expected (")
             << kernel.getArgumentTypes() << "), given ("
             << launch.getKernelOperands().getTypes() << ")";
    if (launch.getAsyncToken() || !launch.getAsyncDependencies().empty() ||
        launch.hasClusterSize() || launch.getDynamicSharedMemorySize())
      return launch.emitError("a launch is not asynchronous, and has neither "
                              "clusters nor dynamic memory");
    return kernel;
  }

  using Sizes = SmallVector<int64_t, 3>;

  static FailureOr<Sizes> getSizes(gpu::LaunchFuncOp launch,
                                   gpu::KernelDim3 dims) {
    constexpr int64_t limit = std::numeric_limits<int32_t>::max();
    Sizes sizes;
    for (Value dim : {dims.x, dims.y, dims.z}) {
      std::optional<int64_t> size = getConstantIntValue(dim);
      if (!size)
        return launch.emitError("a launch has sizes that are only known at run "
                                "time");
      if (*size < 1 || *size > limit)
        return launch.emitError("a launch has sizes from 1 to ")
               << limit << ", given " << *size;
      sizes.push_back(*size);
    }
    return sizes;
  }

  /// The buffers and the grid of the dispatch that a launch becomes.
  struct Bindings {
    /// By the number of the binding.
    llvm::SetVector<Value> buffers;
    /// The bindings that the kernel writes.
    SmallVector<int64_t> writes;
    /// The buffer that holds the grid; null if the launch has constant sizes.
    Value grid;
    IntegerAttr gridOffset;
  };

  /// Moves the grid's buffer, which an operation in the kernel names, from the
  /// operands to the bindings.
  static LogicalResult takeGrid(gpu::GPUFuncOp kernel,
                                SmallVectorImpl<Value> &operands,
                                Bindings &bindings) {
    for (auto op : llvm::make_early_inc_range(kernel.getOps<LaunchGridOp>())) {
      auto argument = dyn_cast<BlockArgument>(op.getGrid());
      if (bindings.grid || !argument || !argument.hasOneUse())
        return op.emitOpError("expected one buffer of the launch as a grid");
      bindings.grid = getRootBuffer(operands[argument.getArgNumber()]);
      bindings.gridOffset = op.getOffsetAttr();
      op.erase();
      operands.erase(operands.begin() + argument.getArgNumber());
      if (failed(kernel.eraseArgument(argument.getArgNumber())))
        return failure();
    }
    return success();
  }

  /// Gives each buffer one binding, however many views of it the kernel takes.
  LogicalResult bindOperands(gpu::LaunchFuncOp launch, gpu::GPUFuncOp kernel,
                             ArrayRef<Value> operands, Bindings &bindings) {
    for (auto [operand, argument] :
         llvm::zip_equal(operands, kernel.getArguments())) {
      if (!isa<MemRefType>(operand.getType()))
        return launch.emitError("a kernel needs a value that is only known at "
                                "run time: ")
               << operand.getType();
      Value root = getRootBuffer(operand);
      bindings.buffers.insert(root);
      int64_t binding =
          llvm::find(bindings.buffers, root) - bindings.buffers.begin();
      kernel.setArgAttr(argument.getArgNumber(),
                        spirv::getInterfaceVarABIAttrName(),
                        spirv::getInterfaceVarABIAttr(0, binding, std::nullopt,
                                                      &getContext()));
      if (isWritten(argument) && !llvm::is_contained(bindings.writes, binding))
        bindings.writes.push_back(binding);
    }
    return success();
  }

  LogicalResult checkBuffers(gpu::LaunchFuncOp launch,
                             ArrayRef<Value> buffers) {
    if (buffers.size() > maxStorageBuffers)
      return launch.emitError("a kernel needs ")
             << buffers.size() << " buffers; the device binds "
             << maxStorageBuffers.getValue()
             << " (maxPerStageDescriptorStorageBuffers)";
    for (Value buffer : buffers) {
      auto type = dyn_cast<MemRefType>(buffer.getType());
      if (!type || !type.hasStaticShape())
        return launch.emitError("a kernel needs a buffer of static shape, "
                                "given ")
               << buffer.getType();
      if (!type.getElementType().isIntOrIndexOrFloat())
        return launch.emitError("a kernel needs a buffer of integers, floats "
                                "or indices, given ")
               << type;
      int64_t bytes = getNumBytes(type);
      if (bytes > maxBufferBytes)
        return launch.emitError("a kernel needs a buffer of ")
               << bytes << " bytes (" << type << "); the device binds "
               << maxBufferBytes.getValue()
               << " at most (maxStorageBufferRange, maxMemoryAllocationSize)";
    }
    return success();
  }

  /// Gives the kernel the launch's threads.
  LogicalResult bindThreads(gpu::LaunchFuncOp launch, gpu::GPUFuncOp kernel) {
    FailureOr<Sizes> threads =
        getSizes(launch, launch.getBlockSizeOperandValues());
    if (failed(threads))
      return failure();
    uint64_t invocations = 1;
    for (int64_t size : *threads)
      invocations = llvm::SaturatingMultiply<uint64_t>(invocations, size);
    if (maxInvocations < 0 || invocations > uint64_t(maxInvocations))
      return launch.emitError("a kernel needs workgroups of ")
             << invocations << " threads; the device runs "
             << maxInvocations.getValue()
             << " (maxComputeWorkGroupInvocations, maxComputeWorkGroupSize)";
    kernel->setAttr(spirv::getEntryPointABIAttrName(),
                    spirv::getEntryPointABIAttr(
                        &getContext(), llvm::to_vector_of<int32_t>(*threads)));
    return success();
  }

  /// Makes a launch a dispatch, behind a barrier where it needs one.
  LogicalResult bind(gpu::LaunchFuncOp launch, Hazards &hazards) {
    FailureOr<gpu::GPUFuncOp> kernel = getKernel(launch);
    if (failed(kernel))
      return failure();
    Bindings bindings;
    SmallVector<Value> operands(launch.getKernelOperands());
    if (failed(takeGrid(*kernel, operands, bindings)) ||
        failed(bindOperands(launch, *kernel, operands, bindings)) ||
        failed(checkBuffers(launch, bindings.buffers.getArrayRef())))
      return failure();
    FailureOr<Sizes> workgroups =
        getSizes(launch, launch.getGridSizeOperandValues());
    if (failed(workgroups) || failed(bindThreads(launch, *kernel)))
      return failure();

    OpBuilder b(launch);
    PlanBarrier barrier = hazards.add(
        bindings.buffers.getArrayRef(),
        [&](size_t i) {
          return llvm::is_contained(bindings.writes, static_cast<int64_t>(i));
        },
        bindings.grid ? std::optional(bindings.grid) : std::nullopt);
    if (barrier != PlanBarrier::None)
      BarrierOp::create(b, launch.getLoc(),
                        /*grids=*/barrier == PlanBarrier::Grids);
    DispatchOp::create(b, launch.getLoc(), launch.getKernelAttr(),
                       b.getDenseI64ArrayAttr(*workgroups),
                       b.getDenseI64ArrayAttr(bindings.writes), bindings.grid,
                       bindings.gridOffset, bindings.buffers.getArrayRef());
    launch.erase();
    return success();
  }
};

} // namespace
} // namespace dml
