// RUN: dml-opt %s --dml-guard-tensor-ops --canonicalize | FileCheck %s --implicit-check-not=dml.require

// Every bound is compared without a product that wraps; the operands of a slice
// that fails are replaced.
// CHECK-LABEL: func @extract_slice(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?xi8>, %[[O:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
// CHECK-NOT:     arith.muli
// CHECK:         %[[DIM:.+]] = tensor.dim %[[X]]
// CHECK:         arith.ori
// CHECK:         dml.require %[[OK:[^,]+]], "{{[^ ]*}}guard-tensor-ops.mlir:[[#@LINE+9]]:8: 'tensor.extract_slice' op slice in dimension 0: expected offset {0}, size {1}, stride {2} inside {3}", %[[O]], %[[N]], %[[S]], %[[DIM]]
// CHECK:         dml.require %[[T2:[^,]+]], {{.*}} 'tensor.extract_slice' op elements of the result: expected at most 4294967295, given {0} [T2]", %[[N]]
// CHECK:         %[[BOTH:.+]] = arith.andi %[[OK]], %[[T2]]
// CHECK-DAG:     %[[O2:.+]] = arith.select %{{.+}}, %[[O]], %c0
// CHECK-DAG:     %[[N2:.+]] = arith.select %[[BOTH]], %[[N]], %c0
// CHECK-DAG:     %[[S2:.+]] = arith.select %{{.+}}, %[[S]], %c1
// CHECK:         tensor.extract_slice %[[X]][%[[O2]]] [%[[N2]]] [%[[S2]]]
func.func @extract_slice(%x: tensor<?xi8>, %o: index, %n: index, %s: index)
    -> tensor<?xi8> {
  %u = tensor.extract_slice %x[%o] [%n] [%s] : tensor<?xi8> to tensor<?xi8>
  return %u : tensor<?xi8>
}

// CHECK-LABEL: func @slices_that_fit(
// CHECK-NOT:     arith.cmpi
// CHECK:         return
func.func @slices_that_fit(%x: tensor<4x8xi8>, %y: tensor<2x8xi8>)
    -> (tensor<2x3xi8>, tensor<4x8xi8>, tensor<4x0xi8>) {
  %a = tensor.extract_slice %x[3, 7] [2, 3] [-1, -3]
      : tensor<4x8xi8> to tensor<2x3xi8>
  %b = tensor.insert_slice %y into %x[0, 0] [2, 8] [3, 1]
      : tensor<2x8xi8> into tensor<4x8xi8>
  %c = tensor.extract_slice %x[0, 0] [4, 0] [1, 1]
      : tensor<4x8xi8> to tensor<4x0xi8>
  return %a, %b, %c : tensor<2x3xi8>, tensor<4x8xi8>, tensor<4x0xi8>
}

// The verifier's product wraps here, the check's does not.
// CHECK-LABEL: func @wraps(
// CHECK:         dml.require %false, {{.*}}expected offset {0}, size {1}, stride {2} inside {3}"
func.func @wraps(%x: tensor<17xi8>) -> tensor<5xi8> {
  %u = tensor.extract_slice %x[0] [5] [4611686018427387904]
      : tensor<17xi8> to tensor<5xi8>
  return %u : tensor<5xi8>
}

// Elements written twice, or in another order, are none of an insertion's.
// CHECK-LABEL: func @insert_with_stride_0(
// CHECK:         dml.require %false, {{.*}} 'tensor.insert_slice' op slice in dimension 0
func.func @insert_with_stride_0(%x: tensor<3xi8>, %d: tensor<9xi8>)
    -> tensor<9xi8> {
  %c0 = arith.constant 0 : index
  %u = tensor.insert_slice %x into %d[0] [3] [%c0]
      : tensor<3xi8> into tensor<9xi8>
  return %u : tensor<9xi8>
}

// CHECK-LABEL: func @pad(
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.pad' op padding of dimension 0: expected 0 to 4294967295, given {0}", %{{.+}}
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.pad' op dimension 0 of the result: expected {0}, given {1}"
func.func @pad(%x: tensor<4xi8>, %l: index) -> tensor<10xi8> {
  %c = arith.constant 0 : i8
  %u = tensor.pad %x low[%l] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : i8
  } : tensor<4xi8> to tensor<10xi8>
  return %u : tensor<10xi8>
}

// CHECK-LABEL: func @pad_to_any_size(
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.pad' op padding of dimension 0
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.pad' op elements of the result: expected at most 4294967295, given {0} [T2]"
func.func @pad_to_any_size(%x: tensor<4xi8>, %l: index) -> tensor<?xi8> {
  %c = arith.constant 0 : i8
  %u = tensor.pad %x low[%l] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : i8
  } : tensor<4xi8> to tensor<?xi8>
  return %u : tensor<?xi8>
}

