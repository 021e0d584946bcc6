// Unfold with stride 1 to as many blocks as there are positions: each invocation
// writes two vectors of the result, in its order. A vector comes from two
// vectors of one input row, shifted together; outside of the row there are
// zeros. Rows are whole vectors.
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450
#extension GL_GOOGLE_include_directive : require
#include "vectors.glsl"

layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer Input { uvec4 x[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uvec4 y[]; };

const uint ROW = W * BYTES / 16;
const uint VOLUME = D * H * ROW;
const uint WINDOW = KD * KH * KW;
const uint VECTORS = TOTAL * BYTES / 16;

uvec4 gather(uint number) {
  uint position = number % VOLUME;
  uint element = number / VOLUME % WINDOW;
  uint plane = number / (VOLUME * WINDOW);
  int d = int(position / (H * ROW)) + int(element / (KH * KW)) * DILATION - PD;
  int h = int(position / ROW % H) + int(element / KW % KH) * DILATION - PH;
  int begin = int(position % ROW) * 16 +
              (int(element % KW) * DILATION - PW) * BYTES;
  if (uint(d) >= D || uint(h) >= H)
    return uvec4(0);
  uint row = ((plane * D + uint(d)) * H + uint(h)) * ROW;
  uint shift = uint(begin) & 15;
  uint first = uint(begin >> 4);
  uvec4 low = uvec4(0), high = uvec4(0);
  if (first < ROW)
    low = x[row + first];
  if (shift != 0 && first + 1 < ROW)
    high = x[row + first + 1];
  return shiftVectors(low, high, shift);
}

void main() {
  uint first = gl_WorkGroupID.x * 512 + gl_LocalInvocationID.x;
  uint second = first + 256;
  uvec4 a = gather(min(first, VECTORS - 1));
  uvec4 b = gather(min(second, VECTORS - 1));
  if (first < VECTORS)
    y[first] = a;
  if (second < VECTORS)
    y[second] = b;
}
