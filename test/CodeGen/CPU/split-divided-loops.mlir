// Loops of quotients and remainders.
// RUN: dml-opt %s --dml-cpu-split-divided-loops --canonicalize | FileCheck %s

// CHECK-DAG:   #[[$WHOLE:.+]] = affine_map<()[s0, s1] -> (s0 * 100 + s1 + 70)>
// CHECK-DAG:   #[[$SHIFTED:.+]] = affine_map<()[s0] -> (s0 + 30)>
// CHECK-DAG:   #[[$SUM:.+]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-DAG:   #[[$NEXT:.+]] = affine_map<()[s0] -> (s0 + 1)>

// CHECK-LABEL: func @fold(
// CHECK-SAME:      %[[X:.+]]: memref<100x10xf32>, %[[Y:.+]]: memref<1000xf32>)
// CHECK:         %[[ROWS:.+]] = memref.expand_shape %[[Y]] {{\[\[}}0, 1]] output_shape [10, 100]
// CHECK:         linalg.generic
// CHECK-SAME:      outs(%[[ROWS]] :
// CHECK:           %[[Q:.+]] = linalg.index 0
// CHECK:           %[[R:.+]] = linalg.index 1
// CHECK:           memref.load %[[X]][%[[R]], %[[Q]]]
// CHECK-NOT:     linalg.generic
func.func @fold(%x: memref<100x10xf32>, %y: memref<1000xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%y : memref<1000xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 100)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 100)>(%i)
    %v = memref.load %x[%r, %q] : memref<100x10xf32>
    linalg.yield %v : f32
  }
  return
}

// One map may use the index twice.

// CHECK-LABEL: func @twice(
// CHECK-DAG:       %[[Q:.+]] = linalg.index 0
// CHECK-DAG:       %[[R:.+]] = linalg.index 1
// CHECK:           %[[SUM:.+]] = affine.apply #[[$SUM]]()
// CHECK:           memref.load %{{.+}}[%[[SUM]]]
func.func @twice(%x: memref<109xf32>, %y: memref<1000xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%y : memref<1000xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %p = affine.apply affine_map<(i, j) -> (i mod 100 + j floordiv 100)>(%i, %i)
    %v = memref.load %x[%p] : memref<109xf32>
    linalg.yield %v : f32
  }
  return
}

// Windows begin 30 elements before the row, which has 27 more than it takes
// whole windows. The other operand is cut like the result, and one without that
// loop is not. What uses the index itself has it.

// CHECK-LABEL: func @shifted(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: memref<100x12xf32>, %[[Z:[a-z0-9]+]]: memref<4x1097xf32>,
// CHECK-SAME:      %[[S:[a-z0-9]+]]: memref<4xf32>, %[[Y:[a-z0-9]+]]: memref<4x1097xf32>)
// Before: all are of quotient 0.
// CHECK:         %[[C0:.+]] = arith.constant 0 : index
// CHECK:         memref.subview %[[Z]][0, 0] [4, 70] [1, 1]
// CHECK:         memref.subview %[[Y]][0, 0] [4, 70] [1, 1]
// CHECK:         linalg.generic
// CHECK:           %[[I:.+]] = linalg.index 1
// CHECK:           %[[R:.+]] = affine.apply #[[$SHIFTED]]()[%[[I]]]
// CHECK:           memref.load %[[X]][%[[R]], %[[C0]]]
// CHECK:         %[[CUT:.+]] = memref.subview %[[Z]][0, 70] [4, 1000] [1, 1]
// CHECK:         memref.expand_shape %[[CUT]] {{\[\[}}0], [1, 2]] output_shape [4, 10, 100]
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%{{.+}}, %[[S]] :
// CHECK-DAG:       %[[Q:.+]] = linalg.index 1
// CHECK-DAG:       %[[R:.+]] = linalg.index 2
// CHECK-DAG:       affine.apply #[[$WHOLE]]()[%[[Q]], %[[R]]]
// CHECK-DAG:       %[[L:.+]] = affine.apply #[[$NEXT]]()[%[[Q]]]
// CHECK:           memref.load %[[X]][%[[R]], %[[L]]]
// After: of quotient 11.
// CHECK:         memref.subview %[[Y]][0, 1070] [4, 27] [1, 1]
// CHECK:         linalg.generic
// CHECK:           %[[I:.+]] = linalg.index 1
// CHECK:           memref.load %[[X]][%[[I]], %c11]
func.func @shifted(%x: memref<100x12xf32>, %z: memref<4x1097xf32>,
                   %s: memref<4xf32>, %y: memref<4x1097xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, i) -> (n, i)>,
                                   affine_map<(n, i) -> (n)>,
                                   affine_map<(n, i) -> (n, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%z, %s : memref<4x1097xf32>, memref<4xf32>)
      outs(%y : memref<4x1097xf32>) {
  ^bb0(%a: f32, %scale: f32, %old: f32):
    %i = linalg.index 1 : index
    %r = affine.apply affine_map<(i) -> ((i + 30) mod 100)>(%i)
    %q = affine.apply affine_map<(i) -> ((i + 30) floordiv 100)>(%i)
    %v = memref.load %x[%r, %q] : memref<100x12xf32>
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %b = arith.mulf %a, %scale : f32
    %c = arith.addf %b, %f : f32
    %d = arith.addf %c, %v : f32
    linalg.yield %d : f32
  }
  return
}

