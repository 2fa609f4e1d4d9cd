import { estimateTokens } from '../../domain/search/generation.js';
import { isEnded } from '../../text/sentences/sentence-signs.js';
import { isTableLine } from '../../text/sentences/sentences.js';
import { isHeaderLine } from '../../text/sentences/table-rows.js';
import { leansOn } from '../../text/summaries/earlier-names.js';
import type { TextRange } from '../../text/text-range.js';
import type { AnswerSpan } from './answer.js';
import type { EvidencePassage } from './find-evidence.js';
import type { ReadSentence } from './read-evidence.js';

/** In UTF-16 units. */
const LONGEST_HEADING = 60;
const SAYS_SOMETHING = /^[-*•–]\s|[\p{Nd}:：@]/u;
/** The number of a section: "2. Term", "2.1 Begin". */
const SECTION_NUMBER = /^\d{1,3}(?:\.\d{1,3}){0,3}[.)]?\s+/;
const LINE_BELOW = /^[^\S\n]*\n\s*([^\n]+)/;
const LIST_ITEM = /^(?:[-*•–]|1[.)])\s/;

/** What an answer says of one sentence. */
export interface Quote {
  sentence: ReadSentence;
  text: string;
}

interface QuotedSentences {
  /** In reading order. */
  quotes: Quote[];
  /** The place of the answer in the best sentence that is really quoted: the token budget may have left out better ones. */
  span: AnswerSpan | null;
  stopReason: 'end_turn' | 'max_tokens';
}

/** What an answer quotes of sentences, the likeliest first, within a budget of tokens. */
export function quoteSentences(bestFirst: readonly ReadSentence[], budget: number): QuotedSentences {
  const telling = bestFirst.filter((sentence, i) => i === 0 || !isHeading(sentence, sentence.evidence));
  const { kept, stopReason } = withinBudget(quotesOf(inReadingOrder(telling)), budget);
  const best = bestFirst.find((sentence) => kept.some((quote) => isQuotedIn(quote, sentence)));
  return { quotes: kept, span: best === undefined ? null : spanOf(best), stopReason };
}

/**
 * Whether it is a short line above a text, a list or a table. It shares words with the question, but says nothing of its own. Items
 * of lists, rows of tables, and lines with a number or a colon, such as one with a telephone number, do.
 */
function isHeading({ start, end }: TextRange, { text, document: { language } }: EvidencePassage): boolean {
  const line = text.slice(start, end).replace(SECTION_NUMBER, '');
  if (line.length > LONGEST_HEADING || SAYS_SOMETHING.test(line) || isEnded(line, language)) return false;
  if (isTableLine(line)) return false;
  const [, below] = LINE_BELOW.exec(text.slice(end)) ?? [];
  if (below === undefined) return false;
  return isEnded(below.trim(), language) || LIST_ITEM.test(below) || isTableLine(below) || isHeaderLine(below);
}

/** The document of the best sentence first; within a document, in its order. */
function inReadingOrder(sentences: readonly ReadSentence[]): ReadSentence[] {
  const documents = [...new Set(sentences.map(({ evidence }) => evidence.document.id))];
  const order = ({ evidence }: ReadSentence) => documents.indexOf(evidence.document.id);
  const place = ({ evidence, start }: ReadSentence) => evidence.start + start;
  return sentences.toSorted((a, b) => order(a) - order(b) || place(a) - place(b));
}

/** A sentence that is quoted with the next one gets no quote of its own. */
function quotesOf(ordered: readonly ReadSentence[]): Quote[] {
  const quotes = ordered.map((sentence) => ({ sentence, text: quote(sentence) }));
  return quotes.filter(({ sentence }, i) => i + 1 === quotes.length || !isQuotedIn(quotes[i + 1], sentence));
}

/** Never across documents: where two say the same, each is a source of its own. */
function isQuotedIn({ sentence, text }: Quote, other: ReadSentence): boolean {
  return sentence.evidence.document.id === other.evidence.document.id && text.includes(other.text);
}

/**
 * The sentence verbatim. One that does not name what it speaks of ("It was built in 1900") gets its neighbour before it if that
 * one names it, and otherwise the title. No table or heading is quoted with it.
 */
function quote({ text, start, end, before, evidence }: ReadSentence): string {
  const { title, language } = evidence.document;
  const isRow = !evidence.text.slice(start, end).endsWith(text);
  if (isRow || leansOn(text, language) === null) return text;
  const isNamedBefore = before !== null && leansOn(before.text, language) === null && !isHeading(before, evidence);
  if (isNamedBefore) return `${before.text}${gapBetween(before, { text, start, end }, evidence)}${text}`;
  return title === '' ? text : `${title}: ${text}`;
}

/** What separates two sentences; between items of a list, more than a space. */
function gapBetween(before: TextRange, { text, end }: TextRange & { text: string }, evidence: EvidencePassage): string {
  const gap = evidence.text.slice(before.end, end - text.length);
  return gap.trim() === '' ? gap : ' ';
}

/** As many whole quotes as the token budget allows, at least one. */
function withinBudget(quotes: readonly Quote[], budget: number) {
  let spent = 0;
  const kept = quotes.filter(({ text }, index) => {
    spent += estimateTokens(text);
    return index === 0 || spent <= budget;
  });
  return { kept, stopReason: kept.length < quotes.length ? ('max_tokens' as const) : ('end_turn' as const) };
}

/** Null if the answer is a title, or what a row says: places are those of the content. */
function spanOf({ span, evidence }: ReadSentence): AnswerSpan | null {
  const { document, start } = evidence;
  if (span === null || document.content === null || document.content === '') return null;
  return { documentId: document.id, start: start + span.start, end: start + span.end };
}
