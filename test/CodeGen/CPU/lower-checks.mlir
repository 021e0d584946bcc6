// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-cpu-lower-checks \
// RUN:   | FileCheck %s --implicit-check-not=dml.require --implicit-check-not=dmlHasFailed

// CHECK-DAG: func private @dmlHasFailed() -> i1
// CHECK-DAG: func private @dmlReportFailure(!llvm.ptr, !llvm.ptr, i64)
// CHECK-DAG: llvm.mlir.global internal constant @[[MESSAGE:.+]]("leaf: given {0} and {1}\00")

// CHECK-LABEL: func private @leaf(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: i1, %[[N:[a-z0-9]+]]: index) -> index {
// CHECK-NEXT:    cf.cond_br %[[C]], ^[[NEXT:.+]], ^[[FAILED:bb[0-9]+]]
// CHECK-NEXT:  ^[[NEXT]]:
// CHECK-NEXT:    return %[[N]]
// CHECK-NEXT:  ^[[FAILED]]:
// CHECK-NEXT:    %[[COUNT:.+]] = llvm.mlir.constant(2 : i64)
// CHECK-NEXT:    %[[VALUES:.+]] = llvm.alloca %[[COUNT]] x i64
// CHECK-NEXT:    %[[SLOT0:.+]] = llvm.getelementptr %[[VALUES]][0]
// CHECK-NEXT:    %[[V0:.+]] = arith.index_cast %[[N]] : index to i64
// CHECK-NEXT:    llvm.store %[[V0]], %[[SLOT0]]
// CHECK-NEXT:    %[[SLOT1:.+]] = llvm.getelementptr %[[VALUES]][1]
// CHECK:         llvm.store %{{.+}}, %[[SLOT1]]
// CHECK-NEXT:    %[[TEXT:.+]] = llvm.mlir.addressof @{{.+}} : !llvm.ptr
// CHECK-NEXT:    call @dmlReportFailure(%[[TEXT]], %[[VALUES]], %[[COUNT]])
// CHECK-NEXT:    %[[POISON:.+]] = ub.poison : index
// CHECK-NEXT:    return %[[POISON]]
func.func private @leaf(%c: i1, %n: index) -> index {
  dml.require %c, "leaf: given {0} and {1}", %n, %n
  return %n : index
}

// CHECK-LABEL: func private @cannot_fail(
// CHECK-NEXT:    return
func.func private @cannot_fail(%n: index) -> index {
  return %n : index
}

// A caller of what may fail asks; a caller of the caller as well.
// CHECK-LABEL: func private @caller(
// CHECK:         %[[A:.+]] = call @cannot_fail(
// CHECK-NEXT:    %[[R:.+]] = call @leaf(%{{.+}}, %[[A]])
// CHECK-NEXT:    %[[FAILED:.+]] = call @dmlHasFailed()
// CHECK-NEXT:    %[[YES:.+]] = arith.constant true
// CHECK-NEXT:    %[[PROCEED:.+]] = arith.xori %[[FAILED]], %[[YES]]
// CHECK-NEXT:    cf.cond_br %[[PROCEED]], ^[[NEXT:.+]], ^[[BACK:bb[0-9]+]]
// CHECK-NEXT:  ^[[NEXT]]:
// CHECK-NEXT:    return %[[R]]
// CHECK-NEXT:  ^[[BACK]]:
// CHECK-NEXT:    %[[POISON:.+]] = ub.poison : index
// CHECK-NEXT:    return %[[POISON]]
func.func private @caller(%c: i1, %n: index) -> index {
  %a = call @cannot_fail(%n) : (index) -> index
  %r = call @leaf(%c, %a) : (i1, index) -> index
  return %r : index
}

// CHECK-LABEL: func @caller_of_the_caller(
// CHECK-NEXT:    call @caller(
// CHECK-NEXT:    call @dmlHasFailed()
// CHECK:         cf.cond_br
func.func @caller_of_the_caller(%c: i1, %n: index) {
  %r = call @caller(%c, %n) : (i1, index) -> index
  return
}

