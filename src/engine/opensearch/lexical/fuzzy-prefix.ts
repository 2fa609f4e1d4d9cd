import type { BareLetters } from '../../../text/analysis/word-forms.js';
import { codePoints } from '../../query/letters.js';

/** Longer words would make longer expressions than the index allows. */
const LONGEST = 24;

/**
 * A regular expression for tokens that begin with a text after `prefix`, in which up to one letter may be missing, added,
 * replaced, or swapped with its neighbour. Letters that differ only in marks are the same. Null if the text is too long.
 */
export function fuzzyPrefix(
  prefix: string,
  text: string,
  { typos, bare }: { typos: 0 | 1; bare: BareLetters },
): string | null {
  const letters = codePoints(text).map((letter) => anyMark(bare.get(letter) ?? letter, bare));
  if (letters.length > LONGEST) return null;
  const spelt = typos === 0 ? letters.join('') : `(${withOneTypo(letters).join('|')})`;
  return `${escaped(prefix)}${spelt}.*`;
}

function withOneTypo(letters: readonly string[]): string[] {
  const ways = [letters.join('')];
  letters.forEach((letter, i) => {
    const before = letters.slice(0, i).join('');
    const after = letters.slice(i + 1).join('');
    ways.push(`${before}.?${after}`, `${before}.${letter}${after}`);
    if (i > 0) ways.push(`${letters.slice(0, i - 1).join('')}${letter}${letters[i - 1]}${after}`);
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
