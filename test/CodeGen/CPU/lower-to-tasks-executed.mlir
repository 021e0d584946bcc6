// What vectors that overlap, or that are longer than a row, must not do.

// A program that adds in place: each element once.
// RUN: dml-run %s --function=in_place --input=4x20xf32=0 --input=2x20xf32=1 \
// RUN:   --expected-output=4x20xf32=1

// A running maximum is no combiner: elements see what came before them.
// RUN: dml-run %s --function=running_maximum \
// RUN:   "--input=2x20xi32=9 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1" \
// RUN:   --expected-output=2x20xi32=9 --expected-output=i32=9

// Tensors of type index have no width.
// RUN: dml-run %s --function=index_operand --input=640x32xf32=1 --input=index=0 \
// RUN:   --expected-output=640x32xf32=1

// LLVM has powers of one exponent only.
// RUN: dml-run %s --function=power --cache-bytes=0 --input=64x32xf32=2 \
// RUN:   --expected-output=64x32xf32=8

// An index wraps around at 64 bits.
// RUN: dml-run %s --function=wide_index --cache-bytes=0 --input=4x20xi64=2 \
// RUN:   --expected-output=4x20xi64=0

// A read that the nest leaves out may be of the last row.
// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 --mlir-print-ir-after=dml-cpu-lower-to-tasks \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAST-ROW
// LAST-ROW-LABEL: func @rows_modulo_3(
// LAST-ROW-NOT:     vector<16xf64>
// LAST-ROW:         vector.load {{.*}} memref<3x9xf64>, vector<8xf64>
// LAST-ROW-NOT:     vector<16xf64>

// Lanes that branch apart: the first five read one element together, which the last
// row has none of; those from column 15 on read neighbours.
// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 --mlir-print-ir-after=dml-cpu-lower-to-tasks \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=APART
// RUN: dml-run %s --function=apart --input=3x33xi16=iota "--input=2xi16=-7 -8" \
// RUN:   "--expected-output=3x33xi16=[[-7 -7 -7 -7 -7 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17][-8 -8 -8 -8 -8 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50][-1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83]]" \
// RUN:   "--expected-output=3x33xi64=[[0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 63 66 69 72 75 78 81 84 87 90 93 96][0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 63 66 69 72 75 78 81 84 87 90 93 96][0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 63 66 69 72 75 78 81 84 87 90 93 96]]"
// APART-LABEL: func @apart(
// APART:         vector.maskedload {{.*}} memref<3x33xi16>
// APART:         vector.reduction <or>
// APART:         scf.if

// Rows of the input that are columns of both results, of different widths: the last
// blocks overlap the ones before.
// RUN: dml-run %s --function=across --input=5x7xi16=iota "--expected-output=7x5xi16=[[0 14 28 42 56] [3 17 31 45 59] [6 20 34 48 62] [9 23 37 51 65] [12 26 40 54 68] [15 29 43 57 71] [18 32 46 60 74]]" \
// RUN:   "--expected-output=7x5xi64=[[0 1 2 3 4] [10 11 12 13 14] [20 21 22 23 24] [30 31 32 33 34] [40 41 42 43 44] [50 51 52 53 54] [60 61 62 63 64]]"

// Rows of three elements are packed. What vectors would read in front of the buffer or
// behind it is computed element by element; rows of the last lanes are not whole.
// RUN: dml-run %s --function=short_rows --device=reference --input=2x3x7x10xf16=random:1 \
// RUN:   --output=@%t.values.npy --output=@%t.indices.npy
// RUN: dml-run %s --function=short_rows --input=2x3x7x10xf16=random:1 \
// RUN:   --expected-output=@%t.values.npy --expected-output=@%t.indices.npy
// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 --mlir-print-ir-after=dml-cpu-lower-to-tasks \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHORT-ROWS
// SHORT-ROWS-LABEL: func @short_rows(
// SHORT-ROWS:         vector.load {{.*}} memref<2x7x10x3xf16>, vector<32xf16>
// SHORT-ROWS:         vector.shuffle
// SHORT-ROWS-NOT:     vector.maskedload
// SHORT-ROWS:         return

func.func @short_rows(%x: tensor<2x3x7x10xf16> {dml.strides = array<i64: 210, 1, 30, 3>})
    -> (tensor<2x3x4x6xf16> {dml.strides = array<i64: 72, 1, 18, 3>},
        tensor<2x3x4x6xui32> {dml.strides = array<i64: 72, 1, 18, 3>}) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2], start_padding = [1, 2], end_padding = [1, 1]
      : (tensor<2x3x7x10xf16>) -> (tensor<2x3x4x6xf16>, tensor<2x3x4x6xui32>)
  return %v, %i : tensor<2x3x4x6xf16>, tensor<2x3x4x6xui32>
}

func.func @in_place(%a: tensor<4x20xf32>, %x: tensor<2x20xf32>) -> tensor<4x20xf32> {
  %t = arith.addf %a, %a : tensor<4x20xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,affine_map<(d0, d1) -> (d0 floordiv 2, d1)>,affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%t, %x : tensor<4x20xf32>, tensor<2x20xf32>) outs(%t : tensor<4x20xf32>) {
  ^bb0(%i: f32, %v : f32, %o: f32):
    %y = arith.addf %i, %v : f32
    linalg.yield %y : f32
  } -> tensor<4x20xf32>
  return %r : tensor<4x20xf32>
}

