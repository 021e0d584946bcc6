# dml_embed_text(FILE VARIABLE)
# Writes a text as a string literal of C++ to NAME.inc in the current binary folder,
# and sets the variable to that path.
function(dml_embed_text source variable)
  get_filename_component(source ${source} ABSOLUTE)
  get_filename_component(name ${source} NAME_WE)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${name}.inc)
  set(script ${PROJECT_SOURCE_DIR}/cmake/LiteralOfFile.cmake)
  add_custom_command(
    OUTPUT ${include}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${source} -DOUTPUT=${include} -P ${script}
    DEPENDS ${source} ${script}
    VERBATIM)
  set(${variable} ${include} PARENT_SCOPE)
endfunction()
