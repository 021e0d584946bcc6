#!/usr/bin/env node
// Times ONNX Runtime on the CPU on the cases of dml-benchmark, whose names come
// from
//
//   dml-benchmark --suite=operators --benchmark_list_tests
//
// on standard input; prints JSON for report.py. Each case is a model of one node, or
// a program of several, whose time is that of its kernels by ONNX Runtime's own
// profiler, in whole microseconds: a call from JavaScript takes as long again.
//
//   onnxruntime.mjs MODULES_DIR [--threads=N] [--runs=N] <NAMES >RESULT.json
//
// MODULES_DIR is where `npm install onnxruntime-node` put its node_modules.
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  intAttribute, intsAttribute, makeModel, makeProgramModel, stringAttribute,
} from './onnx_model.mjs';
import { makeProgram } from './onnx_programs.mjs';

const warmUp = 3;
const smallBytes = 1 << 20;
const repeatSmall = 20;

// dml's types, where JavaScript has arrays of them.
const types = {
  f64: { onnx: 'float64', array: Float64Array },
  f32: { onnx: 'float32', array: Float32Array },
  f16: { onnx: 'float16', array: Uint16Array },
  i64: { onnx: 'int64', array: BigInt64Array },
  i32: { onnx: 'int32', array: Int32Array },
  i16: { onnx: 'int16', array: Int16Array },
  i8: { onnx: 'int8', array: Int8Array },
  ui8: { onnx: 'uint8', array: Uint8Array },
};

const product = (sizes) => sizes.reduce((a, b) => a * b, 1);

// As cases.py does it.
function parseCase(name) {
  const [operator, shape, type] = name.split('/');
  const [sizes, ...options] = (shape ?? '').split('_');
  const result = { name, operator, type, sizes: sizes.split('x').map(Number) };
  for (const option of options) {
    if (option.startsWith('ui')) result.indexType = option;
    else if (option === 'indices') result.givesIndices = true;
    else if (option === 'nhwc') result.nhwc = true;
    else if (option[0] === 'b') result.block = Number(option.slice(1));
    else result[option[0]] = option.slice(1).split('x').map(Number);
  }
  // Windows of 2 where a name says nothing of what indices are from.
  const pooling = result.indexType && !result.k ? { k: [2], s: [2] } : {};
  const rank = result.sizes.length - 2;
  for (const [key, value] of Object.entries({ k: [0], s: [1], p: [0], d: [1], ...pooling })) {
    result[key] ??= value;
    // One number for all dimensions.
    if (result[key].length === 1) result[key] = new Array(rank).fill(result[key][0]);
  }
  result.o ??= result.sizes.slice(2).map((size) => 2 * size);
  return result;
}

function depthToSpace(benchmark) {
  const { sizes: [n, c, h, w], block } = benchmark;
  const mode = benchmark.operator.endsWith('dcr') ? 'DCR' : 'CRD';
  return {
    op: 'DepthToSpace',
    attributes: [intAttribute('blocksize', block), stringAttribute('mode', mode)],
    outputSizes: [n, c / block ** 2, h * block, w * block],
  };
}

// It has one order.
function spaceToDepth(benchmark) {
  const { operator, sizes: [n, c, h, w], block } = benchmark;
  if (!operator.endsWith('dcr')) return null;
  return {
    op: 'SpaceToDepth',
    attributes: [intAttribute('blocksize', block)],
    outputSizes: [n, c * block ** 2, h / block, w / block],
  };
}

// The windows in each spatial dimension.
function countBlocks({ sizes, k, s, p, d }) {
  return sizes.slice(2)
    .map((size, i) => Math.floor((size + 2 * p[i] - d[i] * (k[i] - 1) - 1) / s[i]) + 1);
}

function maxPool(benchmark) {
  const { sizes: [n, c], k, s, p, d } = benchmark;
  return {
    op: 'MaxPool',
    attributes: [
      intsAttribute('kernel_shape', k),
      intsAttribute('strides', s),
      intsAttribute('pads', [...p, ...p]),
      intsAttribute('dilations', d),
    ],
    outputSizes: [n, c, ...countBlocks(benchmark)],
    givesIndices: benchmark.givesIndices,
  };
}

