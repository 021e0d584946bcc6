// Models in ONNX's protocol buffers.
//
// Field numbers are those of onnx.proto3; only what such a model needs is here.
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const elementTypes = {
  float32: 1, uint8: 2, int8: 3, int16: 5, int32: 6, int64: 7, float16: 10, float64: 11,
};
const irVersion = 8;

// A field is a list of bytes; messages are fields one after the other.
function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

const integer = (field, value) => [...varint(field * 8), ...varint(value)];
const bytes = (field, contents) => [
  ...varint(field * 8 + 2), ...varint(contents.length), ...contents];
const string = (field, text) => bytes(field, [...new TextEncoder().encode(text)]);

// AttributeProto: name 1, i 3, s 4, ints 8, type 20.
const attribute = (name, value, type) => [
  ...string(1, name), ...value, ...integer(20, type)];
export const intAttribute = (name, value) => attribute(name, integer(3, value), 2);
export const stringAttribute = (name, value) => attribute(name, string(4, value), 3);
export const intsAttribute = (name, values) =>
  attribute(name, values.flatMap((value) => integer(8, value)), 7);

// ValueInfoProto: name 1, type 2; TypeProto.tensor_type 1: elem_type 1, shape 2;
// TensorShapeProto.dim 1: dim_value 1. Without sizes there is no shape.
function valueInfo({ name, type, sizes }) {
  const shape = sizes?.flatMap((size) => bytes(1, integer(1, size)));
  const tensor = [...integer(1, elementTypes[type]), ...(shape ? bytes(2, shape) : [])];
  return [...string(1, name), ...bytes(2, bytes(1, tensor))];
}

// NodeProto: input 1, output 2, op_type 4, attribute 5.
const makeNode = ({ op, attributes = [], inputs, outputs }) => [
  ...inputs.flatMap((name) => string(1, name)),
  ...outputs.flatMap((name) => string(2, name)),
  ...string(4, op),
  ...attributes.flatMap((contents) => bytes(5, contents)),
];

// TensorProto: dims 1, data_type 2, name 8, raw_data 9.
const makeTensor = ({ name, type, sizes, data }) => [
  ...sizes.flatMap((size) => integer(1, size)),
  ...integer(2, elementTypes[type]),
  ...string(8, name),
  ...bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
];

/// The bytes of a model of several nodes, which name their inputs and outputs. The
/// data of constants, a typed array, is part of it.
export function makeProgramModel(nodes, constants, inputs, outputs, opset) {
  // GraphProto: node 1, name 2, initializer 5, input 11, output 12.
  const graph = [
    ...nodes.flatMap((node) => bytes(1, makeNode(node))),
    ...string(2, 'main'),
    ...constants.flatMap((constant) => bytes(5, makeTensor(constant))),
    ...inputs.flatMap((input) => bytes(11, valueInfo(input))),
    ...outputs.flatMap((output) => bytes(12, valueInfo(output))),
  ];
  // ModelProto: ir_version 1, graph 7, opset_import 8, whose version is 2.
  return Uint8Array.from([
    ...integer(1, irVersion),
    ...bytes(7, graph),
    ...bytes(8, integer(2, opset)),
  ]);
}

/// The bytes of a model that applies `op` to the inputs.
export function makeModel(op, attributes, inputs, outputs, opset = 13) {
  const names = (values) => values.map(({ name }) => name);
  const node = { op, attributes, inputs: names(inputs), outputs: names(outputs) };
  return makeProgramModel([node], [], inputs, outputs, opset);
}
