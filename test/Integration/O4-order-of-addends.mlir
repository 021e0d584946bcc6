// Addends are summed in the order of the window's elements, so that every device
// gives the same bits. Each group of three addends has a position of its own: as
// windows of three elements, which are written out, and of 33, which are a loop.
// Expected values come from a model of the formula in docs/Operators.md.

// 2^24 + 1 + 1 is 2^24, 1 + 1 + 2^24 is 2^24+2, 1e30 - 1e30 + 1 is 1; a tie goes to
// even; what is too large is infinite.
// RUN: %run %s --function=O4_f32 \
// RUN:   "--input=1x3x8xf32=[[[0 0 16777216 1 1.0000000150474662e+30 1 16777216 1.7014118346046923e+38][0 1 1 -1.0000000150474662e+30 1.0000000150474662e+30 3 1.7014118346046923e+38 0][1 16777216 1 -1.0000000150474662e+30 0 -1.7014118346046923e+38 0 0]]]" \
// RUN:   "--expected-output=1x1x10xf32=[[[0 0 16777216 16777218 1 0 16777220 inf 0 0]]]"
// RUN: %run %s --function=O4_f32_in_a_loop \
// RUN:   "--input=1x33x3xf32=[[[0 0 16777216][0 1 1][1 1 1.0000000150474662e+30][16777216 -1.0000000150474662e+30 1][1 1.0000000150474662e+30 16777216][-1.0000000150474662e+30 3 1.7014118346046923e+38][0 1.7014118346046923e+38 0][-1.7014118346046923e+38 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf32=[[[0 0 16777216 16777218 1 0 16777220 inf 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// The same in 53 bits.
// RUN: %run %s --function=O4_f64 \
// RUN:   "--input=1x3x7xf64=[[[0 0 9007199254740992 1 1e+300 1 8.98846567431158e+307][0 1 1 -1e+300 1e+300 8.98846567431158e+307 0][1 9007199254740992 1 -1e+300 -8.98846567431158e+307 0 0]]]" \
// RUN:   "--expected-output=1x1x9xf64=[[[0 0 9007199254740992 9007199254740994 1 0 inf 0 0]]]"
// RUN: %run %s --function=O4_f64_in_a_loop \
// RUN:   "--input=1x33x3xf64=[[[0 0 9007199254740992][0 1 1][1 1 1e+300][9007199254740992 -1e+300 1][1 1e+300 8.98846567431158e+307][-1e+300 8.98846567431158e+307 0][-8.98846567431158e+307 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf64=[[[0 0 9007199254740992 9007199254740994 1 0 inf 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// f16 is summed in f32 and rounded once: 2048 + 1 + 1 is 2050, and 65504 + 65504 -
// 65504 is 65504. The sum in f32 rounds, too: 32768 + 2^-9 - 32768 is 0.
// RUN: %run %s --function=O4_f16 \
// RUN:   "--input=1x3x7xf16=[[[0 0 2048 65504 32768 32768 0.001953125][0 1 65504 0.001953125 -32768 32768 0][1 -65504 -32768 0.001953125 -32768 0 0]]]" \
// RUN:   "--expected-output=1x1x9xf16=[[[0 0 2050 65504 0 0.001953125 0 0 0]]]"
// RUN: %run %s --function=O4_f16_in_a_loop \
// RUN:   "--input=1x33x3xf16=[[[0 0 2048][0 1 65504][1 65504 32768][-65504 0.001953125 32768][-32768 -32768 0.001953125][0.001953125 32768 0][-32768 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf16=[[[0 0 2050 65504 0 0.001953125 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// To nearest even: 2049 is 2048, 2051 is 2052, 2049 and a little is 2050; 65519 is
// 65504, 65520 is infinite.
// RUN: %run %s --function=O4_f16_rounding \
// RUN:   "--input=1x3x10xf16=[[[0 0 2048 2050 2048 -2048 65504 65504 -65504 65504][0 1 1 1 -1 15 16 -16 16 0][0 0 0.0009765625 0 0 0 0 -0.00390625 0 0]]]" \
// RUN:   "--expected-output=1x1x12xf16=[[[0 0 2048 2052 2050 -2048 65504 inf -inf 65504 0 0]]]"
// RUN: %run %s --function=O4_f16_rounding_in_a_loop \
// RUN:   "--input=1x33x3xf16=[[[0 0 2048][0 1 2050][0 1 2048][0 1 -2048][0.0009765625 -1 65504][0 15 65504][0 16 -65504][0 -16 65504][0 16 0][-0.00390625 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf16=[[[0 0 2048 2052 2050 -2048 65504 inf -inf 65504 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// Denormals of f16 are kept: 2^-24 + 2^-24, 2^-14 - 2^-24, and back to 2^-14.
// RUN: %run %s --function=O4_f16_denormals \
// RUN:   "--input=1x3x8xf16=[[[0 0 5.960464477539063e-08 6.103515625e-05 6.097555160522461e-05 3.0517578125e-05 -5.960464477539063e-08 5.960464477539063e-08][0 5.960464477539063e-08 -5.960464477539063e-08 5.960464477539063e-08 3.0517578125e-05 -3.0517578125e-05 -5.960464477539063e-08 0][0 0 0 -5.960464477539063e-08 0 0 0 0]]]" \
// RUN:   "--expected-output=1x1x10xf16=[[[0 0 1.1920928955078125e-07 6.097555160522461e-05 6.103515625e-05 6.097555160522461e-05 -3.057718276977539e-05 0 0 0]]]"
// RUN: %run %s --function=O4_f16_denormals_in_a_loop \
// RUN:   "--input=1x33x3xf16=[[[0 0 5.960464477539063e-08][0 5.960464477539063e-08 6.103515625e-05][0 -5.960464477539063e-08 6.097555160522461e-05][0 5.960464477539063e-08 3.0517578125e-05][0 3.0517578125e-05 -5.960464477539063e-08][-5.960464477539063e-08 -3.0517578125e-05 5.960464477539063e-08][0 -5.960464477539063e-08 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf16=[[[0 0 1.1920928955078125e-07 6.097555160522461e-05 6.103515625e-05 6.097555160522461e-05 -3.057718276977539e-05 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// With -0 each number stays what it is: zeros, the denormals and normal numbers at
// either end, and infinities. NaNs become the quiet NaN.
// RUN: %run %s --function=O4_f16_and_zero \
// RUN:   "--input=1x2x16xf16=[[[0x0000 0x8000 0x0001 0x8001 0x03FF 0x83FF 0x0400 0x8400 0x3C00 0x7BFF 0xFBFF 0x7C00 0xFC00 0x7C01 0xFC01 0xFFFF][-0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0]]]" \
// RUN:   "--expected-output=1x1x17xf16=[[[0x0000 0x8000 0x0001 0x8001 0x03FF 0x83FF 0x0400 0x8400 0x3C00 0x7BFF 0xFBFF 0x7C00 0xFC00 0x7E00 0x7E00 0x7E00 0x8000]]]"
// Integers wrap.
// RUN: %run %s --function=O4_i8 \
// RUN:   "--input=1x3x6xi8=[[[0 0 127 127 -128 127][0 1 127 -128 63 0][0 127 1 2 0 0]]]" \
// RUN:   "--expected-output=1x1x8xi8=[[[0 0 -128 125 1 -64 0 0]]]"
// RUN: %run %s --function=O4_i8_in_a_loop \
// RUN:   "--input=1x33x3xi8=[[[0 0 127][0 1 127][0 127 -128][127 -128 127][1 63 0][2 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xi8=[[[0 0 -128 125 1 -64 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_ui8 \
// RUN:   "--input=1x3x6xui8=[[[0 0 255 255 0 255][0 1 255 0 127 0][0 255 1 2 0 0]]]" \
// RUN:   "--expected-output=1x1x8xui8=[[[0 0 0 253 1 128 0 0]]]"
// RUN: %run %s --function=O4_ui8_in_a_loop \
// RUN:   "--input=1x33x3xui8=[[[0 0 255][0 1 255][0 255 0][255 0 255][1 127 0][2 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xui8=[[[0 0 0 253 1 128 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_i16 \
// RUN:   "--input=1x3x6xi16=[[[0 0 32767 32767 -32768 32767][0 1 32767 -32768 16383 0][0 32767 1 2 0 0]]]" \
// RUN:   "--expected-output=1x1x8xi16=[[[0 0 -32768 32765 1 -16384 0 0]]]"
// RUN: %run %s --function=O4_i16_in_a_loop \
// RUN:   "--input=1x33x3xi16=[[[0 0 32767][0 1 32767][0 32767 -32768][32767 -32768 32767][1 16383 0][2 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xi16=[[[0 0 -32768 32765 1 -16384 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_ui16 \
// RUN:   "--input=1x3x6xui16=[[[0 0 65535 65535 0 65535][0 1 65535 0 32767 0][0 65535 1 2 0 0]]]" \
// RUN:   "--expected-output=1x1x8xui16=[[[0 0 0 65533 1 32768 0 0]]]"
// RUN: %run %s --function=O4_ui16_in_a_loop \
// RUN:   "--input=1x33x3xui16=[[[0 0 65535][0 1 65535][0 65535 0][65535 0 65535][1 32767 0][2 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xui16=[[[0 0 0 65533 1 32768 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_i32 \
// RUN:   "--input=1x3x6xi32=[[[0 0 2147483647 2147483647 -2147483648 2147483647][0 1 2147483647 -2147483648 1073741823 0][0 2147483647 1 2 0 0]]]" \
// RUN:   "--expected-output=1x1x8xi32=[[[0 0 -2147483648 2147483645 1 -1073741824 0 0]]]"
// RUN: %run %s --function=O4_i32_in_a_loop \
// RUN:   "--input=1x33x3xi32=[[[0 0 2147483647][0 1 2147483647][0 2147483647 -2147483648][2147483647 -2147483648 2147483647][1 1073741823 0][2 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xi32=[[[0 0 -2147483648 2147483645 1 -1073741824 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_ui32 \
// RUN:   "--input=1x3x6xui32=[[[0 0 4294967295 4294967295 0 4294967295][0 1 4294967295 0 2147483647 0][0 4294967295 1 2 0 0]]]" \
// RUN:   "--expected-output=1x1x8xui32=[[[0 0 0 4294967293 1 2147483648 0 0]]]"
// RUN: %run %s --function=O4_ui32_in_a_loop \
// RUN:   "--input=1x33x3xui32=[[[0 0 4294967295][0 1 4294967295][0 4294967295 0][4294967295 0 4294967295][1 2147483647 0][2 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xui32=[[[0 0 0 4294967293 1 2147483648 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_i64 \
// RUN:   "--input=1x3x6xi64=[[[0 0 9223372036854775807 9223372036854775807 -9223372036854775808 9223372036854775807][0 1 9223372036854775807 -9223372036854775808 4611686018427387903 0][0 9223372036854775807 1 2 0 0]]]" \
// RUN:   "--expected-output=1x1x8xi64=[[[0 0 -9223372036854775808 9223372036854775805 1 -4611686018427387904 0 0]]]"
// RUN: %run %s --function=O4_i64_in_a_loop \
// RUN:   "--input=1x33x3xi64=[[[0 0 9223372036854775807][0 1 9223372036854775807][0 9223372036854775807 -9223372036854775808][9223372036854775807 -9223372036854775808 9223372036854775807][1 4611686018427387903 0][2 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xi64=[[[0 0 -9223372036854775808 9223372036854775805 1 -4611686018427387904 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_ui64 \
// RUN:   "--input=1x3x6xui64=[[[0 0 18446744073709551615 18446744073709551615 0 18446744073709551615][0 1 18446744073709551615 0 9223372036854775807 0][0 18446744073709551615 1 2 0 0]]]" \
// RUN:   "--expected-output=1x1x8xui64=[[[0 0 0 18446744073709551613 1 9223372036854775808 0 0]]]"
// RUN: %run %s --function=O4_ui64_in_a_loop \
// RUN:   "--input=1x33x3xui64=[[[0 0 18446744073709551615][0 1 18446744073709551615][0 18446744073709551615 0][18446744073709551615 0 18446744073709551615][1 9223372036854775807 0][2 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xui64=[[[0 0 0 18446744073709551613 1 9223372036854775808 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// Zeros add to +0.0, unless all are -0.0.
// RUN: %run %s --function=O4_f32_zeros \
// RUN:   "--input=1x3x7xf32=[[[0 0 -0.0 -0.0 0 1 -0.0][0 -0.0 -0.0 -0.0 -1 -0.0 0][-0.0 0 -0.0 -0.0 -1 0 0]]]" \
// RUN:   "--expected-output=1x1x9xf32=[[[0 0 -0.0 0 0 0 -1 0 0]]]"
// RUN: %run %s --function=O4_f32_zeros_in_a_loop \
// RUN:   "--input=1x33x3xf32=[[[0 0 -0.0][0 -0.0 -0.0][-0.0 -0.0 0][0 -0.0 1][-0.0 -1 -0.0][-0.0 -0.0 0][-1 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf32=[[[0 0 -0.0 0 0 0 -1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_f64_zeros \
// RUN:   "--input=1x3x7xf64=[[[0 0 -0.0 -0.0 0 1 -0.0][0 -0.0 -0.0 -0.0 -1 -0.0 0][-0.0 0 -0.0 -0.0 -1 0 0]]]" \
// RUN:   "--expected-output=1x1x9xf64=[[[0 0 -0.0 0 0 0 -1 0 0]]]"
// RUN: %run %s --function=O4_f64_zeros_in_a_loop \
// RUN:   "--input=1x33x3xf64=[[[0 0 -0.0][0 -0.0 -0.0][-0.0 -0.0 0][0 -0.0 1][-0.0 -1 -0.0][-0.0 -0.0 0][-1 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf64=[[[0 0 -0.0 0 0 0 -1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_f16_zeros \
// RUN:   "--input=1x3x7xf16=[[[0 0 -0.0 -0.0 0 1 -0.0][0 -0.0 -0.0 -0.0 -1 -0.0 0][-0.0 0 -0.0 -0.0 -1 0 0]]]" \
// RUN:   "--expected-output=1x1x9xf16=[[[0 0 -0.0 0 0 0 -1 0 0]]]"
// RUN: %run %s --function=O4_f16_zeros_in_a_loop \
// RUN:   "--input=1x33x3xf16=[[[0 0 -0.0][0 -0.0 -0.0][-0.0 -0.0 0][0 -0.0 1][-0.0 -1 -0.0][-0.0 -0.0 0][-1 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf16=[[[0 0 -0.0 0 0 0 -1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// A NaN, whatever its sign and payload, comes out as the quiet NaN; so does inf - inf.
// RUN: %run %s --function=O4_f32_nans \
// RUN:   "--input=1x3x8xf32=[[[0 0 0x7F800001 1 0 0x7F800000 0x7F800000 0xFF800000][0 0 0xFFC12345 1 0xFF800000 1 0xFF800000 0][0 0 0xFFC12345 0 0 1 0 0]]]" \
// RUN:   "--expected-output=1x1x10xf32=[[[0 0 0x7FC00000 0x7FC00000 0x7FC00000 0x7FC00000 inf -inf 0 0]]]"
// RUN: %run %s --function=O4_f32_nans_in_a_loop \
// RUN:   "--input=1x33x3xf32=[[[0 0 0x7F800001][0 0 1][0 0xFFC12345 0][0 1 0x7F800000][0xFFC12345 0xFF800000 0x7F800000][0 1 0xFF800000][0 0xFF800000 0][1 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf32=[[[0 0 0x7FC00000 0x7FC00000 0x7FC00000 0x7FC00000 inf -inf 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_f64_nans \
// RUN:   "--input=1x3x8xf64=[[[0 0 0x7FF0000000000001 1 0 0x7FF0000000000000 0x7FF0000000000000 0xFFF0000000000000][0 0 0xFFF8000000012345 1 0xFFF0000000000000 1 0xFFF0000000000000 0][0 0 0xFFF8000000012345 0 0 1 0 0]]]" \
// RUN:   "--expected-output=1x1x10xf64=[[[0 0 0x7FF8000000000000 0x7FF8000000000000 0x7FF8000000000000 0x7FF8000000000000 inf -inf 0 0]]]"
// RUN: %run %s --function=O4_f64_nans_in_a_loop \
// RUN:   "--input=1x33x3xf64=[[[0 0 0x7FF0000000000001][0 0 1][0 0xFFF8000000012345 0][0 1 0x7FF0000000000000][0xFFF8000000012345 0xFFF0000000000000 0x7FF0000000000000][0 1 0xFFF0000000000000][0 0xFFF0000000000000 0][1 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf64=[[[0 0 0x7FF8000000000000 0x7FF8000000000000 0x7FF8000000000000 0x7FF8000000000000 inf -inf 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=O4_f16_nans \
// RUN:   "--input=1x3x8xf16=[[[0 0 0x7C01 1 0 0x7C00 0x7C00 0xFC00][0 0 0xFE55 1 0xFC00 1 0xFC00 0][0 0 0xFE55 0 0 1 0 0]]]" \
// RUN:   "--expected-output=1x1x10xf16=[[[0 0 0x7E00 0x7E00 0x7E00 0x7E00 inf -inf 0 0]]]"
// RUN: %run %s --function=O4_f16_nans_in_a_loop \
// RUN:   "--input=1x33x3xf16=[[[0 0 0x7C01][0 0 1][0 0xFE55 0][0 1 0x7C00][0xFE55 0xFC00 0x7C00][0 1 0xFC00][0 0xFC00 0][1 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0][0 0 0]]]" \
// RUN:   "--expected-output=1x1x35xf16=[[[0 0 0x7E00 0x7E00 0x7E00 0x7E00 inf -inf 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// A sum begins with its first addend: -0.0 alone stays, and where none is is +0.0.
// Windows that do not overlap sum nothing, and a NaN of theirs stays, too.
// RUN: %run %s --function=O4_alone_f32 \
// RUN:   "--input=1x2x3xf32=[[[-0.0 0x7F800001 0][2 -0.0 3]]]" \
// RUN:   "--expected-output=1x1x12xf32=[[[0 2 0 0 0x7F800001 0 -0.0 0 0 0 0 3]]]"
// RUN: %run %s --function=O4_alone_in_patches_f32 \
// RUN:   "--input=1x4x2xf32=[[[-0.0 0x7F800001][0 2][-0.0 3][-0.0 -1]]]" \
// RUN:   "--expected-output=1x2x4xf32=[[[-0.0 0 0x7F800001 2][-0.0 -0.0 3 -1]]]"
// RUN: %run %s --function=O4_alone_f64 \
// RUN:   "--input=1x2x3xf64=[[[-0.0 0xFFF0000000000001 0][2 -0.0 3]]]" \
// RUN:   "--expected-output=1x1x12xf64=[[[0 2 0 0 0xFFF0000000000001 0 -0.0 0 0 0 0 3]]]"
// RUN: %run %s --function=O4_alone_in_patches_f64 \
// RUN:   "--input=1x4x2xf64=[[[-0.0 0xFFF0000000000001][0 2][-0.0 3][-0.0 -1]]]" \
// RUN:   "--expected-output=1x2x4xf64=[[[-0.0 0 0xFFF0000000000001 2][-0.0 -0.0 3 -1]]]"
// RUN: %run %s --function=O4_alone_f16 \
// RUN:   "--input=1x2x3xf16=[[[-0.0 0xFC01 0][2 -0.0 3]]]" \
// RUN:   "--expected-output=1x1x12xf16=[[[0 2 0 0 0xFC01 0 -0.0 0 0 0 0 3]]]"
// RUN: %run %s --function=O4_alone_in_patches_f16 \
// RUN:   "--input=1x4x2xf16=[[[-0.0 0xFC01][0 2][-0.0 3][-0.0 -1]]]" \
// RUN:   "--expected-output=1x2x4xf16=[[[-0.0 0 0xFC01 2][-0.0 -0.0 3 -1]]]"
// Row-major over the window: 1 + 2^24 - 2^24 + 1 is 1 there, and 2 in columns.
// RUN: %run %s --function=O4_two_dimensions \
// RUN:   "--input=1x4x4xf32=[[[0 0 0 1][0 0 16777216 0][0 -16777216 0 0][1 0 0 0]]]" \
// RUN:   "--expected-output=1x1x3x3xf32=[[[[0 0 0][0 1 0][0 0 0]]]]"
// RUN: %run %s --function=O4_two_dimensions_in_loops \
// RUN:   "--input=1x36x4xf32=[[[0 0 0 1][0 0 16777216 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 -16777216 0 0][1 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0]]]" \
// RUN:   "--expected-output=1x1x7x7xf32=[[[[0 0 0 0 0 0 0][0 1 0 0 0 0 0][0 0 0 0 0 0 0][0 0 0 0 0 0 0][0 0 0 0 0 0 0][0 0 0 0 0 0 0][0 0 0 0 0 0 0]]]]"
// With strides, and where elements are found by trial.
// RUN: %run %s --function=O4_stride \
// RUN:   "--input=1x6x3xf32=[[[0 0 16777216][0 0 1][0 1 0][0 1 0][1 0 0][16777216 0 0]]]" \
// RUN:   "--expected-output=1x1x10xf32=[[[0 0 0 0 16777216 16777218 0 0 0 0]]]"
// RUN: %run %s --function=O4_by_trial \
// RUN:   "--input=1x5x7xf32=[[[0 0 0 0 0 0 16777216][0 0 0 0 0 0 0][0 0 0 1 0 0 0][0 0 0 0 0 0 0][1 0 0 0 0 0 0]]]" \
// RUN:   "--expected-output=1x1x25xf32=[[[0 0 0 0 0 0 0 0 0 0 0 0 16777216 0 0 0 0 0 0 0 0 0 0 0 0]]]"

