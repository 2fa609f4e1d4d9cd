import { estimateTokens } from '../../domain/search/generation.js';
import { isEnded } from '../../text/sentences/sentence-signs.js';
import { isTableLine } from '../../text/sentences/sentences.js';
import { leansOn } from '../../text/summaries/earlier-names.js';
import type { AnswerSpan } from './answer.js';
import type { ReadSentence } from './read-evidence.js';

/** In UTF-16 units. */
const LONGEST_HEADING = 60;
const SAYS_SOMETHING = /^[-*•–]\s|[\p{Nd}:：@]/u;
const LINE_BELOW = /^[^\S\n]*\n\s*([^\n]+)/;

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
  const telling = bestFirst.filter((sentence, i) => i === 0 || !isHeading(sentence));
  const { kept, stopReason } = withinBudget(quotesOf(inReadingOrder(telling)), budget);
  const best = bestFirst.find((sentence) => kept.some((quote) => isQuotedIn(quote, sentence)));
  return { quotes: kept, span: best === undefined ? null : spanOf(best), stopReason };
}

/**
 * Whether it is a short line above a text. It shares words with the question, but says nothing of its own. Items of lists, rows of
 * tables, and lines with a number or a colon, such as one with a telephone number, do.
 */
function isHeading({ text, start, end, evidence }: ReadSentence): boolean {
  const { language } = evidence.document;
  if (text.length > LONGEST_HEADING || SAYS_SOMETHING.test(text) || isEnded(text, language)) return false;
  if (isTableLine(evidence.text.slice(start, end))) return false;
  const [, below] = LINE_BELOW.exec(evidence.text.slice(end)) ?? [];
  return below !== undefined && isEnded(below.trim(), language);
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
 * one names it, and otherwise the title. No table is quoted with it.
 */
function quote({ text, start, end, before, evidence }: ReadSentence): string {
  const { title, language } = evidence.document;
  const verbatim = evidence.text.slice(start, end);
  if (text !== verbatim || leansOn(text, language) === null) return text;
  const isNamedBefore =
    before !== null &&
    leansOn(before.text, language) === null &&
    !evidence.text.slice(before.start, start).split('\n').some(isTableLine);
  if (isNamedBefore) return evidence.text.slice(before.start, end);
  return title === '' ? text : `${title}: ${text}`;
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
