//===- PooledElements.h - What max_pooling2 compares ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_POOLEDELEMENTS_H
#define DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_POOLEDELEMENTS_H

#include "WindowReduction.h"
#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"

namespace dml {

/// How max_pooling2 compares elements. The largest one comes out with its own
/// bits (M3). Floats are compared as they are if the target keeps the denormals
/// of their type when it does so. All other elements are compared as integers:
/// each is held in the highest bits of a word. The other bits are zero, or hold
/// a rank (canHoldRanks).
class PooledElements {
public:
  /// `type` says whether integers are signed.
  PooledElements(mlir::Type type, const LoweringOptions &options);

  /// -infinity, or the smallest integer (M6).
  llvm::APInt getLowest() const;

  /// A constant of the type in which elements are compared.
  mlir::TypedAttr getAttr(mlir::Builder &b, const llvm::APInt &value) const;

  /// An element of the input in the type in which elements are compared.
  mlir::Value toWord(mlir::OpBuilder &b, mlir::Location loc,
                     mlir::Value element) const;

  /// An element that may be the largest. `key` is compared; `kept` replaces
  /// what is kept if the element is larger.
  struct Candidate {
    mlir::Value key;
    llvm::SmallVector<mlir::Value> kept;
  };

  /// The candidate for an element of the input. Floats that are compared as
  /// integers have unsigned keys in the order of numbers. All NaNs have one
  /// key, which is the largest (M5).
  /// - The zeros of a float as wide as the word have one key (M4). The element
  ///   does not follow from its key, so it is kept beside it.
  /// - Of a narrower float, an exact key is kept in place of it: one more than
  ///   the key before NaNs have a common one. The element follows from it. The
  ///   keys of the zeros differ by one, so neither is above the other's exact
  ///   one.
  Candidate getCandidate(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::Value word) const;

  /// The candidate for the largest element of another part of the window, given
  /// what was kept of that.
  Candidate getCandidateOfKept(mlir::OpBuilder &b, mlir::Location loc,
                               mlir::ValueRange kept) const;

  /// What is kept of the lowest value before there is any element.
  llvm::SmallVector<llvm::APInt> getInitial() const;

  /// Of equal elements the first in the window has to stay (M4).
  WindowOrder getOrder() const {
    return isNarrowFloat ? WindowOrder::Ascending : WindowOrder::Descending;
  }

  /// Selects what is kept of the candidate if it is larger, and otherwise what
  /// was kept `before`. `inside` says whether the candidate is an element; it
  /// is null if it always is.
  llvm::SmallVector<mlir::Value>
  keepLarger(mlir::OpBuilder &b, mlir::Location loc, const Candidate &candidate,
             mlir::ValueRange before, mlir::Value inside) const;

  /// The larger one, where nothing else depends on which that is; null for
  /// floats.
  mlir::Value getLarger(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value word, mlir::Value kept) const;

  /// The width of what is compared.
  unsigned getWordWidth() const { return wordWidth; }

  /// Whether words, of 32 bits, have room for so many ranks below the elements.
  /// Of equal elements, the word with the larger rank is larger.
  bool canHoldRanks(int64_t count) const {
    return !isFloat && wordWidth == 32 &&
           count <= int64_t(1) << (wordWidth - width);
  }
  /// The rank that a word holds.
  mlir::Value getRank(mlir::OpBuilder &b, mlir::Location loc,
                      mlir::Value word) const;

  /// The element that is kept, signless.
  mlir::Value toElement(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::ValueRange kept) const;

private:
  mlir::Value compareKeys(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::Value key, mlir::Value kept) const;

  template <typename OpT>
  mlir::Value emit(mlir::OpBuilder &b, mlir::Location loc, mlir::Value lhs,
                   const llvm::APInt &rhs) const;
  template <typename OpT>
  mlir::Value emit(mlir::OpBuilder &b, mlir::Location loc, mlir::Value lhs,
                   unsigned rhs) const {
    return emit<OpT>(b, loc, lhs, llvm::APInt(wordWidth, rhs));
  }

  /// The key of +0.0. It is so large that no number's key wraps around, and
  /// that keys of negative NaNs wrap around to above infinity's. For narrow
  /// floats, -infinity's key is also larger than what is kept initially.
  llvm::APInt getMiddle() const {
    return isNarrowFloat ? infinity + 3 : infinity;
  }

  /// Gives all NaNs one key, where their keys still differ by their bits.
  mlir::Value mergeNaNs(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value key) const;

  /// Returns a word and its sign. Of a negative word, all bits but the sign are
  /// inverted: as signed integers, words then have the order of numbers. Doing
  /// so twice gives the word back. The sign is in all bits of the second value.
  std::pair<mlir::Value, mlir::Value>
  flipNegative(mlir::OpBuilder &b, mlir::Location loc, mlir::Value word) const;

  mlir::Type type;
  unsigned width;
  bool isFloat, comparesFloats;
  unsigned wordWidth;
  bool isNarrowFloat, isUnsigned;
  llvm::APInt infinity;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_POOLEDELEMENTS_H