#id = affine_map<(d0, d1) -> (d0, d1)>
#s = affine_map<(d0, d1) -> ()>
func.func @running_maximum(%a: tensor<2x20xi32>) -> (tensor<2x20xi32>, tensor<i32>) {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x20xi32>
  %fe = tensor.empty() : tensor<i32>
  %fl = linalg.fill ins(%c0 : i32) outs(%fe : tensor<i32>) -> tensor<i32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #s], iterator_types = ["reduction", "reduction"]}
    ins(%a : tensor<2x20xi32>) outs(%e, %fl : tensor<2x20xi32>, tensor<i32>) {
  ^bb0(%v: i32, %o: i32, %f: i32):
    %g = arith.maxui %f, %v : i32
    linalg.yield %g, %g : i32, i32
  } -> (tensor<2x20xi32>, tensor<i32>)
  return %r#0, %r#1 : tensor<2x20xi32>, tensor<i32>
}

func.func @index_operand(%x: tensor<640x32xf32>, %n: index) -> tensor<640x32xf32> {
  %p = tensor.generate { ^bb0(%i : index): 
     %d = arith.minsi %i, %n : index
     tensor.yield %d : index } : tensor<640xindex>
  %e = tensor.empty() : tensor<640x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0,d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p, %x : tensor<640xindex>, tensor<640x32xf32>) outs(%e : tensor<640x32xf32>) {
  ^bb0(%i: index, %v: f32, %o: f32):
    %k = arith.index_cast %i : index to i32
    %w = arith.sitofp %k : i32 to f32
    %z = arith.addf %v, %w : f32
    linalg.yield %z : f32
  } -> tensor<640x32xf32>
  return %r : tensor<640x32xf32>
}

func.func @power(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %c = arith.constant dense<3> : tensor<64x32xi32>
  %y = math.fpowi %x, %c : tensor<64x32xf32>, tensor<64x32xi32>
  return %y : tensor<64x32xf32>
}

func.func @wide_index(%x: tensor<4x20xi64>) -> tensor<4x20xi64> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x20xi64>) outs(%x : tensor<4x20xi64>) {
  ^bb0(%a: i64, %o: i64):
    %c = linalg.index 1 : index
    %m = affine.apply affine_map<(d0) -> (d0 - 3)>(%c)
    %k = arith.index_castui %m : index to i128
    %s = arith.constant 64 : i128
    %h = arith.shrui %k, %s : i128
    %z = arith.trunci %h : i128 to i64
    linalg.yield %z : i64
  } -> tensor<4x20xi64>
  return %r : tensor<4x20xi64>
}

func.func @rows_modulo_3(%x: tensor<3x9xf64>) -> tensor<6x9xf64> {
  %e = tensor.empty() : tensor<6x9xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 mod 3, d1)>,affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} 
   ins(%x : tensor<3x9xf64>) outs(%e : tensor<6x9xf64>) {
  ^bb0(%w: f64, %o: f64):
    %z = arith.addf %w, %w : f64
    linalg.yield %z : f64
  } -> tensor<6x9xf64>
  return %r : tensor<6x9xf64>
}

func.func @apart(%x: tensor<3x33xi16>, %shared: tensor<2xi16>)
    -> (tensor<3x33xi16>, tensor<3x33xi64>) {
  %y = tensor.empty() : tensor<3x33xi16>
  %z = tensor.empty() : tensor<3x33xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      outs(%y, %z : tensor<3x33xi16>, tensor<3x33xi64>) {
  ^bb0(%old: i16, %place: i64):
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index
    %c14 = arith.constant 14 : index
    %c3 = arith.constant 3 : index
    %c33 = arith.constant 33 : index
    %minus = arith.constant -1 : i16
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %next = affine.apply affine_map<(d0) -> (d0 - 15)>(%column)
    %triple = affine.apply affine_map<(d0) -> (d0 * 3)>(%column)
    %is_any_row = arith.cmpi ult, %row, %c3 : index
    %is_late = arith.cmpi ult, %next, %c33 : index
    %is_far = arith.cmpi sgt, %column, %c14 : index
    %late = arith.andi %is_any_row, %is_late : i1
    %late_and_far = arith.andi %late, %is_far : i1
    %v = scf.if %late_and_far -> i16 {
      %e = tensor.extract %x[%row, %next] : tensor<3x33xi16>
      scf.yield %e : i16
    } else {
      %is_row = arith.cmpi ult, %row, %c2 : index
      %is_early = arith.cmpi ult, %column, %c5 : index
      %both = arith.andi %is_row, %is_early : i1
      %e = scf.if %both -> i16 {
        %one = tensor.extract %shared[%row] : tensor<2xi16>
        scf.yield %one : i16
      } else {
        scf.yield %minus : i16
      }
      scf.yield %e : i16
    }
    %wide = arith.index_cast %triple : index to i64
    linalg.yield %v, %wide : i16, i64
  } -> (tensor<3x33xi16>, tensor<3x33xi64>)
  return %r#0, %r#1 : tensor<3x33xi16>, tensor<3x33xi64>
}

func.func @across(%x: tensor<5x7xi16>) -> (tensor<7x5xi16>, tensor<7x5xi64>) {
  %e0 = tensor.empty() : tensor<7x5xi16>
  %e1 = tensor.empty() : tensor<7x5xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(w, c) -> (c, w)>, affine_map<(w, c) -> (w, c)>, affine_map<(w, c) -> (w, c)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<5x7xi16>) outs(%e0, %e1 : tensor<7x5xi16>, tensor<7x5xi64>) {
  ^bb0(%a: i16, %o0: i16, %o1: i64):
    %w = linalg.index 0 : index
    %c = linalg.index 1 : index
    %n = arith.index_cast %w : index to i16
    %d = arith.addi %a, %a : i16
    %y = arith.addi %d, %n : i16
    %z = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%w, %c)
    %m = arith.index_cast %z : index to i64
    linalg.yield %y, %m : i16, i64
  } -> (tensor<7x5xi16>, tensor<7x5xi64>)
  return %r#0, %r#1 : tensor<7x5xi16>, tensor<7x5xi64>
}
