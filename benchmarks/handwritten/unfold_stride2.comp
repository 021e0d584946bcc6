// Unfold of images with stride 2 to half as many rows and columns: a workgroup
// takes one row of the window and some rows of blocks. It stages the rows of the
// input that these see, even and odd columns apart. Then each row of the result
// is a shifted row of one of both. Rows of the result are whole vectors; staged
// ones have a vector of zeros on either side.
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
const uint RESULT_ROW = ROW / 2;
const uint ROWS = 256 / ROW;
const uint RESULT_HEIGHT = H / 2;
const uint TILES = RESULT_HEIGHT / ROWS;

shared uvec4 phases[2][ROWS][RESULT_ROW + 2];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint tile = gl_WorkGroupID.x % TILES;
  uint windowRow = gl_WorkGroupID.x / TILES % KH;
  uint plane = gl_WorkGroupID.x / (TILES * KH);

  uint row = lane / ROW, column = lane % ROW;
  int inputRow = int((tile * ROWS + row) * 2 + windowRow) - PH;
  uvec4 loaded = uvec4(0);
  if (uint(inputRow) < H)
    loaded = x[(plane * H + uint(inputRow)) * ROW + column];
  uvec2 even, odd;
  splitWords(loaded.x, loaded.y, even.x, odd.x);
  splitWords(loaded.z, loaded.w, even.y, odd.y);
  // By components: a store of several would write the whole vector, half of which
  // is another invocation's.
  uint at = column / 2 + 1, word = column % 2 * 2;
  phases[0][row][at][word] = even.x;
  phases[0][row][at][word + 1] = even.y;
  phases[1][row][at][word] = odd.x;
  phases[1][row][at][word + 1] = odd.y;
  if (lane < 4 * ROWS)
    phases[lane & 1][lane >> 2][(lane & 2) == 0 ? 0 : RESULT_ROW + 1] =
        uvec4(0);
  barrier();

  uint window = (plane * KH + windowRow) * KW;
  for (uint i = lane; i < KW * 128; i += 256) {
    uint windowColumn = i / 128;
    uint resultRow = i % 128 / RESULT_ROW, v = i % RESULT_ROW;
    int offset = int(windowColumn) - PW;
    int begin = int(v) * 16 + (offset >> 1) * BYTES;
    int first = (begin >> 4) + 1;
    uint phase = uint(offset) & 1;
    uvec4 low = phases[phase][resultRow][first];
    uvec4 high = phases[phase][resultRow][first + 1];
    uint rows = (window + windowColumn) * RESULT_HEIGHT;
    y[(rows + tile * ROWS + resultRow) * RESULT_ROW + v] = shiftVectors(low, high, uint(begin) & 15);
  }
}
