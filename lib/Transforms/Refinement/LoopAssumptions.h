//===- LoopAssumptions.h - Sizes of what loops carry ---------- -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TRANSFORMS_REFINEMENT_LOOPASSUMPTIONS_H
#define DML_LIB_TRANSFORMS_REFINEMENT_LOOPASSUMPTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"
#include <map>

namespace dml {

/// What inference assumes of the tensors that loops carry: that an iteration
/// passes on the sizes it was given. This is an assumption, for the next
/// iteration's sizes are known only once the body's types are inferred from it.
/// So an attempt gives a carried tensor the sizes that enter the loop, marks
/// what each iteration passes on as assumed to have them, and infers. Where the
/// body turns out to have them, the mark dissolves; a mark that stays names a
/// size that the loop changes, and the attempt is to be made again without.
class LoopAssumptions {
public:
  /// Names the loops of the function, so that copies of a loop share what is
  /// learnt of it.
  explicit LoopAssumptions(mlir::func::FuncOp function);

  bool hasLoops() const { return loopCount > 0; }

  /// The type for a value that the loop carries, of this declared type, when
  /// one of the known type enters the loop.
  mlir::Type getCarriedType(mlir::Operation *loop, unsigned index,
                            mlir::Type declared, mlir::Type known) const;

  /// Whether an iteration is known to pass on another size than it was given,
  /// rather than one that nobody knows.
  bool changesSizes(mlir::Operation *loop) const;

  /// The value, marked as assumed to have this type when the loop's next
  /// iteration gets it.
  static mlir::Value createAssumed(mlir::OpBuilder &builder,
                                   mlir::Operation *loop, unsigned index,
                                   mlir::Value value, mlir::Type type);

  /// The value that is marked; the value itself otherwise.
  static mlir::Value getMarked(mlir::Value value);

  /// Learns from the marks that stay in the function; false when none does.
  bool learnFrom(mlir::func::FuncOp function);

  /// Assumes nothing from now on, so that no mark can stay.
  void giveUp() { assumesNothing = true; }

  /// Removes the names.
  static void finish(mlir::func::FuncOp function);

private:
  using Carried = std::pair<int64_t, unsigned>;

  int64_t loopCount = 0;
  /// The dimensions that a loop changes, as far as anybody knows.
  std::map<Carried, llvm::SmallBitVector> changing;
  llvm::DenseSet<int64_t> sizeChangingLoops;
  bool assumesNothing = false;
};

/// Types of what loops carry, and unrolling of short loops that change sizes.
/// The assumptions must outlive the patterns.
void populateLoopPatterns(mlir::RewritePatternSet &patterns,
                          const LoopAssumptions &assumptions);

} // namespace dml

#endif // DML_LIB_TRANSFORMS_REFINEMENT_LOOPASSUMPTIONS_H
