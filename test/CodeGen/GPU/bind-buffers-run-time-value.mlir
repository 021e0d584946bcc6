// RUN: dml-opt %s --verify-diagnostics --dml-gpu-bind-buffers

#words = #spirv.storage_class<StorageBuffer>
module attributes {gpu.container_module} {
  func.func @scalar(%x: memref<4xi32>, %n: index) {
    %c1 = arith.constant 1 : index
    %a = dml.view_words %x : memref<4xi32> to memref<4xi32, #words>
    // expected-error @+1 {{a kernel needs a value that is only known at run time: 'index'}}
    gpu.launch_func @k::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<4xi32, #words>, %n : index)
    return
  }
  gpu.module @k {
    gpu.func @k(%a: memref<4xi32, #words>, %n: index) kernel {
      gpu.return
    }
  }
}
