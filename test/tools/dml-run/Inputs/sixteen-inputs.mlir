// The sum of 16 inputs, one kernel of 17 buffers.
func.func @main(%x0: tensor<8xf32>, %x1: tensor<8xf32>, %x2: tensor<8xf32>, %x3: tensor<8xf32>, %x4: tensor<8xf32>, %x5: tensor<8xf32>, %x6: tensor<8xf32>, %x7: tensor<8xf32>, %x8: tensor<8xf32>, %x9: tensor<8xf32>, %x10: tensor<8xf32>, %x11: tensor<8xf32>, %x12: tensor<8xf32>, %x13: tensor<8xf32>, %x14: tensor<8xf32>, %x15: tensor<8xf32>) -> tensor<8xf32> {
  %y1 = arith.addf %x0, %x1 : tensor<8xf32>
  %y2 = arith.addf %y1, %x2 : tensor<8xf32>
  %y3 = arith.addf %y2, %x3 : tensor<8xf32>
  %y4 = arith.addf %y3, %x4 : tensor<8xf32>
  %y5 = arith.addf %y4, %x5 : tensor<8xf32>
  %y6 = arith.addf %y5, %x6 : tensor<8xf32>
  %y7 = arith.addf %y6, %x7 : tensor<8xf32>
  %y8 = arith.addf %y7, %x8 : tensor<8xf32>
  %y9 = arith.addf %y8, %x9 : tensor<8xf32>
  %y10 = arith.addf %y9, %x10 : tensor<8xf32>
  %y11 = arith.addf %y10, %x11 : tensor<8xf32>
  %y12 = arith.addf %y11, %x12 : tensor<8xf32>
  %y13 = arith.addf %y12, %x13 : tensor<8xf32>
  %y14 = arith.addf %y13, %x14 : tensor<8xf32>
  %y15 = arith.addf %y14, %x15 : tensor<8xf32>
  return %y15 : tensor<8xf32>
}
