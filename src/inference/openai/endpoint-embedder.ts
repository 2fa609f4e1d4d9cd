import { createHash } from 'node:crypto';
import { failure } from '../../domain/errors/error.js';
import { estimateTokens } from '../../domain/search/generation.js';
import { Semaphore } from '../../threads/locks.js';
import {
  type Embedder,
  type Embedding,
  introduced,
  isWaitedFor,
  type Prefixes,
  type TextToEmbed,
} from '../embedder.js';
import { type EmbeddingsEndpoint, requestEmbeddings } from './embeddings-request.js';

export interface EndpointSettings extends EmbeddingsEndpoint {
  prefixes: Prefixes;
}

/** Few enough that parsing the answer does not hold up the event loop. */
const TEXTS_PER_REQUEST = 16;
/** In UTF-16 units. Below the 8,192 tokens that endpoints commonly take, in any script. */
const LONGEST_TEXT = 8_000;

/** Requests that run at once, and that may wait beside those. Queries have permits of their own and never wait for passages. */
const QUERY_REQUESTS = { atOnce: 16, waiting: 500 };
const PASSAGE_REQUESTS = { atOnce: 4, waiting: 2_000 };

/** Embeds with an OpenAI-compatible API. Its tokenizer is not ours to see: tokens are counted by the API, or estimated. */
export async function openEndpointEmbedder(settings: EndpointSettings): Promise<Embedder> {
  const { dimensions } = settings;
  return new EndpointEmbedder(settings, dimensions ?? (await askForDimensions(settings)));
}

async function askForDimensions(settings: EndpointSettings): Promise<number> {
  const { vectors } = await requestEmbeddings(settings, ['How long is a vector?'], new AbortController().signal);
  return vectors[0].length;
}

class EndpointEmbedder implements Embedder {
  readonly space: string;
  readonly dimensions: number;
  readonly #settings: EndpointSettings;
  readonly #queries = new Semaphore(QUERY_REQUESTS.atOnce, QUERY_REQUESTS.waiting);
  readonly #passages = new Semaphore(PASSAGE_REQUESTS.atOnce, PASSAGE_REQUESTS.waiting);
  readonly #stop = new AbortController();

  constructor(settings: EndpointSettings, dimensions: number) {
    this.#settings = { ...settings, dimensions };
    this.dimensions = dimensions;
    this.space = spaceOf(settings, dimensions);
  }

  async embed(texts: readonly TextToEmbed[]): Promise<Embedding[]> {
    const requests = texts.some(isWaitedFor) ? this.#queries : this.#passages;
    if (requests.isFull) throw overloaded();
    const inputs = texts.map((text) => this.#input(text));
    const batches: Promise<Embedding[]>[] = [];
    for (let start = 0; start < inputs.length; start += TEXTS_PER_REQUEST) {
      const batch = inputs.slice(start, start + TEXTS_PER_REQUEST);
      batches.push(requests.run(() => this.#embedBatch(batch)));
    }
    return (await Promise.all(batches)).flat();
  }

  async countTokens(texts: readonly TextToEmbed[]): Promise<number[]> {
    return texts.map((text) => estimateTokens(introduced(text, this.#settings.prefixes)));
  }

  async close(): Promise<void> {
    this.#stop.abort(failure('shutting_down', 'The service is stopping.'));
  }

  async #embedBatch(inputs: readonly string[]): Promise<Embedding[]> {
    const { vectors, tokens } = await requestEmbeddings(this.#settings, inputs, this.#stop.signal);
    const wrong = vectors.find(({ length }) => length !== this.dimensions);
    if (wrong !== undefined) {
      const message = `The embeddings endpoint answered with a vector of ${wrong.length} numbers instead of ${this.dimensions}.`;
      throw failure('model_failed', message);
    }
    const counts = shareTokens(inputs, tokens);
    return vectors.map((vector, i) => ({ vector, tokens: counts[i] }));
  }

  /** Endpoints refuse empty texts and halves of characters. */
  #input(text: TextToEmbed): string {
    const whole = introduced(text, this.#settings.prefixes);
    const input = whole.slice(0, LONGEST_TEXT).replace(/\p{Surrogate}/gu, '\ufffd');
    return input === '' ? ' ' : input;
  }
}

function overloaded(): Error {
  return failure('overloaded', 'Too many texts wait to be embedded. Try again in a moment.', { retryAfterSeconds: 2 });
}

/** The endpoint counts a request as a whole; each text is given its likely part, and the parts add up. */
function shareTokens(inputs: readonly string[], total: number | null): number[] {
  const estimates = inputs.map(estimateTokens);
  const estimated = estimates.reduce((sum, tokens) => sum + tokens, 0);
  if (total === null || estimated === 0) return estimates;
  let before = 0;
  return estimates.map((estimate) => {
    const start = Math.round((before * total) / estimated);
    before += estimate;
    return Math.round((before * total) / estimated) - start;
  });
}

/** Endpoints may share a model, so the address is no part of it. */
function spaceOf({ model, prefixes }: EndpointSettings, dimensions: number): string {
  if (prefixes.passage === '') return `${model}-${dimensions}`;
  return `${model}-${dimensions}-${createHash('sha256').update(prefixes.passage).digest('hex').slice(0, 8)}`;
}
