// The operators compile for any Vulkan device: kernels need no optional
// capability, at most four buffers, and workgroups of at most 128 threads.

// RUN: dml-opt %s --dml-gpu-pipeline=cache-bytes=0 -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --check-prefix=MINIMUM --input-file=%t
// Nothing but Shader, which implies Matrix; no binding 4 or above; no type that
// has a capability.
// MINIMUM-NOT: requires{{.*}}{{Int8|Int16|Int64|Float16|Float64|Storage|Kernel}}
// MINIMUM-NOT: requires #spirv.vce<v1.{{[4-9]}}
// MINIMUM-NOT: bind(0, {{[4-9]|[0-9][0-9]}})
// MINIMUM-NOT: bind({{[1-9]}}
// MINIMUM-NOT: "LocalSize", {{129|1[3-9][0-9]|[2-9][0-9][0-9]|[0-9][0-9][0-9][0-9]}}
// MINIMUM-NOT: unrealized_conversion_cast

// As many again, as the limits demand.
// RUN: dml-opt %s --dml-gpu-pipeline='workgroup-size=32 max-workgroups=65535 max-storage-buffers=4 max-invocations=32 max-buffer-bytes=134217728 cache-bytes=0' \
// RUN:   | FileCheck %s --check-prefix=SMALL --implicit-check-not='"LocalSize", 128'
// SMALL-COUNT-9: "LocalSize", 32, 1, 1

// CHECK-LABEL: func @depth_to_space1_f32(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<2x8x3x5xf32>) -> memref<2x2x6x10xf32> {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc()
// CHECK-NEXT:    dml.dispatch @[[K:.+]]::@[[E:.+]] workgroups = [1, 1, 1], writes = [1](%[[X]], %[[Y]] :
// CHECK-NEXT:    return %[[Y]]
// CHECK:       gpu.module @[[K]] {
// CHECK-NEXT:    spirv.module @[[K]] Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Matrix], [SPV_KHR_storage_buffer_storage_class]> {
// CHECK:           spirv.EntryPoint "GLCompute" @[[E]]
// CHECK-NEXT:      spirv.ExecutionMode @[[E]] "LocalSize", 128, 1, 1
func.func @depth_to_space1_f32(%x: tensor<2x8x3x5xf32>)
    -> tensor<2x2x6x10xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x8x3x5xf32>) -> tensor<2x2x6x10xf32>
  return %y : tensor<2x2x6x10xf32>
}

// CHECK-LABEL: func @depth_to_space1_i8(
// CHECK:         dml.dispatch
// CHECK-NOT:     dml.dispatch
// CHECK:       gpu.module
func.func @depth_to_space1_i8(%x: tensor<2x8x3x5xi8>) -> tensor<2x2x6x10xi8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x8x3x5xi8>) -> tensor<2x2x6x10xi8>
  return %y : tensor<2x2x6x10xi8>
}

// CHECK-LABEL: func @depth_to_space1_f64(
// CHECK:         dml.dispatch
// CHECK-NOT:     dml.dispatch
// CHECK:       gpu.module
func.func @depth_to_space1_f64(%x: tensor<2x8x3x5xf64>)
    -> tensor<2x2x6x10xf64> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x8x3x5xf64>) -> tensor<2x2x6x10xf64>
  return %y : tensor<2x2x6x10xf64>
}

