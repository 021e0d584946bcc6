//===- DMLDialect.h - The dml dialect and its operations --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DMLDIALECT_H
#define DML_IR_DMLDIALECT_H

#include "dml/IR/DMLEnums.h"
#include "dml/IR/Messages/RuleMessages.h"
#include "dml/IR/Shapes/SizeFunction.h"
#include "dml/IR/VectorBytes.h"
#include "dml/Reference/TensorView.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir {
class PatternRewriter;
} // namespace mlir

#include "dml/IR/DMLDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dml/IR/DMLAttributes.h.inc"

#include "dml/IR/DMLInterfaces.h.inc"

#define GET_OP_CLASSES
#include "dml/IR/DMLOps.h.inc"

namespace dml {

/// The text that verifier and run-time messages share: `'dml.unfold' op `.
std::string getMessagePrefix(mlir::Operation *op);

/// `file.mlir:3:8: `, or nothing where the location knows no file.
std::string describeLocation(mlir::Location location);

/// An error that names the operation and its place before the message.
llvm::Error createError(mlir::Operation *op, const llvm::Twine &message);

/// Emits an error at the first operation with a list that upstream's verifier
/// lets pass and its code trips over: a reassociation with entries of more than
/// 32 bits, or a tensor.pad whose operands are not as many as the dynamic
/// entries of its paddings. Goes before whatever reads or folds one of them.
mlir::LogicalResult checkStaticLists(mlir::Operation *root);

/// Bytes of an integer, float or index in memory; a boolean takes one.
unsigned getElementBytes(mlir::Type type);

/// Bytes of the elements of a buffer, which has a static shape, is packed and
/// not rounded up, and passes `checkByteCount`.
int64_t getNumBytes(mlir::MemRefType type);

/// Emits an error if a tensor or buffer has more bytes than 2^32-1 elements of
/// 64 bits (T2), or reaches further from the beginning of its root; sizes,
/// strides and offsets that are dynamic count as 1. After this, products of its
/// sizes and bytes do not wrap. Other types pass.
mlir::LogicalResult checkByteCount(mlir::Operation *op, llvm::StringRef name,
                                   mlir::Type type);

/// The same for all results and arguments of what is nested in an operation:
/// passes that count bytes may be run on their own.
mlir::LogicalResult checkByteCounts(mlir::Operation *root);

} // namespace dml

#endif // DML_IR_DMLDIALECT_H