func.func @O4_f32(%x: tensor<1x3x8xf32>) -> tensor<1x1x10xf32> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x8xf32>) -> tensor<1x1x10xf32>
  return %y : tensor<1x1x10xf32>
}

func.func @O4_f32_in_a_loop(%x: tensor<1x33x3xf32>) -> tensor<1x1x35xf32> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf32>) -> tensor<1x1x35xf32>
  return %y : tensor<1x1x35xf32>
}

func.func @O4_f64(%x: tensor<1x3x7xf64>) -> tensor<1x1x9xf64> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x7xf64>) -> tensor<1x1x9xf64>
  return %y : tensor<1x1x9xf64>
}

func.func @O4_f64_in_a_loop(%x: tensor<1x33x3xf64>) -> tensor<1x1x35xf64> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf64>) -> tensor<1x1x35xf64>
  return %y : tensor<1x1x35xf64>
}

func.func @O4_f16(%x: tensor<1x3x7xf16>) -> tensor<1x1x9xf16> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x7xf16>) -> tensor<1x1x9xf16>
  return %y : tensor<1x1x9xf16>
}

func.func @O4_f16_in_a_loop(%x: tensor<1x33x3xf16>) -> tensor<1x1x35xf16> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf16>) -> tensor<1x1x35xf16>
  return %y : tensor<1x1x35xf16>
}