// A vector has too few quotients, but each has enough remainders for blocks.

// CHECK-LABEL: func @few_quotients(
// CHECK:         memref.expand_shape %{{.+}} output_shape [3, 100]
func.func @few_quotients(%x: memref<100x100xf32>, %y: memref<399xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%y : memref<399xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 100)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 100)>(%i)
    %e = memref.load %x[%r, %q] : memref<100x100xf32>
    linalg.yield %e : f32
  }
  return
}

// Streams compute all remainders of 8 at once; three quotients and up to eight
// remainders are too few for vectors of either; planes of short rows are
// computed at once; nothing is known of a dynamic size, or of two divisors.

// CHECK-LABEL: func @unchanged(
// CHECK-NOT:     memref.expand_shape
func.func @unchanged(%x: memref<100x100xf32>, %y: memref<80xf32>,
                     %z: memref<25xf32>, %w: memref<?xf32>,
                     %v: memref<1000xf32>, %planes: memref<20x15x9xf32>,
                     %windows: memref<20x12x16x3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%y : memref<80xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 8)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 8)>(%i)
    %e = memref.load %x[%r, %q] : memref<100x100xf32>
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%z : memref<25xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 7)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 7)>(%i)
    %e = memref.load %x[%r, %q] : memref<100x100xf32>
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%w : memref<?xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 100)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 100)>(%i)
    %e = memref.load %x[%r, %q] : memref<100x100xf32>
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%v : memref<1000xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 100)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 50)>(%i)
    %e = memref.load %x[%r, %q] : memref<100x100xf32>
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [affine_map<(n, i, j) -> (n, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%planes : memref<20x15x9xf32>) {
  ^bb0(%old: f32):
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0.0 : f32
    %n = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %r = affine.apply affine_map<(j) -> (j mod 4)>(%j)
    %q = affine.apply affine_map<(j) -> (j floordiv 4)>(%j)
    %is_inside = arith.cmpi ult, %q, %c2 : index
    %e = scf.if %is_inside -> f32 {
      %read = memref.load %windows[%n, %r, %i, %q] : memref<20x12x16x3xf32>
      scf.yield %read : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %e : f32
  }
  return
}

// A stream can compute 32 elements of one read in an iteration, and 16 of eight.

// CHECK-LABEL: func @one_read(
// CHECK:         memref.expand_shape %{{.+}} output_shape [20, 33]
// CHECK-NOT:     memref.expand_shape
func.func @one_read(%x: memref<33x20xf32>, %y: memref<640xf32>,
                    %z: memref<660xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%y : memref<640xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 32)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 32)>(%i)
    %v = memref.load %x[%r, %q] : memref<33x20xf32>
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%z : memref<660xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 33)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 33)>(%i)
    %v = memref.load %x[%r, %q] : memref<33x20xf32>
    linalg.yield %v : f32
  }
  return
}

// A vector of 28 elements is made of halves of halves of 7, one of 29 at once.

