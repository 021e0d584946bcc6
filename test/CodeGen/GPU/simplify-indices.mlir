// RUN: dml-opt %s --dml-gpu-simplify-indices --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=affine.

#words = #spirv.storage_class<StorageBuffer>

// Sums, quotients and remainders of 32 bits; powers of two by shifts and masks.
// What ranges decide is no comparison: 4 * v lies in 8 rows of 32.
// CHECK-LABEL: func @guards(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<64xi32, #spirv.storage_class<StorageBuffer>>
// CHECK:           scf.if
// CHECK:             %[[V:.+]] = arith.index_cast %{{.+}} : index to i32
// CHECK-NEXT:        %[[REST:.+]] = arith.andi %[[V]], %c7_i32
// CHECK-NEXT:        %[[COLUMN:.+]] = arith.muli %[[REST]], %c4_i32
// CHECK-NEXT:        %[[INSIDE:.+]] = arith.cmpi ult, %[[COLUMN]], %c20_i32 : i32
// CHECK-NEXT:        %[[E:.+]] = arith.extui %[[INSIDE]]
// CHECK-NEXT:        memref.store %[[E]]
func.func @guards(%y: memref<64xi32, #words>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %c64 = arith.constant 64 : index
    %c20 = arith.constant 20 : index
    %c8 = arith.constant 8 : index
    %below = arith.cmpi ult, %tx, %c64 : index
    scf.if %below {
      %p = affine.apply affine_map<(d0) -> (d0 * 4)>(%tx)
      %i:2 = affine.delinearize_index %p into (8, 32) : index, index
      %in_columns = arith.cmpi ult, %i#1, %c20 : index
      %in_rows = arith.cmpi ult, %i#0, %c8 : index
      %both = arith.andi %in_columns, %in_rows : i1
      %e = arith.extui %both : i1 to i32
      memref.store %e, %y[%tx] : memref<64xi32, #words>
    }
    gpu.terminator
  }
  return
}

// All predicates, always or never.
// CHECK-LABEL: func @decided(
// CHECK-DAG:     %[[YES:.+]] = arith.constant 1 : i32
// CHECK-DAG:     %[[NO:.+]] = arith.constant 0 : i32
// CHECK:         gpu.launch
// CHECK-COUNT-6:   memref.store %[[YES]]
// CHECK-COUNT-6:   memref.store %[[NO]]
func.func @decided(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %zero = arith.constant 0 : index
    %end = arith.constant 128 : index
    %last = arith.constant 127 : index
    %before = affine.apply affine_map<(d0) -> (d0 - 128)>(%tx)
    %t0 = arith.cmpi ult, %tx, %end : index
    %t1 = arith.cmpi sle, %tx, %last : index
    %t2 = arith.cmpi uge, %tx, %zero : index
    %t3 = arith.cmpi sgt, %end, %tx : index
    %t4 = arith.cmpi ne, %tx, %end : index
    %t5 = arith.cmpi slt, %before, %zero : index
    %f0 = arith.cmpi ugt, %tx, %last : index
    %f1 = arith.cmpi sge, %tx, %end : index
    %f2 = arith.cmpi slt, %tx, %zero : index
    %f3 = arith.cmpi eq, %tx, %end : index
    // Below zero is a large number.
    %f4 = arith.cmpi ult, %before, %end : index
    %f5 = arith.cmpi ule, %end, %tx : index
    %e0 = arith.extui %t0 : i1 to i32
    %e1 = arith.extui %t1 : i1 to i32
    %e2 = arith.extui %t2 : i1 to i32
    %e3 = arith.extui %t3 : i1 to i32
    %e4 = arith.extui %t4 : i1 to i32
    %e5 = arith.extui %t5 : i1 to i32
    %n0 = arith.extui %f0 : i1 to i32
    %n1 = arith.extui %f1 : i1 to i32
    %n2 = arith.extui %f2 : i1 to i32
    %n3 = arith.extui %f3 : i1 to i32
    %n4 = arith.extui %f4 : i1 to i32
    %n5 = arith.extui %f5 : i1 to i32
    memref.store %e0, %y[%tx] : memref<128xi32, #words>
    memref.store %e1, %y[%tx] : memref<128xi32, #words>
    memref.store %e2, %y[%tx] : memref<128xi32, #words>
    memref.store %e3, %y[%tx] : memref<128xi32, #words>
    memref.store %e4, %y[%tx] : memref<128xi32, #words>
    memref.store %e5, %y[%tx] : memref<128xi32, #words>
    memref.store %n0, %y[%tx] : memref<128xi32, #words>
    memref.store %n1, %y[%tx] : memref<128xi32, #words>
    memref.store %n2, %y[%tx] : memref<128xi32, #words>
    memref.store %n3, %y[%tx] : memref<128xi32, #words>
    memref.store %n4, %y[%tx] : memref<128xi32, #words>
    memref.store %n5, %y[%tx] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}

