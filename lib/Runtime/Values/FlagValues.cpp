//===- FlagValues.cpp - Values given by flags -----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/FlagValues.h"
#include "dml/Runtime/Values/TensorIO.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dml {

Expected<std::vector<Tensor>> parseFlagValues(StringRef flag,
                                              ArrayRef<std::string> texts,
                                              ArrayRef<DeclaredType> types,
                                              StringRef function) {
  if (texts.size() != types.size()) {
    std::string declared;
    for (const DeclaredType &type : types)
      declared += (declared.empty() ? "" : ", ") + stringify(type);
    return createStringError(Twine(flag) + ": expected " + Twine(types.size()) +
                             " value(s) for @" + function + " (" + declared +
                             "), given " + Twine(texts.size()));
  }
  std::vector<Tensor> values;
  for (auto [i, text] : enumerate(texts)) {
    Expected<Tensor> value = parseTensor(text, &types[i]);
    auto refuse = [&, i = i, &text = text](Error error) {
      return createStringError(Twine(flag) + " #" + Twine(i) + " '" + text +
                               "': " + toString(std::move(error)));
    };
    if (!value)
      return refuse(value.takeError());
    // A value of any layout gets the one that the function takes.
    TensorType type = value->getType().withStrides(types[i].strides);
    Expected<Tensor> converted =
        convertExactly(std::move(*value), std::move(type));
    if (!converted)
      return refuse(converted.takeError());
    values.push_back(std::move(*converted));
  }
  return values;
}

Error checkStandardInput(StringRef program, ArrayRef<FlagTexts> flags) {
  SmallVector<std::string> readers;
  if (program == kStandardStream)
    readers.push_back("FILE");
  for (const FlagTexts &flag : flags)
    for (auto [i, text] : enumerate(flag.texts))
      if (readsStandardInput(text))
        readers.push_back((flag.flag + " #" + Twine(i)).str());
  if (readers.size() <= 1)
    return Error::success();
  return createStringError(
      "standard input ('-') can be read once; expected it in one place, given "
      "in " +
      join(readers, ", "));
}

} // namespace dml