// An empty slice may begin at the end: a constant offset is one only where
// there are elements.
// CHECK-LABEL: func @constant_offset_of_dynamic_size(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x4xi8>, %[[N:[a-z0-9]+]]: index
// CHECK:         dml.require
// CHECK:         dml.require
// CHECK:         %[[OFFSET:.+]] = arith.select %{{.+}}, %c3, %c0
// CHECK:         tensor.extract_slice %[[X]][%[[OFFSET]], 3] [%{{.+}}, %{{.+}}] [1, 1]
func.func @constant_offset_of_dynamic_size(%x: tensor<?x4xi8>, %n: index)
    -> tensor<?x?xi8> {
  %a = tensor.extract_slice %x[3, 3] [%n, %n] [1, 1]
      : tensor<?x4xi8> to tensor<?x?xi8>
  return %a : tensor<?x?xi8>
}

// CHECK-LABEL: func @concat(
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.concat' op dimension 0 of the result: expected {0}, given {1}"
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.concat' op dimension 1 of operand 1: expected {0}, given {1}"
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.concat' op elements of the result: expected at most 4294967295, given {0}x{1} [T2]", %c4, %{{.+}}
func.func @concat(%x: tensor<?x?xi8>, %y: tensor<?x?xi8>) -> tensor<4x?xi8> {
  %u = tensor.concat dim(0) %x, %y
      : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<4x?xi8>
  return %u : tensor<4x?xi8>
}

// CHECK-LABEL: func @sizes(
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.empty' op dimension 1 of the result: expected 0 to 4294967295, given {0}"
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.empty' op elements of the result: expected at most 4294967295, given {0}x{1} [T2]"
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.splat' op dimension 0 of the result
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.splat' op elements of the result
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.generate' op dimension 0 of the result
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.generate' op elements of the result
func.func @sizes(%n: index, %e: i8)
    -> (tensor<4x?xi8>, tensor<?xi8>, tensor<?xi8>) {
  %u = tensor.empty(%n) : tensor<4x?xi8>
  %v = tensor.splat %e[%n] : tensor<?xi8>
  %w = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %e : i8
  } : tensor<?xi8>
  return %u, %v, %w : tensor<4x?xi8>, tensor<?xi8>, tensor<?xi8>
}

// One comparison is enough: an index below zero is a large one without sign.
// CHECK-LABEL: func @elements(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xi8>, %[[I:[a-z0-9]+]]: index
// CHECK-NEXT:    %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT:    %[[OK:.+]] = arith.cmpi ult, %[[I]], %[[C4]] : index
// CHECK-NEXT:    dml.require %[[OK]], {{.*}} 'tensor.extract' op index of dimension 0: expected at least 0 and less than 4, given {0}", %[[I]]
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.insert' op index of dimension 0
func.func @elements(%x: tensor<4xi8>, %i: index) -> tensor<4xi8> {
  %e = tensor.extract %x[%i] : tensor<4xi8>
  %f = arith.addi %e, %e : i8
  %y = tensor.insert %f into %x[%i] : tensor<4xi8>
  return %y : tensor<4xi8>
}

// A kernel of a GPU reports no values.
// CHECK-LABEL: func @element_in_a_body(
// CHECK:         linalg.generic
// CHECK:           dml.require %{{.+}}, {{.*}} 'tensor.extract' op index of dimension 0: expected at least 0 and less than 8"
func.func @element_in_a_body(%x: tensor<8xi32>, %i: tensor<4xi32>)
    -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %u = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    %k = arith.index_cast %a : i32 to index
    %v = tensor.extract %x[%k] : tensor<8xi32>
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %u : tensor<4xi32>
}

// CHECK-LABEL: func @loop(
// CHECK:         dml.require %{{.+}}, {{.*}} 'scf.for' op step: expected at least 1, given {0}"
// CHECK:         dml.require %{{.+}}, {{.*}} 'scf.for' op upper bound: expected so small that a step beyond it does not overflow"
func.func @loop(%n: index, %s: index, %x: index) -> index {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %n step %s iter_args(%t = %x) -> index {
    scf.yield %i : index
  }
  return %r : index
}

// No step of 1 leaves the range, and no distance from 0 does.
// CHECK-LABEL: func @loop_of_step_1(
// CHECK-NOT:     arith.cmpi
// CHECK:         scf.for
func.func @loop_of_step_1(%n: index, %x: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> index {
    scf.yield %i : index
  }
  return %r : index
}

