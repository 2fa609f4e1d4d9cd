import { beforeEach, describe, expect, it } from 'vitest';
import { plainServices, WordCountingEmbedder } from '../../../testing/plain-services.js';
import type { Document } from '../../domain/document/document.js';
import type { EmbeddedPassages } from '../../domain/document/vectors.js';
import type { Collection } from '../context.js';
import { countDocumentTokens, embedDocuments } from './embed-documents.js';

const SENTENCE = 'The Moon pulls the oceans towards it and they bulge on both sides of the Earth. ';
const LONG = SENTENCE.repeat(40).trim();

const stored = new Map<string, EmbeddedPassages & { document: Document }>();
let embedder: WordCountingEmbedder;
let context: Parameters<typeof embedDocuments>[1];

beforeEach(() => {
  stored.clear();
  embedder = new WordCountingEmbedder();
  const getMany = async (ids: readonly string[]) => ids.map((id) => stored.get(id) ?? null);
  context = { ...plainServices(embedder), collection: { documents: { getMany } } as unknown as Collection };
});

function documentWith(id: string, fields: Partial<Document>): Document {
  const empty = { tenantId: 't', language: 'en', metadata: null, sourceUri: null, createdAt: 0, updatedAt: 0 };
  return { id, title: 'Two words', content: null, ...empty, ...fields };
}

const wordsOf = (text: string) => text.trim().split(/\s+/).length;

describe('embedding documents', () => {
  it('reads the title with every passage, and as the only one where there is no content', async () => {
    const long = documentWith('long', { content: LONG });
    const [blank, many] = await embedDocuments([documentWith('blank', { content: ' \n ' }), long], context);
    expect(embedder.embedded[0]).toBe('Two words');
    expect(embedder.embedded.length).toBeGreaterThan(3);
    expect(embedder.embedded.slice(1).every((text) => text.startsWith('Two words: The Moon'))).toBe(true);
    expect(blank.embedding.passages).toEqual([{ start: 0, end: 0 }]);
    expect(many.embedding.vectors[0].codes).toHaveLength(many.embedding.passages.length);
    const quoted = many.embedding.passages.map(({ start, end }) => `Two words: ${LONG.slice(start, end)}`);
    expect(quoted).toEqual(embedder.embedded.slice(1));
  });

  it('counts the title once, however many passages there are', async () => {
    const [{ tokens }] = await embedDocuments([documentWith('long', { content: LONG })], context);
    expect(tokens).toBe(2 + wordsOf(LONG));
  });

  it('never counts less than one passage, however an encoder elsewhere counts', async () => {
    const embed = embedder.embed.bind(embedder);
    embedder.embed = async (texts) => (await embed(texts)).map((embedding) => ({ ...embedding, tokens: 1 }));
    const [{ tokens }] = await embedDocuments([documentWith('long', { content: LONG })], context);
    expect(tokens).toBe(1);
  });

  it('counts the same without embedding', async () => {
    const documents = [
      documentWith('a', { content: LONG }),
      documentWith('b', {}),
      documentWith('c', { content: 'x' }),
    ];
    expect(await countDocumentTokens(documents, context)).toEqual([2 + wordsOf(LONG), 2, 3]);
    expect(embedder.embedded).toEqual([]);
  });

  it('keeps the vectors of a text that is stored, and of no other', async () => {
    const before = documentWith('a', { content: LONG });
    const [first] = await embedDocuments([before], context);
    stored.set('a', { document: before, ...first.embedding });
    embedder.embedded.length = 0;
    const changes = [{ metadata: { a: 1 } }, { title: 'New' }, { language: 'de' }, { content: 'x' }];
    const after = await embedDocuments(
      changes.map((change) => ({ ...before, ...change })),
      context,
    );
    expect(after[0]).toEqual(first);
    expect(embedder.embedded.filter((text) => text.startsWith('New: ')).length).toBe(first.embedding.passages.length);
    expect(embedder.embedded.at(-1)).toBe('Two words: x');
  });

  it('keeps the passages of a text that is stored, also for an encoder that has no vectors of it yet', async () => {
    const document = documentWith('a', { content: LONG });
    const passages = [
      { start: 0, end: 10 },
      { start: 10, end: LONG.length },
    ];
    stored.set('a', { document, passages, vectors: [] });
    const [{ embedding }] = await embedDocuments([document], context);
    expect(embedding.passages).toEqual(passages);
    expect(embedding.vectors[0].codes).toHaveLength(2);
  });

  it('does not keep vectors of another space', async () => {
    const document = documentWith('a', {});
    stored.set('a', { document, passages: [{ start: 0, end: 0 }], vectors: [{ space: 'another', codes: [] }] });
    const [{ embedding }] = await embedDocuments([document], context);
    expect(embedding.vectors.map(({ space }) => space)).toEqual(['word-counts']);
    expect(embedder.embedded).toEqual(['Two words']);
  });

  describe('while another encoder is to come', () => {
    const document = documentWith('a', { content: LONG });

    it('makes the vectors of both, and counts the tokens of the served one', async () => {
      const nextEmbedder = new WordCountingEmbedder('next');
      const [{ embedding, tokens }] = await embedDocuments([document], { ...context, nextEmbedder });
      const { passages, vectors } = embedding;
      expect(vectors.map(({ space }) => space)).toEqual(['word-counts', 'next']);
      expect(tokens).toBe(2 + wordsOf(LONG));
      stored.set('a', { document, passages, vectors: vectors.slice(0, 1) });
      await embedDocuments([document], { ...context, nextEmbedder });
      expect(nextEmbedder.embedded.length).toBe(2 * embedder.embedded.length);
    });

    it('goes without its vectors where it fails', async () => {
      class FailingEmbedder extends WordCountingEmbedder {
        override async embed(): Promise<never> {
          throw new Error('out of reach');
        }
      }
      const failing = { ...context, nextEmbedder: new FailingEmbedder('next') };
      const [{ embedding }] = await embedDocuments([document], failing);
      expect(embedding.vectors.map(({ space }) => space)).toEqual(['word-counts']);
    });
  });
});
