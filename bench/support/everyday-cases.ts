import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '../../src/domain/document/language.js';

/** Cases to choose rules and weights with, and cases to measure with that nothing was chosen with. */
export const CASE_SETS = ['tuning', 'figure'] as const;
type CaseSet = (typeof CASE_SETS)[number];

/** Contents of `everyday-cases/<set>/<language>.json`. */
interface EverydayCases {
  documents: { id: string; title: string; content: string }[];
  answerable: AnswerableCase[];
  /** Near the subjects of the documents, which do not say it. */
  unanswerable: string[];
  followUps: FollowUpCase[];
}

/** An answer is right if it cites the document and contains one of the strings. */
export interface AnswerableCase {
  question: string;
  document: string;
  answers: string[];
}

/** The question can be understood after the first one only. The answer to the first one contains none of the strings. */
export interface FollowUpCase extends AnswerableCase {
  first: string;
}

export interface CasesOfLanguage extends EverydayCases {
  language: Language;
  tenant: string;
}

export function readEverydayCases(set: CaseSet): CasesOfLanguage[] {
  const folder = new URL(`everyday-cases/${set}/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const language = file.replace('.json', '') as Language;
      const cases: EverydayCases = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
      return { ...cases, language, tenant: `${set}-${language}` };
    });
}

/** Ids are unique in a whole service. */
export function idIn({ tenant }: CasesOfLanguage, document: string): string {
  return `${tenant}-${document}`;
}