func.func @O4_f16_rounding(%x: tensor<1x3x10xf16>) -> tensor<1x1x12xf16> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x10xf16>) -> tensor<1x1x12xf16>
  return %y : tensor<1x1x12xf16>
}

func.func @O4_f16_rounding_in_a_loop(%x: tensor<1x33x3xf16>)
    -> tensor<1x1x35xf16> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf16>) -> tensor<1x1x35xf16>
  return %y : tensor<1x1x35xf16>
}

func.func @O4_f16_denormals(%x: tensor<1x3x8xf16>) -> tensor<1x1x10xf16> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x8xf16>) -> tensor<1x1x10xf16>
  return %y : tensor<1x1x10xf16>
}

func.func @O4_f16_denormals_in_a_loop(%x: tensor<1x33x3xf16>)
    -> tensor<1x1x35xf16> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf16>) -> tensor<1x1x35xf16>
  return %y : tensor<1x1x35xf16>
}

func.func @O4_i8(%x: tensor<1x3x6xi8>) -> tensor<1x1x8xi8> {
  %y = dml.fold %x, window_sizes = [3] : (tensor<1x3x6xi8>) -> tensor<1x1x8xi8>
  return %y : tensor<1x1x8xi8>
}

func.func @O4_i8_in_a_loop(%x: tensor<1x33x3xi8>) -> tensor<1x1x35xi8> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xi8>) -> tensor<1x1x35xi8>
  return %y : tensor<1x1x35xi8>
}

