// RUN: dml-opt %s --dml-cpu-annotate-loops | FileCheck %s

#annotation = #llvm.loop_annotation<disableNonforced = true>

// CHECK-LABEL: llvm.func @loop(
// CHECK:         llvm.br ^bb1 {loop_annotation = #loop_annotation}
// CHECK:         llvm.cond_br %{{.*}}, ^bb1, ^bb2 {loop_annotation = #loop_annotation}
llvm.func @loop(%again: i1) {
  llvm.br ^bb1 {llvm.loop_annotation = #annotation}
^bb1:
  llvm.cond_br %again, ^bb1, ^bb2 {llvm.loop_annotation = #annotation}
^bb2:
  llvm.return
}
