// RUN: dml-opt %s --verify-diagnostics --split-input-file --dml-guard-division
// RUN: dml-opt %s --verify-diagnostics --split-input-file --dml-cpu-pipeline

func.func @negative_modulus(%n: index, %s: index) -> index {
  // expected-error @+1 {{modulo by non-positive value is not supported}}
  %p = affine.apply affine_map<(d0)[s0] -> (d0 mod -3 + d0 mod s0)>(%n)[%s]
  return %p : index
}

// -----

// Not folded before the check: upstream folds it to poison.
func.func @constant_operand() -> index {
  %c3 = arith.constant 3 : index
  // expected-error @below {{division by non-positive value is not supported}}
  %a = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%c3)
  return %a : index
}
