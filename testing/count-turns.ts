import { setImmediate as nextTurn } from 'node:timers/promises';

/** How often others had their turn until the promise was resolved. */
export async function countTurns<Result>(running: Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  let isDone = false;
  const done = running.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    turns++;
  }
  return { result: await done, turns };
}
