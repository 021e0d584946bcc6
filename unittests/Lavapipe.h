//===- Lavapipe.h - The Vulkan device of the tests --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_LAVAPIPE_H
#define DML_UNITTESTS_LAVAPIPE_H

#include <cstdlib>
#include <filesystem>

namespace dml::test {

/// Lets the loader find no other device than lavapipe, where it is installed.
inline void useLavapipe() {
  for (const char *folder :
       {"/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d",
        "/etc/vulkan/icd.d"}) {
    std::error_code error;
    for (const auto &entry :
         std::filesystem::directory_iterator(folder, error)) {
      if (entry.path().filename().string().rfind("lvp_icd", 0) != 0)
        continue;
      // The older name is known to all loaders.
      setenv("VK_ICD_FILENAMES", entry.path().c_str(), /*overwrite=*/1);
      setenv("VK_DRIVER_FILES", entry.path().c_str(), /*overwrite=*/1);
      return;
    }
  }
}

} // namespace dml::test

#endif // DML_UNITTESTS_LAVAPIPE_H
