#!/usr/bin/env bash
#
# Installs what bench.sh and test-conformance.sh compare with: Debian's PyTorch, and
# ONNX Runtime of npm in BUILD_DIR/peers. Does nothing, and asks no network, when both
# are there.
#
#   scripts/install-peers.sh BUILD_DIR
#
# Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
if [[ $# -ne 1 || $1 == -* ]]; then
  echo "usage: scripts/install-peers.sh BUILD_DIR" >&2
  exit 2
fi
peers=$1/peers

# PyTorch's version is that of the distribution.
onnxruntime=1.30.0

"$(dirname -- "${BASH_SOURCE[0]}")/setup.sh" --peers
package=$peers/node_modules/onnxruntime-node/package.json
if ! grep -qsF "\"version\": \"$onnxruntime\"" "$package"; then
  echo "install-peers: installing onnxruntime-node $onnxruntime with npm"
  # Its install script fetches CUDA's libraries, which no CPU needs.
  npm install --silent --ignore-scripts --prefix "$peers" \
    "onnxruntime-node@$onnxruntime"
fi
