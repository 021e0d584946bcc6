// Padded windows of 3 with a stride of 2 leave one element to the last input of a plane
// of odd size. One of those points into another plane, where no sample looks: the
// general operation has to find it (U2, U4).
// RUN: %run %s --input="1x20x2x2xi8=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80" \
// RUN:   --input="1x20x2x2xui32=0 2 6 8 9 11 15 17 18 20 24 26 27 29 33 7 36 38 42 44 45 47 51 53 54 56 60 62 63 65 69 71 72 74 78 80 81 83 87 89 90 92 96 98 99 101 105 107 108 110 114 116 117 119 123 125 126 128 132 134 135 137 141 143 144 146 150 152 153 155 159 161 162 164 168 170 171 173 177 179" \
// RUN:   --expected-output="1x20x3x3xi8=1 0 2 0 0 0 3 16 4 5 0 6 0 0 0 7 0 8 9 0 10 0 0 0 11 0 12 13 0 14 0 0 0 15 0 0 17 0 18 0 0 0 19 0 20 21 0 22 0 0 0 23 0 24 25 0 26 0 0 0 27 0 28 29 0 30 0 0 0 31 0 32 33 0 34 0 0 0 35 0 36 37 0 38 0 0 0 39 0 40 41 0 42 0 0 0 43 0 44 45 0 46 0 0 0 47 0 48 49 0 50 0 0 0 51 0 52 53 0 54 0 0 0 55 0 56 57 0 58 0 0 0 59 0 60 61 0 62 0 0 0 63 0 64 65 0 66 0 0 0 67 0 68 69 0 70 0 0 0 71 0 72 73 0 74 0 0 0 75 0 76 77 0 78 0 0 0 79 0 80"

func.func @main(%v: tensor<1x20x2x2xi8>, %i: tensor<1x20x2x2xui32>)
    -> tensor<1x20x3x3xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x20x2x2xi8>, tensor<1x20x2x2xui32>)
      -> tensor<1x20x3x3xi8>
  return %y : tensor<1x20x3x3xi8>
}
