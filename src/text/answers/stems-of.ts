import type { Language } from '../../domain/document/language.js';
import { analyze } from '../analysis/analyze.js';

const known = new Map<Language, Map<string, ReadonlySet<string>>>();

/** The stems of a fixed list of words of a language, worked out once. */
export function stemsOf(words: string, language: Language): ReadonlySet<string> {
  const lists = known.get(language) ?? new Map<string, ReadonlySet<string>>();
  known.set(language, lists);
  const stems = lists.get(words) ?? new Set(analyze(words, language).map(({ stem }) => stem));
  lists.set(words, stems);
  return stems;
}
