// An operation with a small input writes past the caches if its output exceeds a multiple of
// cache-bytes. Here the input has 1024 bytes and the output 19600.

// RUN: dml-opt %s --dml-cpu-pipeline='cache-bytes=4096 kept-multiple=2' \
// RUN:   | FileCheck %s --check-prefix=PAST
// RUN: dml-opt %s --dml-cpu-pipeline='cache-bytes=4096 kept-multiple=8' \
// RUN:   | FileCheck %s --check-prefix=KEPT --implicit-check-not=nontemporal

// PAST: llvm.store {{.*}}nontemporal
// KEPT: llvm.store
func.func @main(%x: tensor<1x1x16x16xi32>) -> tensor<1x49x100xi32> {
  %y = dml.unfold %x, window_sizes = [7, 7]
      : (tensor<1x1x16x16xi32>) -> tensor<1x49x100xi32>
  return %y : tensor<1x49x100xi32>
}
