import { describe, expect, it } from 'vitest';
import { LoopDetector } from './endless-loop.js';

/** After how many characters a text is found to go round in circles; null if never. */
function foundAfter(text: string): number | null {
  const detector = new LoopDetector();
  const found = [...text].findIndex((character) => detector.add(character));
  return found === -1 ? null : found + 1;
}

describe('a text that goes round in circles', () => {
  const sentence = 'The ship leaves the harbour at noon. ';

  it('is found when a sentence ends for the third time', () => {
    expect(foundAfter(sentence.repeat(2))).toBeNull();
    expect(foundAfter(sentence.repeat(5))).toBe(sentence.length * 3);
  });

  it('is found whatever the size of the pieces', () => {
    const detector = new LoopDetector();
    expect(detector.add(sentence.repeat(2))).toBe(false);
    expect(detector.add(sentence)).toBe(true);
  });

  it('is found with other sentences between, other case and other marks', () => {
    const other = 'Nobody knows what comes next, though many ask. ';
    expect(
      foundAfter(`${sentence}${other}the ship leaves the harbour at noon! ${sentence.toUpperCase()}`),
    ).not.toBeNull();
  });

  it('is found in lists whose numbers count on', () => {
    expect(foundAfter('1. Read the whole manual\n2. Read the whole manual\n3. Read the whole manual\n')).not.toBeNull();
  });

  it('is not one that repeats short phrases or goes on to something new', () => {
    expect(foundAfter('Yes.\nNo.\nYes.\nYes.\nYes, it is.\nYes.\n')).toBeNull();
    expect(foundAfter('Row one has two cells. Row two has two cells. Row three has two cells. ')).toBeNull();
    expect(foundAfter('')).toBeNull();
  });
});
