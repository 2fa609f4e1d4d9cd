import { describe, expect, it } from 'vitest';
import { bytesField, floatField, integerField } from './protobuf-writer.js';

describe('the protobuf writer', () => {
  it('writes integers seven bits at a time, the lowest first', () => {
    expect([...integerField(1, 150)]).toEqual([0x08, 0x96, 0x01]);
    expect([...integerField(1, 0)]).toEqual([0x08, 0x00]);
  });

  it('writes a negative integer as ten bytes of two’s complement', () => {
    expect([...integerField(3, -1)]).toEqual([0x18, ...Array(9).fill(0xff), 0x01]);
  });

  it('writes strings and messages with their length before them', () => {
    expect([...bytesField(2, 'testing')]).toEqual([0x12, 7, ...Buffer.from('testing')]);
    expect([...bytesField(3, integerField(1, 150))]).toEqual([0x1a, 3, 0x08, 0x96, 0x01]);
    expect([...bytesField(2, 'é')]).toEqual([0x12, 2, 0xc3, 0xa9]);
  });

  it('writes floats as four bytes', () => {
    expect([...floatField(2, 0.5)]).toEqual([0x15, 0, 0, 0, 0x3f]);
  });
});
