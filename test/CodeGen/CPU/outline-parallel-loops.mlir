// RUN: dml-opt %s --dml-cpu-outline-parallel-loops | FileCheck %s

// CHECK: func private @dmlParallelFor((index, !llvm.ptr) -> (), !llvm.ptr, index, index, index)

// Constants are repeated inside; what is left goes through a struct.
// CHECK-LABEL: func private @loop_parallel_0(
// CHECK-SAME:    %[[I:[a-z0-9]+]]: index, %[[CONTEXT:[a-z0-9]+]]: !llvm.ptr) {
// CHECK-NEXT:    %[[FIELD:.+]] = llvm.getelementptr %[[CONTEXT]][0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<([[MEMREF:struct<\(ptr, ptr, i64, array<1 x i64>, array<1 x i64>\)>]])>
// CHECK-NEXT:    %[[LOADED:.+]] = llvm.load %[[FIELD]]
// CHECK-NEXT:    %[[M:.+]] = builtin.unrealized_conversion_cast %[[LOADED]] : !llvm.[[MEMREF]] to memref<?xf32>
// CHECK-NEXT:    %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:    memref.store %[[ONE]], %[[M]][%[[I]]]
// CHECK-NEXT:    return

// CHECK-LABEL: func @loop(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<?xf32>, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
// CHECK:         %[[CONTEXT:.+]] = llvm.alloca %{{.+}} x !llvm.struct
// CHECK:         %[[VALUE:.+]] = builtin.unrealized_conversion_cast %[[M]]
// CHECK-NEXT:    %[[FIELD:.+]] = llvm.getelementptr %[[CONTEXT]][0, 0]
// CHECK-NEXT:    llvm.store %[[VALUE]], %[[FIELD]]
// CHECK-NEXT:    %[[BODY:.+]] = constant @loop_parallel_0 : (index, !llvm.ptr) -> ()
// CHECK-NEXT:    call @dmlParallelFor(%[[BODY]], %[[CONTEXT]], %[[A]], %[[B]], %[[S]])
// CHECK-NEXT:    return
func.func @loop(%m: memref<?xf32>, %a: index, %b: index, %s: index) {
  %one = arith.constant 1.0 : f32
  scf.parallel (%i) = (%a) to (%b) step (%s) {
    memref.store %one, %m[%i] : memref<?xf32>
  }
  return
}

// The name that @loop's body would have is taken.
// CHECK: func private @loop_parallel()
func.func private @loop_parallel()

// The struct is in the function's frame, not one in each iteration.
// CHECK-LABEL: func private @in_a_loop_parallel(
// CHECK-NOT:     dmlParallelFor
// CHECK:         scf.parallel
// CHECK:         return
// CHECK-LABEL: func @in_a_loop(
// CHECK-NEXT:    llvm.mlir.constant(1 : i64)
// CHECK-NEXT:    %[[CONTEXT:.+]] = llvm.alloca
// CHECK-NEXT:    scf.for
// CHECK:           func.call @dmlParallelFor(%{{.+}}, %[[CONTEXT]],
// CHECK-NOT:     alloca
// CHECK:         return
func.func @in_a_loop(%m: memref<?xf32>, %a: index, %b: index, %x: f32) {
  scf.for %j = %a to %b step %a {
    scf.parallel (%i) = (%a) to (%b) step (%a) {
      // Inside of a task, loops are serial.
      scf.parallel (%k) = (%a) to (%j) step (%a) {
        memref.store %x, %m[%k] : memref<?xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func private @two_loops_parallel(
// CHECK:         func private @[[OTHER:two_loops_parallel_[0-9]+]](
// CHECK:         func @two_loops(
// CHECK:         %[[FIRST:.+]] = constant @two_loops_parallel : (index, !llvm.ptr) -> ()
// CHECK-NEXT:    call @dmlParallelFor(%[[FIRST]],
// CHECK:         %[[SECOND:.+]] = constant @[[OTHER]] : (index, !llvm.ptr) -> ()
// CHECK-NEXT:    call @dmlParallelFor(%[[SECOND]],
func.func @two_loops(%m: memref<?xf32>, %a: index, %b: index, %x: f32) {
  scf.parallel (%i) = (%a) to (%b) step (%a) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%a) to (%b) step (%a) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

//===----------------------------------------------------------------------===//
// Serial loops
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @two_dimensions_stay(
// CHECK-NEXT:    scf.parallel (%{{.+}}, %{{.+}}) =
func.func @two_dimensions_stay(%m: memref<?x?xf32>, %a: index, %b: index,
    %x: f32) {
  scf.parallel (%i, %j) = (%a, %a) to (%b, %b) step (%a, %a) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// CHECK-LABEL: func @reduction_stays(
// CHECK-NEXT:    scf.parallel
// CHECK-NEXT:      scf.reduce
func.func @reduction_stays(%a: index, %b: index, %x: f32) -> f32 {
  %r = scf.parallel (%i) = (%a) to (%b) step (%a) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %q: f32):
      %t = arith.addf %l, %q : f32
      scf.reduce.return %t : f32
    }
  }
  return %r : f32
}

// CHECK-LABEL: func @value_without_an_llvm_type_stays(
// CHECK-NEXT:    scf.parallel
func.func @value_without_an_llvm_type_stays(%a: index, %b: index,
    %t: tensor<?xf32>, %m: memref<?xf32>) {
  scf.parallel (%i) = (%a) to (%b) step (%a) {
    %x = tensor.extract %t[%i] : tensor<?xf32>
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// The loops of a cold function are cold as well.
// CHECK-LABEL: func private @cold_parallel(
// CHECK-SAME:    attributes {passthrough = ["dml-cold", "noinline"]}
// CHECK-LABEL: func private @cold(
func.func private @cold(%m: memref<?xf32>, %a: index, %x: f32)
    attributes {passthrough = ["dml-cold"]} {
  scf.parallel (%i) = (%a) to (%a) step (%a) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
