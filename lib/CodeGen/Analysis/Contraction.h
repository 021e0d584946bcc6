//===- Contraction.h - Sums of products -------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_ANALYSIS_CONTRACTION_H
#define DML_LIB_CODEGEN_ANALYSIS_CONTRACTION_H

#include "dml/CodeGen/Analysis/AccessNest.h"

namespace dml {

/// The product that an operation adds to each element of its one result, or
/// null if its body computes something else. Its user is the sum.
mlir::Operation *matchSumOfProducts(mlir::linalg::LinalgOp op);

/// Several loops as one, outermost first: their sizes, and how far a step of
/// each moves an access and then the positions of its predicates.
struct LoopGroup {
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<llvm::SmallVector<int64_t>> steps;

  /// Iterations of all.
  int64_t count() const;
  /// The stride of the innermost loop; 0 if there is none.
  int64_t innerStride() const {
    return steps.empty() ? 0 : steps.back().front();
  }
};

/// Loops of a nest, outermost first, as one group for an access. Those are
/// merged that move it as one loop.
LoopGroup getLoopGroup(const AccessNest &nest, const Access &access,
                       llvm::ArrayRef<unsigned> loops);

/// The loops of more than one iteration, outermost in the buffer of an access
/// first. Where the access is of all elements in any order, its position is
/// their row-major number.
llvm::SmallVector<unsigned> getLoopsOutermostFirst(const AccessNest &nest,
                                                   const Access &access);

/// A contraction as so many matrix products. The result of each has rows and
/// columns, and an element of it is a sum of `depth` products.
struct ProductSizes {
  int64_t batch = 1, rows = 1, columns = 1, depth = 1;
};

/// A matrix product, a convolution, or what has their loops: each iteration of
/// the reduction loops combines two factors with an element of the result. The
/// body may convert or compute the factors.
struct Contraction {
  /// A value of the body, and the parallel loops that move it but not the other
  /// one, outermost first.
  struct Factor {
    mlir::Value value;
    llvm::SmallVector<unsigned> loops;
  };

  /// Loops of one iteration are left out. Fails on what is no contraction,
  /// where neighbours in the result move both factors or none, and where a
  /// factor may read what the operation writes.
  static mlir::FailureOr<Contraction> match(mlir::linalg::LinalgOp op,
                                            const AccessNest &nest);

  ProductSizes getSizes(const AccessNest &nest) const;

  /// Leaves to rows and columns those loops that run through the result as one
  /// loop. The others are of the batch then.
  void keepNeighbours(const AccessNest &nest);

  /// Elements of the result are neighbours along columns.
  Factor rows, columns;
  /// The other parallel loops, outermost first.
  llvm::SmallVector<unsigned> batch;
  /// Outermost first: products are added in this order.
  llvm::SmallVector<unsigned> reductions;
  /// The product of the factors, and the sum of that and of what the element
  /// was; null where two inputs are combined otherwise.
  mlir::Operation *product = nullptr, *sum = nullptr;
  /// Whether the first factor of the product makes the rows.
  bool isLeftRows = true;
};

/// The operations of a block that compute a value of it from others that are
/// known, in order.
llvm::SmallVector<mlir::Operation *>
getOperationsOf(mlir::Block *block, mlir::Value value,
                llvm::ArrayRef<mlir::Value> known = {});

/// Whether neighbours in the result of a sum of products are moved by one
/// factor alone, as Contraction::match asks. All sizes are static.
bool hasColumns(mlir::linalg::LinalgOp op);

} // namespace dml

#endif // DML_LIB_CODEGEN_ANALYSIS_CONTRACTION_H
