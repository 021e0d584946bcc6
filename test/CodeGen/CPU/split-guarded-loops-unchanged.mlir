// Loops whose guards are not those of a unit-step, signed index stay.
// RUN: dml-opt %s --dml-cpu-split-guarded-loops | FileCheck %s

// CHECK-LABEL: func @guard_with_modulo(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @guard_with_modulo(%n: index, %s: index, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = affine.apply affine_map<(d0) -> (d0 mod 3)>(%i)
    %inside = arith.cmpi ult, %p, %s : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// Divisors below 1 mean nothing, but no verifier refuses them.
// CHECK-LABEL: func @negative_modulus(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @negative_modulus(%n: index, %s: index, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = affine.apply affine_map<(d0) -> (d0 mod -3)>(%i)
    %inside = arith.cmpi ult, %p, %s : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @divisor_of_zero(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @divisor_of_zero(%n: index, %s: index, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%i)
    %inside = arith.cmpi ult, %p, %s : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @negative_divisor_of_offset(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @negative_divisor_of_offset(%n: index, %s: index, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = affine.apply affine_map<(d0)[s0] -> (d0 + (s0 + 5) ceildiv -3)>(%i)[%s]
    %inside = arith.cmpi ult, %p, %s : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @falling_position(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @falling_position(%n: index, %s: index, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = affine.apply affine_map<(d0) -> (-d0 + 5)>(%i)
    %inside = arith.cmpi ult, %p, %s : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @signed_comparison(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @signed_comparison(%n: index, %s: index, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %inside = arith.cmpi slt, %i, %s : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @step_of_two(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @step_of_two(%n: index, %s: index, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c2 {
    %inside = arith.cmpi ult, %i, %s : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @size_that_changes(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @size_that_changes(%n: index, %s: memref<index>, %y: memref<?xf32>,
    %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %size = memref.load %s[] : memref<index>
    %inside = arith.cmpi ult, %i, %size : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @carried_values(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @carried_values(%n: index, %s: index, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f32 {
    %inside = arith.cmpi ult, %i, %s : index
    %x = scf.if %inside -> f32 {
      scf.yield %v : f32
    } else {
      scf.yield %zero : f32
    }
    %next = arith.addf %sum, %x : f32
    scf.yield %next : f32
  }
  return %r : f32
}

// CHECK-LABEL: func @unsigned_loop(
// CHECK:         scf.for unsigned
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @unsigned_loop(%n: index, %s: index, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    %inside = arith.cmpi ult, %i, %s : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @integer_loop(
// CHECK:         scf.for {{.*}} : i32
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @integer_loop(%n: i32, %s: i32, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %inside = arith.cmpi ult, %i, %s : i32
    scf.if %inside {
      %j = arith.index_cast %i : i32 to index
      memref.store %v, %y[%j] : memref<?xf32>
    }
  }
  return
}

// The index has the factor 2^63 in the position.
// CHECK-LABEL: func @huge_factor(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @huge_factor(%n: index, %s: index, %y: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = affine.apply affine_map<(d0, d1)
        -> (d0 * 4611686018427387904 + d1 * 4611686018427387904)>(%i, %i)
    %inside = arith.cmpi ult, %p, %s : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}
