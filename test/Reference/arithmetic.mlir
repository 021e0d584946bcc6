// Arithmetic on tensors and scalars, bit by bit. Where compiled code must agree,
// the CPU gives the same bits. NaNs that are computed are 0x7FC00000.

// Ties go to even, -0.0 stays, denormals do, and overflow gives infinity.
// RUN: dml-run %s --device=reference --function=sums \
// RUN:   "--input=6xf32=1 -0 -0 1e-45 3.4028235e38 5.9604645e-08" \
// RUN:   "--input=6xf32=5.9604645e-08 -0 0 1e-45 3.4028235e38 1.1920929e-07" \
// RUN:   "--expected-output=6xf32=1 -0 0 0x00000002 inf 1.7881393e-07" \
// RUN:   "--expected-output=6xf32=0.99999994 0 -0 0 0 -5.9604645e-08" \
// RUN:   "--expected-output=6xf32=5.9604645e-08 0 -0 0 inf 7.1054274e-15"
// RUN: dml-run %s --device=cpu --function=sums \
// RUN:   "--input=6xf32=1 -0 -0 1e-45 3.4028235e38 5.9604645e-08" \
// RUN:   "--input=6xf32=5.9604645e-08 -0 0 1e-45 3.4028235e38 1.1920929e-07" \
// RUN:   "--expected-output=6xf32=1 -0 0 0x00000002 inf 1.7881393e-07" \
// RUN:   "--expected-output=6xf32=0.99999994 0 -0 0 0 -5.9604645e-08" \
// RUN:   "--expected-output=6xf32=5.9604645e-08 0 -0 0 inf 7.1054274e-15"
// RUN: dml-run %s --device=reference --function=sums \
// RUN:   "--input=6xf32=0x7FC00001 0xFF800001 inf -inf 1 0" \
// RUN:   "--input=6xf32=1 2 -inf -inf 0xFFC00000 inf" \
// RUN:   "--expected-output=6xf32=0x7FC00000 0x7FC00000 0x7FC00000 -inf 0x7FC00000 inf" \
// RUN:   "--expected-output=6xf32=0x7FC00000 0x7FC00000 inf 0x7FC00000 0x7FC00000 -inf" \
// RUN:   "--expected-output=6xf32=0x7FC00000 0x7FC00000 -inf inf 0x7FC00000 0x7FC00000"

// Eleven digits of f16, and its denormals.
// RUN: dml-run %s --device=reference --function=half \
// RUN:   "--input=6xf16=2048 2048 65504 65504 0x0001 1" \
// RUN:   "--input=6xf16=1 3 16 15 0x0001 0x0001" \
// RUN:   "--expected-output=6xf16=2048 2052 inf 65504 0x0002 1"
// RUN: dml-run %s --device=cpu --function=half \
// RUN:   "--input=6xf16=2048 2048 65504 65504 0x0001 1" \
// RUN:   "--input=6xf16=1 3 16 15 0x0001 0x0001" \
// RUN:   "--expected-output=6xf16=2048 2052 inf 65504 0x0002 1"

// Zeros are ordered. A NaN wins, or does not.
// RUN: dml-run %s --device=reference --function=extremes \
// RUN:   "--input=6xf32=0 -0 1 0x7FC00001 -inf 0x7F800001" \
// RUN:   "--input=6xf32=-0 0 -2 -3 0xFFC00000 0x7FC00002" \
// RUN:   "--expected-output=6xf32=0 0 1 0x7FC00000 0x7FC00000 0x7FC00000" \
// RUN:   "--expected-output=6xf32=-0 -0 -2 0x7FC00000 0x7FC00000 0x7FC00000" \
// RUN:   "--expected-output=6xf32=0 0 1 -3 -inf 0x7FC00000" \
// RUN:   "--expected-output=6xf32=-0 -0 -2 -3 -inf 0x7FC00000"

// Bits that are moved stay; comparisons know unordered operands.
// RUN: dml-run %s --device=reference --function=moved \
// RUN:   "--input=5xf32=0x7FC00001 -0 1 0xFF800001 -1" \
// RUN:   "--input=5xf32=1 0 0xFFC00003 2 -inf" \
// RUN:   "--expected-output=5xf32=0xFFC00001 0 -1 0x7F800001 1" \
// RUN:   "--expected-output=5xf32=0x7FC00001 0 1 0x7F800001 1" \
// RUN:   "--expected-output=5xf32=0x7FC00001 0 -1 0x7F800001 -1" \
// RUN:   "--expected-output=5xf32=1 0 0xFFC00003 2 -1" \
// RUN:   "--expected-output=5xf32=0x7FC00001 -0 1 0xFF800001 -inf" \
// RUN:   "--expected-output=5xi32=2143289345 -2147483648 1065353216 -8388607 -1082130432"

