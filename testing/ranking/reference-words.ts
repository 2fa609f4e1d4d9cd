import type { Document } from '../../src/domain/document/document.js';
import type { LexicalQuery, Phrase, QueryWord } from '../../src/engine/query/analyse-query.js';
import { analyze } from '../../src/text/analysis/analyze.js';
import type { Token } from '../../src/text/analysis/scan-tokens.js';
import { bareForm } from '../../src/text/analysis/word-forms.js';

/** BM25 as decision 9 describes it. Every word of every text is looked at for every question that is asked of it. */
const FIELDS = [
  { name: 'title', weight: 3, penalty: 0.5 },
  { name: 'content', weight: 1, penalty: 0.75 },
] as const;
const STEM_WEIGHT = 0.8;
/** What a word is worth: at the first number in queries of up to 4 words, at the second from 16 words on. */
const AS_WRITTEN = { least: [0.45, 0], most: [1, 1], saturation: [4, 1.2] };
const IN_ANOTHER_FORM = { least: [0.36, 0], most: [0.45, 1], saturation: [0.5, 1.2] };
const LONGEST_COUNTED = 4;
const SHARE_TO_MATCH = 0.15;
const WORDS_TO_MATCH = 6;

type FieldName = (typeof FIELDS)[number]['name'];

/** The scores of the documents that match by their words, by id. */
export function scoreWords(query: LexicalQuery, documents: readonly Document[]): Map<string, number> {
  const weights = query.words.map((word) => {
    const having = documents.filter((document) => has(document, word, query)).length;
    return { word, known: having > 0, weight: word.weight * rarity(documents.length, having) };
  });
  const best = sum(weights.map(({ weight }) => weight));
  const heaviest = weights.filter(({ known }) => known).sort((a, b) => b.weight - a.weight);
  const needed = SHARE_TO_MATCH * sum(heaviest.slice(0, WORDS_TO_MATCH).map(({ weight }) => weight));
  const words = sum(query.words.map(({ weight }) => Math.min(1, weight)));
  const average = averages(documents);
  const scores = new Map<string, number>();
  for (const document of documents) {
    const found = weights.filter(({ word }) => has(document, word, query));
    const covered = sum(found.map(({ weight }) => weight));
    if (found.length === 0 || covered < needed || !allowedByWords(query, document)) continue;
    const total = sum(found.map(({ word, weight }) => weight * worthOf(document, word, { average, words })));
    const score = 100 * stretched(Math.sqrt(total / best), words);
    const { verbatim } = query;
    const lift = verbatim !== null && hasPhrase(document, verbatim, query) ? verbatim.lift : 0;
    scores.set(document.id, score + lift * (100 - score));
  }
  return scores;
}

/** Long queries are agreed with more easily than it looks, short ones less. */
function stretched(agreement: number, words: number): number {
  const short = 0.9 * Math.min(1, Math.max(0, (5 - words) / 3));
  if (words < 8) return (1 - short) * agreement + short * agreement ** 2;
  const long = (words - 8) / 8;
  return Math.sqrt((agreement ** 2 * (1 + long)) / (1 + long * agreement ** 2));
}

/** What quotes and minus signs leave. */
export function allowedByWords(query: LexicalQuery, document: Document): boolean {
  return (
    query.phrases.every((phrase) => hasPhrase(document, phrase, query)) &&
    !query.excludedPhrases.some((phrase) => hasPhrase(document, phrase, query)) &&
    !query.excludedWords.some((word) => has(document, word, query))
  );
}

function has(document: Document, word: QueryWord, { language }: LexicalQuery): boolean {
  if (document.language !== language) return false;
  return FIELDS.some(({ name }) => tokensOf(document, name).some((token) => isForm(token, word, language)));
}

/** The word itself, or another form of it. */
function isForm({ bare, stem }: Token, word: QueryWord, language: string): boolean {
  return bare === bareForm(word.term, language) || stem === word.stem;
}

function hasPhrase(document: Document, { terms, of, steps }: Phrase, { language }: LexicalQuery): boolean {
  if (document.language !== language || terms.length === 0) return false;
  const stepsTo = (next: number) => (of === 'words' ? [steps?.[next - 1] ?? 1] : [0, 1]);
  return FIELDS.some(({ name }) => {
    const tokens = tokensOf(document, name);
    const stands = (term: string, position: number) =>
      tokens.some((token) => token.term === term && token.position === position);
    const goesOn = (from: number, next: number): boolean =>
      next === terms.length ||
      stepsTo(next).some((step) => stands(terms[next], from + step) && goesOn(from + step, next + 1));
    return tokens.some(({ term, position }) => term === terms[0] && goesOn(position, 1));
  });
}

function worthOf(
  document: Document,
  word: QueryWord,
  { average, words }: { average: Record<FieldName, number>; words: number },
): number {
  const isWritten = FIELDS.some(({ name }) => tokensOf(document, name).some(({ term }) => term === word.term));
  const progress = Math.min(1, Math.max(0, (words - 4) / 12));
  const between = ([few, many]: number[]) => few + progress * (many - few);
  const worth = isWritten ? AS_WRITTEN : IN_ANOTHER_FORM;
  const [least, most, saturation] = [between(worth.least), between(worth.most), between(worth.saturation)];
  const count = occurrences(document, word, average);
  return least + (most - least) * (count / (count + saturation));
}

function occurrences(document: Document, word: QueryWord, average: Record<FieldName, number>): number {
  return sum(
    FIELDS.map(({ name, weight, penalty }) => {
      const tokens = tokensOf(document, name);
      const exact = places(tokens.filter(({ term }) => term === word.term));
      const stems = new Set(
        tokens
          .filter((token) => isForm(token, word, document.language) && token.term !== word.term)
          .map(({ term }) => term),
      );
      const others = sum([...stems].map((form) => places(tokens.filter(({ term }) => term === form))));
      const length = Math.min(LONGEST_COUNTED, lengthOf(tokens) / average[name]);
      return exact + others === 0 ? 0 : (weight * (exact + STEM_WEIGHT * others)) / (1 - penalty + penalty * length);
    }),
  );
}

/** A term counts once a position, though a compound may begin where the same word stands. */
function places(tokens: readonly Token[]): number {
  return new Set(tokens.map(({ position }) => position)).size;
}

function averages(documents: readonly Document[]): Record<FieldName, number> {
  const average = (name: FieldName) =>
    sum(documents.map((document) => lengthOf(tokensOf(document, name)))) / documents.length;
  return { title: average('title'), content: average('content') };
}

const analysed = new WeakMap<Document, Record<FieldName, Token[]>>();

function tokensOf(document: Document, field: FieldName): Token[] {
  const { title, content, language } = document;
  const texts = analysed.get(document) ?? {
    title: analyze(title, language),
    content: analyze(content ?? '', language),
  };
  analysed.set(document, texts);
  return texts[field];
}

export function wordCount(document: Document, field: FieldName): number {
  return lengthOf(tokensOf(document, field));
}

function lengthOf(tokens: readonly Token[]): number {
  return tokens.filter(({ kind }) => kind === 'word').length;
}

function rarity(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
