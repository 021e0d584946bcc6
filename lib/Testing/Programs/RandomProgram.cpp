//===- RandomProgram.cpp - A function put together at random --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/Programs/RandomProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace dml {

std::string spellTensorType(SizesRef declared, ElementType type) {
  std::string sizes = formatSizes(declared);
  return "tensor<" + sizes + (sizes.empty() ? "" : "x") +
         stringify(type).str() + ">";
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

ValueId RandomProgram::addValue(ProgramValue value) {
  values.push_back(std::move(value));
  return values.size() - 1;
}

ValueId RandomProgram::addArgument(ElementType type, SizesRef sizes,
                                   ArgumentRole role) {
  ValueId id =
      addValue({"%a" + std::to_string(arguments.size()), type, declare(sizes),
                /*isScalar=*/false, RunValue{Sizes(sizes)}});
  arguments.push_back({id, role});
  return id;
}

/// The function of one result as one of several.
static InferAllFunction inferAll(InferFunction infer) {
  return [=](llvm::ArrayRef<RunValue> runValues)
             -> llvm::Expected<std::vector<RunValue>> {
    llvm::Expected<RunValue> result = infer(runValues);
    if (!result)
      return result.takeError();
    return std::vector<RunValue>{std::move(*result)};
  };
}

ValueId RandomProgram::addArgumentLike(ElementType type, ValueId like) {
  ValueId id =
      addArgument(type, values[like].base.sizes, ArgumentRole::Indices);
  steps.push_back({StepKind::SizedLike,
                   {id},
                   "",
                   inferAll([=](llvm::ArrayRef<RunValue> runValues) {
                     const RunValue &own = runValues[id];
                     return own.sizes.empty() ? runValues[like] : own;
                   })});
  return id;
}

ValueId RandomProgram::addSizedArgument(
    ElementType type, SizesRef base, SizesRef declared, ArgumentRole role,
    std::function<Sizes(llvm::ArrayRef<RunValue>)> infer) {
  ValueId id =
      addValue({"%a" + std::to_string(arguments.size()), type, Sizes(declared),
                /*isScalar=*/false, RunValue{Sizes(base)}});
  arguments.push_back({id, role});
  int64_t limit = maxElements;
  steps.push_back({StepKind::SizedLike,
                   {id},
                   "",
                   inferAll([=, base = Sizes(base), declared = Sizes(declared)](
                                llvm::ArrayRef<RunValue> runValues) {
                     if (!runValues[id].sizes.empty())
                       return runValues[id];
                     Sizes sizes = infer(runValues);
                     bool fits = llvm::all_of_zip(
                         sizes, declared, [&](int64_t size, int64_t known) {
                           return size >= 0 && size <= limit &&
                                  (known == kDynamic || known == size);
                         });
                     return RunValue{fits ? sizes : base};
                   })});
  return id;
}

ValueId RandomProgram::addScalarArgument(ElementType type, ArgumentRole role,
                                         int64_t base) {
  ValueId id = addValue({"%a" + std::to_string(arguments.size()),
                         type,
                         {},
                         /*isScalar=*/true,
                         RunValue{{}, base}});
  arguments.push_back({id, role});
  return id;
}

ValueId RandomProgram::addStep(StepKind kind, ElementType type,
                               SizesRef declared, const std::string &text,
                               InferFunction infer, const RunValue *expected) {
  return addStep(
             kind, {{type, Sizes(declared)}}, text, inferAll(std::move(infer)),
             expected ? llvm::ArrayRef(*expected) : llvm::ArrayRef<RunValue>())
      .front();
}

llvm::SmallVector<ValueId, 1>
RandomProgram::addStep(StepKind kind, llvm::ArrayRef<DeclaredResult> declared,
                       const std::string &text, InferAllFunction infer,
                       llvm::ArrayRef<RunValue> expected) {
  std::vector<RunValue> bases;
  llvm::Expected<std::vector<RunValue>> inferred = infer(getBase());
  if (inferred) {
    bases = std::move(*inferred);
  } else {
    if (expected.empty())
      llvm::cantFail(inferred.takeError());
    llvm::consumeError(inferred.takeError());
    broken = true;
    bases = expected.vec();
  }
  llvm::SmallVector<ValueId, 1> results;
  for (auto [i, result, base] : llvm::enumerate(declared, bases)) {
    std::string name = "%v" + std::to_string(steps.size());
    if (declared.size() > 1)
      name += "_" + std::to_string(i);
    results.push_back(addValue({name, result.elementType, result.sizes,
                                /*isScalar=*/false, std::move(base)}));
  }
  steps.push_back({kind, results, text, std::move(infer)});
  return results;
}

ValueId RandomProgram::addScalarStep(StepKind kind, ElementType type,
                                     const std::string &text,
                                     InferFunction infer) {
  RunValue expected;
  ValueId id = addStep(kind, type, {}, text, std::move(infer), &expected);
  values[id].isScalar = true;
  return id;
}

ValueId RandomProgram::addIndexStep(const std::string &text,
                                    InferFunction infer) {
  return addScalarStep(StepKind::Unchecked, ElementType::Index, text,
                       std::move(infer));
}

void RandomProgram::outlineLastStep(llvm::ArrayRef<ValueId> operands) {
  Step &step = steps.back();
  std::string name = "@helper" + std::to_string(numHelpers++);
  // The helper's arguments have the names of what it is called with, so that
  // the text stays as it is.
  auto join = [](llvm::ArrayRef<ValueId> ids, auto spell) {
    return llvm::join(llvm::map_range(ids, spell), ", ");
  };
  auto getTypeOf = [&](ValueId id) { return getType(id); };
  auto getName = [&](ValueId id) { return getNameOf(id); };
  std::string parameters = join(
      operands, [&](ValueId id) { return getNameOf(id) + ": " + getType(id); });
  std::string names = "%r", types = join(step.results, getTypeOf);
  std::string result = types;
  if (step.results.size() > 1) {
    names = join(step.results, getName);
    result = "(" + types + ")";
  }
  helpers += "func.func private " + name + "(" + parameters + ") -> " + result +
             " {\n  " + names + " = " + step.text + "\n  return " + names +
             " : " + types + "\n}\n";
  step.text = "func.call " + name + "(" + join(operands, getName) + ") : (" +
              join(operands, getTypeOf) + ") -> " + result;
}

Sizes RandomProgram::declare(SizesRef sizes) {
  Sizes declared(sizes);
  if (mode == TestMode::Static)
    return declared;
  for (int64_t &size : declared)
    if (random.chance(50))
      size = kDynamic;
  return declared;
}

void RandomProgram::setTarget(ValueId indices, ValueId target) {
  for (Argument &argument : arguments)
    if (argument.value == indices)
      argument.target = target;
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

std::string RandomProgram::getType(ValueId id) const {
  const ProgramValue &value = values[id];
  return value.isScalar ? stringify(value.elementType).str()
                        : spellTensorType(value.declared, value.elementType);
}

std::vector<RunValue> RandomProgram::getBase() const {
  auto bases = llvm::map_range(
      values, [](const ProgramValue &value) { return value.base; });
  return {bases.begin(), bases.end()};
}

/// Of a tensor in any order of its dimensions, perhaps with gaps; one that is
/// only read may also have elements at the same place.
static Sizes drawStrides(Random &random, SizesRef sizes, bool isWritten) {
  Sizes order, strides(sizes.size(), 0);
  for (size_t i = 0; i < sizes.size(); ++i)
    order.insert(order.begin() + random.between(0, i), i);
  int64_t next = 1;
  for (int64_t i : order) {
    strides[i] = next;
    if (!isWritten && random.chance(8)) {
      strides[i] = random.between(0, next);
      continue;
    }
    if (random.chance(10))
      strides[i] += random.between(1, 2);
    next = strides[i] * std::max<int64_t>(sizes[i], 1);
  }
  return strides;
}

void RandomProgram::chooseStrides() {
  auto choose = [&](ValueId id, bool isWritten) -> Sizes {
    const ProgramValue &value = values[id];
    constexpr int64_t maxElements = 1 << 20;
    if (mode != TestMode::Static || value.isScalar || value.declared.empty() ||
        !random.chance(15) || llvm::is_contained(value.declared, kDynamic) ||
        productOf(value.declared) > maxElements)
      return {};
    return drawStrides(random, value.declared, isWritten);
  };
  for (const Argument &argument : arguments)
    argumentStrides.push_back(choose(argument.value, /*isWritten=*/false));
  for (ValueId result : results)
    resultStrides.push_back(choose(result, /*isWritten=*/true));
}

/// ` {dml.strides = array<i64: 8, 4, 1>}`, or nothing.
static std::string spellStrides(SizesRef strides) {
  if (strides.empty())
    return "";
  return " {dml.strides = array<i64: " +
         llvm::join(llvm::map_range(
                        strides,
                        [](int64_t stride) { return std::to_string(stride); }),
                    ", ") +
         ">}";
}

std::string RandomProgram::print() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << helpers << "func.func @main(";
  auto getStrides = [](llvm::ArrayRef<Sizes> all, size_t i) {
    return i < all.size() ? SizesRef(all[i]) : SizesRef();
  };
  std::vector<std::string> declarations, names, types, results;
  for (auto [i, argument] : llvm::enumerate(arguments))
    declarations.push_back(getNameOf(argument.value) + ": " +
                           getType(argument.value) +
                           spellStrides(getStrides(argumentStrides, i)));
  for (auto [i, result] : llvm::enumerate(this->results)) {
    names.push_back(getNameOf(result));
    types.push_back(getType(result));
    results.push_back(types.back() +
                      spellStrides(getStrides(resultStrides, i)));
  }
  os << llvm::join(declarations, ", ") << ") -> (" << llvm::join(results, ", ")
     << ") {\n";
  for (const Step &step : steps)
    if (step.kind != StepKind::SizedLike)
      os << "  "
         << llvm::join(
                llvm::map_range(step.results,
                                [&](ValueId id) { return getNameOf(id); }),
                ", ")
         << " = " << step.text << "\n";
  os << "  return " << llvm::join(names, ", ") << " : "
     << llvm::join(types, ", ") << "\n}\n";
  return text;
}

bool RandomProgram::fitsDeclaration(ValueId id,
                                    const RunValue &runValue) const {
  SizesRef declared = values[id].declared;
  return runValue.sizes.size() == declared.size() &&
         llvm::all_of(llvm::zip_equal(runValue.sizes, declared),
                      [](auto sizes) {
                        auto [given, known] = sizes;
                        return known == kDynamic || known == given;
                      });
}

bool isAllocatable(SizesRef sizes, int64_t maxElements) {
  int64_t elements = 1;
  for (int64_t size : sizes)
    if (size < 0 || llvm::MulOverflow(elements, size, elements) ||
        elements > maxElements)
      return false;
  return true;
}

bool RandomProgram::isSmall(SizesRef sizes) const {
  return isAllocatable(sizes, maxElements);
}

Outcome RandomProgram::infer(llvm::MutableArrayRef<RunValue> runValues) const {
  for (const Step &step : steps) {
    bool isOperator = step.kind == StepKind::Operator;
    Outcome mismatch = isOperator ? Outcome::BreaksRule : Outcome::Undefined;
    llvm::Expected<std::vector<RunValue>> results = step.infer(runValues);
    if (!results) {
      llvm::consumeError(results.takeError());
      return mismatch;
    }
    for (auto [id, result] : llvm::zip_equal(step.results, *results)) {
      if (result.isTooLarge)
        return Outcome::Undefined;
      if (!fitsDeclaration(id, result))
        return mismatch;
      // Sizes of an argument may break a rule as long as they are passed.
      if (step.kind != StepKind::SizedLike && !isSmall(result.sizes))
        return Outcome::Undefined;
      runValues[id] = std::move(result);
    }
  }
  return Outcome::Valid;
}

void RandomProgram::addOtherResults(llvm::ArrayRef<ValueId> tensors,
                                    const llvm::SmallDenseSet<ValueId> &used,
                                    ValueId last) {
  for (ValueId tensor : tensors)
    if (tensor != last && (!used.contains(tensor) || random.chance(15)))
      addResult(tensor);
}

} // namespace dml