// The case's sizes are those of the result, as dml-benchmark has them.
function col2Im(benchmark) {
  const { sizes: [n, c, ...spatial], k, s, p, d } = benchmark;
  return {
    op: 'Col2Im',
    opset: 18,
    attributes: [
      intsAttribute('strides', s),
      intsAttribute('pads', [...p, ...p]),
      intsAttribute('dilations', d),
    ],
    sizes: [n, c * product(k), product(countBlocks(benchmark))],
    lists: { image: spatial, block: k },
    outputSizes: benchmark.sizes,
  };
}

// Indices count within the whole result, as dml's.
function makeIndices(benchmark) {
  const { sizes: [n, c, h, w], k, s, p, o: [height, width] } = benchmark;
  const indices = new BigInt64Array(n * c * h * w);
  const pick = (bound) => Math.floor(Math.random() * bound);
  if (benchmark.operator.endsWith('shuffled')) {
    for (let i = 0; i < indices.length; ++i)
      indices[i] = BigInt(pick(n * c * height * width));
    return indices;
  }
  // A position of the window, inside the result.
  const pickInside = (position, dimension, size) => {
    const begin = position * s[dimension] - p[dimension];
    const first = Math.max(begin, 0);
    return first + pick(Math.min(begin + k[dimension], size) - first);
  };
  let i = 0;
  for (let plane = 0; plane < n * c; ++plane)
    for (let y = 0; y < h; ++y)
      for (let x = 0; x < w; ++x)
        indices[i++] = BigInt(
          (plane * height + pickInside(y, 0, height)) * width + pickInside(x, 1, width));
  return indices;
}

function maxUnpool(benchmark) {
  const { sizes: [n, c], k, s, p, o } = benchmark;
  return {
    op: 'MaxUnpool',
    attributes: [
      intsAttribute('kernel_shape', k),
      intsAttribute('strides', s),
      intsAttribute('pads', [...p, ...p]),
    ],
    indices: makeIndices(benchmark),
    lists: { shape: [n, c, ...o] },
    outputSizes: [n, c, ...o],
  };
}

// By how the operators' names begin.
const nodes = {
  depth_to_space1: depthToSpace,
  space_to_depth1: spaceToDepth,
  max_pooling2: maxPool,
  max_unpooling: maxUnpool,
  fold: col2Im,
};

// Random bits in numbers that are no NaNs.
function fillRandom(array) {
  const isBig = array instanceof BigInt64Array;
  for (let i = 0; i < array.length; ++i) {
    const value = Math.floor(Math.random() * 30000);
    array[i] = isBig ? BigInt(value) : value;
  }
  return array;
}

function countBytes(benchmark, node) {
  const width = types[benchmark.type].array.BYTES_PER_ELEMENT;
  const count = product(node.sizes ?? benchmark.sizes);
  const indexWidth = { ui32: 4, ui64: 8 }[benchmark.indexType] ?? 0;
  const results = product(node.outputSizes);
  // Of max_pooling2 in ui32, as cases.py has them.
  const given = node.givesIndices ? results * 4 : 0;
  // A program's weights: the list of a shape and scalars are no inputs of dml's.
  const weights = (node.constants ?? []).filter(
    ({ type, sizes }) => type === types[benchmark.type].onnx && sizes.length > 0);
  const numWeights = weights.reduce((sum, { data }) => sum + data.length, 0);
  return (count + results + numWeights) * width + count * indexWidth + given;
}

// The milliseconds of each run, from the profile in the folder: of the node and
// of the casts around it, for types that it has no kernel for.
function readProfile(folder, numRuns) {
  const [file] = readdirSync(folder);
  const events = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const kernels = events.filter(({ name }) => name.endsWith('_kernel_time'));
  const times = new Array(numRuns).fill(0);
  kernels.forEach(({ dur }, i) => {
    times[Math.floor((i * numRuns) / kernels.length)] += dur * 1e-3;
  });
  return times;
}