// What IEEE 754 defines to the last bit: a fused product and sum too.
// RUN: dml-run %s --device=reference --function=exact \
// RUN:   "--input=5xf32=1.000244140625 -0 2.5 -2.5 0x00000002" \
// RUN:   "--expected-output=5xf32=1 -0 2 -3 0" \
// RUN:   "--expected-output=5xf32=2 -0 3 -2 1" \
// RUN:   "--expected-output=5xf32=1 -0 2 -2 0" \
// RUN:   "--expected-output=5xf32=1.0001221 -0 1.5811388 0x7FC00000 5.2939559e-23" \
// RUN:   "--expected-output=5xf32=5.9604645e-08 -1.0004883 5.2495117 5.2495117 -1.0004883"

// RUN: dml-run %s --device=reference --function=bytes \
// RUN:   "--input=6xi8=127 -128 -128 7 -7 -1" "--input=6xi8=1 -1 3 -2 2 5" \
// RUN:   "--expected-output=6xi8=-128 127 -125 5 -5 4" \
// RUN:   "--expected-output=6xi8=127 -128 -128 -14 -14 -5" \
// RUN:   "--expected-output=6xi8=127 -1 3 7 2 5" \
// RUN:   "--expected-output=6xi8=1 -128 3 7 2 5" \
// RUN:   "--expected-output=6xi8=63 -1 -16 0 -2 -1" \
// RUN:   "--expected-output=6xi32=127 128 128 7 249 255"
// RUN: dml-run %s --device=reference --function=divisions \
// RUN:   "--input=5xi32=7 -7 7 -7 -2147483648" "--input=5xi32=2 2 -2 -2 3" \
// RUN:   "--expected-output=5xi32=3 -3 -3 3 -715827882" \
// RUN:   "--expected-output=5xi32=4 -3 -3 4 -715827882" \
// RUN:   "--expected-output=5xi32=3 -4 -4 3 -715827883" \
// RUN:   "--expected-output=5xi32=1 -1 1 -1 -2" \
// RUN:   "--expected-output=5xi32=3 2147483644 0 0 715827882"

// Of numbers out of range, the nearest; of a NaN, zero.
// RUN: dml-run %s --device=reference --function=converted \
// RUN:   "--input=5xf32=-2.9 300 -300 nan 1.00390625" \
// RUN:   "--expected-output=5xi8=-2 127 -128 0 1" \
// RUN:   "--expected-output=5xi8=0 -1 0 0 1" \
// RUN:   "--expected-output=5xf32=-2.90625 300 -300 0x7FC00000 1"
// RUN: dml-run %s --device=reference --function=from_integers \
// RUN:   "--input=3xi64=16777217 -1 -9223372036854775808" \
// RUN:   "--expected-output=3xf32=16777216 -1 -9.223372e18" \
// RUN:   "--expected-output=3xf32=16777216 1.8446744e19 9.223372e18" \
// RUN:   "--expected-output=3xf16=inf -1 -inf"
// RUN: dml-run %s --device=reference --function=rounded \
// RUN:   "--input=6xf32=2049 2051 65519.996 65520 2.9802322e-08 2.9802326e-08" \
// RUN:   "--expected-output=6xf16=2048 2052 65504 inf 0 0x0001"
// RUN: dml-run %s --device=cpu --function=rounded \
// RUN:   "--input=6xf32=2049 2051 65519.996 65520 2.9802322e-08 2.9802326e-08" \
// RUN:   "--expected-output=6xf16=2048 2052 65504 inf 0 0x0001"

// RUN: dml-run %s --device=reference --function=scalars --input=f32=3 \
// RUN:   --input=i32=-7 --expected-output=f32=4.5 --expected-output=i32=6 \
// RUN:   "--expected-output=2xf32=3 4.5"

// RUN: not dml-run %s --device=reference --function=division \
// RUN:   "--input=2xi32=1 -2147483648" "--input=2xi32=1 0" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO
// ZERO: arithmetic.mlir:[[#]]:{{[0-9]+}}: 'arith.divsi' op divides by zero
// RUN: not dml-run %s --device=reference --function=division \
// RUN:   "--input=2xi32=1 -2147483648" "--input=2xi32=1 -1" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: 'arith.divsi' op overflows: the smallest integer divided by -1
// RUN: not dml-run %s --device=reference --function=division \
// RUN:   "--input=2xi32=1 2" "--input=3xi32=1 2 3" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SIZES
// SIZES: 'arith.divsi' op dimension 0 of operand 1: expected 2, given 3

func.func @sums(%x: tensor<6xf32>, %y: tensor<6xf32>)
    -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %sum = arith.addf %x, %y : tensor<6xf32>
  %difference = arith.subf %x, %y : tensor<6xf32>
  %product = arith.mulf %x, %y : tensor<6xf32>
  return %sum, %difference, %product
      : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

func.func @half(%x: tensor<6xf16>, %y: tensor<6xf16>) -> tensor<6xf16> {
  %z = arith.addf %x, %y : tensor<6xf16>
  return %z : tensor<6xf16>
}

func.func @extremes(%x: tensor<6xf32>, %y: tensor<6xf32>)
    -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %a = arith.maximumf %x, %y : tensor<6xf32>
  %b = arith.minimumf %x, %y : tensor<6xf32>
  %c = arith.maxnumf %x, %y : tensor<6xf32>
  %d = arith.minnumf %x, %y : tensor<6xf32>
  return %a, %b, %c, %d
      : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