// A sample of the indices decides by their grids which kernel for pooled data runs:
// that for windows that do not overlap, that for windows that do, or neither. It
// counts the inputs that it finds; the general operation has empty grids if these
// are all.
// CHECK-LABEL: func @max_unpooling_f32(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<1x3x2x2xf32>, %[[I:[a-z0-9]+]]: memref<1x3x2x2xi32>
// CHECK-DAG:     %[[Y:.+]] = memref.alloc() {{.*}}: memref<1x3x5x5xf32>
// CHECK-DAG:     %[[CONTROL:.+]] = memref.alloc() : memref<8xi32>
// CHECK:         dml.initialize %[[FOUND:.+]][0] = -12 : memref<1xi32>
// CHECK-COUNT-4: dml.initialize %[[CONTROL]]
// CHECK-NEXT:    dml.dispatch @{{.+}} writes = [1](%[[I]], %[[SAMPLED:.+]] : memref<1x3x2x2xi32>,
// CHECK:         dml.barrier
// CHECK:         dml.dispatch @{{.+}} writes = [1](%[[SAMPLED]], %[[BLOCKS:.+]] : memref<1xi32>, memref<6xi32>)
// CHECK-NEXT:    dml.barrier grids
// CHECK-NEXT:    dml.dispatch @{{.+}} from %[[BLOCKS]][0] : memref<6xi32>(%[[I]], %[[V]], %[[Y]], %[[FOUND]] :
// CHECK-NEXT:    dml.barrier
// CHECK-NEXT:    dml.dispatch @{{.+}} from %[[BLOCKS]][3] : memref<6xi32>(%[[I]], %[[V]], %[[Y]], %[[FOUND]] :
// CHECK:         dml.barrier
// CHECK-NEXT:    dml.dispatch @{{.+}} writes = [1](%[[FOUND]], %[[GRIDS:.+]] : memref<1xi32>,
// CHECK-NEXT:    dml.barrier grids
// CHECK-COUNT-5: dml.dispatch @{{.+}} from %[[GRIDS]]
// CHECK-NEXT:    dml.report_indices %[[CONTROL]][0], bound = 75
// CHECK-NEXT:    return %[[Y]]
func.func @max_unpooling_f32(%v: tensor<1x3x2x2xf32>,
    %i: tensor<1x3x2x2xui32>) -> tensor<1x3x5x5xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x3x2x2xf32>, tensor<1x3x2x2xui32>) -> tensor<1x3x5x5xf32>
  return %y : tensor<1x3x5x5xf32>
}

// CHECK-LABEL: func @max_unpooling_i8(
// CHECK-COUNT-10: dml.dispatch
func.func @max_unpooling_i8(%v: tensor<1x3x2x2xi8>, %i: tensor<1x3x2x2xui64>)
    -> tensor<1x3x5x5xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x3x2x2xi8>, tensor<1x3x2x2xui64>) -> tensor<1x3x5x5xi8>
  return %y : tensor<1x3x5x5xi8>
}

// Unpooling of f64 is none of the operator's (U1): i64 has as many bits.
// CHECK-LABEL: func @max_unpooling_i64(
// CHECK-COUNT-10: dml.dispatch
func.func @max_unpooling_i64(%v: tensor<1x3x2x2xi64>, %i: tensor<1x3x2x2xui32>)
    -> tensor<1x3x5x5xi64> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x3x2x2xi64>, tensor<1x3x2x2xui32>) -> tensor<1x3x5x5xi64>
  return %y : tensor<1x3x5x5xi64>
}

// Padding and windows in one kernel.
// CHECK-LABEL: func @unfold_f32(
// CHECK:         dml.dispatch
// CHECK-NOT:     dml.dispatch
// CHECK:       gpu.module
func.func @unfold_f32(%x: tensor<2x3x7x9xf32>) -> tensor<2x27x63xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<2x3x7x9xf32>) -> tensor<2x27x63xf32>
  return %y : tensor<2x27x63xf32>
}

// CHECK-LABEL: func @unfold_i8(
func.func @unfold_i8(%x: tensor<2x3x7x9xi8>) -> tensor<2x27x20xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x7x9xi8>) -> tensor<2x27x20xi8>
  return %y : tensor<2x27x20xi8>
}

// CHECK-LABEL: func @unfold_f64(
func.func @unfold_f64(%x: tensor<2x3x7x9xf64>) -> tensor<2x27x63xf64> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<2x3x7x9xf64>) -> tensor<2x27x63xf64>
  return %y : tensor<2x27x63xf64>
}
