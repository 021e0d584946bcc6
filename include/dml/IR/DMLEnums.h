//===- DMLEnums.h - Enumerations of the dml dialect -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DMLENUMS_H
#define DML_IR_DMLENUMS_H

#include "mlir/IR/OpImplementation.h"

#include "dml/IR/DMLEnums.h.inc"

#endif // DML_IR_DMLENUMS_H
