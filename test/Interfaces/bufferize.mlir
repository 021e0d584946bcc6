// RUN: dml-opt %s --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops' --canonicalize --cse --mlir-print-local-scope | FileCheck %s
// RUN: dml-opt %s --one-shot-bufferize='bufferize-function-boundaries test-analysis-only allow-return-allocs-from-loops' | FileCheck %s --check-prefix=ANALYSIS

// An operator bufferizes to its lowering, which writes a new buffer: one
// allocation and no copies.

// CHECK-LABEL: func @depth_to_space1(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x4x2x3xf32>) -> memref<1x1x4x6xf32>
// CHECK-DAG:     %[[PARTS:.+]] = memref.expand_shape %[[X]]
// CHECK-DAG:     %[[RESULT:.+]] = memref.alloc() {{.*}} : memref<1x1x4x6xf32>
// CHECK:         %[[VIEW:.+]] = memref.expand_shape %[[RESULT]]
// CHECK:         linalg.transpose ins(%[[PARTS]] : memref<{{.*}}>) outs(%[[VIEW]] :
// CHECK-NEXT:    return %[[RESULT]]
func.func @depth_to_space1(%x: tensor<1x4x2x3xf32>) -> tensor<1x1x4x6xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x2x3xf32>) -> tensor<1x1x4x6xf32>
  return %y : tensor<1x1x4x6xf32>
}

// Unsigned integers are the same memory.

// CHECK-LABEL: func @unsigned(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x1x4x4xui8>) -> memref<1x1x2x2xui8>
// CHECK:         %[[SIGNLESS:.+]] = builtin.unrealized_conversion_cast %[[X]] : memref<1x1x4x4xui8> to memref<1x1x4x4xi8>
// CHECK:         %[[ALLOC:.+]] = memref.alloc() {{.*}} : memref<1x1x2x2xi8>
// CHECK:         linalg.generic {{.*}} outs(%[[ALLOC]] :
// CHECK:         memref.load %[[SIGNLESS]]
// CHECK:         arith.maxui
// CHECK:         %[[RESULT:.+]] = builtin.unrealized_conversion_cast %[[ALLOC]] : memref<1x1x2x2xi8> to memref<1x1x2x2xui8>
// CHECK-NEXT:    return %[[RESULT]]
func.func @unsigned(%x: tensor<1x1x4x4xui8>) -> tensor<1x1x2x2xui8> {
  %y = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x1x4x4xui8>) -> tensor<1x1x2x2xui8>
  return %y : tensor<1x1x2x2xui8>
}

// CHECK-LABEL: func @chain(
// CHECK-DAG:     %[[VALUES:.+]] = memref.alloc() {{.*}} : memref<1x1x2x2xf16>
// CHECK-DAG:     %[[INDICES:.+]] = memref.alloc() {{.*}} : memref<1x1x2x2xi32>
// CHECK:         linalg.generic {{.*}} outs(%[[VALUES]], %[[INDICES]] :
// CHECK:         %[[RESULT:.+]] = memref.alloc() {{.*}} : memref<1x1x4x4xf16>
// CHECK-NEXT:    dml.unpool ins(%[[VALUES]], %[[INDICES]] : {{.*}}) outs(%[[RESULT]] :
// CHECK-NEXT:    return %[[RESULT]]
func.func @chain(%x: tensor<1x1x4x4xf16>) -> tensor<1x1x4x4xf16> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x1x4x4xf16>) -> (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>)
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xf16>
  return %y : tensor<1x1x4x4xf16>
}

// Rules that only run time can check are checked.

// CHECK-LABEL: func @dynamic(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x1x?x4xf32>) -> memref<1x4x?x2xf32>
// CHECK:         %[[H:.+]] = memref.dim %[[X]]
// CHECK:         dml.require {{.*}}[S2]"
// CHECK:         memref.alloc
// CHECK:         linalg.transpose
func.func @dynamic(%x: tensor<1x1x?x4xf32>) -> tensor<1x4x?x2xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x?x4xf32>) -> tensor<1x4x?x2xf32>
  return %y : tensor<1x4x?x2xf32>
}

