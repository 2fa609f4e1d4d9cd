import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LexicalField } from '../../document/analysed-text.js';
import { FEW_WORDS, TYPO_COVERAGE, TYPOS } from '../../ranking/ranking.js';
import { documentsOf, emptyBitset, fullBitset } from '../segment/bitset.js';
import { Dictionary } from '../segment/dictionary.js';
import { buildVocabulary } from './build-lexical.js';
import { PostingList, type WeighedField } from './posting-list.js';
import { PostingWriter } from './postings.js';
import { ScoreWindow } from './score-window.js';

const DOCUMENTS = 150_000;
const TERMS = ['form', 'typo', 'written'];
const LONGEST = 40;
const BY_LENGTH: Record<LexicalField, Float32Array> = {
  title: Float32Array.from({ length: LONGEST + 1 }, (_, length) => 1 / (0.5 + length / 20)),
  content: Float32Array.from({ length: LONGEST + 1 }, (_, length) => 1 / (0.25 + length / 10)),
};
const LENGTHS: Record<LexicalField, Uint16Array> = {
  title: Uint16Array.from({ length: DOCUMENTS }, (_, document) => (document * 31) % 20),
  content: Uint16Array.from({ length: DOCUMENTS }, (_, document) => (document * 7919) % 100),
};
const WEIGHTS: Record<LexicalField, number> = { title: 3, content: 1 };
const TYPO_SHARE = 0.3;
const TYPO_ONLY_FACTOR = 0.5;
/** No document has the second word spelt right. */
const isKnown = (i: number) => i !== 1;

/** Ascending documents with frequencies: clustered, spread, or too many for one call of the kernel. */
const occurrences = fc
  .record({ first: fc.nat(DOCUMENTS - 1), step: fc.constantFrom(1, 2, 3, 700, 17_000, 70_000), most: fc.nat(12_000) })
  .map(({ first, step, most }) => {
    const found: [document: number, times: number][] = [];
    for (let document = first; document < DOCUMENTS && found.length < most; document += step) {
      found.push([document, 1 + (document % 5)]);
    }
    return found;
  });

type Occurrences = [document: number, times: number][];
type Word = Record<LexicalField, Occurrences[]>;

const word: fc.Arbitrary<Word> = fc.record({
  title: fc.array(occurrences, { minLength: TERMS.length, maxLength: TERMS.length }),
  content: fc.array(occurrences, { minLength: TERMS.length, maxLength: TERMS.length }),
});

function fieldOf(field: LexicalField, terms: readonly Occurrences[]): WeighedField {
  const writer = new PostingWriter(terms.length);
  for (const term of terms) {
    for (const [document, times] of term) writer.add(document, Array(times).fill(0));
    writer.endEntry();
  }
  const column = {
    vocabulary: buildVocabulary(
      Dictionary.fromSorted(TERMS),
      TERMS.map((term) => [term]),
      'en',
    ),
    ...writer.finish(),
  };
  return { field, column, lengths: LENGTHS[field], weight: WEIGHTS[field], byLength: BY_LENGTH[field] };
}

function listsOf(word: Word, term: string): PostingList[] {
  return (['title', 'content'] as const).flatMap((name) => {
    const field = fieldOf(name, word[name]);
    const ordinal = TERMS.indexOf(term);
    const isEmpty = word[name][ordinal].length === 0;
    const variant = { entry: ordinal, weight: term === 'form' ? 0.8 : 1, asWritten: term === 'written' };
    return isEmpty ? [] : [new PostingList(field, variant)];
  });
}

const window = new ScoreWindow();
window.saturate(FEW_WORDS);

function scored(words: readonly Word[], { needed, whereFound }: { needed: number; whereFound: boolean }) {
  const target = { bits: emptyBitset(DOCUMENTS), scores: new Float64Array(DOCUMENTS) };
  const fields = [fieldOf('title', []), fieldOf('content', [])];
  const listed = words.map((one, i) => ({
    known: [...listsOf(one, 'written'), ...listsOf(one, 'form')],
    typos: listsOf(one, 'typo'),
    weight: i + 1,
    isKnown: isKnown(i),
    typoShare: TYPO_SHARE,
  }));
  for (let base = 0; base < DOCUMENTS; base += window.size) {
    window.begin({ fields, documents: DOCUMENTS }, base);
    listed.forEach((one, i) => {
      window.addWord(one, whereFound && i > 0 ? 'where found' : 'everywhere');
    });
    const asked = { needed, best: 10, typoOnlyFactor: TYPO_ONLY_FACTOR, stretch: 0 };
    window.finish(asked, fullBitset(DOCUMENTS), target);
  }
  return new Map([...documentsOf(target.bits)].map((document) => [document, target.scores[document]]));
}

