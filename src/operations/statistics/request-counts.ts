import { columnOf, emptyFigures, OPERATION_CLASSES, type OperationClass } from './figures.js';
import { bucketOf } from './latency-buckets.js';

export interface CountedRequest {
  kind: OperationClass;
  /** The HTTP status; null if the client did not wait for the answer. */
  status: number | null;
  milliseconds: number;
  tokens: TokenCounts | null;
}

interface TokenCounts {
  semantic: number;
  input: number;
  output: number;
}

const COLUMNS = Object.fromEntries(
  OPERATION_CLASSES.map((kind) => [
    kind,
    {
      clientErrors: columnOf(`client_errors.${kind}`),
      serverErrors: columnOf(`server_errors.${kind}`),
      latency: columnOf(`latency.${kind}.0`),
    },
  ]),
) as Record<OperationClass, { clientErrors: number; serverErrors: number; latency: number }>;

const SEMANTIC = columnOf('semantic_tokens');
const INPUT = columnOf('llm_input_tokens');
const OUTPUT = columnOf('llm_output_tokens');

/** Counts requests between two samples. Runs for every request, so it only adds numbers: well below a microsecond. */
export class RequestCounts {
  #figures = emptyFigures();

  count({ kind, status, milliseconds, tokens }: CountedRequest): void {
    const figures = this.#figures;
    const columns = COLUMNS[kind];
    figures[columns.latency + bucketOf(milliseconds)]++;
    if (status !== null && status >= 500) figures[columns.serverErrors]++;
    else if (status !== null && status >= 400) figures[columns.clientErrors]++;
    if (tokens === null) return;
    figures[SEMANTIC] += tokens.semantic;
    figures[INPUT] += tokens.input;
    figures[OUTPUT] += tokens.output;
  }

  /** What was counted since the last `take`. */
  get current(): Float64Array {
    return this.#figures.slice();
  }

  take(): Float64Array {
    const taken = this.#figures;
    this.#figures = emptyFigures();
    return taken;
  }
}
