// The ways of max_unpooling in cold functions, which are compiled on first call: by one
// of several operators, in later executions, on several threads, and with reports.

// Pooled data first, which needs no other way; the second operator's is shuffled.
// RUN: dml-run %s --function=three --device=reference --output=@%t.a.npy --output=@%t.b.npy --output=@%t.c.npy \
// RUN:   --input=1x4x64x68xf32=random:1 --input=1x4x64x68xui32=pooled:2:1x4x128x136 --input=1x4x64x68xui32=random:3:69632
// RUN: %run %s --cache-bytes=0 --function=three --time=3 --threads=3 --output= --output= --output= \
// RUN:   --input=1x4x64x68xf32=random:1 --input=1x4x64x68xui32=pooled:2:1x4x128x136 --input=1x4x64x68xui32=random:3:69632 \
// RUN:   --expected-output=@%t.a.npy --expected-output=@%t.b.npy --expected-output=@%t.c.npy

// The same for sizes that are known at run time only, where code is as written.
// RUN: %run %s --cache-bytes=0 --function=dynamic --time=3 --output= \
// RUN:   --input=1x4x64x68xf32=random:1 --input=1x4x64x68xui32=random:3:69632 \
// RUN:   --expected-output=@%t.b.npy

// Each report names its own operator (U3).
// RUN: not %run %s --cache-bytes=0 --function=three --output= --output= --output= \
// RUN:   --input=1x4x64x68xf32=random:1 --input=1x4x64x68xui32=pooled:2:1x4x128x136 --input=1x4x64x68xui32=70000 \
// RUN:   2>&1 | FileCheck %s --check-prefix=REPORTS
// REPORTS:      cold.mlir:[[#LINE:]]:8: 'dml.max_unpooling' op index at position 0 (the first of 17408 out of range): expected less than 69632 (elements of the result), given 70000 [U3]
// REPORTS-NEXT: cold.mlir:[[#LINE+2]]:8: 'dml.max_unpooling' op index at position 0 (the first of 17408 out of range): expected less than 69696 (elements of the result), given 70000 [U3]
// REPORTS-NOT:  [U3]

func.func @three(%v: tensor<1x4x64x68xf32>, %pooled: tensor<1x4x64x68xui32>,
    %any: tensor<1x4x64x68xui32>)
    -> (tensor<1x4x128x136xf32>, tensor<1x4x128x136xf32>, tensor<1x4x132x132xf32>) {
  %a = dml.max_unpooling %v, %pooled
      : (tensor<1x4x64x68xf32>, tensor<1x4x64x68xui32>) -> tensor<1x4x128x136xf32>
  %b = dml.max_unpooling %v, %any
      : (tensor<1x4x64x68xf32>, tensor<1x4x64x68xui32>) -> tensor<1x4x128x136xf32>
  %c = dml.max_unpooling %v, %any
      : (tensor<1x4x64x68xf32>, tensor<1x4x64x68xui32>) -> tensor<1x4x132x132xf32>
  return %a, %b, %c
      : tensor<1x4x128x136xf32>, tensor<1x4x128x136xf32>, tensor<1x4x132x132xf32>
}

func.func @dynamic(%v: tensor<?x?x?x?xf32>, %i: tensor<?x?x?x?xui32>)
    -> tensor<1x4x128x136xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>) -> tensor<1x4x128x136xf32>
  return %y : tensor<1x4x128x136xf32>
}
