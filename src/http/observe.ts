import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { MODES, type Mode } from '../domain/document/document.js';
import type { EngineStatus } from '../engine/engine.js';
import type { OperationClass } from '../operations/statistics/figures.js';
import type { Statistics } from '../operations/statistics/statistics.js';
import type { ReembeddingProgress } from '../operations/vectors/reembedding-progress.js';
import { SEES_FIGURES } from './admission/caller.js';
import type { Services } from './services.js';

export interface EndedRequest {
  method: string;
  /** The pattern, not the path; null where there is no such route. */
  route: string | null;
  status: number | 'aborted';
  seconds: number;
}

/** Metrics in the Prometheus text format. Labels are route patterns, because the number of paths is unbounded. */
export class ServiceMetrics {
  readonly #registry = new Registry();
  /** What only keys of this mode are shown. */
  readonly #ofMode: Record<Mode, Registry> = { live: new Registry(), test: new Registry() };
  readonly #requests = new Counter({
    name: 'sextant_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'sextant_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #inFlight = new Gauge({
    name: 'sextant_http_requests_in_flight',
    help: 'Requests in progress.',
    registers: [this.#registry],
  });

  constructor(services: Services) {
    collectDefaultMetrics({ register: this.#registry });
    this.#describeIndex(services, { registry: this.#ofMode.live, modes: MODES });
    // Live and test data never mix: a test key is not told how many live documents there are.
    this.#describeIndex(services, { registry: this.#ofMode.test, modes: ['test'] });
    this.#describeReembedding(services);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** As a key of this mode sees them. */
  async text(mode: Mode): Promise<string> {
    return `${await this.#registry.metrics()}\n${await this.#ofMode[mode].metrics()}`;
  }

  requestBegins(): void {
    this.#inFlight.inc();
  }

  requestEnds({ method, route, status, seconds }: EndedRequest): void {
    const known = route ?? 'none';
    this.#inFlight.dec();
    this.#requests.inc({ method, route: known, status });
    this.#durations.observe({ method, route: known }, seconds);
  }

  #describeIndex(
    { lifecycle, collection }: Services,
    { registry, modes }: { registry: Registry; modes: readonly Mode[] },
  ): void {
    const perMode = (name: string, help: string, read: (status: EngineStatus) => Record<string, number>) =>
      new Gauge({
        name,
        help,
        labelNames: ['mode', 'figure'],
        registers: [registry],
        async collect() {
          if (lifecycle.state === 'starting') return;
          for (const mode of modes) {
            const figures = Object.entries(read(await collection(mode).engine.status()));
            for (const [figure, value] of figures) this.set(figure === '' ? { mode } : { mode, figure }, value);
          }
        },
      });
    perMode('sextant_documents', 'Documents in the index.', ({ documents }) => ({ '': documents }));
    perMode(
      'sextant_engine',
      'Figures of the search engine, such as the number of segments.',
      ({ figures }) => figures,
    );
  }

  #describeReembedding({ reembedding }: Services): void {
    const gauge = (name: string, help: string, read: (progress: ReembeddingProgress) => number) =>
      new Gauge({
        name,
        help,
        // They count documents of both modes.
        registers: [this.#ofMode.live],
        collect() {
          const progress = reembedding();
          this.set(progress === null ? 0 : read(progress));
        },
      });
    gauge(
      'sextant_reembedding_active',
      '1 while documents are being embedded with a new encoder, otherwise 0.',
      (progress) => Number(progress.active),
    );
    gauge('sextant_reembedding_documents', 'Documents to embed with the new encoder.', ({ total }) => total);
    gauge('sextant_reembedding_documents_done', 'Documents embedded with the new encoder so far.', ({ done }) => done);
    gauge(
      'sextant_reembedding_documents_given_up',
      'Documents that the new encoder rejected.',
      ({ givenUp }) => givenUp,
    );
  }
}

/** Counts and logs a request when it ends. No server hook reports that a client disconnected, so the socket is watched. */
export function observeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics, statistics }: { metrics: ServiceMetrics; statistics: Statistics },
): void {
  metrics.requestBegins();
  reply.raw.once('close', () => {
    const status = reply.raw.writableFinished ? reply.statusCode : 'aborted';
    const { method } = request;
    const route = request.routeOptions.url ?? null;
    metrics.requestEnds({ method, route, status, seconds: reply.elapsedTime / 1000 });
    countRequest(request, { status, milliseconds: reply.elapsedTime }, statistics);
    logRequest(request, { method, route, status, duration_ms: Math.round(reply.elapsedTime * 10) / 10 });
  });
}

function countRequest(
  request: FastifyRequest,
  { status, milliseconds }: { status: EndedRequest['status']; milliseconds: number },
  statistics: Statistics,
): void {
  const kind = operationClass(request);
  if (kind === null) return;
  const used = request.tokenUsage;
  const tokens = used && {
    semantic: used.semantic_tokens,
    input: used.llm_tokens.llm_input_tokens,
    output: used.llm_tokens.llm_output_tokens,
  };
  statistics.count({ kind, status: status === 'aborted' ? null : status, milliseconds, tokens });
}

/** Null for requests that only look at the service: a probe every second would hide what its users do. */
function operationClass({ routeOptions: { config, schema } }: FastifyRequest): OperationClass | null {
  const { scope } = config;
  if (scope === 'open' || scope === 'metrics' || scope === SEES_FIGURES) return null;
  if (scope === 'write') return 'writes';
  if (scope === 'generate') return 'answers';
  return schema?.tags?.[0] === 'Search' ? 'search' : 'other';
}

/** The log line contains no key, no query string and no part of a body. */
function logRequest(request: FastifyRequest, about: object): void {
  const { caller, errorCode } = request;
  request.log.info({ ...about, code: errorCode ?? undefined, key_id: caller?.keyId ?? null }, 'request');
}