// CHECK-LABEL: func @odd_part(
// CHECK:         memref.expand_shape %{{.+}} output_shape [20, 29]
// CHECK-NOT:     memref.expand_shape
func.func @odd_part(%x: memref<29x20xf32>, %y: memref<560xf32>,
                    %z: memref<580xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%y : memref<560xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 28)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 28)>(%i)
    %v = memref.load %x[%r, %q] : memref<29x20xf32>
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%z : memref<580xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 29)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 29)>(%i)
    %v = memref.load %x[%r, %q] : memref<29x20xf32>
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func @eight_reads(
// CHECK:         memref.expand_shape %{{.+}} output_shape [20, 17]
// CHECK-NOT:     memref.expand_shape
func.func @eight_reads(%x: memref<8x17x20xf32>, %y: memref<320xf32>,
                       %z: memref<340xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%y : memref<320xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 16)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 16)>(%i)
    %v0 = memref.load %x[%c0, %r, %q] : memref<8x17x20xf32>
    %v1 = memref.load %x[%c1, %r, %q] : memref<8x17x20xf32>
    %v2 = memref.load %x[%c2, %r, %q] : memref<8x17x20xf32>
    %v3 = memref.load %x[%c3, %r, %q] : memref<8x17x20xf32>
    %v4 = memref.load %x[%c4, %r, %q] : memref<8x17x20xf32>
    %v5 = memref.load %x[%c5, %r, %q] : memref<8x17x20xf32>
    %v6 = memref.load %x[%c6, %r, %q] : memref<8x17x20xf32>
    %v7 = memref.load %x[%c7, %r, %q] : memref<8x17x20xf32>
    %s1 = arith.addf %v0, %v1 : f32
    %s2 = arith.addf %s1, %v2 : f32
    %s3 = arith.addf %s2, %v3 : f32
    %s4 = arith.addf %s3, %v4 : f32
    %s5 = arith.addf %s4, %v5 : f32
    %s6 = arith.addf %s5, %v6 : f32
    %s7 = arith.addf %s6, %v7 : f32
    linalg.yield %s7 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%z : memref<340xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 17)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 17)>(%i)
    %v0 = memref.load %x[%c0, %r, %q] : memref<8x17x20xf32>
    %v1 = memref.load %x[%c1, %r, %q] : memref<8x17x20xf32>
    %v2 = memref.load %x[%c2, %r, %q] : memref<8x17x20xf32>
    %v3 = memref.load %x[%c3, %r, %q] : memref<8x17x20xf32>
    %v4 = memref.load %x[%c4, %r, %q] : memref<8x17x20xf32>
    %v5 = memref.load %x[%c5, %r, %q] : memref<8x17x20xf32>
    %v6 = memref.load %x[%c6, %r, %q] : memref<8x17x20xf32>
    %v7 = memref.load %x[%c7, %r, %q] : memref<8x17x20xf32>
    %s1 = arith.addf %v0, %v1 : f32
    %s2 = arith.addf %s1, %v2 : f32
    %s3 = arith.addf %s2, %v3 : f32
    %s4 = arith.addf %s3, %v4 : f32
    %s5 = arith.addf %s4, %v5 : f32
    %s6 = arith.addf %s5, %v6 : f32
    %s7 = arith.addf %s6, %v7 : f32
    linalg.yield %s7 : f32
  }
  return
}

// Each divided loop is split of what only moves elements, which then reads at
// places that are linear in its loops. Windows end where rows do in one
// dimension; the other has 8 columns more.

// CHECK-LABEL: func @moved(
// CHECK-SAME:      %[[X:.+]]: memref<21x21x6x9xf16>, %[[Y:.+]]: memref<126x197xf16>)
// CHECK:         %[[ROWS:.+]] = memref.expand_shape %[[Y]] {{\[\[}}0, 1], [2]] output_shape [6, 21, 197]
// CHECK:         %[[PART:.+]] = memref.subview %[[ROWS]][0, 0, 0] [6, 21, 189]
// CHECK:         %[[WINDOWS:.+]] = memref.expand_shape %[[PART]] {{.*}} output_shape [6, 21, 9, 21]
// CHECK:         linalg.generic
// CHECK-SAME:      outs(%[[WINDOWS]] :
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      %[[QI:.+]] = linalg.index 0
// CHECK-NEXT:      %[[RI:.+]] = linalg.index 1
// CHECK-NEXT:      %[[QJ:.+]] = linalg.index 2
// CHECK-NEXT:      %[[RJ:.+]] = linalg.index 3
// CHECK-NEXT:      %[[V:.+]] = memref.load %[[X]][%[[RI]], %[[RJ]], %[[QI]], %[[QJ]]]
// CHECK-NEXT:      linalg.yield %[[V]]
// CHECK:         memref.subview %[[ROWS]][0, 0, 189] [6, 21, 8]
// CHECK:         linalg.generic
// CHECK:         ^bb0
// CHECK-NEXT:      linalg.yield %cst
// CHECK-NOT:     linalg.generic
func.func @moved(%x: memref<21x21x6x9xf16>, %y: memref<126x197xf16>) {
  %zero = arith.constant 0.0 : f16
  %c9 = arith.constant 9 : index
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<126x197xf16>) {
  ^bb0(%old: f16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ri = affine.apply affine_map<(i) -> (i mod 21)>(%i)
    %qi = affine.apply affine_map<(i) -> (i floordiv 21)>(%i)
    %rj = affine.apply affine_map<(i) -> (i mod 21)>(%j)
    %qj = affine.apply affine_map<(i) -> (i floordiv 21)>(%j)
    %inside = arith.cmpi ult, %qj, %c9 : index
    %v = scf.if %inside -> f16 {
      %read = memref.load %x[%ri, %rj, %qi, %qj] : memref<21x21x6x9xf16>
      scf.yield %read : f16
    } else {
      scf.yield %zero : f16
    }
    linalg.yield %v : f16
  }
  return
}