async function timeCase(ort, benchmark, node, options) {
  const { onnx, array } = types[benchmark.type];
  const sizes = node.sizes ?? benchmark.sizes;
  const feeds = { x: new ort.Tensor(onnx, fillRandom(new array(product(sizes))), sizes) };
  if (node.indices)
    feeds.i = new ort.Tensor('int64', node.indices, benchmark.sizes);
  const fetches = {
    y: new ort.Tensor(onnx, new array(product(node.outputSizes)), node.outputSizes),
  };
  const inputs = [{ name: 'x', type: onnx, sizes }];
  if (node.indices) inputs.push({ name: 'i', type: 'int64', sizes: benchmark.sizes });
  for (const [name, values] of Object.entries(node.lists ?? {})) {
    inputs.push({ name, type: 'int64', sizes: [values.length] });
    feeds[name] = new ort.Tensor('int64', values.map(BigInt), [values.length]);
  }
  const outputs = [{ name: 'y', type: onnx, sizes: node.outputSizes }];
  if (node.givesIndices) {
    const shape = node.outputSizes;
    outputs.push({ name: 'indices', type: 'int64', sizes: shape });
    fetches.indices = new ort.Tensor('int64', new BigInt64Array(product(shape)), shape);
  }
  const model = node.nodes
    ? makeProgramModel(node.nodes, node.constants, inputs, outputs, node.opset)
    : makeModel(node.op, node.attributes, inputs, outputs, node.opset);
  const folder = mkdtempSync(join(tmpdir(), 'dml-onnxruntime-'));
  const bytes = countBytes(benchmark, node);
  const runs = options.runs * (bytes < smallBytes ? repeatSmall : 1);
  let times;
  try {
    const session = await ort.InferenceSession.create(model, {
      intraOpNumThreads: options.threads,
      logSeverityLevel: 4,
      enableProfiling: true,
      profileFilePrefix: join(folder, 'profile'),
    });
    // In turn with a copy, as dml-benchmark runs its own, so that the caches hold
    // as much of other data.
    const source = new Uint8Array(bytes / 2).fill(1);
    const target = new Uint8Array(bytes / 2);
    for (let i = 0; i < warmUp + runs; ++i) {
      target.set(source);
      await session.run(feeds, fetches);
    }
    session.endProfiling();
    await session.release();
    times = readProfile(folder, warmUp + runs).slice(warmUp).sort((a, b) => a - b);
  } finally {
    rmSync(folder, { recursive: true });
  }
  // A kernel may take less than the clock can tell.
  const milliseconds = Math.max(times[times.length >> 1], 0.001);
  return {
    name: benchmark.name,
    method: node.op + (node.indices || node.givesIndices ? ', int64 indices' : ''),
    bytes,
    kernel_ms: milliseconds,
    gbps: (bytes / milliseconds) * 1e-6,
  };
}

async function main() {
  const [folder, ...flags] = process.argv.slice(2);
  const options = { threads: 0, runs: 15 };
  for (const flag of flags) {
    const match = /^--(threads|runs)=(\d+)$/.exec(flag);
    if (match) options[match[1]] = Number(match[2]);
  }
  if (!folder || folder.startsWith('-')) {
    console.error('usage: onnxruntime.mjs MODULES_DIR [--threads=N] [--runs=N]');
    process.exit(2);
  }
  const ort = createRequire(resolve(folder) + '/')('onnxruntime-node');
  const results = {
    context: {
      peer: `ONNX Runtime ${ort.env.versions.node ?? ort.env.versions.common}`,
      date: new Date().toISOString(),
      threads: options.threads,
    },
    benchmarks: [],
    missing: [],
  };
  const names = readFileSync(0, 'utf8').split('\n')
    .map((line) => line.trim().replace(/\/(iterations:\d+|repeats:\d+|manual_time)\b/g, ''))
    .filter((name) => name.split('/').length === 3);
  for (const name of names) {
    const benchmark = parseCase(name);
    const [makeNode] = Object.entries(nodes)
      .filter(([operator]) => benchmark.operator.startsWith(operator))
      .map(([, make]) => make);
    // ONNX's operators have their channels second.
    const { onnx, array } = types[benchmark.type] ?? {};
    const node = benchmark.nhwc
      ? null : makeProgram(benchmark, onnx, array) ?? makeNode?.(benchmark);
    let reason = benchmark.nhwc ? 'no NHWC' : 'no such operator';
    try {
      if (node) results.benchmarks.push(await timeCase(ort, benchmark, node, options));
    } catch (error) {
      reason = String(error.message ?? error).split('\n')[0];
    }
    const last = results.benchmarks.at(-1);
    if (last?.name !== name) results.missing.push({ name, reason });
    console.error(name, last?.name === name ? `${last.kernel_ms} ms` : reason);
  }
  console.log(JSON.stringify(results, null, 1));
}

await main();
