// RUN: dml-opt %s --dml-gpu-sink-into-launches --split-input-file | FileCheck %s

// Both sides of a branch on what a buffer holds.
// CHECK-LABEL: func @branch_on_flag(
// CHECK-SAME:    %[[FLAG:[a-z0-9]+]]: memref<i32>, %[[Y:[a-z0-9]+]]: memref<8xf32>
// CHECK-NOT:     scf.if
// CHECK:         %[[GRIDS:.+]] = memref.alloc() : memref<6xi32>
// CHECK:         gpu.launch
// CHECK:           %[[A:.+]] = memref.load %[[FLAG]][]
// CHECK:           %[[IS_ZERO:.+]] = arith.cmpi eq, %[[A]],
// CHECK:           %[[OTHERWISE:.+]] = arith.xori %[[IS_ZERO]],
// CHECK:           arith.select %{{.+}}, %c2_i32{{.*}}, %c0_i32
// CHECK:           arith.select %{{.+}}, %c1_i32{{.*}}, %c0_i32
// CHECK:         gpu.launch
// CHECK-NEXT:      dml.launch_grid %[[GRIDS]][0] : memref<6xi32>
// CHECK-NEXT:      memref.store %{{.+}}, %[[Y]]
// CHECK:         gpu.launch
// CHECK-NEXT:      dml.launch_grid %[[GRIDS]][3] : memref<6xi32>
// CHECK-NOT:     scf.if
func.func @branch_on_flag(%flag: memref<i32>, %y: memref<8xf32>, %x: f32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %eight = arith.constant 8 : index
  %a = memref.load %flag[] : memref<i32>
  %is_zero = arith.cmpi eq, %a, %zero : i32
  scf.if %is_zero {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %two, %gy = %one, %gz = %one)
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
// CHECK:         gpu.launch
// CHECK-NEXT:      dml.launch_grid
// CHECK-NOT:     scf.if
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

// -----

// The workgroup that updates flags first stores what they start from.
// CHECK-LABEL: func @flags_are_started(
// CHECK:         gpu.launch
// CHECK-NOT:     gpu.launch
// CHECK:           %[[IS_FIRST:.+]] = arith.cmpi ult, %{{.+}}, %c1
// CHECK-NEXT:      scf.if %[[IS_FIRST]] {
// CHECK:             memref.store
// CHECK:           spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory>
// CHECK:           memref.atomic_rmw ori
func.func @flags_are_started(%flag: memref<i32>, %n: i32) {
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
      threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    %zero = arith.constant 0 : i32
    memref.store %zero, %flag[] : memref<i32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
      threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
    %old = memref.atomic_rmw ori %n, %flag[] : (i32, memref<i32>) -> i32
    gpu.terminator
  }
  return
}

// -----

// One that reads them may not: the launch before it stays.
// CHECK-LABEL: func @flags_are_read(
// CHECK-COUNT-2: gpu.launch
func.func @flags_are_read(%flag: memref<i32>, %y: memref<8xi32>) {
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
      threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    %zero = arith.constant 0 : i32
    memref.store %zero, %flag[] : memref<i32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
      threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
    %value = memref.load %flag[] : memref<i32>
    memref.store %value, %y[%tx] : memref<8xi32>
    gpu.terminator
  }
  return
}

// -----

// Nor may one that may have no threads.
// CHECK-LABEL: func @flags_are_updated_under_a_condition(
// CHECK-COUNT-3: gpu.launch
func.func @flags_are_updated_under_a_condition(%c: memref<i32>,
    %flag: memref<i32>, %n: i32) {
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %a = memref.load %c[] : memref<i32>
  %is_taken = arith.cmpi ne, %a, %none : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
      threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    %zero = arith.constant 0 : i32
    memref.store %zero, %flag[] : memref<i32>
    gpu.terminator
  }
  scf.if %is_taken {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
        threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
      %old = memref.atomic_rmw ori %n, %flag[] : (i32, memref<i32>) -> i32
      gpu.terminator
    }
  }
  return
}

// -----

// A grid that only a run knows stays with the host, and is refused later.
// CHECK-LABEL: func @unknown_grid(
// CHECK:         scf.if
// CHECK-NEXT:      gpu.launch
func.func @unknown_grid(%c: memref<i32>, %y: memref<8xi32>, %size: index,
    %n: i32) {
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : index
  %a = memref.load %c[] : memref<i32>
  %is_taken = arith.cmpi ne, %a, %none : i32
  scf.if %is_taken {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %size, %gy = %one, %gz = %one)
        threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      memref.store %n, %y[%bx] : memref<8xi32>
      gpu.terminator
    }
  }
  return
}
