import type { Language } from '../../domain/document/language.js';
import { asks } from '../sentences/sentence-signs.js';
import { type TableRow, type TextUnit, unitsOf } from '../sentences/table-rows.js';
import type { TextRange } from '../text-range.js';
import { AlikeWords } from './alike-words.js';
import { beginsWithAny, codesIn, mentionsAny } from './asked-codes.js';
import { askedRows, type QuestionStems } from './asked-rows.js';
import { stemsOf, tellingWords } from './question-words.js';

interface PassageToRead {
  title: string;
  text: string;
  language: Language;
  /** The header of the table that the text begins in the middle of. */
  tableHeader?: string | null;
}

export interface SentenceRequest {
  query: string;
  /** The language of the query. */
  language: Language;
  passages: readonly PassageToRead[];
}

/** A sentence of a passage that could be an answer, or what a row of a table says. */
export interface FoundSentence {
  /** The index of its passage in the request. */
  passage: number;
  text: string;
  /** Where it is in the text of the passage, in UTF-16 units, with the mark of a list item. */
  start: number;
  end: number;
  /** The sentence before it in its passage, which may be a question; null if there is none, or a table. */
  before: SentenceBefore | null;
  /**
   * The share of the question's words, by weight, that are in it, in the sentence before it, or in the title, 0 to 1. A similar
   * word counts for most of the weight.
   */
  nearby: number;
  /**
   * The rows of its table that the question does not ask for, if it is a row. A reader that points at one of them has found the
   * right table, but the wrong row.
   */
  insteadOf: TextRange[];
  /**
   * Whether it is a row of a table that may not have what is asked for: the question is in the same language and names none of
   * the rows ("on Sunday"), but something that is not near them.
   */
  isUnnamedRow: boolean;
  /** Whether it begins with a code that the question names ("E07"): the entry that says what the code stands for. */
  isAskedEntry: boolean;
  /** Whether the question names codes, and neither its passage nor the title has any of them. */
  lacksCode: boolean;
}

interface SentenceBefore extends TextRange {
  text: string;
}

interface AnalysedPassage {
  title: ReadonlySet<string>;
  sentences: AnalysedSentence[];
}

interface AnalysedSentence extends TextUnit {
  stems: ReadonlySet<string>;
}

/** In UTF-16 units. Anything longer is a list or a table rather than a sentence, and no answer. */
const LONGEST_SENTENCE = 1_500;
/** Of a passage, which has 200 words: with more sentences and rows, most of them have not a word to answer with. */
const MOST_UNITS = 400;
/** The weight of a word that is in all passages, before weights are normalised. */
const LEAST_WEIGHT = 0.5;
/** What a similar word counts, where the word itself counts 1. */
const ALIKE = 0.7;
const NO_STEMS: ReadonlySet<string> = new Set();

/**
 * The sentences of passages that could be the answer to a question, each once. Questions are left out, and rows of tables that the
 * question does not ask for.
 */
export function findSentences({ query, language: asksIn, passages }: SentenceRequest): FoundSentence[] {
  const analysed = passages.map(analysePassage);
  const telling = tellingWords(query, asksIn).map(({ stem }) => stem);
  const codes = codesIn(query);
  const question = { all: stemsOf(query, asksIn), telling, codes };
  const weights = wordWeights(telling, analysed);
  const alike = new AlikeWords();
  const seen = new Set<string>();
  return analysed.flatMap(({ title, sentences }, passage) => {
    const { language, title: titleText, text: passageText } = passages[passage];
    const lacksCode = codes.length > 0 && !mentionsAny(`${titleText}\n${passageText}`, codes);
    const tables = tablesIn(sentences, question, language);
    return sentences.flatMap(({ text, start, end, stems, row }, index): FoundSentence[] => {
      const table = row === null ? null : (tables.get(row.table) as ReadTable);
      if (row !== null && !table?.asked.has(row)) return [];
      if (seen.has(text) || asks(text, language) || text.length > LONGEST_SENTENCE) return [];
      seen.add(text);
      const around = [stems, stemsBefore(sentences, index), title];
      const before = sentenceBefore(sentences, index);
      const nearby = shareIn(around, weights, alike);
      const insteadOf = table?.notAsked ?? [];
      const isAmongAsked = table !== null && table.asked.size > 1 && insteadOf.length === 0;
      const mayBeNamed = isAmongAsked && language === asksIn;
      const isUnnamedRow = mayBeNamed && lacksAny(around, weights, alike);
      const isAskedEntry = beginsWithAny(passageText.slice(start, end), codes);
      return [{ passage, text, start, end, before, nearby, insteadOf, isUnnamedRow, isAskedEntry, lacksCode }];
    });
  });
}

