import { describe, expect, it } from 'vitest';
import { noRules, plainServices, WordCountingEmbedder } from '../../../testing/plain-services.js';
import type { Caller } from '../../domain/caller.js';
import type { Document } from '../../domain/document/document.js';
import type { TextToEmbed } from '../../inference/embedder.js';
import type { DocumentStorage } from '../../storage/storage.js';
import { KeyedMutex } from '../../threads/locks.js';
import type { OperationContext } from '../context.js';
import { type ImportLine, importDocuments, type LineResult } from './import-documents.js';
import type { NewDocument } from './write-document.js';

const caller: Caller = { keyId: 'k', mode: 'live', scopes: ['write'], tenants: null, rateLimit: null };

const unused = () => {
  throw new Error('An import has no use for this.');
};

/** Keeps documents in a map; each batch takes a while, the first ones longest, as on a busy disk. */
function storageOf(documents: Map<string, Document>): DocumentStorage {
  let sequence = 0;
  let pause = 5;
  return {
    async write(writes) {
      const outcomes = writes.map(({ id, decide, embedding }) => {
        try {
          const previous = documents.get(id) ?? null;
          const document = decide(previous);
          if (document === 'delete') return unused();
          documents.set(id, document);
          const change = { sequence: ++sequence, kind: 'put' as const, document, vectors: embedding?.vectors ?? [] };
          return { status: 'fulfilled' as const, value: { change, previous } };
        } catch (reason) {
          return { status: 'rejected' as const, reason };
        }
      });
      for (let turns = pause--; turns > 0; turns--) await new Promise(setImmediate);
      return outcomes;
    },
    getMany: async (ids) =>
      ids.map((id) => {
        const document = documents.get(id);
        if (document === undefined) return null;
        return { document, head: document, content: document.content, passages: [], vectors: [] };
      }),
    count: unused,
    onCommit: unused,
    all: unused,
    withoutVectors: unused,
    dropVectors: unused,
  };
}

async function importLines(
  batches: (Partial<NewDocument> | Error)[][],
  {
    tenants = null as string[] | null,
    mode = 'upsert' as const as 'insert' | 'upsert',
    embedder = new WordCountingEmbedder(),
    signal = undefined as AbortSignal | undefined,
  } = {},
) {
  const documents = new Map<string, Document>();
  documents.set('old', { ...stored('old'), tenantId: 'foreign', createdAt: 7 });
  const results: LineResult[] = [];
  const context: OperationContext = {
    caller: { ...caller, tenants },
    collection: {
      documents: storageOf(documents),
      engine: {
        describe: unused,
        apply: unused,
        find: unused,
        findPassages: unused,
        describeMetadata: unused,
        keepSpaces: unused,
        status: unused,
        close: unused,
      },
      textUpdates: new KeyedMutex(),
      rules: noRules(),
    },
    ...plainServices(embedder),
    now: () => 1000,
    signal,
  };
  const emit = async (more: LineResult[]) => {
    results.push(...more);
  };
  const progress = { received: 0, written: 0, failed: 0 };
  const summary = await importDocuments({ mode, lines: linesOf(batches), emit, progress }, () => context);
  return { summary, documents, results: results.map(({ line, id, status }) => `${line} ${id} ${status}`) };
}

async function* linesOf(batches: (Partial<NewDocument> | Error)[][]): AsyncGenerator<ImportLine[]> {
  let line = 1;
  for (const batch of batches) {
    yield batch.map((sent) => {
      if (sent instanceof Error) return { line: line++, id: null, sent };
      const document = { title: 'T', tenant_id: 'mine', content_type: 'plaintext' as const, language: 'en', ...sent };
      return { line: line++, id: sent.id ?? null, sent: document };
    });
  }
}

function stored(id: string): Document {
  return {
    id,
    title: 'T',
    tenantId: 'mine',
    language: 'en',
    metadata: null,
    sourceUri: null,
    createdAt: 0,
    updatedAt: 0,
    content: null,
  };
}

describe('importDocuments', () => {
  it('reads no further lines when the client has gone', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(importLines([[{ id: 'a' }], [{ id: 'b' }]], { signal })).rejects.toThrow('gone');
  });

  it('answers in the order of the lines, whatever fails in between', async () => {
    const { results, summary } = await importLines([[{ id: 'a' }, new Error('bad')], [{ id: 'b' }], [{ id: 'c' }]]);
    expect(results).toEqual(['1 a created', '2 null failed', '3 b created', '4 c created']);
    expect(summary).toMatchObject({ created: 3, updated: 0, failed: 1 });
  });

  it('lets the last of several lines with one id win', async () => {
    const { results, documents } = await importLines([
      [
        { id: 'a', title: '1' },
        { id: 'a', title: '2' },
      ],
      [{ id: 'a', title: '3' }],
    ]);
    expect(results).toEqual(['1 a created', '2 a updated', '3 a updated']);
    expect(documents.get('a')?.title).toBe('3');
  });

  it('keeps created_at when a document is replaced without one', async () => {
    const { documents } = await importLines([[{ id: 'old' }]]);
    expect(documents.get('old')).toMatchObject({ tenantId: 'mine', createdAt: 7, updatedAt: 1000 });
  });

  it('does not replace what exists in insert mode', async () => {
    const { results } = await importLines([[{ id: 'old' }, { id: 'new' }, { id: 'new' }]], { mode: 'insert' });
    expect(results).toEqual(['1 old failed', '2 new created', '3 new failed']);
  });

  it("neither writes for a foreign tenant nor replaces a foreign tenant's document", async () => {
    const lines = [[{ id: 'x', tenant_id: 'foreign' }, { id: 'old' }, { id: 'y' }]];
    const { results, documents } = await importLines(lines, { tenants: ['mine'] });
    expect(results).toEqual(['1 x failed', '2 old failed', '3 y created']);
    expect(documents.get('old')?.tenantId).toBe('foreign');
  });

  it('counts the tokens of what was stored, and of nothing else', async () => {
    const lines = [[{ id: 'a', title: 'two words' }, new Error('bad')], [{ id: 'old', content: 'and four more' }]];
    const { summary } = await importLines(lines, { tenants: ['mine'] });
    expect(summary).toMatchObject({ created: 1, failed: 2, semanticTokens: 2 });
  });

  it('gives the encoder the lines of a batch together, and fails those alone that it fails for', async () => {
    class PickyEmbedder extends WordCountingEmbedder {
      override async embed(texts: readonly TextToEmbed[]) {
        if (texts.some(({ text }) => text === 'poison')) throw new Error('no');
        return super.embed(texts);
      }
    }
    const batch = [{ id: 'a', title: 'poison' }, { id: 'b' }];
    const { results } = await importLines([[{ id: 'c' }], batch, [{ id: 'd' }]], { embedder: new PickyEmbedder() });
    expect(results).toEqual(['1 c created', '2 a failed', '3 b failed', '4 d created']);
  });

  it('stores in the order of the lines also where an earlier batch takes longer to embed', async () => {
    class SlowStarter extends WordCountingEmbedder {
      override async embed(texts: readonly TextToEmbed[]) {
        if (texts[0].text === '1') await new Promise((resolve) => setTimeout(resolve, 20));
        return super.embed(texts);
      }
    }
    const lines = [[{ id: 'a', title: '1' }], [{ id: 'a', title: '2' }]];
    const { results, documents } = await importLines(lines, { embedder: new SlowStarter() });
    expect(results).toEqual(['1 a created', '2 a updated']);
    expect(documents.get('a')?.title).toBe('2');
  });
});
