// Unfold of images to patches of 16x16 that do not overlap: a workgroup
// transposes WINDOWS rows of 16 elements, the same row of each of so many
// windows, through its memory. A word of a column of these, LANES + 1 words for
// each of the windows of a vector, lie together, so that lanes read consecutive
// ones. An invocation takes one word of as many windows as a vector of the
// result has elements, and writes the vectors of the columns in that word.
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450

layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer Input { uvec4 x[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uvec4 y[]; };

const uint ELEMENTS = 16 / BYTES;
const uint WORDS = 4 * BYTES;
const uint LANES = WINDOWS / ELEMENTS;
const uint STRIDE = ELEMENTS * (LANES + 1);
const uint BLOCKS_X = W / 16;
const uint BLOCKS = H / 16 * BLOCKS_X;
const uint TILES = BLOCKS / WINDOWS;
const uint LOADS = WINDOWS * BYTES / 256;

shared uint stage[WORDS * STRIDE];

/// Writes the columns of one word.
void writeColumns(uint at, uint words[ELEMENTS]) {
  const uint next = BLOCKS / ELEMENTS;
#if BYTES == 4
  y[at] = uvec4(words[0], words[1], words[2], words[3]);
#elif BYTES == 2
  uvec4 a = uvec4(words[0], words[2], words[4], words[6]);
  uvec4 b = uvec4(words[1], words[3], words[5], words[7]);
  y[at] = (a & 0xFFFF) | (b << 16);
  y[at + next] = (a >> 16) | (b & 0xFFFF0000);
#else
  uvec4 a = uvec4(words[0], words[4], words[8], words[12]);
  uvec4 b = uvec4(words[1], words[5], words[9], words[13]);
  uvec4 c = uvec4(words[2], words[6], words[10], words[14]);
  uvec4 d = uvec4(words[3], words[7], words[11], words[15]);
  // Bytes 0 and 2, then 1 and 3, of two windows.
  uvec4 evenAB = (a & 0x00FF00FF) | ((b & 0x00FF00FF) << 8);
  uvec4 oddAB = ((a >> 8) & 0x00FF00FF) | (b & 0xFF00FF00);
  uvec4 evenCD = (c & 0x00FF00FF) | ((d & 0x00FF00FF) << 8);
  uvec4 oddCD = ((c >> 8) & 0x00FF00FF) | (d & 0xFF00FF00);
  y[at] = (evenAB & 0xFFFF) | (evenCD << 16);
  y[at + next] = (oddAB & 0xFFFF) | (oddCD << 16);
  y[at + 2 * next] = (evenAB >> 16) | (evenCD & 0xFFFF0000);
  y[at + 3 * next] = (oddAB >> 16) | (oddCD & 0xFFFF0000);
#endif
}

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint tile = gl_WorkGroupID.x % TILES;
  uint windowRow = gl_WorkGroupID.x / TILES % 16;
  uint plane = gl_WorkGroupID.x / (TILES * 16);

  uvec4 loaded[LOADS];
  for (uint i = 0; i < LOADS; ++i) {
    uint number = lane + i * 256;
    uint block = tile * WINDOWS + number / BYTES;
    uint row = plane * H + block / BLOCKS_X * 16 + windowRow;
    loaded[i] = x[(row * BLOCKS_X + block % BLOCKS_X) * BYTES + number % BYTES];
  }
  for (uint i = 0; i < LOADS; ++i) {
    uint number = lane + i * 256;
    uint window = number / BYTES;
    uint at = number % BYTES * 4 * STRIDE +
              window % ELEMENTS * (LANES + 1) + window / ELEMENTS;
    for (uint word = 0; word < 4; ++word)
      stage[at + word * STRIDE] = loaded[i][word];
  }
  barrier();

  for (uint i = lane; i < WORDS * LANES; i += 256) {
    uint word = i / LANES, v = i % LANES;
    uint words[ELEMENTS];
    for (uint j = 0; j < ELEMENTS; ++j)
      words[j] = stage[word * STRIDE + j * (LANES + 1) + v];
    uint column = (plane * 16 + windowRow) * 16 + word * (4 / BYTES);
    writeColumns((column * BLOCKS + tile * WINDOWS) / ELEMENTS + v, words);
  }
}
