//===- TranslateToLaunchPlan.cpp - IR to a launch plan --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Target/TranslateToLaunchPlan.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Target/SPIRV/Serialization.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace dml {
namespace {

/// Row-major, little-endian; a boolean takes a byte. Nothing where the
/// attribute does not hold them.
std::optional<std::vector<char>> getContents(Attribute value) {
  std::vector<char> bytes;
  if (auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return std::nullopt;
    ArrayRef<char> data = blob->getData();
    return std::vector<char>(data.begin(), data.end());
  }
  auto attribute = dyn_cast_if_present<DenseElementsAttr>(value);
  if (!attribute)
    return std::nullopt;
  auto append = [&](const APInt &value) {
    for (unsigned bit = 0; bit < value.getBitWidth(); bit += 8)
      bytes.push_back(value.extractBitsAsZExtValue(
          std::min(8u, value.getBitWidth() - bit), bit));
  };
  if (isa<FloatType>(attribute.getElementType()))
    for (const APFloat &value : attribute.getValues<APFloat>())
      append(value.bitcastToAPInt());
  else
    for (const APInt &value : attribute.getValues<APInt>())
      append(value);
  return bytes;
}

/// Of a type without offsets or strides, as workgroup memory has.
uint64_t getNumPackedBytes(Type type) {
  if (auto array = dyn_cast<spirv::ArrayType>(type))
    return array.getNumElements() * getNumPackedBytes(array.getElementType());
  if (auto structure = dyn_cast<spirv::StructType>(type)) {
    uint64_t sum = 0;
    for (Type member : structure.getElementTypes())
      sum += getNumPackedBytes(member);
    return sum;
  }
  return cast<spirv::SPIRVType>(type).getSizeInBytes().value_or(0);
}

class PlanTranslator {
public:
  explicit PlanTranslator(func::FuncOp function) : function(function) {}

  llvm::Expected<LaunchPlan> translate() {
    for (BlockArgument argument : function.getArguments()) {
      PlanBuffer buffer;
      buffer.kind = PlanBuffer::Kind::Input;
      buffer.argument = argument.getArgNumber();
      if (auto type = dyn_cast<MemRefType>(argument.getType()))
        buffer.numBytes = getNumBytes(type);
      else
        buffer.numBytes = getElementBytes(argument.getType());
      addBuffer(argument, std::move(buffer));
    }
    for (Operation &op : function.getBody().front()) {
      if (llvm::Error error = translate(op))
        return std::move(error);
      // Nothing behind it is run.
      if (plan.failure)
        break;
    }
    return std::move(plan);
  }

private:
  void addBuffer(Value value, PlanBuffer buffer) {
    numbers[value] = plan.buffers.size();
    plan.buffers.push_back(std::move(buffer));
  }

  llvm::Expected<uint32_t> getBuffer(Operation *user, Value value) {
    Value root = memref::skipViewLikeOps(cast<MemrefValue>(value));
    auto it = numbers.find(root);
    if (it == numbers.end())
      return createError(user, "uses a buffer that is no part of the plan");
    return it->second;
  }

  llvm::Error translate(Operation &op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      PlanBuffer buffer;
      buffer.numBytes = getNumBytes(alloc.getType());
      addBuffer(alloc, std::move(buffer));
      return llvm::Error::success();
    }
    if (auto constant = dyn_cast<memref::GetGlobalOp>(op))
      return addConstant(constant);
    if (auto initialize = dyn_cast<InitializeOp>(op))
      return addInitialWord(initialize);
    if (auto dispatch = dyn_cast<DispatchOp>(op))
      return addDispatch(dispatch);
    if (auto barrier = dyn_cast<BarrierOp>(op)) {
      lastBarrier =
          std::max(lastBarrier, barrier.getGrids() ? PlanBarrier::Grids
                                                   : PlanBarrier::Kernels);
      return llvm::Error::success();
    }
    if (auto report = dyn_cast<ReportIndicesOp>(op))
      return addReport(report);
    if (auto report = dyn_cast<ReportCheckOp>(op))
      return addCheck(report);
    if (auto require = dyn_cast<RequireOp>(op))
      return addFailure(require);
    if (auto result = dyn_cast<func::ReturnOp>(op))
      return addResults(result);
    if (isa<ViewLikeOpInterface, memref::DeallocOp>(op) ||
        op.hasTrait<OpTrait::ConstantLike>())
      return llvm::Error::success();
    return createError(&op, "is no part of a launch plan");
  }

