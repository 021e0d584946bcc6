//===- WorkgroupUnpool.cpp - Unpooling by one workgroup -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkgroupUnpool.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "WinnerMap.h"

using namespace mlir;

namespace dml {

/// Of more elements, other kernels take less time than one workgroup.
constexpr static int64_t kMaxElements = 8192;
/// The most threads of the workgroup.
constexpr static int64_t kMaxThreads = 512;
/// The most quads of inputs, or vectors of the result, that a thread has
/// without a loop, and the most elements of these vectors: with more, few
/// threads gather all.
constexpr static int64_t kMaxUnrolled = 8, kMaxGathered = 4;

int64_t getMaxElementsOfWorkgroup(int64_t cacheBytes,
                                  int64_t maxWorkgroupMemory) {
  int64_t words = maxWorkgroupMemory / kWordBytes - IndexReport::NumWords;
  return std::clamp<int64_t>(std::min(cacheBytes / kWordBytes, words), 0,
                             kMaxElements);
}

LogicalResult emitWorkgroupUnpool(OpBuilder &b, UnpoolOp op,
                                  const UnpoolInputs &inputs,
                                  const UnpoolLimits &limits) {
  Location loc = op.getLoc();
  int64_t size = std::max(limits.workgroupSize,
                          std::min(limits.maxInvocations, kMaxThreads));
  int64_t numOutputs = inputs.getNumOutputs();
  auto valueType = cast<MemRefType>(op.getValues().getType());
  auto destType = cast<MemRefType>(op.getDest().getType());
  Value values = viewAsLine(b, op.getValues());
  Value dest = viewAsLine(b, op.getDest());
  return buildWorkgroupLaunch(
      b, loc, 1, size, limits.maxWorkgroups,
      [&](WordBuilder &w, Value, Value thread) {
        auto forEach = [&](int64_t count, function_ref<void(Value)> body) {
          w.forEachOfThread(thread, count, size, body, kMaxUnrolled);
        };
        Value map = allocateWorkgroupWords(w, numOutputs);
        Value report = allocateWorkgroupWords(w, IndexReport::NumWords);
        auto clear = [&](Value words, int64_t count) {
          forEach(count, [&](Value i) { w.store(w.constant(0), words, i); });
        };
        clear(map, numOutputs);
        clear(report, IndexReport::NumWords);
        emitBarrier(w);
        forEach(inputs.getNumQuads(), [&](Value quad) {
          enterQuad(w, quad, inputs,
                    {map, /*first=*/0, /*begin=*/0, numOutputs}, report);
        });
        emitBarrier(w);
        w.ifThen(w.isEqual(thread, 0), [&] {
          for (int64_t word :
               {IndexReport::Count, IndexReport::ComplementedPosition,
                IndexReport::IndexHigh})
            w.store(w.load(report, word), inputs.getControl(),
                    w.constant(word));
          storeReportedIndex(w, report, inputs);
        });
        Value zero = arith::ConstantOp::create(
            b, loc, b.getZeroAttr(destType.getElementType()));
        int64_t length = std::min<int64_t>(
            kVectorBytes / getElementBytes(destType.getElementType()),
            kMaxGathered);
        forEach(llvm::divideCeil(numOutputs, length), [&](Value vector) {
          storeVector(w, dest, vector, length, [&](Value place) {
            // The last vector may end behind the buffer.
            place = w.minimum(place, numOutputs - 1);
            Value winner = w.load(map, getNumber(w, place, destType));
            Value number = w.subtract(w.maximum(winner, 1), 1);
            Value value = w.load(values, getPlace(w, number, valueType));
            return w.select(w.isNotEqual(winner, 0), value, zero);
          });
        });
      });
}

} // namespace dml
