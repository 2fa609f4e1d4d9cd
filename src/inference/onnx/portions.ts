import { estimateTokens } from '../../domain/search/generation.js';
import type { TextToEmbed } from '../embedder.js';
import type { Portion } from './embedding-worker.js';

/** About four passages, a tenth of a second: what a thread works on before it asks for more. */
const TOKENS_PER_PORTION = 800;
/** An encoder reads no more of a text than this, however long it is. */
const MAX_TOKENS_PER_TEXT = 512;
/** What a text costs beside its tokens. */
const TOKENS_PER_CALL = 8;

/** A portion, and where its texts stand among those of the caller. */
export interface PlacedPortion extends Portion {
  positions: number[];
}

export interface PortionRules {
  modelFor: (text: TextToEmbed) => number;
  /** Few texts are spread over all of them. */
  threads: number;
}

/** Cuts texts into portions of one model each, of about equal work. */
export function intoPortions(texts: readonly TextToEmbed[], { modelFor, threads }: PortionRules): PlacedPortion[] {
  const costs = texts.map(({ text }) => cost(text));
  const total = costs.reduce((sum, tokens) => sum + tokens, 0);
  const limit = Math.min(TOKENS_PER_PORTION, total / threads);
  const portions: PlacedPortion[] = [];
  const open = new Map<number, { portion: PlacedPortion; tokens: number }>();
  texts.forEach((text, position) => {
    const model = modelFor(text);
    let last = open.get(model);
    if (last === undefined || last.tokens >= limit) {
      last = { portion: { model, texts: [], positions: [] }, tokens: 0 };
      portions.push(last.portion);
      open.set(model, last);
    }
    last.portion.texts.push({ text: text.text, kind: text.kind });
    last.portion.positions.push(position);
    last.tokens += costs[position];
  });
  return portions;
}

function cost(text: string): number {
  return TOKENS_PER_CALL + Math.min(MAX_TOKENS_PER_TEXT, estimateTokens(text.slice(0, 4 * MAX_TOKENS_PER_TEXT)));
}
