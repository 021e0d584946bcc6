//===- SplitByteShuffles.cpp - Shuffles that LLVM never legalises ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitByteShuffles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <optional>

using namespace llvm;

namespace dml {

/// Bytes of a vector, of a lane and of a word.
constexpr static int kVectorBytes = 64, kLaneBytes = 16, kWordBytes = 8;
constexpr static int kLanes = kVectorBytes / kLaneBytes;

/// The lane that each lane reads, or nothing if one reads several lanes.
static std::optional<SmallVector<int>> getSourceOfLanes(ArrayRef<int> mask) {
  SmallVector<int> sources;
  for (int start = 0; start < kVectorBytes; start += kLaneBytes) {
    int source = PoisonMaskElem;
    for (int byte : mask.slice(start, kLaneBytes)) {
      if (byte == PoisonMaskElem)
        continue;
      if (source != PoisonMaskElem && source != byte / kLaneBytes)
        return std::nullopt;
      source = byte / kLaneBytes;
    }
    sources.push_back(source);
  }
  return sources;
}

static void split(ShuffleVectorInst &shuffle) {
  auto *bytes = FixedVectorType::get(IntegerType::get(shuffle.getContext(), 8),
                                     kVectorBytes);
  ArrayRef<int> mask = shuffle.getShuffleMask();
  if (shuffle.getType() != bytes || shuffle.getOperand(0)->getType() != bytes ||
      llvm::any_of(mask, [](int byte) { return byte >= kVectorBytes; }))
    return;
  // The first byte in all lanes is one instruction. LLVM does not always find
  // that for other bytes.
  if (shuffle.isZeroEltSplat())
    return;
  std::optional<SmallVector<int>> sources = getSourceOfLanes(mask);
  if (!sources || ShuffleVectorInst::isIdentityMask(*sources, kLanes))
    return;
  IRBuilder<> b(&shuffle);
  SmallVector<int> wordMask;
  for (int source : *sources)
    for (int word = 0; word < kLaneBytes / kWordBytes; ++word)
      wordMask.push_back(source == PoisonMaskElem
                             ? PoisonMaskElem
                             : source * kLaneBytes / kWordBytes + word);
  // A poison byte would make its whole word poison.
  Value *words = b.CreateBitCast(
      b.CreateFreeze(shuffle.getOperand(0)),
      FixedVectorType::get(b.getInt64Ty(), kVectorBytes / kWordBytes));
  Value *lanes = b.CreateShuffleVector(words, wordMask);
  // LLVM joins two shuffles in a row, even as intrinsics. Inline assembly keeps
  // them apart.
  auto *barrierType = FunctionType::get(lanes->getType(), lanes->getType(),
                                        /*isVarArg=*/false);
  Value *barrier = b.CreateCall(
      InlineAsm::get(barrierType, "", "=v,0", /*hasSideEffects=*/false), lanes);
  SmallVector<int> byteMask;
  for (auto [i, byte] : llvm::enumerate(mask))
    byteMask.push_back(byte == PoisonMaskElem
                           ? PoisonMaskElem
                           : i / kLaneBytes * kLaneBytes + byte % kLaneBytes);
  Value *result =
      b.CreateShuffleVector(b.CreateBitCast(barrier, bytes), byteMask);
  shuffle.replaceAllUsesWith(result);
  shuffle.eraseFromParent();
}

void splitByteShuffles(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
      split(*shuffle);
}

} // namespace dml
