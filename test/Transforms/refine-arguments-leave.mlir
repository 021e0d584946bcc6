// RUN: dml-opt %s --dml-refine-arguments="function=values arguments=i64=-1,i8=200,i1=1,_" | FileCheck %s --check-prefix=VALUES
// RUN: dml-opt %s --dml-refine-arguments="function=leave arguments=_,tensor<?x?xf32>" | FileCheck %s --check-prefix=LEAVE
// RUN: dml-opt %s --dml-refine-arguments="function=inner" | FileCheck %s --check-prefix=INNER
// RUN: dml-opt %s --dml-refine-arguments="function=static" | FileCheck %s --check-prefix=STATIC

// VALUES-LABEL: func @values(
// VALUES-DAG:     arith.constant -1 : i64
// VALUES-DAG:     arith.constant -56 : i8
// VALUES-DAG:     arith.constant true
// VALUES:         return {{.*}}, %arg3 : i64, i8, i1, i64
func.func @values(%a: i64, %b: i8, %c: i1, %d: i64) -> (i64, i8, i1, i64) {
  return %a, %b, %c, %d : i64, i8, i1, i64
}

// An argument that knows less than the declaration takes nothing from it.
// LEAVE-LABEL: func @leave(
// LEAVE-SAME:    tensor<?xf32>, %{{.+}}: tensor<?x3xf32>) -> (tensor<?xf32>, tensor<?x3xf32>)
func.func @leave(%x: tensor<?xf32>, %y: tensor<?x3xf32>)
    -> (tensor<?xf32>, tensor<?x3xf32>) {
  return %x, %y : tensor<?xf32>, tensor<?x3xf32>
}

// Without arguments to refine, the types inside are inferred all the same.
// INNER-LABEL: func @inner(
// INNER-SAME:    -> tensor<1x1x4x4xf32>
func.func @inner(%x: tensor<1x4x2x2xf32>) -> tensor<?x?x?x?xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x2x2xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// Where all is static, nothing changes.
// STATIC-LABEL: func @static(
// STATIC-NEXT:    arith.constant 1
// STATIC-NEXT:    arith.constant 2
// STATIC-NEXT:    arith.addi
// STATIC-NEXT:    return
func.func @static(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %unused = arith.addi %c1, %c2 : index
  return %x : tensor<8xf32>
}
