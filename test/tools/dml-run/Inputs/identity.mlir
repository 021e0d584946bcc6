func.func @f32(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}
func.func @f16(%x: tensor<?xf16>) -> tensor<?xf16> {
  return %x : tensor<?xf16>
}
func.func @ui8(%x: tensor<?x?xui8>) -> tensor<?x?xui8> {
  return %x : tensor<?x?xui8>
}
func.func @i64(%x: tensor<?xi64>) -> tensor<?xi64> {
  return %x : tensor<?xi64>
}
func.func @scalars(%i: index, %n: i64, %f: f32) -> (index, i64, f32) {
  return %i, %n, %f : index, i64, f32
}
