// Passes that count bytes may be run on their own, on what no pipeline lets
// through: none of their products wraps.

// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-lower-tensor-moves
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-pack-words
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-simplify-indices
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-bind-buffers
// RUN: dml-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(dml-gpu-outline-checks))'
// RUN: dml-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(dml-gpu-tile-operations))'
// RUN: dml-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(dml-gpu-map-to-threads))'
// RUN: dml-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(dml-gpu-lower-unpool))'

// expected-error @+1 {{'func.func' op bytes of the argument: expected at most 34359738368, given memref<4611686018427387904xf32> [T2]}}
func.func @T2_wraps_to_zero(%x: memref<4611686018427387904xf32>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op bytes of the argument: expected at most 34359738368, given memref<4294967296x0x4294967296xi8> [T2]}}
func.func @T2_no_elements(%x: memref<4294967296x0x4294967296xi8>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op bytes of the argument: expected at most 34359738368, given memref<2xf32, strided<[1], offset: 2305843009213693952>> [T2]}}
func.func @T2_offset(%x: memref<2xf32, strided<[1], offset: 2305843009213693952>>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op bytes of the argument: expected at most 34359738368, given memref<2x1xi8, strided<[-9223372036854775807, 9223372036854775807]>> [T2]}}
func.func @T2_strides(%x: memref<2x1xi8, strided<[-9223372036854775807, 9223372036854775807]>>) {
  return
}

// -----

func.func @T2_result(%x: memref<1xi8>) {
  // expected-error @+1 {{'memref.alloc' op bytes of the result: expected at most 34359738368, given memref<4294967296xvector<4xi32>> [T2]}}
  %y = memref.alloc() : memref<4294967296xvector<4xi32>>
  return
}

// -----

// The most that there is.
func.func @fits(%x: memref<4294967295xi64>, %y: memref<4294967295xi64>) {
  return
}