func.func @O4_ui8(%x: tensor<1x3x6xui8>) -> tensor<1x1x8xui8> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x6xui8>) -> tensor<1x1x8xui8>
  return %y : tensor<1x1x8xui8>
}

func.func @O4_ui8_in_a_loop(%x: tensor<1x33x3xui8>) -> tensor<1x1x35xui8> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xui8>) -> tensor<1x1x35xui8>
  return %y : tensor<1x1x35xui8>
}

func.func @O4_i16(%x: tensor<1x3x6xi16>) -> tensor<1x1x8xi16> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x6xi16>) -> tensor<1x1x8xi16>
  return %y : tensor<1x1x8xi16>
}

func.func @O4_i16_in_a_loop(%x: tensor<1x33x3xi16>) -> tensor<1x1x35xi16> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xi16>) -> tensor<1x1x35xi16>
  return %y : tensor<1x1x35xi16>
}

func.func @O4_ui16(%x: tensor<1x3x6xui16>) -> tensor<1x1x8xui16> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x6xui16>) -> tensor<1x1x8xui16>
  return %y : tensor<1x1x8xui16>
}

func.func @O4_ui16_in_a_loop(%x: tensor<1x33x3xui16>) -> tensor<1x1x35xui16> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xui16>) -> tensor<1x1x35xui16>
  return %y : tensor<1x1x35xui16>
}

