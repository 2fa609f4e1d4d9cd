import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryTools } from '../../../../testing/query-tools.js';
import type { Change } from '../../../domain/document/document.js';
import { documentWith } from '../../contract/engine-contract.js';
import type { PassagePlan } from '../../engine.js';
import { Indexer } from '../index/indexer.js';
import { LiveSegments } from '../index/live-segments.js';
import { findPassages } from './find-passages.js';

/** One for all tests, as a thread has one for all queries. */
const tools = queryTools();

interface Text {
  title: string;
  /** Each with the direction of its vector. */
  passages: { text: string; angle: number }[];
}

/** In two segments. */
function indexOf(texts: readonly Text[]): LiveSegments {
  const segments = new LiveSegments();
  const indexer = new Indexer('');
  const changes = texts.map((text, i) => changeOf(text, i + 1));
  const middle = Math.ceil(changes.length / 2);
  for (const batch of [changes.slice(0, middle), changes.slice(middle)]) {
    if (batch.length > 0) segments.take(indexer.apply(batch));
  }
  return segments;
}

function changeOf({ title, passages }: Text, sequence: number): Change {
  let start = 0;
  const ranges = passages.map(({ text }) => {
    const range = { start, end: start + text.length };
    start = range.end + 1;
    return range;
  });
  const codes = passages.map(({ angle }) => Int8Array.of(127 * Math.cos(angle), 127 * Math.sin(angle)));
  return {
    kind: 'put',
    sequence,
    document: documentWith({ id: `d${sequence}`, title, content: passages.map(({ text }) => text).join('\n') }),
    vectors: [{ space: 'test', codes }],
    ...(ranges.length > 1 && { passages: ranges }),
  };
}

function find(segments: LiveSegments, text: string, { limit = 1000, cutoff = 50 } = {}) {
  const plan: PassagePlan = {
    scope: [],
    filter: null,
    semantic: { vector: Float32Array.of(1, 0), space: 'test', cutoff, scale: { middle: 0.6, steepness: 10 } },
    words: { language: 'en', text, typos: 'forgiven' },
    limit,
    timeLimit: 60_000,
  };
  return findPassages(segments.list(), plan, tools);
}

const far = Math.PI;
const namesOf = (found: ReturnType<typeof find>) => found.map(({ id, passage }) => `${id} ${passage}`);

describe('finding passages by their words', () => {
  it('names the passage that has them, though its meaning is below the cutoff', () => {
    const passages = [
      'ropes and sails',
      'write to anna.lee@example.com',
      'wind and weather',
      'a 27" screen',
      'the end',
    ];
    const segments = indexOf([
      { title: 'Notes', passages: passages.map((text) => ({ text, angle: far })) },
      { title: 'Other', passages: [{ text: 'write to john@example.com', angle: far }] },
    ]);
    expect(namesOf(find(segments, 'anna.lee@example.com'))[0]).toBe('d1 1');
    expect(namesOf(find(segments, '27" screens'))).toEqual(['d1 3']);
    expect(namesOf(find(segments, 'anna.lee@example.com', { cutoff: 90 }))[0]).toBe('d1 1');
    expect(find(segments, 'parsnips')).toEqual([]);
  });

  it('finds the first passage by the title alone, and others by the title with words of their own', () => {
    const passages = ['ropes and sails', 'the fee is paid at the office', 'wind and weather'];
    const segments = indexOf([
      { title: 'Harbour rules', passages: passages.map((text) => ({ text, angle: far })) },
      { title: 'Other', passages: [{ text: 'nothing of it', angle: far }] },
    ]);
    expect(namesOf(find(segments, 'harbour'))).toEqual(['d1 0']);
    expect(namesOf(find(segments, 'harbour fee'))[0]).toBe('d1 1');
  });

  it('prefers the passage that has both words and meaning', () => {
    const texts = [
      { text: 'a harbour in the evening', angle: far },
      { text: 'a harbour in the morning', angle: 0.5 },
      { text: 'a quay in the morning', angle: 0.5 },
    ];
    const segments = indexOf(texts.map((text) => ({ title: 'Notes', passages: [text] })));
    const found = find(segments, 'harbour');
    expect(namesOf(found)[0]).toBe('d2 0');
    expect(namesOf(found)).toHaveLength(3);
  });

  it('does not depend on the limit, nor on what is looked at first', () => {
    const words = 'moon moons tide tides ocean sail sailing sayling wind harbour rope'.split(' ');
    const someText = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((all) => all.join(' '));
    const passage = fc.record({ text: someText, angle: fc.double({ min: 0, max: 3, noNaN: true }) });
    const text = fc.record({ title: someText, passages: fc.array(passage, { minLength: 1, maxLength: 5 }) });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), someText, (texts, query) => {
        const segments = indexOf(texts);
        const all = find(segments, query);
        for (const limit of [1, 3, 10]) expect(find(segments, query, { limit })).toEqual(all.slice(0, limit));
        const whole = find(segments, query, { cutoff: 0 });
        expect(whole.length).toBe(texts.reduce((sum, { passages }) => sum + passages.length, 0));
      }),
      { numRuns: 60 },
    );
  });
});
