// What the pipeline cannot compile is an error, not a crash.
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-cpu-pipeline

func.func @no_buffer_form(%x: tensor<?x?xf32>) -> tensor<2xindex> {
  // expected-error @+1 {{op was not bufferized}}
  %y = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  return %y : tensor<2xindex>
}

// -----

// expected-error @+1 {{op was not bufferized}}
func.func @loop_of_blocks(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  cf.br ^bb1(%x : tensor<?xf32>)
^bb1(%y: tensor<?xf32>):
  %z = arith.addf %y, %y : tensor<?xf32>
  cf.cond_br %c, ^bb1(%z : tensor<?xf32>), ^bb2
^bb2:
  return %z : tensor<?xf32>
}

// -----

// The runtime's names are taken.
func.func private @check(%c: i1) {
  cf.assert %c, "no"
  return
}
memref.global @dmlHasFailed : memref<4xf32>
func.func @name_of_the_runtime(%c: i1) {
  // expected-error @+1 {{'dmlHasFailed' does not reference a valid function}}
  call @check(%c) : (i1) -> ()
  return
}

// -----

// Nothing at all is fine.
module {}

// -----

func.func private @only_a_private_function() {
  return
}
