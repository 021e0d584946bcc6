# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts libdml.so beside the module dml: the one that DML_LIBRARY names, or one
that is built now. pyproject.toml has the rest."""

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parent


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        library = os.environ.get("DML_LIBRARY")
        if not library:
            subprocess.run([ROOT / "scripts" / "build.sh", "dml"], check=True)
            library = ROOT / "build" / "lib" / "libdml.so"
        library = pathlib.Path(library).resolve()
        # By the name that the module asks for: libdml.so.0.1.
        name = re.sub(r"(\.so\.\d+\.\d+).*", r"\1", library.name)
        shutil.copy(library, pathlib.Path(self.build_lib) / "dml" / name)


class BinaryDistribution(Distribution):
    """One with machine code, which is not for every platform."""

    def has_ext_modules(self):
        return True


version = re.search(
    r"^project\(dml VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.M
)
setup(
    version=version[1],
    cmdclass={"build_py": BuildWithLibrary},
    distclass=BinaryDistribution,
    # `build` is CMake's.
    options={
        "build": {"build_base": "build/python"},
        "egg_info": {"egg_base": "python"},
    },
)
