import type { TextRange } from '../../text/text-range.js';
import { hasUnspacedScript } from '../../text/unspaced-scripts.js';

interface WrittenTerm extends TextRange {
  term: string;
}

/** Into so many pieces the dictionaries cut the unfinished word, at most. */
const MOST_PIECES = 5;

/**
 * How the word that is still being typed may begin, for each of the last words: scripts without spaces are cut by dictionaries,
 * which know whole words only. 新しい is one word, and its beginning 新し is two; สวัส, of สวัสดี, is three. What covers several
 * words is the same text for each of them.
 */
export function unfinishedWords(words: readonly WrittenTerm[]): Map<WrittenTerm, string[]> {
  const pieces = piecesAtTheEnd(words);
  const beginnings = pieces.slice(0, -1).map((_, i) => joined(pieces.slice(i)));
  return new Map(pieces.map((piece, i) => [piece, beginnings.slice(0, i + 1)]));
}

/** The last words that touch each other. */
function piecesAtTheEnd(words: readonly WrittenTerm[]): readonly WrittenTerm[] {
  let first = words.length - 1;
  while (first > 0 && words.length - first < MOST_PIECES && touch(words[first - 1], words[first])) first--;
  return words.slice(Math.max(0, first));
}

function touch(one: WrittenTerm, next: WrittenTerm): boolean {
  return one.end === next.start && hasUnspacedScript(one.term) && hasUnspacedScript(next.term);
}

function joined(pieces: readonly WrittenTerm[]): string {
  return pieces.map(({ term }) => term).join('');
}
