// The end of a super-resolution network. The suite puts the aliases !element and
// #block before it.

!images = tensor<?x?x?x?x!element>
!bias = tensor<?x!element>
#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

func.func @main(%x: !images, %bias: !bias) -> !images {
  %biased = linalg.generic {
      indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %bias : !images, !bias) outs(%x : !images) {
  ^bb0(%value: !element, %b: !element, %old: !element):
    %sum = arith.addf %value, %b : !element
    linalg.yield %sum : !element
  } -> !images
  %shuffled = dml.depth_to_space1 %biased, block_size = #block, order = column_row_depth
      : (!images) -> !images
  %zero = arith.constant 0.0 : !element
  %one = arith.constant 1.0 : !element
  %clamped = linalg.map ins(%shuffled : !images) outs(%shuffled : !images)
      (%value: !element, %old: !element) {
    %positive = arith.maximumf %value, %zero : !element
    %pixel = arith.minimumf %positive, %one : !element
    linalg.yield %pixel : !element
  }
  return %clamped : !images
}
