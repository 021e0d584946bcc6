# Links the tools with the static archives of MLIR, LLVM, libstdc++ and libgcc
# instead of their shared libraries; glibc stays shared. For DML_LINK_STATIC. A
# target whose other libraries need the shared libstdc++ has the property
# DML_SHARED_LIBSTDCXX, because a process must not have two.
#
# Sets DML_LLVM_LIBS. The CMake targets of the archives cannot be used: they link
# libLLVM.so beside themselves, which would be a second LLVM in the process. So
# the archives are given by their paths, all that may be needed: the linker reads
# those in any order, and takes from them what is used.

if(NOT LLVM_USE_LINKER STREQUAL "lld")
  message(FATAL_ERROR "DML_LINK_STATIC needs -DLLVM_USE_LINKER=lld: the archives "
                      "are in no order")
endif()

# dml_find_archive(VARIABLE FILE PACKAGE)
# A static library, or an error that names Debian's package of it.
function(dml_find_archive variable file package)
  find_library(${variable} ${file})
  if(NOT ${variable})
    message(FATAL_ERROR "${file} not found; Debian's package is ${package}")
  endif()
endfunction()

file(GLOB mlir_archives ${LLVM_LIBRARY_DIR}/libMLIR*.a)
list(FILTER mlir_archives EXCLUDE REGEX "/libMLIR(CAPI|.*Test)[^/]*$")
if(NOT mlir_archives)
  message(FATAL_ERROR "No libMLIR*.a in ${LLVM_LIBRARY_DIR}; Debian's package is "
                      "libmlir-22-dev")
endif()

execute_process(
  COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --libfiles all
  OUTPUT_VARIABLE llvm_archives
  OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(llvm_archives UNIX_COMMAND "${llvm_archives}")
# Debian packages Polly by itself; nothing needs it.
list(FILTER llvm_archives EXCLUDE REGEX "/libPolly[^/]*$")

dml_find_archive(DML_ZLIB_ARCHIVE libz.a zlib1g-dev)
dml_find_archive(DML_ZSTD_ARCHIVE libzstd.a libzstd-dev)

# Code that is compiled at run time calls functions of libgcc, such as
# __truncdfhf2, and finds them in the process by their names. libgcc_s.so, which
# libstdc++.so brings along, is not there, and those of libgcc.a are hidden.
execute_process(
  COMMAND ${CMAKE_CXX_COMPILER} --rtlib=libgcc -print-libgcc-file-name
  OUTPUT_VARIABLE libgcc
  OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
set(visible_libgcc ${PROJECT_BINARY_DIR}/lib/libgcc-visible.a)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
execute_process(
  COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-objcopy --wildcard
          --set-symbol-visibility=__*=default ${libgcc} ${visible_libgcc}
  COMMAND_ERROR_IS_FATAL ANY)

add_library(dml-static-llvm INTERFACE)
target_link_libraries(dml-static-llvm INTERFACE
  ${mlir_archives} ${llvm_archives} ${DML_ZLIB_ARCHIVE} ${DML_ZSTD_ARCHIVE}
  ${visible_libgcc})
set(is_static $<NOT:$<BOOL:$<TARGET_PROPERTY:DML_SHARED_LIBSTDCXX>>>)
target_link_options(dml-static-llvm INTERFACE
  $<${is_static}:-static-libstdc++> $<${is_static}:-static-libgcc>
  -Wl,--gc-sections)
foreach(functions extend* fix* float* pow* trunc* *hf2 *tf[23] *ti[234])
  target_link_options(dml-static-llvm INTERFACE
    "LINKER:--undefined-glob=__${functions}"
    "LINKER:--export-dynamic-symbol=__${functions}")
endforeach()

set(DML_LLVM_LIBS dml-static-llvm)
