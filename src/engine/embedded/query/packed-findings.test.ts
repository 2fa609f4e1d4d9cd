import { describe, expect, it } from 'vitest';
import type { Findings, Hit } from '../../engine.js';
import { packFindings, unpackFindings } from './packed-findings.js';

const explanation = { words: null, meaning: { passage: 2, score: 71, strength: 0.4 }, semanticShare: 1 };

const cases: Record<string, Hit[]> = {
  'no hits': [],
  'hits by score': [
    { id: 'b', sortValues: [87.5], score: 87.5, passage: null },
    { id: 'a', sortValues: [12], score: 12, passage: null },
  ],
  'hits by meaning, one of them pinned': [
    { id: 'pinned', sortValues: [null], score: null, passage: null },
    { id: 'a', sortValues: [71], score: 71, passage: 2, explanation },
  ],
  'a list by several keys': [
    { id: 'a', sortValues: ['2024-11-04T00:00:00.000Z', true, 'x'], score: null, passage: null },
    { id: 'b', sortValues: [null, false, 3], score: null, passage: null },
  ],
  'a list without order': [{ id: 'a', sortValues: [], score: null, passage: null }],
};

describe('packed findings', () => {
  it.each(Object.entries(cases))('come back as they were: %s', (_, hits) => {
    const findings: Findings = {
      total: 7,
      hits,
      facets: [],
      matched: null,
      relaxedPhrases: ['a b'],
      pinned: ['pinned'],
    };
    expect(unpackFindings(structuredClone(packFindings(findings)))).toStrictEqual(findings);
  });
});
