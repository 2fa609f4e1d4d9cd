import type { Language } from '../../domain/document/language.js';
import type { QueryPart, WordQuery } from '../../domain/search/word-query.js';
import type { TextQuery } from '../engine.js';
import { type Phrase, phraseOfPart } from './analyse-query.js';

/** A part of a query that was put in quotation marks, and what it asks for. */
interface QuotedPart {
  part: QueryPart;
  phrase: Phrase;
  language: Language;
}

/** The phrases of a query, which bind if some document has them. */
export function quotedParts(text: TextQuery | null): QuotedPart[] {
  if (text?.kind !== 'search' || text.words === null) return [];
  const { language, parts } = text.words;
  return parts.flatMap((part) => {
    const phrase = part.kind === 'phrase' ? phraseOfPart(part, language) : null;
    return phrase === null ? [] : [{ part, phrase, language }];
  });
}

/**
 * Reads phrases that no document has as their words. Whether one has it depends on scope and filter alone, and so is the
 * same for every page and every facet of a query.
 */
export function relaxPhrases(
  text: TextQuery | null,
  nowhere: readonly QuotedPart[],
): { text: TextQuery | null; relaxedPhrases: string[] } {
  if (text?.kind !== 'search' || text.words === null || nowhere.length === 0) return { text, relaxedPhrases: [] };
  const relaxed = new Set(nowhere.map(({ part }) => part));
  const words: WordQuery = {
    ...text.words,
    parts: text.words.parts.map((part) => (relaxed.has(part) ? { ...part, kind: 'words' } : part)),
  };
  return { text: { ...text, words }, relaxedPhrases: [...new Set(Array.from(relaxed, (part) => part.text.trim()))] };
}
