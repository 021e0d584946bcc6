// RUN: dml-opt %s --dml-gpu-nest-kernels | FileCheck %s

module attributes {gpu.container_module} {
  // Nothing is left of the original.
  // CHECK:      gpu.module @k {
  // CHECK-NEXT:   spirv.module @k Logical GLSL450 {
  // CHECK:          spirv.FMul
  // CHECK-NOT:  {{gpu.func|arith}}
  spirv.module @__spv__k Logical GLSL450 {
    spirv.func @k(%a: f32) "None" {
      %0 = spirv.FMul %a, %a : f32
      spirv.Return
    }
  }
  gpu.module @k {
    %unused = arith.constant 1 : i32
    %user = arith.addi %unused, %unused : i32
    gpu.func @k(%a: f32) kernel {
      gpu.return
    }
  }

  // CHECK:      spirv.module @__spv__nobody
  // CHECK:      spirv.module @other
  spirv.module @__spv__nobody Logical GLSL450 {
  }
  spirv.module @other Logical GLSL450 {
  }
}
