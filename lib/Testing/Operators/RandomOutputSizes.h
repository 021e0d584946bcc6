//===- RandomOutputSizes.h - The clause output_sizes -------------*- C++
//-*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TESTING_OPERATORS_RANDOMOUTPUTSIZES_H
#define DML_LIB_TESTING_OPERATORS_RANDOMOUTPUTSIZES_H

#include "dml/Testing/Operators/RandomOperators.h"

namespace dml {

/// The sizes of a result that the program gives, but for the first ones, which
/// are inferred: a type, and operands for what it leaves open.
struct OutputSizes {
  /// Adds the steps that the operands need. `base` is what the result has in
  /// the base run; where that is free, some operands are sizes of another
  /// tensor, which the base then takes over.
  OutputSizes(RandomProgram &program, SizesRef base, unsigned numInferred,
              bool isFree);

  /// As large as `like`, in the runs of other sizes mostly too.
  OutputSizes(RandomProgram &program, ValueId like);

  /// `, output_sizes(%a1, %v2)`, or nothing.
  std::string spell(const RandomProgram &program) const;
  /// The declared sizes with what the operands are in a run.
  Sizes evaluate(llvm::ArrayRef<RunValue> values) const;
  /// Maybe moves the last step, which has these operands and those of the
  /// clause, into a function.
  void maybeOutline(RandomProgram &program,
                    llvm::ArrayRef<ValueId> others) const;

  Sizes declared, base;
  llvm::SmallVector<ValueId> operands;
  unsigned numInferred;
};

} // namespace dml

#endif // DML_LIB_TESTING_OPERATORS_RANDOMOUTPUTSIZES_H
