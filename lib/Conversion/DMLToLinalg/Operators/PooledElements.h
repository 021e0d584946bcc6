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

/// Elements come out as the bits that they are (M3). The body compares floats
/// of 32 and 64 bits as floats where the target keeps denormals then. It
/// compares all other elements as integers: as words, whose highest bits hold
/// the element and whose other bits are zero.
class PooledElements {
public:
  /// `type` has signs.
  PooledElements(mlir::Type type, const LoweringOptions &options);

  /// -infinity, or the smallest integer (M6).
  llvm::APInt getLowest() const;

  /// A value of the type that is kept in the body.
  mlir::TypedAttr getAttr(mlir::Builder &b, const llvm::APInt &value) const;

  mlir::Value toWord(mlir::OpBuilder &b, mlir::Location loc,
                     mlir::Value element) const;

  /// An element that may be the largest, and what is kept of it if it is.
  struct Candidate {
    mlir::Value key;
    llvm::SmallVector<mlir::Value> kept;
  };

  /// Keys of floats are unsigned and ascend from -infinity over one for both
  /// zeros (M4) to infinity and one for all NaNs (M5). A wide float is kept
  /// beside its key. A narrow one is kept as its place in a finer order, which
  /// gives the element back: -0.0 is before +0.0, and NaNs differ by their
  /// bits. No key of an equal element is above that place.
  Candidate getCandidate(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::Value word) const;

  /// The same of what was kept of another part of the window.
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

  /// The key of +0.0. Numbers have keys that do not wrap around; negative NaNs
  /// wrap to above infinity. The key of a narrow -infinity is above what is
  /// kept initially.
  llvm::APInt getMiddle() const {
    return isNarrowFloat ? infinity + 3 : infinity;
  }

  /// The key of a float whose NaNs have different keys so far.
  mlir::Value mergeNaNs(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value key) const;

  /// The word, all bits but the sign inverted if that is set: signed, that is
  /// the order of numbers. Then the sign in all bits. Its own inverse.
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
