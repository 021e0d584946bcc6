// RUN: dml-opt %s --dml-gpu-outline-checks --canonicalize --cse | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A word is cleared, a thread for each element sets it, and the operation has
// no check any more.
// CHECK-LABEL: func @divide(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<5x7xi32>, %[[Y:[a-z0-9]+]]: memref<5x7xi32>
// CHECK:         %[[STATUS:.+]] = memref.alloc() : memref<1xi32>
// CHECK-NEXT:    gpu.launch
// CHECK:           memref.store %c0_i32, %[[STATUS]]
// CHECK:         gpu.launch
// CHECK:           arith.cmpi ult, %{{.+}}, %c35 : index
// CHECK:           %[[B:.+]] = memref.load %[[Y]]
// CHECK-NEXT:      %[[ZERO:.+]] = arith.cmpi eq, %[[B]], %c0_i32 : i32
// CHECK-NEXT:      scf.if %[[ZERO]] {
// CHECK-NEXT:        memref.store %c1_i32, %[[STATUS]][%c0] : memref<1xi32>
// CHECK:         dml.report_check %[[STATUS]][0], "zero" : memref<1xi32>
// CHECK-NEXT:    linalg.generic
// CHECK-NOT:       dml.require
// CHECK:           arith.divsi
func.func @divide(%x: memref<5x7xi32>, %y: memref<5x7xi32>,
    %z: memref<5x7xi32>) {
  linalg.generic {indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : memref<5x7xi32>, memref<5x7xi32>)
      outs(%z : memref<5x7xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %c0 = arith.constant 0 : i32
    %ok = arith.cmpi ne, %b, %c0 : i32
    dml.require %ok, "zero"
    %q = arith.divsi %a, %b : i32
    linalg.yield %q : i32
  }
  return
}

// What a reduction divides by may depend on the iterations before: a thread
// does all of them.
// CHECK-LABEL: func @reduce(
// CHECK:         memref.alloc() : memref<2xi32>
// CHECK:         gpu.launch
// CHECK:         gpu.launch
// CHECK:           %[[OLD:.+]] = memref.load
// CHECK:           scf.for %{{.+}} = %c0 to %c7 {{.*}} iter_args(%[[SUM:.+]] = %[[OLD]])
// CHECK:             arith.cmpi eq, %[[SUM]]
// CHECK:             memref.store %c1_i32, %{{.+}}[%c0]
// CHECK:             memref.store %c1_i32, %{{.+}}[%c1]
// CHECK:             scf.yield
// CHECK:         dml.report_check %{{.+}}[0], "zero"
// CHECK:         dml.report_check %{{.+}}[1], "overflow"
func.func @reduce(%x: memref<5x7xi32>, %z: memref<5xi32>) {
  linalg.generic {indexing_maps = [#id, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<5x7xi32>) outs(%z : memref<5xi32>) {
  ^bb0(%a: i32, %o: i32):
    %c0 = arith.constant 0 : i32
    %c9 = arith.constant 9 : i32
    %ok = arith.cmpi ne, %o, %c0 : i32
    dml.require %ok, "zero"
    %fits = arith.cmpi ne, %a, %c9 : i32
    dml.require %fits, "overflow"
    %q = arith.divsi %a, %o : i32
    linalg.yield %q : i32
  }
  return
}

// CHECK-LABEL: func @of_a_scalar(
// CHECK:         %[[STATUS:.+]] = memref.alloc() : memref<1xi32>
// CHECK:         gpu.launch
// CHECK:         gpu.launch
// CHECK:           memref.store %c1_i32, %[[STATUS]][%c0] : memref<1xi32>
// CHECK:         dml.report_check %[[STATUS]][0], "zero"
func.func @of_a_scalar(%x: memref<i32>) {
  %c0 = arith.constant 0 : i32
  %b = memref.load %x[] : memref<i32>
  %ok = arith.cmpi ne, %b, %c0 : i32
  dml.require %ok, "zero"
  return
}

// What always fails needs no kernel, and what has values no words.
// CHECK-LABEL: func @left(
// CHECK-NOT:     gpu.launch
// CHECK:         dml.require %false, "always"
// CHECK:         dml.require %{{.+}}, "given {0}", %{{.+}}
func.func @left(%n: index, %ok: i1) {
  %false = arith.constant false
  dml.require %false, "always"
  dml.require %ok, "given {0}", %n
  return
}

// CHECK-LABEL: func @of_no_elements(
// CHECK-NOT:     {{dml.require|dml.report_check}}
// CHECK:         return
func.func @of_no_elements(%x: memref<0x7xi32>, %z: memref<0x7xi32>) {
  linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<0x7xi32>) outs(%z : memref<0x7xi32>) {
  ^bb0(%a: i32, %o: i32):
    %ok = arith.cmpi ne, %a, %o : i32
    dml.require %ok, "equal"
    linalg.yield %a : i32
  }
  return
}

// Of the checks in an operation, too.
// CHECK-LABEL: func @left_in_operation(
// CHECK:         %[[STATUS:.+]] = memref.alloc() : memref<1xi32>
// CHECK-COUNT-2: gpu.launch
// CHECK-NOT:       dml.require
// CHECK:         dml.report_check %[[STATUS]][0], "zero" : memref<1xi32>
// CHECK-NOT:     dml.report_check
// CHECK:         linalg.generic
// CHECK:           dml.require %{{.+}}, "given {0}", %{{.+}}
// CHECK-NEXT:      dml.require %false, "always"
// CHECK-NEXT:      linalg.yield
func.func @left_in_operation(%n: index, %x: memref<7x3xi32>,
    %z: memref<7x3xi32>) {
  %c0 = arith.constant 0 : i32
  %false = arith.constant false
  linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<7x3xi32>) outs(%z : memref<7x3xi32>) {
  ^bb0(%a: i32, %o: i32):
    %ok = arith.cmpi ne, %a, %c0 : i32
    dml.require %ok, "given {0}", %n
    dml.require %ok, "zero"
    dml.require %false, "always"
    linalg.yield %a : i32
  }
  return
}
