// RUN: dml-opt %s --dml-cpu-widen-min-max --canonicalize --cse | FileCheck %s

// What is rounded to f16 last is rounded once.
// CHECK-LABEL: func @clamp(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f16, %[[B:[a-z0-9]+]]: f16
// CHECK-DAG:     %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:     %[[WIDE_X:.+]] = arith.extf %[[X]] : f16 to f32
// CHECK-DAG:     %[[WIDE_B:.+]] = arith.extf %[[B]] : f16 to f32
// CHECK:         %[[SUM:.+]] = arith.addf %[[WIDE_X]], %[[WIDE_B]] : f32
// CHECK:         %[[POSITIVE:.+]] = arith.maximumf %[[SUM]], %[[ZERO]] : f32
// CHECK:         %[[PIXEL:.+]] = arith.minimumf %[[POSITIVE]], %[[ONE]] : f32
// CHECK:         %[[RESULT:.+]] = arith.truncf %[[PIXEL]] : f32 to f16
// CHECK:         return %[[RESULT]]
func.func @clamp(%x: f16, %b: f16) -> f16 {
  %zero = arith.constant 0.0 : f16
  %one = arith.constant 1.0 : f16
  %sum = arith.addf %x, %b : f16
  %positive = arith.maximumf %sum, %zero : f16
  %pixel = arith.minimumf %positive, %one : f16
  return %pixel : f16
}

// Sums in between are rounded, as are those of what was rounded from other types.
// CHECK-LABEL: func @sums(
// CHECK:         arith.addf {{.*}} : bf16
// CHECK:         %[[FROM_F64:.+]] = arith.truncf {{.*}} : f64 to bf16
// CHECK:         arith.addf {{.*}} : f32
// CHECK:         arith.extf %[[FROM_F64]] : bf16 to f32
// CHECK:         arith.maxnumf {{.*}} : f32
// CHECK-NEXT:    arith.truncf
func.func @sums(%x: bf16, %y: f64) -> bf16 {
  %a = arith.addf %x, %x : bf16
  %b = arith.addf %a, %x : bf16
  %c = arith.truncf %y : f64 to bf16
  %d = arith.maxnumf %b, %c : bf16
  return %d : bf16
}

// The other way to round is not that of the result.
// CHECK-LABEL: func @upward(
// CHECK:         %[[ROUNDED:.+]] = arith.truncf %{{.+}} upward : f32 to f16
// CHECK:         arith.extf %[[ROUNDED]] : f16 to f32
func.func @upward(%x: f32, %y: f16) -> f16 {
  %a = arith.truncf %x upward : f32 to f16
  %b = arith.maximumf %a, %y : f16
  return %b : f16
}

// CHECK-LABEL: func @wide(
// CHECK-NEXT:    arith.maximumf {{.*}} : f32
// CHECK-NEXT:    return
func.func @wide(%x: f32, %y: f32) -> f32 {
  %a = arith.maximumf %x, %y : f32
  return %a : f32
}
