// RUN: dml-opt %s --dml-gpu-simplify-indices --canonicalize --cse | FileCheck %s

#words = #spirv.storage_class<StorageBuffer>

// Steps of several huge strides would be 64^5 cases: the comparison stays.
// CHECK-LABEL: func @huge_strides(
// CHECK:         arith.cmpi ult, %{{.+}}, %{{.+}} : index
func.func @huge_strides(%y: memref<128xi32, #words>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c64, %gy = %c64, %gz = %c64)
      threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c64, %sz = %c64) {
    %end = arith.constant 64 : index
    %i = affine.apply affine_map<(d0, d1, d2, d3, d4, d5)
        -> (d0 * 18014398509481984 + d1 * 18014398509481985 + d2 * 18014398509481986
            + d3 * 18014398509481987 + d4 * 18014398509481988 + d5 - 2702159776422297600)>
        (%bx, %by, %bz, %tx, %ty, %tz)
    %inside = arith.cmpi ult, %i, %end : index
    %e = arith.extui %inside : i1 to i32
    memref.store %e, %y[%tz] : memref<128xi32, #words>
    gpu.terminator
  }
  return
}
