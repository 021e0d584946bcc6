// Blocks compute what plain loops do, bit for bit, on any number of threads. The
// loops are plain because their body uses an index.

// DEFINE: %{name} =
// DEFINE: %{inputs} =
// DEFINE: %{compare} = dml-run %s --function=%{name}_loops %{inputs} --output=@%t.npy && \
// DEFINE:   dml-run %s --function=%{name} %{inputs} --expected-output=@%t.npy && \
// DEFINE:   dml-run %s --function=%{name} %{inputs} --expected-output=@%t.npy --threads=1

// Blocks, and rows and columns that are left over; two parts of the reduction.
// REDEFINE: %{name} = matmul
// REDEFINE: %{inputs} = --input=33x700xf32=uniform:1:-1:1 \
// REDEFINE:   --input=700x50xf32=uniform:2:-1:1 --input=33x50xf32=uniform:3:-1:1
// RUN: %{compare}

// Both operands transposed, casts, lengths that are prime.
// REDEFINE: %{name} = transposed
// REDEFINE: %{inputs} = --input=101x31xf16=uniform:1:-1:1 \
// REDEFINE:   --input=37x101xf16=uniform:2:-1:1 --input=31x37xf32=uniform:3:-1:1
// RUN: %{compare}

// A batch, and rows that are a power of two apart.
// REDEFINE: %{name} = batch
// REDEFINE: %{inputs} = --input=3x5x256xf64=uniform:1:-1:1 \
// REDEFINE:   --input=3x256x19xf64=uniform:2:-1:1 --input=3x5x19xf64=uniform:3:-1:1
// RUN: %{compare}

// One row: several vectors of it.
// REDEFINE: %{name} = one_row
// REDEFINE: %{inputs} = --input=1x129xi8=uniform:1:-100:100 \
// REDEFINE:   --input=129x301xi8=uniform:2:-100:100 --input=1x301xi32=uniform:3:-100:100
// RUN: %{compare}

// Windows with strides and dilations, in rows that are no whole vectors.
// REDEFINE: %{name} = nchw
// REDEFINE: %{inputs} = --input=2x3x17x15xf32=uniform:1:-1:1 \
// REDEFINE:   --input=9x3x3x3xf32=uniform:2:-1:1 --input=2x9x8x11xf32=uniform:3:-1:1
// RUN: %{compare}

// REDEFINE: %{name} = nhwc
// REDEFINE: %{inputs} = --input=2x11x13x5xf32=uniform:1:-1:1 \
// REDEFINE:   --input=3x3x5x7xf32=uniform:2:-1:1 --input=2x5x6x7xf32=uniform:3:-1:1
// RUN: %{compare}

// Planes of their own filters.
// REDEFINE: %{name} = depthwise
// REDEFINE: %{inputs} = --input=2x4x18x18xf32=uniform:1:-1:1 \
// REDEFINE:   --input=4x3x3xf32=uniform:2:-1:1 --input=2x4x16x16xf32=uniform:3:-1:1
// RUN: %{compare}

// Products are added in order: 1 is lost in the sum of it and 1e8.
// RUN: dml-run %s --function=order "--input=3xf32=1e8 1 -1e8" \
// RUN:   --input=f32=0 --expected-output=64x64xf32=0
// RUN: dml-run %s --function=order "--input=3xf32=1e8 -1e8 1" \
// RUN:   --input=f32=0 --expected-output=64x64xf32=1
// What it is filled with comes first.
// RUN: dml-run %s --function=order "--input=3xf32=-1e8 1 0" \
// RUN:   --input=f32=1e8 --expected-output=64x64xf32=1

// A product is rounded before it is added: 1 + 2^-12 squared is 1 + 2^-11, and
// 2^-24 more. With fused multiply-add it may not be.
// RUN: dml-run %s --function=order "--input=3xf32=1.000244140625 0 0" \
// RUN:   --input=f32=-1.00048828125 --expected-output=64x64xf32=0
// RUN: dml-run %s --function=order "--input=3xf32=1.000244140625 0 0" \
// RUN:   --input=f32=-1.00048828125 --expected-output=64x64xf32=0 \
// RUN:   --fp-contract=fast --tolerance=1e-7

// Nothing to add.
// RUN: dml-run %s --function=empty --expected-output=64x64xf32=5

