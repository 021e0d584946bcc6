// Zeros to the whole result of a max_unpooling, which max_unpooling_scatter.comp
// then writes to.
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450

layout(local_size_x = 256) in;
layout(set = 0, binding = 2) writeonly buffer Output { uvec4 y[]; };

const uint VECTORS = TOTAL * BYTES / 16;

void main() {
  uint first = gl_WorkGroupID.x * 512 + gl_LocalInvocationID.x;
  if (first < VECTORS)
    y[first] = uvec4(0);
  if (first + 256 < VECTORS)
    y[first + 256] = uvec4(0);
}