// The innermost loop need not be divided.

// CHECK-LABEL: func @channels_last(
// CHECK:         memref.expand_shape %{{.+}} {{\[\[}}0, 1], [2]] output_shape [50, 2, 3]
// CHECK:         memref.load %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] : memref<3x2x50xf32>
// CHECK-NOT:     linalg.generic
func.func @channels_last(%x: memref<3x2x50xf32>, %y: memref<100x3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, c) -> (i, c)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<100x3xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %c = linalg.index 1 : index
    %r = affine.apply affine_map<(i) -> (i mod 2)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 2)>(%i)
    %v = memref.load %x[%c, %r, %q] : memref<3x2x50xf32>
    linalg.yield %v : f32
  }
  return
}

// A remainder may be written as a difference, as padding does.

// CHECK-LABEL: func @difference(
// CHECK:         linalg.generic {{.*}} outs(%{{.+}} : memref<1x3x
// CHECK:         memref.expand_shape %{{.+}} {{\[\[}}0, 1], [2]] output_shape [49, 2, 3]
// CHECK:         memref.load %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] : memref<3x2x50xf32>
// CHECK-NOT:     floordiv
func.func @difference(%x: memref<3x2x50xf32>, %y: memref<99x3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, c) -> (i, c)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<99x3xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %c = linalg.index 1 : index
    %r = affine.apply affine_map<(i) -> (i + 1 - ((i + 1) floordiv 2) * 2)>(%i)
    %q = affine.apply affine_map<(i) -> ((i + 1) floordiv 2)>(%i)
    %v = memref.load %x[%c, %r, %q] : memref<3x2x50xf32>
    linalg.yield %v : f32
  }
  return
}

// What is computed keeps it whole.

// CHECK-LABEL: func @computed_channels_last(
// CHECK-NOT:     memref.expand_shape
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @computed_channels_last(%x: memref<3x2x50xf32>,
                                  %y: memref<100x3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, c) -> (i, c)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<100x3xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %c = linalg.index 1 : index
    %r = affine.apply affine_map<(i) -> (i mod 2)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 2)>(%i)
    %v = memref.load %x[%c, %r, %q] : memref<3x2x50xf32>
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  }
  return
}

// Without remainders, neighbours read the same element of a row of channels.

// CHECK-LABEL: func @upsampled(
// CHECK-NOT:     memref.expand_shape
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @upsampled(%x: memref<50x16xf32>, %y: memref<100x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, c) -> (i, c)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<100x16xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %c = linalg.index 1 : index
    %q = affine.apply affine_map<(i) -> (i floordiv 2)>(%i)
    %v = memref.load %x[%q, %c] : memref<50x16xf32>
    linalg.yield %v : f32
  }
  return
}

// A branch that only some iterations take stays, and one that compares with the
// largest number does.

// CHECK-LABEL: func @branches(
// CHECK:         %[[BOUND:.+]] = arith.constant 7 : index
// CHECK:         memref.expand_shape
// CHECK:         linalg.generic
// CHECK:           arith.cmpi ult, %{{.+}}, %[[BOUND]]
// CHECK:           arith.cmpi ult, %{{.+}}, %c-1
func.func @branches(%x: memref<100x10xf32>, %y: memref<1000xf32>) {
  %c7 = arith.constant 7 : index
  %largest = arith.constant -1 : index
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%y : memref<1000xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %r = affine.apply affine_map<(i) -> (i mod 100)>(%i)
    %q = affine.apply affine_map<(i) -> (i floordiv 100)>(%i)
    %few = arith.cmpi ult, %q, %c7 : index
    %all = arith.cmpi ult, %q, %largest : index
    %both = arith.andi %few, %all : i1
    %v = scf.if %both -> f32 {
      %read = memref.load %x[%r, %q] : memref<100x10xf32>
      scf.yield %read : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %v : f32
  }
  return
}

// A move of which iterations are streamed stays, though its rows are divided and
// have few quotients: windows of 3 columns with a stride of 4, padded by 1.

