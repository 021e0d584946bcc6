//===- Reproducer.cpp - A case as a shell command -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/Reproducer.h"
#include "dml/Runtime/Values/TensorPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Base64.h"

using namespace llvm;

namespace dml {

/// Linux takes arguments of up to 128 KiB, and all of them together 2 MiB.
constexpr size_t kMaxSpelling = 100000;

/// The value of a flag; what is too long goes to a file first.
static std::string spellTensor(raw_ostream &os, const Tensor &tensor,
                               const Twine &fileName) {
  std::string text;
  raw_string_ostream stream(text);
  printTensor(stream, tensor);
  if (text.size() <= kMaxSpelling)
    return "'" + text + "'";
  std::string file = fileName.str();
  os << "base64 -d >" << file << " <<'EOF'\n"
     << encodeBase64(tensor.bytes()) << "\nEOF\n";
  return "'" + stringify(tensor.getType()) + "=@" + file + "'";
}

void printReproducer(raw_ostream &os, const Reproducer &reproducer) {
  std::vector<std::string> flags;
  for (auto [i, input] : enumerate(reproducer.inputs))
    flags.push_back("--input=" +
                    spellTensor(os, input, "input" + Twine(i) + ".bin"));
  for (auto [i, expected] : enumerate(reproducer.expected))
    flags.push_back("--expected-output=" +
                    spellTensor(os, expected, "expected" + Twine(i) + ".bin"));
  os << "dml-run - --device=" << reproducer.device
     << " --threads=" << reproducer.numThreads
     << (reproducer.reversesTasks ? " --task-order=reverse" : "")
     << (reproducer.bypassesCache ? " --cache-bytes=0" : "")
     << " --refine=" << (reproducer.refine ? "on" : "off")
     << (reproducer.fuse ? "" : " --fuse=off");
  if (reproducer.ignoreOutOfRangeIndices)
    os << " --out-of-range-indices=ignore";
  for (const std::string &flag : flags)
    os << " \\\n  " << flag;
  os << " <<'EOF'\n" << reproducer.module << "EOF\n";
}

} // namespace dml
