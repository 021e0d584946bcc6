// Small planes, of which several leave the ring buffer at a time.

// RUN: dml-run %s --function=small --input=7x50x3x18xi8=random:1 --device=reference \
// RUN:   --input=7x50x3x18xui32=pooled:2:7x50x6x37:2:2:0 --output=@%t.small.npy
// RUN: dml-run %s --function=small --input=7x50x3x18xi8=random:1 --cache-bytes=0 \
// RUN:   --input=7x50x3x18xui32=pooled:2:7x50x6x37:2:2:0 --expected-output=@%t.small.npy

// Windows that overlap.
// RUN: dml-run %s --function=small --input=7x50x3x18xi8=random:1 --device=reference \
// RUN:   --input=7x50x3x18xui32=pooled:3:7x50x6x37:3:2:0 --output=@%t.overlapping.npy
// RUN: dml-run %s --function=small --input=7x50x3x18xi8=random:1 --cache-bytes=0 \
// RUN:   --input=7x50x3x18xui32=pooled:3:7x50x6x37:3:2:0 --expected-output=@%t.overlapping.npy

// Inputs that point to other planes.
// RUN: dml-run %s --function=small --input=7x50x3x18xi8=random:1 --input=7x50x3x18xui32=iota \
// RUN:   --device=reference --output=@%t.far.npy
// RUN: dml-run %s --function=small --input=7x50x3x18xi8=random:1 --input=7x50x3x18xui32=iota \
// RUN:   --cache-bytes=0 --expected-output=@%t.far.npy

// All inputs point to one element: the last one wins (U4).
// RUN: dml-run %s --function=small --input=7x50x3x18xi8=random:1 --input=7x50x3x18xui32=300 \
// RUN:   --device=reference --output=@%t.same.npy
// RUN: dml-run %s --function=small --input=7x50x3x18xi8=random:1 --input=7x50x3x18xui32=300 \
// RUN:   --cache-bytes=0 --expected-output=@%t.same.npy

// Sizes that only run time knows, of planes that several tasks write.
// RUN: dml-run %s --function=dynamic --input=2x2x230x190xf16=random:1 --device=reference \
// RUN:   --input=2x2x230x190xui64=pooled:2:2x2x461x381:3:2:0 --output=@%t.dynamic.npy
// RUN: dml-run %s --function=dynamic --input=2x2x230x190xf16=random:1 --cache-bytes=0 --threads=3 \
// RUN:   --refine=off --input=2x2x230x190xui64=pooled:2:2x2x461x381:3:2:0 \
// RUN:   --expected-output=@%t.dynamic.npy

// An index out of range is reported (U3).
// RUN: not dml-run %s --function=small --input=7x50x3x18xi8=1 --cache-bytes=0 \
// RUN:   --input=7x50x3x18xui32=77700 2>&1 | FileCheck %s
// CHECK: out of range

func.func @small(%x: tensor<7x50x3x18xi8>, %i: tensor<7x50x3x18xui32>) -> tensor<7x50x6x37xi8> {
  %y = dml.max_unpooling %x, %i
      : (tensor<7x50x3x18xi8>, tensor<7x50x3x18xui32>) -> tensor<7x50x6x37xi8>
  return %y : tensor<7x50x6x37xi8>
}

func.func @dynamic(%x: tensor<?x?x?x?xf16>, %i: tensor<?x?x?x?xui64>) -> tensor<2x2x461x381xf16> {
  %y = dml.max_unpooling %x, %i
      : (tensor<?x?x?x?xf16>, tensor<?x?x?x?xui64>) -> tensor<2x2x461x381xf16>
  return %y : tensor<2x2x461x381xf16>
}