// CHECK-LABEL: func @few_windows(
// CHECK-NOT:     memref.subview
// CHECK:         linalg.generic {{.*}} outs(%{{.+}} : memref<64x16x16xi64>)
func.func @few_windows(%x: memref<64x3x3x4x4xi64>, %y: memref<64x16x16xi64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (c, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<64x16x16xi64>) {
  ^bb0(%old: i64):
    %c = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %ri = affine.apply affine_map<(i) -> ((i + 1) mod 4)>(%i)
    %qi = affine.apply affine_map<(i) -> ((i + 1) floordiv 4)>(%i)
    %rj = affine.apply affine_map<(j) -> ((j + 1) mod 4)>(%j)
    %qj = affine.apply affine_map<(j) -> ((j + 1) floordiv 4)>(%j)
    %has_row = arith.cmpi ult, %ri, %c3 : index
    %has_column = arith.cmpi ult, %rj, %c3 : index
    %both = arith.andi %has_row, %has_column : i1
    %v = scf.if %both -> i64 {
      %read = memref.load %x[%c, %ri, %rj, %qi, %qj] : memref<64x3x3x4x4xi64>
      scf.yield %read : i64
    } else {
      scf.yield %zero : i64
    }
    linalg.yield %v : i64
  }
  return
}

// Moves whose rows are vectors as they are stay, too. Two rows and two columns of
// dilated windows: the only whole quotient of a row has neighbours in the source.

// CHECK-LABEL: func @dilated(
// CHECK-NOT:     memref.subview
// CHECK:         linalg.generic {{.*}} outs(%{{.+}} : memref<23x23xi32>)
func.func @dilated(%x: memref<2x2x11x11xi32>, %y: memref<23x23xi32>) {
  %c11 = arith.constant 11 : index
  %zero = arith.constant 0 : i32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<23x23xi32>) {
  ^bb0(%old: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ri = affine.apply affine_map<(i) -> (i mod 12)>(%i)
    %qi = affine.apply affine_map<(i) -> (i floordiv 12)>(%i)
    %rj = affine.apply affine_map<(j) -> (j mod 12)>(%j)
    %qj = affine.apply affine_map<(j) -> (j floordiv 12)>(%j)
    %has_row = arith.cmpi ult, %ri, %c11 : index
    %has_column = arith.cmpi ult, %rj, %c11 : index
    %both = arith.andi %has_row, %has_column : i1
    %v = scf.if %both -> i32 {
      %read = memref.load %x[%qi, %qj, %ri, %rj] : memref<2x2x11x11xi32>
      scf.yield %read : i32
    } else {
      scf.yield %zero : i32
    }
    linalg.yield %v : i32
  }
  return
}

// The elements of a row are 3 apart in the source.

// CHECK-LABEL: func @near_elements(
// CHECK-NOT:     memref.subview
// CHECK:         linalg.generic {{.*}} outs(%{{.+}} : memref<45x28xf16>)
func.func @near_elements(%x: memref<15x28x3xf16>, %y: memref<45x28xf16>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<45x28xf16>) {
  ^bb0(%old: f16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ri = affine.apply affine_map<(i) -> (i mod 15)>(%i)
    %qi = affine.apply affine_map<(i) -> (i floordiv 15)>(%i)
    %v = memref.load %x[%ri, %j, %qi] : memref<15x28x3xf16>
    linalg.yield %v : f16
  }
  return
}

// Padding leaves 5 of 7 windows whole.

// CHECK-LABEL: func @few_whole_windows(
// CHECK-NOT:     memref.subview
// CHECK:         linalg.generic {{.*}} outs(%{{.+}} : memref<100x127xf16>)
func.func @few_whole_windows(%x: memref<100x21x7xf16>, %y: memref<100x127xf16>) {
  linalg.generic {indexing_maps = [affine_map<(c, j) -> (c, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<100x127xf16>) {
  ^bb0(%old: f16):
    %c = linalg.index 0 : index
    %j = linalg.index 1 : index
    %rj = affine.apply affine_map<(j) -> ((j + 10) mod 21)>(%j)
    %qj = affine.apply affine_map<(j) -> ((j + 10) floordiv 21)>(%j)
    %v = memref.load %x[%c, %rj, %qj] : memref<100x21x7xf16>
    linalg.yield %v : f16
  }
  return
}

// What is moved may be a scalar.

// CHECK-LABEL: func @scalar(
// CHECK:         linalg.generic
func.func @scalar(%x: memref<f32>, %y: memref<4x23xf32>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<4x23xf32>) {
  ^bb0(%old: f32):
    %j = linalg.index 1 : index
    %r = affine.apply affine_map<(j) -> (j mod 12)>(%j)
    %c = arith.cmpi ult, %r, %c3 : index
    %v = scf.if %c -> f32 {
      %read = memref.load %x[] : memref<f32>
      scf.yield %read : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %v : f32
  }
  return
}
