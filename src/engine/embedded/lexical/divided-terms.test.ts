import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryTools } from '../../../../testing/query-tools.js';
import type { Document } from '../../../domain/document/document.js';
import { analyze } from '../../../text/analysis/analyze.js';
import { queryParts } from '../../../text/query/query-parts.js';
import { documentWith, planFor } from '../../contract/engine-contract.js';
import { flattenDocument } from '../../document/flat-document.js';
import type { QueryPlan } from '../../engine.js';
import { LiveSegments } from '../index/live-segments.js';
import { findDocuments } from '../query/find-documents.js';
import { addBit, type Bitset, emptyBitset } from '../segment/bitset.js';
import { buildSegment } from '../segment/build-segment.js';
import { mergeSegments } from '../segment/merge-segments.js';
import { Segment } from '../segment/segment.js';
import type { SegmentData } from '../segment/segment-format.js';

/** Spellings of one term that have different stems, other forms of these words, words alike, and others. */
const WORDS: Record<string, string> = {
  es: 'cambio cambió cambiar cambios cambie hacia hacía haciendo inició inicio año ano mar',
  fr: 'copie copié copier copies première premiére premier publié publie publier nécessité nécessite mer',
  hu: 'hozza hozzá hová hova tudná tudna tud ház',
  ja: '多く 数多く 多い 学び 学ぶ 通す 見通す 通し 海',
  lt: 'esanti esantį esančio pasirinkti pasirinktį jūra',
  nb: 'andre André åsen Aasen åser Aaser ås asen sjø',
  pt: 'sabia sabiá saber secretaria secretária secretarias computação computaçao mar',
};
const DELETED = 'deleted';

interface Placed {
  document: Document;
  /** Its segment. */
  part: number;
  /** Whether another segment has a copy that was deleted again. */
  hasCopy: boolean;
}

interface Case {
  documents: Placed[];
  query: string;
  match: string;
  language: string;
}

const anyCase = fc.constantFrom(...Object.keys(WORDS)).chain((language): fc.Arbitrary<Case> => {
  const word = fc.constantFrom(...WORDS[language].split(' '));
  const text = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));
  const placed = fc.record({ title: text, content: text, part: fc.nat({ max: 2 }), hasCopy: fc.boolean() });
  const documents = fc.array(placed, { minLength: 1, maxLength: 9 }).chain((all) =>
    // In any order.
    fc.shuffledSubarray(
      all.map(({ title, content, ...place }, i) => ({
        document: documentWith({ id: `d${i}`, title, content, language }),
        ...place,
      })),
      { minLength: all.length },
    ),
  );
  const query = fc.oneof(
    text,
    text.map((words) => `"${words}"`),
    fc.tuple(text, word).map(([words, without]) => `${words} -${without}`),
  );
  return fc.record({ documents, query, match: word, language: fc.constant(language) });
});

interface Part {
  data: SegmentData;
  deleted: Bitset;
}

function partOf(documents: readonly Document[]): Part {
  const data = buildSegment(documents.map((document) => flattenDocument({ document, vectors: [] })));
  const { documents: count, ids } = new Segment(data);
  const deleted = emptyBitset(count);
  for (const { id } of documents) if (id.startsWith(DELETED)) addBit(deleted, ids.find(id));
  return { data, deleted };
}

/** The documents in segments of their own, with copies that were deleted. */
function inParts(documents: readonly Placed[]): Part[] {
  return [0, 1, 2].flatMap((number) => {
    const inside = documents.flatMap(({ document, part, hasCopy }) => {
      if (part === number) return [document];
      return hasCopy ? [{ ...document, id: DELETED + document.id }] : [];
    });
    return inside.length === 0 ? [] : [partOf(inside)];
  });
}

function merged(parts: readonly Part[]): Part {
  const data = mergeSegments(parts.map((part) => ({ segment: new Segment(part.data), deleted: part.deleted })));
  return { data, deleted: emptyBitset(new Segment(data).documents) };
}

const tools = queryTools(Number.POSITIVE_INFINITY);

/** Ids, scores, explanations and the total. */
function found(parts: readonly Part[], plan: Partial<QueryPlan>) {
  const segments = LiveSegments.of(parts.map((part, uid) => ({ uid, ...part })));
  const sort = [{ field: '_score', order: 'desc', missing: '_last' } as const];
  const { total, hits } = findDocuments(
    segments.list(),
    planFor({ sort, window: { offset: 0, limit: 100 }, ...plan }),
    tools,
  );
  return { total, hits };
}

describe('a term with several stems', () => {
  it.each(Object.keys(WORDS))('is among the words of these tests (%s)', (language) => {
    const stems = new Map<string, Set<string>>();
    for (const { term, stem } of analyze(WORDS[language], language)) {
      stems.set(term, (stems.get(term) ?? new Set()).add(stem));
    }
    expect([...stems.values()].some(({ size }) => size > 1)).toBe(true);
  });

  it('is found alike however documents lie in segments, and in which order they were written', () => {
    fc.assert(
      fc.property(anyCase, ({ documents, query, match, language }) => {
        const together = [partOf(documents.map(({ document }) => document))];
        const parts = inParts(documents);
        const words = { language, parts: queryParts(query), typos: 'forgiven' as const };
        const byWords = {
          text: { kind: 'search', words, semantic: null, semanticShare: 0, explain: true },
        } as const;
        const clause = { kind: 'match', field: 'content', text: match } as const;
        const byMatch = { filter: { must: [clause], mustNot: [], should: [], minimumShouldMatch: 0 } };
        for (const plan of [byWords, byMatch]) {
          const expected = found(together, plan);
          expect(found(parts, plan)).toEqual(expected);
          expect(found([merged(parts)], plan)).toEqual(expected);
        }
      }),
      { numRuns: 150 },
    );
  });
});
