# Precompiled headers of MLIR, LLVM and the standard library, which are most of what
# a source of this project has to parse. They hold none of the project's own headers,
# and sources include what they use all the same: with
# -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON, and with compilers other than Clang, there
# are none.
#
# CMake's target_precompile_headers would put the path of the build folder into the
# file and into the commands that use it, and ccache would find nothing in another
# folder. So the source is a system header, and the others come with -include.

# dml_add_precompiled_headers(NAME HEADER header... [LINK_LIBS ...])
# A target that precompiles headers, the first of which has to be a full path.
function(dml_add_precompiled_headers name header)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS OR NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_library(${name}-object OBJECT ${header})
  set_source_files_properties(${header} PROPERTIES LANGUAGE CXX)
  llvm_update_compile_flags(${name}-object)
  # Without the times of the headers, the same headers give the same file.
  target_compile_options(${name}-object PRIVATE
    "SHELL:-x c++-header" -fpch-instantiate-templates
    "SHELL:-Xclang -fno-pch-timestamp")
  foreach(included ${ARG_UNPARSED_ARGUMENTS})
    target_compile_options(${name}-object PRIVATE "SHELL:-include ${included}")
  endforeach()
  target_link_libraries(${name}-object PRIVATE ${ARG_LINK_LIBS})
  # Compilations only wait for what custom commands make.
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}.pch)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_OBJECTS:${name}-object>
            ${file}
    DEPENDS $<TARGET_OBJECTS:${name}-object>
    VERBATIM)
  add_custom_target(${name} DEPENDS ${file})
  set_target_properties(${name} PROPERTIES DML_FILE ${file})
endfunction()

# dml_use_precompiled_headers(TARGET NAME)
# The target's flags have to be those that the headers were compiled with, but for
# macros that these do not know.
function(dml_use_precompiled_headers target name)
  if(NOT TARGET ${name})
    return()
  endif()
  get_target_property(file ${name} DML_FILE)
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include-pch ${file}>")
  add_dependencies(${target} ${name})
endfunction()

# What most users of MLIR include, and dialects that few include, but that take
# seconds to parse.
find_path(DML_MLIR_HEADERS mlir/Pass/Pass.h PATHS ${MLIR_INCLUDE_DIRS}
          NO_DEFAULT_PATH NO_CACHE REQUIRED)
dml_add_precompiled_headers(dml-mlir-headers
  ${DML_MLIR_HEADERS}/mlir/Pass/Pass.h
  mlir/Dialect/Affine/IR/AffineOps.h
  mlir/Dialect/Arith/IR/Arith.h
  mlir/Dialect/Func/IR/FuncOps.h
  mlir/Dialect/GPU/IR/GPUDialect.h
  mlir/Dialect/LLVMIR/LLVMDialect.h
  mlir/Dialect/Linalg/IR/Linalg.h
  mlir/Dialect/Math/IR/Math.h
  mlir/Dialect/MemRef/IR/MemRef.h
  mlir/Dialect/SCF/IR/SCF.h
  mlir/Dialect/SPIRV/IR/SPIRVOps.h
  mlir/Dialect/Tensor/IR/Tensor.h
  mlir/Dialect/Vector/IR/VectorOps.h
  mlir/IR/Matchers.h
  mlir/IR/PatternMatch.h
  mlir/IR/Remarks.h
  llvm/Support/JSON.h
  thread)

# For libraries most of whose sources only use LLVM.
find_path(DML_LLVM_HEADERS llvm/Support/Error.h PATHS ${LLVM_INCLUDE_DIRS}
          NO_DEFAULT_PATH NO_CACHE REQUIRED)
dml_add_precompiled_headers(dml-llvm-headers
  ${DML_LLVM_HEADERS}/llvm/Support/Error.h
  llvm/ADT/STLExtras.h
  llvm/ADT/SmallVector.h
  llvm/ADT/StringExtras.h
  llvm/Support/JSON.h
  llvm/Support/MathExtras.h
  llvm/Support/raw_ostream.h
  algorithm
  condition_variable
  map
  mutex
  optional
  string
  thread
  vector)
