// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-check-support=max-loop-iterations=1000

// Iterations of the outer loop count, too.
#words = #spirv.storage_class<StorageBuffer>
module attributes {gpu.container_module} {
  gpu.module @k {
    // expected-error @+1 {{a thread takes 1100 iterations of loops here, and the device ends them after 1000}}
    gpu.func @k(%a: memref<1000xi32, #words>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c10 = arith.constant 10 : index
      %c100 = arith.constant 100 : index
      %zero = arith.constant 0 : i32
      scf.for %i = %c0 to %c100 step %c1 {
        scf.for %j = %c0 to %c10 step %c1 {
          memref.store %zero, %a[%j] : memref<1000xi32, #words>
        }
      }
      gpu.return
    }
  }
}

// -----

#words = #spirv.storage_class<StorageBuffer>
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @k(%a: memref<1000xi32, #words>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c1000 = arith.constant 1000 : index
      %zero = arith.constant 0 : i32
      scf.for %i = %c0 to %c1000 step %c1 {
        memref.store %zero, %a[%i] : memref<1000xi32, #words>
      }
      gpu.return
    }
  }
}
