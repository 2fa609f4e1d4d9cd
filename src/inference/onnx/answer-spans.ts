import type { AnswerSpan } from '../reader.js';

/** Longer answers were not trained. */
const MAX_TOKENS = 40;
const MAX_SPANS = 20;
/** More pairs of tokens than spans are kept: some pairs are the same place in the text. */
const MAX_PAIRS = 2 * MAX_SPANS;

/** What a model says of a passage's tokens, and where they are in its text. */
export interface ScoredTokens {
  /** For each token how well an answer starts with it, and how well one ends with it: logits. */
  startLogits: Float32Array;
  endLogits: Float32Array;
  starts: ArrayLike<number>;
  ends: ArrayLike<number>;
}

/** The likeliest answers, best first. A pair of first and last token is as likely as a softmax over all pairs says. */
export function bestSpans(tokens: ScoredTokens): AnswerSpan[] {
  const { startLogits, endLogits } = tokens;
  const pairs = new BestPairs();
  eachPair(tokens, (first, last) => pairs.offer(first, last, startLogits[first] + endLogits[last]));
  const highest = pairs.highest;
  let total = 0;
  eachPair(tokens, (first, last) => {
    total += Math.exp(startLogits[first] + endLogits[last] - highest);
  });
  return mergedPlaces(tokens, pairs, total).slice(0, MAX_SPANS);
}

function eachPair({ startLogits }: ScoredTokens, visit: (first: number, last: number) => void): void {
  for (let first = 0; first < startLogits.length; first++) {
    const past = Math.min(startLogits.length, first + MAX_TOKENS);
    for (let last = first; last < past; last++) visit(first, last);
  }
}

/** Tokens of no width, and characters that become several tokens, give one place several pairs: their shares add up. */
function mergedPlaces({ starts, ends }: ScoredTokens, pairs: BestPairs, total: number): AnswerSpan[] {
  const spans = new Map<string, AnswerSpan>();
  for (let i = 0; i < pairs.count; i++) {
    const start = starts[pairs.firsts[i]];
    const end = ends[pairs.lasts[i]];
    if (start === end) continue;
    const share = Math.exp(pairs.scores[i] - pairs.highest) / total;
    const known = spans.get(`${start}-${end}`);
    if (known === undefined) spans.set(`${start}-${end}`, { start, end, share });
    else known.share += share;
  }
  return [...spans.values()].sort((a, b) => b.share - a.share);
}

/** The pairs with the highest scores, in falling order. */
class BestPairs {
  readonly scores = new Float64Array(MAX_PAIRS);
  readonly firsts = new Int32Array(MAX_PAIRS);
  readonly lasts = new Int32Array(MAX_PAIRS);
  count = 0;

  get highest(): number {
    return this.scores[0];
  }

  offer(first: number, last: number, score: number): void {
    if (this.count === MAX_PAIRS && !(score > this.scores[MAX_PAIRS - 1])) return;
    let at = this.count < MAX_PAIRS ? this.count++ : MAX_PAIRS - 1;
    for (; at > 0 && this.scores[at - 1] < score; at--) {
      this.scores[at] = this.scores[at - 1];
      this.firsts[at] = this.firsts[at - 1];
      this.lasts[at] = this.lasts[at - 1];
    }
    this.scores[at] = score;
    this.firsts[at] = first;
    this.lasts[at] = last;
  }
}
