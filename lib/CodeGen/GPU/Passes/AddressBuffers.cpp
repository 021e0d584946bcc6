//===- AddressBuffers.cpp - Buffers by their addresses in kernels ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicUpdates.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "ReadableMargin.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/Target/LaunchPlan.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace dml {
#define GEN_PASS_DEF_GPUADDRESSBUFFERS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// A buffer that can be bound has less than 2^32 bytes.
constexpr int64_t kMaxWords = (int64_t(1) << 32) / kWordBytes;
constexpr int64_t kMarginWords = kMaxReadableMargin / kWordBytes;

/// The largest constant of an index that is added to the address instead.
constexpr int64_t kMaxDistance = kMaxWords - kMarginWords;

/// The name of the addresses' variable, unless there is one of that name.
constexpr StringLiteral kAddressesName = "__addresses";

spirv::PointerType getType(spirv::GlobalVariableOp variable) {
  return cast<spirv::PointerType>(variable.getType());
}

bool isBuffer(spirv::GlobalVariableOp variable) {
  return getType(variable).getStorageClass() ==
             spirv::StorageClass::StorageBuffer &&
         variable.getBinding() && variable.getDescriptorSet() == 0u;
}

/// The array that is all of a buffer; null if the buffer holds something else,
/// or elements at distances that are no powers of two.
spirv::ArrayType getArray(spirv::GlobalVariableOp variable) {
  auto whole = dyn_cast<spirv::StructType>(getType(variable).getPointeeType());
  if (!whole || whole.getNumElements() != 1 || !whole.hasOffset() ||
      whole.getMemberOffset(0) != 0)
    return {};
  auto array = dyn_cast<spirv::ArrayType>(whole.getElementType(0));
  return array && llvm::isPowerOf2_32(array.getArrayStride())
             ? array
             : spirv::ArrayType();
}

/// Whether an operation loads from a pointer, stores to it or updates what is
/// there.
bool isAccess(OpOperand &pointer) {
  Operation *op = pointer.getOwner();
  if (pointer.getOperandNumber() != 0)
    return false;
  if (auto load = dyn_cast<spirv::LoadOp>(op))
    return !load.getMemoryAccess();
  if (auto store = dyn_cast<spirv::StoreOp>(op))
    return !store.getMemoryAccess();
  return isAtomicUpdate(op);
}

/// Whether an operation finds an element of a buffer, by a 32-bit index, and
/// only accesses follow.
bool findsElement(Operation *op) {
  auto found = dyn_cast<spirv::AccessChainOp>(op);
  return found && found.getIndices().size() == 2 &&
         found.getIndices().back().getType().isSignlessInteger(32) &&
         llvm::all_of(found->getUses(), isAccess);
}

/// Replaces the buffers of a kernel.
class KernelAddresser {
public:
  explicit KernelAddresser(spirv::ModuleOp module) : module(module) {}

  /// Replaces the buffers if that is possible. A kernel with too many buffers
  /// stays as it is. Any other obstacle is an error if `isRequired`.
  LogicalResult run(bool isRequired) {
    for (auto variable : module.getOps<spirv::GlobalVariableOp>())
      if (isBuffer(variable))
        buffers.push_back(variable);
    if (!canAddress()) {
      if (!isRequired || uses.empty() || numBuffers > kMaxAddresses)
        return success();
      return module.emitOpError(
          "reads around its buffers, which need addresses "
          "in place of other push constants or accesses");
    }
    createAddresses();
    for (spirv::AddressOfOp use : uses)
      replace(use);
    nameVariables();
    for (spirv::GlobalVariableOp buffer : buffers)
      buffer.erase();
    module.setAddressingModel(spirv::AddressingModel::PhysicalStorageBuffer64);
    requireAddresses();
    return success();
  }

private:
  /// Whether there are uses, all of them accesses to elements, and room for the
  /// addresses.
  bool canAddress() {
    module.walk([&](spirv::AddressOfOp op) {
      if (isBuffer(getVariable(op)))
        uses.push_back(op);
    });
    for (spirv::GlobalVariableOp buffer : buffers)
      numBuffers =
          std::max<uint64_t>(numBuffers, uint64_t(*buffer.getBinding()) + 1);
    auto isPushConstant = [](spirv::GlobalVariableOp variable) {
      return getType(variable).getStorageClass() ==
             spirv::StorageClass::PushConstant;
    };
    auto isPlain = [](spirv::GlobalVariableOp buffer) {
      return getArray(buffer) && !buffer->hasAttr("coherent") &&
             !buffer->hasAttr("volatile");
    };
    return !uses.empty() && numBuffers <= kMaxAddresses &&
           llvm::none_of(module.getOps<spirv::GlobalVariableOp>(),
                         isPushConstant) &&
           llvm::all_of(buffers, isPlain) &&
           llvm::all_of(uses, [](spirv::AddressOfOp use) {
             return llvm::all_of(use->getUsers(), findsElement);
           });
  }

