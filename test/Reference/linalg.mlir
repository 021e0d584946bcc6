// Structured operations: one loop nest around any body, in row-major order.

// (1e8 + 1) - 1e8 + 1 in this order only, and beginning with the init value.
// RUN: dml-run %s --device=reference --function=order \
// RUN:   "--input=2x2xf32=100000000 1 -100000000 1" --input=f32=0 \
// RUN:   --expected-output=f32=1
// RUN: dml-run %s --device=cpu --function=order \
// RUN:   "--input=2x2xf32=100000000 1 -100000000 1" --input=f32=0 \
// RUN:   --expected-output=f32=1
// RUN: dml-run %s --device=reference --function=order \
// RUN:   "--input=2x2xf32=100000000 3 0 0" --input=f32=-100000000 \
// RUN:   --expected-output=f32=3

// A product and a sum are rounded each: fused, the first would be 2^-24.
// RUN: dml-run %s --device=reference --function=matmul \
// RUN:   "--input=2x2xf32=1.000244140625 1 2 3" \
// RUN:   "--input=2x2xf32=1.000244140625 1 -1.00048828125 0.5" \
// RUN:   "--expected-output=2x2xf32=0 1.5002441 -1.0009766 3.5"
// RUN: dml-run %s --device=cpu --function=matmul \
// RUN:   "--input=2x2xf32=1.000244140625 1 2 3" \
// RUN:   "--input=2x2xf32=1.000244140625 1 -1.00048828125 0.5" \
// RUN:   "--expected-output=2x2xf32=0 1.5002441 -1.0009766 3.5"
// RUN: dml-run %s --device=reference --function=bytes \
// RUN:   "--input=2x1x3xi8=-128 127 1 2 3 4" "--input=2x3x1xi8=-128 127 5 6 7 8" \
// RUN:   "--expected-output=2x1x1xi32=32518 65"

// RUN: dml-run %s --device=reference --function=convolutions \
// RUN:   --input=1x2x3x5xf32=iota "--input=1x2x2x2xf32=1 -1 2 0 0 1 0 -2" \
// RUN:   "--expected-output=1x1x2x2xf32=-17 -15 -12 -10" \
// RUN:   "--expected-output=1x1x4x1xf32=-17 -16 -15 -14" \
// RUN:   "--expected-output=1x2x2x2xf32=8 9 13 14 23 24 28 29"
// RUN: dml-run %s --device=cpu --function=convolutions \
// RUN:   --input=1x2x3x5xf32=iota "--input=1x2x2x2xf32=1 -1 2 0 0 1 0 -2" \
// RUN:   "--expected-output=1x1x2x2xf32=-17 -15 -12 -10" \
// RUN:   "--expected-output=1x1x4x1xf32=-17 -16 -15 -14" \
// RUN:   "--expected-output=1x2x2x2xf32=8 9 13 14 23 24 28 29"

// RUN: dml-run %s --device=reference --function=moved --input=2x3xf32=iota \
// RUN:   "--input=2xf32=10 20" "--expected-output=3x2xf32=0 3 1 4 2 5" \
// RUN:   "--expected-output=2x3xf32=10 11 12 23 24 25" \
// RUN:   "--expected-output=2x6xi32=0 0 1 1 2 2 13 13 14 14 15 15"
// RUN: dml-run %s --device=reference --function=body \
// RUN:   "--input=4xi32=3 0 2 2" "--input=4xf32=5 -0 7 nan" --input=f32=0.5 \
// RUN:   "--expected-output=4xf32=0x7FC00000 5.5 7.5 7.5" \
// RUN:   "--expected-output=4xi8=0 1 2 3"

// RUN: not dml-run %s --device=reference --function=body \
// RUN:   "--input=4xi32=3 0 4 2" --input=4xf32=0 --input=f32=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EXTRACT
// EXTRACT: linalg.mlir:[[#]]:{{[0-9]+}}: 'tensor.extract' op index of dimension 0: expected at least 0 and less than 4, given 4

