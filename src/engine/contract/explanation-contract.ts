import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { MatchedTerm, ScoreExplanation } from '../../domain/search/explanation.js';
import type { Hit, TextQuery } from '../engine.js';
import { mixingWeights, STRENGTH, scoreOfStrength, strengthOfScore } from '../ranking/ranking.js';
import { documentWith } from './engine-contract.js';
import { type EngineOfTest, itHasEngine, type OpenEngine } from './engine-under-test.js';
import {
  ALL,
  byBoth,
  byMeaning,
  byWords,
  documentOf,
  searchPlan,
  someText,
  someTexts,
  vector,
} from './search-plans.js';

/** Decimal places of a score: engines count in single precision. */
const PRECISION = 1;

/** What any engine must say about the scores of its hits. */
export function explanationContract(name: string, open: OpenEngine): void {
  describe(`${name}: the contract of explanations`, () => {
    const law = (what: string, test: (index: EngineOfTest) => Promise<void>) => itHasEngine(what, open, test);

    law('mixes the parts of a score to the score, with weights that add up', async (index) => {
      await fc.assert(
        fc.asyncProperty(someTexts, someText, vector, async (texts, words, meaning) => {
          const engine = await index.startWith(...texts.map((one, i) => documentOf(`d${i}`, one.text, one.vector)));
          for (const text of [byWords(words), byMeaning(meaning, 20), byBoth(words, meaning)]) {
            const { hits } = await engine.find(searchPlan({ text: explained(text), window: ALL }));
            for (const hit of hits) expectConsistent(hit, text);
          }
        }),
        { numRuns: 12 },
      );
    });

    law('changes nothing else, and does not depend on the page', async (index) => {
      await fc.assert(
        fc.asyncProperty(someTexts, someText, vector, async (texts, words, meaning) => {
          const engine = await index.startWith(...texts.map((one, i) => documentOf(`d${i}`, one.text, one.vector)));
          for (const text of [byWords(words), byBoth(words, meaning)]) {
            const plain = await engine.find(searchPlan({ text, window: ALL }));
            const all = await engine.find(searchPlan({ text: explained(text), window: ALL }));
            expect(all.hits.map(({ explanation, ...hit }) => hit)).toEqual(plain.hits);
            expect(plain.hits.every(({ explanation }) => explanation === undefined)).toBe(true);
            const window = { offset: 1, limit: 2 };
            const page = await engine.find(searchPlan({ text: explained(text), window }));
            expect(page.hits).toEqual(all.hits.slice(1, 3));
          }
        }),
        { numRuns: 6 },
      );
    });

    law('names the terms that matched, how, where, and the word that each stands for', async (index) => {
      const engine = await index.startWith(
        { document: documentWith({ id: 'a', title: 'Sailing', content: 'A sail in the harbuor' }), vectors: [] },
        { document: documentWith({ id: 'b', title: 'Ropes', content: 'Of the zx-9981 and other ropes' }), vectors: [] },
      );
      const about = async (query: string) => {
        const text = explained(byWords(query));
        const { hits } = await engine.find(searchPlan({ text, window: ALL }));
        return new Map(
          hits.map(({ id, explanation }) => [id, (explanation?.words?.terms ?? []).map(described).sort()]),
        );
      };
      expect((await about('Sail harbour')).get('a')).toEqual([
        'Sail: exact sail in content',
        'Sail: stem sailing in title',
        'harbour: typo harbuor in content',
      ]);
      expect((await about('ROPE, ZX-9981')).get('b')).toEqual([
        '9981: compound zx-9981 in content',
        '9981: exact 9981 in content',
        'ROPE: stem ropes in title content',
        'ZX-9981: compound zx-9981 in content',
        'ZX: compound zx-9981 in content',
        'ZX: exact zx in content',
      ]);
      expect((await about('sailing')).get('a')).toContain('sailing: exact sailing in title');
    });

    law('says which part did not find a document, and which passage was the best', async (index) => {
      const near = [9, 0, 0, 0, 0, 0];
      const far = [0, 9, 0, 0, 0, 0];
      const engine = await index.startWith(
        documentOf('both', 'harbour', near),
        documentOf('words', 'harbour', far),
        documentOf('meaning', 'rope', near),
      );
      const { hits } = await engine.find(searchPlan({ text: explained(byBoth('harbour', near, 50)), window: ALL }));
      const parts = new Map(hits.map(({ id, explanation }) => [id, explanation]));
      expect([...parts.keys()].sort()).toEqual(['both', 'meaning', 'words']);
      expect(parts.get('both')).toMatchObject({ words: {}, meaning: { passage: 0 }, semanticShare: 0.6 });
      expect(parts.get('words')).toMatchObject({ words: {}, meaning: null });
      expect(parts.get('meaning')).toMatchObject({ words: null, meaning: { passage: 0 } });
    });

    law('tells how much words in a row add', async (index) => {
      const engine = await index.startWith(
        documentOf('row', 'cold harbour wind'),
        documentOf('apart', 'wind of the harbour'),
      );
      const { hits } = await engine.find(searchPlan({ text: explained(byWords('harbour wind')), window: ALL }));
      const bonus = new Map(hits.map(({ id, explanation }) => [id, explanation?.words?.phraseBonus]));
      expect(bonus.get('apart')).toBe(0);
      expect(bonus.get('row')).toBeGreaterThan(1);
    });
  });
}

function explained(text: TextQuery): TextQuery {
  return text.kind === 'search' ? { ...text, explain: true } : text;
}

function described({ word, kind, term, fields }: MatchedTerm): string {
  return `${word}: ${kind} ${term} in ${fields.join(' ')}`;
}

function expectConsistent({ score, passage, explanation }: Hit, text: TextQuery): void {
  const { words, meaning, semanticShare } = explanation as ScoreExplanation;
  const parts = text.kind === 'search' ? [text.words !== null, text.semantic !== null] : [];
  expect([semanticShare < 1, semanticShare > 0]).toEqual(parts);
  expect(words !== null || meaning !== null).toBe(true);
  for (const part of [words, meaning]) if (part) expect(part.strength).toBeCloseTo(strengthOfScore(part.score), 6);
  expect(mixed(explanation as ScoreExplanation)).toBeCloseTo(score ?? Number.NaN, PRECISION);
  if (words !== null) {
    expect(words.terms.length).toBeGreaterThan(0);
    expect(words.terms.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect(words.terms.every(({ weight, fields }) => weight > 0 && fields.length > 0)).toBe(true);
    expect(words.phraseBonus).toBeGreaterThanOrEqual(0);
  }
  if (meaning !== null) expect(meaning.passage).toBe(passage);
}

/** What the documentation says about mixing. */
function mixed({ words, meaning, semanticShare }: ScoreExplanation): number {
  if (semanticShare === 0) return words?.score ?? 0;
  if (semanticShare === 1) return meaning?.score ?? 0;
  const power = (strength = 0) => strength ** STRENGTH.order;
  const weights = mixingWeights(semanticShare);
  const sum = weights.meaning * power(meaning?.strength) + weights.words * power(words?.strength);
  return scoreOfStrength(sum ** (1 / STRENGTH.order));
}
