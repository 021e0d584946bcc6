// RUN: dml-opt %s --split-input-file --dml-gpu-bind-buffers='capabilities=Int64,Float16' | FileCheck %s

// The conversion to SPIR-V assumes less where the module says nothing.
// CHECK: module attributes {{.*}}spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Float16], [SPV_KHR_storage_buffer_storage_class]>, api=Vulkan

// Two views of a buffer are one binding. The first buffer is read, the second
// written.
#words = #spirv.storage_class<StorageBuffer>
module attributes {gpu.container_module} {
  // CHECK-LABEL: func @two_views(
  // CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8xf32>, %[[Y:[a-z0-9]+]]: memref<8xf32>
  // CHECK:         dml.dispatch @k::@k workgroups = [4, 3, 1], writes = [1](%[[X]], %[[Y]] : memref<8xf32>, memref<8xf32>)
  // CHECK-NOT:     gpu.launch_func
  func.func @two_views(%x: memref<8xf32>, %y: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %a = dml.view_words %x : memref<8xf32> to memref<8xi32, #words>
    %b = dml.view_words %x : memref<8xf32> to memref<2xvector<4xi32>, #words>
    %c = dml.view_words %y : memref<8xf32> to memref<2xvector<4xi32>, #words>
    gpu.launch_func @k::@k blocks in (%c4, %c3, %c1) threads in (%c64, %c1, %c1)
        args(%a : memref<8xi32, #words>, %b : memref<2xvector<4xi32>, #words>,
             %c : memref<2xvector<4xi32>, #words>)
    return
  }
  gpu.module @k {
    // CHECK:      gpu.func @k(
    // CHECK-SAME:   %{{[a-z0-9]+}}: memref<8xi32, #spirv.storage_class<StorageBuffer>> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0)>},
    // CHECK-SAME:   %{{[a-z0-9]+}}: memref<2xvector<4xi32>, #spirv.storage_class<StorageBuffer>> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0)>},
    // CHECK-SAME:   %{{[a-z0-9]+}}: memref<2xvector<4xi32>, #spirv.storage_class<StorageBuffer>> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1)>})
    // CHECK-SAME:   spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>
    gpu.func @k(%a: memref<8xi32, #words>, %b: memref<2xvector<4xi32>, #words>,
        %c: memref<2xvector<4xi32>, #words>) kernel {
      %c0 = arith.constant 0 : index
      %w = memref.load %a[%c0] : memref<8xi32, #words>
      %v = memref.load %b[%c0] : memref<2xvector<4xi32>, #words>
      memref.store %v, %c[%c0] : memref<2xvector<4xi32>, #words>
      gpu.return
    }
  }
}

// -----

// A barrier only where a buffer is read or written that was written since the
// last one, or written that was read.
#words = #spirv.storage_class<StorageBuffer>
module attributes {gpu.container_module} {
  // CHECK-LABEL: func @barriers(
  // CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xi32>, %[[A:[a-z0-9]+]]: memref<4xi32>, %[[B:[a-z0-9]+]]: memref<4xi32>, %[[C:[a-z0-9]+]]: memref<4xi32>, %[[D:[a-z0-9]+]]: memref<4xi32>
  func.func @barriers(%x: memref<4xi32>, %a: memref<4xi32>, %b: memref<4xi32>,
      %c: memref<4xi32>, %d: memref<4xi32>) {
    %c1 = arith.constant 1 : index
    %vx = dml.view_words %x : memref<4xi32> to memref<4xi32, #words>
    %va = dml.view_words %a : memref<4xi32> to memref<4xi32, #words>
    %vb = dml.view_words %b : memref<4xi32> to memref<4xi32, #words>
    %vc = dml.view_words %c : memref<4xi32> to memref<4xi32, #words>
    %vd = dml.view_words %d : memref<4xi32> to memref<4xi32, #words>
    // CHECK:      dml.dispatch {{.*}}, writes = [1](%[[X]], %[[A]] :
    gpu.launch_func @k::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%vx : memref<4xi32, #words>, %va : memref<4xi32, #words>)
    // Both read the same.
    // CHECK-NEXT: dml.dispatch {{.*}}(%[[X]], %[[B]] :
    gpu.launch_func @k::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%vx : memref<4xi32, #words>, %vb : memref<4xi32, #words>)
    // Reads what the first wrote.
    // CHECK-NEXT: dml.barrier
    // CHECK-NEXT: dml.dispatch {{.*}}(%[[A]], %[[C]] :
    gpu.launch_func @k::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%va : memref<4xi32, #words>, %vc : memref<4xi32, #words>)
    // The second wrote before the barrier.
    // CHECK-NEXT: dml.dispatch {{.*}}(%[[B]], %[[X]] :
    gpu.launch_func @k::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%vb : memref<4xi32, #words>, %vx : memref<4xi32, #words>)
    // Writes what the one before read.
    // CHECK-NEXT: dml.barrier
    // CHECK-NEXT: dml.dispatch {{.*}}(%[[D]], %[[B]] :
    gpu.launch_func @k::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%vd : memref<4xi32, #words>, %vb : memref<4xi32, #words>)
    // Writes what the one before wrote.
    // CHECK-NEXT: dml.barrier
    // CHECK-NEXT: dml.dispatch {{.*}}(%[[A]], %[[B]] :
    gpu.launch_func @k::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%va : memref<4xi32, #words>, %vb : memref<4xi32, #words>)
    // CHECK-NEXT: return
    return
  }
  gpu.module @k {
    gpu.func @k(%a: memref<4xi32, #words>, %b: memref<4xi32, #words>) kernel {
      %c0 = arith.constant 0 : index
      %w = memref.load %a[%c0] : memref<4xi32, #words>
      memref.store %w, %b[%c0] : memref<4xi32, #words>
      gpu.return
    }
  }
}