// The operand is read, so that what is written to it later goes elsewhere.

// ANALYSIS-LABEL: func @read_before_write(
// ANALYSIS:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"
// ANALYSIS:         dml.unfold {{.*}} {__inplace_operands_attr__ = ["true"]}
// CHECK-LABEL: func @read_before_write(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x1x4xf32>
// CHECK:         %[[COPY:.+]] = memref.alloc() {{.*}} : memref<1x1x4xf32>
// CHECK:         memref.copy %[[X]], %[[COPY]]
// CHECK:         memref.store %{{.+}}, %[[COPY]]
// CHECK:         memref.load %[[X]]
func.func @read_before_write(%x: tensor<1x1x4xf32>, %f: f32) -> (tensor<1x1x4xf32>, tensor<1x2x3xf32>) {
  %c0 = arith.constant 0 : index
  %w = tensor.insert %f into %x[%c0, %c0, %c0] : tensor<1x1x4xf32>
  %y = dml.unfold %x, window_sizes = [2] : (tensor<1x1x4xf32>) -> tensor<1x2x3xf32>
  return %w, %y : tensor<1x1x4xf32>, tensor<1x2x3xf32>
}

// The result is new, and may be written in place.

// CHECK-LABEL: func @write_result(
// CHECK:         %[[RESULT:.+]] = memref.alloc() {{.*}} : memref<1x1x4x4xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.transpose
// CHECK-NEXT:    memref.store %{{.+}}, %[[RESULT]]
// CHECK-NEXT:    return %[[RESULT]]
func.func @write_result(%x: tensor<1x4x2x2xf32>, %f: f32) -> tensor<1x1x4x4xf32> {
  %c0 = arith.constant 0 : index
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
  %w = tensor.insert %f into %y[%c0, %c0, %c0, %c0] : tensor<1x1x4x4xf32>
  return %w : tensor<1x1x4x4xf32>
}

// In a loop, and in a branch.

// CHECK-LABEL: func @loop(
// CHECK:         scf.for {{.*}} -> (memref<1x4x2x2xf32>)
// CHECK:           linalg.transpose
// CHECK:           linalg.transpose
// CHECK:           scf.yield %{{.+}} : memref<1x4x2x2xf32>
func.func @loop(%x: tensor<1x4x2x2xf32>, %n: index) -> tensor<1x4x2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<1x4x2x2xf32> {
    %y = dml.depth_to_space1 %a, block_size = 2, order = depth_column_row
        : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
    %z = dml.space_to_depth1 %y, block_size = 2, order = column_row_depth
        : (tensor<1x1x4x4xf32>) -> tensor<1x4x2x2xf32>
    scf.yield %z : tensor<1x4x2x2xf32>
  }
  return %r : tensor<1x4x2x2xf32>
}

// CHECK-LABEL: func @branch(
// CHECK:         scf.if {{.*}} -> (memref<1x2x3xi32
// CHECK:           linalg.generic
func.func @branch(%x: tensor<1x1x4xi32>, %y: tensor<1x2x3xi32>, %c: i1) -> tensor<1x2x3xi32> {
  %r = scf.if %c -> tensor<1x2x3xi32> {
    %u = dml.unfold %x, window_sizes = [2] : (tensor<1x1x4xi32>) -> tensor<1x2x3xi32>
    scf.yield %u : tensor<1x2x3xi32>
  } else {
    scf.yield %y : tensor<1x2x3xi32>
  }
  return %r : tensor<1x2x3xi32>
}

// An operator that can only fail is a check, as in convert-dml-to-linalg.

// CHECK-LABEL: func @certain_failure(
// CHECK:         dml.require %false, "{{.*}}[D2]"
func.func @certain_failure(%x: tensor<1x3x1x1xf32>) -> tensor<?x?x?x?xf32> {
  %z = tensor.cast %x : tensor<1x3x1x1xf32> to tensor<?x?x?x?xf32>
  %y = dml.depth_to_space1 %z, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}