// One more on either side, and each is open.
// CHECK-LABEL: func @open(
// CHECK-COUNT-3: arith.cmpi {{.*}} : i32
func.func @open(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %zero = arith.constant 0 : index
    %last = arith.constant 127 : index
    %before = affine.apply affine_map<(d0) -> (d0 - 127)>(%tx)
    %t0 = arith.cmpi ult, %tx, %last : index
    %t1 = arith.cmpi eq, %tx, %last : index
    %t2 = arith.cmpi slt, %before, %zero : index
    %e0 = arith.extui %t0 : i1 to i32
    %e1 = arith.extui %t1 : i1 to i32
    %e2 = arith.extui %t2 : i1 to i32
    memref.store %e0, %y[%tx] : memref<128xi32, #words>
    memref.store %e1, %y[%tx] : memref<128xi32, #words>
    memref.store %e2, %y[%tx] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}

// Indices behind a huge padding have 32 bits again.
// CHECK-LABEL: func @constants_cancel(
// CHECK:         %[[V:.+]] = arith.index_cast
// CHECK-NEXT:    %[[I:.+]] = arith.addi %[[V]], %c-10_i32
// CHECK-NEXT:    arith.cmpi ult, %[[I]], %c5_i32
func.func @constants_cancel(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %size = arith.constant 5 : index
    %i = affine.apply affine_map<(d0) -> (d0 - 4000000000 + 3999999990)>(%tx)
    %in = arith.cmpi ult, %i, %size : index
    %e = arith.extui %in : i1 to i32
    memref.store %e, %y[%tx] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}

// 32 bits do not hold what lies between -2200000000 and 340000000, but how much
// it is above the least: it is inside from there to 5 more.
// CHECK-LABEL: func @huge_start(
// CHECK-DAG:     %[[BEGIN:.+]] = arith.constant -2094967296 : i32
// CHECK-DAG:     %[[END:.+]] = arith.constant -2094967291 : i32
// CHECK:         %[[ABOVE:.+]] = arith.muli %{{.+}}, %c20000000_i32
// CHECK-NEXT:    %[[BEHIND:.+]] = arith.cmpi uge, %[[ABOVE]], %[[BEGIN]]
// CHECK-NEXT:    %[[BEFORE:.+]] = arith.cmpi ult, %[[ABOVE]], %[[END]]
// CHECK-NEXT:    arith.andi %[[BEHIND]], %[[BEFORE]]
func.func @huge_start(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %size = arith.constant 5 : index
    %i = affine.apply affine_map<(d0) -> (d0 * 20000000 - 2200000000)>(%tx)
    %in = arith.cmpi ult, %i, %size : index
    %e = arith.extui %in : i1 to i32
    memref.store %e, %y[%tx] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}

// The largest stride has few steps, each decided by itself: the second is inside.
// CHECK-LABEL: func @huge_stride(
// CHECK:         %[[V:.+]] = arith.index_cast
// CHECK-NEXT:    arith.cmpi eq, %[[V]], %c1_i32
// CHECK-NOT:     arith.cmpi
// CHECK:         memref.store
func.func @huge_stride(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %size = arith.constant 5 : index
    %i = affine.apply affine_map<(d0) -> (d0 * 4294967295 - 4294967295)>(%tx)
    %in = arith.cmpi ult, %i, %size : index
    %e = arith.extui %in : i1 to i32
    memref.store %e, %y[%tx] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}

// More steps than are worth it: left alone, and refused later.
// CHECK-LABEL: func @too_many_steps_stay(
// CHECK:         %[[I:.+]] = affine.apply
// CHECK-NEXT:    arith.cmpi ult, %[[I]], %c5 : index
func.func @too_many_steps_stay(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 65 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %size = arith.constant 5 : index
    %i = affine.apply affine_map<(d0) -> (d0 * 4294967295 - 4294967295)>(%tx)
    %in = arith.cmpi ult, %i, %size : index
    %e = arith.extui %in : i1 to i32
    memref.store %e, %y[%tx] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}

