# `cpack` makes a .deb and a tarball of what is installed.

set(CPACK_PACKAGE_NAME dml)
set(CPACK_PACKAGE_VENDOR "The dml project")
set(CPACK_PACKAGE_CONTACT "The dml project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME
    dml-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

# NAME_VERSION_ARCHITECTURE.deb
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"The dialect dml for MLIR has depth_to_space1, space_to_depth1, max_unpooling,
max_pooling2, unfold and fold, and lowers them to LLVM and to SPIR-V. The package
has its tools, a plugin for mlir-opt, libraries and headers for compilers, and
libdml.so with the module dml of Python for applications.")
# libMLIR.so, libLLVM.so and others, as dpkg-shlibdeps finds them. The rest is
# opened at run time, or wanted by who compiles against the libraries.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Debian has libLLVM.so in two folders, one of them of a package that
# dpkg-shlibdeps knows nothing about; which one it takes differs from run to run.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libllvm${LLVM_VERSION_MAJOR})
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libvulkan1, python3-numpy")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "libmlir-${LLVM_VERSION_MAJOR}-dev, mlir-${LLVM_VERSION_MAJOR}-tools, mesa-vulkan-drivers, libvulkan-dev")

include(CPack)