/** The same, document by document. */
function expected(words: readonly Word[], { needed, whereFound }: { needed: number; whereFound: boolean }) {
  const tables = words.map(countsOf);
  const documents = new Set(tables.flatMap((counts) => [...counts.keys()]));
  const scores = new Map<number, number>();
  for (const document of documents) {
    if (whereFound && !tables[0].has(document)) continue;
    let sum = 0;
    let coverage = 0;
    let byTyposAlone = true;
    tables.forEach((counts, i) => {
      const { written = 0, form = 0, typo = 0 } = counts.get(document) ?? {};
      const known = written + form;
      const range = written > 0 ? FEW_WORDS.exact : FEW_WORDS.forms;
      if (known > 0) sum += (i + 1) * (range.least + (range.most - range.least) * (known / (known + range.k1)));
      else sum += (i + 1) * TYPO_SHARE * (typo / (typo + TYPOS.k1));
      if (known > 0 || (typo > 0 && !isKnown(i))) byTyposAlone = false;
      coverage += known > 0 ? i + 1 : typo > 0 ? (i + 1) * TYPO_COVERAGE : 0;
    });
    if (coverage >= needed) scores.set(document, 100 * Math.sqrt(((byTyposAlone ? TYPO_ONLY_FACTOR : 1) * sum) / 10));
  }
  return scores;
}

function countsOf(word: Word): Map<number, Record<string, number>> {
  const counts = new Map<number, Record<string, number>>();
  for (const field of ['title', 'content'] as const) {
    word[field].forEach((term, i) => {
      for (const [document, times] of term) {
        const count = counts.get(document) ?? {};
        const factor = WEIGHTS[field] * (TERMS[i] === 'form' ? 0.8 : 1);
        const byLength = BY_LENGTH[field][Math.min(LONGEST, LENGTHS[field][document])];
        count[TERMS[i]] = (count[TERMS[i]] ?? 0) + factor * times * byLength;
        counts.set(document, count);
      }
    });
  }
  return counts;
}

describe('scoring window by window', () => {
  it('gives what adding up document by document gives', () => {
    const needed = fc.constantFrom(0.1, 1.1, 2.1);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), needed, fc.boolean(), (words, least, whereFound) => {
        const found = scored(words, { needed: least, whereFound });
        const wanted = expected(words, { needed: least, whereFound });
        expect([...found.keys()]).toEqual([...wanted.keys()].sort((a, b) => a - b));
        const apart = [...wanted].filter(([document, score]) => Math.abs(found.get(document)! - score) > 1e-3);
        expect(apart).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('never takes the lengths of one field for those of another, whatever was looked at before', () => {
    const title: Occurrences = [[0, 1]];
    const one = { title: [[], [], title], content: [[], [], []] };
    const fields = (['title', 'content'] as const).map((name) => ({
      ...fieldOf(name, []),
      lengths: new Uint16Array(1).fill(name === 'title' ? 1 : 99),
    }));
    const others = Array.from({ length: 127 }, () => ({ ...fields[1], lengths: new Uint16Array(1) }));
    const scoreWith = (used: readonly WeighedField[]) => {
      const target = { bits: emptyBitset(1), scores: new Float64Array(1) };
      window.begin({ fields: used, documents: 1 }, 0);
      const known = listsOf(one, 'written');
      window.addWord({ known, typos: [], weight: 1, isKnown: true, typoShare: 0 }, 'everywhere');
      window.finish({ needed: 0.1, best: 1, typoOnlyFactor: 1, stretch: 0 }, fullBitset(1), target);
      return target.scores[0];
    };
    const expected = scoreWith([fields[0]]);
    for (const other of others) window.begin({ fields: [other], documents: 1 }, 0);
    expect([scoreWith(fields), scoreWith(fields)]).toEqual([expected, expected]);
  });
});
