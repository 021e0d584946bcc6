# What `cmake --install` puts in place, and what CPack makes packages of.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Installed tools and the plugin find libMLIR.so where the build found it.
if(NOT DEFINED CMAKE_INSTALL_RPATH_USE_LINK_PATH)
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()

set(DML_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/dml)

find_program(DML_HELP2MAN help2man)
if(NOT DML_HELP2MAN)
  message(STATUS "help2man was not found, so there are no manual pages; it is "
                 "in the Debian package help2man")
endif()
add_custom_target(dml-man ALL)

# dml_install_tool(NAME SUMMARY): with its manual page, made from --help, and its
# completion.
function(dml_install_tool name summary)
  install(TARGETS ${name} EXPORT DMLTargets
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/tools/Common/completion.bash
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME ${name})
  if(NOT DML_HELP2MAN)
    return()
  endif()
  set(page ${PROJECT_BINARY_DIR}/man/${name}.1)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)
  set(help ${PROJECT_SOURCE_DIR}/cmake/gnu-help.sh)
  add_custom_command(
    OUTPUT ${page}
    COMMAND ${DML_HELP2MAN} --no-info --name ${summary} --output ${page}
            "${help} $<TARGET_FILE:${name}> ${PROJECT_VERSION}"
    DEPENDS ${name} ${help} ${PROJECT_SOURCE_DIR}/cmake/GNUHelp.awk
    VERBATIM)
  add_custom_target(dml-man-${name} DEPENDS ${page})
  add_dependencies(dml-man dml-man-${name})
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endfunction()

# dml_install_library(): libdml.so with what C and Python need to use it.
function(dml_install_library)
  install(TARGETS dml EXPORT DMLTargets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set(headers ${PROJECT_SOURCE_DIR}/include/dml-c)
  install(FILES ${headers}/Runtime.h ${headers}/StaticRuntime.h
                ${headers}/Vulkan.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/dml-c)
  set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH DML_PC_PREFIX /${pkgconfig} /)
  string(REGEX REPLACE "/$" "" DML_PC_PREFIX "${DML_PC_PREFIX}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/dml.pc.in
                 ${PROJECT_BINARY_DIR}/cmake/dml.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/dml.pc DESTINATION ${pkgconfig})
  # Where Debian's Python looks, for the prefix /usr.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/dml
          DESTINATION lib/python3/dist-packages
          FILES_MATCHING PATTERN *.py)
endfunction()

# dml_install_package(): all but the libraries and tools. Comes after them.
function(dml_install_package)
  # Headers of internal libraries stay out.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dml
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN *.h PATTERN *.def PATTERN *.td
          REGEX "/dml/(Benchmark|Testing)$" EXCLUDE
          REGEX "/dml/Runtime/(CPU/Compile|Compile|Timing|Vulkan)$" EXCLUDE
          REGEX "/dml/Runtime/[^/]*\\.h$" EXCLUDE
          REGEX "/dml/Runtime/CPU/Host[^/]*\\.h$" EXCLUDE
          REGEX "/dml/(Reference/Evaluator|Target/(KernelInterface|LaunchPlanFiles|SPIRVBinary))\\.h$" EXCLUDE)
  install(FILES ${PROJECT_SOURCE_DIR}/include/dml-c/Dialects.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/dml-c)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/include/dml
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN *.h.inc PATTERN CMakeFiles EXCLUDE)

  get_property(DML_LIBRARIES GLOBAL PROPERTY DML_LIBRARIES)
  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/DMLConfig.cmake.in
    ${PROJECT_BINARY_DIR}/cmake/DMLConfig.cmake
    INSTALL_DESTINATION ${DML_INSTALL_CMAKEDIR}
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
  write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/cmake/DMLConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/DMLConfig.cmake
                ${PROJECT_BINARY_DIR}/cmake/DMLConfigVersion.cmake
          DESTINATION ${DML_INSTALL_CMAKEDIR})
  install(EXPORT DMLTargets DESTINATION ${DML_INSTALL_CMAKEDIR})

  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
          DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples
          DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()
