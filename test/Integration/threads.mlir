// The bits do not depend on the number of threads, duplicates and tensors large
// enough to be shared out included.

// RUN: %run %s --function=duplicates --threads=1 --output=@%t.npy \
// RUN:   --input=1x4x128x128xf32=random:1 --input=1x4x128x128xui32=random:2:97
// RUN: %run %s --function=duplicates --threads=7 --output= \
// RUN:   --input=1x4x128x128xf32=random:1 --input=1x4x128x128xui32=random:2:97 \
// RUN:   --expected-output=@%t.npy

// RUN: %run %s --function=all --threads=1 --input=3x16x40x33xui8=random:5 \
// RUN:   --output=@%t.a.npy --output=@%t.b.npy
// RUN: %run %s --function=all --threads=5 --input=3x16x40x33xui8=random:5 \
// RUN:   --output= --output= \
// RUN:   --expected-output=@%t.a.npy --expected-output=@%t.b.npy

func.func @duplicates(%v: tensor<1x4x?x?xf32>, %i: tensor<1x4x?x?xui32>)
    -> tensor<1x1x300x300xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x4x?x?xf32>, tensor<1x4x?x?xui32>) -> tensor<1x1x300x300xf32>
  return %y : tensor<1x1x300x300xf32>
}

func.func @all(%x: tensor<?x16x?x?xui8>)
    -> (tensor<?x?x?x?xui8>, tensor<?x?x?xui8>) {
  %y = dml.depth_to_space1 %x, block_size = 4, order = depth_column_row
      : (tensor<?x16x?x?xui8>) -> tensor<?x?x?x?xui8>
  %z = dml.unfold %y, window_sizes = [3, 2], start_padding = [2, 1],
      strides = [1, 2] : (tensor<?x?x?x?xui8>) -> tensor<?x?x?xui8>
  return %y, %z : tensor<?x?x?x?xui8>, tensor<?x?x?xui8>
}
