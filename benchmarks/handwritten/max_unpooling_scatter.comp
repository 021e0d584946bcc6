// Writes each value of a max_unpooling of 32-bit elements to its place, four an
// invocation. Where indices occur more than once, any of their values may stay.
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450

layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer Values { uvec4 values[]; };
layout(set = 0, binding = 1) readonly buffer Indices { uvec4 indices[]; };
layout(set = 0, binding = 2) writeonly buffer Output { uint y[]; };

void main() {
  uint number = gl_GlobalInvocationID.x;
  if (number >= N * C * H * W / 4)
    return;
  uvec4 value = values[number], index = indices[number];
  for (uint i = 0; i < 4; ++i)
    if (index[i] < TOTAL)
      y[index[i]] = value[i];
}