// RUN: not dml-run %s --device=reference --function=divided \
// RUN:   "--input=2xi32=1 0" 2>&1 | FileCheck %s --check-prefix=DIVIDED
// DIVIDED: 'arith.divsi' op divides by zero
// What nothing needs reports nothing.
// RUN: dml-run %s --device=reference --function=unneeded_division \
// RUN:   "--input=2xi32=1 0" "--expected-output=2xi32=1 0"

// RUN: not dml-run %s --device=reference --function=sizes \
// RUN:   --input=2x3xf32=0 --input=4x2xf32=0 --input=2x2xf32=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SIZES
// SIZES: linalg.mlir:[[#]]:{{[0-9]+}}: 'linalg.matmul' op dimension 0 of operand 1: expected 3, given 4
// RUN: not dml-run %s --device=reference --function=window \
// RUN:   --input=4xf32=0 --input=3xf32=0 --input=3xf32=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WINDOW
// WINDOW: 'linalg.conv_1d' op index of dimension 0: expected at least 0 and less than 4, given 4
// RUN: dml-run %s --device=reference --function=window \
// RUN:   "--input=4xf32=1 2 3 4" "--input=2xf32=1 10" --input=3xf32=0.5 \
// RUN:   "--expected-output=3xf32=21.5 32.5 43.5"
// RUN: dml-run %s --device=reference --function=window \
// RUN:   "--input=4xf32=1 2 3 4" "--input=2xf32=1 10" --input=1xf32=0 \
// RUN:   "--expected-output=1xf32=21"

func.func @order(%x: tensor<2x2xf32>, %init: tensor<f32>) -> tensor<f32> {
  %y = linalg.reduce { arith.addf } ins(%x : tensor<2x2xf32>)
      outs(%init : tensor<f32>) dimensions = [0, 1]
  return %y : tensor<f32>
}

func.func @matmul(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>)
      -> tensor<2x2xf32>
  %z = linalg.matmul ins(%x, %y : tensor<2x2xf32>, tensor<2x2xf32>)
      outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %z : tensor<2x2xf32>
}

func.func @bytes(%x: tensor<2x1x3xi8>, %y: tensor<2x3x1xi8>)
    -> tensor<2x1x1xi32> {
  %init = arith.constant dense<0> : tensor<2x1x1xi32>
  %z = linalg.batch_matmul ins(%x, %y : tensor<2x1x3xi8>, tensor<2x3x1xi8>)
      outs(%init : tensor<2x1x1xi32>) -> tensor<2x1x1xi32>
  return %z : tensor<2x1x1xi32>
}

