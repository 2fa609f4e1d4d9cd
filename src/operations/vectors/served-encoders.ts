import { isDeepStrictEqual } from 'node:util';
import { MODES } from '../../domain/document/document.js';
import type { KnownEncoder, VectorSpaces } from '../../domain/document/vectors.js';
import type { ScoreScale } from '../../engine/engine.js';
import type { Embedder } from '../../inference/embedder.js';
import { IdleTrackingEmbedder } from '../../inference/idle-tracking-embedder.js';
import type { Storage } from '../../storage/storage.js';
import { CommonTopics } from '../analysis/common-topics.js';
import type { OperationServices } from '../context.js';

interface ServedEncodersSources extends EncoderSources {
  /** Reads the scale that converts cosines of a vector space to scores. */
  scaleOf: (space: string) => Promise<ScoreScale>;
}

export type EncoderServices = Pick<OperationServices, 'embedder' | 'nextEmbedder' | 'scale' | 'commonTopics'>;

/** The encoders in use. An operation asks for them once, so that it works with one vector space from start to end. */
export class ServedEncoders {
  readonly #scaleOfNext: ScoreScale | null;
  #services: EncoderServices;

  private constructor(
    readonly opened: OpenedEncoders,
    scales: { served: ScoreScale; next: ScoreScale | null },
  ) {
    this.#services = servicesOf(opened.served, opened.next, scales.served);
    this.#scaleOfNext = scales.next;
  }

  static async open(sources: ServedEncodersSources): Promise<ServedEncoders> {
    const opened = await openEncoders(sources);
    const { served, next } = opened;
    const scales = {
      served: await sources.scaleOf(served.space),
      next: next === null ? null : await sources.scaleOf(next.space),
    };
    return new ServedEncoders(opened, scales);
  }

  get services(): EncoderServices {
    return this.#services;
  }

  serveNext(): void {
    const { nextEmbedder } = this.#services;
    if (nextEmbedder === null || this.#scaleOfNext === null) throw new Error('No encoder is waiting to be served.');
    this.#services = servicesOf(nextEmbedder, null, this.#scaleOfNext);
  }

  async close(): Promise<void> {
    await Promise.all([this.opened.served.close(), this.opened.next?.close()]);
  }
}

function servicesOf(embedder: Embedder, nextEmbedder: Embedder | null, scale: ScoreScale): EncoderServices {
  return { embedder, nextEmbedder, scale, commonTopics: new CommonTopics(embedder) };
}

interface EncoderSources {
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

/** Opens the configured encoder and, if documents have vectors of another one, that one too. */
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
    log.warn(
      details,
      'the former encoder cannot be opened: until they are re-embedded, documents are found by words only',
    );
    return null;
  }
}

interface SpacesAtStart {
  /** From the store; null if nothing has been embedded yet. */
  recorded: VectorSpaces | null;
  /** The encoder of the settings. */
  configured: KnownEncoder;
  /** Whether there are no documents. */
  empty: boolean;
  /** Whether the encoder that was served before can still be opened. */
  servedOpens: boolean;
}

/** Decides which encoder is served after a start, which one replaces it later, and which vectors to remove. */
export function planSpaces({ recorded, configured, empty, servedOpens }: SpacesAtStart): VectorSpaces {
  if (recorded === null || empty) return { served: configured, next: null, complete: empty, leaving: [] };
  const leavingBesides = (...used: readonly KnownEncoder[]) => {
    const inUse = new Set(used.map(({ space }) => space));
    return spacesOf(recorded).filter((space) => !inUse.has(space));
  };
  if (recorded.served.space === configured.space) {
    const { complete } = recorded;
    return { served: configured, next: null, complete, leaving: leavingBesides(configured) };
  }
  if (!servedOpens) return { served: configured, next: null, complete: false, leaving: leavingBesides(configured) };
  return { ...recorded, next: configured, leaving: leavingBesides(recorded.served, configured) };
}

/** All spaces that stored vectors may belong to. */
function spacesOf({ served, next, leaving }: VectorSpaces): string[] {
  return [...new Set([served.space, ...(next === null ? [] : [next.space]), ...leaving])];
}