func.func @O4_i32(%x: tensor<1x3x6xi32>) -> tensor<1x1x8xi32> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x6xi32>) -> tensor<1x1x8xi32>
  return %y : tensor<1x1x8xi32>
}

func.func @O4_i32_in_a_loop(%x: tensor<1x33x3xi32>) -> tensor<1x1x35xi32> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xi32>) -> tensor<1x1x35xi32>
  return %y : tensor<1x1x35xi32>
}

func.func @O4_ui32(%x: tensor<1x3x6xui32>) -> tensor<1x1x8xui32> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x6xui32>) -> tensor<1x1x8xui32>
  return %y : tensor<1x1x8xui32>
}

func.func @O4_ui32_in_a_loop(%x: tensor<1x33x3xui32>) -> tensor<1x1x35xui32> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xui32>) -> tensor<1x1x35xui32>
  return %y : tensor<1x1x35xui32>
}

func.func @O4_i64(%x: tensor<1x3x6xi64>) -> tensor<1x1x8xi64> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x6xi64>) -> tensor<1x1x8xi64>
  return %y : tensor<1x1x8xi64>
}

func.func @O4_i64_in_a_loop(%x: tensor<1x33x3xi64>) -> tensor<1x1x35xi64> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xi64>) -> tensor<1x1x35xi64>
  return %y : tensor<1x1x35xi64>
}