func.func @matmul(%a: tensor<33x700xf32>, %b: tensor<700x50xf32>, %c: tensor<33x50xf32>) -> tensor<33x50xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<33x700xf32>, tensor<700x50xf32>) outs(%c : tensor<33x50xf32>) -> tensor<33x50xf32>
  return %r : tensor<33x50xf32>
}
func.func @matmul_loops(%a: tensor<33x700xf32>, %b: tensor<700x50xf32>, %c: tensor<33x50xf32>) -> tensor<33x50xf32> {
  %zero = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<33x700xf32>, tensor<700x50xf32>) outs(%c : tensor<33x50xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %product = arith.mulf %x, %y : f32
    %sum = arith.addf %old, %product : f32
    %i = linalg.index 0 : index
    %exists = arith.cmpi sge, %i, %zero : index
    %new = arith.select %exists, %sum, %old : f32
    linalg.yield %new : f32
  } -> tensor<33x50xf32>
  return %r : tensor<33x50xf32>
}

func.func @transposed(%a: tensor<101x31xf16>, %b: tensor<37x101xf16>, %c: tensor<31x37xf32>) -> tensor<31x37xf32> {
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<101x31xf16>, tensor<37x101xf16>) outs(%c : tensor<31x37xf32>) -> tensor<31x37xf32>
  return %r : tensor<31x37xf32>
}
func.func @transposed_loops(%a: tensor<101x31xf16>, %b: tensor<37x101xf16>, %c: tensor<31x37xf32>) -> tensor<31x37xf32> {
  %zero = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<101x31xf16>, tensor<37x101xf16>) outs(%c : tensor<31x37xf32>) {
  ^bb0(%x: f16, %y: f16, %old: f32):
    %wx = arith.extf %x : f16 to f32
    %wy = arith.extf %y : f16 to f32
    %product = arith.mulf %wx, %wy : f32
    %sum = arith.addf %old, %product : f32
    %i = linalg.index 0 : index
    %exists = arith.cmpi sge, %i, %zero : index
    %new = arith.select %exists, %sum, %old : f32
    linalg.yield %new : f32
  } -> tensor<31x37xf32>
  return %r : tensor<31x37xf32>
}

func.func @batch(%a: tensor<3x5x256xf64>, %b: tensor<3x256x19xf64>, %c: tensor<3x5x19xf64>) -> tensor<3x5x19xf64> {
  %r = linalg.batch_matmul ins(%a, %b : tensor<3x5x256xf64>, tensor<3x256x19xf64>) outs(%c : tensor<3x5x19xf64>) -> tensor<3x5x19xf64>
  return %r : tensor<3x5x19xf64>
}
func.func @batch_loops(%a: tensor<3x5x256xf64>, %b: tensor<3x256x19xf64>, %c: tensor<3x5x19xf64>) -> tensor<3x5x19xf64> {
  %zero = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<3x5x256xf64>, tensor<3x256x19xf64>) outs(%c : tensor<3x5x19xf64>) {
  ^bb0(%x: f64, %y: f64, %old: f64):
    %product = arith.mulf %x, %y : f64
    %sum = arith.addf %old, %product : f64
    %i = linalg.index 0 : index
    %exists = arith.cmpi sge, %i, %zero : index
    %new = arith.select %exists, %sum, %old : f64
    linalg.yield %new : f64
  } -> tensor<3x5x19xf64>
  return %r : tensor<3x5x19xf64>
}

func.func @one_row(%a: tensor<1x129xi8>, %b: tensor<129x301xi8>, %c: tensor<1x301xi32>) -> tensor<1x301xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<1x129xi8>, tensor<129x301xi8>) outs(%c : tensor<1x301xi32>) -> tensor<1x301xi32>
  return %r : tensor<1x301xi32>
}
func.func @one_row_loops(%a: tensor<1x129xi8>, %b: tensor<129x301xi8>, %c: tensor<1x301xi32>) -> tensor<1x301xi32> {
  %zero = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<1x129xi8>, tensor<129x301xi8>) outs(%c : tensor<1x301xi32>) {
  ^bb0(%x: i8, %y: i8, %old: i32):
    %wx = arith.extsi %x : i8 to i32
    %wy = arith.extsi %y : i8 to i32
    %product = arith.muli %wx, %wy : i32
    %sum = arith.addi %old, %product : i32
    %i = linalg.index 0 : index
    %exists = arith.cmpi sge, %i, %zero : index
    %new = arith.select %exists, %sum, %old : i32
    linalg.yield %new : i32
  } -> tensor<1x301xi32>
  return %r : tensor<1x301xi32>
}

