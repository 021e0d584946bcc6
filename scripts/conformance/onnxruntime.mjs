#!/usr/bin/env node
// What ONNX Runtime makes of cases on the CPU: each is a model of one node.
//
//   onnxruntime.mjs DIR MODULES_DIR
//
// DIR/cases.json lists the cases, DIR/NUMBER/x0.npy and so on are a case's operands.
// The results become DIR/NUMBER/y0.npy and so on; what fails, DIR/NUMBER/error.
// Prints the version. MODULES_DIR is where npm put node_modules.
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import {
  intAttribute, intsAttribute, makeModel, stringAttribute,
} from '../../benchmarks/peers/onnx_model.mjs';

// dml's types.
const types = {
  f64: { onnx: 'float64', array: Float64Array, npy: '<f8' },
  f32: { onnx: 'float32', array: Float32Array, npy: '<f4' },
  i8: { onnx: 'int8', array: Int8Array, npy: '|i1' },
  ui8: { onnx: 'uint8', array: Uint8Array, npy: '|u1' },
  ui32: { array: Uint32Array, npy: '<u4' },
  ui64: { array: BigUint64Array, npy: '<u8' },
};

// The elements of a file of this type.
function readArray(path, type) {
  const file = readFileSync(path);
  const begin = 10 + file.readUInt16LE(8);
  return new types[type].array(Uint8Array.from(file.subarray(begin)).buffer);
}

function writeArray(path, type, sizes, data) {
  const shape = sizes.map((size) => `${size}, `).join('');
  let header = `{'descr': '${types[type].npy}', 'fortran_order': False, 'shape': (${shape}), }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + '\n';
  const start = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, 0, 0]);
  start.writeUInt16LE(header.length, 8);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  writeFileSync(path, Buffer.concat([start, Buffer.from(header), bytes]));
}

const toInt64 = (values) => BigInt64Array.from(values, (value) => BigInt(value));
const constant = (name, values) =>
  ({ name, type: 'int64', sizes: [values.length], data: toInt64(values) });

function blocks({ operator, block, order }) {
  const mode = order === 'depth_column_row' ? 'DCR' : 'CRD';
  const attributes = [intAttribute('blocksize', block)];
  // SpaceToDepth has one mode.
  if (operator === 'depth_to_space1') attributes.push(stringAttribute('mode', mode));
  return { op: operator === 'depth_to_space1' ? 'DepthToSpace' : 'SpaceToDepth', attributes };
}

function maxPool({ call, index_type: indexType }) {
  const attributes = [
    intsAttribute('kernel_shape', call.window),
    intsAttribute('strides', call.strides),
    intsAttribute('dilations', call.dilations),
  ];
  if (call.auto_pad) attributes.push(stringAttribute('auto_pad', call.auto_pad));
  if (call.pads) attributes.push(intsAttribute('pads', call.pads));
  if (call.ceil) attributes.push(intAttribute('ceil_mode', 1));
  if (call.storage_order) attributes.push(intAttribute('storage_order', 1));
  return { op: 'MaxPool', attributes, indexType };
}

// Indices as dml has them, in row-major order, where storage_order asked for planes
// in column-major order.
function toRowMajor(indices, { sizes: [, , h, w] }) {
  const [height, plane] = [BigInt(h), BigInt(h * w)];
  return indices.map((index) => {
    const [begin, inPlane] = [index - (index % plane), index % plane];
    return begin + (inPlane % height) * BigInt(w) + inPlane / height;
  });
}

function maxUnpool({ call }, indices) {
  const inputs = [{ name: 'i', type: 'int64', sizes: call.sizes, data: toInt64(indices) }];
  if (call.output) inputs.push(constant('output_shape', call.output));
  return {
    op: 'MaxUnpool',
    attributes: [
      intsAttribute('kernel_shape', call.window),
      intsAttribute('strides', call.strides),
      intsAttribute('pads', call.pads),
    ],
    inputs,
  };
}

function col2Im(testCase) {
  const inputs = [
    constant('image_shape', testCase.output_sizes.slice(2)),
    constant('block_shape', testCase.window),
  ];
  return {
    op: 'Col2Im',
    opset: 18,
    attributes: [
      intsAttribute('strides', testCase.strides),
      intsAttribute('dilations', testCase.dilations),
      intsAttribute('pads', [...testCase.start, ...testCase.end]),
    ],
    inputs,
  };
}

const makeNode = {
  depth_to_space1: blocks,
  space_to_depth1: blocks,
  max_pooling2: maxPool,
  max_unpooling: maxUnpool,
  fold: col2Im,
};

async function compute(ort, testCase, place) {
  const { onnx } = types[testCase.type];
  const operands = [readArray(join(place, 'x0.npy'), testCase.type)];
  if (existsSync(join(place, 'x1.npy')))
    operands.push(readArray(join(place, 'x1.npy'), testCase.index_type));
  const node = makeNode[testCase.operator](testCase, operands[1]);
  const sizes = testCase.call.sizes ?? testCase.sizes;
  const inputs = [
    { name: 'x', type: onnx, sizes, data: operands[0] }, ...(node.inputs ?? [])];
  // Without their sizes, which ONNX Runtime infers.
  const outputs = [{ name: 'y', type: onnx }];
  if (node.indexType) outputs.push({ name: 'indices', type: 'int64' });
  const model = makeModel(node.op, node.attributes, inputs, outputs, node.opset);
  const session = await ort.InferenceSession.create(model, { logSeverityLevel: 4 });
  const feeds = inputs.map(({ name, type, sizes: shape, data }) =>
    [name, new ort.Tensor(type, data, shape)]);
  const results = await session.run(Object.fromEntries(feeds));
  // DirectML may have more dimensions than the node: those are the case's.
  const count = testCase.output_sizes.reduce((a, b) => a * b, 1);
  if (results.y.data.length !== count) throw new Error(`results of sizes ${results.y.dims}`);
  writeArray(join(place, 'y0.npy'), testCase.type, testCase.output_sizes, results.y.data);
  if (node.indexType) {
    const { array } = types[node.indexType];
    const given = results.indices.data;
    const rows = testCase.call.storage_order ? toRowMajor(given, testCase.call) : given;
    const indices = array.from(rows, array === BigUint64Array ? BigInt : Number);
    writeArray(join(place, 'y1.npy'), node.indexType, testCase.output_sizes, indices);
  }
  await session.release();
}

const [folder, modules] = process.argv.slice(2);
const ort = createRequire(resolve(modules) + '/')('onnxruntime-node');
for (const testCase of JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'))) {
  const place = join(folder, String(testCase.number));
  try {
    await compute(ort, testCase, place);
  } catch (error) {
    writeFileSync(join(place, 'error'), `${error.message ?? error}\n`);
  }
}
console.log('ONNX Runtime', ort.env.versions.node ?? ort.env.versions.common);
