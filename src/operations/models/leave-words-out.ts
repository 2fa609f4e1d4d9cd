import { wordsOf } from '../../text/words.js';

/** A text that lacks some words which stand side by side. */
export interface ShortenedText {
  text: string;
  /** As classifiers read them. */
  missing: string[];
}

/** Each of them costs an embedding. */
const MOST_PARTS = 32;
/** Of a longer text one word hardly changes the meaning, and an encoder does not read it at once. */
const LONGEST_TEXT = 1_000;

/** By dictionary where a script has no spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The text without each of its words in turn, or without some neighbours at a time if there are many; none of a long text. */
export function leaveWordsOut(text: string): ShortenedText[] {
  if (text.length > LONGEST_TEXT) return [];
  const words = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike);
  const neighbours = Math.max(1, Math.ceil(words.length / MOST_PARTS));
  const parts = Array.from({ length: Math.ceil(words.length / neighbours) }, (_, i) =>
    words.slice(i * neighbours, (i + 1) * neighbours),
  );
  // Without its only word a text has no meaning that could be compared.
  if (parts.length < 2) return [];
  return parts.map((part) => {
    const last = part[part.length - 1];
    const rest = text.slice(0, part[0].index) + text.slice(last.index + last.segment.length);
    return { text: rest, missing: part.flatMap(({ segment }) => wordsOf(segment)) };
  });
}
