//===- UnpoolPartition.h - Unpooling by radix partition ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of what UnpoolPartition sorts inputs into, and why:
// - A fine bucket has 4096 elements, or half as many where they have 64 bits:
//   its WinnerTile has little more than 16 KiB. It has fewer where workgroups
//   have less memory, or where inputs are so dense that the pairs of a bucket
//   would exceed the registers of its threads.
// - A pair has the value as well as offset and position: reading the value
//   later would be one more access at random.
// - A list has room for a quarter more than evenly spread inputs need, and 64
//   pairs. If one is too short, or an index is out of range, the fallback does
//   the whole operation, and counts the indices.
// - Lists and the winner map of the fallback share memory, as they are used one
//   after the other.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPARTITION_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPARTITION_H

#include "UnpoolInputs.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace dml {

/// The quads of inputs that a thread sorts.
constexpr int64_t kQuadsPerThread = 2;
/// A chunk is sorted into buckets. Each thread handles at most so many of them.
constexpr int64_t kBucketsPerThread = 8;
/// The most pairs of a fine bucket that a thread holds.
constexpr int64_t kPairsPerThread = 8;
/// The words of workgroup memory that sorting takes for each bucket. Each input
/// of a chunk needs one word more.
constexpr int64_t kWordsPerBucket = 3;
/// The words of workgroup memory for threads without a pair, which store all
/// the same: a counter, and a word behind the sorted ones.
constexpr int64_t kWordsOfAbsentPairs = 2;

/// The layout of an input as a pair of index and value, in the lists that a
/// radix partition makes. The index is an offset in the coarse bucket. The
/// position of the input comes with it, as the partition does not keep the
/// order of inputs. The three are bit fields side by side, in 1, 2 or 4 32-bit
/// words, which one load or store moves.
class UnpoolPair {
public:
  /// The bits [begin, begin + width) of a pair; `width` is 32 at most.
  struct Field {
    int64_t begin, width;

    void insert(WordBuilder &w, llvm::MutableArrayRef<mlir::Value> words,
                mlir::Value bits) const;
    mlir::Value extract(WordBuilder &w, mlir::ValueRange words) const;
  };

  UnpoolPair() = default;
  /// Offsets and positions have 1 to 31 bits, values 8, 16, 32 or 64.
  UnpoolPair(int64_t offsetBits, int64_t positionBits, int64_t valueBits);

  /// Returns the words of a pair, 1, 2 or 4. The first getNumUsedWords hold
  /// bits.
  int64_t getNumWords() const { return llvm::PowerOf2Ceil(getNumUsedWords()); }
  int64_t getNumUsedWords() const { return llvm::divideCeil(numBits, 32); }

  /// Returns the used words of a pair. The value comes in 32-bit words; a
  /// narrow one in the low bits of one word, with zeros above.
  llvm::SmallVector<mlir::Value> pack(WordBuilder &w, mlir::Value offset,
                                      mlir::Value position,
                                      mlir::ValueRange value) const;

  llvm::SmallVector<Field, 2> value;
  Field offset, position;

private:
  Field append(int64_t width);

  int64_t numBits = 0;
};

/// Equal buckets of the result, each with a list of the inputs that point into
/// it. The list is an array of pairs of fixed length in a buffer of device
/// memory, with room for evenly spread inputs and some more. Its count of pairs
/// is one of the control words.
struct UnpoolBuckets {
  int64_t numBuckets;
  /// The elements of the result in a bucket.
  int64_t size;
  /// The most pairs that the list of a bucket holds.
  int64_t capacity;
  /// The number of the control word that is the first bucket's count.
  int64_t firstCountWord;
  /// The pairs of all buckets, as a view of units of UnpoolPair::getNumWords.
  mlir::Value pairs;

  /// Returns the position in `pairs` of the first pair of a bucket, as a word.
  mlir::Value getFirstPair(WordBuilder &w, mlir::Value bucket) const {
    return w.multiply(bucket, capacity);
  }
  /// Loads the number of pairs that the list of a bucket holds. The count
  /// itself is larger if more inputs point into the bucket than it has room
  /// for.
  mlir::Value loadCount(WordBuilder &w, const UnpoolInputs &inputs,
                        mlir::Value bucket) const {
    return w.minimum(w.load(inputs.getControl(), w.add(bucket, firstCountWord)),
                     capacity);
  }
  /// Sets the count of a bucket to 0.
  void clear(WordBuilder &w, const UnpoolInputs &inputs,
             mlir::Value bucket) const {
    w.store(w.constant(0), inputs.getControl(), w.add(bucket, firstCountWord));
  }
};