// A difference of two values, each too far from zero for that of its ends to
// have 64 bits: both steps of one are decided by those of the other.
// CHECK-LABEL: func @huge_difference(
// CHECK:         %[[A:.+]] = arith.index_cast
// CHECK-COUNT-4: arith.cmpi eq
// CHECK:         memref.store
func.func @huge_difference(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %size = arith.constant 5 : index
    %i = affine.apply affine_map<(d0, d1)
        -> (d0 * 4611686018427387909 - d1 * 4611686018427387909)>(%tx, %bx)
    %in = arith.cmpi ult, %i, %size : index
    %e = arith.extui %in : i1 to i32
    memref.store %e, %y[%tx] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func @beyond_64_bits_stays(
// CHECK:         %[[I:.+]] = affine.apply
// CHECK-NEXT:    arith.cmpi ult, %[[I]], %c5 : index
func.func @beyond_64_bits_stays(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %size = arith.constant 5 : index
    %i = affine.apply affine_map<(d0) -> (d0 * 4611686018427387909)>(%tx)
    %in = arith.cmpi ult, %i, %size : index
    %e = arith.extui %in : i1 to i32
    memref.store %e, %y[%tx] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}

// A quotient that 32 bits do not hold counts as well where another operand is
// looked at after it.
// CHECK-LABEL: func @wide_quotient_stays(
// CHECK:         %[[I:.+]] = affine.apply
// CHECK-NEXT:    arith.index_cast %[[I]]
func.func @wide_quotient_stays(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %i = affine.apply affine_map<(d0, d1)
        -> ((d0 * 8589934592) floordiv 3 + d1 floordiv 2)>(%tx, %bx)
    %e = arith.index_cast %i : index to i32
    memref.store %e, %y[%tx] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}

// Of unsigned bounds, -1 is the largest.
// CHECK-LABEL: func @unsigned_loop(
// CHECK:         scf.for unsigned %[[I:.+]] =
// CHECK:           %[[P:.+]] = arith.addi %[[I]], %c1 : index
// CHECK:           %[[INSIDE:.+]] = arith.cmpi ult, %[[P]], %c64 : index
// CHECK:           arith.extui %[[INSIDE]]
func.func @unsigned_loop(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %step = arith.constant 1073741824 : index
    %end = arith.constant -1 : index
    scf.for unsigned %i = %c0 to %end step %step {
      %p = arith.addi %i, %c1 : index
      %inside = arith.cmpi ult, %p, %c64 : index
      %e = arith.extui %inside : i1 to i32
      memref.store %e, %y[%tx] : memref<128xi32, #words>
    }
    gpu.terminator
  }
  return
}

// Arithmetic of 32 bits wraps around: the quotient of 2^30 * v is v only as long as v is
// less than 4, and a signed quotient may be negative. What provably fits is known.
// CHECK-LABEL: func @wrapping(
// CHECK-DAG:     %[[YES:.+]] = arith.constant 1 : i32
// CHECK:         %[[PRODUCT:.+]] = arith.muli %{{.+}}, %c1073741824_i32 : i32
// CHECK-DAG:     %[[QUOTIENT:.+]] = arith.divui %[[PRODUCT]], %c1073741824_i32 : i32
// CHECK-DAG:     %[[SIGNED:.+]] = arith.divsi %[[PRODUCT]], %c1073741824_i32 : i32
// CHECK-DAG:     arith.cmpi ult, %{{.+}}
// CHECK-DAG:     arith.cmpi ult, %{{.+}}
// CHECK:         memref.store %[[YES]]
func.func @wrapping(%y: memref<24xi32, #words>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %big = arith.constant 1073741824 : i32
    %small = arith.constant 4 : i32
    %c3 = arith.constant 3 : index
    %c16 = arith.constant 16 : index
    %v = arith.index_cast %tx : index to i32
    %product = arith.muli %v, %big : i32
    %quotient = arith.divui %product, %big : i32
    %q = arith.index_cast %quotient : i32 to index
    %in = arith.cmpi ult, %q, %c3 : index
    %e = arith.extui %in : i1 to i32
    memref.store %e, %y[%tx] : memref<24xi32, #words>
    %signed = arith.divsi %product, %big : i32
    %s = arith.index_cast %signed : i32 to index
    %in_signed = arith.cmpi ult, %s, %c8 : index
    %f = arith.extui %in_signed : i1 to i32
    %p8 = arith.addi %tx, %c8 : index
    memref.store %f, %y[%p8] : memref<24xi32, #words>
    %fits = arith.muli %v, %small : i32
    %half = arith.divui %fits, %small : i32
    %h = arith.index_cast %half : i32 to index
    %in_half = arith.cmpi ult, %h, %c8 : index
    %g = arith.extui %in_half : i1 to i32
    %p16 = arith.addi %tx, %c16 : index
    memref.store %g, %y[%p16] : memref<24xi32, #words>
    gpu.terminator
  }
  return
}
