// One buffer, byte or thread more than the device has is refused; as many are
// not.
// RUN: dml-opt %s --dml-gpu-bind-buffers='max-storage-buffers=3 max-buffer-bytes=1024 max-invocations=64' \
// RUN:   | FileCheck %s
// RUN: not dml-opt %s --dml-gpu-bind-buffers='max-storage-buffers=2 max-buffer-bytes=1024 max-invocations=64' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BUFFERS
// RUN: not dml-opt %s --dml-gpu-bind-buffers='max-storage-buffers=3 max-buffer-bytes=1023 max-invocations=64' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BYTES
// RUN: not dml-opt %s --dml-gpu-bind-buffers='max-storage-buffers=3 max-buffer-bytes=1024 max-invocations=63' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=THREADS
// RUN: not dml-opt %s --dml-gpu-bind-buffers='spirv-version=v9' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VERSION
// RUN: not dml-opt %s --dml-gpu-bind-buffers='capabilities=Int65' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CAPABILITY

// CHECK:      dml.dispatch
// BUFFERS:    a kernel needs 3 buffers; the device binds 2
// BYTES:      a kernel needs a buffer of 1024 bytes ('memref<4x64xf32>'); the device binds 1023 at most
// THREADS:    a kernel needs workgroups of 64 threads; the device runs 63
// VERSION:    unknown version of SPIR-V 'v9'; expected one such as v1.3
// CAPABILITY: unknown capability 'Int65'

#words = #spirv.storage_class<StorageBuffer>
module attributes {gpu.container_module} {
  func.func @limits(%x: memref<4xf32>, %y: memref<4x64xf32>,
      %z: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c4 = arith.constant 4 : index
    %a = dml.view_words %x : memref<4xf32> to memref<4xi32, #words>
    %b = dml.view_words %y
        : memref<4x64xf32> to memref<64xvector<4xi32>, #words>
    %c = dml.view_words %z : memref<4xf32> to memref<4xi32, #words>
    // Threads of all dimensions count.
    gpu.launch_func @k::@k blocks in (%c1, %c1, %c1) threads in (%c16, %c4, %c1)
        args(%a : memref<4xi32, #words>, %b : memref<64xvector<4xi32>, #words>,
             %c : memref<4xi32, #words>)
    return
  }
  gpu.module @k {
    gpu.func @k(%a: memref<4xi32, #words>, %b: memref<64xvector<4xi32>, #words>,
        %c: memref<4xi32, #words>) kernel {
      gpu.return
    }
  }
}
