# dml_assemble_spirv(FILE.spvasm NAME.inc)
# Assembles a SPIR-V module, checks it for Vulkan 1.1, and writes its words as a
# list of C++ literals into the current binary folder.
function(dml_assemble_spirv source include)
  find_program(DML_SPIRV_AS spirv-as)
  find_program(DML_SPIRV_VAL spirv-val)
  if(NOT DML_SPIRV_AS OR NOT DML_SPIRV_VAL)
    message(FATAL_ERROR "spirv-as and spirv-val were not found; they are in "
                        "the Debian package spirv-tools")
  endif()
  get_filename_component(source ${source} ABSOLUTE)
  set(binary ${CMAKE_CURRENT_BINARY_DIR}/${include}.spv)
  add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${include}
    COMMAND ${DML_SPIRV_AS} --target-env vulkan1.1 -o ${binary}
            ${source}
    COMMAND ${DML_SPIRV_VAL} --target-env vulkan1.1 ${binary}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${binary}
            -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${include}
            -P ${PROJECT_SOURCE_DIR}/cmake/WordsOfFile.cmake
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/WordsOfFile.cmake
    VERBATIM)
endfunction()
