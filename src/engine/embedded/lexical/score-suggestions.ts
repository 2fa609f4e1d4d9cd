import type { Typos } from '../../../domain/search/word-query.js';
import { typedBeginnings } from '../../../text/analysis/typed-beginnings.js';
import { type BareLetters, bareLetters, isCode } from '../../../text/analysis/word-forms.js';
import type { AnalysedQuery, Phrase, TypedWord } from '../../query/analyse-query.js';
import { codePoints } from '../../query/letters.js';
import { allowedTypos, COMMON_DOCUMENTS, SUGGEST } from '../../ranking/ranking.js';
import type { TextMatches, TextScorer, TextSearchContext } from '../query/text-scorer.js';
import { addBit, type Bitset, countBits, documentsOf, emptyBitset, hasBit, intersect } from '../segment/bitset.js';
import type { Dictionary } from '../segment/dictionary.js';
import type { Segment } from '../segment/segment.js';
import { fuzzyPrefixes } from './fuzzy-prefixes.js';
import { addDocuments, type LexicalColumn } from './lexical-column.js';
import type { LexicalMemory } from './lexical-memory.js';
import { visitPhrase } from './phrase.js';
import type { Vocabulary } from './vocabulary.js';

type SuggestQuery = Extract<AnalysedQuery, { kind: 'suggest' }>;

/** The titles of one segment. */
interface Part {
  segment: Segment;
  scope: Bitset;
  column: LexicalColumn;
  /** The titles that have all words looked up so far. */
  bits: Bitset;
  /** Those of them that have them without a typo. */
  typed: Bitset;
  scores: Float64Array;
}

/** The terms [from, to), which begin with a word of some letters. */
interface TermRange {
  from: number;
  to: number;
  letters: number;
  /** Taken away from what they are worth. */
  less: number;
}

interface Word {
  text: string;
  /** Whether it is the first word of the query. */
  first: boolean;
  /** For each part, the terms that begin with it, also with or without an article; marks on letters are ignored. */
  beginnings: readonly (readonly TermRange[])[];
  /** Phrases that stand for it. */
  phrases: readonly Phrase[];
  /** Total postings of those terms, outside the scope too: use it only to order the words. */
  postings: number;
}

/**
 * Titles as someone types: best matches first, the more specific (shorter) title before the longer one. Titles that match
 * only with a typo come after all others and are not counted.
 */
export class SuggestScorer implements TextScorer {
  readonly #query: SuggestQuery;
  readonly #context: TextSearchContext;
  readonly #parts: readonly (Part | null)[];
  readonly #bare: BareLetters;

