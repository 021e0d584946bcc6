// What the pipeline cannot compile is an error that names the operation.
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-pipeline

func.func @dynamic_shape(%x: tensor<?x4x2x2xf32>) -> tensor<?x1x4x4xf32> {
  // expected-error @+1 {{'linalg.generic' op has a dynamic shape, 'memref<?x2x2x1x2x2xf32>'; only static shapes run on the GPU (dml-run specialises them to its inputs, dml-refine-arguments to given types)}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x4x2x2xf32>) -> tensor<?x1x4x4xf32>
  return %y : tensor<?x1x4x4xf32>
}

// -----

func.func @loop_over_tensors(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'scf.for' op is not supported on the GPU, which runs no loops or branches around operations on tensors; the CPU does}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<4xf32> {
    %u = arith.addf %t, %t : tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

func.func @loop_over_elements(%x: tensor<4xi32>, %v: i32) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'scf.for' op is not supported on the GPU}}
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x) -> tensor<4xi32> {
    %u = tensor.insert %v into %t[%i] : tensor<4xi32>
    scf.yield %u : tensor<4xi32>
  }
  return %y : tensor<4xi32>
}

// -----

func.func @loop_at_one_element(%x: tensor<4xi32>, %v: i32) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'scf.for' op is not supported on the GPU}}
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x) -> tensor<4xi32> {
    %u = tensor.insert %v into %t[%c1] : tensor<4xi32>
    scf.yield %u : tensor<4xi32>
  }
  return %y : tensor<4xi32>
}

// -----

func.func @element(%x: tensor<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'memref.load' op is not supported on the GPU}}
  %e = tensor.extract %x[%c1] : tensor<4xf32>
  return %e : f32
}

// -----

func.func @branch_on_contents(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  // expected-error @+1 {{'memref.load' op is not supported on the GPU}}
  %e = tensor.extract %x[%c1] : tensor<4xi32>
  // expected-error @+1 {{'arith.cmpi' op is not supported on the GPU}}
  %c = arith.cmpi ne, %e, %zero : i32
  // expected-error @+1 {{'scf.if' op is not supported on the GPU}}
  %y = scf.if %c -> tensor<4xi32> {
    %u = arith.addi %x, %x : tensor<4xi32>
    scf.yield %u : tensor<4xi32>
  } else {
    scf.yield %x : tensor<4xi32>
  }
  return %y : tensor<4xi32>
}

// -----

// Not the reads that the compiler puts in front of it.
func.func @scalar_arithmetic(%x: f32, %y: f32) -> f32 {
  // expected-error @+1 {{'arith.addf' op is not supported on the GPU}}
  %z = arith.addf %x, %y : f32
  return %z : f32
}

// -----

// The kernel may use the scalar.
func.func @scalar_arithmetic_beside_a_kernel(%x: f32) -> (tensor<4xf32>, f32) {
  %empty = tensor.empty() : tensor<4xf32>
  %y = linalg.fill ins(%x : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'arith.mulf' op is not supported on the GPU}}
  %z = arith.mulf %x, %x : f32
  return %y, %z : tensor<4xf32>, f32
}

// -----

func.func @blocks(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'cf.cond_br' op is not supported on the GPU}}
  cf.cond_br %c, ^double, ^keep
^double:
  %y = arith.addf %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
^keep:
  return %x : tensor<4xf32>
}

// -----

// Each thread would write where the index says.
func.func @slice_anywhere(%x: tensor<8xf32>, %y: tensor<2xf32>, %i: index)
    -> tensor<8xf32> {
  // expected-error @+1 {{has a part of a buffer whose place only a run knows}}
  %z = tensor.insert_slice %y into %x[%i] [2] [1]
      : tensor<2xf32> into tensor<8xf32>
  return %z : tensor<8xf32>
}

// -----

// The product overwrites what the scalar was read from.
func.func @scalar_of_an_overwritten_buffer(%x: tensor<1xf32>)
    -> (tensor<1xf32>, tensor<4xf32>) {
  %sum = arith.addf %x, %x : tensor<1xf32>
  %rank_0 = tensor.collapse_shape %sum [] : tensor<1xf32> into tensor<f32>
  %scalar = tensor.extract %rank_0[] : tensor<f32>
  %product = arith.mulf %sum, %sum : tensor<1xf32>
  %empty = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{a kernel needs a value that is only known at run time: 'f32'}}
  %y = linalg.fill ins(%scalar : f32) outs(%empty : tensor<4xf32>)
      -> tensor<4xf32>
  return %product, %y : tensor<1xf32>, tensor<4xf32>
}

// -----

func.func @scalar_of_any_place(%x: tensor<8xf32>, %i: index) -> tensor<4xf32> {
  %rank_0 = tensor.extract_slice %x[%i] [1] [1] : tensor<8xf32> to tensor<f32>
  %scalar = tensor.extract %rank_0[] : tensor<f32>
  %empty = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{a kernel needs a value that is only known at run time: 'f32'}}
  %y = linalg.fill ins(%scalar : f32) outs(%empty : tensor<4xf32>)
      -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @f16(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error @+1 {{'arith.addf' op computes with 'f16', for which the device needs the feature shaderFloat16}}
  %y = arith.addf %x, %x : tensor<4xf16>
  return %y : tensor<4xf16>
}

// -----

func.func @f64(%x: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{'arith.mulf' op computes with 'f64', for which the device needs the feature shaderFloat64}}
  %y = arith.mulf %x, %x : tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

// Two words can be added, but not divided.
func.func @i64(%x: tensor<4xi64>) -> tensor<4xi64> {
  // expected-error @+1 {{'arith.divui' op computes with 'i64', for which the device needs the feature shaderInt64}}
  %y = arith.divui %x, %x : tensor<4xi64>
  return %y : tensor<4xi64>
}

// -----

func.func @i16(%x: tensor<4xi16>) -> tensor<4xi16> {
  // expected-error @+1 {{'arith.addi' op computes with 'i16', for which the device needs the feature shaderInt16}}
  %y = arith.addi %x, %x : tensor<4xi16>
  return %y : tensor<4xi16>
}

// -----

func.func @i8(%x: tensor<4xi8>) -> tensor<4xi8> {
  // expected-error @+1 {{'arith.addi' op computes with 'i8', for which the device needs the feature shaderInt8}}
  %y = arith.addi %x, %x : tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

// Four inputs and a result.
func.func @five_buffers(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>,
    %d: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{a kernel needs 5 buffers; the device binds 4}}
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
      affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
      affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a, %b, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
          tensor<4xf32>) outs(%empty : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %s: f32, %old: f32):
      %0 = arith.addf %p, %q : f32
      %1 = arith.addf %r, %s : f32
      %2 = arith.addf %0, %1 : f32
      linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}
