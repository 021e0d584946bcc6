// max_unpooling of NHWC data whose cells go on behind the last row and the last
// column.

// RUN: dml-opt %s --dml-gpu-pipeline='cache-bytes=0' -o /dev/null --remarks-filter=dml-schedule \
// RUN:   --remark-format=emitRemark 2>&1 | FileCheck %s
// CHECK: strips of 8 elements at cells of 2 steps of dimension 2 and 2 steps of dimension 1
// CHECK: strips of 4 elements at cells of 2 steps of dimension 2 and 2 steps of dimension 1

// RUN: dml-run %s --device=reference --function=U4_windows_of_3 --output=@%t.npy \
// RUN:   --input=2x24x7x9xf16=random:1 \
// RUN:   --input=2x24x7x9xui32=pooled:1:2x24x15x19:3:2:0
// RUN: %run %s --cache-bytes=0 --function=U4_windows_of_3 --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x24x7x9xf16=random:1 \
// RUN:   --input=2x24x7x9xui32=pooled:1:2x24x15x19:3:2:0
func.func @U4_windows_of_3(
    %v: tensor<2x24x7x9xf16> {dml.strides = array<i64: 1512, 1, 216, 24>},
    %i: tensor<2x24x7x9xui32> {dml.strides = array<i64: 1512, 1, 216, 24>})
    -> (tensor<2x24x15x19xf16> {dml.strides = array<i64: 6840, 1, 456, 24>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x24x7x9xf16>, tensor<2x24x7x9xui32>) -> tensor<2x24x15x19xf16>
  return %y : tensor<2x24x15x19xf16>
}

// Windows of 4, padded by 2, have the widest reach: a sample and its form find all
// inputs.
// KERNELS-COUNT-2: _kernel
// KERNELS-NOT:     _kernel
// RUN: dml-run %s --device=reference --function=U4_windows_of_4 --output=@%t.npy \
// RUN:   --input=2x8x9x7xf32=random:2 \
// RUN:   --input=2x8x9x7xui32=pooled:2:2x8x17x13:4:2:2
// RUN: %run %s --cache-bytes=0 --function=U4_windows_of_4 --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x8x9x7xf32=random:2 \
// RUN:   --input=2x8x9x7xui32=pooled:2:2x8x17x13:4:2:2
// RUN: dml-run %s --device=vulkan --cache-bytes=0 --function=U4_windows_of_4 --time=1 --output= \
// RUN:   --input=2x8x9x7xf32=random:2 \
// RUN:   --input=2x8x9x7xui32=pooled:2:2x8x17x13:4:2:2 2>&1 | FileCheck %s --check-prefix=KERNELS
func.func @U4_windows_of_4(
    %v: tensor<2x8x9x7xf32> {dml.strides = array<i64: 504, 1, 56, 8>},
    %i: tensor<2x8x9x7xui32> {dml.strides = array<i64: 504, 1, 56, 8>})
    -> (tensor<2x8x17x13xf32> {dml.strides = array<i64: 1768, 1, 104, 8>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x8x9x7xf32>, tensor<2x8x9x7xui32>) -> tensor<2x8x17x13xf32>
  return %y : tensor<2x8x17x13xf32>
}
