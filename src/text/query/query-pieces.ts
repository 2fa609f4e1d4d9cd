import type { Language } from '../../domain/document/language.js';
import { characterBorderBefore } from '../borders.js';
import { piecesOf } from '../passages/passage-pieces.js';
import type { TextRange } from '../text-range.js';

/** So many words have less than the 256 tokens that the multilingual encoder reads. */
const MOST_WORDS = 120;
/** A last piece of fewer words, such as "Thank you!", says nothing by itself. */
const FEWEST_WORDS = 4;

/** A long query in pieces of whole sentences, as long as an encoder can read. */
export function queryPieces(query: string, language: Language): string[] {
  const pieces: (TextRange & { words: number })[] = [];
  const sentences = piecesOf(query, language);
  sentences.forEach(({ start, end, words }, i) => {
    const last = pieces.at(-1);
    const isTooShort = i === sentences.length - 1 && words < FEWEST_WORDS;
    if (last !== undefined && (last.words + words <= MOST_WORDS || isTooShort)) {
      last.end = end;
      last.words += words;
    } else pieces.push({ start, end, words });
  });
  return pieces.map(({ start, end }) => query.slice(start, end));
}

/** A text in parts of about equal length, never cut through a character. */
export function equalParts(text: string, count: number): string[] {
  const borders = Array.from({ length: count + 1 }, (_, i) =>
    i === count ? text.length : characterBorderBefore(text, Math.round((i * text.length) / count)),
  );
  return borders.slice(1).flatMap((end, i) => (end > borders[i] ? [text.slice(borders[i], end)] : []));
}
