# As LLVM's: compatible with the same major.minor version.
set(PACKAGE_VERSION 21.1.8)
if("21.1" VERSION_EQUAL
   "${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}")
  set(PACKAGE_VERSION_COMPATIBLE 1)
endif()
