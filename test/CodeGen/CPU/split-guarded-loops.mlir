// RUN: dml-opt %s --dml-cpu-split-guarded-loops --canonicalize --cse | FileCheck %s

// A position that moves has a guard in the sides only; the guard of rows selects in all
// parts, and what it guards is read inside of the buffer.

// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x?xi8>, %[[Y:[a-z0-9]+]]: memref<?xi8>, %[[ROW:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
func.func @row(%x: memref<?x?xi8>, %y: memref<?xi8>, %row: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant -128 : i8
  %h = memref.dim %x, %c0 : memref<?x?xi8>
  %w = memref.dim %x, %c1 : memref<?x?xi8>
  %isRow = arith.cmpi ult, %row, %h : index
  // CHECK: %[[W:.*]] = memref.dim %[[X]], %c1
  // CHECK: %[[IS_ROW:.*]] = arith.cmpi ult, %[[ROW]],
  // CHECK: scf.if
  // CHECK: scf.for %[[SIDE:[a-z0-9]+]] = %c0 to %c2 step %c1 {
  // CHECK: %[[IS_BEFORE:.*]] = arith.cmpi eq, %[[SIDE]], %c0
  // CHECK: %[[BEGIN:.*]] = arith.select %[[IS_BEFORE]], %c0, %[[TO:[a-z0-9]+]] : index
  // CHECK: %[[END:.*]] = arith.select %[[IS_BEFORE]], %[[FROM:[a-z0-9]+]], %[[N]] : index
  // CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1 {
  // CHECK: %[[P:.*]] = affine.apply
  // CHECK: %[[IS_COLUMN:.*]] = arith.cmpi ult, %[[P]], %[[W]]
  // CHECK: %[[INSIDE:.*]] = arith.minui %[[ROW]],
  // CHECK: %[[COLUMN:.*]] = arith.minui %[[P]],
  // CHECK: memref.load %[[X]][%[[INSIDE]], %[[COLUMN]]]
  // CHECK: %[[BOTH:.*]] = arith.andi %[[IS_ROW]], %[[IS_COLUMN]]
  // CHECK: arith.select %[[BOTH]],
  // CHECK: %[[FIRST:.*]] = arith.select %[[IS_BEFORE]], %[[FROM]], %[[TO]] : index
  // CHECK: scf.for %[[I:[a-z0-9]+]] = %[[FIRST]] to %[[TO]] step %c1 {
  // CHECK-NEXT: %[[P:.*]] = affine.apply #{{.*}}()[%[[I]]]
  // CHECK-NOT: cmpi
  // CHECK: %[[INSIDE:.*]] = arith.minui %[[ROW]],
  // CHECK-NEXT: %[[READ:.*]] = memref.load %[[X]][%[[INSIDE]], %[[P]]]
  // CHECK-NEXT: %[[V:.*]] = arith.select %[[IS_ROW]], %[[READ]], %c-128_i8
  // CHECK-NEXT: memref.store %[[V]], %[[Y]][%[[I]]]
  // CHECK: } else {
  // CHECK: scf.for
  // CHECK: scf.if
  scf.for %i = %c0 to %n step %c1 {
    %p = affine.apply affine_map<()[s0] -> (s0 * 2 - 1)>()[%i]
    %isColumn = arith.cmpi ult, %p, %w : index
    %inside = arith.andi %isRow, %isColumn : i1
    %v = scf.if %inside -> (i8) {
      %read = memref.load %x[%row, %p] : memref<?x?xi8>
      scf.yield %read : i8
    } else {
      scf.yield %none : i8
    }
    memref.store %v, %y[%i] : memref<?xi8>
  }
  return
}

// -----

// Loops that stay: short ones, positions that are divided or go backwards, other steps
// than 1, bounds that are compared as unsigned numbers, and guards of writes alone.

// CHECK-LABEL: func.func @unchanged(
// CHECK-NOT: select
// CHECK: return
func.func @unchanged(%x: memref<?xi8>, %y: memref<?xi8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c15 = arith.constant 15 : index
  %none = arith.constant -128 : i8
  %w = memref.dim %x, %c0 : memref<?xi8>
  scf.for %i = %c0 to %c15 step %c1 {
    %inside = arith.cmpi ult, %i, %w : index
    %v = scf.if %inside -> (i8) {
      %read = memref.load %x[%i] : memref<?xi8>
      scf.yield %read : i8
    } else {
      scf.yield %none : i8
    }
    memref.store %v, %y[%i] : memref<?xi8>
  }
  scf.for %i = %c0 to %n step %c1 {
    %p = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%i]
    %inside = arith.cmpi ult, %p, %w : index
    %v = scf.if %inside -> (i8) {
      %read = memref.load %x[%p] : memref<?xi8>
      scf.yield %read : i8
    } else {
      scf.yield %none : i8
    }
    memref.store %v, %y[%i] : memref<?xi8>
  }
  scf.for %i = %c0 to %n step %c1 {
    %p = affine.apply affine_map<()[s0] -> (100 - s0)>()[%i]
    %inside = arith.cmpi ult, %p, %w : index
    %v = scf.if %inside -> (i8) {
      %read = memref.load %x[%p] : memref<?xi8>
      scf.yield %read : i8
    } else {
      scf.yield %none : i8
    }
    memref.store %v, %y[%i] : memref<?xi8>
  }
  scf.for %i = %c0 to %n step %c2 {
    %inside = arith.cmpi ult, %i, %w : index
    %v = scf.if %inside -> (i8) {
      %read = memref.load %x[%i] : memref<?xi8>
      scf.yield %read : i8
    } else {
      scf.yield %none : i8
    }
    memref.store %v, %y[%i] : memref<?xi8>
  }
  scf.for unsigned %i = %c0 to %n step %c1 {
    %inside = arith.cmpi ult, %i, %w : index
    %v = scf.if %inside -> (i8) {
      %read = memref.load %x[%i] : memref<?xi8>
      scf.yield %read : i8
    } else {
      scf.yield %none : i8
    }
    memref.store %v, %y[%i] : memref<?xi8>
  }
  scf.for %i = %c0 to %n step %c1 {
    %inside = arith.cmpi ult, %i, %w : index
    scf.if %inside {
      memref.store %none, %y[%i] : memref<?xi8>
    }
  }
  return
}
