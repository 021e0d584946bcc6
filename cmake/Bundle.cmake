# The target `bundle`: an archive of dml-run, dml-difftest, dml-benchmark and
# examples that runs on machines where nothing is installed. Goes with
# DML_LINK_STATIC.

set(name dml-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(archive ${PROJECT_BINARY_DIR}/${name}.tar.xz)
set(stage ${PROJECT_BINARY_DIR}/bundle)

install(TARGETS dml-run dml-difftest dml-benchmark RUNTIME DESTINATION bin)
# Debian has no static library of Google Benchmark.
set_target_properties(dml-benchmark PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
install(IMPORTED_RUNTIME_ARTIFACTS benchmark::benchmark LIBRARY DESTINATION lib)
install(FILES LICENSE DESTINATION .)
install(DIRECTORY examples DESTINATION . PATTERN find-package* EXCLUDE)
install(DIRECTORY benchmarks DESTINATION . USE_SOURCE_PERMISSIONS
        FILES_MATCHING PATTERN *.mlir PATTERN *.py PATTERN *.comp PATTERN *.glsl
        PATTERN results EXCLUDE PATTERN __pycache__ EXCLUDE)
install(PROGRAMS scripts/test-device.sh scripts/bench-device.sh DESTINATION .)
install(FILES cmake/BundleREADME.md DESTINATION . RENAME README.md)

# What the tools contain, each with its licence.
file(GLOB libstdcxx /usr/share/doc/libstdc++-*-dev)
foreach(folder ${libstdcxx} /usr/share/doc/llvm-22-dev
        /usr/share/doc/spirv-tools /usr/share/doc/zlib1g-dev
        /usr/share/doc/libzstd-dev /usr/share/doc/libbenchmark-dev)
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

# The tools have most of their code in common, 60 MB apart: xz finds it in a
# dictionary that holds two of them.
add_custom_target(bundle
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${stage}
  COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --strip
          --prefix ${stage}/${name} > ${PROJECT_BINARY_DIR}/install.log
  COMMAND ${describe_commit} > ${stage}/${name}/COMMIT
  COMMAND $<TARGET_FILE:dml-benchmark> --suite=gpu-operators
          --benchmark_list_tests > ${PROJECT_BINARY_DIR}/gpu-operators.txt
  COMMAND ${PROJECT_SOURCE_DIR}/benchmarks/handwritten/compile.py
          --output=${stage}/${name}/benchmarks/handwritten/spirv
          < ${PROJECT_BINARY_DIR}/gpu-operators.txt
  COMMAND tar --create --file ${archive} --directory ${stage} --sort=name
          --owner=0 --group=0 --numeric-owner
          "--use-compress-program=xz --lzma2=preset=2,dict=128MiB" ${name}
  COMMAND ${CMAKE_COMMAND} -E echo "The bundle is ${archive}"
  DEPENDS dml-run dml-difftest dml-benchmark
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Packing ${archive}")
