import fc from 'fast-check';
import { expect } from 'vitest';
import { collect, embeddingWith, vectorsWith } from '../../../testing/stored-samples.js';
import type { Change, Document, DocumentWithVectors } from '../../domain/document/document.js';
import type { DocumentVectors, EmbeddedPassages, Passage } from '../../domain/document/vectors.js';
import type { DocumentStorage, DocumentWrite, LoggedDocuments, Storage } from '../storage.js';
import type { LawBook } from './law-book.js';

interface Put {
  id: string;
  content: string | null;
  /** How many; undefined keeps those that are stored. */
  passages: number | null | undefined;
  refuse: boolean;
}

type Step =
  | { kind: 'write'; puts: Put[] }
  | { kind: 'delete'; id: string }
  | { kind: 'forget'; share: number }
  | { kind: 'reopen' };

const id = fc.constantFrom('a', 'b', 'c', 'd');
const content = fc.oneof(fc.constant(null), fc.string({ unit: 'binary', maxLength: 40 }), fc.constant('\ud800'));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('write' as const), puts: fc.array(putOf(), { maxLength: 6 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('forget' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
);

function putOf() {
  return fc.record({ id, content, passages: fc.constantFrom(1, 3, null, undefined), refuse: fc.boolean() });
}

const KEPT = 'kept';

/** What the storage must be equal to. */
class Model {
  readonly documents = new Map<string, DocumentWithVectors>();
  /** The latest change of each id, forgotten ones included. */
  readonly changes = new Map<string, Change>();
  sequence = 0;
  forgotten = 0;

  apply(change: Change): void {
    this.sequence++;
    expect(change.sequence).toBe(this.sequence);
    if (change.kind === 'put') {
      const { document, vectors, passages } = change;
      expect(vectors).toEqual(this.expectedVectors(document));
      expect(passages ?? []).toEqual(severalOf(embeddingWith(...vectors).passages));
      this.documents.set(document.id, { document, vectors, passages });
    } else this.documents.delete(change.id);
    this.changes.set(change.kind === 'put' ? change.document.id : change.id, change);
  }

  expectedVectors({ id, sourceUri }: Document): readonly DocumentVectors[] {
    if (sourceUri === KEPT) return this.documents.get(id)?.vectors ?? [];
    return sourceUri === null ? [] : embeddingOf(Number(sourceUri)).vectors;
  }

  changesAfter(sequence: number): Change[] | null {
    if (sequence < this.forgotten) return null;
    const later = [...this.changes.values()].filter((change) => change.sequence > sequence);
    return later.sort((a, b) => a.sequence - b.sequence);
  }
}

/** A change tells of passages only if there are several. */
function severalOf(passages: readonly Passage[]): readonly Passage[] {
  return passages.length > 1 ? passages : [];
}

/** Of two spaces, with dimensions of their own. */
function embeddingOf(passages: number): EmbeddedPassages {
  return embeddingWith(vectorsWith({ passages }), vectorsWith({ space: 'next', passages, dimensions: 5 }));
}

function writesOf(current: Step & { kind: 'write' | 'delete' }): DocumentWrite[] {
  if (current.kind === 'delete') return [{ id: current.id, decide: () => 'delete' }];
  return current.puts.map(({ id, content, passages, refuse }) => ({
    id,
    embedding: passages === undefined ? undefined : passages === null ? embeddingWith() : embeddingOf(passages),
    decide: (before) => {
      if (refuse && before !== null) throw new Error('taken');
      // The document tells which vectors were put with it.
      const sourceUri = passages === undefined ? KEPT : passages === null ? null : String(passages);
      return { ...fields, id, content, sourceUri, updatedAt: (before?.updatedAt ?? 0) + 1 };
    },
  }));
}

const fields = {
  title: 'T',
  tenantId: 't',
  language: 'en' as const,
  metadata: null,
  createdAt: 1,
};

async function expectSame(documents: DocumentStorage, model: Model): Promise<void> {
  const ids = [...model.documents.keys()].sort();
  const expected = ids.map((key) => model.documents.get(key)!);
  expect((await collect(documents.all())).flat()).toEqual(expected);
  const found = await documents.getMany(ids, ['document', 'passages', 'vectors']);
  const passagesOf = ({ vectors }: DocumentWithVectors) => embeddingWith(...vectors).passages;
  expect(found).toEqual(expected.map((stored) => ({ ...stored, passages: passagesOf(stored) })));
  expect(await documents.count()).toBe(model.documents.size);
}

async function expectSameLog(documents: LoggedDocuments, model: Model): Promise<void> {
  expect(await documents.lastSequence()).toBe(model.sequence);
  for (let sequence = 0; sequence <= model.sequence; sequence++) {
    const changes = await documents.changesAfter(sequence);
    expect(changes && (await collect(changes)).flat()).toEqual(model.changesAfter(sequence));
  }
}

/** `logOf` gives the documents with their changes, of a storage that records these. */
export function randomWritesLaw<Kind extends Storage>(
  { law, open, newPlace, randomRuns }: LawBook<Kind>,
  logOf: ((storage: Kind) => LoggedDocuments) | null,
): void {
  law('equals a plain map after any run of writes, refusals, deletions and reopening', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const place = newPlace();
        const model = new Model();
        let storage = await open(place);
        const heard: Change[] = [];
        const listen = () => storage.documents('live').onCommit(async (changes) => void heard.push(...changes));
        listen();
        for (const current of steps) {
          if (current.kind === 'reopen') {
            await storage.close();
            storage = await open(place);
            if (logOf === null) model.sequence = 0;
            listen();
          } else if (current.kind === 'forget') {
            const upTo = Math.round(current.share * model.sequence);
            await logOf?.(storage).forgetChanges(upTo);
            model.forgotten = Math.max(model.forgotten, upTo);
          } else {
            await storage.documents('live').write(writesOf(current));
            for (const change of heard.splice(0)) model.apply(change);
          }
          await expectSame(storage.documents('live'), model);
          if (logOf !== null) await expectSameLog(logOf(storage), model);
        }
        await storage.close();
      }),
      { numRuns: randomRuns },
    );
  });
}
