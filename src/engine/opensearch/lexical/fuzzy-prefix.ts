import type { BareLetters } from '../../../text/analysis/word-forms.js';
import { codePoints } from '../../query/letters.js';

/** Longer expressions are refused: see `max_regex_length` in `document-indexing.ts`. */
const LONGEST = 5000;

/**
 * A regular expression for tokens that begin with a text after `prefix`, in which up to one letter but the first may be
 * missing, added, replaced, or swapped with its neighbour. Letters that differ only in marks are the same. Null if it would be
 * too long.
 */
export function fuzzyPrefix(
  prefix: string,
  text: string,
  { typos, bare }: { typos: 0 | 1; bare: BareLetters },
): string | null {
  const letters = codePoints(text).map((letter) => anyMark(bare.get(letter) ?? letter, bare));
  const spelt = typos === 0 ? letters.join('') : `(${withOneTypo(letters).join('|')})`;
  const expression = `${escaped(prefix)}${spelt}.*`;
  return expression.length > LONGEST ? null : expression;
}

function withOneTypo(letters: readonly string[]): string[] {
  const ways = [letters.join('')];
  letters.forEach((letter, i) => {
    // Without its first letter, the middle of a word would be taken for its beginning.
    if (i === 0) return;
    const before = letters.slice(0, i).join('');
    const after = letters.slice(i + 1).join('');
    ways.push(`${before}.?${after}`, `${before}.${letter}${after}`);
    if (i > 1) ways.push(`${letters.slice(0, i - 1).join('')}${letter}${letters[i - 1]}${after}`);
  });
  // A letter that was added at the end is a prefix of what follows.
  return ways;
}

function anyMark(letter: number, bare: BareLetters): string {
  const marked = [...bare.keys()].filter((other) => bare.get(other) === letter);
  const all = [letter, ...marked].map((point) => escaped(String.fromCodePoint(point)));
  return all.length === 1 ? all[0] : `(${all.join('|')})`;
}

const RESERVED = /[.?+*|{}[\]()"\\#@&<>~^$-]/g;

function escaped(text: string): string {
  return text.replace(RESERVED, '\\$&');
}
