# The lit suite of the project: what a test is and which tools it may call.

import os
import sys

from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

# lit's workers import the format by its module name.
sys.path.insert(0, os.path.dirname(__file__))
import dml_lit_format

if llvm_config is None:
    lit_config.fatal("run lit on a folder or file of BUILD_DIR/test, not on the sources")

config.name = "dml"
config.test_format = dml_lit_format.StrictShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
# A build with sanitizers, or a static one, has no plugin and is not installed.
if not config.dml_install:
    config.excludes.append("Packaging")
if not config.dml_build_plugin:
    config.excludes.append("DMLPlugin")
# Python is not built with sanitizers and cannot load a library that is.
if not config.dml_install:
    config.excludes.append("Python")
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.dml_obj_root, "test")

# A variable of one CHECK-LABEL block must not leak into the next.
config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
# Lit hands on little of its own; test/CMakeLists.txt says what this is for.
config.environment.update(
    entry.split("=", 1) for entry in config.dml_test_environment.split(";")
)

llvm_config.use_default_substitutions()
config.substitutions.append(("%dml_src_root", config.dml_src_root))
config.substitutions.append(("%dml_obj_root", config.dml_obj_root))
config.substitutions.append(("%dml_tools_dir", config.dml_tools_dir))
config.substitutions.append(
    ("%dml_plugin", os.path.join(config.dml_obj_root, "lib", "DMLPlugin.so"))
)

# Python tests import the module from the source tree, with the build's library.
# They run on Debian's Python, because Debian's NumPy does not load into another
# one, such as that which runs lit.
config.environment["PYTHONPATH"] = os.path.join(config.dml_src_root, "python")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["DML_LIBRARY"] = os.path.join(
    config.dml_obj_root, "lib", "libdml.so"
)
config.substitutions.append(("%system_python", "/usr/bin/python3"))

# External projects are built with this build's compiler and MLIR.
config.substitutions.append(("%cxx", config.cxx_compiler))
config.substitutions.append((r"%cc\b", config.c_compiler))
config.substitutions.append(("%dml_rt", config.dml_rt))
config.substitutions.append(
    (
        "%cmake_configure",
        f"{config.cmake} -G Ninja -DCMAKE_C_COMPILER={config.c_compiler} "
        f"-DCMAKE_CXX_COMPILER={config.cxx_compiler} -DMLIR_DIR={config.mlir_dir}",
    )
)
config.substitutions.append((r"%cmake\b", config.cmake))
config.substitutions.append(("%cpack", config.cpack))
config.substitutions.append(
    (
        "%mlir_include_flags",
        " ".join("-I" + folder for folder in config.mlir_include_dirs.split(";")),
    )
)
config.substitutions.append(
    (
        "%mlir_runner_utils",
        os.path.join(config.llvm_tools_dir, "..", "lib", "libmlir_runner_utils.so"),
    )
)

# Integration tests run `%run`, which is dml-run on the device, and in the mode,
# that the suite is asked for: lit --param device=vulkan, --param refine=off.
config.device = lit_config.params.get("device", "cpu")
run = ["dml-run", "--device=" + config.device]
if "refine" in lit_config.params:
    run.append("--refine=" + lit_config.params["refine"])
config.substitutions.append(("%run", " ".join(run)))
config.substitutions.append(("%device", config.device))

# DML_OPT_CHECK_ROUNDTRIP=1 makes every dml-opt line print its input and parse
# it again, as text and as bytecode.
opt_args = []
if os.environ.get("DML_OPT_CHECK_ROUNDTRIP"):
    opt_args.append("--verify-roundtrip")

# A tool that is not built leaves its name in the command, and the tests that
# call it fail.
llvm_config.add_tool_substitutions(
    [
        ToolSubst("dml-opt", extra_args=opt_args, unresolved="fatal"),
        ToolSubst("dml-benchmark", unresolved="ignore"),
        ToolSubst("dml-dialects-capi-test", unresolved="ignore"),
        ToolSubst("dml-lsp-server", unresolved="ignore"),
        ToolSubst("dml-compile", unresolved="ignore"),
        ToolSubst("dml-run", unresolved="ignore"),
        ToolSubst("dml-difftest", unresolved="ignore"),
    ],
    config.dml_tools_dir,
)
llvm_config.add_tool_substitutions(
    [
        ToolSubst("count", unresolved="fatal"),
        ToolSubst("not", unresolved="fatal"),
        ToolSubst("split-file", unresolved="fatal"),
        ToolSubst("llvm-nm", unresolved="ignore"),
        ToolSubst("llvm-objdump", unresolved="ignore"),
        ToolSubst("llvm-readelf", unresolved="ignore"),
        ToolSubst("mlir-opt", unresolved="ignore"),
        ToolSubst("mlir-runner", unresolved="ignore"),
        ToolSubst("mlir-tblgen", unresolved="ignore"),
        ToolSubst("mlir-translate", unresolved="ignore"),
    ],
    config.llvm_tools_dir,
)
