import { describe, expect, it } from 'vitest';
import { pathOf } from './caller.js';

describe('pathOf', () => {
  it.each([
    ['/a/b', '/a/b'],
    ['/a?b=/c', '/a'],
    ['/a#b', '/a'],
    ['/', '/'],
    ['http://example.org/a?b', '/a'],
    ['HTTPS://example.org:8180/a', '/a'],
    ['http://example.org', '/'],
    ['/http://example.org/a', '/http://example.org/a'],
    ['*', '*'],
  ])('of %s is %s', (url, path) => {
    expect(pathOf({ url })).toBe(path);
  });
});
