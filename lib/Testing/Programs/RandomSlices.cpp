//===- RandomSlices.cpp - Parts of tensors, at their limits ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/Programs/RandomLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace llvm;

namespace dml {
namespace {

/// Offset, size and stride of one dimension.
struct Range {
  int64_t offset, size, stride;
};

/// Whether the range lies in a dimension of this size.
bool isInside(const Range &range, int64_t whole, bool isWritten) {
  auto [offset, size, stride] = range;
  if (size <= 0)
    return size == 0 && offset >= 0 && offset <= whole;
  std::optional<int64_t> last = checkedMulAdd(size - 1, stride, offset);
  return offset >= 0 && offset < whole && last && *last >= 0 && *last < whole &&
         (!isWritten || size == 1 || stride > 0);
}

Range pickRange(Random &random, int64_t whole, bool isWritten) {
  if (whole == 0 || random.chance(4))
    return {random.chance(50) ? whole : random.between(0, whole), 0,
            random.pick({1, 2, -1, 0})};
  switch (random.between(0, 7)) {
  case 0:
    return {0, whole, 1};
  case 1:
  case 2: // One element; any stride does.
    return {random.chance(50) ? whole - 1 : random.between(0, whole - 1), 1,
            random.pick({1, 1, 2, -1, 0, whole, int64_t(1) << 40})};
  case 3: // The end.
  {
    int64_t offset = random.between(0, whole - 1);
    return {offset, whole - offset, 1};
  }
  case 4: // A stride that just fits.
  {
    int64_t offset = random.between(0, std::min<int64_t>(2, whole - 1));
    int64_t size = random.between(1, std::min<int64_t>(4, whole - offset));
    int64_t room = whole - 1 - offset;
    return {offset, size, size == 1 ? room + 1 : room / (size - 1)};
  }
  case 5: // All that a stride reaches.
  {
    int64_t stride = random.between(1, 3),
            offset = random.between(0, whole - 1);
    return {offset, (whole - 1 - offset) / stride + 1, stride};
  }
  case 6:
    if (!isWritten)
      return {whole - 1, whole, -1};
    return {0, whole, 1};
  default:
    if (!isWritten && random.chance(40))
      return {random.between(0, whole - 1), random.between(1, 4), 0};
    return {0, random.between(1, whole), 1};
  }
}

/// The offsets, sizes and strides of a step.
struct Slice {
  SmallVector<MixedIndex> offsets, sizes, strides;
  /// Which dimensions of the slice are those of the value that is taken out or
  /// put in; the others have one element.
  SmallVector<bool> kept;

  std::string spellBounds() const {
    return "[" + spell(offsets) + "] [" + spell(sizes) + "] [" +
           spell(strides) + "]";
  }
  Range getRange(unsigned i, ArrayRef<RunValue> values) const {
    return {offsets[i].get(values), sizes[i].get(values),
            strides[i].get(values)};
  }
  Sizes getSizes(ArrayRef<RunValue> values) const {
    return collect([&](const MixedIndex &size) { return size.get(values); });
  }
  Sizes getDeclared() const {
    return collect([](const MixedIndex &size) { return size.getDeclared(); });
  }
  Sizes getExpected() const {
    return collect([](const MixedIndex &size) { return size.expected; });
  }
  bool fits(ArrayRef<RunValue> values, SizesRef whole, bool isWritten) const {
    for (auto [i, size] : enumerate(whole))
      if (!isInside(getRange(i, values), size, isWritten))
        return false;
    return true;
  }

private:
  Sizes collect(function_ref<int64_t(const MixedIndex &)> get) const {
    Sizes result;
    for (auto [size, isKept] : zip_equal(sizes, kept))
      if (isKept)
        result.push_back(get(size));
    return result;
  }
};

/// No view of a dimension of size 0 verifies, not even of none of it.
bool isSliced(const ProgramValue &value) {
  return !value.isScalar && value.getRank() > 0 &&
         !is_contained(value.base.sizes, 0);
}

Slice addSlice(RandomProgram &program, const ProgramValue &whole,
               bool isWritten) {
  Random &random = program.getRandom();
  Slice slice;
  bool mayReduce = random.chance(50);
  int64_t elements = 1;
  for (auto [size, declared] : zip_equal(whole.base.sizes, whole.declared)) {
    Range range = pickRange(random, size, isWritten);
    bool isUsual = range.size > 0 && range.stride > 0;
    if ((program.hasStaticIndices() && !isUsual) ||
        (range.size > size && elements * range.size > program.getMaxElements()))
      range = {0, size, 1};
    elements *= std::max<int64_t>(1, range.size);
    bool isEmpty = range.size == 0;
    // Types refuse an empty slice at the end, and buffers a stride of 0, with
    // which any size would be valid.
    slice.offsets.push_back(
        addMixedIndex(program, range.offset, isEmpty ? 0 : 40));
    slice.sizes.push_back(addMixedIndex(program, range.size,
                                        range.stride == 0 ? 100
                                        : range.size == 1 ? 70
                                                          : 40));
    slice.strides.push_back(addMixedIndex(
        program, range.stride, range.stride < 1 || isEmpty ? 0 : 60));
    slice.kept.push_back(!mayReduce || slice.sizes.back().getDeclared() != 1 ||
                         random.chance(40));
  }
  return slice;
}

} // namespace

std::optional<ValueId> addExtractSlice(RandomProgram &program, ValueId input) {
  const ProgramValue value = program.getValue(input);
  if (!isSliced(value))
    return std::nullopt;
  Slice slice = addSlice(program, value, /*isWritten=*/false);
  std::string text = "tensor.extract_slice " + value.name +
                     slice.spellBounds() + " : " + program.getType(input) +
                     " to " +
                     spellTensorType(slice.getDeclared(), value.elementType);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    if (!slice.fits(values, values[input].sizes, /*isWritten=*/false))
      return breakRule();
    return RunValue{slice.getSizes(values)};
  };
  RunValue expected = {slice.getExpected()};
  return program.addStep(StepKind::Operator, value.elementType,
                         slice.getDeclared(), text, infer, &expected);
}

