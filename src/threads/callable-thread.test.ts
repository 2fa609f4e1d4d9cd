import { describe, expect, it } from 'vitest';
import { workerFile } from './callable-thread.js';

describe('workerFile', () => {
  it('is the neighbour of a compiled module', () => {
    expect(workerFile('file:///srv/sextant/dist/background/pool.js', './thread.js').href).toBe(
      'file:///srv/sextant/dist/background/thread.js',
    );
  });

  it('is the compiled neighbour of a module that runs from its source', () => {
    expect(workerFile('file:///srv/src/sextant/src/background/pool.ts', './thread.js').href).toBe(
      'file:///srv/src/sextant/dist/background/thread.js',
    );
  });
});
