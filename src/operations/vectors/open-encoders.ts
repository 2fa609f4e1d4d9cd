import { isDeepStrictEqual } from 'node:util';
import { MODES } from '../../domain/document/mode.js';
import type { KnownEncoder, VectorSpaces } from '../../domain/document/vectors.js';
import type { Embedder } from '../../inference/embedder.js';
import { IdleTrackingEmbedder } from '../../inference/idle-tracking-embedder.js';
import type { Storage } from '../../storage/storage.js';
import { planSpaces } from './plan-spaces.js';

export interface EncoderSources {
  storage: Storage;
  openConfigured: () => Promise<{ embedder: Embedder; known: KnownEncoder }>;
  openKnown: (known: KnownEncoder) => Promise<Embedder>;
  log: { warn(details: object, message: string): void };
}

export interface OpenedEncoders {
  spaces: VectorSpaces;
  served: IdleTrackingEmbedder;
  next: IdleTrackingEmbedder | null;
}

/** Opens the encoder of the settings and, where documents have vectors of another one, that one as well. */
export async function openEncoders(sources: EncoderSources): Promise<OpenedEncoders> {
  const { storage } = sources;
  const { embedder, known } = await sources.openConfigured();
  const configured = new IdleTrackingEmbedder(embedder);
  const recorded = await storage.vectorSpaces.get();
  const counts = await Promise.all(MODES.map((mode) => storage.documents(mode).count()));
  const empty = counts.every((count) => count === 0);
  const changed = recorded !== null && !empty && recorded.served.space !== known.space;
  const former = changed ? await openFormer(recorded.served, sources) : null;
  const spaces = planSpaces({ recorded, configured: known, empty, servedOpens: former !== null });
  if (!isDeepStrictEqual(spaces, recorded)) await storage.vectorSpaces.put(spaces);
  return former === null
    ? { spaces, served: configured, next: null }
    : { spaces, served: new IdleTrackingEmbedder(former), next: configured };
}

async function openFormer(known: KnownEncoder, { openKnown, log }: EncoderSources): Promise<Embedder | null> {
  try {
    return await openKnown(known);
  } catch (error) {
    const details = { space: known.space, reason: error instanceof Error ? error.message : String(error) };
    log.warn(details, 'the former encoder cannot be opened: documents are found by meaning as they are embedded anew');
    return null;
  }
}
