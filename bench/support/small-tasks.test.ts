import { describe, expect, it } from 'vitest';
import { isRight, SMALL_TASKS } from './small-tasks.js';

const task = { rule: { says: [/lopez/i], saysNot: [/baker/i], mostWords: 4 } };

describe('an answer to a small task', () => {
  it.each([
    ['says what it should', 'Maria Lopez.', 'end_turn', true],
    ['says something else', 'Maria.', 'end_turn', false],
    ['says what it should not', 'Lopez and Baker', 'end_turn', false],
    ['is too long', 'It was written by Maria Lopez', 'end_turn', false],
    ['does not end', 'Maria Lopez', 'max_tokens', false],
    ['was cut off', 'Maria Lopez', 'not_available', false],
  ] as const)('that %s', (_, text, stopReason, right) => {
    expect(isRight(task, { text, stopReason })).toBe(right);
  });

  it('is asked for thirty times, of every kind at least four times', () => {
    const kinds = SMALL_TASKS.map(({ kind }) => kind);
    const counts = [...new Set(kinds)].map((kind) => kinds.filter((other) => other === kind).length);
    expect(SMALL_TASKS).toHaveLength(30);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
  });
});
