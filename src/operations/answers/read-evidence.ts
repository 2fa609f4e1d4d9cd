import type { Language } from '../../domain/document/language.js';
import { type AnswerModel, answerModelFor } from '../../inference/extractive/answer-model.js';
import { chooseAnswer, type SentenceFeatures, sentenceFeatures } from '../../inference/extractive/choose-answer.js';
import { readPassages } from '../../inference/read-passages.js';
import type { AnswerSpan, Reading } from '../../inference/reader.js';
import type { FoundSentence } from '../../text/answers/find-sentences.js';
import type { TextRange } from '../../text/text-range.js';
import type { OperationContext } from '../context.js';
import type { EvidencePassage } from './find-evidence.js';

interface Question {
  query: string;
  language: Language;
}

/** A sentence that may be quoted. */
export interface ReadSentence extends FoundSentence {
  evidence: EvidencePassage;
  /** The likeliest answer in it; null if the reader points elsewhere. */
  span: AnswerSpan | null;
}

export interface ReadAnswer {
  /** The likeliest first; empty if there is nothing to quote. */
  sentences: ReadSentence[];
  /** That they hold the answer, 0 to 1. */
  probability: number;
  /** What the probability is to be compared with. */
  model: AnswerModel;
  /** All passages: those that the reader finds likeliest to hold the answer first, then those that it had no time for. */
  passages: EvidencePassage[];
}

interface Candidate extends ReadSentence {
  features: SentenceFeatures & { isAcross: boolean };
}

/** So many passages are read in any case: only after these an answer may be sure, or time may be over. */
const FEWEST_PASSAGES = 3;

/** Reads the passages, best first, until time is over or an answer is sure. */
export async function readEvidence(
  { query, language }: Question,
  passages: readonly EvidencePassage[],
  context: OperationContext,
): Promise<ReadAnswer> {
  const { reader, readingTime: milliseconds, signal } = context;
  const model = context.answerModels[answerModelFor([language, ...passages.map(({ document }) => document.language)])];
  const toRead = passages.map(({ document: { title, language }, text, tableHeader }) => ({
    title,
    language,
    text,
    tableHeader,
  }));
  const sentences = await context.sentences({ query, language, passages: toRead });
  const candidates: Candidate[] = [];
  const read: { evidence: EvidencePassage; answerable: number }[] = [];
  const answer = () =>
    chooseAnswer(
      candidates.map(({ features }) => features),
      model,
    );
  for await (const reading of readPassages(reader, query, toRead, { milliseconds, atLeast: FEWEST_PASSAGES, signal })) {
    const evidence = passages[read.length];
    const own = sentences.filter(({ passage }) => passage === read.length);
    const isAcross = evidence.document.language !== language;
    candidates.push(...own.map((sentence) => asCandidate(sentence, { reading, evidence, isAcross })));
    read.push({ evidence, answerable: reading.answerable });
    if (read.length >= FEWEST_PASSAGES && (answer()?.probability ?? 0) >= model.sure) break;
  }
  const chosen = answer();
  const likeliest = read.toSorted((a, b) => b.answerable - a.answerable).map(({ evidence }) => evidence);
  return {
    sentences: chosen?.chosen.map((index) => candidates[index]) ?? [],
    probability: chosen?.probability ?? 0,
    model,
    passages: [...new Set([...likeliest, ...passages])],
  };
}

function asCandidate(
  sentence: FoundSentence,
  { reading, evidence, isAcross }: { reading: Reading; evidence: EvidencePassage; isAcross: boolean },
): Candidate {
  const fit = { document: evidence.documentScore / 100, passage: nearnessOfScore(evidence.score) };
  const isIn = ({ start }: AnswerSpan, range: TextRange) => start >= range.start && start < range.end;
  const likeliest = reading.spans.find((span) => [sentence, ...sentence.insteadOf].some((range) => isIn(span, range)));
  const span = likeliest !== undefined && isIn(likeliest, sentence) ? likeliest : null;
  const features = { ...sentenceFeatures(reading, sentence, fit), isAcross };
  return { ...sentence, evidence, span, features };
}

/** What a score says on the scale of the encoder's cosines: the inverse of the logistic function that made it. */
function nearnessOfScore(score: number): number {
  const share = Math.min(99.9, Math.max(0.1, score)) / 100;
  return Math.log(share / (1 - share));
}
