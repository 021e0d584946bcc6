// RUN: dml-opt %s --split-input-file --verify-diagnostics
//
// A function is named after the rule that its operation breaks.

func.func @A1_window_size_negative(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op window_sizes[1]: expected 0 to 4294967295, given -1 [A1]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, -1] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui32>)
  return
}

// -----

func.func @A1_stride_no_uint(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op strides[1]: expected 0 to 4294967295, given 4294967297 [A1]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [1, 4294967297] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui32>)
  return
}

// -----

func.func @M1_rank(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{4-D or 5-D tensor [M1]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3] : (tensor<1x1x5xf32>) -> (tensor<1x1x3xf32>, tensor<1x1x3xui32>)
  return
}

// -----

func.func @M1_index_type(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{ui64 or ui32}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xi32>)
  return
}

// -----

func.func @M1_element_type_of_the_values(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op element type of the result: expected f32, given f16 [M1, T6]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x3x3xf16>, tensor<1x1x3x3xui32>)
  return
}

// -----

func.func @T1_f64(%x: tensor<1x1x5x5xf64>) {
  // expected-error @+1 {{[T1] without encoding}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf64>) -> (tensor<1x1x3x3xf64>, tensor<1x1x3x3xui32>)
  return
}

// -----

func.func @M2_entries(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op window_sizes entries: expected 2 (one for each spatial dimension), given 3 [M2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3, 3] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui32>)
  return
}

// -----

func.func @M2_window_size_zero(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op window_sizes[0]: expected at least 1, given 0 [M2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [0, 3] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui32>)
  return
}

// -----

func.func @M2_stride_zero(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op strides[1]: expected at least 1, given 0 [M2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [1, 0] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui32>)
  return
}

// -----

func.func @M2_misfit(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op padded size of dimension 3 of the input: expected at least 7 (the dilated window), given 6 [M2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3], dilations = [1, 3], end_padding = [0, 1] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x3x1xf32>, tensor<1x1x3x1xui32>)
  return
}

// -----

func.func @T2_input_size_zero(%x: tensor<1x0x5x5xf32>) {
  // expected-error @+1 {{[T2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3] : (tensor<1x0x5x5xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui32>)
  return
}

// -----

func.func @T2_values(%x: tensor<1x1x1x1xf32>) {
  // expected-error @+1 {{[T2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 1], end_padding = [65535, 65535] : (tensor<1x1x1x1xf32>) -> (tensor<1x1x65536x65536xf32>, tensor<1x1x65536x65536xui32>)
  return
}

// -----

func.func @T6_values(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op dimension 2 of the values: expected 3, given 4 [M2, T6]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x4x3xf32>, tensor<1x1x3x3xui32>)
  return
}

// -----

func.func @T6_indices(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op dimension 3 of the indices: expected 3, given 2 [M2, T6]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x2xui32>)
  return
}
