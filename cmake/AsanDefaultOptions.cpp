//===- AsanDefaultOptions.cpp - How instrumented tools start --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// Containers cross the boundary to LLVM's libraries, which are not
/// instrumented, and so do LLVM's allocators: what our half of one poisons, the
/// other hands out as it is. And running out of memory is an error the tools
/// report.
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:"
         "allocator_may_return_null=1";
}

/// Takes the place of libc's: nothing is unloaded. What a Vulkan driver keeps
/// in its own variables counts as leaked once they are gone, and what it leaks
/// in truth can no longer be told from what we do.
extern "C" int dlclose(void *) { return 0; }

/// Mesa's lavapipe 22.3 forgets a little on its own, and the validation layer
/// 1.3.239 what its search for missing barriers notes.
extern "C" const char *__lsan_default_suppressions() {
  return "leak:libvulkan_lvp.so\nleak:libVkLayer_khronos_validation.so\n";
}

/// Pages and tests compare all that tools print.
extern "C" const char *__lsan_default_options() {
  return "print_suppressions=0";
}
