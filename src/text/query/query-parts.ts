import type { QueryPart } from '../../domain/search/word-query.js';
import { isSpace, type TextRange } from '../text-range.js';
import { isUnspaced } from '../unspaced-scripts.js';

interface PartRange extends TextRange {
  kind: QueryPart['kind'];
}

/** Opening quotation marks, each with the marks that close it. In German “ closes what „ opens. */
const CLOSING_MARKS: Record<string, string> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
  '＂': '＂',
};
/** Signs that exclude. */
const HYPHENS = '-－';
/**
 * What a hyphen excludes begins with two letters, perhaps with an apostrophe or hyphen between them (d'Artagnan, e-mail).
 * Numbers (-18) and the flags of a command line (-m, --help, -O2) don't.
 */
const EXCLUDABLE = /^\p{L}['’-]?[\p{L}\p{M}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Most queries have none of these, and are one part: a hyphen inside a word excludes nothing. */
const SPECIAL = new RegExp(`(?:^|[\\s\\x85])[${HYPHENS}]|[${Object.keys(CLOSING_MARKS).join('')}]`);

/**
 * The parts of a query in order: `words "a phrase" -excluded -"excluded phrase"`. Where nothing else is asked for, a minus
 * excludes nothing: the query says what to look for all the same.
 */
export function queryParts(query: string): QueryPart[] {
  const parts = Array.from(partRanges(query), ({ kind, start, end }) => ({
    kind,
    start,
    text: query.slice(start, end),
  }));
  const asksForSomething = parts.some(({ kind, text }) => AS_WANTED[kind] === kind && LETTER_OR_DIGIT.test(text));
  return asksForSomething ? parts : parts.map((part) => ({ ...part, kind: AS_WANTED[part.kind] }));
}

/** The same part without its minus. */
const AS_WANTED = {
  words: 'words',
  phrase: 'phrase',
  'excluded word': 'words',
  'excluded phrase': 'phrase',
} as const satisfies Record<QueryPart['kind'], QueryPart['kind']>;

function* partRanges(query: string): Generator<PartRange> {
  if (!SPECIAL.test(query)) {
    if (query !== '') yield { kind: 'words', start: 0, end: query.length };
    return;
  }
  const lastMarks = lastPlaces(query);
  let wordsStart = 0;
  let i = 0;
  while (i < query.length) {
    const special = beginsPart(query, i) ? specialPartAt(query, i, lastMarks) : undefined;
    if (special === undefined) {
      i++;
      continue;
    }
    if (wordsStart < i) yield { kind: 'words', start: wordsStart, end: i };
    yield special.part;
    i = special.next;
    wordsStart = i;
  }
  if (wordsStart < query.length) yield { kind: 'words', start: wordsStart, end: query.length };
}

/** A phrase cannot begin inside a word or a measure: the quotation mark of 5" opens nothing. */
function beginsPart(query: string, i: number): boolean {
  return i === 0 || isSpace(query.charCodeAt(i - 1)) || !LETTER_OR_DIGIT.test(query[i - 1]);
}

interface SpecialPart {
  part: PartRange;
  next: number;
}

function specialPartAt(query: string, i: number, lastMarks: Map<string, number>): SpecialPart | undefined {
  const excludes = HYPHENS.includes(query[i]) && (i === 0 || isSpace(query.charCodeAt(i - 1)));
  const start = excludes ? i + 1 : i;
  const end = closingMark(query, start, lastMarks);
  if (end !== undefined) {
    return { part: { kind: excludes ? 'excluded phrase' : 'phrase', start: start + 1, end }, next: end + 1 };
  }
  return excludes ? excludedWord(query, start) : undefined;
}

function excludedWord(query: string, start: number): SpecialPart | undefined {
  let end = start;
  while (end < query.length && !isSpace(query.charCodeAt(end))) end++;
  // In scripts without spaces one character can be a word.
  if (!isUnspaced(query.charCodeAt(start)) && !EXCLUDABLE.test(query.slice(start, end).normalize())) return undefined;
  return { part: { kind: 'excluded word', start, end }, next: end };
}

/** The place of the mark that closes the quotation mark at `i`; undefined if there is none. */
function closingMark(query: string, i: number, lastMarks: Map<string, number>): number | undefined {
  const marks = CLOSING_MARKS[query[i]] ?? '';
  let nearest: number | undefined;
  for (const mark of marks) {
    if ((lastMarks.get(mark) ?? -1) <= i) continue;
    const place = query.indexOf(mark, i + 1);
    if (nearest === undefined || place < nearest) nearest = place;
  }
  return nearest;
}

/** The last place of each closing mark. Without it, every mark in a row of opening marks would search the rest of the query. */
function lastPlaces(query: string): Map<string, number> {
  const marks = new Set(Object.values(CLOSING_MARKS).join(''));
  return new Map([...marks].map((mark) => [mark, query.lastIndexOf(mark)]));
}
