// Kernels that compute with f32 ask for what the device offers; others do not.
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=DenormPreserve,SignedZeroInfNanPreserve' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ASK
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=DenormPreserve' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,DENORM --implicit-check-not=SignedZero
// RUN: dml-opt %s --dml-gpu-pipeline \
// RUN:   | FileCheck %s --check-prefix=CHECK --implicit-check-not=Preserve

// CHECK-LABEL: spirv.module @sum_kernel
// ASK-SAME:      requires #spirv.vce<v1.0, [{{.*}}DenormPreserve, SignedZeroInfNanPreserve{{.*}}], [{{.*}}SPV_KHR_float_controls]>
// CHECK:         spirv.EntryPoint "GLCompute" @sum_kernel
// ASK:           spirv.ExecutionMode @sum_kernel "DenormPreserve", 32
// ASK:           spirv.ExecutionMode @sum_kernel "SignedZeroInfNanPreserve", 32
// DENORM:        spirv.ExecutionMode @sum_kernel "DenormPreserve", 32
func.func @sum(%x: tensor<1x9x16xf32>) -> tensor<1x1x4x4xf32> {
  %y = dml.fold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x9x16xf32>) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}

// CHECK-LABEL: spirv.module @move_kernel
// ASK-NOT:     Preserve
// DENORM-NOT:  Preserve
// CHECK:       spirv.EntryPoint "GLCompute" @move_kernel
func.func @move(%x: tensor<1x4x4x4xf32>) -> tensor<1x1x8x8xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x4x4xf32>) -> tensor<1x1x8x8xf32>
  return %y : tensor<1x1x8x8xf32>
}

// A product and a sum that are rounded once compute, too.
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=DenormPreserve,SignedZeroInfNanPreserve contract' \
// RUN:   | FileCheck %s --check-prefix=CONTRACT
// CONTRACT-LABEL: spirv.module @product_kernel
// CONTRACT:         spirv.EntryPoint "GLCompute" @product_kernel
// CONTRACT:         spirv.ExecutionMode @product_kernel "SignedZeroInfNanPreserve", 32
func.func @product(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %z: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// ASK-LABEL: spirv.module @truncate_kernel
// ASK:         spirv.ExecutionMode @truncate_kernel "SignedZeroInfNanPreserve", 32
func.func @truncate(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %i = arith.fptosi %x : tensor<8x8xf32> to tensor<8x8xi32>
  %y = arith.sitofp %i : tensor<8x8xi32> to tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Sums of f16 widen and round it by the device's conversions if those can be
// asked to be exact, and by integers otherwise.
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=Float16,Int16,RoundingModeRTE' \
// RUN:   | FileCheck %s --check-prefix=HALF
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=Float16,Int16' \
// RUN:   | FileCheck %s --check-prefix=INTEGERS
// HALF-LABEL:     spirv.module @half_kernel
// HALF:             spirv.FConvert {{.*}} : f16 to f32
// HALF:             spirv.FConvert {{.*}} : f32 to f16
// HALF:             spirv.ExecutionMode @half_kernel "RoundingModeRTE", 16
// HALF-NEXT:        spirv.ExecutionMode @half_kernel "DenormPreserve", 16
// HALF-NEXT:        spirv.ExecutionMode @half_kernel "SignedZeroInfNanPreserve", 16
// INTEGERS-LABEL: spirv.module @half_kernel
// INTEGERS-NOT:     f16
// INTEGERS-NOT:     ExecutionMode {{.*}} 16
func.func @half(%x: tensor<1x9x16xf16>) -> tensor<1x1x4x4xf16> {
  %y = dml.fold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x9x16xf16>) -> tensor<1x1x4x4xf16>
  return %y : tensor<1x1x4x4xf16>
}
