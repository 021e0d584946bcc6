// RUN: dml-opt %s --dml-gpu-map-to-threads --dml-gpu-pack-words --dml-gpu-simplify-indices \
// RUN:   --canonicalize --cse | FileCheck %s
// RUN: dml-opt %s --dml-gpu-map-to-threads -o /dev/null --remarks-filter=dml-schedule \
// RUN:   --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=SCHEDULE

// Enough strips for several a thread: words at 4 of the 2048 planes. 512 planes
// are 512 * 4225 bytes, which are whole words. Positions differ by constants.
// SCHEDULE: strips of 4 elements at 4 spread steps of dimension 0
// CHECK-LABEL:    func @spread(
// CHECK-COUNT-16:   memref.load
// CHECK-NOT:        memref.load
// CHECK:            %[[WORD:.+]] = arith.addi %[[FIRST:.+]], %c540800_i32
// CHECK:            arith.addi %[[FIRST]], %c1081600_i32
// CHECK:            arith.addi %[[FIRST]], %c1622400_i32
// CHECK:            gpu.terminator
func.func @spread(%x: memref<2048x196x196xi8>, %y: memref<2048x65x65xi8>) {
  linalg.generic {indexing_maps = [affine_map<(p, r, c) -> (p, r, c)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<2048x65x65xi8>) {
  ^bb0(%old: i8):
    %p = linalg.index 0 : index
    %r = linalg.index 1 : index
    %c = linalg.index 2 : index
    %i = affine.apply affine_map<(r) -> (r * 3)>(%r)
    %j = affine.apply affine_map<(c) -> (c * 3)>(%c)
    %e = memref.load %x[%p, %i, %j] : memref<2048x196x196xi8>
    linalg.yield %e : i8
  }
  return
}

// 2047 planes of an odd number of bytes: the fourth plane of the last threads is
// behind the end, and is not stored.
// SCHEDULE: strips of 4 elements at 4 spread steps of dimension 0
// CHECK-LABEL:    func @behind_the_end(
// CHECK:            %[[IS_IN:.+]] = arith.cmpi ult, %{{.+}}, %c8648575_i32 : i32
// CHECK-COUNT-3:    memref.store
// CHECK:            scf.if %[[IS_IN]] {
// CHECK:              memref.store
// CHECK:            gpu.terminator
func.func @behind_the_end(%x: memref<2047x196x196xi8>, %y: memref<2047x65x65xi8>) {
  linalg.generic {indexing_maps = [affine_map<(p, r, c) -> (p, r, c)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<2047x65x65xi8>) {
  ^bb0(%old: i8):
    %p = linalg.index 0 : index
    %r = linalg.index 1 : index
    %c = linalg.index 2 : index
    %i = affine.apply affine_map<(r) -> (r * 3)>(%r)
    %j = affine.apply affine_map<(c) -> (c * 3)>(%c)
    %e = memref.load %x[%p, %i, %j] : memref<2047x196x196xi8>
    linalg.yield %e : i8
  }
  return
}

// Neighbours that are 32 bytes apart would want more sectors than caches hold.
// SCHEDULE: strips of 16 elements, workgroups
func.func @far_apart(%x: memref<1024x196x2112xi8>, %y: memref<1024x65x65xi8>) {
  linalg.generic {indexing_maps = [affine_map<(p, r, c) -> (p, r, c)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<1024x65x65xi8>) {
  ^bb0(%old: i8):
    %p = linalg.index 0 : index
    %r = linalg.index 1 : index
    %c = linalg.index 2 : index
    %i = affine.apply affine_map<(r) -> (r * 3)>(%r)
    %j = affine.apply affine_map<(c) -> (c * 32)>(%c)
    %e = memref.load %x[%p, %i, %j] : memref<1024x196x2112xi8>
    linalg.yield %e : i8
  }
  return
}

// One element has no neighbours.
// SCHEDULE: strips of 8 elements, workgroups
func.func @one(%x: memref<f16>, %y: memref<f16>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>],
                  iterator_types = []} ins(%x : memref<f16>) outs(%y : memref<f16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}
