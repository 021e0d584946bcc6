// What is assumed of indices leaves out the sample and the general operation. The
// plan says where it does not hold.

// RUN: dml-opt %s --allow-unregistered-dialect --dml-gpu-lower-unpool='assume=pooled max-workgroup-memory=32768' --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefixes=CHECK,POOLED
// RUN: dml-opt %s --allow-unregistered-dialect --dml-gpu-lower-unpool='assume=disjoint max-workgroup-memory=32768' --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefixes=CHECK,DISJOINT
// RUN: not dml-opt %s --allow-unregistered-dialect --dml-gpu-lower-unpool=assume=sorted 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REFUSED
// REFUSED: Cannot find option named 'sorted'

// CHECK-LABEL: func @pooled(
func.func @pooled(%v: memref<1x4x40x40xf16>, %i: memref<1x4x40x40xi32>,
    %d: memref<1x4x81x81xf16>) {
  // CHECK:      %[[MISSED:.+]] = memref.alloc() : memref<1xi32>
  // CHECK:      %[[COUNT:.+]] = dml.view_words %[[MISSED]]
  // CHECK:      dml.initialize %[[MISSED]][0] = 0
  // CHECK:      gpu.launch
  // POOLED:       memref.atomic_rmw maxu
  // DISJOINT:     memref.atomic_rmw ori
  // One workgroup takes off the number of inputs, so that zero is left.
  // CHECK:        %[[OFF:.+]] = arith.select %{{.+}}, %c-6400_i32, %c0_i32
  // CHECK-NEXT:   %[[SUM:.+]] = arith.addi %{{.+}}, %[[OFF]]
  // CHECK-NEXT:   memref.atomic_rmw addi %[[SUM]], %[[COUNT]]
  // CHECK-NOT:  gpu.launch
  // POOLED:     dml.report_check %[[MISSED]][0], assumes "pooled", "{{.*}}'dml.max_unpooling' op indices are not pooled, as this code assumes"
  // DISJOINT:   dml.report_check %[[MISSED]][0], assumes "disjoint", "{{.*}}indices are not disjoint, as this code assumes"
  // CHECK-NOT:  dml.report_indices
  // CHECK:      return
  dml.unpool ins(%v, %i : memref<1x4x40x40xf16>, memref<1x4x40x40xi32>)
      outs(%d : memref<1x4x81x81xf16>)
  return
}

// Windows with a stride of 1 overlap: no kernel is for disjoint indices.
// CHECK-LABEL: func @overlapping(
// CHECK:         memref.atomic_rmw maxu
// CHECK:         dml.report_check %{{.+}}[0], assumes "pooled"
func.func @overlapping(%v: memref<1x8x40x40xf32>, %i: memref<1x8x40x40xi32>,
    %d: memref<1x8x42x42xf32>) {
  dml.unpool ins(%v, %i : memref<1x8x40x40xf32>, memref<1x8x40x40xi32>)
      outs(%d : memref<1x8x42x42xf32>)
  return
}

// The forms of pooled data set words where they miss inputs. What depends on
// nothing else goes.
// CHECK-LABEL: func @conditions(
// CHECK:         %[[WORDS:.+]] = memref.alloc() : memref<2xi32>
// CHECK:         %[[WORD:.+]] = memref.alloc() : memref<i32>
// CHECK-NOT:     gpu.launch
// POOLED:        dml.report_check %[[WORDS]][1], assumes "pooled"
// POOLED-NEXT:   dml.report_check %[[WORD]][0], assumes "pooled"
// DISJOINT:      dml.report_check %[[WORDS]][1], assumes "disjoint"
// DISJOINT-NEXT: dml.report_check %[[WORD]][0], assumes "disjoint"
// CHECK-NOT:     "redone"
// CHECK:         scf.if
// CHECK-NEXT:      "test.op"() {name = "kept"}
// CHECK:         return
func.func @conditions(%v: memref<1x4x40x40xi64>, %i: memref<1x4x40x40xi32>,
    %d: memref<1x4x80x80xi64>, %other: memref<i32>) {
  %words = memref.alloc() : memref<2xi32>
  %first = memref.subview %words[1] [1] [1]
      : memref<2xi32> to memref<i32, strided<[], offset: 1>>
  %second = memref.alloc() : memref<i32>
  dml.unpool ins(%v, %i : memref<1x4x40x40xi64>, memref<1x4x40x40xi32>)
      if(%first, %second : memref<i32, strided<[], offset: 1>>, memref<i32>)
      outs(%d : memref<1x4x80x80xi64>)
  %zero = arith.constant 0 : i32
  %x = memref.load %first[] : memref<i32, strided<[], offset: 1>>
  %y = memref.load %second[] : memref<i32>
  %z = memref.load %other[] : memref<i32>
  %missed = arith.ori %x, %y : i32
  %is_missed = arith.cmpi ne, %missed, %zero : i32
  scf.if %is_missed {
    "test.op"() {name = "redone"} : () -> ()
  }
  %mixed = arith.ori %x, %z : i32
  %is_mixed = arith.cmpi ne, %mixed, %zero : i32
  scf.if %is_mixed {
    "test.op"() {name = "kept"} : () -> ()
  }
  return
}

// Where nothing suggests pooling, where the operation may not run, and where a
// word is the caller's, nothing is assumed.
// CHECK-LABEL: func @other_sizes(
// CHECK-NOT:     dml.report_check
// CHECK:         dml.report_indices
func.func @other_sizes(%v: memref<1x1x9x9xf16>, %i: memref<1x1x9x9xi32>,
    %d: memref<1x1x7x7xf16>) {
  dml.unpool ins(%v, %i : memref<1x1x9x9xf16>, memref<1x1x9x9xi32>)
      outs(%d : memref<1x1x7x7xf16>)
  return
}

// CHECK-LABEL: func @in_a_branch(
// CHECK-NOT:     dml.report_check
// CHECK:         dml.report_indices
func.func @in_a_branch(%c: i1, %v: memref<1x4x40x40xf16>,
    %i: memref<1x4x40x40xi32>, %d: memref<1x4x81x81xf16>) {
  scf.if %c {
    dml.unpool ins(%v, %i : memref<1x4x40x40xf16>, memref<1x4x40x40xi32>)
        outs(%d : memref<1x4x81x81xf16>)
  }
  return
}

// CHECK-LABEL: func @condition_of_the_caller(
// CHECK-NOT:     dml.report_check
// CHECK:         dml.report_indices
func.func @condition_of_the_caller(%c: memref<i32>, %v: memref<1x4x40x40xi64>,
    %i: memref<1x4x40x40xi32>, %d: memref<1x4x80x80xi64>) {
  dml.unpool ins(%v, %i : memref<1x4x40x40xi64>, memref<1x4x40x40xi32>)
      if(%c : memref<i32>) outs(%d : memref<1x4x80x80xi64>)
  return
}
