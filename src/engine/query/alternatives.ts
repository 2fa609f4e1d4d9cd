import type { Language } from '../../domain/document/language.js';
import type { MatchedForms, PhraseForms, QueryPart, WordAlternative } from '../../domain/search/word-query.js';
import { type ParsedQuery, parseParts, phraseForms, type QueryPhrase } from '../../text/query/query.js';
import { overlap, type TextRange } from '../../text/text-range.js';

/** How something stands for a word of a query. */
export interface Standing {
  /** Whether it counts like another form of the word: see `WordAlternative.inflected`. */
  isForm: boolean;
  /** What an explanation calls it: the same word in another spelling is no synonym. */
  explainedAs: 'synonym' | 'compound';
}

/** What is as good as a word of a query: another word in all its forms, or several words in a row. */
export type Alternative = AnalysedText & Standing;

/** What is as good as a part of a query. */
export type AlternativesOf = TextRange & { alternatives: readonly Alternative[] };

/** The query is read with alternatives in the place of its words in so many ways at most. */
const MOST_READINGS = 16;

/** The alternatives of a query, analysed. */
export class Alternatives {
  readonly #spans: readonly (AlternativesOf & { texts: readonly string[] })[];

  /** `analysed` are more of them, which the query is not read with. */
  constructor(alternatives: readonly WordAlternative[], language: Language, analysed: readonly AlternativesOf[] = []) {
    // The same object for the same text, so that they can be compared.
    const byText = new Map<string, Alternative[]>();
    const analysedOnce = (text: string, standing: Standing) => {
      const key = `${standing.isForm} ${standing.explainedAs} ${text}`;
      const known = byText.get(key) ?? analyse(text, language).map((one) => ({ ...one, ...standing }));
      byText.set(key, known);
      return known;
    };
    const written = alternatives.map(({ start, end, texts, inflected = false, isSpelling = false }) => {
      const standing: Standing = { isForm: inflected, explainedAs: isSpelling ? 'compound' : 'synonym' };
      return { start, end, texts, alternatives: texts.flatMap((text) => analysedOnce(text, standing)) };
    });
    this.#spans = [...written, ...analysed.map((span) => ({ ...span, texts: [] }))];
  }

  /** What stands for a word. Several words that are replaced together have the same: a document with it has all of them. */
  of(word: TextRange): readonly Alternative[] {
    return this.#spans.flatMap((span) => (overlap(span, word) ? span.alternatives : []));
  }

  /** Whether two words are replaced together. */
  standForBoth(one: TextRange, other: TextRange): boolean {
    return this.#spans.some((span) => overlap(span, one) && overlap(span, other));
  }

  /** What to mark in texts. */
  forms(): Pick<MatchedForms, 'words' | 'phrases'> {
    const all = [...new Set(this.#spans.flatMap(({ alternatives }) => alternatives))];
    return {
      words: all.flatMap((one) => (one.kind === 'word' ? [{ term: one.term, stem: one.stem }] : [])),
      phrases: all.flatMap((one) => (one.kind === 'phrase' ? [one.phrase] : [])),
    };
  }

  /** The query as it is with alternatives in the place of words, if it is nothing but words. */
  readings(parts: readonly QueryPart[], language: Language): ParsedQuery[] {
    const [part, ...more] = parts;
    if (this.#spans.length === 0 || more.length > 0 || part.kind !== 'words') return [];
    const texts = new Set([part.text]);
    // From the last span to the first, so that offsets stay valid. Where spans overlap, the later one is read.
    let replaced = Number.POSITIVE_INFINITY;
    for (const { start, end, texts: instead } of this.#spans.toSorted((a, b) => b.start - a.start)) {
      if (end > replaced || instead.length === 0) continue;
      replaced = start;
      for (const text of [...texts]) {
        for (const other of instead) {
          if (texts.size > MOST_READINGS) break;
          texts.add(text.slice(0, start - part.start) + other + text.slice(end - part.start));
        }
      }
    }
    texts.delete(part.text);
    return Array.from(texts, (text) => parseParts([{ kind: 'words', text, start: 0 }], language));
  }
}

type AnalysedText = { kind: 'word'; term: string; stem: string } | { kind: 'phrase'; phrase: PhraseForms };

/** C++ and C# are names: their letter alone is another word. */
const SIGNED_NAME = /^.(?:\+\+|#)$/;

/** "wi-fi" is a phrase of two words, and also the one word "wifi". */
function analyse(text: string, language: Language): AnalysedText[] {
  const { words } = parseParts([{ kind: 'words', text, start: 0 }], language);
  const [phrase] = parseParts([{ kind: 'phrase', text, start: 0 }], language).phrases;
  if (phrase === undefined) return [];
  const last = phrase.words.at(-1)!;
  const joined = words.filter(
    ({ kind, start, end }) => kind === 'compound' && start === phrase.words[0].start && end >= last.end,
  );
  const asOne = joined.map(({ term, stem }): AnalysedText => ({ kind: 'word', term, stem }));
  return joined.some(({ term }) => SIGNED_NAME.test(term)) ? asOne : [inRow(phrase), ...asOne];
}

function inRow(written: QueryPhrase): AnalysedText {
  const phrase = phraseForms(written);
  if (phrase.terms.length > 1) return { kind: 'phrase', phrase };
  const [{ term, stem }] = written.words;
  return { kind: 'word', term, stem };
}
