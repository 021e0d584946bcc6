// RUN: dml-opt %s --split-input-file --allow-unregistered-dialect --dml-refine-arguments="arguments=tensor<1x2x4xi32>,index=1" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,INSIDE
// RUN: dml-opt %s --split-input-file --allow-unregistered-dialect --dml-refine-arguments="arguments=tensor<1x2x4xi32>,index=-9223372036854775808" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,NO-SIZE
// RUN: dml-opt %s --split-input-file --allow-unregistered-dialect --dml-refine-arguments="arguments=tensor<1x2x4xi32>,index=4611686018427387904" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,NO-SIZE

// Which dimension goes is decided before anything becomes static.
// CHECK-LABEL: func @drops_the_last(
// INSIDE:        %[[S:.+]] = tensor.extract_slice %arg0[0, 0, 1] [1, 2, 1] [1, 1, 1] : tensor<1x2x4xi32> to tensor<1x2x1xi32>
// INSIDE:        tensor.collapse_shape %[[S]] {{\[\[}}0], [1, 2]] : tensor<1x2x1xi32> into tensor<1x2xi32>
func.func @drops_the_last(%x: tensor<1x2x4xi32>, %i: index) -> tensor<1x2xi32> {
  %a = tensor.extract_slice %x[0, 0, %i] [1, 2, 1] [1, 1, 1]
      : tensor<1x2x4xi32> to tensor<1x2xi32>
  return %a : tensor<1x2xi32>
}

// -----

// What a run refuses stays in the program: kDynamic among the constants, and a
// product that wraps.
// CHECK-LABEL: func @stride(
// INSIDE:        tensor.extract_slice %arg0[0, 0, 0] [1, 2, 3] [1, 1, 1]
// NO-SIZE:       tensor.extract_slice %arg0[0, 0, 0] [1, 2, 3] [1, 1, %{{.+}}]
func.func @stride(%x: tensor<1x2x4xi32>, %s: index) -> tensor<1x2x3xi32> {
  %a = tensor.extract_slice %x[0, 0, 0] [1, 2, 3] [1, 1, %s]
      : tensor<1x2x4xi32> to tensor<1x2x3xi32>
  return %a : tensor<1x2x3xi32>
}

// -----

// CHECK-LABEL: func @size(
// INSIDE:        tensor.extract_slice %arg0[0, 0, 0] [1, 2, 1] [1, 1, 1] : tensor<1x2x4xi32> to tensor<1x2x1xi32>
// NO-SIZE:       tensor.extract_slice %arg0[0, 0, 0] [1, 2, %{{.+}}] [1, 1, 1] : tensor<1x2x4xi32> to tensor<1x2x?xi32>
func.func @size(%x: tensor<1x2x4xi32>, %n: index) -> tensor<1x2x?xi32> {
  %a = tensor.extract_slice %x[0, 0, 0] [1, 2, %n] [1, 1, 1]
      : tensor<1x2x4xi32> to tensor<1x2x?xi32>
  return %a : tensor<1x2x?xi32>
}

// -----

// CHECK-LABEL: func @insert(
// INSIDE:        tensor.insert_slice %{{.+}} into %arg0[0, 0, 1] [1, 2, 1] [1, 1, 1] : tensor<1x2x1xi32> into tensor<1x2x4xi32>
// NO-SIZE:       tensor.insert_slice %{{.+}} into %arg0[0, 0, %{{.+}}] [1, 2, 1] [1, 1, 1]
func.func @insert(%x: tensor<1x2x4xi32>, %i: index) -> tensor<1x2x4xi32> {
  %c = arith.constant dense<7> : tensor<1x2xi32>
  %a = tensor.insert_slice %c into %x[0, 0, %i] [1, 2, 1] [1, 1, 1]
      : tensor<1x2xi32> into tensor<1x2x4xi32>
  return %a : tensor<1x2x4xi32>
}

// -----

// A slice that is cast is not taken to have the size that the cast asserts.
// CHECK-LABEL: func @cast_slice(
// INSIDE:        tensor.extract_slice %arg0[0, 0, 0] [1, 2, 1] [1, 1, 1]
// CHECK:         tensor.cast %{{.+}} : tensor<{{.*}}> to tensor<1x2x3xi32>
func.func @cast_slice(%x: tensor<1x2x4xi32>, %n: index)
    -> tensor<1x2x3xi32> {
  %c = "test.condition"() : () -> i1
  %y = scf.if %c -> tensor<1x2x3xi32> {
    %a = tensor.extract_slice %x[0, 0, 0] [1, 2, %n] [1, 1, 1]
        : tensor<1x2x4xi32> to tensor<1x2x?xi32>
    %b = tensor.cast %a : tensor<1x2x?xi32> to tensor<1x2x3xi32>
    scf.yield %b : tensor<1x2x3xi32>
  } else {
    %z = arith.constant dense<0> : tensor<1x2x3xi32>
    scf.yield %z : tensor<1x2x3xi32>
  }
  return %y : tensor<1x2x3xi32>
}

// -----

// Neither is a padding of 1 and -1 taken for none, nor a step of 0 for no loop.
// CHECK-LABEL: func @pad(
// CHECK:         tensor.pad
func.func @pad(%x: tensor<1x2x4xi32>, %n: index) -> tensor<1x2x4xi32> {
  %c = arith.constant 7 : i32
  %p = tensor.pad %x low[0, 0, 1] high[0, 0, -1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %c : i32
  } : tensor<1x2x4xi32> to tensor<1x2x4xi32>
  return %p : tensor<1x2x4xi32>
}

// -----

// CHECK-LABEL: func @forall(
// CHECK:         scf.forall
func.func @forall(%x: tensor<1x2x4xi32>, %n: index) -> tensor<1x2x4xi32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %y = scf.forall (%i) = (%n) to (%c4) step (%c0) shared_outs(%o = %x)
      -> tensor<1x2x4xi32> {
    %e = tensor.extract_slice %o[0, 0, %i] [1, 2, 1] [1, 1, 1]
        : tensor<1x2x4xi32> to tensor<1x2x1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[0, 0, %i] [1, 2, 1] [1, 1, 1]
          : tensor<1x2x1xi32> into tensor<1x2x4xi32>
    }
  }
  return %y : tensor<1x2x4xi32>
}

// -----

// CHECK-LABEL: func @read_of_constants(
// NO-SIZE:       tensor.extract
func.func @read_of_constants(%x: tensor<1x2x4xi32>, %i: index) -> i32 {
  %c = arith.constant dense<7> : tensor<2xi32>
  %e = tensor.extract %c[%i] : tensor<2xi32>
  return %e : i32
}

// -----

// CHECK-LABEL: func @pad_by_argument(
// INSIDE:        tensor.pad %arg0 low[0, 0, 1] high[0, 0, 1]
// NO-SIZE:       tensor.pad %arg0 low[0, 0, %{{.+}}] high[0, 0, %{{.+}}]
func.func @pad_by_argument(%x: tensor<1x2x4xi32>, %n: index)
    -> tensor<1x2x?xi32> {
  %c = arith.constant 7 : i32
  %p = tensor.pad %x low[0, 0, %n] high[0, 0, %n] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %c : i32
  } : tensor<1x2x4xi32> to tensor<1x2x?xi32>
  return %p : tensor<1x2x?xi32>
}
