// RUN: dml-opt %s --dml-assert-to-require | FileCheck %s --implicit-check-not=cf.assert

// The message says where the assertion stands.
// CHECK-LABEL: func @assertion(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: i1
// CHECK-NEXT:    dml.require %[[C]], "{{[^ ]*}}assert-to-require.mlir:[[#@LINE+3]]:3: index out of bounds"
// CHECK-NEXT:    return
func.func @assertion(%c: i1) {
  cf.assert %c, "index out of bounds"
  return
}

// CHECK-LABEL: func @without_a_file(
// CHECK-NEXT:    dml.require %{{.+}}, "no place"
func.func @without_a_file(%c: i1) {
  cf.assert %c, "no place" loc(unknown)
  return
}

// CHECK-LABEL: func @in_a_loop_and_a_body(
// CHECK:         scf.for
// CHECK-NEXT:      dml.require %{{.+}}, "{{.*}}: in a loop"
// CHECK:         linalg.generic
// CHECK:           dml.require %{{.+}}, "{{.*}}: in a body"
func.func @in_a_loop_and_a_body(%c: i1, %n: index, %m: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    cf.assert %c, "in a loop"
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
    ^bb0(%x: f32):
      cf.assert %c, "in a body"
      linalg.yield %x : f32
  }
  return
}
