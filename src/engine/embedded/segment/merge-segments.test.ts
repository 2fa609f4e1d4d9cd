import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document, Metadata } from '../../../domain/document/document.js';
import type { DocumentVectors, Passage } from '../../../domain/document/vectors.js';
import { anyDocument } from '../../contract/arbitraries.js';
import { flattenDocument } from '../../document/flat-document.js';
import { VectorBlock } from '../vectors/vector-block.js';
import { addBit, emptyBitset, hasBit } from './bitset.js';
import { buildSegment } from './build-segment.js';
import { mergeSegments } from './merge-segments.js';
import { Segment } from './segment.js';

/** Everything a segment holds, in a form that can be compared. */
function contentOf(segment: Segment): Map<string, unknown> {
  const { directory } = segment;
  const columns = Array.from({ length: directory.names.size }, (_, column): [string, unknown] => {
    const { type, field, docs, arrays } = directory.column(column);
    return [`${type}:${field}`, [docs, ...arrays].map((array) => array && [...array])];
  });
  const vectors = segment.data.vectors.map((memory) => [...VectorBlock.open(memory).bytes()]);
  return new Map([...columns, ['vectors', vectors]]);
}

function segmentOf(documents: readonly Document[]): Segment {
  const stored = documents.map((document) => ({
    document,
    vectors: vectorsFor(document),
    passages: passagesOf(document),
  }));
  return new Segment(buildSegment(stored.map(flattenDocument)));
}

/**
 * As many passages as its id has letters, each with vectors of its own. Documents with an even number in their id have
 * vectors of a second space, as they do while they are being embedded for another encoder.
 */
function vectorsFor({ id }: Document): DocumentVectors[] {
  const codes = Array.from(id, (letter, i) => Int8Array.of(letter.charCodeAt(0), i, 7));
  const ofTwo = [
    { space: 'test', codes },
    { space: 'next', codes: codes.map((vector) => Int8Array.of(...vector, 9, 9)) },
  ];
  return Number(id.slice(1)) % 2 === 0 ? ofTwo : ofTwo.slice(0, 1);
}

/** As many, in equal parts of the content. */
function passagesOf({ id, content }: Document): Passage[] {
  const size = Math.ceil((content ?? '').length / id.length);
  return Array.from(id, (_, i) => ({ start: i * size, end: (i + 1) * size }));
}

interface Case {
  parts: { document: Document; deleted: boolean }[][];
}

/** Fields of few documents, beside those that a document shares with others. Names are in different orders by UTF-16 and by code point. */
const anyRareFields: fc.Arbitrary<Metadata> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom('rare', 'rarer', 'Ω', '\uffee', '😀', 'a:b', 'keyword'),
      fc.oneof(
        fc.integer(),
        fc.boolean(),
        fc.string(),
        fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 3 }),
      ),
      { maxKeys: 3 },
    ) as fc.Arbitrary<Metadata>,
  },
);

const anyRareDocument = fc
  .record({ document: anyDocument(), rare: anyRareFields })
  .map(({ document, rare }): Document => ({ ...document, metadata: { ...document.metadata, ...rare } }));

/** Documents with ids of their own, divided among segments, some of them deleted. */
const anyCase: fc.Arbitrary<Case> = fc
  .array(fc.record({ document: anyRareDocument, deleted: fc.boolean(), part: fc.nat({ max: 3 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((entries) => {
    const distinct = entries.map((entry, i) => ({ ...entry, document: { ...entry.document, id: `d${i}` } }));
    const parts = [0, 1, 2, 3].map((part) => distinct.filter((entry) => entry.part === part));
    return { parts: parts.filter((part) => part.length > 0) };
  });

describe('merging segments', () => {
  it('gives what indexing the remaining documents together gives', () => {
    fc.assert(
      fc.property(anyCase, ({ parts }) => {
        const inputs = parts.map((part) => {
          const segment = segmentOf(part.map(({ document }) => document));
          const deleted = emptyBitset(segment.documents);
          for (const entry of part) if (entry.deleted) addBit(deleted, segment.ids.find(entry.document.id));
          return { segment, deleted };
        });
        const remaining = parts.flat().filter((entry) => !entry.deleted);
        const merged = new Segment(mergeSegments(inputs));
        const together = segmentOf(remaining.map(({ document }) => document));
        expect(merged.documents).toBe(remaining.length);
        expect(contentOf(merged)).toEqual(contentOf(together));
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the fields that each document has for itself', () => {
    const documents = Array.from({ length: 60 }, (_, i) => ({
      ...sample,
      id: `d${i}`,
      metadata: {
        [`own ${i}`]: `text ${i}`,
        [`number ${i}`]: [i, -i],
        [`date ${i % 20}`]: '2024-03-05',
        all: i % 3 === 0,
      },
    }));
    const parts = [0, 1, 2].map((part) => documents.filter((_, i) => i % 3 === part));
    const inputs = parts.map((part) => {
      const segment = segmentOf(part);
      const deleted = emptyBitset(segment.documents);
      addBit(deleted, 3);
      return { segment, deleted };
    });
    const isDeleted = ({ id }: Document) =>
      inputs.some(({ segment, deleted }) => segment.ids.find(id) >= 0 && hasBit(deleted, segment.ids.find(id)));
    const merged = new Segment(mergeSegments(inputs));
    const remaining = documents.filter((document) => !isDeleted(document));
    expect(remaining).toHaveLength(57);
    expect(contentOf(merged)).toEqual(contentOf(segmentOf(remaining)));
  });

  it('leaves out vectors of spaces that nobody asks for', () => {
    const segment = segmentOf([
      { ...sample, id: 'd1' },
      { ...sample, id: 'd2' },
    ]);
    expect(segment.spaces).toEqual(['next', 'test']);
    const inputs = [{ segment, deleted: emptyBitset(2) }];
    const merged = new Segment(mergeSegments(inputs, ['next', 'unheard of']));
    expect([merged.spaces, merged.data.vectors.length]).toEqual([['next'], 1]);
    expect(merged.passages('test')).toBeNull();
    expect(merged.passages('next')?.docs).toEqual(Uint32Array.of(1, 1));
    expect(merged.passages('next')?.block.read(0)).toEqual(segment.passages('next')?.block.read(0));
    expect(new Segment(mergeSegments(inputs, [])).spaces).toEqual([]);
  });

  it('drops columns that no remaining document has', () => {
    const segment = segmentOf([
      { ...sample, id: 'a', metadata: { gone: 1 } },
      { ...sample, id: 'b', metadata: { stays: true } },
    ]);
    const deleted = emptyBitset(2);
    addBit(deleted, 0);
    const merged = new Segment(mergeSegments([{ segment, deleted }]));
    expect(merged.numbers('number', 'metadata.gone')).toBeNull();
    expect(merged.numbers('boolean', 'metadata.stays')?.values).toEqual(Float64Array.of(1));
  });
});

const sample: Document = {
  id: '',
  title: 't',
  tenantId: 't',
  language: 'en',
  metadata: null,
  sourceUri: null,
  createdAt: 0,
  updatedAt: 0,
  content: null,
};