// CHECK-LABEL: func @several_checks_in_a_loop(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: i1, %[[B:[a-z0-9]+]]: i1
// CHECK:       ^[[LOOP:bb[0-9]+]]:
// CHECK-NEXT:    cf.cond_br %[[A]], ^[[SECOND:bb[0-9]+]], ^{{.+}}
// CHECK:       ^[[SECOND]]:
// CHECK-NEXT:    cf.cond_br %[[B]], ^[[REST:bb[0-9]+]], ^{{.+}}
// CHECK:       ^[[REST]]:
// CHECK-NEXT:    cf.br ^[[LOOP]]
func.func @several_checks_in_a_loop(%a: i1, %b: i1) {
  cf.br ^bb1
^bb1:
  dml.require %a, "first"
  dml.require %b, "second"
  cf.br ^bb1
}

// -----

// A task that may fail ends the function that started it.
// CHECK:       func private @dmlHasFailed
// CHECK-LABEL: func private @body(
func.func private @body(%i: index, %context: !llvm.ptr) {
  // CHECK: call @dmlReportFailure
  %c0 = arith.constant 0 : index
  %c = arith.cmpi eq, %i, %c0 : index
  dml.require %c, "in a task"
  return
}
func.func private @dmlParallelFor((index, !llvm.ptr) -> (), !llvm.ptr, index,
    index, index)
// CHECK-LABEL: func @tasks(
// CHECK:         call @dmlParallelFor(
// CHECK-NEXT:    call @dmlHasFailed()
// CHECK:         cf.cond_br
func.func @tasks(%context: !llvm.ptr, %n: index) {
  %body = constant @body : (index, !llvm.ptr) -> ()
  call @dmlParallelFor(%body, %context, %n, %n, %n)
      : ((index, !llvm.ptr) -> (), !llvm.ptr, index, index, index) -> ()
  return
}

// -----

// CHECK-LABEL: func @static_allocation(
// CHECK-NEXT:    %[[M:.+]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    %[[ADDRESS:.+]] = memref.extract_aligned_pointer_as_index %[[M]]
// CHECK-NEXT:    %[[NULL:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[OK:.+]] = arith.cmpi ne, %[[ADDRESS]], %[[NULL]]
// CHECK-NEXT:    cf.cond_br %[[OK]], ^[[NEXT:.+]], ^[[FAILED:bb[0-9]+]]
// CHECK-NEXT:  ^[[NEXT]]:
// CHECK-NEXT:    return %[[M]]
// CHECK-NEXT:  ^[[FAILED]]:
// CHECK-NEXT:    %[[POISON:.+]] = ub.poison : memref<4xf32>
// CHECK-NEXT:    return %[[POISON]]
func.func @static_allocation() -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  return %m : memref<4xf32>
}

// -----

// Sizes that no tensor has do not reach the allocator.
// CHECK:       constant @{{.+}}("{{.*}}elements of the tensor: expected at most 4294967295, given {0}x{1} [T2]\00")
// CHECK-LABEL: func @dynamic_allocation(
// CHECK:         cf.cond_br %{{.+}}, ^[[ALLOCATE:bb[0-9]+]], ^[[REFUSE:bb[0-9]+]]
// CHECK:       ^[[ALLOCATE]]:
// CHECK-NEXT:    memref.alloc(
// CHECK:         cf.cond_br
// CHECK:       ^[[REFUSE]]:
// CHECK:         call @dmlReportFailure
func.func @dynamic_allocation(%n: index) -> memref<?x4xf32> {
  %m = memref.alloc(%n) : memref<?x4xf32>
  return %m : memref<?x4xf32>
}

// -----

func.func @structured_control_flow(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{'dml.require' op expected control flow in branches; run convert-scf-to-cf first}}
    dml.require %c, "in a branch"
  }
  return
}