interface ReadTable {
  /** The rows that the question may ask for. */
  asked: ReadonlySet<TableRow>;
  /** Where the others are: for all rows that are asked for the same list, however many there are. */
  notAsked: TextRange[];
}

/** The tables of a passage by their number. */
function tablesIn(units: readonly TextUnit[], question: QuestionStems, language: Language): Map<number, ReadTable> {
  const lines = new Map<number, TableLine[]>();
  for (const { start, end, row } of units) {
    if (row === null) continue;
    const table = lines.get(row.table);
    if (table === undefined) lines.set(row.table, [{ start, end, row }]);
    else table.push({ start, end, row });
  }
  return new Map(Array.from(lines, ([number, rows]) => [number, readTable(rows, question, language)]));
}

interface TableLine extends TextRange {
  row: TableRow;
}

function readTable(lines: readonly TableLine[], question: QuestionStems, language: Language): ReadTable {
  const asked = new Set(
    askedRows(
      lines.map(({ row }) => row),
      question,
      language,
    ),
  );
  const notAsked = lines.filter(({ row }) => !asked.has(row)).map(({ start, end }) => ({ start, end }));
  return { asked, notAsked };
}

/** What the sentence before says. A row of the same table speaks of something else. */
function stemsBefore(sentences: readonly AnalysedSentence[], index: number): ReadonlySet<string> {
  if (index === 0) return NO_STEMS;
  const [before, { row }] = sentences.slice(index - 1, index + 1);
  return row !== null && before.row?.table === row.table ? NO_STEMS : before.stems;
}

function sentenceBefore(sentences: readonly AnalysedSentence[], index: number): SentenceBefore | null {
  const before = sentences[index - 1];
  if (before === undefined || before.row !== null) return null;
  const { text, start, end } = before;
  return { text, start, end };
}

function analysePassage({ title, text, language, tableHeader }: PassageToRead): AnalysedPassage {
  const units = unitsOf(text, language, tableHeader).slice(0, MOST_UNITS);
  const sentences = units.map((unit) => ({ ...unit, stems: stemsOf(unit.text, language) }));
  return { title: stemsOf(title, language), sentences };
}

/** The idf of each word of the question over the passages, normalised so that they add up to 1. */
function wordWeights(words: readonly string[], passages: readonly AnalysedPassage[]): Map<string, number> {
  const weights = words.map((stem) => {
    const having = passages.filter(
      ({ title, sentences }) => title.has(stem) || sentences.some(({ stems }) => stems.has(stem)),
    ).length;
    return LEAST_WEIGHT + Math.log(1 + (passages.length - having + 0.5) / (having + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(words.map((stem, i) => [stem, weights[i] / total]));
}

/** Whether a word of the question, and all that are like it, are missing. */
function lacksAny(
  places: readonly ReadonlySet<string>[],
  weights: ReadonlyMap<string, number>,
  alike: AlikeWords,
): boolean {
  const isIn = (stem: string) => places.some((stems) => stems.has(stem) || alike.hasAlike(stem, stems));
  return [...weights.keys()].some((stem) => !isIn(stem));
}

function shareIn(
  places: readonly ReadonlySet<string>[],
  weights: ReadonlyMap<string, number>,
  alike: AlikeWords,
): number {
  let share = 0;
  for (const [stem, weight] of weights) {
    if (places.some((stems) => stems.has(stem))) share += weight;
    else if (places.some((stems) => alike.hasAlike(stem, stems))) share += ALIKE * weight;
  }
  return share;
}
