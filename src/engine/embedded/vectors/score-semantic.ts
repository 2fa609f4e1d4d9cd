import type { Language } from '../../../domain/document/language.js';
import type { SemanticQuery } from '../../engine.js';
import { cosineOf, scoreOf } from '../../ranking/ranking.js';
import { narrowByClause } from '../filter/narrow-by-clause.js';
import type { TextMatches, TextSearchContext } from '../query/text-scorer.js';
import { addBit, type Bitset, countBits, documentsOf, emptyBitset, hasBit } from '../segment/bitset.js';
import type { VectorMatches } from './scan-block.js';
import { vectorQuery } from './vector-query.js';
import type { VectorScan } from './vector-scanner.js';

export interface SemanticMatches {
  bits: Bitset;
  /** For each document of `bits`, the cosine of its best passage. */
  cosines: Float64Array;
  /** For each document of `bits`, the number of its best passage in the document. */
  passages: Uint32Array;
}

/** Larger than the rounding error of a cosine. */
const ROUNDING = 1e-5;

/** Compares every passage of the wanted documents with the query. Exact: it finds every passage above the cutoff. */
export class SemanticScorer {
  readonly #context: TextSearchContext;
  readonly #query: SemanticQuery;
  readonly #threshold: number;
  /** One for each vector of the query. */
  readonly #scans: readonly VectorScan[];
  /** For each part that has vectors of the space, its index among the results of a scan. */
  readonly #places: ReadonlyMap<number, number>;
  #found: VectorMatches[][] | null = null;

  /** Starts the scans, so that other threads can work on them while this one does something else. */
  constructor(context: TextSearchContext, query: SemanticQuery) {
    this.#context = context;
    this.#query = query;
    const numbers = [...context.scoped.keys()].filter((part) => this.#passagesOf(part) !== null);
    this.#places = new Map(numbers.map((number, place) => [number, place]));
    // Lowered a little, so that rounding does not lose a passage that scores just above the cutoff.
    this.#threshold = cosineOf(query.cutoff, query.scale) - ROUNDING;
    this.#scans = [
      ...[query.vector, ...(query.furtherVectors ?? [])].map((vector) => this.#start(vector, context.wanted)),
      ...(query.ofLanguages ?? []).map(({ vector, language }) => this.#start(vector, this.#wantedIn(language))),
    ];
  }

  /** Compares the passages of some documents, given for each part, with a vector. */
  #start(vector: Float32Array, documents: readonly Bitset[]): VectorScan {
    const { live, scoped, scanner } = this.#context;
    const { space } = this.#query;
    const parts = Array.from(this.#places.keys(), (number) => {
      const { docs, block } = this.#passagesOf(number)!;
      const selection = rowsIn(documents[number], { docs, of: scoped[number].segment.documents });
      return { uid: live[number].uid, space, rows: docs.length, selection, block };
    });
    return scanner.start(parts, vectorQuery(vector), this.#threshold);
  }

  #passagesOf(part: number) {
    return this.#context.scoped[part].segment.passages(this.#query.space);
  }

  #wantedIn(language: Language): Bitset[] {
    const { scoped, wanted, deadline } = this.#context;
    return scoped.map(({ segment }, part) => {
      const bits = wanted[part].slice();
      narrowByClause(bits, { kind: 'terms', field: 'language', values: [language] }, { segment, deadline });
      return bits;
    });
  }

  match(part: number): SemanticMatches {
    const { segment } = this.#context.scoped[part];
    const bits = emptyBitset(segment.documents);
    const cosines = this.#context.scratch.scores(segment, 'meaning');
    const passages = this.#context.scratch.passages(segment);
    this.visit(part, (document, passage, cosine) => {
      if (hasBit(bits, document) && cosine <= cosines[document]) return;
      addBit(bits, document);
      cosines[document] = cosine;
      passages[document] = passage;
    });
    return { bits, cosines, passages };
  }

  /** The same with scores of 0 to 100. */
  score(part: number): TextMatches {
    const { bits, cosines, passages } = this.match(part);
    for (const document of documentsOf(bits)) cosines[document] = scoreOf(cosines[document], this.#query.scale);
    return { bits, scores: cosines, passages };
  }

  /** Calls `visit` for every passage above the cutoff. */
  visit(part: number, visit: (document: number, passage: number, cosine: number) => void): void {
    const place = this.#places.get(part);
    if (place === undefined) return;
    this.#context.deadline.check();
    this.#found ??= this.#scans.map((scan) => scan.finish());
    const { docs } = this.#passagesOf(part)!;
    const { rows, cosines, length } = nearest(
      this.#found.map((found) => found[place]),
      docs.length,
    );
    for (let i = 0; i < length; i++) {
      if (this.#isAbove(cosines[i])) visit(docs[rows[i]], rows[i] - firstRow(docs, rows[i]), cosines[i]);
    }
  }

  /** Whether a cosine scores above the cutoff. Close to it, where rounding decides, the score itself is compared. */
  #isAbove(cosine: number): boolean {
    return cosine > this.#threshold + 2 * ROUNDING || scoreOf(cosine, this.#query.scale) > this.#query.cutoff;
  }
}

/** The matches of several scans of the same rows: each row once, in ascending order, with its highest cosine. */
function nearest(scans: readonly VectorMatches[], rows: number): Pick<VectorMatches, 'rows' | 'cosines' | 'length'> {
  const found = scans.filter(({ length }) => length > 0);
  if (found.length <= 1) return found[0] ?? scans[0];
  const best = new Float32Array(rows).fill(Number.NEGATIVE_INFINITY);
  for (const matches of found) {
    for (let i = 0; i < matches.length; i++) {
      const row = matches.rows[i];
      if (matches.cosines[i] > best[row]) best[row] = matches.cosines[i];
    }
  }
  const merged = { rows: new Uint32Array(rows), cosines: new Float32Array(rows), length: 0 };
  for (let row = 0; row < rows; row++) {
    if (best[row] === Number.NEGATIVE_INFINITY) continue;
    merged.rows[merged.length] = row;
    merged.cosines[merged.length++] = best[row];
  }
  return merged;
}

/** One bit per row, set for the rows of the given documents; null if these are all documents. */
function rowsIn(documents: Bitset, { docs, of }: { docs: Uint32Array; of: number }): Bitset | null {
  if (countBits(documents) === of) return null;
  const rows = emptyBitset(docs.length);
  for (let row = 0; row < docs.length; row++) if (hasBit(documents, docs[row])) addBit(rows, row);
  return rows;
}

function firstRow(docs: Uint32Array, row: number): number {
  let first = row;
  while (first > 0 && docs[first - 1] === docs[row]) first--;
  return first;
}