func.func @nchw(%a: tensor<2x3x17x15xf32>, %b: tensor<9x3x3x3xf32>, %c: tensor<2x9x8x11xf32>) -> tensor<2x9x8x11xf32> {
  %r = linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : tensor<2xi64>,
      dilations = dense<[1, 2]> : tensor<2xi64>} ins(%a, %b : tensor<2x3x17x15xf32>, tensor<9x3x3x3xf32>) outs(%c : tensor<2x9x8x11xf32>) -> tensor<2x9x8x11xf32>
  return %r : tensor<2x9x8x11xf32>
}
func.func @nchw_loops(%a: tensor<2x3x17x15xf32>, %b: tensor<9x3x3x3xf32>, %c: tensor<2x9x8x11xf32>) -> tensor<2x9x8x11xf32> {
  %zero = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d2 * 2 + d5, d3 + d6 * 2)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%a, %b : tensor<2x3x17x15xf32>, tensor<9x3x3x3xf32>) outs(%c : tensor<2x9x8x11xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %product = arith.mulf %x, %y : f32
    %sum = arith.addf %old, %product : f32
    %i = linalg.index 0 : index
    %exists = arith.cmpi sge, %i, %zero : index
    %new = arith.select %exists, %sum, %old : f32
    linalg.yield %new : f32
  } -> tensor<2x9x8x11xf32>
  return %r : tensor<2x9x8x11xf32>
}

func.func @nhwc(%a: tensor<2x11x13x5xf32>, %b: tensor<3x3x5x7xf32>, %c: tensor<2x5x6x7xf32>) -> tensor<2x5x6x7xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<2x11x13x5xf32>, tensor<3x3x5x7xf32>) outs(%c : tensor<2x5x6x7xf32>) -> tensor<2x5x6x7xf32>
  return %r : tensor<2x5x6x7xf32>
}
func.func @nhwc_loops(%a: tensor<2x11x13x5xf32>, %b: tensor<3x3x5x7xf32>, %c: tensor<2x5x6x7xf32>) -> tensor<2x5x6x7xf32> {
  %zero = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%a, %b : tensor<2x11x13x5xf32>, tensor<3x3x5x7xf32>) outs(%c : tensor<2x5x6x7xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %product = arith.mulf %x, %y : f32
    %sum = arith.addf %old, %product : f32
    %i = linalg.index 0 : index
    %exists = arith.cmpi sge, %i, %zero : index
    %new = arith.select %exists, %sum, %old : f32
    linalg.yield %new : f32
  } -> tensor<2x5x6x7xf32>
  return %r : tensor<2x5x6x7xf32>
}

func.func @depthwise(%a: tensor<2x4x18x18xf32>, %b: tensor<4x3x3xf32>, %c: tensor<2x4x16x16xf32>) -> tensor<2x4x16x16xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%a, %b : tensor<2x4x18x18xf32>, tensor<4x3x3xf32>) outs(%c : tensor<2x4x16x16xf32>) -> tensor<2x4x16x16xf32>
  return %r : tensor<2x4x16x16xf32>
}
func.func @depthwise_loops(%a: tensor<2x4x18x18xf32>, %b: tensor<4x3x3xf32>, %c: tensor<2x4x16x16xf32>) -> tensor<2x4x16x16xf32> {
  %zero = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1 + d4, d2 + d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<2x4x18x18xf32>, tensor<4x3x3xf32>) outs(%c : tensor<2x4x16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %product = arith.mulf %x, %y : f32
    %sum = arith.addf %old, %product : f32
    %i = linalg.index 0 : index
    %exists = arith.cmpi sge, %i, %zero : index
    %new = arith.select %exists, %sum, %old : f32
    linalg.yield %new : f32
  } -> tensor<2x4x16x16xf32>
  return %r : tensor<2x4x16x16xf32>
}

// Each element is `first`, plus the numbers in order; a number between 1 and 2
// is squared.
func.func @order(%x: tensor<3xf32>, %first: f32) -> tensor<64x64xf32> {
  %0 = tensor.empty() : tensor<64x3xf32>
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3xf32>) outs(%0 : tensor<64x3xf32>) {
  ^bb0(%v: f32, %old: f32):
    linalg.yield %v : f32
  } -> tensor<64x3xf32>
  %1 = tensor.empty() : tensor<3x64xf32>
  // The number itself if it is near 1, else 1.
  %columns = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3xf32>) outs(%1 : tensor<3x64xf32>) {
  ^bb0(%v: f32, %old: f32):
    %above = arith.cmpf ogt, %v, %one : f32
    %below = arith.cmpf olt, %v, %two : f32
    %near = arith.andi %above, %below : i1
    %factor = arith.select %near, %v, %one : f32
    linalg.yield %factor : f32
  } -> tensor<3x64xf32>
  %2 = tensor.empty() : tensor<64x64xf32>
  %3 = linalg.fill ins(%first : f32) outs(%2 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.matmul ins(%rows, %columns : tensor<64x3xf32>, tensor<3x64xf32>)
                     outs(%3 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

func.func @empty() -> tensor<64x64xf32> {
  %five = arith.constant 5.0 : f32
  %a = tensor.empty() : tensor<64x0xf32>
  %b = tensor.empty() : tensor<0x64xf32>
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.fill ins(%five : f32) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<64x0xf32>, tensor<0x64xf32>)
                     outs(%1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
