// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-refine-arguments="arguments=tensor<8xf32>,index=3" \
// RUN:   | FileCheck %s

// Each call gets types of its own.
// CHECK-LABEL: func @nested(
// CHECK-SAME:    -> (tensor<16xf32>, tensor<32xf32>)
// CHECK-NOT:     call
// CHECK:         return
// CHECK-LABEL: func private @twice(
// CHECK-SAME:    tensor<?xf32>) -> tensor<?xf32>
func.func @nested(%x: tensor<?xf32>, %n: index)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %a = call @twice(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %b = call @twice(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}
func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = call @concat(%x, %x)
      : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func private @concat(%x: tensor<?xf32>, %y: tensor<?xf32>)
    -> tensor<?xf32> {
  %z = tensor.concat dim(0) %x, %y
      : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

// -----

// A function that calls itself with other arguments calls the general one.
// CHECK-LABEL: func @recursive(
// CHECK-SAME:    tensor<8xf32>, %{{.+}}: index) -> tensor<?xf32>
// CHECK:         arith.addf %{{.+}} : tensor<8xf32>
// CHECK:         call @[[GENERAL:.+]](%{{.+}}) : (tensor<?xf32>, index) -> tensor<?xf32>
// CHECK:       func private @[[GENERAL]](
// CHECK-SAME:    tensor<?xf32>, %{{.+}}: index) -> tensor<?xf32>
// CHECK:         call @[[GENERAL]](
func.func @recursive(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %done -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    %m = arith.subi %n, %c1 : index
    %y = arith.addf %x, %x : tensor<?xf32>
    %s = func.call @recursive(%y, %m) : (tensor<?xf32>, index) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @mutually_recursive(
// CHECK-SAME:    -> tensor<?xf32>
// CHECK:         call @even(
func.func @mutually_recursive(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %y = call @even(%x, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func private @even(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %y = call @odd(%x, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func private @odd(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %done = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %done -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    %y = func.call @even(%x, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// A function of several blocks cannot go into a branch; a declared one and one
// that asks for it stay calls.
// CHECK-LABEL: func @stay(
// CHECK-SAME:    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
// CHECK:         scf.for
// CHECK:           func.call @blocks(%{{.+}}) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK:         call @declared(%{{.+}}) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK:         call @outlined(%{{.+}}) : (tensor<?xf32>) -> tensor<?xf32>
func.func @stay(%x: tensor<?xf32>, %n: index)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %s = func.call @blocks(%t) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  %d = call @declared(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %o = call @outlined(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %r, %d, %o : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func private @blocks(%x: tensor<?xf32>) -> tensor<?xf32> {
  cf.br ^exit
^exit:
  return %x : tensor<?xf32>
}
func.func private @declared(%x: tensor<?xf32>) -> tensor<?xf32>
func.func private @outlined(%x: tensor<?xf32>) -> tensor<?xf32>
    attributes {no_inline} {
  return %x : tensor<?xf32>
}
