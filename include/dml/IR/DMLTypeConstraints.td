//===- DMLTypeConstraints.td - Operand and result types ----*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The summaries stand in the verifier's messages: a rule that a type
// constraint enforces by itself (T1, D1, U1, F1) is named there.
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DMLTYPECONSTRAINTS_TD
#define DML_IR_DMLTYPECONSTRAINTS_TD

include "mlir/IR/OpBase.td"

defvar DML_IntegerTypes = [I64, I32, I16, I8, UI64, UI32, UI16, UI8];

class DML_TensorOf<list<Type> elements, string elementNames, list<int> ranks,
                   string rankName, string rule>
    : Type<And<[RankedTensorOf<elements>.predicate, HasAnyRankOfPred<ranks>,
                CPred<"!::llvm::cast<::mlir::RankedTensorType>($_self)"
                      ".getEncoding()">]>,
           rankName # " tensor [" # rule # "] of " # elementNames #
               " [T1] without encoding",
           "::mlir::RankedTensorType">;

defvar DML_AllNames =
    "f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8";

def DML_DepthTensor : DML_TensorOf<
    !listconcat([F64, F32, F16], DML_IntegerTypes), DML_AllNames, [4], "4-D",
    "D1">;

def DML_SpaceTensor : DML_TensorOf<
    !listconcat([F64, F32, F16], DML_IntegerTypes), DML_AllNames, [4], "4-D",
    "S1">;

def DML_UnpoolingTensor : DML_TensorOf<
    !listconcat([F32, F16], DML_IntegerTypes),
    "f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64)", [4], "4-D",
    "U1">;

def DML_UnpoolingIndices : DML_TensorOf<
    [UI64, UI32], "ui64 or ui32 (tensor.bitcast makes them from i64 or i32)",
    [4], "4-D", "U1">;

def DML_UnfoldInput : DML_TensorOf<
    !listconcat([F64, F32, F16], DML_IntegerTypes), DML_AllNames,
    [3, 4, 5, 6, 7, 8], "3-D to 8-D", "F1">;

def DML_UnfoldResult : DML_TensorOf<
    !listconcat([F64, F32, F16], DML_IntegerTypes), DML_AllNames,
    [3, 4, 5, 6, 7, 8], "3-D to 8-D", "F5">;

def DML_FoldTensor : DML_TensorOf<
    !listconcat([F64, F32, F16], DML_IntegerTypes), DML_AllNames,
    [3, 4, 5, 6, 7, 8], "3-D to 8-D", "O1">;

def DML_PoolingTensor : DML_TensorOf<
    !listconcat([F32, F16], DML_IntegerTypes),
    "f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64)", [4, 5],
    "4-D or 5-D", "M1">;

def DML_PoolingIndices : DML_TensorOf<
    [UI64, UI32], "ui64 or ui32", [4, 5], "4-D or 5-D", "M1">;

defvar DML_UnpoolElements = [F32, F16, I64, I32, I16, I8];

/// What bufferization turns one into the other, with the elements of
/// DML_UnpoolingTensor, signless.
def DML_UnpoolTensorOrBuffer
    : Type<And<[AnyTypeOf<[RankedTensorOf<DML_UnpoolElements>,
                           StridedMemRefOf<DML_UnpoolElements>]>.predicate,
                HasAnyRankOfPred<[4]>]>,
           "4-D tensor or strided memref of f32, f16, i64, i32, i16 or i8",
           "::mlir::ShapedType">;

#endif // DML_IR_DMLTYPECONSTRAINTS_TD
