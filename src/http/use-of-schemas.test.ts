import { describe, expect, it } from 'vitest';
import { responseWriter } from './use-of-schemas.js';

describe('the writer of responses', () => {
  const write = responseWriter({ properties: { object: {}, 'a "key"': {}, data: {}, limit: {} } });

  it('writes fields in the order of the schema, and none that it does not have', () => {
    expect(write({ limit: 10, data: [{ id: 'a' }], secret: 1, object: 'list' })).toBe(
      '{"object":"list","data":[{"id":"a"}],"limit":10}',
    );
  });

  it('leaves out what is undefined, and keeps what is null, false or empty', () => {
    expect(write({ object: undefined, 'a "key"': null, data: '', limit: 0 })).toBe(
      '{"a \\"key\\"":null,"data":"","limit":0}',
    );
    expect(write({})).toBe('{}');
  });

  it('writes what it is given where the schema names no fields', () => {
    expect(responseWriter({ type: 'object' })({ b: 1, a: 2 })).toBe('{"b":1,"a":2}');
  });
});
