//===- ToolHelp.h - What tools say of themselves ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TOOLS_COMMON_TOOLHELP_H
#define DML_TOOLS_COMMON_TOOLHELP_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <list>
#include <string>
#include <unistd.h>

namespace dml {

/// Lets --version print dml's version, LLVM's, and what `printMore` adds.
inline void setVersion(std::function<void(llvm::raw_ostream &)> printMore) {
  llvm::cl::SetVersionPrinter([printMore](llvm::raw_ostream &os) {
    os << "dml " DML_VERSION "\nLLVM and MLIR " LLVM_VERSION_STRING "\n";
    if (printMore)
      printMore(os);
  });
}

/// Breaks a text between words, so that lines have at most `width` characters
/// where their words do.
inline std::string wrapText(llvm::StringRef text, size_t width) {
  std::string wrapped;
  size_t column = 0;
  while (!text.empty()) {
    llvm::StringRef word;
    std::tie(word, text) = text.split(' ');
    if (column > 0) {
      bool fits = column + 1 + word.size() <= width;
      wrapped += fits ? ' ' : '\n';
      column = fits ? column + 1 : 0;
    }
    wrapped += word;
    column += word.size();
  }
  return wrapped;
}

/// Breaks the descriptions of the category's flags for lines of 100 characters.
/// Called when all flags are there.
inline void wrapDescriptions(const llvm::cl::OptionCategory &category) {
  constexpr size_t lineWidth = 100, separatorWidth = 3;
  static std::list<std::string> texts;
  llvm::SmallVector<llvm::cl::Option *> options;
  size_t column = 0;
  for (auto &entry : llvm::cl::getRegisteredOptions()) {
    llvm::cl::Option *option = entry.second;
    if (!llvm::is_contained(option->Categories, &category))
      continue;
    options.push_back(option);
    column = std::max(column, option->getOptionWidth());
  }
  for (llvm::cl::Option *option : options) {
    texts.push_back(
        wrapText(option->HelpStr, lineWidth - column - separatorWidth));
    option->setDescription(texts.back());
  }
}

/// Whether a tool would wait for what nobody knows to type: its file is not
/// given, and standard input is a terminal. Then says how it is used.
inline bool refuseTerminal(llvm::StringRef tool,
                           const llvm::cl::opt<std::string> &file,
                           llvm::StringRef examples) {
  if (file.getNumOccurrences() > 0 ||
      !llvm::sys::Process::FileDescriptorIsDisplayed(STDIN_FILENO))
    return false;
  llvm::errs() << tool
               << ": error: expected a FILE, or - for standard input, which is "
                  "a terminal; given none\nusage: "
               << tool << " FILE|- [flag...]\n"
               << examples << tool << " --help lists the flags\n";
  return true;
}

} // namespace dml

#endif // DML_TOOLS_COMMON_TOOLHELP_H