  llvm::Error addConstant(memref::GetGlobalOp op) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        op, op.getNameAttr());
    std::optional<std::vector<char>> contents;
    if (global)
      contents = getContents(global.getInitialValueAttr());
    if (!contents || static_cast<int64_t>(contents->size()) !=
                         getNumBytes(cast<MemRefType>(op.getType())))
      return createError(op, "is a constant without contents, or of other "
                             "sizes than its type says");
    PlanBuffer buffer;
    buffer.kind = PlanBuffer::Kind::Constant;
    buffer.contents = std::move(*contents);
    buffer.numBytes = buffer.contents.size();
    addBuffer(op, std::move(buffer));
    return llvm::Error::success();
  }

  llvm::Error addInitialWord(InitializeOp op) {
    llvm::Expected<uint32_t> buffer = getBuffer(op, op.getBuffer());
    if (!buffer)
      return buffer.takeError();
    plan.initialWords.push_back({*buffer, op.getOffset() * sizeof(uint32_t),
                                 static_cast<uint32_t>(op.getValue())});
    return llvm::Error::success();
  }

  llvm::Error addDispatch(DispatchOp op) {
    llvm::Expected<uint32_t> kernel = addKernel(op);
    if (!kernel)
      return kernel.takeError();
    Dispatch dispatch;
    dispatch.kernel = *kernel;
    llvm::copy(op.getWorkgroups(), dispatch.workgroups.begin());
    for (Value operand : op.getBuffers()) {
      llvm::Expected<uint32_t> buffer = getBuffer(op, operand);
      if (!buffer)
        return buffer.takeError();
      dispatch.buffers.push_back(*buffer);
    }
    if (op.getGrid()) {
      llvm::Expected<uint32_t> grid = getBuffer(op, op.getGrid());
      if (!grid)
        return grid.takeError();
      dispatch.grid = {*grid, *op.getGridOffset() * sizeof(uint32_t)};
    }
    dispatch.barrier = std::exchange(lastBarrier, PlanBarrier::None);
    plan.dispatches.push_back(std::move(dispatch));
    return llvm::Error::success();
  }

  llvm::Expected<uint32_t> addKernel(DispatchOp op) {
    auto owner =
        function->getParentOfType<ModuleOp>().lookupSymbol<gpu::GPUModuleOp>(
            op.getKernel().getRootReference());
    if (!owner || owner.getOps<spirv::ModuleOp>().empty())
      return createError(op, "names a kernel that is not SPIR-V");
    spirv::ModuleOp module = *owner.getOps<spirv::ModuleOp>().begin();

    GPUKernel kernel;
    kernel.name = op.getKernel().getLeafReference().str();
    kernel.numBindings = op.getBuffers().size();
    kernel.writes.resize(kernel.numBindings);
    for (int64_t binding : op.getWrites())
      kernel.writes[binding] = true;
    for (auto mode : module.getOps<spirv::ExecutionModeOp>())
      if (mode.getExecutionMode() == spirv::ExecutionMode::LocalSize)
        for (auto [i, size] :
             llvm::enumerate(mode.getValues().getAsValueRange<IntegerAttr>()))
          kernel.workgroupSize[i] = size.getZExtValue();
    for (auto variable : module.getOps<spirv::GlobalVariableOp>()) {
      auto pointer = cast<spirv::PointerType>(variable.getType());
      if (pointer.getStorageClass() == spirv::StorageClass::Workgroup)
        kernel.workgroupMemory += getNumPackedBytes(pointer.getPointeeType());
    }
    SmallVector<uint32_t, 0> words;
    if (failed(spirv::serialize(module, words)))
      return createError(op, "names a kernel that has no binary form");
    kernel.spirv.assign(words.begin(), words.end());
    plan.kernels.push_back(std::move(kernel));
    return plan.kernels.size() - 1;
  }

  llvm::Error addReport(ReportIndicesOp op) {
    llvm::Expected<uint32_t> buffer = getBuffer(op, op.getBuffer());
    if (!buffer)
      return buffer.takeError();
    IndexReport report;
    report.buffer = *buffer;
    report.offset = op.getOffset() * 4;
    report.bound = op.getBound();
    report.prefix = describeLocation(op.getLoc()) + "'dml.max_unpooling' op ";
    plan.indexReports.push_back(std::move(report));
    return llvm::Error::success();
  }

  llvm::Error addCheck(ReportCheckOp op) {
    llvm::Expected<uint32_t> buffer = getBuffer(op, op.getBuffer());
    if (!buffer)
      return buffer.takeError();
    StringRef name = op.getAssumption().value_or(kIndexAssumptionNames[0]);
    auto *assumption = llvm::find(kIndexAssumptionNames, name);
    plan.checks.push_back(
        {*buffer, static_cast<uint64_t>(op.getOffset()) * 4,
         op.getMessage().str(),
         static_cast<IndexAssumption>(assumption - kIndexAssumptionNames)});
    return llvm::Error::success();
  }

  llvm::Error addFailure(RequireOp op) {
    if (!matchPattern(op.getCondition(), m_Zero()))
      return createError(op, "depends on what only a run knows");
    SmallVector<int64_t> values;
    for (Value value : op.getValues()) {
      APInt constant;
      if (!matchPattern(value, m_ConstantInt(&constant)))
        return createError(op, "reports what only a run knows");
      values.push_back(constant.getSExtValue());
    }
    plan.failure = messages::fillPlaceholders(op.getMessage(), values);
    return llvm::Error::success();
  }

  llvm::Error addResults(func::ReturnOp op) {
    for (Value value : op.getOperands()) {
      if (!isa<MemRefType>(value.getType())) {
        if (llvm::Error error = addScalarResult(op, value))
          return error;
        continue;
      }
      llvm::Expected<uint32_t> buffer = getBuffer(op, value);
      if (!buffer)
        return buffer.takeError();
      // The function may declare less than is known.
      while (auto cast = value.getDefiningOp<memref::CastOp>())
        value = cast.getSource();
      auto type = cast<MemRefType>(value.getType());
      if (!type.hasStaticShape())
        return createError(op, "returns a tensor of dynamic sizes");
      if (static_cast<uint64_t>(getNumBytes(type)) !=
          plan.buffers[*buffer].numBytes)
        return createError(op, "returns a part of a buffer");
      plan.results.push_back(*buffer);
      plan.resultSizes.emplace_back(type.getShape().vec());
    }
    return llvm::Error::success();
  }

  llvm::Error addScalarResult(func::ReturnOp op, Value value) {
    if (!numbers.count(value)) {
      TypedAttr attribute;
      if (!matchPattern(value, m_Constant(&attribute)))
        return createError(op, "returns a scalar that is computed, and only "
                               "tensors are on the device");
      APInt bits = isa<FloatAttr>(attribute)
                       ? cast<FloatAttr>(attribute).getValue().bitcastToAPInt()
                       : cast<IntegerAttr>(attribute).getValue();
      PlanBuffer buffer;
      buffer.kind = PlanBuffer::Kind::Constant;
      buffer.numBytes = getElementBytes(value.getType());
      for (uint64_t byte = 0; byte < buffer.numBytes; ++byte)
        buffer.contents.push_back(bits.extractBitsAsZExtValue(
            std::min<uint64_t>(8, bits.getBitWidth() - byte * 8), byte * 8));
      addBuffer(value, std::move(buffer));
    }
    plan.results.push_back(numbers.lookup(value));
    plan.resultSizes.emplace_back();
    return llvm::Error::success();
  }

  func::FuncOp function;
  LaunchPlan plan;
  llvm::DenseMap<Value, uint32_t> numbers;
  PlanBarrier lastBarrier = PlanBarrier::None;
};

} // namespace

llvm::Expected<LaunchPlan> translateToLaunchPlan(func::FuncOp function) {
  return PlanTranslator(function).translate();
}

} // namespace dml
