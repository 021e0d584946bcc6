// RUN: dml-opt %s --verify-diagnostics --split-input-file --dml-guard-tensor-ops
// RUN: dml-opt %s --verify-diagnostics --split-input-file --dml-cpu-pipeline
// RUN: dml-opt %s --verify-diagnostics --split-input-file --dml-gpu-pipeline

// Upstream's check of such a map would read a number of poison.
func.func @map_that_divides_by_zero(%x: tensor<?xf32>) -> tensor<2xf32> {
  %empty = tensor.empty() : tensor<2xf32>
  // expected-error @below {{'linalg.generic' op has an indexing map that divides by a number below 1}}
  %y = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i floordiv 0)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%empty : tensor<2xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  } -> tensor<2xf32>
  return %y : tensor<2xf32>
}
