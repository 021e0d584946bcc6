// RUN: dml-opt %s --pass-pipeline='builtin.module(gpu.module(dml-gpu-emulate-wide-integers),canonicalize,cse)' \
// RUN:   | FileCheck %s

gpu.module @kernels {
  // The low words' carry goes to the high ones.
  // CHECK-LABEL: gpu.func @sum(
  // CHECK-NOT:     i64
  // CHECK:         %[[LOW:.+]], %[[CARRY:.+]] = arith.addui_extended %{{.+}}, %{{.+}} : i32, i1
  // CHECK:         arith.extui %[[CARRY]] : i1 to i32
  // CHECK-NOT:     i64
  // CHECK:         gpu.return
  gpu.func @sum(%x: memref<4xi32>, %y: memref<2xi32>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %distance = arith.constant 32 : i64
    %a0 = memref.load %x[%c0] : memref<4xi32>
    %a1 = memref.load %x[%c1] : memref<4xi32>
    %low = arith.extui %a0 : i32 to i64
    %high = arith.extsi %a1 : i32 to i64
    %shifted = arith.shli %high, %distance : i64
    %a = arith.ori %low, %shifted : i64
    %b = arith.index_cast %i : index to i64
    %sum = arith.addi %a, %b : i64
    %s0 = arith.trunci %sum : i64 to i32
    %rest = arith.shrui %sum, %distance : i64
    %s1 = arith.trunci %rest : i64 to i32
    memref.store %s0, %y[%c0] : memref<2xi32>
    memref.store %s1, %y[%c1] : memref<2xi32>
    gpu.return
  }

  // A word is never shifted by 32 bits, whatever the distance: upstream's
  // patterns do so where it is 0.
  // CHECK-LABEL: gpu.func @variable_shifts(
  // CHECK-SAME:      %[[X:[^:]+]]: i32, %[[Y:[^:]+]]: i32, %[[DISTANCE:[^:]+]]: i32,
  // CHECK-NOT:     i64
  // CHECK-DAG:     %[[IN_WORD:.+]] = arith.andi %[[DISTANCE]], %c31_i32
  // CHECK-DAG:     %[[REST:.+]] = arith.subi %c31_i32, %[[IN_WORD]]
  // CHECK-DAG:     %[[IS_NEAR:.+]] = arith.cmpi ult, %[[DISTANCE]], %c32_i32
  // CHECK-DAG:     %[[KEPT:.+]] = arith.shrui %[[X]], %[[IN_WORD]]
  // CHECK-DAG:     %[[BY_1:.+]] = arith.shli %[[Y]], %c1_i32
  // CHECK-DAG:     %[[MOVED:.+]] = arith.shli %[[BY_1]], %[[REST]]
  // CHECK-DAG:     %[[NEAR:.+]] = arith.ori %[[KEPT]], %[[MOVED]]
  // CHECK-DAG:     %[[FAR:.+]] = arith.shrui %[[Y]], %[[IN_WORD]]
  // CHECK:         arith.select %[[IS_NEAR]], %[[NEAR]], %[[FAR]]
  // CHECK-DAG:     %[[FAR_SIGNED:.+]] = arith.shrsi %[[Y]], %[[IN_WORD]]
  // CHECK-DAG:     %[[SIGN:.+]] = arith.shrsi %[[Y]], %c31_i32
  // CHECK-DAG:     arith.select %[[IS_NEAR]], %[[FAR_SIGNED]], %[[SIGN]]
  // CHECK-DAG:     %[[FAR_LEFT:.+]] = arith.shli %[[X]], %[[IN_WORD]]
  // CHECK-DAG:     arith.select %[[IS_NEAR]], %[[FAR_LEFT]], %c0_i32
  // CHECK-NOT:     i64
  // CHECK:         gpu.return
  gpu.func @variable_shifts(%x: i32, %y: i32, %distance: i32, %out: memref<6xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c32 = arith.constant 32 : i64
    %low = arith.extui %x : i32 to i64
    %high = arith.extui %y : i32 to i64
    %moved = arith.shli %high, %c32 : i64
    %pair = arith.ori %low, %moved : i64
    %bits = arith.extui %distance : i32 to i64
    %right = arith.shrui %pair, %bits : i64
    %signed = arith.shrsi %pair, %bits : i64
    %left = arith.shli %pair, %bits : i64
    %right0 = arith.trunci %right : i64 to i32
    %signed0 = arith.trunci %signed : i64 to i32
    %left0 = arith.trunci %left : i64 to i32
    memref.store %right0, %out[%c0] : memref<6xi32>
    memref.store %signed0, %out[%c1] : memref<6xi32>
    memref.store %left0, %out[%c2] : memref<6xi32>
    %high_right = arith.shrui %right, %c32 : i64
    %high_signed = arith.shrui %signed, %c32 : i64
    %high_left = arith.shrui %left, %c32 : i64
    %right1 = arith.trunci %high_right : i64 to i32
    %signed1 = arith.trunci %high_signed : i64 to i32
    %left1 = arith.trunci %high_left : i64 to i32
    memref.store %right1, %out[%c3] : memref<6xi32>
    memref.store %signed1, %out[%c4] : memref<6xi32>
    memref.store %left1, %out[%c5] : memref<6xi32>
    gpu.return
  }

  // The bits of a double are two words.
  // CHECK-LABEL: gpu.func @bits(
  // CHECK-NOT:     i64
  // CHECK:         vector.bitcast %{{.+}} : vector<1xf64> to vector<2xi32>
  // CHECK:         vector.bitcast %{{.+}} : vector<2xi32> to vector<1xf64>
  // CHECK-NOT:     i64
  // CHECK:         gpu.return
  gpu.func @bits(%x: memref<1xf64>) kernel {
    %c0 = arith.constant 0 : index
    %large = arith.constant 4294967296 : i64
    %e = memref.load %x[%c0] : memref<1xf64>
    %bits = arith.bitcast %e : f64 to i64
    %least = arith.minui %bits, %large : i64
    %result = arith.bitcast %least : i64 to f64
    memref.store %result, %x[%c0] : memref<1xf64>
    gpu.return
  }

  // Results of branches are two words, and so are what loops carry.
  // CHECK-LABEL: gpu.func @control_flow(
  // CHECK-NOT:     i64
  // CHECK:         scf.for {{.*}} -> (vector<2xi32>)
  // CHECK:           scf.if %{{.+}} -> (vector<2xi32>)
  // CHECK-NOT:     i64
  // CHECK:         gpu.return
  gpu.func @control_flow(%x: memref<8xi32>, %y: memref<2xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i64
    %large = arith.constant 4294967296 : i64
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
      %e = memref.load %x[%i] : memref<8xi32>
      %wide = arith.extui %e : i32 to i64
      %isLess = arith.cmpi ult, %s, %large : i64
      %next = scf.if %isLess -> (i64) {
        %t = arith.addi %s, %wide : i64
        scf.yield %t : i64
      } else {
        scf.yield %large : i64
      }
      %more = arith.select %isLess, %next, %wide : i64
      scf.yield %more : i64
    }
    %low = arith.trunci %sum : i64 to i32
    memref.store %low, %y[%c0] : memref<2xi32>
    gpu.return
  }

  // Upstream has no division of words, so all of its kernel stays.
  // CHECK-LABEL: gpu.func @division_stays(
  // CHECK:         arith.addi %{{.+}}, %{{.+}} : i64
  // CHECK:         arith.divui %{{.+}}, %{{.+}} : i64
  gpu.func @division_stays(%y: memref<2xi32>, %i: index, %j: index) kernel {
    %c0 = arith.constant 0 : index
    %a = arith.index_cast %i : index to i64
    %b = arith.index_cast %j : index to i64
    %sum = arith.addi %a, %b : i64
    %q = arith.divui %sum, %b : i64
    %low = arith.trunci %q : i64 to i32
    memref.store %low, %y[%c0] : memref<2xi32>
    gpu.return
  }

  // A conversion to floats has none, either.
  // CHECK-LABEL: gpu.func @conversion_stays(
  // CHECK:         arith.uitofp %{{.+}} : i64 to f32
  gpu.func @conversion_stays(%y: memref<2xf32>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %a = arith.index_cast %i : index to i64
    %f = arith.uitofp %a : i64 to f32
    memref.store %f, %y[%c0] : memref<2xf32>
    gpu.return
  }

  // Vectors would become matrices of words.
  // CHECK-LABEL: gpu.func @vectors_stay(
  // CHECK:         arith.addi %{{.+}}, %{{.+}} : vector<2xi64>
  gpu.func @vectors_stay(%x: memref<4xvector<2xi64>>, %i: index) kernel {
    %a = memref.load %x[%i] : memref<4xvector<2xi64>>
    %sum = arith.addi %a, %a : vector<2xi64>
    memref.store %sum, %x[%i] : memref<4xvector<2xi64>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @words_stay(
  // CHECK:         %[[E:.+]] = memref.load
  // CHECK-NEXT:    %[[S:.+]] = arith.addi %[[E]], %[[E]] : i32
  // CHECK-NEXT:    memref.store %[[S]]
  gpu.func @words_stay(%x: memref<4xi32>, %i: index) kernel {
    %a = memref.load %x[%i] : memref<4xi32>
    %sum = arith.addi %a, %a : i32
    memref.store %sum, %x[%i] : memref<4xi32>
    gpu.return
  }
}