  spirv::GlobalVariableOp getVariable(spirv::AddressOfOp op) {
    return SymbolTable::lookupNearestSymbolFrom<spirv::GlobalVariableOp>(
        module, op.getVariableAttr());
  }

  void createAddresses() {
    SymbolTable symbols(module);
    OpBuilder b(buffers.front());
    SmallVector<Type> types(numBuffers, b.getI64Type());
    SmallVector<spirv::StructType::OffsetInfo> offsets;
    for (uint64_t i = 0; i < numBuffers; ++i)
      offsets.push_back(i * sizeof(uint64_t));
    addresses = spirv::GlobalVariableOp::create(
        b, module.getLoc(),
        TypeAttr::get(
            spirv::PointerType::get(spirv::StructType::get(types, offsets),
                                    spirv::StorageClass::PushConstant)),
        b.getStringAttr(kAddressesName), /*initializer=*/nullptr);
    symbols.insert(addresses);
  }

  void replace(spirv::AddressOfOp use) {
    OpBuilder b(use);
    Location loc = use.getLoc();
    spirv::GlobalVariableOp buffer = getVariable(use);
    Value all = spirv::AddressOfOp::create(b, loc, addresses);
    Value number = spirv::ConstantOp::create(
        b, loc, b.getI32Type(), b.getI32IntegerAttr(*buffer.getBinding()));
    Value place = spirv::AccessChainOp::create(b, loc, all, ValueRange(number));
    Value begin = spirv::LoadOp::create(b, loc, place);
    for (Operation *user : llvm::make_early_inc_range(use->getUsers()))
      replace(cast<spirv::AccessChainOp>(user), begin, getArray(buffer));
    use.erase();
  }

  /// Replaces an access chain by the address of its element. If the index is a
  /// sum with a constant, the address adds the constant last: elements at
  /// constant distances then share the rest of the address, and loads add a
  /// constant by themselves. If an array has at most kMaxWords elements, the
  /// rest of the index is a signed word, even if the sum wraps around: the
  /// index is in [-kMarginWords, kMaxWords + kMarginWords), and the constant in
  /// [-kMaxDistance, kMaxDistance]. Longer arrays, of bytes or halves, have
  /// unsigned indices, and the address adds no constant.
  void replace(spirv::AccessChainOp access, Value begin,
               spirv::ArrayType array) {
    OpBuilder b(access);
    Location loc = access.getLoc();
    Type wide = b.getI64Type();
    auto constant = [&](int64_t value) -> Value {
      return spirv::ConstantOp::create(b, loc, wide,
                                       b.getI64IntegerAttr(value));
    };
    int64_t stride = array.getArrayStride();
    bool isSigned = array.getNumElements() <= kMaxWords;
    Value index = access.getIndices().back();
    int64_t distance = 0;
    APInt known;
    if (auto sum = index.getDefiningOp<spirv::IAddOp>();
        sum && isSigned &&
        matchPattern(sum.getOperand2(), m_ConstantInt(&known)) &&
        std::abs(known.getSExtValue()) <= kMaxDistance) {
      index = sum.getOperand1();
      distance = known.getSExtValue();
    }
    Value widened =
        isSigned ? spirv::SConvertOp::create(b, loc, wide, index).getResult()
                 : spirv::UConvertOp::create(b, loc, wide, index).getResult();
    Value bytes = spirv::IMulOp::create(b, loc, widened, constant(stride));
    Value address = spirv::IAddOp::create(b, loc, begin, bytes);
    if (distance != 0)
      address =
          spirv::IAddOp::create(b, loc, address, constant(distance * stride));
    auto type = cast<spirv::PointerType>(access.getType());
    Value pointer = spirv::ConvertUToPtrOp::create(
        b, loc,
        spirv::PointerType::get(type.getPointeeType(),
                                spirv::StorageClass::PhysicalStorageBuffer),
        address);
    for (Operation *user : llvm::make_early_inc_range(access->getUsers()))
      replaceAccess(user, access, pointer, std::min(stride, kVectorBytes));
    access.erase();
  }