func.func @convolutions(%x: tensor<1x2x3x5xf32>, %w: tensor<1x2x2x2xf32>)
    -> (tensor<1x1x2x2xf32>, tensor<1x1x4x1xf32>, tensor<1x2x2x2xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<1x1x2x2xf32>
  %y = linalg.conv_2d_nchw_fchw
      {strides = dense<[1, 2]> : tensor<2xi64>,
       dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x2x3x5xf32>, tensor<1x2x2x2xf32>)
      outs(%zeros : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %ex = tensor.empty() : tensor<1x3x5x2xf32>
  %tx = linalg.transpose ins(%x : tensor<1x2x3x5xf32>)
      outs(%ex : tensor<1x3x5x2xf32>) permutation = [0, 2, 3, 1]
  %ew = tensor.empty() : tensor<2x2x2x1xf32>
  %tw = linalg.transpose ins(%w : tensor<1x2x2x2xf32>)
      outs(%ew : tensor<2x2x2x1xf32>) permutation = [2, 3, 1, 0]
  %row = arith.constant dense<0.0> : tensor<1x1x4x1xf32>
  %z = linalg.conv_2d_nhwc_hwcf
      {strides = dense<1> : tensor<2xi64>,
       dilations = dense<[2, 1]> : tensor<2xi64>}
      ins(%tx, %tw : tensor<1x3x5x2xf32>, tensor<2x2x2x1xf32>)
      outs(%row : tensor<1x1x4x1xf32>) -> tensor<1x1x4x1xf32>
  %window = tensor.empty() : tensor<2x4xf32>
  %least = arith.constant dense<0xFF800000> : tensor<1x2x2x2xf32>
  %pooled = linalg.pooling_nchw_max
      {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %window : tensor<1x2x3x5xf32>, tensor<2x4xf32>)
      outs(%least : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y, %z, %pooled
      : tensor<1x1x2x2xf32>, tensor<1x1x4x1xf32>, tensor<1x2x2x2xf32>
}

func.func @moved(%x: tensor<2x3xf32>, %bias: tensor<2xf32>)
    -> (tensor<3x2xf32>, tensor<2x3xf32>, tensor<2x6xi32>) {
  %et = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%x : tensor<2x3xf32>)
      outs(%et : tensor<3x2xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<2x3xf32>
  %b = linalg.broadcast ins(%bias : tensor<2xf32>)
      outs(%e : tensor<2x3xf32>) dimensions = [1]
  %sum = linalg.map { arith.addf } ins(%x, %b : tensor<2x3xf32>, tensor<2x3xf32>)
      outs(%e : tensor<2x3xf32>)
  %eu = tensor.empty() : tensor<2x6xi32>
  %u = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j floordiv 2)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf32>) outs(%eu : tensor<2x6xi32>) {
  ^bb0(%v: f32, %old: i32):
    %n = arith.fptosi %v : f32 to i32
    %i = linalg.index 0 : index
    %c10 = arith.constant 10 : index
    %tens = arith.muli %i, %c10 : index
    %offset = arith.index_cast %tens : index to i32
    %s = arith.addi %n, %offset : i32
    linalg.yield %s : i32
  } -> tensor<2x6xi32>
  return %t, %sum, %u : tensor<3x2xf32>, tensor<2x3xf32>, tensor<2x6xi32>
}

#id = affine_map<(i) -> (i)>

// A read of another tensor, a scalar from outside, and two results.
func.func @body(%places: tensor<4xi32>, %table: tensor<4xf32>, %offset: f32)
    -> (tensor<4xf32>, tensor<4xi8>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xi8>
  %y:2 = linalg.generic {indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel"]}
      ins(%places : tensor<4xi32>) outs(%e, %f : tensor<4xf32>, tensor<4xi8>) {
  ^bb0(%n: i32, %old: f32, %old_byte: i8):
    %at = arith.index_cast %n : i32 to index
    %v = tensor.extract %table[%at] : tensor<4xf32>
    %s = arith.addf %v, %offset : f32
    %i = linalg.index 0 : index
    %byte = arith.index_cast %i : index to i8
    linalg.yield %s, %byte : f32, i8
  } -> (tensor<4xf32>, tensor<4xi8>)
  return %y#0, %y#1 : tensor<4xf32>, tensor<4xi8>
}

func.func @divided(%x: tensor<2xi32>) -> tensor<2xi32> {
  %e = tensor.empty() : tensor<2xi32>
  %c7 = arith.constant 7 : i32
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<2xi32>) outs(%e : tensor<2xi32>) {
  ^bb0(%v: i32, %old: i32):
    %q = arith.divsi %c7, %v : i32
    linalg.yield %q : i32
  } -> tensor<2xi32>
  return %y : tensor<2xi32>
}

func.func @unneeded_division(%x: tensor<2xi32>) -> tensor<2xi32> {
  %e = tensor.empty() : tensor<2xi32>
  %c7 = arith.constant 7 : i32
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<2xi32>) outs(%e : tensor<2xi32>) {
  ^bb0(%v: i32, %old: i32):
    %q = arith.divsi %c7, %v : i32
    linalg.yield %v : i32
  } -> tensor<2xi32>
  return %y : tensor<2xi32>
}

func.func @sizes(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @window(%x: tensor<?xf32>, %w: tensor<?xf32>, %y: tensor<?xf32>)
    -> tensor<?xf32> {
  %r = linalg.conv_1d ins(%x, %w : tensor<?xf32>, tensor<?xf32>)
      outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
