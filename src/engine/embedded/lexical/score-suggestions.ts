import type { TextQuery, Typo } from '../../engine.js';
import { addBit, type Bitset, documentsOf, emptyBitset, hasBit, intersect } from '../bitset.js';
import type { TextMatches, TextScorer, TextSearchContext } from '../text-scorer.js';
import { fuzzyPrefixes } from './fuzzy-prefixes.js';
import { type LexicalColumn, visitDocuments } from './lexical-column.js';
import { PostingCursor } from './posting-cursor.js';
import { allowedTypos } from './typo-index.js';

type SuggestQuery = Extract<TextQuery, { kind: 'suggest' }>;

/** What a title gets for each word of the query that it has, begins with, or has with a typo. */
const WHOLE_WORD = 1;
const BEGINNING = 0.8;
const TYPO = 0.3;
/** What beginning with the query's first word adds, and being no longer than the query. */
const AT_THE_START = 0.2;
const SPECIFIC = 0.3;

/** Titles as someone types: best matches first, the more specific (shorter) title before the longer one. */
export class SuggestScorer implements TextScorer {
  constructor(
    private readonly query: SuggestQuery,
    private readonly context: TextSearchContext,
  ) {}

  typos(): Typo[] {
    return [];
  }

  matches(part: number): TextMatches {
    const { segment, scope } = this.context.scoped[part];
    const bits = scope.slice();
    const scores = new Float64Array(segment.documents);
    const column = segment.lexical('title', this.query.language);
    if (column === null || this.query.words.length === 0) {
      return { bits: emptyBitset(segment.documents), scores, passages: null };
    }
    this.query.words.forEach((word, position) => {
      this.context.deadline.check();
      intersect(bits, addWord(column, { word, first: position === 0 }, scores));
    });
    this.toScale(bits, scores, segment.lengths('title')!);
    return { bits, scores, passages: null };
  }

  private toScale(bits: Bitset, scores: Float64Array, lengths: Uint16Array): void {
    const words = this.query.words.length;
    const best = words * WHOLE_WORD + AT_THE_START + SPECIFIC;
    for (const document of documentsOf(bits)) {
      const specific = SPECIFIC * Math.min(1, words / Math.max(1, lengths[document]));
      scores[document] = (100 * (scores[document] + specific)) / best;
    }
  }
}

/** Adds to each title what its best word is worth; returns the titles that have one. */
function addWord(column: LexicalColumn, query: { word: string; first: boolean }, scores: Float64Array): Bitset {
  const found = emptyBitset(scores.length);
  const worth = worthFor(scores.length);
  const { terms } = column.vocabulary;
  const whole = terms.find(query.word);
  const [from, to] = terms.prefixRange(query.word);
  for (let term = from; term < to; term++) {
    const value = term === whole ? WHOLE_WORD : BEGINNING;
    addTerm(column, { term, value, first: query.first }, { found, worth });
  }
  const limit = Math.min(1, allowedTypos(Array.from(query.word).length));
  if (limit > 0) {
    for (const term of fuzzyPrefixes(terms, query.word, limit)) {
      addTerm(column, { term, value: TYPO, first: false }, { found, worth });
    }
  }
  for (const document of documentsOf(found)) scores[document] += worth[document];
  return found;
}

let worthOfTitles = new Float64Array(0);

/** Memory that is used again. What is in it counts only for titles that were found since. */
function worthFor(documents: number): Float64Array {
  if (worthOfTitles.length < documents) worthOfTitles = new Float64Array(documents);
  return worthOfTitles;
}

function addTerm(
  column: LexicalColumn,
  { term, value, first }: { term: number; value: number; first: boolean },
  { found, worth }: { found: Bitset; worth: Float64Array },
): void {
  if (column.postings[term] === column.postings[term + 1]) return;
  const take = (document: number, total: number) => {
    if (!hasBit(found, document) || total > worth[document]) worth[document] = total;
    addBit(found, document);
  };
  if (!first) {
    visitDocuments(column, term, (document) => take(document, value));
    return;
  }
  for (const cursor = new PostingCursor(column, term); !cursor.atEnd; cursor.next()) {
    take(cursor.document, cursor.opensText ? value + AT_THE_START : value);
  }
}
