#!/usr/bin/env bash
#
# Installs the Debian packages that the project needs and that are missing. Does
# nothing, and asks no network, when all of them are there.
#
#   scripts/setup.sh [--asan|--bench|--bundle|--peers]
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail

# Package and purpose.
packages=(
  "libmlir-22-dev    MLIR's headers and libMLIR.so"
  "mlir-22-tools     mlir-tblgen, which generates the dialect's C++"
  "llvm-22-dev       LLVM's headers, CMake files and libLLVM.so"
  "llvm-22-tools     lit, FileCheck and not, for the tests"
  "clang-22          the compiler"
  "lld-22            the linker"
  "clang-format-22   the check of the sources' format"
  "cmake             the build system"
  "ninja-build       the build system"
  "ccache            makes repeated builds fast"
  "libgtest-dev      GoogleTest, for the unit tests"
  "libbenchmark-dev  Google Benchmark, for dml-benchmark"
  "libvulkan-dev     Vulkan's headers"
  "libvulkan1        Vulkan's loader, which finds the drivers"
  "mesa-vulkan-drivers lavapipe, the Vulkan device in software of the tests"
  "vulkan-validationlayers the check of how the tests use Vulkan"
  "spirv-tools       the assembler and the validator of SPIR-V"
  "glslang-tools     the compiler of the benchmarks' shaders"
  "python3           lit and the tests of the documentation"
  "python3-numpy     the arrays of the Python module"
  "python3-setuptools installs the Python module with pip"
  "python3-wheel     the same"
  "python3-venv      the test of that"
  "pkg-config        finds libdml.so, for the test of a program in C"
  "python3-distributed Dask, for the example of many machines"
  "help2man          makes the manual pages"
  "dpkg-dev          finds what the Debian package of dml depends on"
)

case "${1-}" in
"") ;;
--asan)
  packages+=("libclang-rt-22-dev  the run-time library of AddressSanitizer")
  ;;
--bench | --peers)
  packages+=("python3-torch     PyTorch, to compare with")
  [[ $1 == --peers ]] ||
    packages+=("python3-matplotlib draws the chart")
  # Node.js may well be there from elsewhere, which has npm in the same package.
  command -v npm >/dev/null ||
    packages+=("npm               fetches ONNX Runtime, to compare with")
  ;;
--bundle)
  packages+=(
    "zlib1g-dev        zlib's static library"
    "libzstd-dev       zstd's static library"
    "xz-utils          packs the bundle"
  )
  ;;
*)
  echo "usage: scripts/setup.sh [--asan|--bench|--bundle|--peers]" >&2
  exit 2
  ;;
esac

bundle_hint="the bundle runs without any of this (README.md, Bundle)"

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: no apt here; the build needs, by their Debian names:" >&2
  printf '  %s\n' "${packages[@]}" >&2
  for command in cmake ninja; do
    command -v "$command" >/dev/null || {
      echo "setup: there is no $command; $bundle_hint" >&2
      exit 1
    }
  done
  exit 0
fi

names=("${packages[@]%% *}")
installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${names[@]}" \
  2>/dev/null | sed -n 's/ installed$//p') || true

missing=()
for package in "${packages[@]}"; do
  name=${package%% *}
  if ! grep -qxF -- "$name" <<<"$installed"; then
    [[ ${#missing[@]} -gt 0 ]] || echo "setup: installing with apt:"
    echo "  $package"
    missing+=("$name")
  fi
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: neither root nor sudo; please run as root:" >&2
    echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

apt_get() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq \
    -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

# Old package lists, or none, are refreshed once.
if ! apt_get install --yes --no-install-recommends "${missing[@]}"; then
  echo "setup: refreshing the package lists and trying again"
  apt_get update
  apt_get install --yes --no-install-recommends "${missing[@]}" || {
    echo "setup: Debian 12 has these packages; on another system," \
      "$bundle_hint" >&2
    exit 1
  }
fi
