# Finds MLIR, or says which versions work. MLIR's API changes with each release,
# and its package is compatible with no other major.minor version.

set(DML_MLIR_VERSION 22.1)

# A folder that the user names is the one, or an error; CMake would search on.
set(dml_requested_dir "${MLIR_DIR}")
if(NOT MLIR_DIR)
  unset(dml_requested_dir)
elseif(NOT EXISTS "${MLIR_DIR}/MLIRConfig.cmake")
  message(FATAL_ERROR "MLIR_DIR=${MLIR_DIR} has no MLIRConfig.cmake; Debian's is "
                      "/usr/lib/llvm-22/lib/cmake/mlir")
endif()

find_package(MLIR ${DML_MLIR_VERSION} QUIET CONFIG
             HINTS /usr/lib/llvm-22/lib/cmake/mlir)

if(NOT MLIR_FOUND OR (DEFINED dml_requested_dir AND
                      NOT MLIR_DIR PATH_EQUAL dml_requested_dir))
  set(dml_found)
  foreach(config version IN ZIP_LISTS MLIR_CONSIDERED_CONFIGS
                                      MLIR_CONSIDERED_VERSIONS)
    string(APPEND dml_found "  ${version} in ${config}\n")
  endforeach()
  if(NOT dml_found)
    set(dml_found "  none\n")
  endif()
  if(DEFINED dml_requested_dir)
    # CMake has put the one that it found instead into the cache.
    set(MLIR_DIR ${dml_requested_dir} CACHE PATH "" FORCE)
  endif()
  message(FATAL_ERROR
    "dml ${PROJECT_VERSION} needs MLIR ${DML_MLIR_VERSION}.x, with libMLIR.so. "
    "Found:\n${dml_found}Debian's packages are libmlir-22-dev and mlir-22-tools; "
    "another installation is named with -DMLIR_DIR=PREFIX/lib/cmake/mlir.")
endif()
message(STATUS "Using MLIR ${LLVM_PACKAGE_VERSION} in: ${MLIR_DIR}")

if(NOT TARGET MLIR AND NOT DML_LINK_STATIC)
  message(FATAL_ERROR "MLIR in ${MLIR_DIR} has no libMLIR.so; it comes with "
                      "LLVM_BUILD_LLVM_DYLIB=ON")
endif()
