//===- SplitByteShuffles.h - Shuffles that LLVM never legalises -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_CPU_COMPILE_SPLITBYTESHUFFLES_H
#define DML_LIB_RUNTIME_CPU_COMPILE_SPLITBYTESHUFFLES_H

namespace llvm {
class Function;
} // namespace llvm

namespace dml {

/// Replaces each shuffle of 64 bytes in which every 16-byte lane of the result
/// reads a single lane of the source: a first shuffle moves whole lanes, and a
/// second one, behind a barrier, moves bytes within lanes. LLVM 22 splits many
/// of these shuffles in the same way and joins the two again, without end
/// (llvm-project#224266). The target has AVX512BW.
void splitByteShuffles(llvm::Function &function);

} // namespace dml

#endif // DML_LIB_RUNTIME_CPU_COMPILE_SPLITBYTESHUFFLES_H
