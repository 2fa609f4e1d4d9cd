import type { Language } from '../domain/language.js';
import { analyze } from './analysis/analyze.js';
import type { Token } from './analysis/token.js';
import type { TextRange } from './text-range.js';

/** The forms in which words of a query were found. */
export interface WantedForms {
  terms: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  /** Terms of the index that stand for a misspelt word of the query. */
  typos: ReadonlySet<string>;
}

/** Where a text has any of the wanted forms, or one of the phrases, each the terms of words that follow each other. */
export function findMatches(
  text: string,
  language: Language,
  wanted: WantedForms & { phrases?: readonly (readonly string[])[] },
): TextRange[] {
  const tokens = analyze(text, language);
  const matches = tokens.filter((token) => isWanted(token, wanted)).map(({ start, end }) => ({ start, end }));
  if (wanted.phrases === undefined || wanted.phrases.length === 0) return matches;
  const words = tokens.filter((token) => token.kind === 'word');
  for (const phrase of wanted.phrases) matches.push(...phraseMatches(words, phrase));
  return matches.sort((a, b) => a.start - b.start || a.end - b.end);
}

function isWanted({ term, stem, kind }: Token, { terms, stems, typos }: WantedForms): boolean {
  return terms.has(term) || typos.has(term) || (kind === 'word' && stems.has(stem));
}

function phraseMatches(words: Token[], phrase: readonly string[]): TextRange[] {
  const matches: TextRange[] = [];
  if (phrase.length === 0) return matches;
  for (let i = 0; i + phrase.length <= words.length; i++) {
    if (!beginsWith(words, i, phrase)) continue;
    const last = i + phrase.length - 1;
    matches.push({ start: words[i].start, end: words[last].end });
    i = last;
  }
  return matches;
}

function beginsWith(words: Token[], at: number, phrase: readonly string[]): boolean {
  for (let i = 0; i < phrase.length; i++) if (words[at + i].term !== phrase[i]) return false;
  return true;
}
