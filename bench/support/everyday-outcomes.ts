import { sentencesOf } from '../../src/text/sentences/sentences.js';
import type { Figure } from './recording.js';

export type Kind = 'answerable' | 'unanswerable' | 'follow-up';

/** One question asked of the service. */
export interface EverydayOutcome {
  language: string;
  kind: Kind;
  /** Over the documents of all languages. */
  multilingual: boolean;
  question: string;
  answer: string;
  declined: boolean;
  /** Of an unanswerable question: that it was declined. */
  right: boolean;
  /** The answer is that to the question before. */
  repeated: boolean;
  confidence: string;
}

const CONFIDENCE_LEVELS = ['very_high', 'high', 'medium', 'low'];

/** Citations are no part of what is said. */
export function withoutCitations(answer: string): string {
  return answer.replace(/\s*\[\d+\]/g, '').trim();
}

/** A row of the table of languages. */
export function rowFigures(name: string, outcomes: readonly EverydayOutcome[]): Figure[] {
  const own = outcomes.filter(({ multilingual }) => !multilingual);
  const all = outcomes.filter(({ multilingual }) => multilingual);
  const given = own.filter(({ declined }) => !declined);
  const sentences = given.map(({ answer, language }) => sentencesOf(withoutCitations(answer), language).length);
  const characters = given.map(({ answer }) => withoutCitations(answer).length);
  const row = { table: 'By language', name };
  return [
    { ...row, measure: 'right, of the answerable', unit: '%', value: rightShare(own, 'answerable') },
    { ...row, measure: 'declined, of the unanswerable', unit: '%', value: rightShare(own, 'unanswerable') },
    { ...row, measure: 'right, all languages searched', unit: '%', value: rightShare(all, 'answerable') },
    { ...row, measure: 'declined, all languages searched', unit: '%', value: rightShare(all, 'unanswerable') },
    { ...row, measure: 'follow-ups right', unit: '%', value: rightShare(own, 'follow-up') },
    { ...row, measure: 'previous answer repeated', unit: 'count', value: own.filter((one) => one.repeated).length },
    { ...row, measure: 'sentences per answer', unit: 'count', value: mean(sentences) },
    { ...row, measure: 'characters per answer', unit: 'count', value: mean(characters) },
  ];
}

/** Of all answers that were given, also to unanswerable questions, where every answer is wrong. Levels never given are left out. */
export function confidenceFigures(outcomes: readonly EverydayOutcome[]): Figure[] {
  return CONFIDENCE_LEVELS.flatMap((name): Figure[] => {
    const given = outcomes.filter(({ declined, confidence }) => !declined && confidence === name);
    if (given.length === 0) return [];
    const row = { table: 'By confidence_level', name };
    return [
      { ...row, measure: 'answers', unit: 'count', value: given.length },
      { ...row, measure: 'right', unit: '%', value: share(given) },
    ];
  });
}

function rightShare(outcomes: readonly EverydayOutcome[], wanted: Kind): number {
  return share(outcomes.filter(({ kind }) => kind === wanted));
}

function share(outcomes: readonly EverydayOutcome[]): number {
  return (100 * outcomes.filter(({ right }) => right).length) / Math.max(1, outcomes.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