func.func @O4_ui64(%x: tensor<1x3x6xui64>) -> tensor<1x1x8xui64> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x6xui64>) -> tensor<1x1x8xui64>
  return %y : tensor<1x1x8xui64>
}

func.func @O4_ui64_in_a_loop(%x: tensor<1x33x3xui64>) -> tensor<1x1x35xui64> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xui64>) -> tensor<1x1x35xui64>
  return %y : tensor<1x1x35xui64>
}

func.func @O4_f32_zeros(%x: tensor<1x3x7xf32>) -> tensor<1x1x9xf32> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x7xf32>) -> tensor<1x1x9xf32>
  return %y : tensor<1x1x9xf32>
}

func.func @O4_f32_zeros_in_a_loop(%x: tensor<1x33x3xf32>)
    -> tensor<1x1x35xf32> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf32>) -> tensor<1x1x35xf32>
  return %y : tensor<1x1x35xf32>
}

func.func @O4_f64_zeros(%x: tensor<1x3x7xf64>) -> tensor<1x1x9xf64> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x7xf64>) -> tensor<1x1x9xf64>
  return %y : tensor<1x1x9xf64>
}

func.func @O4_f64_zeros_in_a_loop(%x: tensor<1x33x3xf64>)
    -> tensor<1x1x35xf64> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf64>) -> tensor<1x1x35xf64>
  return %y : tensor<1x1x35xf64>
}

