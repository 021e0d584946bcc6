//===- OperatorTiling.h - Tiles of the operators ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of an operator is the same operator on a slice of its input. Each
// operator has a file that says what the slice is; everything else is the same
// for all operators.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_INTERFACES_OPERATORTILING_H
#define DML_LIB_INTERFACES_OPERATORTILING_H

#include "IndexArithmetic.h"
#include "dml/IR/Operators.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace dml {

using Indices = llvm::SmallVector<mlir::OpFoldResult>;

/// The iteration domain of an operator, which has one loop for each dimension
/// of its results.
struct IterationSpace {
  /// The trip count of each loop.
  Indices counts;
  /// How many consecutive elements of the result one iteration of each loop
  /// computes. The loop of a dimension that cannot be tiled has one iteration,
  /// which computes the whole dimension.
  Indices grains;
  /// The operator's error where it cannot be tiled; empty where it can.
  llvm::StringRef refusal = {};
};

/// A range of iterations of each loop.
struct Tile {
  Indices offsets, sizes;
};

/// The operations that compute a tile.
struct TiledOperator {
  mlir::Operation *op = nullptr;
  llvm::SmallVector<mlir::Operation *> slices;
  /// One for each result. A value begins with the tile's first element, except
  /// in the dimensions that `first` lists: there the tile begins at that index.
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<std::pair<unsigned, mlir::OpFoldResult>, 1> first;
};

/// Builds a tile of one operator.
class TileBuilder {
public:
  TileBuilder(mlir::OpBuilder &b, OperatorInterface op,
              const IterationSpace &space, const Tile &tile)
      : b(b), loc(op->getLoc()), index(b, loc), space(space), tile(tile),
        op(op) {}

  mlir::OpBuilder &b;
  mlir::Location loc;
  IndexArithmetic index;
  const IterationSpace &space;
  const Tile &tile;

  /// Whether the tile has all iterations of this loop.
  bool isWhole(unsigned loop) const;

  /// All of a tensor.
  Tile getAll(mlir::Value tensor);
  /// A slice of the tensor, which is noted in `slices`.
  mlir::Value slice(mlir::Value tensor, const Tile &part);

  /// The same operator on other tensors, one for each tensor operand. Sizes of
  /// its results are inferred. Fails where they break a rule.
  mlir::FailureOr<TiledOperator> recreate(mlir::ValueRange tensors);
  /// The result of an operation that computes a tile.
  TiledOperator finish(mlir::Operation *tiled);

private:
  OperatorInterface op;
  llvm::SmallVector<mlir::Operation *> slices;
};

/// Return an operator's iteration domain, and build the operations that compute
/// a tile of at least one iteration in each loop. The sizes of the operator
/// obey its rules.
#define DML_OPERATOR(Name, mnemonic)                                           \
  IterationSpace getIterationSpace(IndexArithmetic &index, mlir::OpBuilder &b, \
                                   Name##Op op);                               \
  mlir::FailureOr<TiledOperator> buildTile(TileBuilder &builder, Name##Op op);
#include "dml/IR/Operators.def"

} // namespace dml

#endif // DML_LIB_INTERFACES_OPERATORTILING_H
