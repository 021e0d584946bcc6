// What is computed from complete sums is what plain loops compute, bit for bit.

// DEFINE: %{name} =
// DEFINE: %{inputs} =
// DEFINE: %{compare} = dml-run %s --function=%{name} %{inputs} --device=reference --output=@%t.npy && \
// DEFINE:   dml-run %s --function=%{name} %{inputs} --expected-output=@%t.npy --threads=3 && \
// DEFINE:   dml-run %s --function=%{name} %{inputs} --expected-output=@%t.npy --refine=off && \
// DEFINE:   dml-run %s --function=%{name} %{inputs} --expected-output=@%t.npy --threads=1

// Two parts of the reduction, columns and rows that are left over.
// REDEFINE: %{name} = biases
// REDEFINE: %{inputs} = --input=33x700xf32=uniform:1:-1:1 --input=700x50xf32=uniform:2:-1:1 \
// REDEFINE:   --input=33xf32=uniform:3:-9:9 --input=50xf32=uniform:4:-9:9
// RUN: %{compare}

// Nothing to add.
// RUN: dml-run %s --function=empty --expected-output=64x64xf32=-5

// So little that loops do.
// REDEFINE: %{inputs} = --input=3x7xf32=1 --input=7x5xf32=1 --input=3xf32=2 --input=5xf32=1
// RUN: %{compare}

// Bytes, whose sums become floats of 16 bits.
// REDEFINE: %{name} = bytes
// REDEFINE: %{inputs} = --input=29x65xi8=uniform:1:-100:100 --input=65x83xi8=uniform:2:-100:100 \
// REDEFINE:   --input=29xf32=uniform:3:-1:1
// RUN: %{compare}

// Floats of 16 bits in a batch, whose result has its dimensions in another
// order.
// REDEFINE: %{name} = batch
// REDEFINE: %{inputs} = --input=3x17x40xf16=uniform:1:-1:1 --input=3x40x35xf16=uniform:2:-1:1 \
// REDEFINE:   --input=17x35xf32=uniform:3:-1:1
// RUN: %{compare}

// The sums are added to what a convolution's input was, as in a residual net,
// and rows of the result are parts of the filters.
// REDEFINE: %{name} = residual
// REDEFINE: %{inputs} = --input=2x6x13x11xf32=uniform:1:-1:1 --input=6x6x1x1xf32=uniform:2:-1:1 \
// REDEFINE:   --input=3xf32=uniform:3:-1:1
// RUN: %{compare}

#all = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

func.func @biases(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %0 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %sums = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%sums, %x, %y : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%0 : tensor<?x?xf32>) {
  ^bb0(%sum: f32, %added: f32, %scale: f32, %old: f32):
    %biased = arith.addf %sum, %added : f32
    %scaled = arith.mulf %biased, %scale : f32
    %positive = arith.cmpf ogt, %scaled, %zero : f32
    %leaky = arith.select %positive, %scaled, %sum : f32
    linalg.yield %leaky : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @empty() -> tensor<64x64xf32> {
  %five = arith.constant 5.0 : f32
  %a = tensor.empty() : tensor<64x0xf32>
  %b = tensor.empty() : tensor<0x64xf32>
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.fill ins(%five : f32) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<64x0xf32>, tensor<0x64xf32>) outs(%1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.negf ins(%2 : tensor<64x64xf32>) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

func.func @bytes(%a: tensor<29x65xi8>, %b: tensor<65x83xi8>, %scale: tensor<29xf32>) -> tensor<29x83xf16> {
  %zero = arith.constant 0 : i32
  %0 = tensor.empty() : tensor<29x83xi32>
  %1 = linalg.fill ins(%zero : i32) outs(%0 : tensor<29x83xi32>) -> tensor<29x83xi32>
  %sums = linalg.matmul ins(%a, %b : tensor<29x65xi8>, tensor<65x83xi8>) outs(%1 : tensor<29x83xi32>) -> tensor<29x83xi32>
  %2 = tensor.empty() : tensor<29x83xf16>
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%sums, %scale : tensor<29x83xi32>, tensor<29xf32>) outs(%2 : tensor<29x83xf16>) {
  ^bb0(%sum: i32, %s: f32, %old: f16):
    %float = arith.sitofp %sum : i32 to f32
    %scaled = arith.mulf %float, %s : f32
    %narrow = arith.truncf %scaled : f32 to f16
    linalg.yield %narrow : f16
  } -> tensor<29x83xf16>
  return %r : tensor<29x83xf16>
}

func.func @batch(%a: tensor<3x17x40xf16>, %b: tensor<3x40x35xf16>, %x: tensor<17x35xf32>) -> tensor<17x3x35xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x17x35xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<3x17x35xf32>) -> tensor<3x17x35xf32>
  %sums = linalg.batch_matmul ins(%a, %b : tensor<3x17x40xf16>, tensor<3x40x35xf16>) outs(%1 : tensor<3x17x35xf32>) -> tensor<3x17x35xf32>
  %2 = tensor.empty() : tensor<17x3x35xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (m, n)>,
      affine_map<(b, m, n) -> (m, b, n)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sums, %x : tensor<3x17x35xf32>, tensor<17x35xf32>) outs(%2 : tensor<17x3x35xf32>) {
  ^bb0(%sum: f32, %added: f32, %old: f32):
    %biased = arith.addf %sum, %added : f32
    linalg.yield %biased : f32
  } -> tensor<17x3x35xf32>
  return %r : tensor<17x3x35xf32>
}

func.func @residual(%x: tensor<2x6x13x11xf32>, %w: tensor<6x6x1x1xf32>, %bias: tensor<3xf32>) -> tensor<2x3x2x13x11xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x6x13x11xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x6x13x11xf32>) -> tensor<2x6x13x11xf32>
  %sums = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x6x13x11xf32>, tensor<6x6x1x1xf32>)
      outs(%1 : tensor<2x6x13x11xf32>) -> tensor<2x6x13x11xf32>
  %parts = tensor.expand_shape %sums [[0], [1, 2], [3], [4]] output_shape [2, 3, 2, 13, 11]
      : tensor<2x6x13x11xf32> into tensor<2x3x2x13x11xf32>
  %image = tensor.expand_shape %x [[0], [1, 2], [3], [4]] output_shape [2, 3, 2, 13, 11]
      : tensor<2x6x13x11xf32> into tensor<2x3x2x13x11xf32>
  %2 = tensor.empty() : tensor<2x3x2x13x11xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, f, g, h, w) -> (n, f, g, h, w)>,
      affine_map<(n, f, g, h, w) -> (n, f, g, h, w)>, affine_map<(n, f, g, h, w) -> (f)>,
      affine_map<(n, f, g, h, w) -> (n, f, g, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%parts, %image, %bias : tensor<2x3x2x13x11xf32>, tensor<2x3x2x13x11xf32>, tensor<3xf32>)
      outs(%2 : tensor<2x3x2x13x11xf32>) {
  ^bb0(%sum: f32, %was: f32, %added: f32, %old: f32):
    %next = arith.addf %sum, %was : f32
    %biased = arith.addf %next, %added : f32
    linalg.yield %biased : f32
  } -> tensor<2x3x2x13x11xf32>
  return %r : tensor<2x3x2x13x11xf32>
}