// CHECK-LABEL: func @loop_from_anywhere(
// CHECK:         dml.require %{{.+}}, {{.*}} 'scf.for' op bounds: expected a distance that does not overflow"
func.func @loop_from_anywhere(%m: index, %n: index, %x: index) -> index {
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %m to %n step %c1 iter_args(%t = %x) -> index {
    scf.yield %i : index
  }
  return %r : index
}

// Upstream's checks have the operation's name as well.
// CHECK-LABEL: func @cast(
// CHECK:         cf.assert %{{.+}}, "'tensor.cast' op size mismatch of dim 0"
func.func @cast(%x: tensor<?xi8>) -> tensor<4xi8> {
  %y = tensor.cast %x : tensor<?xi8> to tensor<4xi8>
  return %y : tensor<4xi8>
}

// A branch that is taken only where the position is inside is check enough.
// CHECK-LABEL: func @tested_position(
// CHECK-NOT:     dml.require
// CHECK:         tensor.extract
// CHECK:         return
func.func @tested_position(%x: tensor<?x4xi32>, %i: index, %j: index,
                           %other: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %h = tensor.dim %x, %c0 : tensor<?x4xi32>
  %row = arith.cmpi ult, %i, %h : index
  %column = arith.cmpi ult, %j, %c4 : index
  %inside = arith.andi %row, %column : i1
  %all = arith.andi %inside, %other : i1
  %v = scf.if %all -> i32 {
    %e = tensor.extract %x[%i, %j] : tensor<?x4xi32>
    scf.yield %e : i32
  } else {
    scf.yield %zero : i32
  }
  return %v : i32
}

// Neither the other branch nor a test of another dimension is.
// CHECK-LABEL: func @position_tested_otherwise(
// CHECK:         scf.if
// CHECK:           dml.require %{{.+}}, "{{.*}} index of dimension 0: expected at least 0 and less than {1}, given {0}"
// CHECK:           tensor.extract
// CHECK:         } else {
// CHECK:           dml.require %{{.+}}, "{{.*}} index of dimension 0: expected at least 0 and less than {1}, given {0}"
// CHECK:           dml.require %{{.+}}, "{{.*}} index of dimension 1: expected at least 0 and less than 4, given {0}"
// CHECK:           tensor.extract
func.func @position_tested_otherwise(%x: tensor<?x4xi32>, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %inside = arith.cmpi ult, %i, %c4 : index
  %v = scf.if %inside -> i32 {
    %e = tensor.extract %x[%i, %i] : tensor<?x4xi32>
    scf.yield %e : i32
  } else {
    %e = tensor.extract %x[%c0, %i] : tensor<?x4xi32>
    scf.yield %e : i32
  }
  return %v : i32
}

// A kernel reports no values, and the body of this operation becomes one.
// CHECK-LABEL: func @position_in_generate(
// CHECK-COUNT-2: dml.require %{{.+}}, {{.*}} of the result: expected
// CHECK:         tensor.generate
// CHECK:           dml.require %{{.+}}, "{{.*}} index of dimension 0: expected at least 0 and less than 4"{{$}}
func.func @position_in_generate(%x: tensor<4xi32>, %n: index) -> tensor<?xi32> {
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %e = tensor.extract %x[%i] : tensor<4xi32>
    tensor.yield %e : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}

// Each kept dimension is compared: as many elements in another shape are not
// the same.
// CHECK-LABEL: func @insert_of_reduced_rank(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?xi8>, %{{[a-z0-9]+}}: tensor<2x4x4xi8>, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
// CHECK-COUNT-2: dml.require %{{.+}}, {{.*}} slice in dimension
// CHECK:         %[[H:.+]] = tensor.dim %[[X]], %c0
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.insert_slice' op dimension 0 of the source: expected {0}, given {1}", %{{.+}}, %[[H]]
// CHECK:         %[[W:.+]] = tensor.dim %[[X]], %c1
// CHECK:         dml.require %{{.+}}, {{.*}} 'tensor.insert_slice' op dimension 1 of the source: expected {0}, given {1}", %{{.+}}, %[[W]]
func.func @insert_of_reduced_rank(%x: tensor<?x?xi8>, %d: tensor<2x4x4xi8>,
                                  %a: index, %b: index) -> tensor<2x4x4xi8> {
  %r = tensor.insert_slice %x into %d[1, 0, 0] [1, %a, %b] [1, 1, 1]
      : tensor<?x?xi8> into tensor<2x4x4xi8>
  return %r : tensor<2x4x4xi8>
}
