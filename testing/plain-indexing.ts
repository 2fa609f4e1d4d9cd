import { createHash } from 'node:crypto';
import type { DocumentWithVectors } from '../src/domain/document/document.js';
import type { DocumentIndexing } from '../src/opensearch/document-index.js';

/** The least that a document is indexed with: its title, and its vectors as the cluster compares them. */
export const plainIndexing: DocumentIndexing = {
  version: 1,
  settings: () => ({ knn: true }),
  mappings: () => ({
    title: { type: 'keyword', ignore_above: 1000 },
    passages: { type: 'nested', properties: { number: { type: 'integer' } } },
  }),
  spaceMapping: (space, dimensions) => ({
    passages: {
      type: 'nested',
      properties: {
        [fieldOf(space)]: {
          type: 'knn_vector',
          dimension: dimensions,
          data_type: 'byte',
          method: { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' },
        },
      },
    },
  }),
  fields: async (documents) => documents.map((stored) => JSON.stringify(plainFields(stored))),
};

export function plainFields({ document, vectors }: DocumentWithVectors): object {
  return { title: document.title.replace(/\p{Surrogate}/gu, '?'), passages: passagesOf(vectors) };
}

function passagesOf(vectors: DocumentWithVectors['vectors']): object[] {
  const count = Math.max(0, ...vectors.map(({ codes }) => codes.length));
  return Array.from({ length: count }, (_, number) => {
    // A vector without direction has no angle to others, and is refused.
    const known = vectors.filter(({ codes }) => codes[number]?.some((code) => code !== 0));
    return { number, ...Object.fromEntries(known.map(({ space, codes }) => [fieldOf(space), [...codes[number]]])) };
  });
}

function fieldOf(space: string): string {
  return `vector_${createHash('sha256').update(space).digest('hex').slice(0, 16)}`;
}
