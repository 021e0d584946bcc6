// What upstream's run-time verification leaves out does not reach memory either.

// RUN: not %run %s --function=insert_slice "--input=4xf32=1 2 3 4" \
// RUN:   "--input=2xf32=5 6" --input=index=3 2>&1 | FileCheck %s --check-prefix=INSERT
// INSERT: {{insert_slice|out-of-bounds}}
// RUN: %run %s --function=insert_slice "--input=4xf32=1 2 3 4" \
// RUN:   "--input=2xf32=5 6" --input=index=2 "--expected-output=4xf32=1 2 5 6"
// RUN: not %run %s --function=expand "--input=4xf32=1 2 3 4" --input=index=2 \
// RUN:   --input=index=4 2>&1 | FileCheck %s --check-prefix=EXPAND
// EXPAND: expand_shape
// RUN: not %run %s --function=reshape "--input=4xf32=1 2 3 4" --input=index=2 \
// RUN:   --input=index=4 2>&1 | FileCheck %s --check-prefix=RESHAPE
// RESHAPE: 'tensor.reshape' op elements of the source: expected 8, given 4
// RUN: not %run %s --function=loop --input=index=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STEP
// STEP: 'scf.for' op step: expected at least 1
// RUN: not %run %s --function=divide --input=index=8 --input=index=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: 'index.divs' op divides by zero

func.func @insert_slice(%x: tensor<4xf32>, %y: tensor<2xf32>, %i: index)
    -> tensor<4xf32> {
  %z = tensor.insert_slice %y into %x[%i] [2] [1]
      : tensor<2xf32> into tensor<4xf32>
  return %z : tensor<4xf32>
}

func.func @expand(%x: tensor<?xf32>, %h: index, %w: index) -> tensor<?x?xf32> {
  %y = tensor.expand_shape %x [[0, 1]] output_shape [%h, %w]
      : tensor<?xf32> into tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @reshape(%x: tensor<?xf32>, %h: index, %w: index)
    -> tensor<?x?xf32> {
  %shape = tensor.from_elements %h, %w : tensor<2xindex>
  %y = tensor.reshape %x(%shape)
      : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @loop(%step: index) -> index {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %n = scf.for %i = %c0 to %c9 step %step iter_args(%t = %c0) -> index {
    scf.yield %i : index
  }
  return %n : index
}

func.func @divide(%a: index, %b: index) -> index {
  %q = index.divs %a, %b
  return %q : index
}
