//===- OperatorSuites.cpp - The operators to benchmark --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Benchmark/OperatorSuites.h"
#include "Benchmark/Operators/OperatorCases.h"
#include "llvm/ADT/STLExtras.h"

namespace dml {

/// The cases of all operators, part by part.
static std::vector<BenchmarkCase>
makeSuite(std::initializer_list<SuitePart> parts) {
  std::vector<BenchmarkCase> cases;
  for (const SuitePart &part : parts) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  llvm::append_range(cases, make##Name##Cases(part));
#include "dml/IR/Operators.def"
  }
  return cases;
}

/// What most suites are measured with.
static std::vector<ElementType> getUsualTypes() {
  return {ElementType::F32, ElementType::F16, ElementType::I8};
}

std::vector<BenchmarkCase> makeOperatorSuite() {
  std::vector<ElementType> types = getUsualTypes();
  types.push_back(ElementType::F64);
  return makeSuite({{Suite::Operators, ShapeClass::Model, types},
                    {Suite::Operators, ShapeClass::Small, types}});
}

std::vector<BenchmarkCase> makeOddWidthSuite() {
  return makeSuite(
      {{Suite::OddWidths, ShapeClass::OddWidths, getUsualTypes()}});
}

std::vector<BenchmarkCase> makeGPUOperatorSuite() {
  return makeSuite(
      {{Suite::GPUOperators, ShapeClass::Large, getUsualTypes(), 4},
       {Suite::GPUOperators, ShapeClass::SmallGPU, getUsualTypes()}});
}

std::vector<BenchmarkCase> makeGPUOddWidthSuite() {
  return makeSuite(
      {{Suite::GPUOddWidths, ShapeClass::LargeOdd, getUsualTypes(), 4}});
}

} // namespace dml