func.func @O4_f16_zeros(%x: tensor<1x3x7xf16>) -> tensor<1x1x9xf16> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x7xf16>) -> tensor<1x1x9xf16>
  return %y : tensor<1x1x9xf16>
}

func.func @O4_f16_zeros_in_a_loop(%x: tensor<1x33x3xf16>)
    -> tensor<1x1x35xf16> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf16>) -> tensor<1x1x35xf16>
  return %y : tensor<1x1x35xf16>
}

func.func @O4_f32_nans(%x: tensor<1x3x8xf32>) -> tensor<1x1x10xf32> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x8xf32>) -> tensor<1x1x10xf32>
  return %y : tensor<1x1x10xf32>
}

func.func @O4_f32_nans_in_a_loop(%x: tensor<1x33x3xf32>) -> tensor<1x1x35xf32> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf32>) -> tensor<1x1x35xf32>
  return %y : tensor<1x1x35xf32>
}

func.func @O4_f64_nans(%x: tensor<1x3x8xf64>) -> tensor<1x1x10xf64> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x8xf64>) -> tensor<1x1x10xf64>
  return %y : tensor<1x1x10xf64>
}

func.func @O4_f64_nans_in_a_loop(%x: tensor<1x33x3xf64>) -> tensor<1x1x35xf64> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf64>) -> tensor<1x1x35xf64>
  return %y : tensor<1x1x35xf64>
}

func.func @O4_f16_nans(%x: tensor<1x3x8xf16>) -> tensor<1x1x10xf16> {
  %y = dml.fold %x, window_sizes = [3]
      : (tensor<1x3x8xf16>) -> tensor<1x1x10xf16>
  return %y : tensor<1x1x10xf16>
}

func.func @O4_f16_nans_in_a_loop(%x: tensor<1x33x3xf16>) -> tensor<1x1x35xf16> {
  %y = dml.fold %x, window_sizes = [33]
      : (tensor<1x33x3xf16>) -> tensor<1x1x35xf16>
  return %y : tensor<1x1x35xf16>
}

func.func @O4_alone_f32(%x: tensor<1x2x3xf32>) -> tensor<1x1x12xf32> {
  %y = dml.fold %x, window_sizes = [2], strides = [5], dilations = [2],
      start_padding = [1], end_padding = [1]
      : (tensor<1x2x3xf32>) -> tensor<1x1x12xf32>
  return %y : tensor<1x1x12xf32>
}

