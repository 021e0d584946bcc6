//===- MixedSteps.h - Random steps that compute -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on the tensors of a program. What is known of their floats is kept
// for each, and no step is added that may make an infinity, a NaN or a
// denormal, nor one whose result devices may round differently or that depends
// on the sign of a zero: all of them give the same bits then.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TESTING_PROGRAMS_MIXEDSTEPS_H
#define DML_LIB_TESTING_PROGRAMS_MIXEDSTEPS_H

#include "dml/Testing/Programs/RandomProgram.h"
#include "llvm/ADT/DenseMap.h"

namespace dml {

/// Floats that are multiples of 2^-fraction of at most 2^magnitude.
struct NumberRange {
  int fraction, magnitude;
  bool hasNegativeZero = false;
};

/// A size that is one of the input's, or a constant.
struct SizeSource {
  std::optional<unsigned> dimension;
  int64_t constant = 0;
};

/// Sizes of an operand that follow from those of a step's input.
struct DerivedSizes {
  /// As sizes in types.
  Sizes declared;
  std::function<Sizes(SizesRef)> infer;
  /// Empty where a size is neither a constant nor one of the input's.
  llvm::SmallVector<SizeSource> sources;
};

/// Each function adds a step on a tensor of the program. Nothing where it does
/// not apply.
class MixedSteps {
public:
  explicit MixedSteps(RandomProgram &program) : program(program) {}

  /// An argument of the program's numbers.
  ValueId addFirstValue(ElementType type, SizesRef sizes);
  /// Any operator.
  std::optional<llvm::SmallVector<ValueId, 1>> addOperator(ValueId input);
  /// A reshape or cast.
  std::optional<ValueId> addView(ValueId input);
  /// A slice, padding, a concatenation or an insertion, perhaps behind and
  /// before steps of elements.
  std::optional<ValueId> addMoveBetween(ValueId input);
  /// max_unpooling, mostly behind and before steps of elements.
  std::optional<ValueId> addUnpoolingBetween(ValueId input);
  /// A reduction or pooling of unfold, perhaps with a step of elements between
  /// them.
  std::optional<ValueId> addReducedWindows(ValueId input);

  /// Two operands of the same type, as tensors.
  std::optional<ValueId> addElementwise(ValueId input);
  /// To an element type that holds the numbers.
  std::optional<ValueId> addConversion(ValueId input);

  /// The larger or smaller of two, by comparison and selection.
  std::optional<ValueId> addSelection(ValueId input);
  /// A scale and a shift for each channel, and perhaps bounds.
  std::optional<ValueId> addScaleAndShift(ValueId input);
  std::optional<ValueId> addTranspose(ValueId input);
  std::optional<ValueId> addBroadcast(ValueId input);
  std::optional<ValueId> addReduction(ValueId input);
  /// matmul or batch_matmul.
  std::optional<ValueId> addMatmul(ValueId input);
  /// conv_2d_nchw_fchw or conv_2d_nhwc_hwcf.
  std::optional<ValueId> addConvolution(ValueId input);

private:
  /// Whether steps that compute apply: a tensor of numbers, or of integers
  /// without a sign in their type, of sizes that arguments can have.
  bool isComputable(ValueId input) const;
  /// Of integers, which wrap, anything.
  NumberRange getRange(ValueId value) const;
  NumberRange getArgumentRange(ElementType type) const;
  void setRange(ValueId value, const NumberRange &range);
  /// A step of elements, if one applies that takes the chance; the input
  /// otherwise.
  ValueId maybeCompute(ValueId input, int chance);
  /// What moves numbers, and may add zeros.
  void copyRange(ValueId from, ValueId to, int moreMagnitude = 0);

  DerivedSizes derive(ValueId input, llvm::ArrayRef<SizeSource> sources) const;
  DerivedSizes deriveAll(ValueId input) const;
  ValueId addDerivedArgument(ValueId input, ElementType type,
                             const DerivedSizes &sizes);
  ValueId addEmpty(ValueId input, ElementType type, const DerivedSizes &sizes);
  /// Zeros or an argument.
  ValueId addInit(ValueId input, ElementType type, const DerivedSizes &sizes);
  ValueId addSameSized(ValueId input);

  struct Operand {
    ValueId id;
    DerivedSizes sizes;
  };
  /// A linalg operation whose result has the type of the last operand.
  ValueId addStructured(ValueId input, llvm::ArrayRef<Operand> operands,
                        const std::string &text, int64_t work = 1);
  /// An elementwise linalg.generic; `maps` are the results of the inputs' maps,
  /// and `body` computes %r from %x0, %x1, ….
  std::string spellGeneric(llvm::ArrayRef<ValueId> inputs,
                           llvm::ArrayRef<std::string> maps, ValueId init,
                           const std::string &body) const;
  /// The range of a sum of products and an initial value. Nothing where the
  /// type does not hold it.
  std::optional<NumberRange> sumProducts(ElementType type, ValueId lhs,
                                         ValueId rhs, ValueId init,
                                         int64_t count) const;

  RandomProgram &program;
  llvm::DenseMap<ValueId, NumberRange> ranges;
};

/// The range of the result of an operation of arith; nothing where the type may
/// not hold it, or where its bits are not the same everywhere.
std::optional<NumberRange> computeRange(llvm::StringRef operation,
                                        ElementType type,
                                        const NumberRange &lhs,
                                        const NumberRange &rhs);
/// The range of what is a number of either range.
NumberRange uniteRanges(const NumberRange &lhs, const NumberRange &rhs);
/// Whether numbers of the range stay finite and are no denormals.
bool holdsRange(ElementType type, const NumberRange &range);

/// Bits that a sum of as many addends has more; sizes that a type leaves open
/// are those of any run.
int countSumBits(int64_t addends);

bool isSignlessInteger(ElementType type);

} // namespace dml

#endif // DML_LIB_TESTING_PROGRAMS_MIXEDSTEPS_H
