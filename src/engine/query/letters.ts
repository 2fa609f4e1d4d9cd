import type { BareLetters } from '../../text/analysis/word-forms.js';

/** Numbers and codes are not mistyped into one another. */
export const HAS_DIGIT = /\p{N}/u;

/** Without marks: a missing mark is not counted as a typo. */
export function bareCodePoints(text: string, bare: BareLetters): number[] {
  const letters = codePoints(text);
  removeMarks(letters, bare);
  return letters;
}

export function removeMarks(letters: number[] | Uint32Array, bare: BareLetters): void {
  if (bare.size === 0) return;
  for (let i = 0; i < letters.length; i++) letters[i] = bare.get(letters[i]) ?? letters[i];
}

export function codePoints(text: string): number[] {
  const points: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i)!;
    if (point > 0xffff) i++;
    points.push(point);
  }
  return points;
}
