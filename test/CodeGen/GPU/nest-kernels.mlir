// RUN: dml-opt %s --dml-gpu-nest-kernels | FileCheck %s

module attributes {gpu.container_module} {
  // Nothing is left of the original. Rounded each: sums, differences, products
  // and quotients, but not what does not contract.
  // CHECK:      gpu.module @k {
  // CHECK-NEXT:   spirv.module @k Logical GLSL450 {
  // CHECK:          spirv.FMul %{{.+}} {no_contraction} : f32
  // CHECK-NEXT:     spirv.FAdd %{{.+}} {no_contraction} : f32
  // CHECK-NEXT:     spirv.FSub %{{.+}} {no_contraction} : f32
  // CHECK-NEXT:     spirv.FDiv %{{.+}} {no_contraction} : f32
  // CHECK-NEXT:     spirv.FNegate %{{[^{]+}} : f32
  // CHECK-NEXT:     spirv.IAdd %{{[^{]+}} : i32
  // CHECK-NOT:  {{gpu.func|arith}}
  spirv.module @__spv__k Logical GLSL450 {
    spirv.func @k(%a: f32, %i: i32) "None" {
      %0 = spirv.FMul %a, %a : f32
      %1 = spirv.FAdd %0, %a : f32
      %2 = spirv.FSub %1, %a : f32
      %3 = spirv.FDiv %2, %a : f32
      %4 = spirv.FNegate %3 : f32
      %5 = spirv.IAdd %i, %i : i32
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
