// RUN: not dml-opt %s --dml-refine-arguments="" 2>&1 | FileCheck %s --check-prefix=AMBIGUOUS
// AMBIGUOUS: error: several public functions; choose one of @main, @other
//
// RUN: not dml-opt %s --dml-refine-arguments="function=nobody" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: no function @nobody with a body; there are @main, @other
//
// RUN: not dml-opt %s --dml-refine-arguments="function=declared" 2>&1 | FileCheck %s --check-prefix=DECLARED
// DECLARED: : error: no function @declared with a body; there are @main, @other
//
// RUN: echo "module {}" | not dml-opt --dml-refine-arguments 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: the module has no public function
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=_,_" 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: arguments of @main: expected 3 as declared by '(tensor<?x8xui32>, index, i8) -> tensor<?x8xui32>', given 2
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=tensor<1x8xf32>,_,_" 2>&1 | FileCheck %s --check-prefix=ELEMENT
// ELEMENT: error: argument 0 of @main: element type: expected 'ui32', given 'f32' (declared 'tensor<?x8xui32>', given 'tensor<1x8xf32>')
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=tensor<8xui32>,_,_" 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: argument 0 of @main: rank: expected 2, given 1 (declared 'tensor<?x8xui32>', given 'tensor<8xui32>')
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=tensor<1x9xui32>,_,_" 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: argument 0 of @main: dimension 1: expected 8, given 9 (declared 'tensor<?x8xui32>', given 'tensor<1x9xui32>')
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=memref<1x8xui32>,_,_" 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: argument 0 of @main: type: expected 'tensor<?x8xui32>', given 'memref<1x8xui32>'
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=_,i64=3,_" 2>&1 | FileCheck %s --check-prefix=INDEX
// INDEX: error: argument 1 of @main: type: expected 'index', given 'i64'
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=_,_,i8=300" 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: argument 2 of @main: expected a value of 'i8', given 300
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=tensor<1x8xui32>=3,_,_" 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: argument 0 of @main: expected a value for an index or a signless integer only, given 3 for 'tensor<?x8xui32>'
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=tensor<1x,_,_" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX-NOT: error:
// SYNTAX: error: argument 0 of @main: expected a type, type=value or _, given 'tensor<1x'
//
// RUN: not dml-opt %s --dml-refine-arguments="function=main arguments=_,index=three,_" 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: argument 1 of @main: expected a type, type=value or _, given 'index=three'

func.func @main(%x: tensor<?x8xui32>, %n: index, %b: i8) -> tensor<?x8xui32> {
  return %x : tensor<?x8xui32>
}
func.func @other() {
  return
}
func.func private @declared()
