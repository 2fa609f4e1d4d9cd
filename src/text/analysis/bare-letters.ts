import type { Language } from '../../domain/document/language.js';
import { foldAccents } from '../fold-accents.js';
import { profileOf } from './profiles.js';
import { withoutMarks } from './word-forms.js';

/** Letters that the terms of a language keep their marks on, and what each is without: ü is u. */
export type BareLetters = ReadonlyMap<number, number>;

const lettersOf = new Map<Language, BareLetters>();

/** A term without those marks: what someone writes who can't type them. */
export function bareForm(term: string, language: Language): string {
  return withoutMarks(term, profileOf(language));
}

export function bareLetters(language: Language): BareLetters {
  let letters = lettersOf.get(language);
  if (letters === undefined) {
    const kept = Array.from(profileOf(language).letters ?? '');
    letters = new Map(kept.map((letter) => [letter.codePointAt(0)!, foldAccents(letter).codePointAt(0)!]));
    lettersOf.set(language, letters);
  }
  return letters;
}
