import type { Document } from '../src/domain/document/document.js';
import type { DocumentVectors, EmbeddedPassages } from '../src/domain/document/vectors.js';
import type { Storage } from '../src/storage/storage.js';

export function documentWith(id: string, fields: Partial<Document> = {}): Document {
  return {
    id,
    title: `Title of ${id}`,
    tenantId: 'acme',
    language: 'en',
    metadata: null,
    sourceUri: null,
    createdAt: 1,
    updatedAt: 2,
    content: null,
    ...fields,
  };
}

/** Vectors that differ from passage to passage, over the whole range of codes. */
export function vectorsWith({ space = 'space', passages = 1, dimensions = 16 }): DocumentVectors {
  const codesOf = (passage: number) =>
    Int8Array.from({ length: dimensions }, (_, i) => ((i * 37 + passage) % 255) - 127);
  return { space, codes: Array.from({ length: passages }, (_, i) => codesOf(i)) };
}

/** As many passages as the vectors have, each somewhere else. */
export function embeddingWith(...vectors: readonly DocumentVectors[]): EmbeddedPassages {
  const count = Math.max(0, ...vectors.map(({ codes }) => codes.length));
  const passages = Array.from({ length: count }, (_, i) => ({ start: i * 70_000, end: i * 70_000 + 9 }));
  return { passages, vectors };
}

export async function put(storage: Storage, stored: Document, embedding?: EmbeddedPassages): Promise<void> {
  const [result] = await storage.documents('live').write([{ id: stored.id, decide: () => stored, embedding }]);
  if (result.status === 'rejected') throw result.reason;
}

/** A live document with content, or null. */
export async function getDocument(storage: Storage, id: string): Promise<Document | null> {
  const [found] = await storage.documents('live').getMany([id], ['document']);
  return found?.document ?? null;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
