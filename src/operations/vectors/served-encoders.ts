import type { ScoreScale } from '../../engine/engine.js';
import type { OperationServices } from '../context.js';
import { type EncoderSources, type OpenedEncoders, openEncoders } from './open-encoders.js';

export interface ServedEncodersSources extends EncoderSources {
  /** How a cosine of a space becomes a score. */
  scaleOf: (space: string) => Promise<ScoreScale>;
}

export type EncoderServices = Pick<OperationServices, 'embedder' | 'nextEmbedder' | 'scale'>;

/** The encoders that operations work with. An operation asks once, so that it sees one vector space from its start to its end. */
export class ServedEncoders {
  readonly #scaleOfNext: ScoreScale | null;
  #services: EncoderServices;

  private constructor(
    readonly opened: OpenedEncoders,
    scales: { served: ScoreScale; next: ScoreScale | null },
  ) {
    this.#services = { embedder: opened.served, nextEmbedder: opened.next, scale: scales.served };
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
    if (nextEmbedder === null || this.#scaleOfNext === null) throw new Error('There is no encoder to come.');
    this.#services = { embedder: nextEmbedder, nextEmbedder: null, scale: this.#scaleOfNext };
  }

  async close(): Promise<void> {
    await Promise.all([this.opened.served.close(), this.opened.next?.close()]);
  }
}
