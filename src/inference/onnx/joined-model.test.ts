import { describe, expect, it } from 'vitest';
import { joinTensors } from './joined-model.js';

/** A model whose graph has tensors of these names, as ONNX writes it. */
function model(...names: string[]): Buffer {
  const tensors = names.map((name) => message(5, message(8, Buffer.from(name))));
  return Buffer.concat([Buffer.from([1 * 8, 8]), message(7, Buffer.concat(tensors))]);
}

function message(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([field * 8 + 2, bytes.length]), bytes]);
}

describe('joining models', () => {
  it('puts the named tensors behind the model, as a second part of its graph', () => {
    const own = model('layers');
    const joined = Buffer.from(joinTensors(own, model('words', 'layers', 'positions'), ['words', 'positions']));
    const shared = Buffer.concat(['words', 'positions'].map((name) => message(5, message(8, Buffer.from(name)))));
    expect(joined).toEqual(Buffer.concat([own, message(7, shared)]));
  });

  it('refuses a file that lacks one of them', () => {
    expect(() => joinTensors(model(), model('words'), ['words', 'positions'])).toThrow('has 1 of the 2 tensors');
  });

  it('refuses what is not a model', () => {
    expect(() => joinTensors(model(), Buffer.from('<html>'), ['words'])).toThrow('not an ONNX model');
  });
});