func.func @moved(%x: tensor<5xf32>, %y: tensor<5xf32>)
    -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
        tensor<5xf32>, tensor<5xi32>) {
  %a = arith.negf %x : tensor<5xf32>
  %b = math.absf %x : tensor<5xf32>
  %c = math.copysign %x, %y : tensor<5xf32>
  %larger = arith.cmpf ogt, %x, %y : tensor<5xf32>
  %d = arith.select %larger, %x, %y : tensor<5xi1>, tensor<5xf32>
  %apart = arith.cmpf ult, %x, %y : tensor<5xf32>
  %same = arith.cmpf ueq, %x, %y : tensor<5xf32>
  %either = arith.ori %apart, %same : tensor<5xi1>
  %e = arith.select %either, %x, %y : tensor<5xi1>, tensor<5xf32>
  %f = arith.bitcast %x : tensor<5xf32> to tensor<5xi32>
  return %a, %b, %c, %d, %e, %f
      : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
        tensor<5xf32>, tensor<5xi32>
}

func.func @exact(%x: tensor<5xf32>)
    -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
        tensor<5xf32>) {
  %a = math.floor %x : tensor<5xf32>
  %b = math.ceil %x : tensor<5xf32>
  %c = math.roundeven %x : tensor<5xf32>
  %d = math.sqrt %x : tensor<5xf32>
  %s = arith.constant dense<-1.00048828125> : tensor<5xf32>
  %e = math.fma %x, %x, %s : tensor<5xf32>
  return %a, %b, %c, %d, %e
      : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
        tensor<5xf32>
}

func.func @bytes(%x: tensor<6xi8>, %y: tensor<6xi8>)
    -> (tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>,
        tensor<6xi32>) {
  %sum = arith.addi %x, %y : tensor<6xi8>
  %product = arith.muli %x, %y : tensor<6xi8>
  %signed = arith.maxsi %x, %y : tensor<6xi8>
  %unsigned = arith.minui %x, %y : tensor<6xi8>
  %three = arith.constant dense<7> : tensor<6xi8>
  %low = arith.andi %y, %three : tensor<6xi8>
  %shifted = arith.shrsi %x, %low : tensor<6xi8>
  %wide = arith.extui %x : tensor<6xi8> to tensor<6xi32>
  return %sum, %product, %signed, %unsigned, %shifted, %wide
      : tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>,
        tensor<6xi32>
}

func.func @divisions(%x: tensor<5xi32>, %y: tensor<5xi32>)
    -> (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>,
        tensor<5xi32>) {
  %a = arith.divsi %x, %y : tensor<5xi32>
  %b = arith.ceildivsi %x, %y : tensor<5xi32>
  %c = arith.floordivsi %x, %y : tensor<5xi32>
  %d = arith.remsi %x, %y : tensor<5xi32>
  %e = arith.divui %x, %y : tensor<5xi32>
  return %a, %b, %c, %d, %e
      : tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>,
        tensor<5xi32>
}

func.func @converted(%x: tensor<5xf32>)
    -> (tensor<5xi8>, tensor<5xi8>, tensor<5xf32>) {
  %a = arith.fptosi %x : tensor<5xf32> to tensor<5xi8>
  %b = arith.fptoui %x : tensor<5xf32> to tensor<5xi8>
  %narrow = arith.truncf %x : tensor<5xf32> to tensor<5xbf16>
  %c = arith.extf %narrow : tensor<5xbf16> to tensor<5xf32>
  return %a, %b, %c : tensor<5xi8>, tensor<5xi8>, tensor<5xf32>
}

func.func @from_integers(%x: tensor<3xi64>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf16>) {
  %a = arith.sitofp %x : tensor<3xi64> to tensor<3xf32>
  %b = arith.uitofp %x : tensor<3xi64> to tensor<3xf32>
  %c = arith.sitofp %x : tensor<3xi64> to tensor<3xf16>
  return %a, %b, %c : tensor<3xf32>, tensor<3xf32>, tensor<3xf16>
}

func.func @rounded(%x: tensor<6xf32>) -> tensor<6xf16> {
  %y = arith.truncf %x : tensor<6xf32> to tensor<6xf16>
  return %y : tensor<6xf16>
}

func.func @scalars(%x: f32, %n: i32) -> (f32, i32, tensor<2xf32>) {
  %c = arith.constant 1.5 : f32
  %y = arith.mulf %x, %c : f32
  %true = arith.constant true
  %one = arith.extsi %true : i1 to i32
  %m = arith.subi %one, %n : i32
  %p = arith.cmpi slt, %n, %m : i32
  %q = arith.select %p, %m, %n : i32
  %both = tensor.from_elements %x, %y : tensor<2xf32>
  return %y, %q, %both : f32, i32, tensor<2xf32>
}

func.func @division(%x: tensor<2xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %d = tensor.cast %x : tensor<2xi32> to tensor<?xi32>
  %z = arith.divsi %d, %y : tensor<?xi32>
  return %z : tensor<?xi32>
}
