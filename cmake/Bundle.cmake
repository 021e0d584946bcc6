# The target `bundle`: an archive of dml-run, dml-difftest and examples that runs
# on machines where nothing is installed. Goes with DML_LINK_STATIC.

set(name dml-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(archive ${CMAKE_BINARY_DIR}/${name}.tar.xz)
set(stage ${CMAKE_BINARY_DIR}/bundle)

install(TARGETS dml-run dml-difftest RUNTIME DESTINATION bin)
install(FILES LICENSE DESTINATION .)
install(DIRECTORY examples DESTINATION .)
install(DIRECTORY benchmarks DESTINATION . FILES_MATCHING PATTERN *.mlir
        PATTERN results EXCLUDE)
install(PROGRAMS scripts/test-device.sh DESTINATION .)
install(FILES cmake/BundleREADME.md DESTINATION . RENAME README.md)

# What the tools contain, each with its licence.
file(GLOB libstdcxx /usr/share/doc/libstdc++-*-dev)
foreach(folder ${libstdcxx} /usr/share/doc/llvm-22-dev
        /usr/share/doc/spirv-tools /usr/share/doc/zlib1g-dev
        /usr/share/doc/libzstd-dev)
  get_filename_component(package ${folder} NAME)
  # Some are links, which would be installed as such.
  file(REAL_PATH ${folder}/copyright licence)
  install(FILES ${licence} DESTINATION licenses RENAME ${package}.txt OPTIONAL)
endforeach()

find_package(Git QUIET)
if(Git_FOUND)
  set(describe_commit ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} describe
                      --always --dirty --abbrev=12)
else()
  set(describe_commit echo unknown)
endif()

# The two tools have most of their code in common, 60 MB apart: xz finds it in a
# dictionary that holds them both.
add_custom_target(bundle
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${stage}
  COMMAND ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR} --strip
          --prefix ${stage}/${name} > ${CMAKE_BINARY_DIR}/install.log
  COMMAND ${describe_commit} > ${stage}/${name}/COMMIT
  COMMAND tar --create --file ${archive} --directory ${stage} --sort=name
          --owner=0 --group=0 --numeric-owner
          "--use-compress-program=xz --lzma2=preset=2,dict=128MiB" ${name}
  COMMAND ${CMAKE_COMMAND} -E echo "The bundle is ${archive}"
  DEPENDS dml-run dml-difftest
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Packing ${archive}")
