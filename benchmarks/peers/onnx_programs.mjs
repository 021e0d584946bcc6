// The programs of `dml-benchmark --suite=programs` as ONNX has them. Weights are
// constants there, as in models, so that ONNX Runtime lays them out in advance.
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { intAttribute, intsAttribute, stringAttribute } from './onnx_model.mjs';

const product = (sizes) => sizes.reduce((a, b) => a * b, 1);

// Adds nodes to a program; each method returns the name of the node's first result.
class ProgramBuilder {
  constructor(type, arrayType) {
    Object.assign(this, { type, arrayType, nodes: [], constants: [] });
  }

  add(op, inputs, attributes = [], numOutputs = 1) {
    const name = `v${this.nodes.length}`;
    const outputs = [name, `${name}_indices`].slice(0, numOutputs);
    this.nodes.push({ op, attributes, inputs, outputs });
    return name;
  }

  constant(type, sizes, data) {
    const name = `c${this.constants.length}`;
    this.constants.push({ name, type, sizes, data });
    return name;
  }

  // Numbers from -0.5 to 0.5, or other finite ones.
  weights(sizes) {
    const data = new this.arrayType(product(sizes));
    const isFloat = data instanceof Float32Array;
    for (let i = 0; i < data.length; ++i)
      data[i] = isFloat ? Math.random() - 0.5 : Math.floor(Math.random() * 30000);
    return this.constant(this.type, sizes, data);
  }

  list(values) {
    return this.constant('int64', [values.length], BigInt64Array.from(values, BigInt));
  }

  convolve(x, from, to, { k, s = [1, 1], p = k.map((size) => size >> 1), bias = true }) {
    const inputs = [x, this.weights([to, from, ...k])];
    if (bias) inputs.push(this.weights([to]));
    return this.add('Conv', inputs, [
      intsAttribute('kernel_shape', k),
      intsAttribute('strides', s),
      intsAttribute('pads', [...p, ...p]),
    ]);
  }

  features(x, from, to, window) {
    return this.add('Relu', [this.convolve(x, from, to, { k: [window, window] })]);
  }

  pool(x) {
    return this.add('MaxPool', [x], [
      intsAttribute('kernel_shape', [2, 2]), intsAttribute('strides', [2, 2])], 2);
  }

  unpool(values, indices, sizes) {
    return this.add('MaxUnpool', [values, indices, this.list(sizes)], [
      intsAttribute('kernel_shape', [2, 2]), intsAttribute('strides', [2, 2])]);
  }

  shuffle(x, block) {
    return this.add('DepthToSpace', [x], [
      intAttribute('blocksize', block), stringAttribute('mode', 'CRD')]);
  }
}

// Each adds its nodes, the last of which has the result, and returns its sizes.
const programs = {
  espcn(b, { sizes: [n, channels, h, w], c: [first, second], block }) {
    const features1 = b.features('x', channels, first, 5);
    const features2 = b.features(features1, first, second, 3);
    b.shuffle(b.convolve(features2, second, channels * block ** 2, { k: [3, 3] }), block);
    return [n, channels, h * block, w * block];
  },

  segnet(b, { sizes: [n, channels, h, w], c: [first, second, classes] }) {
    const pooled1 = b.pool(b.features('x', channels, first, 3));
    const pooled2 = b.pool(b.features(pooled1, first, second, 3));
    const unpooled2 = b.unpool(
      pooled2, `${pooled2}_indices`, [n, second, h >> 1, w >> 1]);
    const features3 = b.features(unpooled2, second, first, 3);
    const unpooled1 = b.unpool(features3, `${pooled1}_indices`, [n, first, h, w]);
    b.convolve(unpooled1, first, classes, { k: [3, 3] });
    return [n, classes, h, w];
  },

  patch_embedding(b, { sizes: [n, channels, h, w], c: [to], k, s }) {
    const patches = Math.floor(h / s[0]) * Math.floor(w / s[1]);
    const features = b.convolve('x', channels, to, { k, s, p: [0, 0] });
    const rows = b.add('Reshape', [features, b.list([n, to, patches])]);
    const tokens = b.add('Transpose', [rows], [intsAttribute('perm', [0, 2, 1])]);
    b.add('Add', [tokens, b.weights([patches, to])]);
    return [n, patches, to];
  },

  unfold_matmul(b, { sizes: [n, channels, h, w], c: [to], k, p }) {
    const features = b.convolve('x', channels, to, { k, p, bias: false });
    b.add('Reshape', [features, b.list([n, to, h * w])]);
    return [n, to, h * w];
  },

  bias_shuffle_clamp(b, { sizes: [n, channels, h, w], block }) {
    const biased = b.add('Add', ['x', b.weights([channels, 1, 1])]);
    const [zero, one] = [0, 1].map((value) => {
      // Of f16, 1 is 0x3C00.
      const isFloat = b.arrayType === Float32Array;
      return b.constant(b.type, [], b.arrayType.of(isFloat ? value : value * 0x3C00));
    });
    b.add('Clip', [b.shuffle(biased, block), zero, one]);
    return [n, channels / block ** 2, h * block, w * block];
  },
};

/// The nodes, constants and result sizes of a case that is a program, for elements
/// of ONNX's type in arrays of JavaScript's; otherwise null.
export function makeProgram(benchmark, type, arrayType) {
  const build = programs[benchmark.operator];
  if (!build) return null;
  const builder = new ProgramBuilder(type, arrayType);
  const outputSizes = build(builder, benchmark);
  const { nodes, constants } = builder;
  nodes.at(-1).outputs = ['y'];
  return { op: nodes.map(({ op }) => op).join(', '), nodes, constants, outputSizes, opset: 13 };
}