  /// A buffer is aligned to vectors, so an element is aligned to the array's
  /// stride, or to a vector if that is less.
  static void replaceAccess(Operation *user, Value old, Value pointer,
                            int64_t alignment) {
    OpBuilder b(user);
    auto aligned = spirv::MemoryAccessAttr::get(user->getContext(),
                                                spirv::MemoryAccess::Aligned);
    IntegerAttr bytes = b.getI32IntegerAttr(alignment);
    if (auto load = dyn_cast<spirv::LoadOp>(user)) {
      Value loaded =
          spirv::LoadOp::create(b, load.getLoc(), pointer, aligned, bytes);
      load.replaceAllUsesWith(loaded);
      load.erase();
    } else if (auto store = dyn_cast<spirv::StoreOp>(user)) {
      spirv::StoreOp::create(b, store.getLoc(), pointer, store.getValue(),
                             aligned, bytes);
      store.erase();
    } else {
      user->replaceUsesOfWith(old, pointer);
    }
  }

  /// Adds what addresses need to the kernel's capabilities, if these are known.
  void requireAddresses() {
    std::optional<spirv::VerCapExtAttr> known = module.getVceTriple();
    if (!known)
      return;
    llvm::SetVector<spirv::Capability> capabilities(
        known->getCapabilities().begin(), known->getCapabilities().end());
    capabilities.insert(spirv::Capability::PhysicalStorageBufferAddresses);
    capabilities.insert(spirv::Capability::Int64);
    llvm::SetVector<spirv::Extension> extensions(known->getExtensions().begin(),
                                                 known->getExtensions().end());
    extensions.insert(spirv::Extension::SPV_KHR_physical_storage_buffer);
    module.setVceTripleAttr(spirv::VerCapExtAttr::get(
        known->getVersion(), capabilities.getArrayRef(),
        extensions.getArrayRef(), module.getContext()));
  }

  /// Names the addresses in place of buffers in the entry point's interface,
  /// which lists buffers from SPIR-V 1.4 on.
  void nameVariables() {
    for (auto entry : module.getOps<spirv::EntryPointOp>()) {
      SmallVector<Attribute> names;
      for (Attribute name : entry.getInterface())
        if (llvm::none_of(buffers, [&](spirv::GlobalVariableOp buffer) {
              return cast<FlatSymbolRefAttr>(name).getValue() ==
                     buffer.getSymName();
            }))
          names.push_back(name);
      if (names.size() < entry.getInterface().size())
        names.push_back(FlatSymbolRefAttr::get(addresses));
      entry.setInterfaceAttr(ArrayAttr::get(module.getContext(), names));
    }
  }

  spirv::ModuleOp module;
  SmallVector<spirv::GlobalVariableOp> buffers;
  SmallVector<spirv::AddressOfOp> uses;
  uint64_t numBuffers = 0;
  spirv::GlobalVariableOp addresses;
};

struct GPUAddressBuffersPass
    : impl::GPUAddressBuffersBase<GPUAddressBuffersPass> {
  using GPUAddressBuffersBase::GPUAddressBuffersBase;

  void runOnOperation() override {
    if (failed(checkReadableMargin(getOperation(), readableMargin)))
      return signalPassFailure();
    WalkResult result = getOperation().walk([&](spirv::ModuleOp module) {
      return WalkResult(
          KernelAddresser(module).run(/*isRequired=*/readableMargin > 0));
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
} // namespace dml