func.func @O4_alone_in_patches_f32(%x: tensor<1x4x2xf32>) -> tensor<1x2x4xf32> {
  %y = dml.fold %x, window_sizes = [2], strides = [2]
      : (tensor<1x4x2xf32>) -> tensor<1x2x4xf32>
  return %y : tensor<1x2x4xf32>
}

func.func @O4_alone_f64(%x: tensor<1x2x3xf64>) -> tensor<1x1x12xf64> {
  %y = dml.fold %x, window_sizes = [2], strides = [5], dilations = [2],
      start_padding = [1], end_padding = [1]
      : (tensor<1x2x3xf64>) -> tensor<1x1x12xf64>
  return %y : tensor<1x1x12xf64>
}

func.func @O4_alone_in_patches_f64(%x: tensor<1x4x2xf64>) -> tensor<1x2x4xf64> {
  %y = dml.fold %x, window_sizes = [2], strides = [2]
      : (tensor<1x4x2xf64>) -> tensor<1x2x4xf64>
  return %y : tensor<1x2x4xf64>
}

func.func @O4_alone_f16(%x: tensor<1x2x3xf16>) -> tensor<1x1x12xf16> {
  %y = dml.fold %x, window_sizes = [2], strides = [5], dilations = [2],
      start_padding = [1], end_padding = [1]
      : (tensor<1x2x3xf16>) -> tensor<1x1x12xf16>
  return %y : tensor<1x1x12xf16>
}

func.func @O4_alone_in_patches_f16(%x: tensor<1x4x2xf16>) -> tensor<1x2x4xf16> {
  %y = dml.fold %x, window_sizes = [2], strides = [2]
      : (tensor<1x4x2xf16>) -> tensor<1x2x4xf16>
  return %y : tensor<1x2x4xf16>
}

func.func @O4_two_dimensions(%x: tensor<1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  %y = dml.fold %x, window_sizes = [2, 2]
      : (tensor<1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

func.func @O4_two_dimensions_in_loops(%x: tensor<1x36x4xf32>)
    -> tensor<1x1x7x7xf32> {
  %y = dml.fold %x, window_sizes = [6, 6]
      : (tensor<1x36x4xf32>) -> tensor<1x1x7x7xf32>
  return %y : tensor<1x1x7x7xf32>
}

func.func @O4_stride(%x: tensor<1x6x3xf32>) -> tensor<1x1x10xf32> {
  %y = dml.fold %x, window_sizes = [6], strides = [2]
      : (tensor<1x6x3xf32>) -> tensor<1x1x10xf32>
  return %y : tensor<1x1x10xf32>
}

func.func @O4_by_trial(%x: tensor<1x5x7xf32>) -> tensor<1x1x25xf32> {
  %y = dml.fold %x, window_sizes = [5], strides = [2], dilations = [3]
      : (tensor<1x5x7xf32>) -> tensor<1x1x25xf32>
  return %y : tensor<1x1x25xf32>
}

// Where windows do not overlap, nothing is summed: NaNs and denormals keep their bits.
// RUN: %run %s --function=O4_moved_f32 --input=1x2x3xf32=0x7F80002B,0xFFC01234,1e-45,-1e-45,-0,0x7FFFFFFF \
// RUN:   --expected-output=1x1x9xf32=0x7F80002B,-1e-45,0,0xFFC01234,-0,0,1e-45,0x7FFFFFFF,0
// RUN: %run %s --function=O4_moved_f16 --input=1x2x3xf16=0x7C2B,0xFE12,0x0001,0x8001,-0,0x7FFF \
// RUN:   --expected-output=1x1x6xf16=0x7C2B,0x8001,0xFE12,-0,0x0001,0x7FFF

func.func @O4_moved_f32(%x: tensor<1x2x3xf32>) -> tensor<1x1x9xf32> {
  %y = dml.fold %x, window_sizes = [2], strides = [3], end_padding = [1]
      : (tensor<1x2x3xf32>) -> tensor<1x1x9xf32>
  return %y : tensor<1x1x9xf32>
}

func.func @O4_moved_f16(%x: tensor<1x2x3xf16>) -> tensor<1x1x6xf16> {
  %y = dml.fold %x, window_sizes = [2], strides = [2]
      : (tensor<1x2x3xf16>) -> tensor<1x1x6xf16>
  return %y : tensor<1x1x6xf16>
}

func.func @O4_f16_and_zero(%x: tensor<1x2x16xf16>) -> tensor<1x1x17xf16> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x16xf16>) -> tensor<1x1x17xf16>
  return %y : tensor<1x1x17xf16>
}
