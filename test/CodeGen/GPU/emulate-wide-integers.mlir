// RUN: dml-opt %s --pass-pipeline='builtin.module(gpu.module(dml-gpu-emulate-wide-integers),canonicalize)' \
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