std::optional<ValueId> addInsertSlice(RandomProgram &program, ValueId dest) {
  const ProgramValue value = program.getValue(dest);
  if (!isSliced(value))
    return std::nullopt;
  Slice slice = addSlice(program, value, /*isWritten=*/true);
  ValueId source = program.addSizedArgument(
      value.elementType, slice.getExpected(), slice.getDeclared(),
      ArgumentRole::Sized,
      [=](ArrayRef<RunValue> values) { return slice.getSizes(values); });
  std::string text = "tensor.insert_slice " + program.getNameOf(source) +
                     " into " + value.name + slice.spellBounds() + " : " +
                     program.getType(source) + " into " + program.getType(dest);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    if (!slice.fits(values, values[dest].sizes, /*isWritten=*/true) ||
        slice.getSizes(values) != values[source].sizes)
      return breakRule();
    return values[dest];
  };
  return program.addStep(StepKind::Operator, value.elementType, value.declared,
                         text, infer, &value.base);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The last index, the first one, or any.
static SmallVector<ValueId> addPosition(RandomProgram &program,
                                        SizesRef sizes) {
  Random &random = program.getRandom();
  SmallVector<ValueId> indices;
  for (int64_t size : sizes)
    indices.push_back(addLimit(program, random.chance(50) ? size - 1
                                        : random.chance(30)
                                            ? 0
                                            : random.between(0, size - 1)));
  return indices;
}

static std::string spellPosition(const RandomProgram &program,
                                 ArrayRef<ValueId> indices) {
  return "[" +
         join(map_range(indices,
                        [&](ValueId id) { return program.getNameOf(id); }),
              ", ") +
         "]";
}

static bool isInside(ArrayRef<ValueId> indices, ArrayRef<RunValue> values,
                     SizesRef sizes) {
  return all_of_zip(indices, sizes, [&](ValueId index, int64_t size) {
    return values[index].index >= 0 && values[index].index < size;
  });
}

std::optional<ValueId> addInsert(RandomProgram &program, ValueId dest) {
  const ProgramValue value = program.getValue(dest);
  if (value.isScalar || is_contained(value.base.sizes, 0))
    return std::nullopt;
  SmallVector<ValueId> indices = addPosition(program, value.base.sizes);
  ValueId element = addElement(program, value.elementType);
  std::string text = "tensor.insert " + program.getNameOf(element) + " into " +
                     value.name + spellPosition(program, indices) + " : " +
                     program.getType(dest);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    if (!isInside(indices, values, values[dest].sizes))
      return breakRule();
    return values[dest];
  };
  return program.addStep(StepKind::Operator, value.elementType, value.declared,
                         text, infer, &value.base);
}

std::optional<ValueId> addExtract(RandomProgram &program, ValueId input) {
  const ProgramValue value = program.getValue(input);
  if (value.isScalar || is_contained(value.base.sizes, 0))
    return std::nullopt;
  SmallVector<ValueId> indices = addPosition(program, value.base.sizes);
  std::string text = "tensor.extract " + value.name +
                     spellPosition(program, indices) + " : " +
                     program.getType(input);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    if (!isInside(indices, values, values[input].sizes))
      return breakRule();
    return RunValue();
  };
  return program.addScalarStep(StepKind::Operator, value.elementType, text,
                               infer);
}

} // namespace dml
