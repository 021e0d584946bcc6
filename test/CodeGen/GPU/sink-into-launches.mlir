// RUN: dml-opt %s --dml-gpu-sink-into-launches --split-input-file | FileCheck %s

// Both sides of a branch on what a buffer holds.
// CHECK-LABEL: func @branch_on_flag(
// CHECK-SAME:    %[[FLAG:[a-z0-9]+]]: memref<i32>, %[[Y:[a-z0-9]+]]: memref<8xf32>
// CHECK-NOT:     scf.if
// CHECK:         gpu.launch
// CHECK:           %[[A:.+]] = memref.load %[[FLAG]][]
// CHECK:           %[[IS_ZERO:.+]] = arith.cmpi eq, %[[A]],
// CHECK:           scf.if %[[IS_ZERO]] {
// CHECK-NEXT:        memref.store %{{.+}}, %[[Y]]
// CHECK:         gpu.launch
// CHECK:           %[[A:.+]] = memref.load %[[FLAG]][]
// CHECK:           %[[IS_ZERO:.+]] = arith.cmpi eq, %[[A]],
// CHECK:           %[[OTHERWISE:.+]] = arith.xori %[[IS_ZERO]],
// What threads share is allocated in any case.
// CHECK:           %[[SHARED:.+]] = memref.alloc()
// CHECK:           scf.if %[[OTHERWISE]] {
// CHECK-NEXT:        memref.store %{{.+}}, %[[SHARED]]
// CHECK-NOT:     scf.if
func.func @branch_on_flag(%flag: memref<i32>, %y: memref<8xf32>, %x: f32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %a = memref.load %flag[] : memref<i32>
  %is_zero = arith.cmpi eq, %a, %zero : i32
  scf.if %is_zero {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
        threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
      memref.store %x, %y[%tx] : memref<8xf32>
      gpu.terminator
    }
  } else {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
        threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
      %shared = memref.alloc() : memref<8xf32, #spirv.storage_class<Workgroup>>
      memref.store %x, %shared[%tx] : memref<8xf32, #spirv.storage_class<Workgroup>>
      gpu.terminator
    }
  }
  return
}

// -----

// A kernel writes the flag after the host looked at it: the branch stays, and is
// refused later.
// CHECK-LABEL: func @flag_is_overwritten(
// CHECK:         memref.load
// CHECK:         scf.if
// CHECK-NEXT:      gpu.launch
func.func @flag_is_overwritten(%flag: memref<i32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : index
  %a = memref.load %flag[] : memref<i32>
  %is_zero = arith.cmpi eq, %a, %zero : i32
  scf.if %is_zero {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
        threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      memref.store %n, %flag[] : memref<i32>
      gpu.terminator
    }
  }
  return
}

// -----

// The other flag of the same buffer may be written.
// CHECK-LABEL: func @other_flag_is_written(
// CHECK-NOT:     scf.if
// CHECK:         gpu.launch
// CHECK:           memref.load
// CHECK:           scf.if
func.func @other_flag_is_written(%flags: memref<2xi32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : index
  %flag = memref.subview %flags[0] [1] [1] : memref<2xi32> to memref<i32, strided<[]>>
  %other = memref.subview %flags[1] [1] [1]
      : memref<2xi32> to memref<i32, strided<[], offset: 1>>
  %a = memref.load %flag[] : memref<i32, strided<[]>>
  %is_zero = arith.cmpi eq, %a, %zero : i32
  scf.if %is_zero {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
        threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      memref.store %n, %other[] : memref<i32, strided<[], offset: 1>>
      gpu.terminator
    }
  }
  return
}

// -----

// CHECK-LABEL: func @several_blocks(
// CHECK:         scf.if
// CHECK:           gpu.launch
func.func @several_blocks(%flag: memref<i1>, %y: memref<4xf32>, %e: f32) {
  %c1 = arith.constant 1 : index
  %condition = memref.load %flag[] : memref<i1>
  scf.if %condition {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      cf.br ^next
    ^next:
      memref.store %e, %y[%tx] : memref<4xf32>
      gpu.terminator
    }
  }
  return
}
