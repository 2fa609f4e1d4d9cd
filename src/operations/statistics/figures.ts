import { MODES, type Mode } from '../../domain/document/document.js';
import type { Figures } from '../../storage/ring-file.js';
import { LATENCY_BUCKETS } from './latency-buckets.js';

/** What requests are counted by. */
export const OPERATION_CLASSES = ['search', 'answers', 'writes', 'other'] as const;
export type OperationClass = (typeof OPERATION_CLASSES)[number];

export const ERROR_COUNTS = ['client_errors', 'server_errors'] as const;
export const TOKEN_COUNTS = ['semantic_tokens', 'llm_input_tokens', 'llm_output_tokens'] as const;
export const INDEX_LEVELS = ['documents', 'passages', 'index_bytes'] as const;
export const SERVICE_LEVELS = ['disk_bytes', 'memory_bytes', 'heap_bytes', 'event_loop_delay_ms'] as const;

type IndexLevel = `${(typeof INDEX_LEVELS)[number]}.${Mode}`;
type ServiceLevel = (typeof SERVICE_LEVELS)[number];
/** How something is at the moment. */
export type Level = IndexLevel | ServiceLevel;
/** How often something has happened. */
type Count =
  | (typeof TOKEN_COUNTS)[number]
  | `${(typeof ERROR_COUNTS)[number]}.${OperationClass}`
  | `latency.${OperationClass}.${number}`;
export type Figure = Level | Count;

/** What becomes of the figures of two periods in one that covers both. */
type Joining = 'sum' | 'last' | 'highest';

const COUNTS: Figure[] = [
  ...OPERATION_CLASSES.flatMap((kind) => [
    ...ERROR_COUNTS.map((count): Figure => `${count}.${kind}`),
    ...Array.from({ length: LATENCY_BUCKETS }, (_, bucket): Figure => `latency.${kind}.${bucket}`),
  ]),
  ...TOKEN_COUNTS,
];
const INDEX_FIGURES = INDEX_LEVELS.flatMap((level) => MODES.map((mode): Figure => `${level}.${mode}`));

/** The figures in the order in which a row has them. New ones may be added: a history that lacks them has gaps. */
export const FIGURES: readonly Figure[] = [...COUNTS, ...INDEX_FIGURES, ...SERVICE_LEVELS];

const COLUMN_OF = new Map(FIGURES.map((figure, column) => [figure, column]));
const JOINING: readonly Joining[] = FIGURES.map((figure) => {
  if (COUNTS.includes(figure)) return 'sum';
  // A peak must not vanish from a long period: it is what people look for.
  return ['memory_bytes', 'heap_bytes', 'event_loop_delay_ms'].includes(figure) ? 'highest' : 'last';
});

export function columnOf(figure: Figure): number {
  return COLUMN_OF.get(figure)!;
}

const NOTHING = Float64Array.from(JOINING, (joining) => (joining === 'sum' ? 0 : Number.NaN));

/** Nothing has happened, and no level is known. */
export function emptyFigures(): Float64Array {
  return NOTHING.slice();
}

/** Adds what came later to the figures of a period. */
export function joinFigures(figures: Float64Array, later: Figures): void {
  // Nearly all figures are counts: this loop is what reading a long history takes.
  for (let column = 0; column < COUNTS.length; column++) {
    const value = later[column];
    if (value > 0) figures[column] += value;
  }
  for (let column = COUNTS.length; column < figures.length; column++) {
    const value = later[column];
    if (Number.isNaN(value)) continue;
    if (JOINING[column] === 'last' || !(figures[column] > value)) figures[column] = value;
  }
}

/** The counts of an operation's latencies. */
export function latencyCounts(figures: Float64Array, kind: OperationClass): Float64Array {
  const first = columnOf(`latency.${kind}.0`);
  return figures.subarray(first, first + LATENCY_BUCKETS);
}
