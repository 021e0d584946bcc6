# Helpers shared by the project's CMakeLists.txt files.

if(DML_ENABLE_WERROR)
  add_compile_options(-Werror)
endif()

if(DML_ENABLE_ASAN)
  # Debian's LLVM is not instrumented, so container annotations would not match
  # across the library boundary, and its types carry no vtable information.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr,function
                      -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  # Shared libraries find the sanitizers' functions in the executable.
  add_link_options(-fsanitize=address,undefined LINKER:-z,undefs)
endif()

# dml_add_library(NAME source... [INTERNAL] [HEADERS target] [DEPENDS ...]
#                 [LINK_LIBS ...])
# A static library of the project; every one sees MLIR and LLVM. An INTERNAL one
# is not installed. HEADERS are those of PrecompiledHeaders.cmake that its sources
# start with, dml-mlir-headers by default.
function(dml_add_library name)
  cmake_parse_arguments(ARG "INTERNAL" "HEADERS" "DEPENDS;LINK_LIBS" ${ARGN})
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS dml-mlir-headers)
  endif()
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  dml_use_precompiled_headers(${name} ${ARG_HEADERS})
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>)
  target_include_directories(${name} SYSTEM INTERFACE
    "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>"
    "$<BUILD_INTERFACE:${MLIR_INCLUDE_DIRS}>")
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} ${DML_LLVM_LIBS})
  target_compile_features(${name} INTERFACE cxx_std_17)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(DML_INSTALL AND NOT ARG_INTERNAL)
    target_include_directories(${name} INTERFACE
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    install(TARGETS ${name} EXPORT DMLTargets
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    set_property(GLOBAL APPEND PROPERTY DML_LIBRARIES ${name})
  endif()
endfunction()

# dml_add_tool(NAME source... [SUMMARY text] [HEADERS target] [LINK_LIBS ...])
# An executable that lands in bin/. One with a summary, the line that whatis
# shows, is installed, with a manual page and completion.
function(dml_add_tool name)
  cmake_parse_arguments(ARG "" "SUMMARY;HEADERS" "LINK_LIBS" ${ARGN})
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS dml-mlir-headers)
  endif()
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  dml_use_precompiled_headers(${name} ${ARG_HEADERS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                           ${PROJECT_BINARY_DIR}/bin)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} ${DML_LLVM_LIBS})
  target_compile_definitions(${name} PRIVATE DML_VERSION="${PROJECT_VERSION}")
  if(DML_ENABLE_ASAN)
    target_sources(${name} PRIVATE
                   ${PROJECT_SOURCE_DIR}/cmake/AsanDefaultOptions.cpp)
  endif()
  if(DML_INSTALL AND ARG_SUMMARY)
    dml_install_tool(${name} ${ARG_SUMMARY})
  endif()
endfunction()

# dml_operator_files(VARIABLE PREFIX SUFFIX)
# PREFIX<Name>SUFFIX.cpp for each operator of Operators.def, which is read again
# when it changes.
function(dml_operator_files variable prefix suffix)
  set(list ${PROJECT_SOURCE_DIR}/include/dml/IR/Operators.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} operators REGEX "^DML_OPERATOR\\(")
  set(files)
  foreach(operator ${operators})
    string(REGEX REPLACE "^DML_OPERATOR\\(([A-Za-z0-9]+),.*" "\\1" name
                         "${operator}")
    list(APPEND files ${prefix}${name}${suffix}.cpp)
  endforeach()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# dml_tablegen(TARGET FILE.td (-gen-x FILE.inc)...)
function(dml_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(args ${ARGN})
  while(args)
    list(POP_FRONT args flags output)
    separate_arguments(flags)
    mlir_tablegen(${output} ${flags})
  endwhile()
  add_public_tablegen_target(${target})
endfunction()

# dml_add_doc(FILE.td PAGE flags...)
# A page of documentation generated from tablegen into docs/generated of the
# build tree; target dml-doc builds all of them.
function(dml_add_doc td page)
  set(LLVM_TARGET_DEFINITIONS ${td})
  tablegen(MLIR ${page}.md ${ARGN})
  set(output ${PROJECT_BINARY_DIR}/docs/generated/${page}.md)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_BINARY_DIR}/${page}.md
            ${output}
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${page}.md)
  add_custom_target(dml-doc-${page} DEPENDS ${output})
  add_dependencies(dml-doc dml-doc-${page})
endfunction()