/// The plan of a radix partition: chooses the sizes, and emits the kernels in
/// order. The result is cut into fine buckets, each of which fits the memory of
/// a workgroup. If there are more of them than one kernel can sort into,
/// consecutive fine buckets form a coarse bucket: one kernel partitions the
/// inputs into coarse buckets, and another one each coarse bucket into fine
/// ones. Inputs that stay in their planes skip the first, where a chunk of them
/// can point into few enough fine buckets. A last kernel has a workgroup for
/// each fine bucket.
///
/// A chunk is the inputs that a workgroup sorts together.
class UnpoolPartition {
public:
  /// Chooses a plan for as many planes of inputs as of results. Returns nothing
  /// where the lists of the buckets exceed the limits, or the result ends
  /// within a 16-byte vector.
  static std::optional<UnpoolPartition> choose(mlir::MemRefType values,
                                               mlir::MemRefType dest,
                                               const UnpoolLimits &limits);

  /// Returns the number of control words, with the counts of all buckets.
  int64_t getNumControlWords() const {
    return UnpoolControl::NumWords + coarse.numBuckets + fine.numBuckets;
  }

  /// Returns UnpoolControl::AcrossPlanes of a sample of the inputs. All threads
  /// of one workgroup must call this code, and the next.
  mlir::Value emitSample(WordBuilder &w, const UnpoolInputs &inputs,
                         mlir::Value thread) const;
  /// Clears the buckets that are filled first.
  void emitClear(WordBuilder &w, const UnpoolInputs &inputs, mlir::Value thread,
                 mlir::Value isAcross) const;

  /// Allocates the lists of the buckets, outside of kernels.
  void allocate(mlir::OpBuilder &b, mlir::Location loc);

  /// Emits the kernels that fill the buckets, and one that writes every element
  /// of the result. They set UnpoolControl::Fallback if a bucket has too little
  /// room or an index is out of range. Fails if a launch needs too many
  /// workgroups.
  mlir::LogicalResult emitKernels(mlir::OpBuilder &b, UnpoolOp op,
                                  const UnpoolInputs &inputs) const;

  bool hasCoarseBuckets() const { return fine.size < coarse.size; }
  /// Returns the first of the fine buckets that the inputs of a chunk may point
  /// into if they stay in their planes, as a word.
  mlir::Value getFirstBucket(WordBuilder &w, mlir::Value chunk) const;
  int64_t getFinePerCoarse() const { return coarse.size / fine.size; }
  /// Returns the inputs of a chunk.
  int64_t getChunkSize() const;
  /// Returns the chunks that the pairs of a coarse bucket make, at most.
  int64_t getChunksPerCoarseBucket() const {
    return llvm::divideCeil(coarse.capacity, getChunkSize());
  }

  UnpoolLimits limits;
  int64_t elementBytes;
  /// `coarse.size` is `fine.size` where there are no coarse buckets.
  UnpoolBuckets fine, coarse;
  /// The layout of a pair in any bucket. Its offset counts from the start of
  /// the coarse bucket, or of the fine one if there are no coarse ones.
  UnpoolPair pair;

private:
  /// A kernel that partitions the inputs, into so many of the buckets at a
  /// time, where UnpoolControl::AcrossPlanes is this, if it matters.
  struct InputStage {
    std::optional<int64_t> isAcross;
    const UnpoolBuckets *buckets;
    int64_t numBuckets;

    mlir::Value isWanted(WordBuilder &w, mlir::Value across) const {
      return isAcross ? w.isEqual(across, *isAcross) : w.boolean(true);
    }
  };
  llvm::SmallVector<InputStage, 2> getInputStages() const;
  bool chooseFineBuckets();
  bool chooseCoarseBuckets();
  void layOut();
  void chooseBucketsPerChunk();
  int64_t getMaxBuckets() const;
  bool fits(const UnpoolBuckets &buckets) const;
  int64_t getCapacity(int64_t size) const;

  int64_t numInputs, numOutputs, inputsPerPlane, outputsPerPlane;
  /// The fine buckets that a chunk may point into if its inputs stay in their
  /// planes; set if there are coarse buckets that these inputs skip.
  std::optional<int64_t> bucketsPerChunk;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPARTITION_H
