// The distances of a window's elements are as narrow as the elements where they fit,
// with one that stands for no element.

// RUN: dml-opt %s --convert-dml-to-linalg=min-integer-bits=8 --canonicalize | FileCheck %s
// RUN: dml-opt %s --convert-dml-to-linalg --canonicalize | FileCheck %s --check-prefix=WORDS
// RUN: dml-run %s --function=largest_of_bytes --device=cpu --input=1x1x7x126xi8=random:1 --output=@%t.npy --output=@%t.i.npy
// RUN: dml-run %s --function=largest_of_bytes --device=reference --input=1x1x7x126xi8=random:1 --expected-output=@%t.npy --expected-output=@%t.i.npy

// WORDS-NOT: arith.select {{.*}} : i8
// WORDS-NOT: arith.select {{.*}} : i16

// Distances are up to 254. 255 stands for no element.
// CHECK-LABEL: func @largest_of_bytes(
// CHECK:         arith.select {{.*}} : i8
// CHECK:         %[[KEPT:.+]] = arith.select %{{.+}}, %c0_i8, %{{.+}} : i8
// CHECK:         arith.extui %[[KEPT]] : i8 to i32
// CHECK:         arith.cmpi eq, %[[KEPT]], %c-1_i8
func.func @largest_of_bytes(%x: tensor<1x1x7x126xi8>)
    -> (tensor<1x1x11x130xi8>, tensor<1x1x11x130xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3], start_padding = [3, 3],
      end_padding = [3, 3]
      : (tensor<1x1x7x126xi8>) -> (tensor<1x1x11x130xi8>, tensor<1x1x11x130xui32>)
  return %v, %i : tensor<1x1x11x130xi8>, tensor<1x1x11x130xui32>
}

// The largest distance is 255.
// CHECK-LABEL: func @no_bytes(
// CHECK:         arith.extui %{{.+}} : i16 to i32
func.func @no_bytes(%x: tensor<1x1x7x126xi8>)
    -> (tensor<1x1x5x123xi8>, tensor<1x1x5x123xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 4]
      : (tensor<1x1x7x126xi8>) -> (tensor<1x1x5x123xi8>, tensor<1x1x5x123xui32>)
  return %v, %i : tensor<1x1x5x123xi8>, tensor<1x1x5x123xui32>
}

// A half has a key, an element and a distance.
// CHECK-LABEL: func @halves(
// CHECK-NOT:     arith.select {{.*}} : i32
// CHECK:         arith.extui %{{.+}} : i16 to i32
func.func @halves(%x: tensor<1x1x7x127xf16>)
    -> (tensor<1x1x5x125xf16>, tensor<1x1x5x125xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<1x1x7x127xf16>) -> (tensor<1x1x5x125xf16>, tensor<1x1x5x125xui64>)
  return %v, %i : tensor<1x1x5x125xf16>, tensor<1x1x5x125xui64>
}

// Four elements save less than widening a distance takes.
// CHECK-LABEL: func @small_windows(
// CHECK:         arith.select {{.*}} : i32
// CHECK-NOT:     arith.extui
// CHECK:         return
func.func @small_windows(%x: tensor<1x1x7x127xi16>)
    -> (tensor<1x1x6x126xi16>, tensor<1x1x6x126xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x7x127xi16>) -> (tensor<1x1x6x126xi16>, tensor<1x1x6x126xui32>)
  return %v, %i : tensor<1x1x6x126xi16>, tensor<1x1x6x126xui32>
}

// Distances that are not known take words.
// CHECK-LABEL: func @unknown_rows(
// CHECK:         arith.select {{.*}} : i32
func.func @unknown_rows(%x: tensor<1x1x7x?xi16>)
    -> (tensor<1x1x5x?xi16>, tensor<1x1x5x?xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<1x1x7x?xi16>) -> (tensor<1x1x5x?xi16>, tensor<1x1x5x?xui32>)
  return %v, %i : tensor<1x1x5x?xi16>, tensor<1x1x5x?xui32>
}
