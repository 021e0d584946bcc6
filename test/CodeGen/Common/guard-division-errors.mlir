// RUN: dml-opt %s --verify-diagnostics --dml-guard-division
// RUN: dml-opt %s --verify-diagnostics --dml-cpu-pipeline

func.func @negative_modulus(%n: index, %s: index) -> index {
  // expected-error @+1 {{modulo by non-positive value is not supported}}
  %p = affine.apply affine_map<(d0)[s0] -> (d0 mod -3 + d0 mod s0)>(%n)[%s]
  return %p : index
}