  constructor(query: SuggestQuery, context: TextSearchContext) {
    this.#query = query;
    this.#context = context;
    this.#parts = context.scoped.map(({ segment, scope }) => {
      const column = segment.lexical('title', query.language);
      if (column === null || query.words.length === 0) return null;
      const scores = context.scratch.scores(segment, 'words').fill(0);
      return { segment, scope, column, bits: scope.slice(), typed: scope.slice(), scores };
    });
    this.#bare = bareLetters(query.language);
    // A title must have all words, so the rarest comes first: it leaves the fewest titles to look at.
    const words = query.words.map((word, position) => this.#look(word, position === 0));
    for (const word of words.sort((a, b) => a.postings - b.postings)) this.#keepTitlesWith(word);
  }

  typos(): Typos[] {
    return [];
  }

  matches(part: number): TextMatches {
    const found = this.#parts[part];
    const { segment } = this.#context.scoped[part];
    if (found === null) return { bits: emptyBitset(segment.documents), scores: new Float64Array(0), passages: null };
    this.#toScale(found);
    return { bits: found.bits, scores: found.scores, passages: null, counted: found.typed };
  }

  get #present(): Part[] {
    return this.#parts.filter((part) => part !== null);
  }

  #look({ term: text, alternatives }: TypedWord, first: boolean): Word {
    const others = alternatives.flatMap((one) => (one.kind === 'word' ? [one.term] : []));
    const phrases = alternatives.flatMap((one) => (one.kind === 'phrase' ? [one.phrase] : []));
    const typed = typedBeginnings(text, this.#query.language);
    const standing = others.filter((other) => !typed.includes(other));
    const beginnings = this.#present.map(({ column: { vocabulary } }) => [
      ...typed.flatMap((beginning) => this.#termsWith(beginning, vocabulary, 0)),
      ...standing.flatMap((beginning) => this.#termsWith(beginning, vocabulary, SUGGEST.alternative)),
    ]);
    const postings = this.#present.reduce((sum, { column }, i) => sum + postingsOf(column, beginnings[i]), 0);
    return { text, first, beginnings, phrases, postings };
  }

  #termsWith(text: string, { terms }: Vocabulary, less: number): TermRange[] {
    const letters = Array.from(text).length;
    if (this.#bare.size > 0) {
      const found = fuzzyPrefixes(terms, text, { limit: 0, bare: this.#bare });
      return found.map((term) => ({ from: term, to: term + 1, letters, less }));
    }
    const [from, to] = terms.prefixRange(text);
    return [{ from, to, letters, less }];
  }

  #keepTitlesWith(word: Word): void {
    const limit = isCode(word.text) ? 0 : Math.min(1, allowedTypos(Array.from(word.text).length));
    const withTypos = limit > 0 && !this.#isCommon(word);
    this.#present.forEach(({ column, bits, typed, scores }, i) => {
      this.#context.deadline.check();
      const best = new BestWords(column, bits, this.#context.lexical);
      const { terms } = column.vocabulary;
      const start = word.first ? SUGGEST.opensTitle : 0;
      for (const { from, to, letters, less } of word.beginnings[i]) {
        // Terms are sorted, so only the first of a range can be the whole word.
        const first = from < to && terms.letterCount(from) === letters ? SUGGEST.wholeWord : SUGGEST.prefix;
        if (from < to) best.add(from, first - less, start);
        for (let term = from + 1; term < to; term++) best.add(term, SUGGEST.prefix - less, start);
      }
      for (const phrase of word.phrases) best.addPhrase(phrase, SUGGEST.wholeWord - SUGGEST.alternative, start);
      intersect(typed, best.found);
      if (withTypos) {
        const near = fuzzyPrefixes(terms, word.text, { limit, bare: this.#bare });
        for (const term of near.filter(this.#opensLike(word.text, terms))) best.add(term, SUGGEST.typo, 0);
      }
      best.finish(scores);
    });
  }

  /** Tells terms with the first letter of a word. It must be right: without it, the middle of a word would begin it. */
  #opensLike(word: string, terms: Dictionary): (term: number) => boolean {
    const bareOf = (letter: number) => this.#bare.get(letter) ?? letter;
    const opening = bareOf(codePoints(word)[0]);
    const first = new Uint32Array(1);
    return (term) => {
      terms.readLetters(term, first);
      return bareOf(first[0]) === opening;
    };
  }

  /** A word that this many titles in scope have counts as spelt right. Others must not influence what the caller sees. */
  #isCommon({ beginnings, postings }: Word): boolean {
    if (postings < COMMON_DOCUMENTS) return false;
    const titles = this.#present.reduce((sum, { segment, scope, column }, i) => {
      const found = emptyBitset(segment.documents);
      for (const { from, to } of beginnings[i]) {
        for (let term = from; term < to; term++) addDocuments(column, term, found);
      }
      intersect(found, scope);
      return sum + countBits(found);
    }, 0);
    return titles >= COMMON_DOCUMENTS;
  }

  /** Titles without a typo score 50 and more, the others less. */
  #toScale({ segment, bits, typed, scores }: Part): void {
    const lengths = segment.lengths('title')!;
    const words = this.#query.words.length;
    const best = words * SUGGEST.wholeWord + SUGGEST.opensTitle + SUGGEST.short;
    for (const document of documentsOf(bits)) {
      const specific = SUGGEST.short * Math.min(1, words / Math.max(1, lengths[document]));
      scores[document] = (50 * (scores[document] + specific)) / best + (hasBit(typed, document) ? 50 : 0);
    }
  }
}

function postingsOf({ postings }: LexicalColumn, ranges: readonly TermRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + postings[to] - postings[from], 0);
}

/** For one typed word, the value of the best matching word in each title. */
class BestWords {
  readonly #column: LexicalColumn;
  readonly #titles: Bitset;
  readonly #memory: LexicalMemory;
  /** The titles that have one of the terms added so far. */
  readonly found: Bitset;
  readonly #worth: Float64Array;

  /** `titles` are those to look at; `finish` leaves those that have a matching word. */
  constructor(column: LexicalColumn, titles: Bitset, memory: LexicalMemory) {
    this.#column = column;
    this.#titles = titles;
    this.#memory = memory;
    this.found = emptyBitset(titles.length * 32);
    this.#worth = memory.titleScores(titles.length * 32);
  }

  /** Takes a term for the word; a title that begins with it gets `atStart` more. */
  add(term: number, value: number, atStart: number): void {
    const titles = this.#titles;
    const found = this.found;
    const worth = this.#worth;
    const { postings, gaps, frequencies } = this.#column;
    const opening = atStart > 0 ? this.#memory.openingPostings(this.#column) : null;
    let document = 0;
    for (let posting = postings[term]; posting < postings[term + 1]; posting++) {
      document += gaps[posting];
      if (!hasBit(titles, document) || frequencies[posting] === 0) continue;
      const total = opening !== null && hasBit(opening, posting) ? value + atStart : value;
      if (!hasBit(found, document) || total > worth[document]) worth[document] = total;
      addBit(found, document);
    }
  }

  /** Takes a phrase for the word. */
  addPhrase(phrase: Phrase, value: number, atStart: number): void {
    visitPhrase([this.#column], phrase, {
      couldHave: (document) => hasBit(this.#titles, document),
      visit: (document, ends) => {
        const opens = phrase.of === 'words' && ends[0] === phrase.terms.length - 1;
        this.#take(document, opens ? value + atStart : value);
      },
    });
  }

  #take(document: number, total: number): void {
    if (!hasBit(this.found, document) || total > this.#worth[document]) this.#worth[document] = total;
    addBit(this.found, document);
  }

  /** Adds what was found to the scores. */
  finish(scores: Float64Array): void {
    for (const document of documentsOf(this.found)) scores[document] += this.#worth[document];
    this.#titles.set(this.found);
  }
}
