import { describe, expect, it } from 'vitest';
import { KeyedTurns, Semaphore } from './locks.js';

/** Tasks that end when they are told to, and the order in which they began. */
function tasks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, task, end: (name: string) => ends.get(name)?.() };
}

describe('Semaphore', () => {
  it('runs as many tasks at once as it has permits, the others in the order they came', async () => {
    const { begun, task, end } = tasks();
    const semaphore = new Semaphore(2);
    const results = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(task(name)));
    expect(begun).toEqual(['a', 'b']);
    expect(semaphore.waiting).toBe(2);
    end('b');
    await results[1];
    expect(begun).toEqual(['a', 'b', 'c']);
    end('a');
    await results[0];
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    end('c');
    end('d');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('passes a permit on when a task fails', async () => {
    const semaphore = new Semaphore(1);
    const failed = semaphore.run(() => Promise.reject(new Error('broken')));
    const next = semaphore.run(async () => 'done');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('is full when all permits are held and no more tasks may wait', async () => {
    const { task, end } = tasks();
    const semaphore = new Semaphore(1, 1);
    expect(semaphore.isFull).toBe(false);
    const first = semaphore.run(task('a'));
    expect(semaphore.isFull).toBe(false);
    const second = semaphore.run(task('b'));
    expect(semaphore.isFull).toBe(true);
    end('a');
    await first;
    expect(semaphore.isFull).toBe(false);
    end('b');
    await second;
  });

  it('lets a waiting task leave when its signal aborts, and never starts it', async () => {
    const { begun, task, end } = tasks();
    const semaphore = new Semaphore(1);
    const leaving = new AbortController();
    const first = semaphore.run(task('a'));
    const second = semaphore.run(task('b'), leaving.signal);
    const third = semaphore.run(task('c'));
    leaving.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    end('a');
    await first;
    end('c');
    expect(await third).toBe('c');
    expect(begun).toEqual(['a', 'c']);
    await expect(semaphore.run(task('d'), leaving.signal)).rejects.toThrow('left');
  });
});

describe('KeyedTurns', () => {
  it('runs the tasks of a key one after the other, and those of other keys meanwhile', async () => {
    const { begun, task, end } = tasks();
    const turns = new KeyedTurns();
    const [first, second] = ['a1', 'a2'].map((name) => turns.run('a', task(name)));
    const other = turns.run('b', task('b1'));
    expect(begun).toEqual(['a1', 'b1']);
    end('a1');
    expect(await first).toBe('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    for (const name of ['a2', 'b1']) end(name);
    expect(await Promise.all([second, other])).toEqual(['a2', 'b1']);
  });

  it('never starts a task whose signal has aborted', async () => {
    const { begun, task, end } = tasks();
    const turns = new KeyedTurns();
    const leaving = new AbortController();
    const first = turns.run('a', task('a1'));
    const second = turns.run('a', task('a2'), leaving.signal);
    leaving.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    end('a1');
    await first;
    expect(begun).toEqual(['a1']);
  });
});
