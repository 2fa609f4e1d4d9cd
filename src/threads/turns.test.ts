import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MessageTurns, Turns } from './turns.js';

/** Takes longer than a turn may. */
function takeLong(): void {
  const end = performance.now() + 5;
  while (performance.now() < end);
}

it('handles messages in their order, and lets others run in between if they take long', async () => {
  const turns = new MessageTurns();
  const done: string[] = [];
  const message = (name: string) => () => {
    takeLong();
    done.push(name);
  };
  for (const name of ['a', 'b', 'c']) turns.handle(message(name));
  expect(done).toEqual(['a']);
  setImmediate(() => done.push('other'));
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(['a', 'b', 'other', 'c']);
  await nextTurn();
  turns.handle(message('d'));
  expect(done.at(-1)).toBe('d');
});

it('handles few messages in a turn, however many have come', async () => {
  const turns = new MessageTurns();
  let handled = 0;
  for (let i = 0; i < 4; i++) {
    turns.handle(() => {
      takeLong();
      handled++;
    });
  }
  for (let turn = 1; turn <= 4; turn++) {
    expect(handled).toBe(turn);
    await nextTurn();
  }
});

it('ends a turn of a long loop, and begins another', async () => {
  const turns = new Turns();
  takeLong();
  expect(turns.isOver).toBe(true);
  let others = 0;
  setImmediate(() => others++);
  await turns.next();
  expect(others).toBe(1);
});
