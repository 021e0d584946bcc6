// Vectors of 16 bytes, of elements of BYTES bytes.
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The 16 bytes that begin `bytes`, less than 16, behind those of `low`, which
/// `high` follows.
uvec4 shiftVectors(uvec4 low, uvec4 high, uint bytes) {
  if ((bytes & 8) != 0) {
    low = uvec4(low.zw, high.xy);
    high.xy = high.zw;
  }
  if ((bytes & 4) != 0) {
    low = uvec4(low.yzw, high.x);
    high.x = high.y;
  }
#if BYTES < 4
  // A shift by 32 is none of GLSL's.
  uint bits = (bytes & 3) * 8;
  uvec4 next = uvec4(low.yzw, high.x);
  low = (low >> bits) | (next << 1 << (31 - bits));
#endif
  return low;
}

/// The elements at even and at odd places of two words.
void splitWords(uint a, uint b, out uint even, out uint odd) {
#if BYTES == 4
  even = a;
  odd = b;
#elif BYTES == 2
  even = (a & 0xFFFF) | (b << 16);
  odd = (a >> 16) | (b & 0xFFFF0000);
#else
  uint evenA = (a & 0xFF) | ((a >> 8) & 0xFF00);
  uint oddA = ((a >> 8) & 0xFF) | ((a >> 16) & 0xFF00);
  uint evenB = ((b << 16) & 0xFF0000) | ((b << 8) & 0xFF000000);
  uint oddB = ((b << 8) & 0xFF0000) | (b & 0xFF000000);
  even = evenA | evenB;
  odd = oddA | oddB;
#endif
}
