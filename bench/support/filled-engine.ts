import { quantize } from '../../src/domain/document/vectors.js';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded-engine.js';
import { EngineThreads } from '../../src/engine/embedded/engine-threads.js';
import type { ChangeSource, Engine } from '../../src/engine/engine.js';
import type { Abstract } from './arxiv.js';

export const SPACE = 'bench';

export interface FilledEngine {
  engine: Engine;
  /** Seconds until it was ready: a folder that holds the index already is only loaded. */
  seconds: number;
  close(): Promise<void>;
}

/** The embedded engine with its threads, as the service runs it, over documents of one passage each. */
export async function fillEngine(
  folder: string,
  abstracts: readonly Abstract[],
  queryThreads: number,
): Promise<FilledEngine> {
  const began = performance.now();
  const threads = new EngineThreads({
    queryThreads,
    onCrash: (error, thread) => {
      throw new Error(`the ${thread} thread ended`, { cause: error });
    },
  });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const engine = await openEmbeddedEngine({ index: 'bench', folder, source: sourceOf(abstracts), threads, log });
  return {
    engine,
    seconds: (performance.now() - began) / 1000,
    close: async () => {
      await engine.close();
      await threads.close();
    },
  };
}

/** As many as the store gives out at once. */
const BATCH = 500;

/** A store that holds these and never changes. */
function sourceOf(abstracts: readonly Abstract[]): ChangeSource {
  return {
    lastSequence: async () => abstracts.length,
    changesAfter: async (sequence) => (sequence === abstracts.length ? noChanges() : null),
    async *all() {
      for (let start = 0; start < abstracts.length; start += BATCH) {
        yield abstracts.slice(start, start + BATCH).map(stored);
      }
    },
    forgetChanges: async () => {},
  };
}

async function* noChanges(): AsyncGenerator<never> {}

function stored({ id, title, text, vector }: Abstract) {
  return {
    document: {
      id,
      title,
      content: text,
      language: 'en' as const,
      tenantId: 'bench',
      metadata: null,
      sourceUri: null,
      createdAt: 0,
      updatedAt: 0,
    },
    vectors: [{ space: SPACE, codes: [quantize(vector)] }],
  };
}
