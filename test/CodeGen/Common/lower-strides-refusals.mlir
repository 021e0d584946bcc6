// RUN: dml-opt %s --dml-lower-strides --split-input-file --verify-diagnostics

// expected-error @+1 {{'func.func' op argument 1 has strides and dynamic sizes; dml-run specialises them to its inputs, dml-refine-arguments to given types [T3]}}
func.func @T3_dynamic_argument(%n: index, %x: memref<?x3xf32> {dml.strides = array<i64: 1, 2>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op result 0 has strides and dynamic sizes; dml-run specialises them to its inputs, dml-refine-arguments to given types [T3]}}
func.func @T3_dynamic_result(%x: memref<?x3xf32>) -> (memref<?x3xf32> {dml.strides = array<i64: 3, 1>}) {
  return %x : memref<?x3xf32>
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has strides: expected a memref without layout and memory space, as bufferization makes them, given 'tensor<2x3xf32>' [T3]}}
func.func @T3_tensor(%x: tensor<2x3xf32> {dml.strides = array<i64: 1, 2>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has strides: expected a memref without layout and memory space, as bufferization makes them, given 'memref<2x3xf32, strided<[4, 1]>>' [T3]}}
func.func @T3_layout(%x: memref<2x3xf32, strided<[4, 1]>> {dml.strides = array<i64: 1, 2>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op result 0 has strides: expected a memref without layout and memory space, as bufferization makes them, given 'memref<2x3xf32, 1>' [T3]}}
func.func @T3_memory_space(%x: memref<2x3xf32, 1>) -> (memref<2x3xf32, 1> {dml.strides = array<i64: 1, 2>}) {
  return %x : memref<2x3xf32, 1>
}

// -----

// expected-error @+1 {{'func.func' op has strides, but no body to read or write them [T3]}}
func.func private @T3_declaration(memref<2x3xf32> {dml.strides = array<i64: 1, 2>})

// -----

// Its caller has packed buffers.
// expected-error @+1 {{'func.func' op has strides, which are for callers outside the module, and is used within it [T3]}}
func.func @T3_called(%x: memref<2x3xf32>) -> (memref<2x3xf32> {dml.strides = array<i64: 1, 2>}) {
  return %x : memref<2x3xf32>
}

func.func @caller(%x: memref<2x3xf32>) -> memref<2x3xf32> {
  %y = call @T3_called(%x) : (memref<2x3xf32>) -> memref<2x3xf32>
  return %y : memref<2x3xf32>
}
