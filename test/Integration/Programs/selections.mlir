// Bytes that are selected by where they are, more than once: devices select in
// words.

// Two words with different places, from which is selected in turn. The result is
// the first 20 elements of a row, 30 that are one further on, and zeros.
// RUN: dml-run %s --device=cpu --function=twice --input=4x80xi8=random:1 \
// RUN:   --output=@%t.twice.npy
// RUN: %run %s --function=twice --input=4x80xi8=random:1 \
// RUN:   --expected-output=@%t.twice.npy
#id = affine_map<(i, j) -> (i, j)>
func.func @twice(%x: tensor<4x80xi8>) -> tensor<4x64xi8> {
  %empty = tensor.empty() : tensor<4x64xi8>
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %c50 = arith.constant 50 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0 : i8
  %r = linalg.generic {indexing_maps = [#id],
                       iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<4x64xi8>) {
    ^bb0(%old: i8):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %j1 = arith.addi %j, %c1 : index
      %a = tensor.extract %x[%i, %j] : tensor<4x80xi8>
      %b = tensor.extract %x[%i, %j1] : tensor<4x80xi8>
      %in_a = arith.cmpi ult, %j, %c60 : index
      %in_b = arith.cmpi ult, %j, %c50 : index
      %is_first = arith.cmpi ult, %j, %c20 : index
      %s = arith.select %in_a, %a, %zero : i8
      %t = arith.select %in_b, %b, %zero : i8
      %u = arith.select %is_first, %s, %t : i8
      linalg.yield %u : i8
  } -> tensor<4x64xi8>
  return %r : tensor<4x64xi8>
}

// The same condition, outside of a loop and inside, where there is a wider one.
// RUN: dml-run %s --device=cpu --function=inside --input=3x128xi8=random:2 \
// RUN:   --output=@%t.outside.npy --output=@%t.inside.npy
// RUN: %run %s --function=inside --input=3x128xi8=random:2 \
// RUN:   --expected-output=@%t.outside.npy --expected-output=@%t.inside.npy
#line = affine_map<(i) -> (i)>
func.func @inside(%x: tensor<3x128xi8>) -> (tensor<64xi8>, tensor<64xi8>) {
  %empty = tensor.empty() : tensor<64xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c41 = arith.constant 41 : index
  %zero = arith.constant 0 : i8
  %r:2 = linalg.generic {indexing_maps = [#line, #line],
                         iterator_types = ["parallel"]}
      outs(%empty, %empty : tensor<64xi8>, tensor<64xi8>) {
    ^bb0(%old: i8, %old2: i8):
      %j = linalg.index 0 : index
      %j1 = arith.addi %j, %c1 : index
      %is_here = arith.cmpi ult, %j, %c41 : index
      %is_next = arith.cmpi ult, %j1, %c41 : index
      %b = tensor.extract %x[%c0, %j] : tensor<3x128xi8>
      %v = arith.select %is_here, %b, %zero : i8
      %u = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %zero) -> (i8) {
        %e = tensor.extract %x[%i, %j] : tensor<3x128xi8>
        %f = tensor.extract %x[%i, %j1] : tensor<3x128xi8>
        %s = arith.select %is_here, %e, %zero : i8
        %t = arith.select %is_next, %f, %zero : i8
        %both = arith.addi %s, %t : i8
        %next = arith.xori %both, %sum : i8
        scf.yield %next : i8
      }
      linalg.yield %v, %u : i8, i8
  } -> (tensor<64xi8>, tensor<64xi8>)
  return %r#0, %r#1 : tensor<64xi8>, tensor<64xi8>
}

// A body of control flow, and reads at computed places.
// RUN: %run %s --function=gather "--input=6xf32=5 6 7 8 9 10" \
// RUN:   "--input=7xi32=5 0 3 3 -1 2 1" "--expected-output=7xf32=10 5 8 8 0 7 6"
func.func @gather(%x: tensor<6xf32>, %i: tensor<7xi32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant -1 : i32
  %empty = tensor.empty() : tensor<7xf32>
  %y = linalg.generic {indexing_maps = [#line, #line],
      iterator_types = ["parallel"]}
      ins(%i : tensor<7xi32>) outs(%empty : tensor<7xf32>) {
    ^bb0(%n: i32, %old: f32):
      %there = arith.cmpi ne, %n, %none : i32
      %e = scf.if %there -> f32 {
        %at = arith.index_cast %n : i32 to index
        %read = tensor.extract %x[%at] : tensor<6xf32>
        scf.yield %read : f32
      } else {
        scf.yield %zero : f32
      }
      linalg.yield %e : f32
  } -> tensor<7xf32>
  return %y : tensor<7xf32>
}
