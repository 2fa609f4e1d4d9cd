import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RetrievalText } from './retrieval-set.js';

/** A question of the tenth that no reader was trained on. */
export interface KeptQuestion {
  text: string;
  language: string;
  /** The id of its passage, and the passage's language. */
  passage: string;
  passageLanguage: string;
  /** Empty if the passage has none. */
  answers: string[];
}

export interface KeptTenth {
  questions: KeptQuestion[];
  /** By language. */
  passages: Map<string, RetrievalText[]>;
}

interface Row {
  language: string;
  question_language?: string;
  question: string;
  /** The question before, of a conversation. */
  follows?: string;
  title?: string;
  passage: string;
  answers: { text: string }[];
  answerable: boolean;
  /** A sentence that would answer it if the passage had it, with the answer in double brackets. */
  answering?: string;
}

/** What surrounds the answer in such a sentence. */
const BRACKETS = /\[\[(.+?)\]\]/;

/** Answers that were found again in translated passages may end with the beginning of what follows. */
const LEFT_BEHIND = /[\s.,;:]+(?:the|an?)?$/;
/** Questions that were collected without a passage, or with a constructed one: another passage often answers them too. */
const LEFT_OUT = new Set([
  ...['faq_docs', 'medquad', 'selqa', 'afriqa', 'nq_train_fi', 'tydiqa_dev_passages'],
  ...['qasper', 'covidqa', 'qamr', 'doqa', 'omosqa'],
]);
const KEPT_OF = 10n;
const LARGEST_SET = 1 << 30;

/**
 * The same tenth that `training/reader/questions.py` keeps, of sets in `.jsonl.xz` files. Passages are those of all sets; questions of
 * some are left out. Needs `xz`.
 */
export function readKeptTenth(folder: string): KeptTenth {
  const questions: KeptQuestion[] = [];
  const passages = new Map<string, Map<string, RetrievalText>>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl.xz'))) {
    const lines = execFileSync('xz', ['-dc', join(folder, name)], { encoding: 'utf8', maxBuffer: LARGEST_SET });
    for (const line of lines.split('\n').filter(Boolean)) {
      const written: Row = JSON.parse(line);
      if (BigInt(`0x${digestOf(written.passage)}`) % KEPT_OF !== 0n || written.question === '') continue;
      const row = perhapsAnswered(written);
      const digest = digestOf(row.passage);
      const id = digest.slice(0, 16);
      const known = passages.get(row.language) ?? new Map<string, RetrievalText>();
      passages.set(row.language, known);
      if (!known.has(id)) known.set(id, { id, title: (row.title ?? '').replaceAll('_', ' '), text: row.passage });
      if (LEFT_OUT.has(name.split('.')[0]) || row.follows !== undefined) continue;
      questions.push({
        text: row.question,
        language: row.question_language ?? row.language,
        passage: id,
        passageLanguage: row.language,
        answers: row.answerable ? row.answers.map(({ text }) => text.replace(LEFT_BEHIND, '')) : [],
      });
    }
  }
  return { questions, passages: new Map([...passages].map(([language, texts]) => [language, [...texts.values()]])) };
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** Half of the questions that a sentence would answer get it, so that what is asked for does not tell whether there is an answer. */
function perhapsAnswered(row: Row): Row {
  const answer = row.answering && BRACKETS.exec(row.answering);
  if (!answer || Number.parseInt(digestOf(row.question).slice(0, 2), 16) % 2 === 1) return row;
  const passage = `${row.passage} ${row.answering!.replace(BRACKETS, '$1')}`;
  return { ...row, passage, answers: [{ text: answer[1] }], answerable: true };
}
